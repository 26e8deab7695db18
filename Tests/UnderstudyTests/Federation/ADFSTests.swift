import Crypto
import Directory
import Entra
import Formats
import Store
import Testing

/// Tests the stand-in for on-premises AD FS at `/adfs`.
@Suite struct ADFSTests {
    private let fred = "fred@federated.contoso.com"
    private let password = "Under & <study>!"

    @Test("The metadata of AD FS names its own endpoints and issuer")
    func metadataNamesOwnEndpointsAndIssuer() throws {
        let response = try Federated.entra().site.get("/adfs/.well-known/openid-configuration")
        let base = "\(MockEntra.origin)/adfs"
        #expect(response["issuer"] == base)
        #expect(response["access_token_issuer"] == ADFSTests.accessTokenIssuer)
        #expect(response["authorization_endpoint"] == "\(base)/oauth2/authorize/")
        #expect(response["token_endpoint"] == "\(base)/oauth2/token/")
        #expect(response["jwks_uri"] == "\(base)/discovery/keys")
        #expect(response["userinfo_endpoint"] == "\(base)/userinfo")
        let list = { (name: String) in response.json?[name]?.array?.compactMap(\.string) ?? [] }
        #expect(list("grant_types_supported").contains("urn:ietf:params:oauth:grant-type:jwt-bearer"))
        #expect(list("claims_supported").contains("pwd_exp"))
        #expect(list("grant_types_supported").contains("device_code"))
        #expect(list("capabilities") == ["kdf_ver2"])
        #expect(response.json?.object?.last?.name == "device_authorization_endpoint")
    }

    private static let accessTokenIssuer = "http://localhost:8443/adfs/services/trust"

    @Test(
        "AD FS accepts its paths with and without a trailing slash",
        arguments: [
            ("GET", "/adfs/oauth2/authorize", 400), ("POST", "/adfs/oauth2/token", 400),
            ("GET", "/adfs/oauth2/devicecode", 400), ("GET", "/adfs/oauth2/deviceauth", 200),
            ("GET", "/adfs/oauth2/logout", 200),
            ("GET", "/adfs/discovery/keys", 200), ("GET", "/adfs/userinfo", 401),
        ])
    func acceptsTrailingSlash(_ method: String, _ path: String, _ status: Int) throws {
        let site = try Federated.entra().site
        for path in [path, path + "/"] { #expect(try site.send(method, path).status == status, "\(path)") }
        let elsewhere = path.replacing("/adfs/", with: "/contoso.com/") + "/"
        #expect(try site.send(method, elsewhere).status == 404, "\(elsewhere)")
    }

    @Test("An ID token has the claims of AD FS, which clients.md A7 lists from a captured discovery document")
    func idTokenHasClaimsOfADFS() throws {
        let response = try Federated.entra().site.password(fred, password, tenant: "adfs", .v1)
        let token = try Token(response["id_token"])
        #expect(token["iss"] == "\(MockEntra.origin)/adfs")
        #expect(token["aud"] == Client.mobile.id)
        #expect(token["upn"] == fred)
        #expect(token["unique_name"] == "FEDERATED\\fred")
        #expect(token["ver"] == "1.0")
        #expect(token["sid"]?.hasPrefix("S-1-5-21-") == true)
        #expect(token.number("auth_time") == MockEntra.start.seconds)
        for absent in ["tid", "oid", "rh", "aio", "uti", "preferred_username"] { #expect(token[absent] == nil) }
    }

    @Test(
        "An identifier that is not a URI is the audience with a prefix",
        arguments: [
            (Seed.orders, "microsoft:identityserver:\(Seed.orders)"), ("api://orders", "api://orders"),
        ])
    func prefixesAudienceWithoutURI(_ resource: String, _ audience: String) throws {
        let site = try Federated.entra().site
        let response = try site.password(fred, password, .mobile, ["resource": resource], tenant: "adfs", .v1)
        let token = try Token(response["access_token"])
        #expect(token["aud"] == audience)
        #expect(token["iss"] == ADFSTests.accessTokenIssuer)
        #expect(token["appid"] == Client.mobile.id)
        #expect(token["apptype"] == "Public")
        #expect(token["auth_time"] == "\(MockEntra.start.iso8601.dropLast()).000Z")
        for absent in ["tid", "oid", "rh", "aio", "uti", "azp"] { #expect(token[absent] == nil) }
    }

    @Test("Userinfo returns the subject for a token without an API, and rejects other tokens")
    func userInfoReturnsSubject() throws {
        let site = try Federated.entra().site
        let scoped = try site.password(
            fred, password, .mobile, ["resource": nil, "scope": "openid"], tenant: "adfs", .v1)
        let access = try #require(scoped["access_token"])
        #expect(try Token(access)["aud"] == "urn:microsoft:userinfo")
        let answer = try site.get("/adfs/userinfo", headers: ["Authorization": "Bearer \(access)"])
        #expect(answer.json?.object?.map(\.name) == ["sub"])
        let forAPI = try #require(try site.password(fred, password, tenant: "adfs", .v1)["access_token"])
        #expect(try site.get("/adfs/userinfo", headers: ["Authorization": "Bearer \(forAPI)"]).status == 401)
        #expect(try site.get("/oidc/userinfo", headers: ["Authorization": "Bearer \(access)"]).status == 401)
    }

    @Test("An API exchanges an access token of AD FS on behalf of the user")
    func exchangesTokenOnBehalfOfUser() throws {
        let site = try Federated.entra().site
        let own = try site.password(fred, password, .web, ["resource": Client.web.id], tenant: "adfs", .v1)
        let assertion = try #require(own["access_token"])
        let request: Parameters = [
            "grant_type": "urn:ietf:params:oauth:grant-type:jwt-bearer", "client_id": Client.web.id,
            "client_secret": "understudy-web-secret", "requested_token_use": "on_behalf_of",
            "assertion": assertion, "resource": "api://orders",
        ]
        let response = try site.token(request, tenant: "adfs", .v1)
        #expect(try Token(response["access_token"])["upn"] == fred)
        #expect(try site.token(request, tenant: "contoso.com", .v1).status == 400, "Entra does not trust AD FS tokens")
    }

    @Test("The federation metadata names the issuer and the keys of the service")
    func federationMetadataNamesIssuerAndKeys() throws {
        let site = try Federated.entra().site
        let document = try site.get("/FederationMetadata/2007-06/FederationMetadata.xml")
        #expect(document.status == 200)
        #expect(document.text.contains("entityID=\"\(ADFSTests.accessTokenIssuer)\""))
        let keys = try site.get("/adfs/discovery/keys").json?["keys"]?.array ?? []
        #expect(!keys.isEmpty)
        for certificate in keys.compactMap({ $0["x5c"]?.array?.first?.string }) {
            #expect(document.text.contains(certificate))
        }
        #expect(document.text.contains("xsi:type=\"fed:SecurityTokenServiceType\""))
    }

    @Test("Without a federated domain, the journal says what switches AD FS on")
    func journalSaysWhatSwitchesADFSOn() throws {
        let site = try MockEntra().site
        _ = try site.get("/adfs/.well-known/openid-configuration")
        let entry = try site.get("/_understudy/requests").json?["requests"]?.array?.first
        #expect(entry?["decision"]?["error"]?["detail"]?.string?.contains("federatedDomains") == true)
    }

    /// The members of a token response (azure-sdk-for-go, recordings of 2023-01).
    private static let tokenResponse = [
        "access_token", "token_type", "expires_in", "resource", "refresh_token", "refresh_token_expires_in", "scope",
        "id_token",
    ]

    @Test("A password grant returns tokens for a resource or for scopes")
    func issuesTokensForResourceOrScopes() throws {
        let site = try Federated.entra().site
        let byResource = try site.password(fred, password, tenant: "adfs", .v1)
        #expect(byResource["resource"] == "api://orders")
        for name in ["access_token", "id_token"] {
            let token = try Token(byResource[name])
            let issuer = name == "id_token" ? "\(MockEntra.origin)/adfs" : ADFSTests.accessTokenIssuer
            #expect(token["iss"] == issuer)
            #expect(try token.isSigned(by: site, keys: "/adfs/discovery/keys"))
        }
        let byScope = try site.password(
            fred, password, .mobile, ["resource": nil, "scope": "openid offline_access api://orders/Orders.Read"],
            tenant: "adfs", .v1)
        #expect(byScope["scope"] == "openid api://orders/Orders.Read")
        for response in [byResource, byScope] {
            #expect(response.json?.object?.map(\.name) == ADFSTests.tokenResponse)
            #expect(response.json?["expires_in"]?.integer == 3_600)
            #expect(response["token_type"] == "bearer")
        }
        let refreshed = try site.token(
            Client.mobile.refresh(#require(byScope["refresh_token"]), ["resource": "api://orders"]), tenant: "adfs", .v1
        )
        #expect(try Token(refreshed["access_token"])["iss"] == ADFSTests.accessTokenIssuer)
    }

    @Test("The sign-in pages post to AD FS, and the code is redeemed without a resource", arguments: [true, false])
    func redeemsCodeWithoutResource(_ namesResource: Bool) throws {
        let site = try Federated.entra().site
        let browser = Browser(site)
        let request: Parameters =
            namesResource ? ["resource": "api://orders"] : ["scope": "openid api://orders/Orders.Read"]
        try browser.open("\(Site.path("authorize", "adfs", .v1))?\(Client.mobile.request(request).encoded)")
        #expect(browser.page.forms.first?.action.hasPrefix("/adfs/oauth2/authorize?") == true)
        try browser.enter(fred, password)
        if browser.page.kind == .staySignedIn { try browser.press() }
        let code = try #require(browser.response?.fields["code"])
        let response = try site.token(Client.mobile.redemption(code), tenant: "adfs", .v1)
        let token = try Token(response["access_token"])
        #expect(token["iss"] == ADFSTests.accessTokenIssuer)
        #expect(token["scp"] == "Orders.Read")
    }

    @Test("The device code endpoint accepts scopes or a resource", arguments: [true, false])
    func startsDeviceCodeForScopesOrResource(_ namesResource: Bool) throws {
        let site = try Federated.entra().site
        let request: Parameters =
            namesResource ? ["resource": "api://orders"] : ["scope": "openid api://orders/Orders.Read"]
        let started = try site.startDevice(.mobile, request, tenant: "adfs", .v1)
        // azure-sdk-for-go, recordings of 2023-01.
        #expect(
            started.json?.object?.map(\.name) == [
                "device_code", "expires_in", "interval", "message", "user_code", "verification_uri",
                "verification_uri_complete", "verification_url",
            ])
        #expect(started["verification_uri"] == "\(MockEntra.origin)/adfs/oauth2/deviceauth")
        #expect(started.json?["interval"]?.integer == 5)
        let poll: Parameters = [
            "grant_type": "device_code", "client_id": Client.mobile.id,
            namesResource ? "code" : "device_code": started["device_code"],
            "resource": namesResource ? "api://orders" : nil,
        ]
        let pending = try site.token(poll, tenant: "adfs", .v1)
        #expect(pending.json?.object?.map(\.name) == ["error", "error_description"])
        #expect(pending["error"] == "authorization_pending")
        #expect(pending["error_description"]?.hasPrefix("MSIS9714: ") == true)
        let browser = Browser(site)
        try browser.open("/adfs/oauth2/deviceauth")
        try browser.press(filling: ["otc": started["user_code"] ?? ""])
        try browser.enter(fred, password)
        while browser.page.kind != .deviceApproved {
            let kind = browser.page.kind
            try browser.press()
            guard browser.page.kind != kind else { break }
        }
        let response = try site.token(poll, tenant: "adfs", .v1)
        #expect(try Token(response["access_token"])["iss"] == ADFSTests.accessTokenIssuer, "\(response.text)")
    }

    struct Failure: Row {
        let name: String
        let error: String
        /// The number of the message.
        let number: Int
        let send: @Sendable (Site) throws -> TestResponse
    }

    private static let fred = "fred@federated.contoso.com"

    static let failures: [Failure] = [
        Failure(name: "a wrong password", error: "invalid_grant", number: 9659) {
            try $0.password(fred, "x", tenant: "adfs", .v1)
        },
        Failure(name: "an unknown client", error: "invalid_client", number: 9607) {
            try $0.token(
                ["grant_type": "password", "client_id": "99999999-0000-4000-8000-000000000001", "resource": "x"],
                tenant: "adfs", .v1)
        },
        Failure(name: "a wrong secret", error: "invalid_client", number: 9622) {
            try $0.token(
                [
                    "grant_type": "client_credentials", "client_id": Client.web.id, "client_secret": "x",
                    "resource": "api://orders",
                ], tenant: "adfs", .v1)
        },
        Failure(name: "an unknown resource", error: "invalid_resource", number: 9602) {
            try $0.password(fred, "Under & <study>!", .mobile, ["resource": "api://nowhere"], tenant: "adfs", .v1)
        },
        Failure(name: "an API of Microsoft", error: "invalid_resource", number: 9602) {
            try $0.password(
                fred, "Under & <study>!", .mobile, ["resource": "https://graph.microsoft.com"], tenant: "adfs", .v1)
        },
        Failure(name: "a resource that the client may not use", error: "access_denied", number: 9605) {
            try $0.password(
                fred, "Under & <study>!", Federated.unconsented, ["resource": "api://orders"], tenant: "adfs", .v1)
        },
        Failure(name: "an unknown grant type", error: "unsupported_grant_type", number: 9611) {
            try $0.token(["grant_type": "x", "client_id": Client.mobile.id], tenant: "adfs", .v1)
        },
        Failure(name: "an unreadable code", error: "invalid_grant", number: 9612) {
            try $0.token(Client.mobile.redemption("x"), tenant: "adfs", .v1)
        },
        Failure(name: "an unreadable refresh token", error: "invalid_grant", number: 9614) {
            try $0.token(Client.mobile.refresh("x"), tenant: "adfs", .v1)
        },
    ]

    @Test(
        "Errors have the codes and the two members of AD FS, and the journal names the Entra code", arguments: failures)
    func reportsErrorsOfADFS(_ row: Failure) throws {
        let site = try Federated.entra().site
        let response = try row.send(site)
        #expect(response.status == 400)
        #expect(response.json?.object?.map(\.name) == ["error", "error_description"])
        #expect(response["error"] == row.error)
        #expect(response["error_description"]?.hasPrefix("MSIS\(row.number): ") == true, "\(response.text)")
        let entry = try site.get("/_understudy/requests").json?["requests"]?.array?.first
        #expect(entry?["decision"]?["error"]?["code"]?.string?.hasPrefix("AADSTS") == true)
    }

    @Test(
        "A client assertion must have the AD FS token endpoint or issuer as its audience",
        arguments: [
            ("adfs/oauth2/token", 200), ("adfs/oauth2/token/", 200), ("adfs", 200),
            ("\(Seed.contoso)/oauth2/token", 400),
            ("contoso.com/oauth2/v2.0/token", 400),
        ])
    func requiresAssertionAudienceOfADFS(_ path: String, _ status: Int) throws {
        let assertion = try Assertion(Federated.certified).with(claims: [
            "aud": .string("\(MockEntra.origin)/\(path)")
        ])
        let response = try Federated.entra().site.token(
            [
                "grant_type": "client_credentials", "client_id": Federated.certified.id, "resource": "api://orders",
                "client_assertion_type": Assertion.type, "client_assertion": assertion.signed(),
            ], tenant: "adfs", .v1)
        #expect(response.status == status)
        if status == 400 { #expect(response["error_description"]?.hasPrefix("MSIS9622: ") == true) }
    }

    @Test("AD FS accepts only its own users, refresh tokens and sessions")
    func rejectsUsersAndSessionsOfEntra() throws {
        let entra = try Federated.entra()
        let site = entra.site
        for (user, secret) in [
            (fred, "x"), ("alex@contoso.com", "Understudy!1"), ("any@contoso.com", "x"),
            ("dina@federated.contoso.com", "x"), ("x@federated.contoso.com", "Understudy!1"),
        ] {
            let response = try site.password(user, secret, tenant: "adfs", .v1)
            #expect(response["error_description"] == "MSIS9659: Invalid 'username' or 'password'.")
        }
        let cloud = try #require(try site.password()["refresh_token"])
        let foreign = try site.token(Client.mobile.refresh(cloud), tenant: "adfs", .v1)
        #expect(foreign["error_description"]?.hasPrefix("MSIS9614: ") == true)
        let browser = Browser(site)
        try browser.open(.mobile, ["scope": "openid"], tenant: "contoso.com")
        try browser.enter("alex@contoso.com")
        let silent = Client.mobile.request(["scope": "openid", "prompt": "none"])
        #expect(try browser.open("\(Site.path("authorize", "adfs", .v1))?\(silent.encoded)").code == 50058)
    }

    @Test(
        "AD FS has no version 2 endpoints",
        arguments: [
            "/adfs/v2.0/.well-known/openid-configuration", "/adfs/discovery/v2.0/keys", "/adfs/oauth2/v2.0/authorize",
            "/adfs/oauth2/v2.0/token",
        ])
    func hasNoVersion2Endpoints(_ path: String) throws {
        let site = try Federated.entra().site
        #expect(try site.get(path).status == 404)
        #expect(try site.post(path, [:]).status == 404)
    }

    @Test("Without a domain that the stand-in serves, AD FS does not exist")
    func doesNotExistWithoutFederatedDomain() throws {
        let site = try MockEntra().site
        #expect(try site.get("/adfs/.well-known/openid-configuration").code == 90002)
        #expect(try site.get("/FederationMetadata/2007-06/FederationMetadata.xml").code == 90002)
        #expect(try site.token(["grant_type": "password"], tenant: "adfs", .v1).code == 90002)
    }

    @Test("WebFinger confirms the authorities of the same host only")
    func webFingerConfirmsOwnAuthorities() throws {
        let site = try Federated.entra().site
        let response = try site.get("/.well-known/webfinger?resource=https%3A%2F%2Flocalhost%3A8443%2Fadfs")
        let link = response.json?["links"]?.array?.first
        #expect(link?["rel"]?.string == "http://schemas.microsoft.com/rel/trusted-realm")
        #expect(link?["href"]?.string == MockEntra.origin)
        #expect(try site.get("/.well-known/webfinger?resource=https%3A%2F%2Fevil.test%2Fadfs").code == 50049)
        #expect(try site.get("/.well-known/webfinger?resource=x").code == 50049)
        #expect(try site.get("/.well-known/webfinger").code == 900144)
    }

    @Test("The device registration host of a domain confirms the hosts of that domain")
    func webFingerConfirmsHostsOfFederatedDomain() throws {
        let site = try Federated.entra().at("https://enterpriseregistration.federated.contoso.com")
        let page = try site.get("/enrollmentserver/contract?api-version=1.0").json?["IdentityProviderService"]
        #expect(page?["PassiveAuthEndpoint"]?.string?.hasPrefix("https://enterpriseregistration.") == true)
        let path = "/.well-known/webfinger?resource="
        let response = try site.get(path + "https%3A%2F%2Ffs.Federated.contoso.com%2Fadfs")
        let link = response.json?["links"]?.array?.first
        #expect(link?["href"]?.string == "https://fs.federated.contoso.com")
        for other in [
            "https://fs.partner.contoso.com/adfs", "http://fs.federated.contoso.com/adfs",
            "https://fs.federated.contoso.com:8443/adfs", "https://evilfederated.contoso.com/adfs",
        ] {
            #expect(try site.get(path + Percent.encode(other)).code == 50049)
        }
    }

    @Test("The enrollment contract names the provider's page by path or by host")
    func enrollmentContractNamesProviderPage() throws {
        let entra = try Federated.entra()
        let path = "/federated.contoso.com/enrollmentserver/contract?api-version=1.0"
        let service = try entra.site.get(path).json?["IdentityProviderService"]
        #expect(service?["PassiveAuthEndpoint"]?.string == "\(MockEntra.origin)/adfs/ls/")
        let host = entra.at("https://enterpriseregistration.partner.contoso.com")
        let byHost = try host.get("/EnrollmentServer/Contract?api-version=1.0").json?["IdentityProviderService"]
        #expect(byHost?["PassiveAuthEndpoint"]?.string == "https://sts.partner.example/ls/?x=1")
        for target in [
            "/contoso.com/enrollmentserver/contract", "/enrollmentserver/contract", "/x/enrollmentserver/contract",
        ] {
            #expect(try entra.site.get(target).status == 404)
        }
    }
}
