import Formats

/// The endpoints of native authentication API version 1 (docs/reference/wire.md#native-auth-endpoints). The raw value is the
/// endpoint's name in Microsoft's own test contract (docs/reference/wire.md#native-contract).
package enum NativeEndpoint: String, Sendable, CaseIterable {
    case initiate = "SignInInitiate"
    case challenge = "SignInChallenge"
    case introspect = "SignInIntrospect"
    case token = "SignInToken"
    case signUpStart = "SignUpStart"
    case signUpChallenge = "SignUpChallenge"
    case signUpContinue = "SignUpContinue"
    case resetStart = "SSPRStart"
    case resetChallenge = "SSPRChallenge"
    case resetContinue = "SSPRContinue"
    case resetSubmit = "SSPRSubmit"
    case resetPoll = "SSPRPoll"
    case registerIntrospect = "JITIntrospect"
    case registerChallenge = "JITChallenge"
    case registerContinue = "JITContinue"

    /// The short name, derived from the path, such as `initiate` or `signup-start`. The token endpoint has its usual name.
    package var name: String {
        let parts = path.pieces(separatedBy: "/")
        guard let flow = parts.first, let step = parts.last, flow != "oauth2" else {
            return parts.last ?? path
        }
        return "\(flow)-\(step)"
    }

    /// The path below the tenant.
    package var path: String {
        switch self {
        case .initiate: "oauth2/v2.0/initiate"
        case .challenge: "oauth2/v2.0/challenge"
        case .introspect: "oauth2/v2.0/introspect"
        case .token: "oauth2/v2.0/token"
        case .signUpStart: "signup/v1.0/start"
        case .signUpChallenge: "signup/v1.0/challenge"
        case .signUpContinue: "signup/v1.0/continue"
        case .resetStart: "resetpassword/v1.0/start"
        case .resetChallenge: "resetpassword/v1.0/challenge"
        case .resetContinue: "resetpassword/v1.0/continue"
        case .resetSubmit: "resetpassword/v1.0/submit"
        case .resetPoll: "resetpassword/v1.0/poll_completion"
        case .registerIntrospect: "register/v1.0/introspect"
        case .registerChallenge: "register/v1.0/challenge"
        case .registerContinue: "register/v1.0/continue"
        }
    }
}
