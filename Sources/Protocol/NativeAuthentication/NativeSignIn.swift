import Directory
import Entra
import Formats
import Store

/// The sign-in (docs/reference/wire.md#native-auth-flows): initiate, challenge, introspect. The token endpoint then issues the
/// tokens.
enum NativeSignIn {
    /// Starts a sign-in. Throws AADSTS50034 (`user_not_found`) for an unknown username.
    static func initiate(_ request: NativeRequest) throws(EntraError) -> NativeResponse {
        let username = try request.required(Parameter.username)
        let offered = try request.offeredChallenges()
        let user = try request.knownUser(username)
        guard let method = NativeMethod.first(of: user, in: request.tenant.id),
            offered.containsExactly(method.challengeType)
        else { return needsMore }
        return NativeResponse(
            request.begin(.signInStarted, username: username, challengeTypes: offered).member(request.services))
    }

    private static var needsMore: NativeResponse {
        .redirect("The account needs a challenge type that the request does not offer.")
    }

    /// Starts the challenge of the current factor. Throws AADSTS90100 if the request's `id` selects no method of the user.
    static func challenge(_ request: NativeRequest, _ journey: OpenedContinuation) throws(EntraError) -> NativeResponse
    {
        let token = journey.token
        let user = try request.user(of: journey)
        switch journey.step {
        case .secondFactorRequired, .secondFactorSent, .riskCheckRequired:
            return try NativeSecondFactor.challenge(request, token, of: user)
        default: break
        }
        let services = request.services
        guard let method = NativeMethod.first(of: user, in: request.tenant.id),
            request.offers(method.challengeType, token)
        else { return needsMore }
        try method.checkChosen(by: request, user)
        switch method {
        case .password:
            return NativeResponse(.init(NativeParameter.challengeType, .string(method.challengeType))).with(
                token.renewed(at: .passwordRequired, services).member(services))
        case .code(let target):
            let sent = try NativeCode.send(
                to: target.recipient, by: target.channel, user: user, in: token, for: request)
            let next = token.renewed(at: .codeSent, services) { $0.pendingCode = sent.code }
            return sent.members.with(next.member(services))
        }
    }

    /// Returns the method that `challenge` uses: the second factor if one is required, otherwise the first factor.
    static func introspect(_ request: NativeRequest, _ journey: OpenedContinuation) throws(EntraError) -> NativeResponse
    {
        let token = journey.token
        let user = try request.user(of: journey)
        let isSecond = journey.step == .secondFactorRequired || journey.step == .secondFactorSent
        let method: NativeMethod? =
            isSecond
            ? NativeSecondFactor.target(of: user).map(NativeMethod.code)
            : NativeMethod.first(of: user, in: request.tenant.id)
        guard let method else { return NativeSecondFactor.needsBrowser }
        let next = token.renewed(at: isSecond ? .secondFactorRequired : .signInStarted, request.services)
        return NativeResponse(next.member(request.services), .init("methods", .array([method.json(of: user)])))
    }
}

/// The second factor of a sign-in: the user's method, and the code that is sent to it
/// (docs/reference/wire.md#native-auth-responses, docs/reference/wire.md#native-auth-flows).
enum NativeSecondFactor {
    /// Returns the recipient of the user's registered method, or nil if the method needs a browser, as an authenticator app
    /// does.
    static func target(of user: User) -> NativeMethod.Target? {
        switch user.mfa {
        case .email(let address): .init(recipient: address, channel: .email)
        case .sms(let number): .init(recipient: number, channel: .sms)
        case .code: .mail(of: user)
        case .authenticator, .push, nil: nil
        }
    }

    /// Sends a code to the registered method. Throws AADSTS90100 if the request selects another method.
    static func challenge(
        _ request: NativeRequest, _ token: ContinuationToken, of user: User
    ) throws(EntraError) -> NativeResponse {
        let services = request.services
        guard let target = target(of: user), request.offers(NativeChallenge.oneTimeCode, token) else {
            return needsBrowser
        }
        try NativeMethod.code(target).checkChosen(by: request, user)
        let sent = try NativeCode.sendProof(
            to: target.recipient, by: target.channel, user: user, in: token, for: request)
        let next = token.renewed(at: .secondFactorSent, services) { $0.pendingCode = sent.code }
        return sent.members.with(next.member(services))
    }

    static var needsBrowser: NativeResponse { .redirect("The registered method needs a browser.") }
}
