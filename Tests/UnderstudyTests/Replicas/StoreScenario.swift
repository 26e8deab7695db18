import Directory
import Entra
import Formats
@testable import Store
import Testing
@testable import Understudy

/// A request that needs the store, with its preparation.
struct StoreScenario: Row {
    /// The short name of the endpoint in `Routes`.
    let endpoint: String
    let title: String
    let entra: @Sendable () throws -> FusedEntra
    /// Prepares the server and returns the request.
    let prepare: @Sendable (FusedEntra) throws -> (() throws -> TestResponse)

    var name: String { "\(endpoint): \(title)" }

    init(
        _ endpoint: String, _ title: String, _ entra: @escaping @Sendable () throws -> FusedEntra = StoreScenario.seed,
        _ prepare: @escaping @Sendable (FusedEntra) throws -> (() throws -> TestResponse)
    ) {
        self.endpoint = endpoint
        self.title = title
        self.entra = entra
        self.prepare = prepare
    }

    /// Returns a server with the seed directory.
    @Sendable static func seed() throws -> FusedEntra { try FusedEntra(Configuration.load(.seed).directory) }
    @Sendable static func lab() throws -> FusedEntra { try FusedEntra(yaml: Lab.yaml) }
    @Sendable static func b2c() throws -> FusedEntra { try FusedEntra(yaml: B2C.yaml) }
    @Sendable static func federated() throws -> FusedEntra { try FusedEntra(yaml: Federated.yaml) }
    @Sendable static func native() throws -> FusedEntra { try FusedEntra(yaml: NativeLab.yaml) }

    static let table = browser + grants + devices + nativeSteps + interaction + control + graph
}

// MARK: - Pages

extension StoreScenario {
    private static let sam = "sam@adventureworks.example"

    private static let browser: [StoreScenario] =
        [("right", "Understudy!1"), ("wrong", "Understudy!2")].flatMap { title, password in
            [
                StoreScenario("authorize", "a \(title) password of a work account") { entra in
                    { try entra.site.signIn(password: password, tenant: "contoso.com") }
                },
                StoreScenario("authorize", "a \(title) password at a policy", b2c) { entra in
                    { try entra.site.signIn(B2C.native, .openID, as: sam, password: password, tenant: B2C.policy()) }
                },
                StoreScenario("authorize", "a \(title) password of a customer", native) { entra in
                    {
                        try entra.site.signIn(
                            .woodgrove, .openID, as: "casey@woodgrove.example", password: password,
                            tenant: "woodgrove.onmicrosoft.com")
                    }
                },
                StoreScenario("signinpage", "a \(title) password of a federated user", federated) { entra in
                    {
                        try entra.site.post(
                            "/adfs/ls/",
                            [
                                "wa": "wsignin1.0", "wtrealm": "urn:federation:MicrosoftOnline", "wctx": "c",
                                "loginfmt": "fred@federated.contoso.com",
                                "passwd": title == "right" ? "Under & <study>!" : "wrong",
                            ])
                    }
                },
                StoreScenario("wstrust", "a \(title) password", federated) { entra in
                    {
                        var message = SecurityTokenMessage()
                        if title == "wrong" { message.password = "wrong" }
                        return try entra.site.securityToken(message)
                    }
                },
                StoreScenario("signin", "a \(title) password of a work account") { entra in
                    {
                        try entra.site.control(
                            "POST", "signin", drive(.mobile, "contoso.com", "alex@contoso.com", password))
                    }
                },
                StoreScenario("signin", "a \(title) password at a policy", b2c) { entra in
                    { try entra.site.control("POST", "signin", drive(B2C.native, B2C.policy(), sam, password)) }
                },
            ]
        } + [
            StoreScenario("authorize", "a sign-up page sends a code", b2c) { entra in
                let browser = Browser(entra.mock.at(B2C.host))
                try browser.open(B2C.native, .openID, tenant: B2C.policy())
                try browser.follow("createAccount")
                let button = "emailVerificationControl_but_send_code"
                return { try browser.press(button, filling: ["loginfmt": "new@customer.example"]) }
            },
            StoreScenario("authorize", "a sign-up page takes a code", b2c) { entra in
                let visit = UserFlowVisit(entra.mock)
                try visit.open()
                try visit.browser.follow("createAccount")
                try visit.browser.press(
                    "emailVerificationControl_but_send_code", filling: ["loginfmt": "new@customer.example"])
                let code = try visit.code(to: "new@customer.example")
                let button = "emailVerificationControl_but_verify_code"
                return { try visit.browser.press(button, filling: ["otc": code]) }
            },
            StoreScenario("adminconsent", "an administrator consents", lab) { entra in
                let parameters: Parameters = [
                    "client_id": Lab.consented.id, "redirect_uri": Lab.consented.redirectURI,
                    "scope": "\(Lab.consented.id)/.default",
                ]
                return {
                    try entra.site.post(
                        "/contoso.com/v2.0/adminconsent?\(parameters.encoded)",
                        ["loginfmt": "admin@contoso.com", "passwd": "Understudy!1", "consent": "accept"])
                }
            },
            StoreScenario("logout", "the session ends") { entra in
                let browser = try LogoutTests.signedIn(entra.site)
                return { try browser.open(LogoutTests.logout(LogoutTests.registered)) }
            },
        ]

    private static func drive(_ client: Client, _ tenant: String, _ user: String, _ password: String) -> String {
        let url = "\(MockEntra.origin)\(Site.path("authorize", tenant))?\(client.request(.openID).encoded)"
        return #"{"authorizeUrl": "\#(url)", "user": "\#(user)", "password": "\#(password)"}"#
    }
}

// MARK: - Tokens

extension StoreScenario {
    private static let grants: [StoreScenario] =
        [("right", "Understudy!1"), ("wrong", "Understudy!2")].flatMap { title, password in
            [
                StoreScenario("token", "a \(title) password", federated) { entra in
                    let form: Parameters = [
                        "client_id": Federated.native.id, "grant_type": "password", "scope": "openid",
                        "username": "alex@contoso.com", "password": password,
                    ]
                    return { try entra.site.token(form, tenant: "contoso.com") }
                },
                StoreScenario("token", "a \(title) password at a policy", b2c) { entra in
                    let form: Parameters = [
                        "client_id": B2C.native.id, "grant_type": "password", "scope": "openid \(B2C.native.id)",
                        "username": sam, "password": password,
                    ]
                    return { try entra.site.token(form, tenant: B2C.policy("B2C_1_ROPC")) }
                },
            ]
        } + [
            StoreScenario("token", "an authorization code") { entra in
                let code = try entra.site.code()
                return { try entra.site.token(Client.mobile.redemption(code)) }
            },
            StoreScenario("token", "an authorization code of a policy", b2c) { entra in
                let code = try entra.site.code(B2C.native, .openID, as: sam, tenant: B2C.policy())
                return { try entra.site.token(B2C.native.redemption(code), tenant: B2C.policy()) }
            },
            StoreScenario(
                "managedidentity", "a key of Azure Arc",
                { try FusedEntra(yaml: arc(TemporaryFile.folder("understudy-arc-tests"))) }
            ) { entra in
                let target = "/arc/metadata/identity/oauth2/token?api-version=2020-06-01&resource=api%3A%2F%2Forders"
                let rejected = try entra.site.send("GET", target, headers: ["Metadata": "true"])
                let path = try #require(
                    rejected.header("WWW-Authenticate")?.split(separator: "=").last.map(String.init))
                let key = try TemporaryFile.text(at: path)
                return {
                    try entra.site.send(
                        "GET", target, headers: ["Metadata": "true", "Authorization": "Basic \(key)"])
                }
            },
        ]

    private static func arc(_ folder: String) -> String {
        """
        settings: {arcKeyFolder: "\(folder)"}
        tenants:
          - id: \(Seed.contoso)
            domains: [contoso.com]
            applications: [{appId: \(Seed.orders), displayName: Orders API, identifierUris: ["api://orders"]}]
            managedIdentities: [{id: "\(Azure.machine)", type: SystemAssigned}]
        """
    }

    private static let devices: [StoreScenario] = [
        StoreScenario("devicecode", "a device asks for codes") { entra in { try entra.site.startDevice() } },
        StoreScenario("devicelogin", "a right user code") { entra in
            let started = try entra.site.startDevice()
            return { try entra.site.approveDevice(started) }
        },
        StoreScenario("devicelogin", "a wrong user code") { entra in
            { try entra.site.post(Site.deviceLogin, ["otc": "ACDEF3467"]) }
        },
        StoreScenario("devicelogin", "a wrong user code on a tenant's page") { entra in
            { try entra.site.post("/contoso.com/oauth2/deviceauth", ["otc": "ACDEF3467"]) }
        },
        StoreScenario("token", "a device polls") { entra in
            let started = try entra.site.startDevice()
            return { try entra.site.pollDevice(started) }
        },
        StoreScenario("token", "a device whose person has signed in polls") { entra in
            let started = try entra.site.startDevice()
            _ = try entra.site.approveDevice(started)
            return { try entra.site.pollDevice(started) }
        },
    ]
}

// MARK: - Native authentication

extension StoreScenario {
    /// The scenarios of every transition in the native journeys.
    private static let nativeSteps: [StoreScenario] = NativeFlowStep.transitions.map { transition in
        StoreScenario(transition.action.endpoint.name, "from \(transition.step.rawValue)", native) { entra in
            let app = try transition.step.reached(NativeApp(entra.mock))
            let form = NativeFlowStep.form(transition.action, app)
            return { try entra.site.post("\(app.path)/\(transition.action.endpoint.path)", form) }
        }
    }

    private static let newPassword: JSONValue = .string("Brand-New 42")
    private static let customer = "new@customer.example"

    private static func attributes(_ values: [(String, String)]) -> [String: JSONValue] {
        ["attributes": .object(values.map { JSONValue.Member($0.0, .string($0.1)) })]
    }

    private static func interacting(
        _ endpoint: String, _ title: String, _ yaml: String = NativeLab.yaml,
        _ prepare: @escaping @Sendable (InteractionApp) throws -> (() throws -> TestResponse)
    ) -> StoreScenario {
        StoreScenario(endpoint, title, { try FusedEntra(yaml: yaml) }) { try prepare(InteractionApp($0.mock)) }
    }

    private static let interaction: [StoreScenario] = [
        interacting("authorize-challenge", "the code at the end") { app in
            try app.begin("sign_in", as: "casey@woodgrove.example")
            try app.follow("verify", ["password": .string("Understudy!1")])
            return { try app.authorizeChallenge(["continuation_token": app.token]) }
        },
        interacting("interaction-sign_in", "a user name") { app in
            try app.enter()
            return { try app.follow("sign_in", ["username": .string("casey@woodgrove.example")]) }
        },
        interacting("interaction-sign_up", "the beginning") { app in
            try app.enter()
            return { try app.follow("sign_up") }
        },
        interacting("interaction-submitAttributes", "everything at once") { app in
            try app.enter()
            try app.follow("sign_up")
            let values = [
                ("email", customer), ("password", "Brand-New 42"), ("displayName", "New"), ("city", "Oslo"),
            ]
            return { try app.follow("submitAttributes", attributes(values)) }
        },
        interacting("interaction-reset_password", "the beginning") { app in
            try app.enter()
            return { try app.follow("reset_password", ["username": .string("casey@woodgrove.example")]) }
        },
        interacting("interaction-challenge", "a code is sent") { app in
            try app.enter()
            try app.follow("sign_in", ["username": .string("olga@woodgrove.example")])
            return { try app.follow("challenge") }
        },
        interacting(
            "interaction-riskverify", "before a text message",
            "settings: {nativeAuthRiskVerify: true}\n\(NativeLab.yaml)"
        ) {
            app in
            app.clientID = NativeLab.guarded
            try app.begin("sign_in", as: "tess@woodgrove.example")
            try app.follow("verify", ["password": .string("Understudy!1")])
            try app.follow("challenge")
            return { try app.follow("riskverify") }
        },
        interacting("interaction-verify", "a right password") { app in
            try app.begin("sign_in", as: "casey@woodgrove.example")
            return { try app.follow("verify", ["password": .string("Understudy!1")]) }
        },
        interacting("interaction-verify", "a wrong password") { app in
            try app.begin("sign_in", as: "casey@woodgrove.example")
            return { try app.follow("verify", ["password": .string("wrong")]) }
        },
        interacting("interaction-update", "a new password") { app in
            try app.begin("reset_password", as: "casey@woodgrove.example")
            try app.follow("verify", ["otp": try app.code(to: "casey@mail.example")])
            return { try app.follow("update", ["newPassword": newPassword], "PUT") }
        },
        interacting("interaction-poll", "after a new password") { app in
            try app.begin("reset_password", as: "casey@woodgrove.example")
            try app.follow("verify", ["otp": try app.code(to: "casey@mail.example")])
            try app.follow("update", ["newPassword": newPassword], "PUT")
            return { try app.follow("poll") }
        },
    ]
}

// MARK: - Control plane and Microsoft Graph

extension StoreScenario {
    private static func controlling(
        _ endpoint: String, _ method: String, _ path: String, _ body: String = ""
    ) -> StoreScenario {
        StoreScenario(endpoint, "\(method) \(path)") { entra in { try entra.site.control(method, path, body) } }
    }

    private static let control: [StoreScenario] =
        [
            controlling(
                "responses", "POST", "responses", #"{"match":{"endpoint":"token"},"responses":[{"error":50076}]}"#),
            controlling("clock", "PUT", "clock", #"{"advance":"PT1H"}"#),
            controlling(
                "directory", "PUT", "directory", #"{"tenants":[{"id":"\#(Seed.contoso)","domains":["a.test"]}]}"#),
            controlling("reset", "POST", "reset"), controlling("reset", "POST", "reset?tenant=contoso.com"),
            controlling("tenants", "POST", "tenants", #"{"cloneOf":"contoso.com"}"#),
            controlling("tenants", "DELETE", "tenants/contoso.com"),
            controlling("revocations", "POST", "revocations", #"{"user":"alex@contoso.com"}"#),
            controlling("keys-rotate", "POST", "keys/rotate"),
        ] + [
            StoreScenario("keys-drop", "an earlier key") { entra in
                let keys = try entra.site.control("GET", "keys").json?["keys"]?.array
                let old = try #require(keys?.first { $0["for"] == .string("workforce") }?["kid"]?.string)
                _ = try entra.site.control("POST", "keys/rotate")
                return { try entra.site.control("DELETE", "keys/\(old)") }
            },
            StoreScenario("console", "a stub is removed") { entra in
                try entra.site.stub(#"{"endpoint":"token"}"#, #"{"error":50076}"#)
                return { try entra.site.post("/_understudy/console/scripts", [:]) }
            },
            StoreScenario("console", "a clock is moved") { entra in
                { try entra.site.post("/_understudy/console/clock", ["change": "advance", "value": "PT1H"]) }
            },
            StoreScenario("token", "a stubbed response is used") { entra in
                try entra.site.stub(#"{"endpoint":"token"}"#, #"{"error":50076}"#)
                return { try entra.site.daemonToken() }
            },
        ]

    private static let graph: [StoreScenario] = [
        ("POST", "/v1.0/applications", #"{"displayName":"Made"}"#),
        ("POST", "/v1.0/groups", #"{"displayName":"G","mailEnabled":false,"mailNickname":"g","securityEnabled":true}"#),
        ("PATCH", "/v1.0/users/\(Seed.alex)", #"{"jobTitle":"Clerk"}"#),
        ("DELETE", "/v1.0/users/\(Seed.alex)", ""),
        ("POST", "/v1.0/users/\(Seed.alex)/revokeSignInSessions", ""),
    ].map { method, path, body in
        StoreScenario("graph", "\(method) \(path)") { entra in
            let headers = [("X-Understudy-Tenant", "contoso.com"), ("Content-Type", "application/json")]
            return { try entra.site.send(method, path, headerList: headers, body: body) }
        }
    }
}
