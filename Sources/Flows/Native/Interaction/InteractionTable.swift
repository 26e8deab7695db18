import Entra

/// Version 2 of the native authentication API over the journeys of version 1: at each step, the links that its answer shows, and
/// the action of version 1 that each stands for (docs/reference/wire.md#native-auth-v2). A step without links is a journey's end:
/// it goes back to
/// `authorize-challenge`.
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

    /// What a client does next, as `action` names it: the first of a step's links in this order.
    static let actions: [(link: InteractionLink, name: String)] = [
        (.verify, "verify"), (.riskVerify, "riskverify"), (.challenge, "challenge"),
        (.submitAttributes, "collectAttributes"), (.update, "update"),
        (.poll, "poll"),
    ]

    /// What a journey is for, by the link that began it.
    static let scenarios: [InteractionLink: String] = [
        .signIn: "signIn", .signUp: "signUp", .resetPassword: "recovery",
    ]

    /// How version 1 calls the one thing that a request of version 2 tells.
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
