import Entra
import Formats
import Logging
import Synchronization
import Testing

/// Tests the one-time codes of native authentication: their settings, their destinations and their attempts.
@Suite struct NativeCodeTests {
    private static let settings =
        "settings: {oneTimeCodeLength: 5, oneTimeCodeLifetime: 90, oneTimeCodeAttempts: 2, oneTimeCodeInterval: 7}\n"
    private static let wrongCode = Outcome.jsonError(400, "invalid_grant", 50181)
    /// The number of an expired code (howto-troubleshoot-sign-up-errors, 2025-07).
    private static let expiredCode = Outcome.jsonError(400, "invalid_grant", 50182)
    private static let expiredToken = Outcome.jsonError(400, "expired_token", 552003)

    /// The steps in which a code was sent, each with the action that submits the code.
    static let steps: [(NativeFlowStep, NativeFlowStep.Action)] = [
        (.codeSent, .init(.token, "oob")), (.secondFactorSent, .init(.token, "mfa_oob")),
        (.registrationSent, .init(.registerContinue, "oob")), (.signUpCodeSent, .init(.signUpContinue, "oob")),
        (.resetCodeSent, .init(.resetContinue, "oob")),
    ]

    private func appWithCode(_ step: NativeFlowStep, settings: String = "") throws -> (app: NativeApp, code: String) {
        let app = try step.reached(NativeLab.app(settings: settings))
        return (app, try #require(app.codes.first))
    }

    @Test("By default a code has eight digits and allows five attempts", arguments: steps)
    func sendsEightDigitsAndAllowsFiveAttempts(_ step: NativeFlowStep, _ action: NativeFlowStep.Action) throws {
        let (app, code) = try appWithCode(step)
        #expect(code.utf8.count == 8 && code.utf8.allSatisfy(ASCII.isDigit))
        for _ in 0..<5 {
            #expect(try NativeFlowStep.perform(action, app, ["oob": "x"]).outcome == NativeCodeTests.wrongCode)
        }
        #expect(try NativeFlowStep.perform(action, app).outcome == NativeCodeTests.expiredToken)
    }

    /// A step expires before its code does. Only a sign-up takes further steps while the code stays valid.
    @Test("A code expires after twenty minutes if the flow lasts that long", arguments: [1_199, 1_200] as [Int64])
    func expiresCodeAfterTwentyMinutes(_ age: Int64) throws {
        let (app, code) = try appWithCode(.signUpCodeSent)
        for _ in 0..<2 {
            app.entra.clock.advance(seconds: 590)
            let response = try NativeFlowStep.perform(.init(.signUpContinue, "attributes"), app)
            #expect(response.nativeResult == "verification_required")
        }
        app.entra.clock.advance(seconds: age - 1_180)
        let response = try app.send(.signUpContinue, ["grant_type": "oob", "oob": code])
        #expect(response.nativeResult == (age < 1_200 ? "credential_required" : "invalid_grant"))
        #expect(response["suberror"] == (age < 1_200 ? nil : "invalid_oob_value"))
    }

    @Test("Settings determine the length, the attempts and the lifetime of a code", arguments: steps)
    func appliesConfiguredLengthAttemptsAndLifetime(_ step: NativeFlowStep, _ action: NativeFlowStep.Action) throws {
        let (app, code) = try appWithCode(step, settings: NativeCodeTests.settings)
        #expect(code.utf8.count == 5)
        for _ in 0..<2 {
            #expect(try NativeFlowStep.perform(action, app, ["oob": "x"]).outcome == NativeCodeTests.wrongCode)
        }
        #expect(try NativeFlowStep.perform(action, app).outcome == NativeCodeTests.expiredToken)
        let (expired, _) = try appWithCode(step, settings: NativeCodeTests.settings)
        expired.entra.clock.advance(seconds: 90)
        #expect(try NativeFlowStep.perform(action, expired).outcome == NativeCodeTests.expiredCode)
        let (valid, _) = try appWithCode(step, settings: NativeCodeTests.settings)
        valid.entra.clock.advance(seconds: 89)
        #expect(["ok", "credential_required"].contains(try NativeFlowStep.perform(action, valid).nativeResult))
    }

    @Test(
        "The challenge reports the code length and the interval for mail and text messages",
        arguments: ["mia", "tess"])
    func reportsCodeLengthAndResendInterval(_ user: String) throws {
        for (settings, length, interval) in [("", 8, 300), (NativeCodeTests.settings, 5, 7)] as [(String, Int64, Int64)]
        {
            let app = try NativeLab.app(settings: settings)
            app.clientID = NativeLab.guarded
            try app.send(.initiate, ["username": "\(user)@woodgrove.example"])
            try app.send(.challenge)
            try NativeFlowStep.perform(.init(.token, "password"), app)
            let response = try app.send(.challenge)
            #expect(response.json?["code_length"] == .integer(length))
            #expect(response.json?["interval"] == .integer(interval))
            #expect(response["binding_method"] == "prompt")
            #expect(response["challenge_channel"] == (user == "tess" ? "sms" : "email"))
            #expect(response["challenge_target_label"] == (user == "tess" ? "+155****00" : "m***a@s***.example"))
            #expect(try NativeFlowStep.perform(.init(.token, "mfa_oob"), app).status == 200)
        }
    }

    @Test("A setting of the application takes precedence over the tenant's")
    func prefersApplicationSettingOverTenant() throws {
        let yaml = NativeLab.yaml.replacing(
            "displayName: Woodgrove App,", with: "displayName: Woodgrove App, settings: {oneTimeCodeLength: 4},")
        let app = NativeApp(try MockEntra(yaml: yaml))
        try app.send(.resetStart, ["username": "casey@woodgrove.example"])
        #expect(try app.send(.resetChallenge).json?["code_length"] == .integer(4))
    }

    @Test("A code that is configured for a user keeps its own length")
    func keepsLengthOfConfiguredUserCode() throws {
        let app = try NativeLab.app(settings: NativeCodeTests.settings)
        try app.send(.initiate, ["username": "fixed@woodgrove.example"])
        #expect(try app.send(.challenge).json?["code_length"] == .integer(8))
        #expect(try app.send(.token, ["grant_type": "oob", "oob": "12345678"]).status == 200)
    }

    @Test("Wrong codes lock the account even if new codes are sent in between")
    func locksAccountAfterWrongCodes() throws {
        let app = try NativeFlowStep.codeSent.reached()
        for _ in 0..<2 {
            for _ in 0..<5 { try app.send(.token, ["grant_type": "oob", "oob": "x"]) }
            try app.send(.challenge)
        }
        #expect(try NativeFlowStep.perform(.init(.token, "oob"), app).code == 50053)
        app.entra.clock.advance(seconds: 60)
        #expect(try NativeFlowStep.perform(.init(.token, "oob"), app).status == 200)
    }

    @Test("Wrong second factors lock the account even if the first factor succeeds in between")
    func locksAccountAfterWrongSecondFactors() throws {
        let app = try NativeLab.app()
        app.clientID = NativeLab.guarded
        let password: Parameters = ["grant_type": "password", "password": "Understudy!1"]
        for _ in 0..<2 {
            try app.send(.initiate, ["username": "mia@woodgrove.example"])
            try app.send(.challenge)
            #expect(try app.send(.token, password)["suberror"] == "mfa_required")
            try app.send(.challenge)
            for _ in 0..<5 { try app.send(.token, ["grant_type": "mfa_oob", "oob": "x"]) }
        }
        try app.send(.initiate, ["username": "mia@woodgrove.example"])
        try app.send(.challenge)
        #expect(try app.send(.token, password).code == 50053)
    }

    @Test(
        "Sending too many codes blocks the method, and the last code stays valid",
        arguments: [NativeFlowStep.secondFactorRequired, .registrationRequired])
    func blocksMethodAfterTooManyCodes(_ step: NativeFlowStep) throws {
        let app = try step.reached()
        let action = NativeFlowStep.Action(step == .secondFactorRequired ? .challenge : .registerChallenge)
        for _ in 0..<10 { #expect(try NativeFlowStep.perform(action, app).status == 200) }
        let rejected = try NativeFlowStep.perform(action, app)
        #expect(rejected.outcome == .jsonError(400, "access_denied", 550024))
        #expect(rejected["suberror"] == "provider_blocked_by_rep")
        // The code that was sent last stays valid, and so does its step.
        let submission = NativeFlowStep.Action(step == .secondFactorRequired ? .token : .registerContinue, "oob")
        #expect(try NativeFlowStep.perform(submission, app).status == 200)
    }

    @Test("An unregistered address receives at most fifty codes in ten minutes, regardless of letter case")
    func limitsCodesToUnregisteredAddress() throws {
        let app = try NativeFlowStep.signUpStarted.reached()
        for _ in 0..<50 { #expect(try app.send(.signUpChallenge).status == 200) }
        let rejected = try app.send(.signUpChallenge)
        #expect(rejected.outcome == .jsonError(400, "invalid_request", 701_014))
        // The code that was sent last stays valid.
        #expect(try NativeFlowStep.perform(.init(.signUpContinue, "oob"), app).nativeResult == "credential_required")
        try app.send(.signUpStart, ["username": NativeFlowStep.newUser.uppercased()])
        #expect(try app.send(.signUpChallenge).code == 701_014)
        try app.send(.signUpStart, ["username": "other@customer.example"])
        #expect(try app.send(.signUpChallenge).status == 200)
        app.entra.clock.advance(seconds: 600)
        try app.send(.signUpStart, ["username": NativeFlowStep.newUser])
        #expect(try app.send(.signUpChallenge).status == 200)
    }

    /// The steps whose challenge sends a first code or a code of a reset.
    static let throttled: [(NativeFlowStep, NativeFlowStep.Action, NativeFlowStep.Action)] = [
        (.codeSent, .init(.challenge), .init(.token, "oob")),
        (.resetCodeSent, .init(.resetChallenge), .init(.resetContinue, "oob")),
    ]

    @Test("Repeated codes of a sign-in or a reset are throttled (documentation A10)", arguments: throttled)
    func throttlesRepeatedCodes(
        _ step: NativeFlowStep, _ again: NativeFlowStep.Action, _ submit: NativeFlowStep.Action
    ) throws {
        for (settings, limit) in [("", 10), ("settings: {oneTimeCodeLimit: 2}\n", 2)] {
            let app = try step.reached(NativeLab.app(settings: settings))
            for _ in 1..<limit { #expect(try NativeFlowStep.perform(again, app).status == 200) }
            let rejected = try NativeFlowStep.perform(again, app)
            #expect(rejected.outcome == .jsonError(400, "invalid_request", 701_014))
            #expect(rejected["error_description"]?.contains("Cannot generate more one time passcodes.") == true)
            // The code that was sent last stays valid, and the limit ends after ten minutes.
            app.entra.clock.advance(seconds: 599)
            #expect(try NativeFlowStep.perform(again, app).code == 701_014)
            #expect(try NativeFlowStep.perform(submit, app).status == 200)
            app.entra.clock.advance(seconds: 1)
            #expect(try step.reached(app).codes.count == limit + 1)
        }
    }

    // MARK: - Log

    private final class Lines: Sendable {
        let text = Mutex("")
    }

    private struct Recorder: LogHandler {
        let lines: Lines
        var metadata: Logger.Metadata = [:]
        var logLevel: Logger.Level

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            lines.text.withLock { $0 += "\(event.level) \(event.message) \(event.metadata ?? [:])\n" }
        }
    }

    @Test("The log contains the code at debug level only", arguments: Logger.Level.allCases)
    func logsCodeAtDebugLevelOnly(_ level: Logger.Level) throws {
        let lines = Lines()
        let recorder = Recorder(lines: lines, logLevel: level)
        let entra = try MockEntra(
            directory: MockEntra.directory(NativeLab.yaml), logger: Logger(label: "test") { _ in recorder })
        let app = try NativeFlowStep.codeSent.reached(NativeApp(entra))
        let code = try app.code(to: "olga@mail.example")
        let logged = lines.text.withLock { $0 }.split(separator: "\n").filter { $0.contains(code) }
        #expect(logged.count == (level <= .debug ? 1 : 0))
        #expect(logged.allSatisfy { $0.hasPrefix("debug one-time code sent") })
    }
}
