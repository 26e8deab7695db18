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
        #expect(response["issuer"] == "\(MockEntra.origin)/adfs")
        #expect(response["authorization_endpoint"] == "\(MockEntra.origin)/adfs/oauth2/authorize")
        #expect(response["token_endpoint"] == "\(MockEntra.origin)/adfs/oauth2/token")
        #expect(response["jwks_uri"] == "\(MockEntra.origin)/adfs/discovery/keys")
    }

    @Test("A password grant returns tokens for a resource or for scopes")
    func issuesTokensForResourceOrScopes() throws {
        let site = try Federated.entra().site
        let byResource = try site.password(fred, password, tenant: "adfs", .v1)
        #expect(byResource["resource"] == "api://orders")
        for name in ["access_token", "id_token"] {
            let token = try Token(byResource[name])
            #expect(token["iss"] == "\(MockEntra.origin)/adfs")
            #expect(try token.isSigned(by: site, keys: "/adfs/discovery/keys"))
        }
        let byScope = try site.password(
            fred, password, .mobile, ["resource": nil, "scope": "openid offline_access api://orders/Orders.Read"],
            tenant: "adfs", .v1)
        #expect(byScope["scope"] == "api://orders/Orders.Read")
        #expect(byScope.json?["expires_in"]?.integer != nil)
        let refreshed = try site.token(
            Client.mobile.refresh(#require(byScope["refresh_token"]), ["resource": "api://orders"]), tenant: "adfs", .v1
        )
        #expect(try Token(refreshed["access_token"])["iss"] == "\(MockEntra.origin)/adfs")
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
        #expect(token["iss"] == "\(MockEntra.origin)/adfs")
        #expect(token["scp"] == "Orders.Read")
    }

    @Test("The device code endpoint accepts scopes or a resource", arguments: [true, false])
    func startsDeviceCodeForScopesOrResource(_ namesResource: Bool) throws {
        let site = try Federated.entra().site
        let request: Parameters =
            namesResource ? ["resource": "api://orders"] : ["scope": "openid api://orders/Orders.Read"]
        let started = try site.startDevice(.mobile, request, tenant: "adfs", .v1)
        #expect(started.status == 200)
        #expect((started["verification_url"] != nil) == namesResource)
        let poll: Parameters = [
            "grant_type": "device_code", "client_id": Client.mobile.id,
            namesResource ? "code" : "device_code": started["device_code"],
            "resource": namesResource ? "api://orders" : nil,
        ]
        #expect(try site.token(poll, tenant: "adfs", .v1).code == 70016)
    }

    @Test(
        "A client assertion must have the AD FS token endpoint or issuer as its audience",
        arguments: [
            ("adfs/oauth2/token", 200), ("adfs", 200), ("\(Seed.contoso)/oauth2/token", 401),
            ("contoso.com/oauth2/v2.0/token", 401),
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
        if status == 401 { #expect(response.code == 700023) }
    }

    @Test("AD FS accepts only its own users, refresh tokens and sessions")
    func rejectsUsersAndSessionsOfEntra() throws {
        let entra = try Federated.entra()
        let site = entra.site
        #expect(try site.password(fred, "x", tenant: "adfs", .v1).code == 50126)
        #expect(try site.password("alex@contoso.com", tenant: "adfs", .v1).code == 50126)
        #expect(try site.password("any@contoso.com", "x", tenant: "adfs", .v1).code == 50126)
        #expect(try site.password("dina@federated.contoso.com", "x", tenant: "adfs", .v1).code == 50057)
        #expect(try site.password("x@federated.contoso.com", tenant: "adfs", .v1).code == 50034)
        let cloud = try #require(try site.password()["refresh_token"])
        #expect(try site.token(Client.mobile.refresh(cloud), tenant: "adfs", .v1).code == 70000)
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
