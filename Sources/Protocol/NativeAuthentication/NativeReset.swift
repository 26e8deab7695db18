import Directory
import Entra
import Formats
import Store

/// The self-service password reset (docs/reference/wire.md#native-auth-flows): start, challenge, continue, submit, poll.
enum NativeReset {
    /// The time between two polls for the end of the reset, in seconds.
    private static let pollInterval: Int64 = 2
    /// The member with the result of a poll.
    static let status = "status"

    /// Starts a reset. Throws AADSTS50034 (`user_not_found`), and AADSTS500222 for an account without a password in this
    /// tenant.
    static func start(_ request: NativeRequest) throws(EntraError) -> NativeResponse {
        let username = try request.required(Parameter.username)
        let offered = try request.offeredChallenges()
        let user = try request.knownUser(username)
        guard user.hasPassword, !user.isGuest(in: request.tenant.id) else { throw EntraError(.passwordAbsentForReset) }
        guard offered.containsExactly(NativeChallenge.oneTimeCode) else {
            return needsCode
        }
        return NativeResponse(
            request.begin(.resetStarted, username: username, challengeTypes: offered).member(request.services))
    }

    private static var needsCode: NativeResponse {
        .redirect("A password reset needs a one-time code, but the request does not offer the challenge type oob.")
    }

    static func challenge(_ request: NativeRequest, _ journey: OpenedContinuation) throws(EntraError) -> NativeResponse
    {
        let services = request.services
        let user = try request.user(of: journey)
        guard request.offers(NativeChallenge.oneTimeCode, journey.token) else { return needsCode }
        let target = NativeMethod.Target.reset(of: user)
        let sent = try NativeCode.send(
            to: target.recipient, by: target.channel, user: user, in: journey.token, for: request)
        let next = journey.token.renewed(at: .resetCodeSent, services) { $0.pendingCode = sent.code }
        return sent.members.with(next.member(services))
    }

    static func proceed(_ request: NativeRequest, _ journey: OpenedContinuation) throws(EntraError) -> NativeResponse {
        let services = request.services
        let user = try request.user(of: journey)
        let code = try request.required(NativeParameter.oneTimeCode)
        try NativeCode.check(code, in: journey.token, of: user, for: request)
        try journey.token.use(for: request)
        let next = journey.token.advanced(to: .resetVerified, services) { $0.pendingCode = nil }
        return NativeResponse(next.member(services), .init("expires_in", .integer(ContinuationToken.lifetime)))
    }

    /// Sets the new password. Throws AADSTS399246 with the violated password rule.
    static func submit(_ request: NativeRequest, _ journey: OpenedContinuation) throws(EntraError) -> NativeResponse {
        let services = request.services
        let user = try request.user(of: journey)
        let password = try request.required(NativeParameter.newPassword)
        try NativePassword.check(password, of: journey.token.username, current: user.password)
        try journey.token.use(for: request)
        let outcome = try services.edit(request.tenant.id) { edit in
            edit.update(user.id) { $0.choosePassword(password, at: services.now) }
        } ending: {
            $0 == .done ? .user(user.home) : nil
        }
        guard outcome == .done else { throw request.invalidContinuation }
        // The new sequence number keeps this flow valid after the revocation. All other flows of the user end.
        let next = journey.token.advanced(to: .resetSubmitted, services) { $0.order = services.store.nextOrder() }
        return NativeResponse(next.member(services), .init("poll_interval", .integer(pollInterval)))
    }

    /// Returns the progress of the reset. While the reset is in progress, the client polls with the same token.
    static func poll(_ request: NativeRequest, _ journey: OpenedContinuation) throws(EntraError) -> NativeResponse {
        let services = request.services
        _ = try request.user(of: journey)
        guard services.now.seconds - journey.token.issuedAt >= Int64(request.settings.passwordResetDuration) else {
            return NativeResponse(.init(status, .string("in_progress")))
        }
        try journey.token.use(for: request)
        let next = journey.token.advanced(to: .resetDone, services) { $0.methods = ["otp", "pwd"] }
        return NativeResponse(.init(status, .string("succeeded")), next.member(services))
    }
}
