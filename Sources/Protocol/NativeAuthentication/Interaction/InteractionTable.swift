import Entra

/// The mapping from version 2 of the native authentication API to the steps of version 1: the links in the response of each
/// step, and the action of version 1 for each link (docs/reference/wire.md#native-auth-v2). A step without links ends a flow,
/// and the client returns to `authorize-challenge`.
enum InteractionTable {
    typealias Action = NativeStep.Action

    static let links: [NativeStep: [InteractionLink: Action]] = [
        .entered: [
            .signIn: Action(.initiate), .signUp: Action(.signUpStart), .resetPassword: Action(.resetStart),
        ],

        .signInStarted: [.challenge: Action(.challenge)],
        .passwordWanted: [.verify: Action(.token, "password")],
        .codeSent: [.verify: Action(.token, "oob"), .challenge: Action(.challenge)],
        .secondFactorWanted: [.challenge: Action(.challenge)],
        .riskCheckWanted: [.riskVerify: Action(.challenge)],
        .secondFactorSent: [.verify: Action(.token, "mfa_oob"), .challenge: Action(.challenge)],

        .signUpEntered: [.submitAttributes: Action(.signUpStart)],
        .signUpCodeSent: [.verify: Action(.signUpContinue, "oob"), .challenge: Action(.signUpChallenge)],
        .credentialWanted: [.submitAttributes: Action(.signUpContinue, "password")],
        .attributesWanted: [.submitAttributes: Action(.signUpContinue, "attributes")],

        .resetStarted: [.challenge: Action(.resetChallenge)],
        .resetCodeSent: [.verify: Action(.resetContinue, "oob"), .challenge: Action(.resetChallenge)],
        .resetVerified: [.update: Action(.resetSubmit)],
        .resetSubmitted: [.poll: Action(.resetPoll)],
    ]

    /// The values of `action`. A client does the first action in this order whose link the step has.
    static let actions: [(link: InteractionLink, name: String)] = [
        (.verify, "verify"), (.riskVerify, "riskverify"), (.challenge, "challenge"),
        (.submitAttributes, "collectAttributes"), (.update, "update"),
        (.poll, "poll"),
    ]

    /// The purpose of a flow, by the link that began it.
    static let scenarios: [InteractionLink: String] = [
        .signIn: "signIn", .signUp: "signUp", .resetPassword: "recovery",
    ]

    /// The parameter of version 1 for the single value of a version 2 request.
    static let fields: [Action: (json: String, form: String)] = [
        Action(.initiate): ("username", Parameter.username),
        Action(.resetStart): ("username", Parameter.username),
        Action(.token, "password"): ("password", Parameter.password),
        Action(.token, "oob"): ("otp", NativeParameter.oneTimeCode),
        Action(.token, "mfa_oob"): ("otp", NativeParameter.oneTimeCode),
        Action(.signUpContinue, "oob"): ("otp", NativeParameter.oneTimeCode),
        Action(.resetContinue, "oob"): ("otp", NativeParameter.oneTimeCode),
        Action(.resetSubmit): ("newPassword", NativeParameter.newPassword),
    ]
}
