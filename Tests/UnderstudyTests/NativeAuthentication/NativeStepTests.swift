import Entra
import Formats
import TestTags
import Testing

/// Tests each transition of the native authentication state machines and each action that is not a transition.
@Suite struct NativeStepTests {
    @Test(
        "A transition returns a new continuation token, and only completing the step ends the old one",
        arguments: NativeFlowStep.transitions)
    func issuesNewTokenAndEndsOldOneAfterCompletion(_ row: NativeFlowStep.Transition) throws {
        let app = try row.step.reached()
        let oldToken = app.token
        let response = try NativeFlowStep.perform(row.action, app)
        #expect(response.nativeResult == row.result)
        let isEnd = row.action.endpoint == .token
        #expect(isEnd || (response["continuation_token"] != nil && response["continuation_token"] != oldToken))
        app.token = oldToken
        let repeated = try NativeFlowStep.perform(row.action, app)
        if row.action.keepsOlderToken || row.result == "verification_required" {
            #expect(repeated.nativeResult == row.result)
        } else {
            #expect(repeated.outcome == row.action.invalidToken)
        }
    }

    /// The steps in which a code was sent, with the actions that send another one and that submit it. The sources are the suites
    /// that keep the state from before a resend.
    static let resends:
        [(source: String, step: NativeFlowStep, again: NativeFlowStep.Action, submit: NativeFlowStep.Action)] = [
            ("iOS e2e 2.2.5", .codeSent, .init(.challenge), .init(.token, "oob")),
            ("iOS e2e 1.1.5", .signUpCodeSent, .init(.signUpChallenge), .init(.signUpContinue, "oob")),
            ("iOS e2e 3.1.4", .resetCodeSent, .init(.resetChallenge), .init(.resetContinue, "oob")),
            ("iOS e2e MFA", .secondFactorSent, .init(.challenge), .init(.token, "mfa_oob")),
            ("iOS e2e JIT", .registrationSent, .init(.registerChallenge), .init(.registerContinue, "oob")),
        ]

    @Test("After a resend, the older token accepts the newest code only", arguments: resends)
    func acceptsNewestCodeWithOlderToken(
        _ row: (source: String, step: NativeFlowStep, again: NativeFlowStep.Action, submit: NativeFlowStep.Action)
    ) throws {
        let app = try row.step.reached()
        let older = (token: app.token, code: try #require(app.codes.first))
        for _ in 0..<2 { #expect(try NativeFlowStep.perform(row.again, app).status == 200) }
        let newer = app.token
        app.token = older.token
        let stale = try NativeFlowStep.perform(row.submit, app, ["oob": older.code])
        #expect(stale.outcome == .jsonError(400, "invalid_grant", 50181), "\(row.source)")
        let accepted = try NativeFlowStep.perform(row.submit, app)
        #expect(["ok", "credential_required"].contains(accepted.nativeResult), "\(row.source)")
        // Completing the step ends every token of the step.
        for token in [older.token, newer] {
            app.token = token
            #expect(try NativeFlowStep.perform(row.submit, app).outcome == row.submit.invalidToken, "\(row.source)")
            #expect(try NativeFlowStep.perform(row.again, app).outcome == row.again.invalidToken, "\(row.source)")
        }
    }

    @Test("A challenge with the token from before introspection sends a code (Android, get other auth methods)")
    func challengesWithTokenFromBeforeIntrospection() throws {
        for (step, introspect, challenge) in [
            (.secondFactorRequired, .introspect, .challenge),
            (.registrationRequired, .registerIntrospect, .registerChallenge),
        ] as [(NativeFlowStep, NativeEndpoint, NativeEndpoint)] {
            let app = try step.reached()
            let before = app.token
            #expect(try app.send(introspect).status == 200)
            app.token = before
            #expect(try NativeFlowStep.perform(.init(challenge), app).status == 200)
        }
    }

    @Test("A code for another contact does not verify the contact of an older token")
    func bindsCodeToContactOfToken() throws {
        let app = try NativeFlowStep.registrationRequired.reached()
        let challenge = NativeFlowStep.Action(.registerChallenge)
        try NativeFlowStep.perform(challenge, app)
        let first = app.token
        try NativeFlowStep.perform(challenge, app, ["challenge_target": "other@elsewhere.example"])
        app.token = first
        let submitted = try NativeFlowStep.perform(.init(.registerContinue, "oob"), app)
        #expect(submitted["suberror"] == "invalid_oob_value")
    }

    @Test("A sign-in after sign-up requires the new user's name (documentation A9)")
    func requiresUsernameAfterSignUp() throws {
        let app = try NativeFlowStep.signedUp.reached()
        let action = NativeFlowStep.Action(.token, "continuation_token")
        for username in [nil, "", "casey@woodgrove.example", "nobody@woodgrove.example"] as [String?] {
            let rejected = try NativeFlowStep.perform(action, app, ["username": username])
            #expect(rejected.outcome == .jsonError(400, "invalid_request", 90100))
            #expect(rejected["error_description"]?.contains("username parameter is empty or not valid") == true)
        }
        #expect(try NativeFlowStep.perform(action, app).status == 200)
    }

    @Test(
        "An action that is not a transition of the step is rejected and changes nothing",
        arguments: NativeFlowStep.allCases
    )
    func rejectsActionOfAnotherStep(_ step: NativeFlowStep) throws {
        let app = try step.reached()
        let token = app.token
        let allowed = try #require(NativeFlowStep.validActions[step])
        for action in NativeFlowStep.Action.all where allowed[action] == nil {
            #expect(try NativeFlowStep.perform(action, app).outcome == action.invalidToken, "\(action)")
            #expect(app.token == token)
        }
        let transition = try #require(NativeFlowStep.transitions.first { $0.step == step })
        #expect(try NativeFlowStep.perform(transition.action, app).nativeResult == transition.result)
    }

    @Test("A step expires after ten minutes", .tags(.slow), arguments: NativeFlowStep.transitions)
    func expiresStepAfterTenMinutes(_ row: NativeFlowStep.Transition) throws {
        let app = try row.step.reached()
        app.entra.clock.advance(seconds: 599)
        let other = try row.step.reached()
        other.entra.clock.advance(seconds: 600)
        let response = try NativeFlowStep.perform(row.action, other)
        #expect(response.outcome == .jsonError(400, "expired_token", 552003))
        #expect(try NativeFlowStep.perform(row.action, app).nativeResult == row.result)
    }

    /// The steps whose actions take each parameter that is specific to the API.
    static let repeated: [(step: NativeFlowStep, name: String)] = [
        (.signInStarted, "challenge_type"), (.signInStarted, "id"), (.signInStarted, "continuation_token"),
        (.codeSent, "oob"), (.resetVerified, "new_password"), (.attributesRequired, "attributes"),
        (.registrationRequired, "challenge_target"), (.registrationRequired, "challenge_channel"),
        (.signUpStarted, "capabilities"), (.signUpStarted, "capability"),
    ]

    @Test("A repeated parameter is rejected by name and changes nothing", arguments: repeated)
    func rejectsRepeatedParameterByName(_ row: (step: NativeFlowStep, name: String)) throws {
        let app = try row.step.reached()
        let transition = try #require(NativeFlowStep.transitions.last { $0.step == row.step })
        let form = NativeFlowStep.form(transition.action, app)
        let once: Parameters = [row.name: "x"]
        let response = try app.site.post(
            "\(app.path)/\(transition.action.endpoint.path)",
            form.adding(form.names.contains(row.name) ? once : once.adding(once)))
        #expect(response.outcome == .jsonError(400, "invalid_request", 9_000_411))
        #expect(response["error_description"]?.contains("'\(row.name)'") == true)
        #expect(try NativeFlowStep.perform(transition.action, app).nativeResult == transition.result)
    }

    // MARK: - Requests that are invalid at any step

    private struct InvalidRequest: Sendable {
        let name: String
        /// The outcome, or nil for the rejection of an invalid token.
        let outcome: Outcome?
        let changes: @Sendable (String) -> Parameters
    }

    private static let invalid: Outcome? = nil

    private static let invalidRequests: [InvalidRequest] = [
        InvalidRequest(name: "no token", outcome: .jsonError(400, "invalid_request", 90100)) { _ in
            ["continuation_token": nil]
        },
        InvalidRequest(name: "an empty token", outcome: .jsonError(400, "invalid_request", 90100)) { _ in
            ["continuation_token": ""]
        },
        InvalidRequest(name: "a made-up token", outcome: invalid) { _ in ["continuation_token": "AQABAAEAAAAty"] },
        InvalidRequest(name: "a token with an additional letter", outcome: invalid) {
            ["continuation_token": $0 + "A"]
        },
        InvalidRequest(name: "a token without its end", outcome: invalid) {
            ["continuation_token": String($0.dropLast(2))]
        },
        InvalidRequest(name: "a token with a letter changed", outcome: invalid) { token in
            let middle = token.index(token.startIndex, offsetBy: token.count / 2)
            let letter = token[middle] == "A" ? "B" : "A"
            return ["continuation_token": token.replacing(token[middle...middle], with: letter, maxReplacements: 1)]
        },
        InvalidRequest(name: "a token of 60,000 letters", outcome: invalid) { _ in
            ["continuation_token": String(repeating: "A", count: 60_000)]
        },
        InvalidRequest(name: "no client", outcome: .jsonError(400, "invalid_request", 90100)) { _ in ["client_id": nil]
        },
        InvalidRequest(name: "an unknown client", outcome: .jsonError(400, "unauthorized_client", 700016)) { _ in
            ["client_id": "99999999-0000-4000-8000-000000000001"]
        },
        InvalidRequest(name: "a client of the browser", outcome: .jsonError(400, "invalid_client", 51000)) { _ in
            ["client_id": "cccccccc-0000-4000-8000-000000000003"]
        },
        InvalidRequest(name: "an unknown challenge type", outcome: .jsonError(400, "invalid_request", 90100)) { _ in
            ["challenge_type": "magic redirect"]
        },
        InvalidRequest(name: "another client", outcome: invalid) { _ in ["client_id": NativeLab.codes] },
    ]

    @Test("An invalid request leaves the flow in its step", .tags(.slow), arguments: NativeFlowStep.transitions)
    func keepsStepAfterInvalidRequest(_ row: NativeFlowStep.Transition) throws {
        let app = try row.step.reached()
        let token = try #require(app.token)
        for request in NativeStepTests.invalidRequests {
            // Without a continuation token the token endpoint handles the request as plain OAuth.
            if row.action.endpoint == .token, request.name == "no token" { continue }
            let response = try NativeFlowStep.perform(row.action, app, request.changes(token))
            #expect(response.outcome == request.outcome ?? row.action.invalidToken, "\(request.name)")
            #expect(response["continuation_token"] == nil, "\(request.name)")
        }
        if row.action.endpoint != .registerChallenge {
            let response = try NativeFlowStep.perform(row.action, app, ["challenge_type": "oob password"])
            #expect(response.outcome == .jsonError(400, "unsupported_challenge_type", 901007))
        }
        #expect(app.token == token)
        #expect(try NativeFlowStep.perform(row.action, app).nativeResult == row.result)
    }

    @Test("The test rows cover every endpoint and step")
    func coversEveryTransition() {
        let endpoints = Set(NativeFlowStep.transitions.map(\.action.endpoint))
        #expect(endpoints == Set(NativeEndpoint.allCases).subtracting([.initiate, .signUpStart, .resetStart]))
        #expect(NativeFlowStep.transitions.count == 37)
        #expect(Set(NativeFlowStep.transitions.map(\.step)) == Set(NativeFlowStep.allCases))
    }

    // MARK: - Failed attempts

    struct Attempt: Row {
        let step: NativeFlowStep
        let action: NativeFlowStep.Action
        let name: String
        let form: Parameters
        let outcome: Outcome
        var suberror: String?

        init(
            _ step: NativeFlowStep, _ endpoint: NativeEndpoint, _ grant: String?, _ name: String, _ form: Parameters,
            _ outcome: Outcome, _ suberror: String? = nil
        ) {
            (self.step, action) = (step, NativeFlowStep.Action(endpoint, grant))
            self.name = "\(step.rawValue): \(name)"
            (self.form, self.outcome, self.suberror) = (form, outcome, suberror)
        }
    }

    private static let long = String(repeating: "x", count: 60_000)
    private static let missing = Outcome.jsonError(400, "invalid_request", 90100)
    private static let wrongCode = Outcome.jsonError(400, "invalid_grant", 50181)
    private static let wrongPassword = Outcome.jsonError(400, "invalid_grant", 50126)
    private static let unknownGrant = Outcome.jsonError(400, "invalid_grant", 70003)
    private static let rejected = Outcome.jsonError(400, "invalid_grant", 399_246)
    private static let attributeRejected = Outcome.jsonError(400, "invalid_grant", 1_002_027)

    private static func codes(_ step: NativeFlowStep, _ endpoint: NativeEndpoint, _ grant: String) -> [Attempt] {
        [
            .init(step, endpoint, grant, "wrong \(grant)", ["oob": "x"], wrongCode, "invalid_oob_value"),
            .init(step, endpoint, grant, "over-long \(grant)", ["oob": long], wrongCode, "invalid_oob_value"),
            .init(step, endpoint, grant, "no \(grant)", ["oob": nil], missing),
            .init(step, endpoint, grant, "empty \(grant)", ["oob": ""], missing),
        ]
    }

    private static func passwords(_ step: NativeFlowStep, _ endpoint: NativeEndpoint, _ field: String) -> [Attempt] {
        let grant = endpoint == .signUpContinue ? "password" : nil
        return [
            ("Aa1!Aa1", "password_too_short"), ("aaaaaaaa", "password_too_weak"), (long, "password_too_long"),
            ("P@ssw0rd1!", "password_banned"), ("Pässwört-42", "password_is_invalid"),
        ].map { .init(step, endpoint, grant, $0.1, [field: $0.0], rejected, $0.1) }
            + [.init(step, endpoint, grant, "no password", [field: nil], missing)]
    }

    private static func scopes(_ step: NativeFlowStep, _ grant: String) -> [Attempt] {
        [
            .init(
                step, .token, grant, "a scope with .default",
                ["scope": "https://graph.microsoft.com/.default User.Read"],
                .jsonError(400, "invalid_scope", 70011)),
            .init(
                step, .token, grant, "an unknown scope", ["scope": "openid Nothing.Such"],
                .jsonError(400, "invalid_grant", 65001), "consent_required"),
            .init(
                step, .token, grant, "claims that are no JSON", ["claims": "{"],
                .jsonError(400, "invalid_request", 9_000_410)),
        ]
    }

    static let attempts: [Attempt] =
        codes(.codeSent, .token, "oob") + codes(.secondFactorSent, .token, "mfa_oob")
        + codes(.registrationSent, .registerContinue, "oob") + codes(.signUpCodeSent, .signUpContinue, "oob")
        + codes(.resetCodeSent, .resetContinue, "oob")
        + passwords(.newPasswordRequired, .signUpContinue, "password")
        + passwords(.resetVerified, .resetSubmit, "new_password")
        + scopes(.passwordRequired, "password") + scopes(.codeSent, "oob") + scopes(.secondFactorSent, "mfa_oob")
        + scopes(.registered, "continuation_token") + scopes(.signedUp, "continuation_token")
        + scopes(.resetDone, "continuation_token")
        + [
            .init(.passwordRequired, .token, "password", "wrong password", ["password": "x"], wrongPassword),
            .init(.passwordRequired, .token, "password", "over-long password", ["password": long], wrongPassword),
            .init(.passwordRequired, .token, "password", "no password", ["password": nil], missing),
            .init(
                .passwordRequired, .token, "password", "an unknown grant", ["grant_type": "magic"],
                .jsonError(400, "unsupported_grant_type", 70003)),
            .init(
                .resetVerified, .resetSubmit, nil, "the current password", ["new_password": NativeFlowStep.password],
                rejected, "password_recently_used"),
            .init(.signUpCodeSent, .signUpContinue, "oob", "no grant", ["grant_type": nil], missing),
            .init(.signUpCodeSent, .signUpContinue, "oob", "an unknown grant", ["grant_type": "magic"], unknownGrant),
            .init(.resetCodeSent, .resetContinue, "oob", "no grant", ["grant_type": nil], missing),
            .init(
                .resetCodeSent, .resetContinue, "oob", "a grant of sign-up", ["grant_type": "password"], unknownGrant),
            .init(.registrationSent, .registerContinue, "oob", "an empty grant", ["grant_type": ""], missing),
            .init(
                .registrationSent, .registerContinue, "oob", "a grant of the token endpoint",
                ["grant_type": "mfa_oob"], unknownGrant),
            .init(
                .secondFactorRequired, .challenge, nil, "a method of no user",
                ["id": "99999999-0000-4000-8000-000000000001"], missing),
            .init(
                .signInStarted, .challenge, nil, "a method of no user",
                ["id": "99999999-0000-4000-8000-000000000001"], missing),
            .init(
                .codeSent, .challenge, nil, "a method of no user", ["id": "99999999-0000-4000-8000-000000000001"],
                missing),
            .init(.registrationRequired, .registerChallenge, nil, "no type", ["challenge_type": nil], missing),
            .init(
                .registrationRequired, .registerChallenge, nil, "another type", ["challenge_type": "password"], missing),
            .init(.registrationRequired, .registerChallenge, nil, "no contact", ["challenge_target": nil], missing),
            .init(
                .registrationRequired, .registerChallenge, nil, "another channel", ["challenge_channel": "pigeon"],
                missing),
            .init(
                .registrationRequired, .registerChallenge, nil, "a contact of another channel",
                ["challenge_target": "+15550123"], .jsonError(400, "invalid_request", 901001)),
            .init(
                .registrationRequired, .registerChallenge, nil, "an over-long contact", ["challenge_target": long],
                .jsonError(400, "invalid_request", 901001)),
            .init(
                .attributesRequired, .signUpContinue, "attributes", "a city in small letters",
                ["attributes": #"{"displayName": "x", "city": "oslo"}"#], attributeRejected,
                "attribute_validation_failed"),
            .init(
                .attributesRequired, .signUpContinue, "attributes", "no object", ["attributes": "[]"],
                attributeRejected,
                "attribute_validation_failed"),
            .init(
                .attributesRequired, .signUpContinue, "attributes", "no JSON", ["attributes": long], attributeRejected,
                "attribute_validation_failed"),
            .init(
                .attributesRequired, .signUpContinue, "attributes", "a null", ["attributes": #"{"city": null}"#],
                attributeRejected, "attribute_validation_failed"),
            .init(
                .attributesRequired, .signUpContinue, "attributes", "a number of 9 digits too many",
                ["attributes": #"{"city": 123456789012345678901234567890}"#], attributeRejected,
                "attribute_validation_failed"),
            .init(
                .attributesRequired, .signUpContinue, "attributes", "an over-long value",
                ["attributes": #"{"displayName": "\#(String(repeating: "x", count: 1_025))"}"#], attributeRejected,
                "attribute_validation_failed"),
            .init(
                .attributesRequired, .signUpContinue, "attributes", "no attributes", ["attributes": nil], missing),
        ]

    @Test("A failed attempt reports its error without a token and can be repeated", .tags(.slow), arguments: attempts)
    func reportsFailedAttemptAndAllowsRetry(_ row: Attempt) throws {
        let app = try row.step.reached()
        let response = try NativeFlowStep.perform(row.action, app, row.form)
        #expect(response.outcome == row.outcome)
        #expect(response["suberror"] == row.suberror)
        #expect(response["continuation_token"] == nil)
        let retried = try NativeFlowStep.perform(row.action, app)
        #expect(retried.nativeResult == NativeFlowStep.validActions[row.step]?[row.action])
    }

    /// The steps in which no account exists yet.
    private static let signingUp: Set<NativeFlowStep> = [
        .signUpStarted, .signUpCodeSent, .credentialRequired, .newPasswordRequired, .attributesRequired,
    ]

    @Test(
        "A user who is deleted during the flow is not found",
        arguments: NativeFlowStep.transitions.filter { !signingUp.contains($0.step) })
    func rejectsDeletedUser(_ row: NativeFlowStep.Transition) throws {
        let app = try row.step.reached()
        app.delete(["casey", "olga", "mia"].map { "\($0)@woodgrove.example" } + [NativeFlowStep.newUser])
        #expect(try NativeFlowStep.perform(row.action, app).outcome == .jsonError(400, "user_not_found", 50034))
    }
}
