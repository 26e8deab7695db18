import Entra
import Formats

/// Requests that raise the codes of native authentication.
extension ReachableCodeTests {
    private static func native(_ step: @escaping @Sendable (NativeApp) throws -> TestResponse)
        -> @Sendable (Site) throws -> TestResponse
    {
        { _ in try step(NativeLab.app()) }
    }

    private static let casey: Parameters = ["username": "casey@woodgrove.example"]

    /// Starts a sign-up and verifies the address of the new user.
    private static func signUp(_ form: Parameters) -> @Sendable (Site) throws -> TestResponse {
        native { app in
            try app.send(.signUpStart, form.with(["username": "new@customer.example"]))
            try app.send(.signUpChallenge)
            return try app.send(
                .signUpContinue, ["grant_type": "oob", "oob": try app.code(to: "new@customer.example")])
        }
    }

    static let nativeAuthentication: [ErrorCase] = [
        ErrorCase(51000, native { try $0.send(.initiate, ["client_id": "cccccccc-0000-4000-8000-000000000003"]) }),
        ErrorCase(
            901007, native { try $0.send(.initiate, casey.with(["challenge_type": "password"])) }),
        ErrorCase(
            55000,
            native { app in
                app.token = "x"
                return try app.send(.challenge)
            }),
        ErrorCase(
            55200,
            native { app in
                app.token = "x"
                return try app.send(.resetChallenge)
            }),
        ErrorCase(
            400_002,
            native { app in
                app.clientID = NativeLab.codes
                return try app.send(.signUpStart, ["username": "a@b.example", "password": "Brand-New 42"])
            }),
        ErrorCase(
            701_014,
            native { app in
                try app.send(.resetStart, casey)
                for _ in 0..<10 { try app.send(.resetChallenge) }
                return try app.send(.resetChallenge)
            }),
        ErrorCase(
            552003,
            native { app in
                try app.send(.initiate, casey)
                app.entra.clock.advance(seconds: 600)
                return try app.send(.challenge)
            }),
        ErrorCase(550024) { _ in
            let app = try NativeFlowStep.secondFactorRequired.reached()
            for _ in 0..<10 { _ = try NativeFlowStep.perform(.init(.challenge), app) }
            return try NativeFlowStep.perform(.init(.challenge), app)
        },
        ErrorCase(
            50181,
            native { app in
                try app.send(.resetStart, casey)
                try app.send(.resetChallenge)
                return try app.send(.resetContinue, ["grant_type": "oob", "oob": "x"])
            }),
        ErrorCase(
            50182,
            { _ in
                let app = try NativeLab.app(settings: "settings: {oneTimeCodeLifetime: 60}\n")
                try app.send(.resetStart, casey)
                try app.send(.resetChallenge)
                app.entra.clock.advance(seconds: 60)
                return try app.send(.resetContinue, ["grant_type": "oob", "oob": "x"])
            }),
        ErrorCase(500_127, { _ in try NativeLab.interaction().enter() }),
        ErrorCase(550_022, native { try $0.send(.initiate, ["client_id": "cccccccc-0000-4000-8000-000000000004"]) }),
        ErrorCase(
            552_001,
            { _ in
                let app = try NativeLab.interaction()
                try app.begin("sign_in", as: "casey@woodgrove.example")
                app.entra.clock.advance(seconds: 600)
                return try app.follow("verify", ["password": .string("Understudy!1")])
            }),
        ErrorCase(500222, native { try $0.send(.resetStart, ["username": "olga@woodgrove.example"]) }),
        ErrorCase(
            901001,
            native { app in
                app.clientID = NativeLab.guarded
                try app.send(.initiate, casey)
                try app.send(.challenge)
                try app.send(.token, ["grant_type": "password", "password": "Understudy!1"])
                return try app.send(
                    .registerChallenge,
                    ["challenge_type": "oob", "challenge_target": "x", "challenge_channel": "sms"])
            }),
        ErrorCase(
            120002,
            { _ in
                let app = try NativeLab.interaction()
                try app.begin("reset_password", as: "casey@woodgrove.example")
                try app.follow("verify", ["otp": try app.code(to: "casey@mail.example")])
                return try app.follow("update", ["newPassword": .string("aaaaaaaa")], "PUT")
            }),
        ErrorCase(1_003_037, native { try $0.send(.signUpStart, casey) }),
        ErrorCase(
            399_246, native { try $0.send(.signUpStart, ["username": "a@b.example", "password": "aaaaaaaa"]) }),
        ErrorCase(
            1_002_027, native { try $0.send(.signUpStart, ["username": "a@b.example", "attributes": "x"]) }),
        ErrorCase(55103, signUp([:])),
        ErrorCase(
            55104,
            native { app in
                try app.send(.signUpStart, ["username": "new@customer.example"])
                try app.send(.signUpChallenge)
                return try app.send(.signUpContinue, ["grant_type": "attributes", "attributes": "{}"])
            }),
        ErrorCase(55106, signUp(["password": "Brand-New 42"])),
    ]
}
