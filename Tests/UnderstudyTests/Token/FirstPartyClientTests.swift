import Entra
import Formats
import Testing

/// Microsoft's own clients work in every tenant without a registration (docs/reference/protocol.md#first-party-clients).
@Suite struct FirstPartyClientTests {
    static let azureCLI = Client(id: "04b07795-8ddb-461a-bbee-02f9e1bf7b46", redirectURI: "http://localhost:8400")
    static let powerShell = Client(id: "1950a258-227b-4e31-a9cf-717495945fc2", redirectURI: "http://localhost:8399")
    static let visualStudio = Client(
        id: "04f0c124-f2bc-4f59-8241-bf6df9866bbd",
        redirectURI: "https://login.microsoftonline.com/common/oauth2/nativeclient")
    static let visualStudioCode = Client(
        id: "aebc6443-996d-45c2-90f0-388ff96faa56", redirectURI: "http://localhost:33418/")
    static let graphTools = Client(id: "14d82eec-204b-4c2f-b7e8-296a70dab67e", redirectURI: "http://localhost:5000")
    static let teams = Client(
        id: "1fec8e78-bce4-4aaf-ab1b-5451cc387264",
        redirectURI: "https://login.microsoftonline.com/common/oauth2/nativeclient")
    static let office = Client(
        id: "d3590ed6-52b3-4102-aeff-aad2292ab01c",
        redirectURI: "https://login.microsoftonline.com/common/oauth2/nativeclient")

    private static let manager: Parameters = [
        "scope": "https://management.core.windows.net//.default offline_access openid profile"
    ]
    private static let organizations = "organizations"

    @Test(
        "Azure tools sign in by code, device code and password without a registration and without consent",
        arguments: [azureCLI, powerShell, visualStudio, visualStudioCode])
    func signsIntoSeedDirectory(_ client: Client) throws {
        let site = try MockEntra().site
        let code = try site.code(
            client, FirstPartyClientTests.manager, consent: nil, tenant: FirstPartyClientTests.organizations)
        let byCode = try site.token(client.redemption(code), tenant: FirstPartyClientTests.organizations)
        let byDevice = try site.deviceTokens(
            client, FirstPartyClientTests.manager, tenant: FirstPartyClientTests.organizations)
        let byPassword = try site.token(
            FirstPartyClientTests.password(client).with(FirstPartyClientTests.manager), tenant: "contoso.com")
        for response in [byCode, byDevice, byPassword] {
            let token = try Token(response["access_token"])
            #expect(token["aud"] == "https://management.core.windows.net/")
            #expect(token["ver"] == "1.0")
            #expect(token["appid"] == client.id)
            #expect(token["appidacr"] == "0")
            #expect(token["scp"] == "user_impersonation")
            #expect(response["refresh_token"] != nil)
            #expect(response["foci"] == nil)
            #expect(try Token(response["id_token"])["aud"] == client.id)
        }
    }

    @Test(
        "Azure CLI is preauthorized for permissions that an API does not publish",
        arguments: [
            ("https://api.loganalytics.io", "user_impersonation"),
            ("https://api.applicationinsights.io", "user_impersonation"),
            ("https://azconfig.io", "user_impersonation"), ("https://rest.media.azure.net", "user_impersonation"),
            ("https://graph.windows.net/", "62e90394-69f5-4237-9190-012177145e10"),
        ])
    func grantsUnpublishedPermissions(_ resource: String, _ scope: String) throws {
        let site = try MockEntra().site
        let response = try site.token(
            FirstPartyClientTests.password(FirstPartyClientTests.azureCLI).with(["scope": "\(resource)/.default"]),
            tenant: "contoso.com")
        let token = try Token(response["access_token"])
        #expect(token["aud"] == resource)
        #expect(token["scp"] == scope)
    }

    private static func password(_ client: Client) -> Parameters {
        client.credentials.with([
            "grant_type": "password", "username": "alex@contoso.com", "password": "Understudy!1",
        ])
    }

    struct Decision: Row {
        let name: String
        let client: Client
        let request: Parameters
        let outcome: Outcome

        init(_ name: String, _ client: Client, _ request: Parameters, _ outcome: Outcome) {
            self.name = name
            self.client = client
            self.request = request
            self.outcome = outcome
        }

        init(_ name: String, _ client: Client = azureCLI, scope: String, _ outcome: Outcome) {
            self.init(name, client, ["scope": scope], outcome)
        }
    }

    private static let decisions = [
        Decision("all preauthorized permissions", scope: "https://graph.microsoft.com/.default", .redirected),
        Decision("the sign-in alone", teams, scope: "openid profile", .redirected),
        Decision(
            "a preauthorized permission", scope: "https://graph.microsoft.com/Group.ReadWrite.All", .redirected),
        Decision(
            "another permission (msgraph-sdk-python#677)", scope: "User.Read",
            .redirectedError("invalid_request", 65002)),
        Decision(
            "one of two permissions is preauthorized", scope: "User.Read.All Mail.Read",
            .redirectedError("invalid_request", 65002)),
        Decision(
            "another permission with prompt=consent", azureCLI, ["scope": "Mail.Read", "prompt": "consent"],
            .redirectedError("invalid_request", 65002)),
        Decision(
            "an unknown permission", scope: "https://graph.microsoft.com/Nothing.Read",
            .redirectedError("invalid_client", 650053)),
        Decision(
            "a customer's API by .default (azure-cli#31051)", scope: "api://orders/.default",
            .redirectedError("invalid_client", 650057)),
        Decision("a customer's API by name", scope: "api://orders/Orders.Read", .page(.consent)),
        Decision("Graph Command Line Tools, as any client", graphTools, scope: "User.Read", .page(.consent)),
        Decision(
            "a permission that needs an administrator", graphTools, scope: "Directory.ReadWrite.All",
            .page(.adminApproval)),
        Decision(
            "a foreign redirect URI", azureCLI, ["scope": "openid", "redirect_uri": "https://app.test/cb"],
            .errorPage(50011)),
        Decision(
            "an unknown client", azureCLI, ["scope": "openid", "client_id": "04b07795-8ddb-461a-bbee-02f9e1bf7b47"],
            .errorPage(700016)),
    ]

    @Test("Preauthorization decides what a client of Microsoft gets of Microsoft's APIs", arguments: decisions)
    func decidesAccess(_ row: Decision) throws {
        let response = try MockEntra().site.signIn(row.client, row.request, consent: nil, tenant: "contoso.com")
        #expect(response.outcome == row.outcome)
    }

    @Test("Azure CLI gets its preauthorized permissions of Microsoft Graph in scp")
    func listsPreauthorizedPermissions() throws {
        let site = try MockEntra().site
        let tokens = try site.tokens(
            FirstPartyClientTests.azureCLI, ["scope": "https://graph.microsoft.com//.default"], tenant: "contoso.com")
        let token = try Token(tokens["access_token"])
        #expect(token["app_displayname"] == "Microsoft Azure CLI")
        #expect(token["appidacr"] == "0")
        let scopes = token["scp"]?.pieces(separatedBy: " ") ?? []
        #expect(
            Set(scopes).isSuperset(of: [
                "openid", "profile", "email", "Application.ReadWrite.All", "Directory.AccessAsUser.All",
                "Group.ReadWrite.All", "User.Read.All",
            ]))
        #expect(!scopes.contains { $0 == "User.Read" || $0 == "Mail.Read" })
    }

    @Test("A client gets a preauthorized permission that the API does not list")
    func issuesUnlistedPermission() throws {
        let site = try MockEntra().site
        let tokens = try site.tokens(
            FirstPartyClientTests.azureCLI, ["scope": "https://graph.windows.net/.default"], tenant: "contoso.com")
        #expect(try Token(tokens["access_token"])["scp"] == "62e90394-69f5-4237-9190-012177145e10")
    }

    @Test(
        "A refresh reports missing consent for a customer's API, and missing preauthorization for Microsoft's",
        arguments: [
            ("https://graph.microsoft.com//.default", EndpointVersion.v2, Outcome.json),
            ("api://orders/.default", .v2, .jsonError(400, "invalid_grant", 65001)),  // azure-cli#31051
            ("api://orders", .v1, .jsonError(400, "invalid_grant", 65001)),  // azure-cli#15056
            ("https://graph.microsoft.com/User.Read", .v2, .jsonError(400, "invalid_grant", 65002)),
        ])
    func refreshesForOtherAPIs(_ name: String, _ version: EndpointVersion, _ outcome: Outcome) throws {
        let site = try MockEntra().site
        let client = FirstPartyClientTests.azureCLI
        let tokens = try site.tokens(client, FirstPartyClientTests.manager, tenant: "contoso.com")
        let form = client.refresh(
            try #require(tokens["refresh_token"]), version == .v1 ? ["resource": name] : ["scope": name])
        #expect(try site.token(form, tenant: "contoso.com", version).outcome == outcome)
    }

    @Test("A public client of Microsoft must not send a secret")
    func rejectsSecret() throws {
        let site = try MockEntra().site
        var client = FirstPartyClientTests.azureCLI
        client.secret = "secret"
        let form = FirstPartyClientTests.password(client).with(FirstPartyClientTests.manager)
        #expect(try site.token(form, tenant: "contoso.com").outcome == .jsonError(401, "invalid_client", 700025))
        let refused = FirstPartyClientTests.password(FirstPartyClientTests.azureCLI).with(["scope": "User.Read"])
        #expect(try site.token(refused, tenant: "contoso.com").outcome == .jsonError(400, "invalid_grant", 65002))
    }

    @Test("Azure Portal is a single-page application")
    func signsIntoPortal() throws {
        let site = try MockEntra().site
        let portal = Client(
            id: "c44b4083-3bb0-49c1-b47d-974e53cbdf3c", redirectURI: "https://portal.azure.com/auth/login/",
            browserOrigin: "https://portal.azure.com")
        let tokens = try site.tokens(portal, FirstPartyClientTests.manager, tenant: "organizations")
        #expect(try Token(tokens["access_token"])["appid"] == portal.id)
        let code = try site.code(portal, FirstPartyClientTests.manager, consent: nil, tenant: "organizations")
        #expect(try site.token(portal.redemption(code), tenant: "organizations").code == 9_002_327)
    }

    @Test("The clients admit work accounts only, except Graph Command Line Tools")
    func admitsWorkAccounts() throws {
        let site = try MockEntra().site
        let request: Parameters = ["scope": "openid"]
        let cli = try site.signIn(
            FirstPartyClientTests.azureCLI, request, as: "ada@outlook.com", consent: nil, tenant: "consumers")
        #expect(cli.outcome == .errorPage(9_002_332))
        let tools = try site.signIn(
            FirstPartyClientTests.graphTools, request, as: "ada@outlook.com", tenant: "consumers")
        #expect(tools.outcome == .redirected)
    }

    @Test("The Office clients are one family, which Azure CLI has left")
    func sharesRefreshTokensInFamily() throws {
        let site = try MockEntra().site
        let tokens = try site.tokens(
            FirstPartyClientTests.teams, ["scope": "openid offline_access"], tenant: "contoso.com")
        #expect(tokens["foci"] == "1")
        let refresh = try #require(tokens["refresh_token"])
        let scope: Parameters = ["scope": "https://graph.microsoft.com/.default openid"]
        let office = try site.token(FirstPartyClientTests.office.refresh(refresh, scope), tenant: "contoso.com")
        #expect(office["foci"] == "1")
        #expect(try Token(office["access_token"])["appid"] == FirstPartyClientTests.office.id)
        let cli = try site.token(FirstPartyClientTests.azureCLI.refresh(refresh, scope), tenant: "contoso.com")
        #expect(cli.outcome == .jsonError(400, "invalid_grant", 70000))
    }

    @Test("Device codes of Microsoft's own clients work over common")
    func startsDeviceCodeOverCommon() throws {
        let site = try MockEntra().site
        let resource: Parameters = ["resource": "https://management.core.windows.net/"]
        let tokens = try site.deviceTokens(FirstPartyClientTests.powerShell, resource, tenant: "common", .v1)
        #expect(try Token(tokens["access_token"])["appid"] == FirstPartyClientTests.powerShell.id)
    }

    @Test("After consent, Graph Command Line Tools get what the user granted")
    func consentsToGraphTools() throws {
        let site = try MockEntra().site
        let client = FirstPartyClientTests.graphTools
        _ = try site.tokens(client, ["scope": "User.Read Mail.Read"], tenant: "common")
        let tokens = try site.tokens(client, ["scope": "https://graph.microsoft.com/.default"], tenant: "contoso.com")
        let scopes = try Token(tokens["access_token"])["scp"]?.pieces(separatedBy: " ")
        #expect(scopes?.sorted() == ["Mail.Read", "User.Read", "openid", "profile"])
    }

    private static func configured(_ more: String = "", api: String = "", applications: String = "") throws -> Site {
        try MockEntra(
            yaml: """
                tenants:
                  - id: \(Seed.contoso)
                    domains: [contoso.com]
                    settings: {staySignedInPage: false}
                    users: [{userPrincipalName: alex@contoso.com, password: Understudy!1}]
                    applications:
                      - appId: \(Seed.orders)
                        identifierUris: ["api://orders"]
                        api: {oauth2PermissionScopes: [{value: Orders.Read}]\(api)}
                \(applications)
                \(more)
                """
        ).site
    }

    @Test(
        "A customer's API admits Azure CLI by preauthorization, or by a consent of the configuration",
        arguments: [
            ("", ", preAuthorizedApplications: [{appId: \(azureCLI.id), delegatedPermissionIds: [Orders.Read]}]"),
            (
                "    oauth2PermissionGrants: [{clientId: \(azureCLI.id), resourceId: \(Seed.orders), "
                    + "consentType: AllPrincipals, scope: Orders.Read}]", ""
            ),
        ])
    func admitsAzureCLI(_ tenant: String, _ api: String) throws {
        let site = try FirstPartyClientTests.configured(tenant, api: api)
        let request: Parameters = ["scope": "api://orders/.default"]
        let code = try site.code(FirstPartyClientTests.azureCLI, request, consent: nil, tenant: "contoso.com")
        let tokens = try site.token(FirstPartyClientTests.azureCLI.redemption(code), tenant: "contoso.com")
        #expect(try Token(tokens["access_token"])["scp"] == "Orders.Read")
    }

    @Test("An application of the configuration replaces Microsoft's client with the same ID")
    func configurationReplacesClient() throws {
        let id = FirstPartyClientTests.azureCLI.id
        let disabled = try FirstPartyClientTests.configured(
            applications: "      - {appId: \(id), displayName: Own, accountEnabled: false}")
        let request = FirstPartyClientTests.manager
        #expect(
            try disabled.signIn(FirstPartyClientTests.azureCLI, request, consent: nil, tenant: "contoso.com").outcome
                == .errorPage(7000112))
        let own = try FirstPartyClientTests.configured(
            applications: """
                      - appId: \(id)
                        publicClient: {redirectUris: ["http://localhost"]}
                        requiredResourceAccess:
                          - resourceAppId: 797f4846-ba00-4fd7-ba43-dac1f8f63013
                            resourceAccess: [{id: user_impersonation, type: Scope}]
                """)
        #expect(
            try own.signIn(FirstPartyClientTests.azureCLI, request, consent: nil, tenant: "contoso.com").outcome
                == .page(.consent))
    }

    @Test(
        "A tenant disables Microsoft's client, or admits only assigned users, by the client's service principal",
        arguments: ["contoso.com", "organizations"])
    func appliesServicePrincipal(_ authority: String) throws {
        let client = FirstPartyClientTests.azureCLI
        let assignment = """
                appRoleAssignments:
                  - principalId: alex@contoso.com
                    resourceId: \(client.id)
                    appRoleId: 00000000-0000-0000-0000-000000000000
            """
        for (property, more, code) in [
            ("accountEnabled: false", "", 7_000_112), ("appRoleAssignmentRequired: true", "", 50105),
            ("appRoleAssignmentRequired: true", assignment, nil),
        ] {
            let site = try FirstPartyClientTests.configured(
                "    servicePrincipals: [{appId: \(client.id), \(property)}]\n\(more)")
            let response = try site.signIn(client, FirstPartyClientTests.manager, consent: nil, tenant: authority)
            #expect(response.code == code)
            #expect((response.fields["code"] == nil) == (code != nil))
        }
    }

    @Test("A tenant has a service principal of Microsoft's client after an administrator creates it")
    func createsServicePrincipal() throws {
        let graph = try GraphLab().automation()
        let path = "/servicePrincipals(appId='\(FirstPartyClientTests.azureCLI.id)')"
        #expect(try graph.get(path).graph == "404 Request_ResourceNotFound")
        let created = try graph.post("/servicePrincipals", #"{"appId":"\#(FirstPartyClientTests.azureCLI.id)"}"#)
        #expect(created.status == 201)
        #expect(created["appOwnerOrganizationId"] == "f8cdef31-a31e-4b4a-93e4-5f571e91255a")
        #expect(try graph.get(path)["displayName"] == "Microsoft Azure CLI")
    }
}
