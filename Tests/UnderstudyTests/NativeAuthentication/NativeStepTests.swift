import Entra
import Formats
import Testing

/// Tests each transition of the native authentication state machines and each action that is not a transition.
@Suite struct NativeStepTests {
    private static let invalid = Outcome.jsonError(400, "invalid_request", 55200)

    @Test("A transition returns a new continuation token and ends the old one", arguments: NativeWalk.everyArrow)
    func issuesNewTokenAndEndsOldOne(_ row: NativeWalk.Arrow) throws {
        let app = try row.step.reached()
        let before = app.token
        let answer = try NativeWalk.take(row.action, app)
        #expect(answer.nativeResult == row.result)
        let isEnd = row.action.endpoint == .token
        #expect(isEnd || (answer["continuation_token"] != nil && answer["continuation_token"] != before))
        app.token = before
        #expect(try NativeWalk.take(row.action, app).outcome == NativeStepTests.invalid)
    }

    @Test(
        "An action that is not a transition of the step is rejected and changes nothing", arguments: NativeWalk.allCases
    )
    func rejectsActionOfAnotherStep(_ step: NativeWalk) throws {
        let app = try step.reached()
        let token = app.token
        let allowed = try #require(NativeWalk.arrows[step])
        for action in NativeWalk.Action.all where allowed[action] == nil {
            #expect(try NativeWalk.take(action, app).outcome == NativeStepTests.invalid, "\(action)")
            #expect(app.token == token)
        }
        let arrow = try #require(NativeWalk.everyArrow.first { $0.step == step })
        #expect(try NativeWalk.take(arrow.action, app).nativeResult == arrow.result)
    }

    @Test("A step expires after ten minutes", arguments: NativeWalk.everyArrow)
    func expiresStepAfterTenMinutes(_ row: NativeWalk.Arrow) throws {
        let app = try row.step.reached()
        app.entra.clock.advance(seconds: 599)
        let other = try row.step.reached()
        other.entra.clock.advance(seconds: 600)
        let late = try NativeWalk.take(row.action, other)
        #expect(late.outcome == .jsonError(400, "expired_token", 552003))
        #expect(try NativeWalk.take(row.action, app).nativeResult == row.result)
    }

    /// The steps whose actions take each parameter that is specific to the API.
    static let repeated: [(step: NativeWalk, name: String)] = [
        (.signInStarted, "challenge_type"), (.signInStarted, "id"), (.signInStarted, "continuation_token"),
        (.codeSent, "oob"), (.resetVerified, "new_password"), (.attributesWanted, "attributes"),
        (.registrationWanted, "challenge_target"), (.registrationWanted, "challenge_channel"),
        (.signUpStarted, "capabilities"), (.signUpStarted, "capability"),
    ]

    @Test("A repeated parameter is rejected by name and changes nothing", arguments: repeated)
    func rejectsRepeatedParameterByName(_ row: (step: NativeWalk, name: String)) throws {
        let app = try row.step.reached()
        let arrow = try #require(NativeWalk.everyArrow.last { $0.step == row.step })
        let form = NativeWalk.form(arrow.action, app)
        let once: Parameters = [row.name: "x"]
        let answer = try app.site.post(
            "\(app.path)/\(arrow.action.endpoint.path)",
            form.adding(form.names.contains(row.name) ? once : once.adding(once)))
        #expect(answer.outcome == .jsonError(400, "invalid_request", 9_000_411))
        #expect(answer["error_description"]?.contains("'\(row.name)'") == true)
        #expect(try NativeWalk.take(arrow.action, app).nativeResult == arrow.result)
    }

    // MARK: - Requests that are invalid at any step

    private struct Wrong: Sendable {
        let name: String
        let outcome: Outcome
        let changes: @Sendable (String) -> Parameters
    }

    private static let wrongs: [Wrong] = [
        Wrong(name: "no token", outcome: .jsonError(400, "invalid_request", 90100)) { _ in
            ["continuation_token": nil]
        },
        Wrong(name: "an empty token", outcome: .jsonError(400, "invalid_request", 90100)) { _ in
            ["continuation_token": ""]
        },
        Wrong(name: "a made-up token", outcome: invalid) { _ in ["continuation_token": "AQABAAEAAAAty"] },
        Wrong(name: "a token with a letter more", outcome: invalid) { ["continuation_token": $0 + "A"] },
        Wrong(name: "a token without its end", outcome: invalid) { ["continuation_token": String($0.dropLast(2))] },
        Wrong(name: "a token with a letter changed", outcome: invalid) { token in
            let middle = token.index(token.startIndex, offsetBy: token.count / 2)
            let letter = token[middle] == "A" ? "B" : "A"
            return ["continuation_token": token.replacing(token[middle...middle], with: letter, maxReplacements: 1)]
        },
        Wrong(name: "a token of 60,000 letters", outcome: invalid) { _ in
            ["continuation_token": String(repeating: "A", count: 60_000)]
        },
        Wrong(name: "no client", outcome: .jsonError(400, "invalid_request", 90100)) { _ in ["client_id": nil] },
        Wrong(name: "an unknown client", outcome: .jsonError(400, "unauthorized_client", 700016)) { _ in
            ["client_id": "99999999-0000-4000-8000-000000000001"]
        },
        Wrong(name: "a client of the browser", outcome: .jsonError(400, "invalid_client", 51000)) { _ in
            ["client_id": "cccccccc-0000-4000-8000-000000000003"]
        },
        Wrong(name: "a type that there is not", outcome: .jsonError(400, "invalid_request", 90100)) { _ in
            ["challenge_type": "magic redirect"]
        },
        Wrong(name: "another client", outcome: invalid) { _ in ["client_id": NativeLab.codes] },
    ]

    @Test("An invalid request leaves the flow in its step", arguments: NativeWalk.everyArrow)
    func keepsStepAfterInvalidRequest(_ row: NativeWalk.Arrow) throws {
        let app = try row.step.reached()
        let token = try #require(app.token)
        for wrong in NativeStepTests.wrongs {
            // Without a continuation token the token endpoint handles the request as plain OAuth.
            if row.action.endpoint == .token, wrong.name == "no token" { continue }
            let answer = try NativeWalk.take(row.action, app, wrong.changes(token))
            #expect(answer.outcome == wrong.outcome, "\(wrong.name)")
            #expect(answer["continuation_token"] == nil, "\(wrong.name)")
        }
        if row.action.endpoint != .registerChallenge {
            let answer = try NativeWalk.take(row.action, app, ["challenge_type": "oob password"])
            #expect(answer.outcome == .jsonError(400, "unsupported_challenge_type", 901007))
        }
        #expect(app.token == token)
        #expect(try NativeWalk.take(row.action, app).nativeResult == row.result)
    }

    @Test("The test rows cover every endpoint and step")
    func coversEveryTransition() {
        let endpoints = Set(NativeWalk.everyArrow.map(\.action.endpoint))
        #expect(endpoints == Set(NativeEndpoint.allCases).subtracting([.initiate, .signUpStart, .resetStart]))
        #expect(NativeWalk.everyArrow.count == 37)
        #expect(Set(NativeWalk.everyArrow.map(\.step)) == Set(NativeWalk.allCases))
    }

    // MARK: - Failed attempts

    struct Attempt: Row {
        let step: NativeWalk
        let action: NativeWalk.Action
        let name: String
        let form: Parameters
        let outcome: Outcome
        var suberror: String?

        init(
            _ step: NativeWalk, _ endpoint: NativeEndpoint, _ grant: String?, _ name: String, _ form: Parameters,
            _ outcome: Outcome, _ suberror: String? = nil
        ) {
            (self.step, action) = (step, NativeWalk.Action(endpoint, grant))
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
    private static let attributeRefused = Outcome.jsonError(400, "invalid_grant", 1_002_027)

    private static func codes(_ step: NativeWalk, _ endpoint: NativeEndpoint, _ grant: String) -> [Attempt] {
        [
            .init(step, endpoint, grant, "wrong \(grant)", ["oob": "x"], wrongCode, "invalid_oob_value"),
            .init(step, endpoint, grant, "over-long \(grant)", ["oob": long], wrongCode, "invalid_oob_value"),
            .init(step, endpoint, grant, "no \(grant)", ["oob": nil], missing),
            .init(step, endpoint, grant, "empty \(grant)", ["oob": ""], missing),
        ]
    }

    private static func passwords(_ step: NativeWalk, _ endpoint: NativeEndpoint, _ field: String) -> [Attempt] {
        let grant = endpoint == .signUpContinue ? "password" : nil
        return [
            ("Aa1!Aa1", "password_too_short"), ("aaaaaaaa", "password_too_weak"), (long, "password_too_long"),
            ("P@ssw0rd1!", "password_banned"), ("Pässwört-42", "password_is_invalid"),
        ].map { .init(step, endpoint, grant, $0.1, [field: $0.0], rejected, $0.1) }
            + [.init(step, endpoint, grant, "no password", [field: nil], missing)]
    }

    private static func scopes(_ step: NativeWalk, _ grant: String) -> [Attempt] {
        [
            .init(
                step, .token, grant, "a scope with .default",
                ["scope": "https://graph.microsoft.com/.default User.Read"],
                .jsonError(400, "invalid_scope", 70011)),
            .init(
                step, .token, grant, "an unknown scope", ["scope": "openid Nothing.Such"],
                .jsonError(400, "invalid_request", 28002)),
            .init(
                step, .token, grant, "claims that are no JSON", ["claims": "{"],
                .jsonError(400, "invalid_request", 9_000_410)),
        ]
    }

    static let attempts: [Attempt] =
        codes(.codeSent, .token, "oob") + codes(.secondFactorSent, .token, "mfa_oob")
        + codes(.registrationSent, .registerContinue, "oob") + codes(.signUpCodeSent, .signUpContinue, "oob")
        + codes(.resetCodeSent, .resetContinue, "oob")
        + passwords(.newPasswordWanted, .signUpContinue, "password")
        + passwords(.resetVerified, .resetSubmit, "new_password")
        + scopes(.passwordWanted, "password") + scopes(.codeSent, "oob") + scopes(.secondFactorSent, "mfa_oob")
        + scopes(.registered, "continuation_token") + scopes(.signedUp, "continuation_token")
        + scopes(.resetDone, "continuation_token")
        + [
            .init(.passwordWanted, .token, "password", "wrong password", ["password": "x"], wrongPassword),
            .init(.passwordWanted, .token, "password", "over-long password", ["password": long], wrongPassword),
            .init(.passwordWanted, .token, "password", "no password", ["password": nil], missing),
            .init(
                .passwordWanted, .token, "password", "an unknown grant", ["grant_type": "magic"],
                .jsonError(400, "unsupported_grant_type", 70003)),
            .init(
                .resetVerified, .resetSubmit, nil, "the password in force", ["new_password": NativeWalk.password],
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
                .secondFactorWanted, .challenge, nil, "a method of nobody",
                ["id": "99999999-0000-4000-8000-000000000001"], missing),
            .init(
                .signInStarted, .challenge, nil, "a method of nobody",
                ["id": "99999999-0000-4000-8000-000000000001"], missing),
            .init(
                .codeSent, .challenge, nil, "a method of nobody", ["id": "99999999-0000-4000-8000-000000000001"],
                missing),
            .init(.registrationWanted, .registerChallenge, nil, "no type", ["challenge_type": nil], missing),
            .init(
                .registrationWanted, .registerChallenge, nil, "another type", ["challenge_type": "password"], missing),
            .init(.registrationWanted, .registerChallenge, nil, "no contact", ["challenge_target": nil], missing),
            .init(.registrationWanted, .registerChallenge, nil, "no channel", ["challenge_channel": nil], missing),
            .init(
                .registrationWanted, .registerChallenge, nil, "another channel", ["challenge_channel": "pigeon"],
                missing),
            .init(
                .registrationWanted, .registerChallenge, nil, "a contact of another channel",
                ["challenge_target": "+15550123"], .jsonError(400, "invalid_request", 901001)),
            .init(
                .registrationWanted, .registerChallenge, nil, "an over-long contact", ["challenge_target": long],
                .jsonError(400, "invalid_request", 901001)),
            .init(
                .attributesWanted, .signUpContinue, "attributes", "a city in small letters",
                ["attributes": #"{"displayName": "x", "city": "oslo"}"#], attributeRefused,
                "attribute_validation_failed"),
            .init(
                .attributesWanted, .signUpContinue, "attributes", "no object", ["attributes": "[]"], attributeRefused,
                "attribute_validation_failed"),
            .init(
                .attributesWanted, .signUpContinue, "attributes", "no JSON", ["attributes": long], attributeRefused,
                "attribute_validation_failed"),
            .init(
                .attributesWanted, .signUpContinue, "attributes", "a null", ["attributes": #"{"city": null}"#],
                attributeRefused, "attribute_validation_failed"),
            .init(
                .attributesWanted, .signUpContinue, "attributes", "a number of 9 digits too many",
                ["attributes": #"{"city": 123456789012345678901234567890}"#], attributeRefused,
                "attribute_validation_failed"),
            .init(
                .attributesWanted, .signUpContinue, "attributes", "an over-long value",
                ["attributes": #"{"displayName": "\#(String(repeating: "x", count: 1_025))"}"#], attributeRefused,
                "attribute_validation_failed"),
            .init(
                .attributesWanted, .signUpContinue, "attributes", "no attributes", ["attributes": nil], missing),
        ]

    @Test("A failed attempt reports its error without a token and can be repeated", arguments: attempts)
    func reportsFailedAttemptAndAllowsRetry(_ row: Attempt) throws {
        let app = try row.step.reached()
        let answer = try NativeWalk.take(row.action, app, row.form)
        #expect(answer.outcome == row.outcome)
        #expect(answer["suberror"] == row.suberror)
        #expect(answer["continuation_token"] == nil)
        let right = try NativeWalk.take(row.action, app)
        #expect(right.nativeResult == NativeWalk.arrows[row.step]?[row.action])
    }

    /// The steps in which no account exists yet.
    private static let signingUp: Set<NativeWalk> = [
        .signUpStarted, .signUpCodeSent, .credentialWanted, .newPasswordWanted, .attributesWanted,
    ]

    @Test(
        "A user who is deleted during the flow is not found",
        arguments: NativeWalk.everyArrow.filter { !signingUp.contains($0.step) })
    func rejectsDeletedUser(_ row: NativeWalk.Arrow) throws {
        let app = try row.step.reached()
        app.delete(["casey", "olga", "mia"].map { "\($0)@woodgrove.example" } + [NativeWalk.newUser])
        #expect(try NativeWalk.take(row.action, app).outcome == .jsonError(400, "user_not_found", 50034))
    }
}
