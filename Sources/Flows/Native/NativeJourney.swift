import Entra
import Wire

/// Where a native authentication journey stands, and what may come next (docs/reference/wire.md#native-auth-flows). The whole of
/// the three state machines is the table below; version 2 walks the same (`InteractionTable`).
enum NativeStep: String, Sendable, CaseIterable {
    // Sign-in.
    case signInStarted
    case passwordWanted
    case codeSent
    case secondFactorWanted
    case secondFactorSent
    case registrationWanted
    case registrationSent
    case registrationVerified
    case registered
    // Sign-up.
    case signUpStarted
    case signUpCodeSent
    case credentialWanted
    case newPasswordWanted
    case attributesWanted
    case signedUp
    // Password reset.
    case resetStarted
    case resetCodeSent
    case resetVerified
    case resetSubmitted
    case resetDone
    // Version 2: nothing chosen yet; a sign-up of which nothing is known; a text message that waits for a look at the risk; a
    // sign-in whose tokens come by a code.
    case entered
    case signUpEntered
    case riskCheckWanted
    case signedIn

    /// What a client may ask for: an endpoint, and where that takes several kinds of answer, the `grant_type`.
    struct Action: Hashable, Sendable {
        let endpoint: NativeEndpoint
        let grant: String?

        init(_ endpoint: NativeEndpoint, _ grant: String? = nil) {
            self.endpoint = endpoint
            self.grant = grant
        }
    }

    /// From each step, the actions that go on. Anything else there is refused, and the step stays good.
    static let next: [NativeStep: Set<Action>] = [
        .signInStarted: [Action(.challenge), Action(.introspect)],
        .passwordWanted: [Action(.token, "password"), Action(.challenge)],
        .codeSent: [Action(.token, "oob"), Action(.challenge)],
        .secondFactorWanted: [Action(.introspect), Action(.challenge)],
        .secondFactorSent: [
            Action(.token, "mfa_oob"), Action(.token, "oob"), Action(.challenge), Action(.introspect),
        ],
        .registrationWanted: [Action(.registerIntrospect), Action(.registerChallenge)],
        .registrationSent: [
            Action(.registerContinue, "oob"), Action(.registerChallenge), Action(.registerIntrospect),
        ],
        .registrationVerified: [Action(.registerContinue, "continuation_token"), Action(.registerChallenge)],
        .registered: [Action(.token, "continuation_token")],

        .signUpStarted: [Action(.signUpChallenge)],
        .signUpCodeSent: [
            Action(.signUpContinue, "oob"), Action(.signUpContinue, "password"), Action(.signUpContinue, "attributes"),
            Action(.signUpChallenge),
        ],
        .credentialWanted: [Action(.signUpChallenge), Action(.signUpContinue, "password")],
        .newPasswordWanted: [Action(.signUpContinue, "password"), Action(.signUpChallenge)],
        .attributesWanted: [Action(.signUpContinue, "attributes")],
        .signedUp: [Action(.token, "continuation_token")],

        .resetStarted: [Action(.resetChallenge)],
        .resetCodeSent: [Action(.resetContinue, "oob"), Action(.resetChallenge)],
        .resetVerified: [Action(.resetSubmit)],
        .resetSubmitted: [Action(.resetPoll)],
        .resetDone: [Action(.token, "continuation_token")],

        .entered: [Action(.initiate), Action(.signUpStart), Action(.resetStart)],
        .signUpEntered: [Action(.signUpStart)],
        .riskCheckWanted: [Action(.challenge)],
        .signedIn: [Action(.token, "continuation_token")],
    ]

    /// What an endpoint takes as `grant_type`, at whatever step.
    static func grants(at endpoint: NativeEndpoint) -> Set<ExactString> {
        Set(exactly: next.values.joined().filter { $0.endpoint == endpoint }.compactMap(\.grant))
    }

    func allows(_ action: Action) -> Bool { NativeStep.next[self]?.contains(action) ?? false }
}
