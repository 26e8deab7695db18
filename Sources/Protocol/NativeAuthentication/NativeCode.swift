import Directory
import Entra
import Formats
import Store

/// The one-time codes of the native authentication API.
enum NativeCode {
    /// The form in which a response names the recipient of a code.
    enum Destination {
        /// The address is masked, so that only its owner recognizes it.
        case masked
        /// The address is shown as the client sent it.
        case given

        func member(_ recipient: String) -> JSONValue.Member {
            switch self {
            case .masked: .init(NativeParameter.challengeTargetLabel, .string(NativeCode.masked(recipient)))
            case .given: .init(NativeParameter.challengeTarget, .string(recipient))
            }
        }
    }

    /// Sends a code and returns the response members that clients need (docs/reference/wire.md#native-auth-responses).
    static func send(
        to recipient: String, by channel: Outbox.Channel, user: User?, told: Destination = .masked,
        for request: NativeRequest
    ) throws(EntraError) -> (code: PendingCode, members: NativeResponse) {
        let settings = request.settings
        let code = try OneTimeCode.send(
            to: recipient, by: channel, user: user, of: request.tenant.id, settings: settings,
            services: request.services)
        return (
            code,
            NativeResponse(
                .init(NativeParameter.challengeType, .string(NativeChallenge.oneTimeCode)),
                .init("binding_method", .string("prompt")), told.member(recipient),
                .init(NativeParameter.challengeChannel, .string(channel.rawValue)),
                .init("code_length", .integer(Int64(code.code.utf8.count))),
                .init("interval", .integer(Int64(settings.oneTimeCodeInterval))))
        )
    }

    /// Sends a code for a second factor and uses up the continuation token. Throws AADSTS550024 (`provider_blocked_by_rep`) if
    /// the person was sent too many codes.
    static func sendProof(
        to recipient: String, by channel: Outbox.Channel, user: User, told: Destination = .masked,
        _ token: ContinuationToken, for request: NativeRequest
    ) throws(EntraError) -> (code: PendingCode, members: NativeResponse) {
        let allowance = CodeRateLimit(user, request.services)
        guard try allowance.isLeft else { throw EntraError(.nativeAccessDenied, suberror: .providerBlocked) }
        try token.use(request.services)
        _ = try allowance.take()
        return try send(to: recipient, by: channel, user: user, told: told, for: request)
    }

    /// Checks a code. A correct code stays valid with its continuation token, so that a request that fails later can be
    /// repeated. `user` is nil at sign-up. Throws AADSTS50181 (`invalid_oob_value`) for a wrong code, AADSTS552003 for a code
    /// that is expired or was tried too often, AADSTS55200 if no code was sent, and AADSTS50053 while the person is locked out.
    static func check(
        _ answer: String, as factor: Lockout.Factor = .first, against pending: PendingCode?, of user: User?,
        for request: NativeRequest
    ) throws(EntraError) {
        guard let pending else { throw EntraError(.continuationInvalid) }
        let lockout = user.map { Lockout(factor, of: $0.home, request.settings, request.services) }
        try lockout?.check()
        switch try OneTimeCode.verify(answer, against: pending, services: request.services) {
        case .right: try lockout?.forget()
        case .wrong:
            try lockout?.recordFailure()
            throw EntraError(.oneTimeCodeWrong)
        case .expired, .usedUp: throw EntraError(.nativeContinuationExpired)
        }
    }

    /// Returns a masked address that only its owner recognizes: `c***y@w***.example`, `+155****99`.
    static func masked(_ recipient: String) -> String {
        let parts = recipient.pieces(separatedBy: "@", atMost: 2)
        guard parts.count == 2 else {
            return "\(recipient.firstScalars(4))****\(recipient.lastScalars(2))"
        }
        let domain = parts[1].pieces(separatedBy: ".", atMost: 2)
        let host = domain.first ?? ""
        let rest = domain.count > 1 ? "." + domain[1] : ""
        return "\(parts[0].firstScalars(1))***\(parts[0].lastScalars(1))@\(host.firstScalars(1))***\(rest)"
    }
}
