import Entra
import Formats
import Testing

/// The server checks the shape of token requests in a fixed order (docs/reference/protocol.md#token-rules;
/// docs/reference/security-checklist.md#rule-79 to docs/reference/security-checklist.md#rule-81).
@Suite struct TokenRequestTests {
    struct Case: Row {
        let name: String
        let form: Parameters
        let outcome: Outcome
        var tenant = "contoso.com"

        init(
            _ name: String, _ form: Parameters, _ error: String, _ code: Int, status: Int = 400,
            tenant: String = "contoso.com"
        ) {
            self.name = name
            self.form = form
            outcome = .jsonError(status, error, code)
            self.tenant = tenant
        }
    }

    private static let daemon = Client.daemon.credentials.with([
        "grant_type": "client_credentials", "scope": "api://orders/.default",
    ])

    static let shape: [Case] = [
        Case("nothing", [:], "invalid_request", 900144),
        Case("no grant_type", daemon.with(["grant_type": nil]), "invalid_request", 900144),
        Case("empty grant_type", daemon.with(["grant_type": ""]), "invalid_request", 900144),
        Case("unknown grant_type", daemon.with(["grant_type": "magic"]), "unsupported_grant_type", 70003),
        Case(
            "grant_type in another case", daemon.with(["grant_type": "Client_Credentials"]), "unsupported_grant_type",
            70003),
        Case(
            "a space after grant_type", daemon.with(["grant_type": "client_credentials "]), "unsupported_grant_type",
            70003),
        Case("no client_id", daemon.with(["client_id": nil]), "invalid_request", 900144),
        Case(
            "quotes around client_id", daemon.with(["client_id": "\"\(Client.daemon.id)\""]), "unauthorized_client",
            700016),
        Case(
            "a space after client_id", daemon.with(["client_id": Client.daemon.id + " "]), "unauthorized_client", 700016
        ),
        // msgraph-sdk-dotnet#454, AppModelv2-WebApp-OpenIDConnect-DotNet#50, react-aad#59.
        Case(
            "an unfilled template", daemon.with(["client_id": "Enter_the_Application_Id_here"]), "unauthorized_client",
            700016),
        Case("undefined", daemon.with(["client_id": "undefined"]), "unauthorized_client", 700016),
        // Capture of 2026-08, Commercial-Marketplace-SaaS-Accelerator#748.
        Case(
            "the zero GUID", daemon.with(["client_id": "00000000-0000-0000-0000-000000000000"]), "unauthorized_client",
            700038),
        Case(
            "unknown client_id", daemon.with(["client_id": "99999999-0000-4000-8000-000000000001"]),
            "unauthorized_client",
            700016),
        Case(
            "disabled client",
            Lab.disabled.credentials.with(["grant_type": "client_credentials", "scope": "x/.default"]),
            "unauthorized_client", 7_000_112),
        Case(
            "resource of another API, vscode#321249", daemon.with(["resource": "https://other.test"]), "invalid_target",
            9_010_010),
        Case("the identity of an agent", daemon.with(["fmi_path": "agents/1"]), "invalid_request", 90100),
        Case(
            "an agent's user", daemon.with(["grant_type": "user_fic", "user_federated_identity_credential": "e30"]),
            "unsupported_grant_type", 70003),
        Case("unknown tenant", daemon, "invalid_request", 90002, tenant: "nowhere.example"),
        Case("a word that is no tenant", daemon, "invalid_request", 900023, tenant: "secrets"),
        Case("no code", Client.mobile.redemption("", [:]), "invalid_request", 900144),
        Case("no refresh token", Client.mobile.refresh(""), "invalid_request", 900144),
    ]

    /// Each request has two errors. The server reports the one that comes first in the order.
    static let order: [Case] = [
        Case(
            "duplicates before the tenant", daemon.adding(["scope": "x"]), "invalid_request", 9_000_411,
            tenant: "secrets"),
        Case(
            "tenant before grant_type", daemon.with(["grant_type": "magic"]), "invalid_request", 900023,
            tenant: "secrets"),
        Case(
            "grant_type before client_id", daemon.with(["grant_type": "magic", "client_id": nil]),
            "unsupported_grant_type",
            70003),
        Case(
            "client_id before the secret", daemon.with(["client_id": "x", "client_secret": "wrong"]),
            "unauthorized_client", 700016),
        Case(
            "client_id before the resource of version 2",
            daemon.with(["client_id": "99999999-0000-4000-8000-000000000001", "resource": "x"]), "unauthorized_client",
            700016),
        Case(
            "client_id before the missing parameters of on-behalf-of",
            [
                "client_id": "99999999-0000-4000-8000-000000000001",
                "grant_type": "urn:ietf:params:oauth:grant-type:jwt-bearer",
            ], "unauthorized_client", 700016),
        Case(
            "the missing parameters of on-behalf-of before the secret",
            Client.daemon.credentials.with([
                "grant_type": "urn:ietf:params:oauth:grant-type:jwt-bearer", "client_secret": "wrong",
            ]), "invalid_request", 900144),
        Case(
            "audience before the secret",
            Client.daemon.credentials.with([
                "grant_type": "refresh_token", "refresh_token": "x", "client_secret": "wrong",
            ]),
            "invalid_request", 50194, tenant: "common"),
        Case(
            "the code's shape before the secret (a probe, 2026-08)",
            Client.web.redemption("x", ["client_secret": "wrong"]), "invalid_grant", 9_002_313),
        Case(
            "the refresh token's shape before the secret", Client.web.refresh("x", ["client_secret": "wrong"]),
            "invalid_grant", 9_002_313),
        Case(
            "the scope's shape before the secret",
            daemon.with(["client_secret": "wrong", "scope": "api://orders/Orders.Read"]), "invalid_scope", 1_002_012),
        Case(
            "the scope's shape before a missing secret", daemon.with(["client_secret": nil, "scope": "a,b/.default"]),
            "invalid_scope", 70011),
        Case(
            "the scope's shape before the code",
            Client.web.redemption("x", ["client_secret": "wrong", "scope": "a,b"]),
            "invalid_scope", 70011),
        Case(
            "the scope's shape before the refresh token",
            Client.web.refresh("x", ["scope": "api://orders/.default api://orders/Orders.Read"]), "invalid_scope", 70011
        ),
        Case(
            "the secret before the resource",
            daemon.with(["client_secret": "wrong", "scope": "api://nowhere/.default"]), "invalid_client", 7_000_215,
            status: 401),
    ]

    @Test("An invalid request is rejected with the first error in the service's order", arguments: shape + order)
    func rejectsInvalidRequestsInOrder(_ row: Case) throws {
        let response = try Lab.entra().site.token(row.form, tenant: row.tenant)
        #expect(response.outcome == row.outcome)
    }

    @Test("Both versions check the same shape", arguments: shape)
    func versionOneChecksSameShape(_ row: Case) throws {
        guard !row.name.hasPrefix("resource of another API") else { return }
        let response = try Lab.entra().site.token(row.form, tenant: row.tenant, .v1)
        #expect(response.outcome == row.outcome)
    }

    @Test(
        "A body that is not a form is ignored",
        arguments: [
            "application/json", "multipart/form-data; boundary=x", "text/plain", "",
            "application/x-www-form-urlencodedx",
            "x/application/x-www-form-urlencoded",
        ])
    func ignoresBodyThatIsNotForm(_ type: String) throws {
        let site = try Lab.entra().site
        let response = try site.post(
            Site.path("token", "contoso.com"), encoded: TokenRequestTests.daemon.encoded,
            headers: [("Content-Type", type)])
        #expect(response.outcome == .jsonError(400, "invalid_request", 900144))
    }

    @Test(
        "A form is accepted with any charset and in any letter case",
        arguments: [
            "application/x-www-form-urlencoded", "application/x-www-form-urlencoded; charset=utf-8",
            "application/x-www-form-urlencoded;charset=UTF-8", "Application/X-WWW-Form-Urlencoded",
        ])
    func acceptsFormWithAnyCharsetOrCase(_ type: String) throws {
        let response = try Lab.entra().site.post(
            Site.path("token", "contoso.com"), encoded: TokenRequestTests.daemon.encoded,
            headers: [("Content-Type", type)])
        #expect(response.status == 200)
    }

    @Test("The query is ignored, including credentials")
    func ignoresQueryParameters() throws {
        let site = try Lab.entra().site
        let response = try site.post("\(Site.path("token", "contoso.com"))?\(TokenRequestTests.daemon.encoded)", [:])
        #expect(response.outcome == .jsonError(400, "invalid_request", 900144))
        let secret = try site.post(
            "\(Site.path("token", "contoso.com"))?client_secret=understudy-daemon-secret",
            TokenRequestTests.daemon.with(["client_secret": nil]))
        #expect(secret.outcome == .jsonError(401, "invalid_client", 7_000_216))
    }

    @Test(
        "A parameter that occurs twice is rejected",
        arguments: [
            "grant_type", "client_id", "client_secret", "scope", "resource", "code", "redirect_uri", "code_verifier",
            "refresh_token",
            "client_assertion", "client_assertion_type", "username", "password", "assertion", "requested_token_use",
            "device_code",
            "claims", "client_info",
        ])
    func rejectsDuplicateParameter(_ name: String) throws {
        let form = TokenRequestTests.daemon
        let once: Parameters = [name: form.form[name] ?? "x"]
        let twice = form.adding(form.names.contains(name) ? once : once.adding(once))
        let response = try Lab.entra().site.token(twice, tenant: "contoso.com")
        #expect(response.outcome == .jsonError(400, "invalid_request", 9_000_411))
        #expect(response["error_description"]?.contains("'\(name)'") == true)
    }

    @Test(
        "Malformed text is rejected",
        arguments: ["scope=%zz", "scope=%", "x=%ff", "%00=1", "x=%00", "x=%c3%28", "x=%ED%A0%80"])
    func rejectsMalformedText(_ piece: String) throws {
        let response = try Lab.entra().site.post(
            Site.path("token", "contoso.com"),
            encoded: TokenRequestTests.daemon.with(["scope": nil]).encoded + "&" + piece)
        #expect(response.outcome == .jsonError(400, "invalid_request", 9_002_313))
    }

    @Test("Too many fields are rejected, and huge values are handled")
    func rejectsTooManyFieldsAndHandlesHugeValues() throws {
        let site = try Lab.entra().site
        let path = Site.path("token", "contoso.com")
        let many = (0...1000).map { "p\($0)=1" }.joined(separator: "&")
        #expect(try site.post(path, encoded: many).outcome == .jsonError(400, "invalid_request", 9_002_313))
        let long = String(repeating: "a", count: 1 << 20)
        for name in ["scope", "client_secret", "client_id", "grant_type", "code", "refresh_token", "x"] {
            let response = try site.token(TokenRequestTests.daemon.with([name: long]), tenant: "contoso.com")
            #expect(response.status < 500)
            #expect(response.body.count < 20_000)
        }
    }

    @Test(
        "Other methods are rejected with a list of the allowed methods",
        arguments: ["GET", "HEAD", "PUT", "DELETE", "PATCH"])
    func rejectsOtherMethodsAndListsAllowed(_ method: String) throws {
        let response = try Lab.entra().site.send(
            method, "\(Site.path("token", "contoso.com"))?\(TokenRequestTests.daemon.encoded)")
        #expect(response.outcome == .jsonError(400, "invalid_request", 900561))
        #expect(response.header("Allow") == "POST, OPTIONS")
        #expect(
            response["error_description"]?.hasPrefix(
                "AADSTS900561: The endpoint only accepts POST, OPTIONS requests. Received a \(method) request.") == true
        )
    }
}
