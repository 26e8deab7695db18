import Entra
import Formats
import Testing

@Suite struct PasswordGrantTests {
    @Test(
        "Version 2 returns the requested tokens and scope", arguments: ["contoso.com", Seed.contoso, "organizations"])
    func returnsRequestedTokensInVersion2(_ tenant: String) throws {
        let response = try Federated.entra().site.password(tenant: tenant)
        #expect(response["token_type"] == "Bearer")
        #expect(response["scope"] == "api://orders/Orders.Read")
        #expect(response["refresh_token"] != nil)
        let access = try Token(response["access_token"])
        #expect(access.claims["aud"]?.string == Seed.orders)
        #expect(access.claims["scp"]?.string == "Orders.Read")
        #expect(access.claims["azpacr"]?.string == "0")
        let identity = try Token(response["id_token"])
        #expect(identity.claims["preferred_username"]?.string == "alex@contoso.com")
        #expect(identity.claims["nonce"] == nil)
    }

    @Test("Version 1 returns the resource, and an id_token only on request")
    func returnsResourceAndOptionalIDTokenInVersion1() throws {
        let site = try Federated.entra().site
        let response = try site.password("Alex@Contoso.com", tenant: "contoso.com", .v1)
        #expect(response["resource"] == "api://orders")
        #expect(response["expires_in"] != nil)
        #expect(response["refresh_token"] != nil)
        #expect(try Token(response["id_token"]).claims["amr"]?.array == [.string("pwd")])
        #expect(try site.password(Federated.native, ["scope": nil], .v1)["id_token"] == nil)
    }

    @Test("The client that received the refresh token can redeem it")
    func refreshesTokenForSameClient() throws {
        let site = try Federated.entra().site
        for client in [Federated.native, Federated.web] {
            let token = try #require(try site.password(client)["refresh_token"])
            #expect(try site.token(client.refresh(token), tenant: "contoso.com").outcome == .json)
        }
    }

    @Test("With passwords set to any, a user without a password accepts any one; a guest uses the home password")
    func acceptsAnyPasswordAndHomePasswordOfGuest() throws {
        let site = try Federated.entra().site
        #expect(try site.password("any@contoso.com", "whatever").outcome == .json)
        let guest = try site.password("megan@fabrikam.com")
        let claims = try Token(guest["id_token"]).claims
        #expect(claims["tid"]?.string == Seed.contoso)
    }

    struct Failure: Row {
        let name: String
        let outcome: Outcome
        let send: @Sendable (Site) throws -> TestResponse

        init(
            _ name: String, _ error: String, _ code: Int, _ status: Int = 400,
            _ send: @escaping @Sendable (Site) throws -> TestResponse
        ) {
            self.name = name
            outcome = .jsonError(status, error, code)
            self.send = send
        }
    }

    static let failures: [Failure] = [
        Failure("common", "invalid_request", 9_001_023) { try $0.password(tenant: "common") },
        Failure("consumers", "invalid_request", 9_001_023) { try $0.password(tenant: "consumers") },
        Failure("wrong password", "invalid_grant", 50126) { try $0.password("alex@contoso.com", "x") },
        Failure("letter case of the password", "invalid_grant", 50126) {
            try $0.password("alex@contoso.com", "understudy!1")
        },
        Failure("unknown user", "invalid_grant", 50034) { try $0.password("nobody@contoso.com") },
        Failure("no domain", "invalid_grant", 50034) { try $0.password("alex") },
        // msal.net#2255.
        Failure("user of another tenant", "invalid_grant", 50020) { try $0.password("only@fabrikam.com") },
        Failure("user of another tenant, wrong password", "invalid_grant", 50020) {
            try $0.password("only@fabrikam.com", "x")
        },
        Failure("unknown user of another tenant", "invalid_grant", 50034) { try $0.password("nobody@fabrikam.com") },
        Failure("personal account", "invalid_grant", 50034) {
            try $0.password("ada@outlook.com", tenant: "organizations")
        },
        Failure("personal account that is a guest", "invalid_grant", 50034) { try $0.password("ada@outlook.com") },
        Failure("unknown domain over organizations", "invalid_request", 50059) {
            try $0.password("x@nowhere.example", tenant: "organizations")
        },
        Failure("no domain over organizations", "invalid_request", 50059) {
            try $0.password("alex", tenant: "organizations")
        },
        Failure("unknown user over organizations", "invalid_grant", 50034) {
            try $0.password("nobody@contoso.com", tenant: "organizations")
        },
        Failure("user without a password", "invalid_grant", 50056) { try $0.password("phone@contoso.com", "x") },
        Failure("federated user", "invalid_grant", 50056) {
            try $0.password("fred@federated.contoso.com", "Under & <study>!")
        },
        Failure("disabled user", "invalid_grant", 50057) { try $0.password("dora@contoso.com") },
        Failure("disabled user, wrong password", "invalid_grant", 50126) { try $0.password("dora@contoso.com", "x") },
        Failure("no user name", "invalid_request", 900144) { try $0.password(Federated.native, ["username": nil]) },
        Failure("no password", "invalid_request", 900144) { try $0.password(Federated.native, ["password": ""]) },
        Failure("no scope", "invalid_request", 900144) { try $0.password(Federated.native, ["scope": nil]) },
        Failure("an empty scope", "invalid_request", 28003) { try $0.password(Federated.native, ["scope": ""]) },
        Failure("no resource, version 1", "invalid_request", 900144) {
            try $0.password(Federated.native, ["resource": nil], .v1)
        },
        // azure-docs#30802: version 1 checks the password before it reads the resource.
        Failure("the password before the resource, version 1", "invalid_grant", 50126) {
            try $0.password(Federated.native, ["resource": nil, "scope": "openid", "password": "x"], .v1)
        },
        Failure("the secret before the resource", "invalid_client", 7_000_215, 401) {
            try $0.password(Federated.web, ["resource": nil, "client_secret": "x"], .v1)
        },
        Failure("an unknown permission", "invalid_grant", 65001) {
            try $0.password(Federated.native, ["scope": "api://orders/nope"])
        },
        Failure("no consent", "invalid_grant", 65001) { try $0.password(Federated.unconsented) },
        Failure("two resources", "invalid_request", 28000) {
            try $0.password(Federated.native, ["scope": "api://orders/Orders.Read User.Read"])
        },
        Failure("secret of a public client", "invalid_client", 700025, 401) {
            try $0.password(Federated.native, ["client_secret": "x"])
        },
        Failure("no secret of a confidential client", "invalid_client", 7_000_218, 401) {
            try $0.password(Federated.web, ["client_secret": nil])
        },
        Failure("wrong secret before wrong password", "invalid_client", 7_000_215, 401) {
            try $0.password("alex@contoso.com", "x", Federated.web, ["client_secret": "x"])
        },
        Failure("secret where redirect URIs alone make it public", "invalid_client", 700025, 401) {
            try $0.password(Federated.undecided, ["client_secret": "x"])
        },
    ]

    @Test("The error for a user of another tenant names the user's identity provider")
    func namesIdentityProviderOfForeignUser() throws {
        let response = try Federated.entra().site.password("only@fabrikam.com")
        #expect(
            response["error_description"]?.contains("/\(Seed.fabrikam)/' does not exist in tenant") == true,
            "\(response.text)")
    }

    @Test("An invalid password grant is rejected with the service's error", arguments: failures)
    func rejectsInvalidGrantAsService(_ row: Failure) throws {
        let response = try row.send(Federated.entra().site)
        #expect(response.outcome == row.outcome, "\(response.text)")
    }

    // A recording of azure-sdk-for-js, 2021-08.
    @Test("The error for an unknown user has the suberror bad_token")
    func reportsUnknownUserAsBadToken() throws {
        let response = try Federated.entra().site.password("nobody@contoso.com")
        #expect(response.code == 50034 && response["suberror"] == "bad_token")
    }

    @Test("Redirect URIs of a public client alone make a client public")
    func treatsClientWithPublicRedirectURIsAsPublic() throws {
        #expect(try Federated.entra().site.password(Federated.undecided).outcome == .json)
    }

    @Test("A cross-origin request from a browser is rejected")
    func rejectsCrossOriginRequest() throws {
        let form = Federated.native.credentials.with([
            "grant_type": "password", "username": "alex@contoso.com", "password": Federated.password, "scope": "openid",
        ])
        let response = try Federated.entra().site.token(
            form, tenant: "contoso.com", headers: [("Origin", "https://app.test")])
        #expect(response.code == 9_002_326)
    }

    /// Recordings of azure-sdk-for-js (2021-08), and azure-docs on HDInsight (2019).
    @Test("The error for an unknown user names the tenant by its ID", arguments: ["contoso.com", "organizations"])
    func namesTenantOfUnknownUserByID(_ tenant: String) throws {
        let response = try Federated.entra().site.password("nobody@contoso.com", tenant: tenant)
        #expect(response["error_description"]?.contains(" does not exist in the \(Seed.contoso) directory.") == true)
    }

    @Test("An error response does not contain the password")
    func omitsPasswordFromErrors() throws {
        let response = try Federated.entra().site.password("nobody@contoso.com", "S3cret-of-Nobody")
        #expect(!response.text.contains("S3cret"))
    }
}

extension Site {
    fileprivate func password(
        _ client: Client, _ more: Parameters = [:], _ endpoint: EndpointVersion = .v2
    ) throws -> TestResponse {
        try password("alex@contoso.com", Federated.password, client, more, tenant: "contoso.com", endpoint)
    }
}
