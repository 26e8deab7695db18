import Crypto
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
        /// The address is repeated as the client sent it, and the response has no `interval`, because the client does not poll.
        case echoed

        func member(_ recipient: String) -> JSONValue.Member {
            switch self {
            case .masked: .init(NativeParameter.challengeTargetLabel, .string(NativeCode.masked(recipient)))
            case .echoed: .init(NativeParameter.challengeTarget, .string(recipient))
            }
        }
    }

    /// Sends a code in the stage of a token, and returns the response members that clients need
    /// (docs/reference/wire.md#native-auth-responses). `user` is nil at sign-up. Throws AADSTS701014 if the person was sent too
    /// many codes.
    static func send(
        to recipient: String, by channel: Outbox.Channel, user: User?, in token: ContinuationToken,
        for request: NativeRequest
    ) throws(EntraError) -> (code: PendingCode, members: NativeResponse) {
        let limit = CodeRateLimit(
            token.username, of: user, in: request.tenant, settings: request.settings, services: request.services)
        guard try limit.take() else { throw EntraError(.oneTimeCodeLimit) }
        return try deliver(to: recipient, by: channel, user: user, destination: .masked, in: token, for: request)
    }

    /// Sends a code for a second factor. Throws AADSTS550024 (`provider_blocked_by_rep`) if the person was sent too many codes.
    static func sendProof(
        to recipient: String, by channel: Outbox.Channel, user: User, destination: Destination = .masked,
        in token: ContinuationToken, for request: NativeRequest
    ) throws(EntraError) -> (code: PendingCode, members: NativeResponse) {
        guard try CodeRateLimit(user, settings: request.settings, services: request.services).take() else {
            throw EntraError(.nativeAccessDenied, suberror: .providerBlocked)
        }
        return try deliver(to: recipient, by: channel, user: user, destination: destination, in: token, for: request)
    }

    private static func deliver(
        to recipient: String, by channel: Outbox.Channel, user: User?, destination: Destination,
        in token: ContinuationToken, for request: NativeRequest
    ) throws(EntraError) -> (code: PendingCode, members: NativeResponse) {
        let settings = request.settings
        let sent = try request.services.count(
            .codesSentInStage(token.stage, request.tenant.id), within: Int64(settings.oneTimeCodeLifetime),
            renewing: true)
        let pending = pending(sent, to: recipient, user: user, in: token, for: request)
        try OneTimeCode.deliver(pending, by: channel, of: request.tenant.id, services: request.services)
        let interval = JSONValue.Member("interval", .integer(Int64(settings.oneTimeCodeInterval)))
        let members = NativeResponse(
            .init(NativeParameter.challengeType, .string(NativeChallenge.oneTimeCode)),
            .init("binding_method", .string("prompt")), destination.member(recipient),
            .init(NativeParameter.challengeChannel, .string(channel.rawValue)),
            .init("code_length", .integer(Int64(pending.code.utf8.count))))
        return (pending, destination == .masked ? members.with(interval) : members)
    }

    /// Returns the newest code of a stage, after the given number of codes. The code follows from the stage, which only the
    /// server can read in a token. An older token of the stage therefore leads to the newest code, and the store keeps no code.
    private static func pending(
        _ sent: EventCount, to recipient: String, user: User?, in token: ContinuationToken, for request: NativeRequest
    ) -> PendingCode {
        let parts = [token.stage.description, String(sent.count), String(sent.until.seconds), recipient]
        let digits = Digest.sha256(Array(parts.joined(separator: " ").utf8)).prefix(request.settings.oneTimeCodeLength)
        return PendingCode(
            id: GUID(derivedFrom: "one-time code of a stage", parts.joined(separator: " ")), recipient: recipient,
            code: user?.oneTimeCode ?? digits.map { String($0 % 10) }.joined(), expiresAt: sent.until.seconds,
            attempts: Int64(request.settings.oneTimeCodeAttempts))
    }

    /// Checks a code against the newest code of the token's stage. A correct code stays valid with its continuation token, so
    /// that a request that fails later can be repeated. `user` is nil at sign-up. Throws AADSTS50181 (`invalid_oob_value`) for a
    /// wrong code, AADSTS50182 for an expired code, the error for an expired token for a code that was tried too often, the
    /// endpoint's error for an invalid token if no code was sent, and AADSTS50053 while the person is locked out.
    static func check(
        _ code: String, as factor: Lockout.Factor = .first, in token: ContinuationToken, of user: User?,
        for request: NativeRequest
    ) throws(EntraError) {
        guard var pending = token.pendingCode else { throw request.invalidContinuation }
        let lockout = user.map { Lockout(factor, of: $0.home, request.settings, request.services) }
        try lockout?.check()
        let sent = try request.services.counted(
            .codesSentInStage(token.stage, request.tenant.id), within: Int64(request.settings.oneTimeCodeLifetime))
        // Without a count, the newest code has expired, or the server was restarted: the token then has its own code.
        if sent.count > 0 {
            pending = self.pending(sent, to: pending.recipient, user: user, in: token, for: request)
        }
        switch try OneTimeCode.verify(code, against: pending, services: request.services) {
        case .correct: try lockout?.forget()
        case .wrong:
            try lockout?.recordFailure()
            throw EntraError(.oneTimeCodeWrong)
        case .expired: throw EntraError(.oneTimeCodeExpired)
        case .usedUp: throw request.expiredContinuation
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
