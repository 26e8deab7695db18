import Entra
import Formats
import Testing

/// Tests the requests that version 2 of the native authentication API rejects, and the shape of the errors
/// (docs/reference/wire.md#native-auth-v2).
@Suite struct InteractionRejectionTests {
    private static let casey: [String: JSONValue] = ["username": .string("casey@woodgrove.example")]

    // MARK: - Authorize-challenge

    struct Entry: Row {
        let name: String
        let form: Parameters
        let outcome: Outcome
        var suberror: String?
    }

    static let entries: [Entry] = [
        Entry(name: "no client id", form: ["client_id": nil], outcome: .jsonError(400, "invalid_request", 90100)),
        Entry(
            name: "unknown client", form: ["client_id": "99999999-0000-4000-8000-000000000001"],
            outcome: .jsonError(400, "unauthorized_client", 700016)),
        Entry(
            name: "the API is not switched on", form: ["client_id": "cccccccc-0000-4000-8000-000000000003"],
            outcome: .jsonError(400, "invalid_client", 51000), suberror: "nativeauthapi_disabled"),
        Entry(
            name: "a confidential client", form: ["client_id": "cccccccc-0000-4000-8000-000000000004"],
            outcome: .jsonError(400, "invalid_client", 550_022)),
        Entry(
            name: "claims that are no JSON", form: ["claims": "x"],
            outcome: .jsonError(400, "invalid_request", 9_000_410)),
        Entry(
            name: "a scope too long", form: ["scope": String(repeating: "s", count: 8_193)],
            outcome: .jsonError(400, "invalid_request", 90100)),
        Entry(
            name: "an empty continuation token", form: ["continuation_token": ""],
            outcome: .jsonError(400, "invalid_request", 55200)),
        Entry(
            name: "a continuation token that is none", form: ["continuation_token": "AQx"],
            outcome: .jsonError(400, "invalid_request", 55200)),
    ]

    @Test("Authorize-challenge rejects an invalid entry with a flat error", arguments: entries)
    func rejectsInvalidEntryWithFlatError(_ row: Entry) throws {
        let response = try NativeLab.interaction().enter(row.form)
        #expect(response.outcome == row.outcome)
        #expect(response["suberror"] == row.suberror)
    }

    @Test("A workforce tenant rejects native authentication")
    func rejectsEntryInWorkforceTenant() throws {
        let app = try NativeLab.interaction()
        app.path = "/contoso.com"
        app.clientID = Client.mobile.id
        #expect(try app.enter()["suberror"] == "nativeauthapi_disabled")
    }

    @Test("Only the client that finished the interaction redeems it, once")
    func redeemsFinishedInteractionOnceForItsClient() throws {
        let app = try NativeLab.interaction()
        try app.begin("sign_in", as: "casey@woodgrove.example")
        // The interaction is not finished yet.
        #expect(
            try app.authorizeChallenge(["continuation_token": app.token]).outcome
                == .jsonError(400, "invalid_request", 55200))
        try app.follow("verify", ["password": .string("Understudy!1")])
        let foreign = try app.authorizeChallenge([
            "continuation_token": app.token, "client_id": NativeLab.codes,
        ])
        #expect(foreign.outcome == .jsonError(400, "invalid_request", 55200))
        let code = try #require(try app.authorizeChallenge(["continuation_token": app.token])["code"])
        #expect(try app.authorizeChallenge(["continuation_token": app.token]).code == 55200)
        #expect(
            try app.token(code, ["client_id": NativeLab.codes]).outcome == .jsonError(400, "invalid_grant", 700007))
        #expect(try app.token(code, ["redirect_uri": "http://localhost"]).status == 400)
        #expect(try app.token(code).status == 200)
        #expect(try app.token(code).outcome == .jsonError(400, "invalid_grant", 54005))
    }

    // MARK: - Links

    struct Rejection: Row {
        let name: String
        let failure: TestResponse.Failure
        let send: @Sendable (InteractionApp) throws -> TestResponse
    }

    private static func start(_ link: String, _ members: [String: JSONValue])
        -> @Sendable (InteractionApp) throws -> TestResponse
    {
        {
            try $0.enter()
            return try $0.follow(link, members)
        }
    }

    private static func signUp(
        _ attributes: [String: JSONValue]
    ) -> @Sendable (InteractionApp) throws -> TestResponse {
        {
            try $0.enter()
            try $0.follow("sign_up")
            return try $0.follow("submitAttributes", attributes)
        }
    }

    private static func verify(
        _ members: [String: JSONValue], as user: String = "casey"
    ) -> @Sendable (InteractionApp) throws -> TestResponse {
        {
            try $0.begin("sign_in", as: "\(user)@woodgrove.example")
            return try $0.follow("verify", members)
        }
    }

    private static func update(_ password: JSONValue) -> @Sendable (InteractionApp) throws -> TestResponse {
        {
            try $0.begin("reset_password", as: "casey@woodgrove.example")
            try $0.follow("verify", ["otp": try $0.code(to: "casey@mail.example")])
            return try $0.follow("update", ["newPassword": password], "PUT")
        }
    }

    private static func body(_ text: String, type: String = "application/json")
        -> @Sendable (InteractionApp) throws -> TestResponse
    {
        {
            try $0.enter()
            return try $0.send("POST", $0.links["sign_in"] ?? "", text, type: type)
        }
    }

    private static let long: JSONValue = .string(String(repeating: "u", count: 50_000))

    static let rejections: [Rejection] = [
        Rejection(
            name: "an unknown user", failure: .init(400, "invalidRequest", nil, 50034),
            send: start("sign_in", ["username": .string("nobody@woodgrove.example")])),
        // The tests of msal-browser have this error and the one of a malformed token with times of the service (2026-08-22).
        Rejection(
            name: "a user name that is no address", failure: .init(400, "invalidRequest", nil, 90100),
            send: start("sign_in", ["username": .string("not-an-email")])),
        Rejection(
            name: "a reset for a name that is no address", failure: .init(400, "invalidRequest", nil, 90100),
            send: start("reset_password", ["username": .string("not-an-email")])),
        Rejection(
            name: "a user name too long", failure: .init(400, "invalidRequest", nil, 90100),
            send: start("sign_in", ["username": long])),
        Rejection(
            name: "a reset for an unknown user", failure: .init(400, "invalidRequest", nil, 50034),
            send: start("reset_password", ["username": .string("nobody@woodgrove.example")])),
        Rejection(
            name: "a reset where there is no password", failure: .init(400, "invalidRequest", nil, 500222),
            send: start("reset_password", ["username": .string("olga@woodgrove.example")])),
        Rejection(
            name: "no user name", failure: .init(400, "invalidRequest", nil, 90100), send: start("sign_in", [:])),
        Rejection(
            name: "a user name that is a number", failure: .init(400, "invalidRequest", nil, 90100),
            send: start("sign_in", ["username": .integer(1)])),
        Rejection(
            name: "a continuation token that is a number", failure: .init(400, "invalidRequest", nil, 90100),
            send: start("sign_in", casey.merging(["continuationToken": .integer(1)]) { $1 })),
        Rejection(
            name: "a continuation token that is empty", failure: .init(400, "invalidRequest", nil, 90100),
            send: start("sign_in", casey.merging(["continuationToken": .string("")]) { $1 })),
        Rejection(
            name: "a body that is no JSON", failure: .init(400, "invalidRequest", nil, 9_000_410),
            send: body("{")),
        Rejection(
            name: "a body that is a list", failure: .init(400, "invalidRequest", nil, 9_000_410), send: body("[]")),
        Rejection(
            name: "a body that names a member twice", failure: .init(400, "invalidRequest", nil, 9_000_410),
            send: body(#"{"username": "a", "username": "b"}"#)),
        Rejection(
            name: "a form", failure: .init(400, "invalidRequest", nil, 9_000_410),
            send: body("username=a", type: "application/x-www-form-urlencoded")),
        Rejection(
            name: "a wrong password", failure: .init(400, "invalidGrant", "invalidUserNameOrPassword", 50126),
            send: verify(["password": .string("wrong")])),
        Rejection(
            name: "a code in place of a password", failure: .init(400, "invalidRequest", nil, 90100),
            send: verify(["otp": .string("12345678")])),
        Rejection(
            name: "a password that is a list", failure: .init(400, "invalidRequest", nil, 90100),
            send: verify(["password": .array([])])),
        Rejection(
            name: "a wrong code", failure: .init(400, "invalidGrant", "invalidOneTimeCode", 50181),
            send: verify(["otp": .string("00000000")], as: "olga")),
        Rejection(
            name: "a code that is a number", failure: .init(400, "invalidRequest", nil, 90100),
            send: verify(["otp": .integer(12_345_678)], as: "fixed")),
        Rejection(
            name: "a disabled account", failure: .init(400, "accessDenied", nil, 550024),
            send: verify(["password": .string("Understudy!1")], as: "dora")),
        Rejection(
            name: "a weak new password", failure: .init(400, "invalidRequest", "passwordTooWeak", 120002),
            send: update(.string("aaaaaaaa"))),
        Rejection(
            name: "a short new password", failure: .init(400, "invalidRequest", "passwordTooShort", 120002),
            send: update(.string("Aa1!"))),
        Rejection(
            name: "a long new password", failure: .init(400, "invalidRequest", "passwordTooLong", 120002),
            send: update(.string(String(repeating: "Aa1!", count: 65)))),
        Rejection(
            name: "the password in force", failure: .init(400, "invalidRequest", "passwordRecentlyUsed", 120002),
            send: update(.string("Understudy!1"))),
        Rejection(
            name: "a banned new password", failure: .init(400, "invalidRequest", "passwordBanned", 120002),
            send: update(.string("P@ssw0rd1!"))),
        Rejection(
            name: "a new password of other letters", failure: .init(400, "invalidRequest", "passwordIsInvalid", 120002),
            send: update(.string("Pässwörd-42!"))),
        Rejection(
            name: "a new password that is null", failure: .init(400, "invalidRequest", nil, 90100),
            send: update(.null)),
        Rejection(
            name: "a sign-up without attributes", failure: .init(400, "invalidRequest", nil, 90100),
            send: signUp([:])),
        Rejection(
            name: "attributes that are a list", failure: .init(400, "invalidRequest", nil, 90100),
            send: signUp(["attributes": .array([])])),
        Rejection(
            name: "attributes without an address", failure: .init(400, "invalidRequest", nil, 90100),
            send: signUp(["attributes": .object([])])),
        Rejection(
            name: "an address that is a number", failure: .init(400, "invalidRequest", nil, 90100),
            send: signUp(["attributes": .object([.init("email", .integer(1))])])),
        Rejection(
            name: "an address that is none", failure: .init(400, "invalidRequest", nil, 90100),
            send: signUp(InteractionTests.attributes(["email": "nobody"]))),
        Rejection(
            name: "attributes too long", failure: .init(400, "invalidRequest", nil, 90100),
            send: signUp(InteractionTests.attributes(["displayName": String(repeating: "n", count: 20_000)]))),
    ]

    @Test("A link rejects an invalid request with an error object", arguments: rejections)
    func rejectsInvalidLinkRequest(_ row: Rejection) throws {
        let app = try NativeLab.interaction()
        let response = try row.send(app)
        #expect(response.failure == row.failure)
        let error = response.json?["error"]
        #expect(error?["message"]?.string?.hasPrefix("AADSTS\(row.failure.number): ") == true)
        for member in ["correlationId", "traceId", "timestamp"] {
            #expect(error?[member]?.string?.isEmpty == false, "\(member)")
        }
    }

    struct Detail: Row {
        let name: String
        let change: [String: String]
        let number: Int
        let attribute: String
        let code: String
    }

    static let details: [Detail] = [
        Detail(
            name: "an address that is taken", change: ["email": "casey@woodgrove.example"], number: 1_003_037,
            attribute: "email", code: "userAlreadyExists"),
        Detail(
            name: "a password against the policy", change: ["password": "aaaaaaaa"], number: 1_002_027,
            attribute: "password", code: "passwordPolicyViolation"),
        Detail(
            name: "an attribute against its rule", change: ["city": "oslo"], number: 1_002_027, attribute: "city",
            code: "attributeValidationFailed"),
    ]

    @Test("The error details name the invalid attribute, and a corrected submission succeeds", arguments: details)
    func listsInvalidAttributeAndAcceptsCorrection(_ row: Detail) throws {
        let app = try NativeLab.interaction()
        try app.enter()
        try app.follow("sign_up")
        let response = try app.follow("submitAttributes", InteractionTests.attributes(row.change))
        #expect(response.failure == .init(400, "invalidRequest", "attributeValidationError", row.number))
        let detail = response.json?["error"]?["innerError"]?["details"]?.array?.first
        #expect(detail?["attributeIds"] == .array([.string(row.attribute)]))
        #expect(detail?["code"] == .string(row.code))
        #expect(detail?["message"]?.string?.isEmpty == false)
        #expect(try app.follow("submitAttributes", InteractionTests.attributes())["action"] == "verify")
    }

    // MARK: - Continuation tokens and links

    @Test("A link rejects a continuation token that is malformed, of another version, used or expired")
    func rejectsInvalidContinuationToken() throws {
        let invalid = TestResponse.Failure(400, "invalidRequest", "invalidContinuationToken", 55200)
        let app = try NativeLab.interaction()
        try app.enter()
        let entered = try #require(app.token)
        for text in ["x", String(entered.dropLast()), entered + "A", String(entered.reversed())] {
            let response = try app.follow(
                "sign_in", InteractionRejectionTests.casey.merging(["continuationToken": .string(text)]) { $1 })
            #expect(response.failure == .init(400, "invalidRequest", nil, 90100), "\(text.prefix(9))")
        }
        let first = NativeApp(app.entra)
        try first.send(.initiate, ["username": "casey@woodgrove.example"])
        let foreign = try app.follow(
            "sign_in", InteractionRejectionTests.casey.merging(["continuationToken": .string(first.token ?? "")]) { $1 }
        )
        #expect(foreign.failure == invalid)
        // The rejected requests leave the token valid. Following the link uses the token.
        let link = try #require(app.links["sign_in"])
        #expect(try app.follow("sign_in", InteractionRejectionTests.casey).status == 200)
        let again = try app.send(
            "POST", link, #"{"continuationToken": "\#(entered)", "username": "casey@woodgrove.example"}"#)
        #expect(again.failure == invalid)
        // Version 1 rejects a token of version 2.
        first.token = app.token
        #expect(try first.send(.challenge).code == 55000)
        let challenged = app.token
        #expect(try app.follow("challenge").status == 200)
        let replayed = try app.send("POST", link, #"{"continuationToken": "\#(challenged ?? "")", "username": "x"}"#)
        #expect(replayed.failure == invalid)
        app.entra.clock.advance(seconds: 600)
        let expired = try app.follow("verify", ["password": .string("Understudy!1")])
        // The tests of msal-browser name real traffic as the source of this error.
        #expect(expired.failure == .init(400, "expiredToken", "expiredContinuationToken", 552_001))
    }

    /// Each step that the test reaches, with the links that are valid in the step.
    static let order: [(at: String, links: Set<String>)] = [
        ("entered", ["sign_in", "sign_up", "reset_password"]), ("signInStarted", ["challenge"]),
        ("passwordRequired", ["verify"]), ("signedIn", []),
    ]

    @Test("The API accepts only the links of the last response", arguments: order.indices)
    func rejectsLinkOfAnotherStep(_ index: Int) throws {
        let app = try NativeLab.interaction()
        try app.enter()
        var known = app.links
        let steps: [(String, [String: JSONValue])] = [
            ("sign_in", InteractionRejectionTests.casey), ("challenge", [:]),
            ("verify", ["password": .string("Understudy!1")]),
        ]
        for (relation, members) in steps.prefix(index) {
            try app.follow(relation, members)
            known.merge(app.links) { $1 }
        }
        let base = "\(MockEntra.origin)/woodgrove.onmicrosoft.com/api/v2.0"
        known["submitAttributes"] = "\(base)/signup/submitattributes"
        for (relation, path) in [
            ("challenge", "/challenge"), ("riskverify", "/riskverify"), ("verify", "/verify"), ("update", ""),
            ("poll", "/pollUpdate"),
        ]
        where known[relation] == nil {
            known[relation] = "\(base)/auth/methods/password/00000000-0000-4000-8000-000000000000\(path)"
        }
        let allMembers = """
            {"continuationToken": "\(app.token ?? "")", "username": "casey@woodgrove.example", "password": "Understudy!1", \
            "otp": "00000000", "newPassword": "Brand-New 42", "attributes": {"email": "a@b.example"}}
            """
        for (relation, href) in known where relation != "continue" {
            guard !InteractionRejectionTests.order[index].links.contains(relation) else { continue }
            let response = try app.site.send(
                relation == "update" ? "PUT" : "POST", href, headers: ["Content-Type": "application/json"],
                body: allMembers)
            #expect(
                response.failure == .init(400, "invalidRequest", "invalidContinuationToken", 55200), "\(relation)")
        }
        #expect(known.count >= 9)
    }

    @Test("A link to a method that the user does not have is rejected", arguments: ["email", "password"])
    func rejectsLinkToUnknownMethod(_ type: String) throws {
        let app = try NativeLab.interaction()
        try app.enter()
        try app.follow("sign_in", InteractionRejectionTests.casey)
        let href = try #require(app.links["challenge"])
        let id = try #require(href.split(separator: "/").dropLast().last)
        let other =
            type == "password"
            ? href.replacing(id, with: "00000000-0000-4000-8000-000000000000")
            : href.replacing("/password/", with: "/email/")
        let response = try app.send("POST", other, #"{"continuationToken": "\#(app.token ?? "")"}"#)
        #expect(response.failure == .init(400, "invalidRequest", nil, 90100))
        #expect(try app.follow("challenge").status == 200)
    }

    @Test("A link rejects GET, and updating a password takes PUT")
    func rejectsWrongHTTPMethodOnLink() throws {
        let app = try NativeLab.interaction()
        try app.enter()
        #expect(try app.site.get(app.links["sign_in"] ?? "").failure?.number == 900561)
        try app.follow("sign_in", InteractionRejectionTests.casey)
        let method = try #require(app.links["challenge"]).replacing("/challenge", with: "")
        #expect(try app.send("POST", method, "{}").failure?.number == 900561)
    }

    @Test("A one-time code expires after five wrong attempts")
    func expiresCodeAfterFiveWrongAttempts() throws {
        let app = try NativeLab.interaction()
        try app.begin("sign_in", as: "olga@woodgrove.example")
        let code = try app.code(to: "olga@mail.example")
        for _ in 0..<5 {
            #expect(try app.follow("verify", ["otp": .string("x")]).failure?.inner == "invalidOneTimeCode")
        }
        #expect(try app.follow("verify", ["otp": code]).failure?.number == 552_001)
    }
}
