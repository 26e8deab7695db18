import Directory
import Entra
import State
import Wire

/// Sign-in: initiate, challenge, introspect; the tokens come from the token endpoint (msal-wire §7.6).
enum NativeSignIn {
    /// Throws AADSTS50034 (`user_not_found`) for an unknown user name.
    static func initiate(_ request: NativeRequest) throws(EntraError) -> NativeReply {
        let username = try request.required(Parameter.username)
        let offered = try request.offeredChallenges()
        guard let user = request.user(named: username) else { throw request.unknownUser(username) }
        guard method(of: user, offered) != nil else {
            return .redirect("The account needs a way to sign in that the application does not offer.")
        }
        return NativeReply(
            request.begin(.signInStarted, username: username, challengeTypes: offered).member(request.services))
    }

    /// How the user proves themselves first: by password where the account has one, else by a code sent to the mail address.
    private static func method(of user: User, _ offered: [String]) -> String? {
        let wanted = user.password != nil ? NativeChallenge.password : NativeChallenge.oneTimeCode
        return offered.contains(wanted) ? wanted : nil
    }

    static func challenge(_ request: NativeRequest, _ journey: OpenedJourney) throws(EntraError) -> NativeReply {
        let token = journey.token
        guard let user = request.user(named: token.username) else { throw request.unknownUser(token.username) }
        switch journey.step {
        case .secondFactorWanted, .secondFactorSent, .riskCheckWanted:
            return try NativeSecondFactor.challenge(request, token, of: user)
        default: break
        }
        let offered = request.words([NativeParameter.challengeType])
        let services = request.services
        switch method(of: user, offered.isEmpty ? token.challengeTypes : offered) {
        case NativeChallenge.password?:
            try token.use(services)
            return NativeReply(.init(NativeParameter.challengeType, .string(NativeChallenge.password))).with(
                token.advanced(to: .passwordWanted, services).member(services))
        case nil: return .redirect("The account needs a way to sign in that the application does not offer.")
        default: break
        }
        try token.use(services)
        let sent = try NativeCode.send(to: user.mail ?? user.userPrincipalName, by: .email, user: user, for: request)
        let next = token.advanced(to: .codeSent, services) { $0.pendingCode = sent.code }
        return sent.members.with(next.member(services))
    }

    /// The methods to choose from: the second factors where one is wanted, else the first one's.
    static func introspect(_ request: NativeRequest, _ journey: OpenedJourney) throws(EntraError) -> NativeReply {
        let name = journey.token.username
        guard let user = request.user(named: name) else { throw request.unknownUser(name) }
        return try NativeSecondFactor.introspect(request, journey, of: user)
    }
}
