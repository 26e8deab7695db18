import Entra
import Formats
import Testing

/// Tests each transition of the self-service sign-up with the native authentication API
/// (docs/reference/wire.md#native-auth-flows).
@Suite struct NativeSignUpTests {
    private static let user = "new@customer.example"
    private static let password = "Brand-New 42"
    private static let attributes = #"{"displayName": "New Customer", "city": "Oslo"}"#

    /// Signs up until the address is verified.
    private func verified(_ start: Parameters = [:], by client: String? = nil) throws -> (NativeApp, TestResponse) {
        let app = try NativeLab.app()
        if let client { app.clientID = client }
        try app.send(.signUpStart, start.with(["username": NativeSignUpTests.user]))
        let sent = try app.send(.signUpChallenge)
        #expect(sent["challenge_type"] == "oob")
        #expect(sent["challenge_target_label"] == "n***w@c***.example")
        let code = try app.code(to: NativeSignUpTests.user)
        return (app, try app.send(.signUpContinue, ["grant_type": "oob", "oob": code]))
    }

    @Test("A sign-up with all values at the start requires only the code and creates an account that signs in")
    func signsUpWithAllValuesAtOnce() throws {
        let (app, response) = try verified([
            "password": NativeSignUpTests.password, "attributes": NativeSignUpTests.attributes,
        ])
        #expect(response.status == 200)
        let tokens = try app.send(
            .token, ["grant_type": "continuation_token", "username": NativeSignUpTests.user])
        let token = try Token(tokens["id_token"])
        #expect(token["preferred_username"] == NativeSignUpTests.user)
        #expect(token["name"] == "New Customer")

        let again = NativeApp(app.entra)
        try again.send(.initiate, ["username": NativeSignUpTests.user])
        try again.send(.challenge)
        let signedIn = try again.send(.token, ["grant_type": "password", "password": NativeSignUpTests.password])
        #expect(try Token(signedIn["id_token"])["oid"] == token["oid"])
        // The account signs in with a browser, too.
        let page = try app.site.signIn(
            Lab.woodgrove, ["scope": "openid"], as: NativeSignUpTests.user, password: NativeSignUpTests.password,
            tenant: "woodgrove.onmicrosoft.com")
        #expect(page.outcome == .redirected)
    }

    @Test("A match that is too expensive ends the checks of the attributes")
    func stopsAtExpensiveAttribute() throws {
        let yaml = NativeLab.yaml.replacingExactly("^[A-Z][a-z]+$", with: "^(a{1,30}){1,30}b$")
            .replacingExactly("{name: jobTitle, required: false}", with: #"{name: jobTitle, pattern: "^b$"}"#)
        let cities = ["aaac", String(repeating: "a", count: 200) + "bc"]
        let rejected = try cities.map { city in
            let attributes = #"{"displayName": "Zoë", "city": "\#(city)", "jobTitle": "a"}"#
            let response = try NativeApp(MockEntra(yaml: yaml)).send(
                .signUpStart,
                ["username": "zoe@woodgrove.example", "password": "Understudy!1", "attributes": attributes])
            return response.json?["invalid_attributes"]?.array?.compactMap { $0["name"]?.string }
        }
        #expect(rejected == [["city", "jobTitle"], ["city"]])
    }

    @Test("A sign-up step by step asks for the password and then the attributes")
    func requestsPasswordAndAttributesStepByStep() throws {
        let (app, response) = try verified()
        #expect(response.outcome == .jsonError(400, "credential_required", 55103))
        #expect(try app.send(.signUpChallenge)["challenge_type"] == "password")
        let attributesRequired = try app.send(
            .signUpContinue, ["grant_type": "password", "password": NativeSignUpTests.password])
        #expect(attributesRequired.outcome == .jsonError(400, "attributes_required", 55106))
        let required = attributesRequired.json?["required_attributes"]?.array ?? []
        #expect(required.compactMap { $0["name"]?.string } == ["displayName", "city"])
        #expect(required.compactMap { $0["required"]?.bool } == [true, true])
        #expect(required.compactMap { $0["type"]?.string } == ["string", "string"])
        #expect(required[1]["options"]?["regex"] == .string("^[A-Z][a-z]+$"))
        let rejected = try app.send(
            .signUpContinue, ["grant_type": "attributes", "attributes": #"{"displayName": "x", "city": "oslo"}"#])
        #expect(rejected.outcome == .jsonError(400, "invalid_grant", 1_002_027))
        #expect(rejected["suberror"] == "attribute_validation_failed")
        #expect(rejected.json?["invalid_attributes"] == .array([.object([.init("name", .string("city"))])]))
        #expect(rejected["continuation_token"] == nil)
        let completed = try app.send(
            .signUpContinue, ["grant_type": "attributes", "attributes": NativeSignUpTests.attributes])
        #expect(completed.status == 200)
        #expect(
            try app.send(.token, ["grant_type": "continuation_token", "username": NativeSignUpTests.user]).status == 200
        )
    }

    @Test("A user flow by one-time code asks for no password and rejects one")
    func rejectsPasswordWhenFlowUsesCodes() throws {
        let (app, response) = try verified(by: NativeLab.codes)
        #expect(response.status == 200)
        #expect(app.token != nil)
        let other = try NativeLab.app()
        other.clientID = NativeLab.codes
        let rejected = try other.send(
            .signUpStart, ["username": "b@customer.example", "password": NativeSignUpTests.password])
        #expect(rejected["error"] == "unsupported_auth_method")
    }

    struct Start: Row {
        let name: String
        let form: Parameters
        let outcome: Outcome
        var suberror: String?
    }

    /// Attributes of 18,000 bytes that no user flow has.
    private static let manyAttributes =
        "{" + (0..<20).map { "\"a\($0)\": \"\(String(repeating: "x", count: 900))\"" }.joined(separator: ", ") + "}"

    static let starts: [Start] = [
        Start(
            name: "the user exists", form: ["username": "casey@woodgrove.example"],
            outcome: .jsonError(400, "user_already_exists", 1_003_037)),
        Start(
            name: "no address", form: ["username": "nobody"], outcome: .jsonError(400, "invalid_request", 90100)),
        Start(
            name: "an address without a top-level domain (msal-browser end-to-end tests, 2026)",
            form: ["username": "test-1733090331456-k8x9mq@example"],
            outcome: .jsonError(400, "invalid_request", 90100)),
        Start(name: "no user name", form: ["username": nil], outcome: .jsonError(400, "invalid_request", 90100)),
        Start(
            name: "a short password", form: ["password": "Aa1!"], outcome: .jsonError(400, "invalid_grant", 399_246),
            suberror: "password_too_short"),
        Start(
            name: "a weak password", form: ["password": "aaaaaaaa"], outcome: .jsonError(400, "invalid_grant", 399_246),
            suberror: "password_too_weak"),
        Start(
            name: "a city in small letters", form: ["attributes": #"{"city": "oslo"}"#],
            outcome: .jsonError(400, "invalid_grant", 1_002_027), suberror: "attribute_validation_failed"),
        Start(
            name: "attributes that are no object", form: ["attributes": "[1]"],
            outcome: .jsonError(400, "invalid_grant", 1_002_027), suberror: "attribute_validation_failed"),
        Start(
            name: "more attributes than a token carries", form: ["attributes": manyAttributes],
            outcome: .jsonError(400, "invalid_grant", 1_002_027), suberror: "attribute_validation_failed"),
        Start(
            name: "an attribute that is a list", form: ["attributes": #"{"city": ["Oslo"]}"#],
            outcome: .jsonError(400, "invalid_grant", 1_002_027), suberror: "attribute_validation_failed"),
        Start(
            name: "no redirect offered", form: ["challenge_type": "oob password"],
            outcome: .jsonError(400, "unsupported_challenge_type", 901007)),
    ]

    @Test("The API rejects an invalid start of a sign-up", arguments: starts)
    func rejectsInvalidStart(_ row: Start) throws {
        let form = Parameters(dictionaryLiteral: ("username", NativeSignUpTests.user)).with(row.form)
        let response = try NativeLab.app().send(.signUpStart, form)
        #expect(response.outcome == row.outcome)
        #expect(response["suberror"] == row.suberror)
        // The list is present even if the parameter is no JSON object (documentation B19).
        let hasList = response.json?["invalid_attributes"]?.array != nil
        #expect(hasList == (row.suberror == "attribute_validation_failed"))
    }

    @Test("More attributes than a token can carry are rejected before the pattern check")
    func skipsPatternsForTooManyAttributes() throws {
        let form: Parameters = [
            "username": NativeSignUpTests.user,
            "attributes": #"{"city": "oslo", "\#(NativeSignUpTests.manyAttributes.dropFirst(2))"#,
        ]
        let response = try NativeLab.app().send(.signUpStart, form)
        #expect(response.outcome == .jsonError(400, "invalid_grant", 1_002_027))
        #expect(response.json?["invalid_attributes"]?.array?.isEmpty == true)
    }

    @Test(
        "A client that does not offer both password and code is redirected to the browser",
        arguments: ["password redirect", "oob redirect", "redirect"])
    func redirectsUnlessPasswordAndCodeAreOffered(_ offered: String) throws {
        let app = try NativeLab.app()
        app.challengeTypes = offered
        #expect(try app.send(.signUpStart, ["username": NativeSignUpTests.user])["challenge_type"] == "redirect")
    }

    @Test("An application without a user flow is redirected to the browser")
    func redirectsApplicationWithoutUserFlow() throws {
        let app = try NativeLab.app()
        app.clientID = NativeLab.guarded
        #expect(try app.send(.signUpStart, ["username": NativeSignUpTests.user])["challenge_type"] == "redirect")
    }

    @Test("Of two sign-ups with the same address the second fails")
    func createsOneAccountPerAddress() throws {
        let app = try NativeLab.app()
        let other = NativeApp(app.entra)
        let form: Parameters = [
            "username": NativeSignUpTests.user, "password": NativeSignUpTests.password,
            "attributes": NativeSignUpTests.attributes,
        ]
        var codes: [String] = []
        for one in [app, other] {
            try one.send(.signUpStart, form)
            try one.send(.signUpChallenge)
            codes.append(try one.code(to: NativeSignUpTests.user))
        }
        #expect(try app.send(.signUpContinue, ["grant_type": "oob", "oob": codes[0]]).status == 200)
        let second = try other.send(.signUpContinue, ["grant_type": "oob", "oob": codes[1]])
        #expect(second.outcome == .jsonError(400, "user_already_exists", 1_003_037))
    }
}
