import Directory
import Entra
import Formats
import Store

/// A method by which a user authenticates. `introspect` lists methods, and `challenge` selects one by `id`
/// (docs/reference/wire.md#native-auth-endpoints, docs/reference/wire.md#native-auth-responses).
enum NativeMethod: Sendable {
    case password
    case code(Target)

    /// A recipient to which a code can be sent.
    struct Target: Sendable {
        let recipient: String
        let channel: Outbox.Channel

        /// Returns the user's mail address.
        static func mail(of user: User) -> Target {
            Target(recipient: user.mail ?? user.userPrincipalName, channel: .email)
        }

        /// Returns the recipient of a reset code: the registered mail address, which may differ from the account's.
        static func reset(of user: User) -> Target {
            guard case .email(let address)? = user.mfa else { return mail(of: user) }
            return Target(recipient: address, channel: .email)
        }
    }

    /// The value of `challenge_type`.
    var challengeType: String {
        switch self {
        case .password: NativeChallenge.password
        case .code: NativeChallenge.oneTimeCode
        }
    }

    /// Returns the user's first factor: a password if the account has one, otherwise a code to the mail address. Returns nil
    /// for an account of another provider or another tenant, which can sign in only in a browser.
    static func first(of user: User, in tenant: TenantID) -> NativeMethod? {
        guard user.identityProvider == nil, !user.isGuest(in: tenant) else { return nil }
        return user.hasPassword ? .password : .code(.mail(of: user))
    }

    var target: Target? {
        if case .code(let target) = self { target } else { nil }
    }

    /// Returns an ID that stays the same across requests.
    private func id(of user: User) -> String {
        GUID(derivedFrom: "authentication method", user.id.description, target?.recipient ?? challengeType).description
    }

    /// Throws AADSTS90100 if the request selects another method.
    func checkChosen(by request: NativeRequest, _ user: User) throws(EntraError) {
        guard let chosen = request[NativeParameter.methodID], !chosen.isExactlyIgnoringASCIICase(id(of: user))
        else { return }
        throw EntraError(.invalidParameter, [.parameter: NativeParameter.methodID])
    }

    /// Returns the method as an element of `methods`. A password has an empty channel and hint, because SDKs require strings.
    func json(of user: User) -> JSONValue {
        .object([
            .init("id", .string(id(of: user))), .init(NativeParameter.challengeType, .string(challengeType)),
            .init(NativeParameter.challengeChannel, .string(target?.channel.rawValue ?? "")),
            .init("login_hint", .string(target.map { NativeCode.masked($0.recipient) } ?? "")),
        ])
    }
}

/// The one-time codes of the native authentication API.
enum NativeCode {
    /// The form in which a response names the recipient of a code.
    enum Destination {
        /// The address is masked, so that only its owner recognizes it.
        case masked
        /// The address is shown as the client sent it.
        case unmasked

        func member(_ recipient: String) -> JSONValue.Member {
            switch self {
            case .masked: .init(NativeParameter.challengeTargetLabel, .string(NativeCode.masked(recipient)))
            case .unmasked: .init(NativeParameter.challengeTarget, .string(recipient))
            }
        }
    }

    /// Sends a code and returns the response members that clients need (docs/reference/wire.md#native-auth-responses).
    static func send(
        to recipient: String, by channel: Outbox.Channel, user: User?, destination: Destination = .masked,
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
                .init("binding_method", .string("prompt")), destination.member(recipient),
                .init(NativeParameter.challengeChannel, .string(channel.rawValue)),
                .init("code_length", .integer(Int64(code.code.utf8.count))),
                .init("interval", .integer(Int64(settings.oneTimeCodeInterval))))
        )
    }

    /// Sends a code for a second factor and uses up the continuation token. Throws AADSTS550024 (`provider_blocked_by_rep`) if
    /// the person was sent too many codes.
    static func sendProof(
        to recipient: String, by channel: Outbox.Channel, user: User, destination: Destination = .masked,
        _ token: ContinuationToken, for request: NativeRequest
    ) throws(EntraError) -> (code: PendingCode, members: NativeResponse) {
        let allowance = CodeRateLimit(user, request.services)
        guard try allowance.allowsAnotherCode else { throw EntraError(.nativeAccessDenied, suberror: .providerBlocked) }
        try token.use(request.services)
        _ = try allowance.take()
        return try send(to: recipient, by: channel, user: user, destination: destination, for: request)
    }

    /// Checks a code. A correct code stays valid with its continuation token, so that a request that fails later can be
    /// repeated. `user` is nil at sign-up. Throws AADSTS50181 (`invalid_oob_value`) for a wrong code, AADSTS552003 for a code
    /// that is expired or was tried too often, AADSTS55200 if no code was sent, and AADSTS50053 while the person is locked out.
    static func check(
        _ code: String, as factor: Lockout.Factor = .first, against pending: PendingCode?, of user: User?,
        for request: NativeRequest
    ) throws(EntraError) {
        guard let pending else { throw EntraError(.continuationInvalid) }
        let lockout = user.map { Lockout(factor, of: $0.home, request.settings, request.services) }
        try lockout?.check()
        switch try OneTimeCode.verify(code, against: pending, services: request.services) {
        case .correct: try lockout?.forget()
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
