import Directory
import Entra
import Formats
import Testing

/// These tests cover which accounts an application accepts at which authority (docs/reference/protocol.md#sign-in-audience).
@Suite struct AudienceTests {
    struct Case: Row {
        let name: String
        let client: Client
        let tenant: String
        let outcome: Outcome

        init(_ audience: String, _ client: Client, _ tenant: String, _ outcome: Outcome) {
            name = "\(audience) at \(tenant)"
            self.client = client
            self.tenant = tenant
            self.outcome = outcome
        }
    }

    private static let signIn = Outcome.page(.username)

    static let cases: [Case] = [
        Case("AzureADMyOrg", Lab.plain, "contoso.com", signIn),
        Case("AzureADMyOrg", Lab.plain, "common", .errorPage(50194)),
        Case("AzureADMyOrg", Lab.plain, "organizations", .errorPage(50194)),
        Case("AzureADMyOrg", Lab.plain, "consumers", .errorPage(9_002_332)),
        Case("AzureADMyOrg", Lab.plain, Seed.fabrikam, .errorPage(700016)),
        Case("AzureADMultipleOrgs", Lab.organizations, "contoso.com", signIn),
        Case("AzureADMultipleOrgs", Lab.organizations, "common", signIn),
        Case("AzureADMultipleOrgs", Lab.organizations, "organizations", signIn),
        Case("AzureADMultipleOrgs", Lab.organizations, "consumers", .errorPage(9_002_332)),
        Case("AzureADMultipleOrgs", Lab.organizations, "fabrikam.com", signIn),
        Case("AzureADandPersonalMicrosoftAccount", .mobile, "contoso.com", signIn),
        Case("AzureADandPersonalMicrosoftAccount", .mobile, "common", signIn),
        Case("AzureADandPersonalMicrosoftAccount", .mobile, "organizations", signIn),
        Case("AzureADandPersonalMicrosoftAccount", .mobile, "consumers", signIn),
        Case("AzureADandPersonalMicrosoftAccount", .mobile, "outlook.com", signIn),
        Case("AzureADandPersonalMicrosoftAccount", .mobile, "fabrikam.com", signIn),
        Case("PersonalMicrosoftAccount", Lab.personal, "common", signIn),
        Case("PersonalMicrosoftAccount", Lab.personal, "consumers", signIn),
        Case("PersonalMicrosoftAccount", Lab.personal, "organizations", .errorPage(9_002_346)),
        Case("PersonalMicrosoftAccount", Lab.personal, "contoso.com", .errorPage(9_002_346)),
    ]

    @Test("The sign-in audience decides which authorities admit the application", arguments: cases)
    func admitsAuthorityBySignInAudience(_ row: Case) throws {
        let response = try Browser(try Lab.entra().site).open(row.client, ["scope": "openid"], tenant: row.tenant)
        #expect(response.outcome == row.outcome)
    }

    /// Personal accounts exist in version 2 only. The authority `consumers` rejects every version 1 request with AADSTS90027. Other
    /// authorities reject a personal account with AADSTS500201.
    @Test("Version 1 issues nothing to personal accounts")
    func versionOneRejectsPersonalAccounts() throws {
        let site = try MockEntra().site
        let silent = Client.mobile.request(["prompt": "none"])
        let page = try site.get("\(Site.path("authorize", "consumers", .v1))?\(silent.with(["prompt": nil]).encoded)")
        #expect(page.outcome == .errorPage(90027))
        #expect(
            try site.get("\(Site.path("authorize", "consumers", .v1))?\(silent.encoded)").outcome
                == .redirectedError("invalid_request", 90027))
        #expect(try site.signIn(.mobile, [:], as: "ada@outlook.com", .v1).outcome == .errorPage(500201))
        #expect(try site.signIn(.mobile, [:], as: "alex@contoso.com", .v1).outcome == .redirected)

        let tokens = try site.tokens(.mobile, ["scope": usualScope], as: "ada@outlook.com")
        let refresh = Client.mobile.refresh(try #require(tokens["refresh_token"]))
        #expect(try site.token(refresh, tenant: "common", .v1).outcome == .jsonError(400, "invalid_request", 500201))
        #expect(try site.token(refresh, tenant: "consumers", .v1).outcome == .jsonError(400, "invalid_request", 90027))
        let code = try site.code(as: "ada@outlook.com")
        #expect(
            try site.token(Client.mobile.redemption(code), tenant: "common", .v1).outcome
                == .jsonError(400, "invalid_request", 500201))
        #expect(try site.token(Client.mobile.redemption(code), tenant: "common").status == 200)
    }

    @Test("The authority organizations rejects a code or refresh token of a personal account")
    func organizationsRejectsGrantsOfPersonalAccount() throws {
        let site = try MockEntra().site
        let code = try site.code(as: "ada@outlook.com")
        let rejected = try site.token(Client.mobile.redemption(code), tenant: "organizations")
        #expect(rejected.outcome == .jsonError(400, "invalid_grant", 70_000_121))
        let tokens = try site.token(Client.mobile.redemption(code))
        let refresh = Client.mobile.refresh(try #require(tokens["refresh_token"]))
        let refreshed = try site.token(refresh, tenant: "organizations")
        #expect(refreshed.outcome == .jsonError(400, "invalid_grant", 70_000_121))
        #expect(try site.token(refresh, tenant: "consumers").status == 200)
    }

    @Test("Codes and refresh tokens of personal accounts are invalid after the audience is narrowed to work accounts")
    func rejectsPersonalGrantsAfterAudienceIsNarrowed() throws {
        let site = try MockEntra().site
        let (personal, work) = (try site.code(as: "ada@outlook.com"), try site.code())
        let refresh = try #require(try site.tokens(as: "ada@outlook.com")["refresh_token"])
        let graph = GraphCalls(site: site, headers: [("X-Understudy-Tenant", "contoso.com")])
        let body = #"{"signInAudience":"AzureADMultipleOrgs"}"#
        #expect(try graph.patch("/applications(appId='\(Client.mobile.id)')", body).status == 204)
        for form in [Client.mobile.redemption(personal), Client.mobile.refresh(refresh)] {
            #expect(try site.token(form).outcome == .jsonError(400, "invalid_request", 500208))
        }
        #expect(try site.token(Client.mobile.redemption(work)).status == 200)
    }

    @Test("A personal account can have an address of any domain", arguments: ["common", "consumers"])
    func personalAccountMayUseAnyDomain(_ tenant: String) throws {
        let site = try MockEntra(
            directory: MockEntra.directory(
                SeedDirectory.yaml.replacing("ada@outlook.com", with: "ada@lovell.example"))
        ).site
        #expect(try site.signIn(as: "ada@lovell.example", tenant: tenant).outcome == .redirected)
        let work = try site.signIn(as: "ada@lovell.example", tenant: "organizations")
        #expect(work.code == 500208)
    }

    @Test("Version 1 admits a personal account that is a guest of the tenant")
    func versionOneAdmitsPersonalGuest() throws {
        let response = try Lab.entra().site.signIn(.mobile, [:], as: "bob@live.com", tenant: "contoso.com", .v1)
        #expect(response.outcome == .redirected)
    }

    @Test(
        "An API that requires assignment issues tokens to assigned users only",
        arguments: [("alex@contoso.com", Outcome.redirected), ("adele@contoso.com", .errorPage(50105))])
    func requiresAssignmentForResource(_ user: String, _ outcome: Outcome) throws {
        let site = try Lab.entra().site
        let request: Parameters = ["scope": "openid offline_access api://strict/work"]
        let response = try site.signIn(.mobile, request, as: user, tenant: "contoso.com")
        #expect(response.outcome == outcome)
        if outcome != .redirected { #expect(response.text.contains("Strict (&#39;\(Lab.strict.id)&#39;)")) }
        // The same rule applies to a refresh token for another resource.
        let tokens = try site.tokens(.mobile, ["scope": "openid offline_access"], as: user, tenant: "contoso.com")
        let refresh = Client.mobile.refresh(try #require(tokens["refresh_token"]), ["scope": "api://strict/work"])
        let expected = outcome == .redirected ? Outcome.json : .jsonError(400, "invalid_grant", 50105)
        #expect(try site.token(refresh, tenant: "contoso.com").outcome == expected)
    }

    /// A mail address is a sign-in name only in an external tenant.
    @Test(
        "A member of a work tenant signs in by user principal name, not by mail address",
        arguments: [
            ("moira@contoso.com", "contoso.com", true), ("moira@elsewhere.example", "contoso.com", false),
            ("moira@elsewhere.example", "common", false), ("megan@fabrikam.com", "contoso.com", true),
            ("megan_fabrikam.com#EXT#@contoso.onmicrosoft.com", "contoso.com", false),
            ("casey@woodgrove.example", "woodgrove.onmicrosoft.com", true),
            ("casey@mail.example", "woodgrove.onmicrosoft.com", true),
        ])
    func acceptsUserPrincipalNameNotMail(_ name: String, _ tenant: String, _ isKnown: Bool) throws {
        let client = tenant.hasPrefix("woodgrove") ? Lab.woodgrove : Client.mobile
        let browser = Browser(try Lab.entra().site)
        try browser.open(client, ["scope": "openid"], tenant: tenant)
        try browser.press(filling: ["loginfmt": name])
        #expect(browser.page.kind == (isKnown ? .password : .username))
        #expect(browser.response?.code == (isKnown ? nil : 50034))
    }

    struct Home: Row {
        let name: String
        let tenant: String
        let user: String
        let tid: String
        let oid: String
        var idp: String?
    }

    static let homes: [Home] = [
        Home(
            name: "common, by the domain", tenant: "common", user: "alex@contoso.com", tid: Seed.contoso, oid: Seed.alex
        ),
        Home(
            name: "organizations", tenant: "organizations", user: "megan@fabrikam.com", tid: Seed.fabrikam,
            oid: Seed.megan),
        Home(name: "common, personal", tenant: "common", user: "ada@outlook.com", tid: Seed.consumers, oid: Seed.ada),
        Home(name: "consumers", tenant: "consumers", user: "ada@outlook.com", tid: Seed.consumers, oid: Seed.ada),
        Home(
            name: "a guest", tenant: "contoso.com", user: "megan@fabrikam.com", tid: Seed.contoso,
            oid: "eeeeeeee-0000-4000-8000-0000000000aa", idp: "\(MockEntra.origin)/\(Seed.fabrikam)/"),
        Home(
            name: "a guest at home", tenant: "fabrikam.com", user: "megan@fabrikam.com", tid: Seed.fabrikam,
            oid: Seed.megan),
    ]

    @Test("The token names the tenant of the sign-in", arguments: homes)
    func tokenNamesSignInTenant(_ row: Home) throws {
        let tokens = try Lab.entra().site.tokens(
            .mobile, ["scope": "openid profile User.Read"], as: row.user, tenant: row.tenant)
        // The token of a personal account for Microsoft Graph is opaque.
        for name in row.tid == Seed.consumers ? ["id_token"] : ["id_token", "access_token"] {
            let token = try Token(tokens[name])
            #expect(token["tid"] == row.tid)
            #expect(token["oid"] == row.oid)
            #expect(token["idp"] == row.idp)
        }
        #expect(try Token(tokens["id_token"])["iss"] == "\(MockEntra.origin)/\(row.tid)/v2.0")
    }
}
