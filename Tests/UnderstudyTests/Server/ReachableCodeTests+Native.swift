import Entra
import Formats

/// Requests that raise the codes of native authentication.
extension ReachableCodeTests {
    private static func native(_ step: @escaping @Sendable (NativeApp) throws -> Answer)
        -> @Sendable (Site) throws -> Answer
    {
        { _ in try step(NativeLab.app()) }
    }

    private static let casey: Parameters = ["username": "casey@woodgrove.example"]

    /// Starts a sign-up and verifies the address of the new user.
    private static func signUp(_ form: Parameters) -> @Sendable (Site) throws -> Answer {
        native { app in
            try app.send(.signUpStart, form.with(["username": "new@customer.example"]))
            try app.send(.signUpChallenge)
            return try app.send(
                .signUpContinue, ["grant_type": "oob", "oob": try app.code(to: "new@customer.example")])
        }
    }

    static let nativeAuthentication: [Provocation] = [
        Provocation(51000, native { try $0.send(.initiate, ["client_id": "cccccccc-0000-4000-8000-000000000003"]) }),
        Provocation(
            901007, native { try $0.send(.initiate, casey.with(["challenge_type": "password"])) }),
        Provocation(
            55200,
            native { app in
                app.token = "x"
                return try app.send(.challenge)
            }),
        Provocation(
            552003,
            native { app in
                try app.send(.initiate, casey)
                app.entra.clock.advance(seconds: 600)
                return try app.send(.challenge)
            }),
        Provocation(
            550024,
            native { app in
                try app.send(.initiate, ["username": "dora@woodgrove.example"])
                try app.send(.challenge)
                return try app.send(.token, ["grant_type": "password", "password": "Understudy!1"])
            }),
        Provocation(
            50181,
            native { app in
                try app.send(.resetStart, casey)
                try app.send(.resetChallenge)
                return try app.send(.resetContinue, ["grant_type": "oob", "oob": "x"])
            }),
        Provocation(500222, native { try $0.send(.resetStart, ["username": "olga@woodgrove.example"]) }),
        Provocation(
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
        Provocation(
            120002,
            { _ in
                let app = try NativeLab.interaction()
                try app.begin("reset_password", as: "casey@woodgrove.example")
                try app.follow("verify", ["otp": try app.code(to: "casey@mail.example")])
                return try app.follow("update", ["newPassword": .string("aaaaaaaa")], "PUT")
            }),
        Provocation(1_003_037, native { try $0.send(.signUpStart, casey) }),
        Provocation(
            399_246, native { try $0.send(.signUpStart, ["username": "a@b.example", "password": "aaaaaaaa"]) }),
        Provocation(
            1_002_027, native { try $0.send(.signUpStart, ["username": "a@b.example", "attributes": "x"]) }),
        Provocation(55103, signUp([:])),
        Provocation(
            55104,
            native { app in
                try app.send(.signUpStart, ["username": "new@customer.example"])
                try app.send(.signUpChallenge)
                return try app.send(.signUpContinue, ["grant_type": "attributes", "attributes": "{}"])
            }),
        Provocation(55106, signUp(["password": "Brand-New 42"])),
    ]
}
