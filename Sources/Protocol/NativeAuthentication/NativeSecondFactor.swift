import Directory
import Entra
import Formats
import Store

/// The second factor of a sign-in: the user's method, and the code that is sent to it
/// (docs/reference/wire.md#native-auth-responses, docs/reference/wire.md#native-auth-flows).
enum NativeSecondFactor {
    /// Returns the recipient of the user's registered method, or nil if the method needs a browser, as an authenticator app
    /// does.
    static func place(of user: User) -> NativeMethod.Place? {
        switch user.mfa {
        case .email(let address): .init(recipient: address, channel: .email)
        case .sms(let number): .init(recipient: number, channel: .sms)
        case .code: .mail(of: user)
        case .authenticator, nil: nil
        }
    }

    /// Sends a code to the registered method. Throws AADSTS90100 if the request selects another method.
    static func challenge(
        _ request: NativeRequest, _ token: ContinuationToken, of user: User
    ) throws(EntraError) -> NativeResponse {
        let services = request.services
        guard let place = place(of: user), request.offers(NativeChallenge.oneTimeCode, token) else {
            return needsBrowser
        }
        try NativeMethod.code(place).checkChosen(by: request, user)
        let sent = try NativeCode.sendProof(to: place.recipient, by: place.channel, user: user, token, for: request)
        let next = token.advanced(to: .secondFactorSent, services) { $0.pendingCode = sent.code }
        return sent.members.with(next.member(services))
    }

    static var needsBrowser: NativeResponse { .redirect("The registered method needs a browser.") }
}
