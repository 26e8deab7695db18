import Directory
import Entra
import State
import Wire

/// The second factor of a sign-in: which methods the user has, and the code sent to one of them (msal-wire §7.3, §7.6).
enum NativeSecondFactor {
    /// A place that a code can be sent to.
    struct Method: Sendable {
        let recipient: String
        let channel: Outbox.Channel

        /// Stays the same from request to request.
        func id(of user: User) -> String {
            GUID(derivedFrom: "authentication method", user.id.description, recipient).description
        }
    }

    /// The user's registered method, where the API can use it: an authenticator app needs a browser.
    static func method(of user: User) -> Method? {
        switch user.mfa {
        case .email(let address): Method(recipient: address, channel: .email)
        case .sms(let number): Method(recipient: number, channel: .sms)
        case .code: Method(recipient: user.mail ?? user.userPrincipalName, channel: .email)
        case .authenticator, nil: nil
        }
    }

    static func introspect(
        _ request: NativeRequest, _ journey: OpenedJourney, of user: User
    ) throws(EntraError) -> NativeReply {
        let isSecond = journey.step == .secondFactorWanted || journey.step == .secondFactorSent
        let first = Method(recipient: user.mail ?? user.userPrincipalName, channel: .email)
        guard let method = isSecond ? method(of: user) : first else {
            return .redirect("The registered method needs a browser.")
        }
        try journey.token.use(request.services)
        let step: NativeStep = isSecond ? .secondFactorWanted : .signInStarted
        let next = journey.token.advanced(to: step, request.services)
        return NativeReply(
            next.member(request.services),
            .init(
                "methods",
                .array([
                    .object([
                        .init("id", .string(method.id(of: user))),
                        .init(NativeParameter.challengeType, .string(NativeChallenge.oneTimeCode)),
                        .init(NativeParameter.challengeChannel, .string(method.channel.rawValue)),
                        .init("login_hint", .string(NativeCode.masked(method.recipient))),
                    ])
                ])))
    }

    /// Sends the code to the method chosen by `id`. Throws AADSTS90100 for an id that is none of the user's.
    static func challenge(
        _ request: NativeRequest, _ token: ContinuationToken, of user: User
    ) throws(EntraError) -> NativeReply {
        let services = request.services
        guard let method = method(of: user), request.offers(NativeChallenge.oneTimeCode, token) else {
            return .redirect("The registered method needs a browser.")
        }
        if let id = request[NativeParameter.methodID], !id.isExactlyIgnoringASCIICase(method.id(of: user)) {
            throw EntraError(.invalidParameter, [.parameter: NativeParameter.methodID])
        }
        let sent = try NativeCode.sendProof(to: method.recipient, by: method.channel, user: user, token, for: request)
        let next = token.advanced(to: .secondFactorSent, services) { $0.pendingCode = sent.code }
        return sent.members.with(next.member(services))
    }
}
