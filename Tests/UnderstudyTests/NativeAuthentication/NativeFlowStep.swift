import Entra

/// The steps of the native authentication flows (docs/reference/wire.md#native-auth-flows): how a client reaches each step, and
/// which actions are valid in the step.
enum NativeFlowStep: String, CaseIterable, Sendable {
    case signInStarted, passwordRequired, codeSent, secondFactorRequired, secondFactorSent
    case registrationRequired, registrationSent, registrationVerified, registered
    case signUpStarted, signUpCodeSent, credentialRequired, newPasswordRequired, attributesRequired, signedUp
    case resetStarted, resetCodeSent, resetVerified, resetSubmitted, resetDone

    static let password = "Understudy!1"
    static let newPassword = "Brand-New 42"
    static let newUser = "new@customer.example"
    static let attributes = #"{"displayName": "New Customer", "city": "Oslo"}"#

    /// A request that continues a flow: an endpoint and, if the endpoint takes several, the `grant_type`.
    struct Action: Hashable, Sendable, CustomStringConvertible {
        let endpoint: NativeEndpoint
        let grant: String?

        init(_ endpoint: NativeEndpoint, _ grant: String? = nil) {
            self.endpoint = endpoint
            self.grant = grant
        }

        var description: String { endpoint.rawValue + (grant.map { " \($0)" } ?? "") }

        /// Whether the action asks for another challenge or for methods, after which the older token stays valid.
        var keepsOlderToken: Bool {
            switch endpoint {
            case .challenge, .introspect, .signUpChallenge, .resetChallenge, .registerIntrospect, .registerChallenge:
                true
            default: false
            }
        }

        /// The rejection of an invalid continuation token, which depends on the endpoint (documentation B19).
        var invalidToken: Outcome {
            switch endpoint {
            case .initiate, .challenge, .introspect, .token: .jsonError(400, "invalid_request", 55000)
            case .signUpChallenge: .jsonError(400, "invalid_grant", 55200)
            default: .jsonError(400, "invalid_request", 55200)
            }
        }

        static let all: [Action] =
            [
                .challenge, .introspect, .signUpChallenge, .resetChallenge, .resetSubmit, .resetPoll,
                .registerIntrospect, .registerChallenge,
            ].map { Action($0) }
            + ["password", "oob", "mfa_oob", "continuation_token"].map { Action(.token, $0) }
            + ["password", "oob", "attributes"].map { Action(.signUpContinue, $0) }
            + [Action(.resetContinue, "oob")]
            + ["oob", "continuation_token"].map { Action(.registerContinue, $0) }
    }

    /// The transitions of the state machines: for each step, the valid actions and their results. A result is `ok` or the error
    /// that carries the next continuation token.
    static let validActions: [NativeFlowStep: [Action: String]] = [
        .signInStarted: [Action(.challenge): "ok", Action(.introspect): "ok"],
        .passwordRequired: [Action(.token, "password"): "ok", Action(.challenge): "ok"],
        .codeSent: [Action(.token, "oob"): "ok", Action(.challenge): "ok"],
        .secondFactorRequired: [Action(.introspect): "ok", Action(.challenge): "ok"],
        .secondFactorSent: [
            Action(.token, "mfa_oob"): "ok", Action(.token, "oob"): "ok", Action(.challenge): "ok",
            Action(.introspect): "ok",
        ],
        .registrationRequired: [Action(.registerIntrospect): "ok", Action(.registerChallenge): "ok"],
        .registrationSent: [
            Action(.registerContinue, "oob"): "ok", Action(.registerChallenge): "ok",
            Action(.registerIntrospect): "ok",
        ],
        .registrationVerified: [
            Action(.registerContinue, "continuation_token"): "ok", Action(.registerChallenge): "ok",
        ],
        .registered: [Action(.token, "continuation_token"): "ok"],
        .signUpStarted: [Action(.signUpChallenge): "ok"],
        .signUpCodeSent: [
            Action(.signUpContinue, "oob"): "credential_required",
            Action(.signUpContinue, "password"): "verification_required",
            Action(.signUpContinue, "attributes"): "verification_required", Action(.signUpChallenge): "ok",
        ],
        .credentialRequired: [
            Action(.signUpChallenge): "ok", Action(.signUpContinue, "password"): "attributes_required",
        ],
        .newPasswordRequired: [
            Action(.signUpContinue, "password"): "attributes_required", Action(.signUpChallenge): "ok",
        ],
        .attributesRequired: [Action(.signUpContinue, "attributes"): "ok"],
        .signedUp: [Action(.token, "continuation_token"): "ok"],
        .resetStarted: [Action(.resetChallenge): "ok"],
        .resetCodeSent: [Action(.resetContinue, "oob"): "ok", Action(.resetChallenge): "ok"],
        .resetVerified: [Action(.resetSubmit): "ok"],
        .resetSubmitted: [Action(.resetPoll): "ok"],
        .resetDone: [Action(.token, "continuation_token"): "ok"],
    ]

    /// The previous step and the action that leads from there to this step, or nil for the first step of a flow.
    private var origin: (step: NativeFlowStep, action: Action)? {
        switch self {
        case .signInStarted, .signUpStarted, .resetStarted: nil
        case .passwordRequired, .codeSent: (.signInStarted, Action(.challenge))
        case .secondFactorRequired, .registrationRequired: (.passwordRequired, Action(.token, "password"))
        case .secondFactorSent: (.secondFactorRequired, Action(.challenge))
        case .registrationSent: (.registrationRequired, Action(.registerChallenge))
        case .registrationVerified: (.resetDone, Action(.token, "continuation_token"))
        case .registered: (.registrationSent, Action(.registerContinue, "oob"))
        case .signUpCodeSent: (.signUpStarted, Action(.signUpChallenge))
        case .credentialRequired: (.signUpCodeSent, Action(.signUpContinue, "oob"))
        case .newPasswordRequired: (.credentialRequired, Action(.signUpChallenge))
        case .attributesRequired: (.newPasswordRequired, Action(.signUpContinue, "password"))
        case .signedUp: (.attributesRequired, Action(.signUpContinue, "attributes"))
        case .resetCodeSent: (.resetStarted, Action(.resetChallenge))
        case .resetVerified: (.resetCodeSent, Action(.resetContinue, "oob"))
        case .resetSubmitted: (.resetVerified, Action(.resetSubmit))
        case .resetDone: (.resetSubmitted, Action(.resetPoll))
        }
    }

    /// The user of the flow, if the user matters.
    private var user: String {
        switch self {
        case .codeSent: "olga"
        case .secondFactorRequired, .secondFactorSent: "mia"
        default: "casey"
        }
    }

    private var requiresSecondFactor: Bool {
        switch self {
        case .secondFactorRequired, .secondFactorSent, .registrationRequired, .registrationSent, .registrationVerified,
            .registered:
            true
        default: false
        }
    }

    /// Returns an application that has reached this step.
    func reached(_ app: NativeApp? = nil) throws -> NativeApp {
        let app = try app ?? NativeLab.app()
        if requiresSecondFactor { app.clientID = NativeLab.guarded }
        try advance(app, as: user)
        return app
    }

    private func advance(_ app: NativeApp, as user: String) throws {
        guard let (step, action) = origin else {
            switch self {
            case .signUpStarted: try app.send(.signUpStart, ["username": NativeFlowStep.newUser])
            case .resetStarted: try app.send(.resetStart, ["username": "\(user)@woodgrove.example"])
            default: try app.send(.initiate, ["username": "\(user)@woodgrove.example"])
            }
            return
        }
        try step.advance(app, as: user)
        try NativeFlowStep.perform(action, app)
        if self == .registrationVerified {
            try NativeFlowStep.perform(Action(.registerChallenge), app, ["challenge_target": "casey@mail.example"])
        }
    }

    /// Performs an action with valid parameters.
    @discardableResult
    static func perform(_ action: Action, _ app: NativeApp, _ changes: Parameters = [:]) throws -> TestResponse {
        try app.send(action.endpoint, fields(of: action, app).with(changes))
    }

    /// Returns the complete form of an action.
    static func form(_ action: Action, _ app: NativeApp) -> Parameters {
        app.common(action.endpoint).with(fields(of: action, app))
    }

    private static func fields(of action: Action, _ app: NativeApp) -> Parameters {
        let newest = app.codes.first
        let form: Parameters =
            switch (action.endpoint, action.grant) {
            case (_, "oob"), (_, "mfa_oob"): ["oob": newest ?? "00000000"]
            case (.token, "password"): ["password": password]
            case (.token, "continuation_token"): ["username": newUser]
            case (.signUpContinue, "password"): ["password": newPassword]
            case (_, "attributes"): ["attributes": attributes]
            case (.resetSubmit, _): ["new_password": newPassword]
            case (.registerChallenge, _):
                [
                    "challenge_type": "oob", "challenge_target": "casey@elsewhere.example",
                    "challenge_channel": "email",
                ]
            default: [:]
            }
        return form.with(["grant_type": action.grant])
    }

    /// Every transition, in a stable order.
    static let transitions: [Transition] = allCases.flatMap { step in
        (validActions[step] ?? [:]).sorted { $0.key.description < $1.key.description }.map {
            Transition(step: step, action: $0.key, result: $0.value)
        }
    }

    struct Transition: Row {
        let step: NativeFlowStep
        let action: Action
        let result: String
        var name: String { "\(step.rawValue) → \(action)" }
    }
}

extension TestResponse {
    /// The result in the format of `NativeFlowStep.validActions`: `ok` or the error.
    var nativeResult: String { status == 200 ? error ?? "ok" : error ?? "" }
}
