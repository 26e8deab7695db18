import Entra
import Formats

/// The steps of native authentication flows and the allowed transitions (docs/reference/wire.md#native-auth-flows). The table
/// below is the whole of the three state machines. Version 2 uses the same steps (`InteractionTable`). The raw values are in sealed
/// continuation tokens and stay as they are.
enum NativeStep: String, Sendable, CaseIterable {
    // The steps of a sign-in.
    case signInStarted
    case passwordRequired = "passwordWanted"
    case codeSent
    case secondFactorRequired = "secondFactorWanted"
    case secondFactorSent
    case registrationRequired = "registrationWanted"
    case registrationSent
    case registrationVerified
    case registered
    // The steps of a sign-up.
    case signUpStarted
    case signUpCodeSent
    case credentialRequired = "credentialWanted"
    case newPasswordRequired = "newPasswordWanted"
    case attributesRequired = "attributesWanted"
    case signedUp
    // The steps of a password reset.
    case resetStarted
    case resetCodeSent
    case resetVerified
    case resetSubmitted
    case resetDone
    // The steps of version 2 only: no scenario is chosen yet; a sign-up has no data yet; a text message waits for the risk
    // check; a sign-in receives its tokens through a code.
    case entered
    case signUpEntered
    case riskCheckRequired = "riskCheckWanted"
    case signedIn

    /// An action of a client: an endpoint and, if the endpoint accepts several kinds of input, the `grant_type`.
    struct Action: Hashable, Sendable {
        let endpoint: NativeEndpoint
        let grant: String?

        init(_ endpoint: NativeEndpoint, _ grant: String? = nil) {
            self.endpoint = endpoint
            self.grant = grant
        }
    }

    /// The allowed actions of each step. Any other action is rejected, and the step stays valid.
    static let next: [NativeStep: Set<Action>] = [
        .signInStarted: [Action(.challenge), Action(.introspect)],
        .passwordRequired: [Action(.token, "password"), Action(.challenge)],
        .codeSent: [Action(.token, "oob"), Action(.challenge)],
        .secondFactorRequired: [Action(.introspect), Action(.challenge)],
        .secondFactorSent: [
            Action(.token, "mfa_oob"), Action(.token, "oob"), Action(.challenge), Action(.introspect),
        ],
        .registrationRequired: [Action(.registerIntrospect), Action(.registerChallenge)],
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
        .credentialRequired: [Action(.signUpChallenge), Action(.signUpContinue, "password")],
        .newPasswordRequired: [Action(.signUpContinue, "password"), Action(.signUpChallenge)],
        .attributesRequired: [Action(.signUpContinue, "attributes")],
        .signedUp: [Action(.token, "continuation_token")],

        .resetStarted: [Action(.resetChallenge)],
        .resetCodeSent: [Action(.resetContinue, "oob"), Action(.resetChallenge)],
        .resetVerified: [Action(.resetSubmit)],
        .resetSubmitted: [Action(.resetPoll)],
        .resetDone: [Action(.token, "continuation_token")],

        .entered: [Action(.initiate), Action(.signUpStart), Action(.resetStart)],
        .signUpEntered: [Action(.signUpStart)],
        .riskCheckRequired: [Action(.challenge)],
        .signedIn: [Action(.token, "continuation_token")],
    ]

    /// Returns the `grant_type` values that an endpoint accepts at any step.
    static func grants(at endpoint: NativeEndpoint) -> Set<ByteString> {
        Set(exactly: next.values.joined().filter { $0.endpoint == endpoint }.compactMap(\.grant))
    }

    func allows(_ action: Action) -> Bool { NativeStep.next[self]?.contains(action) ?? false }
}
