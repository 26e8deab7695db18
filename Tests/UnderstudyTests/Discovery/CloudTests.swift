import Entra
import Formats
import Testing

/// Each national cloud has its own host names, and a tenant may belong to one cloud (docs/reference/protocol.md#hosts-and-clouds,
/// docs/reference/protocol.md#discovery-v2, docs/reference/protocol.md#authorize-response).
@Suite struct CloudTests {
    private static let tenant = "44444444-4444-4444-8444-444444444444"
    private static let client = Client(
        id: "aaaaaaaa-0000-4000-8000-000000000401", redirectURI: "https://app.test/cb", secret: "secret")

    /// Returns a directory with a tenant in the cloud and a tenant that is in the cloud of each request.
    private static func entra(_ cloud: String = "usGovernment") throws -> MockEntra {
        try MockEntra(
            yaml: """
                settings: {consent: automatic}
                tenants:
                  - id: \(tenant)
                    displayName: Agency
                    cloud: \(cloud)
                    domains: [agency.example]
                    users: [{userPrincipalName: ann@agency.example, displayName: Ann, password: Understudy!1}]
                    applications: [{appId: \(client.id), signInAudience: AzureADMultipleOrgs,
                      web: {redirectUris: ["https://app.test/cb"]}, passwordCredentials: [{secretText: secret}]}]
                  - {id: \(Seed.contoso), domains: [contoso.com]}
                """)
    }

    struct Names: Row {
        let name: String
        let cloud: String
        let instance: String
        let graph: String
        let azureADGraph: String
        let issuer: String
        let rbac: String
        let aliases: [String]
    }

    static let clouds: [Names] = [
        Names(
            name: "login.microsoftonline.com", cloud: "public", instance: "microsoftonline.com",
            graph: "graph.microsoft.com", azureADGraph: "graph.windows.net", issuer: "sts.windows.net",
            rbac: "pas.windows.net", aliases: ["login.windows.net", "login.microsoft.com", "sts.windows.net"]),
        Names(
            name: "login.microsoftonline.us", cloud: "usGovernment", instance: "microsoftonline.us",
            graph: "graph.microsoft.us", azureADGraph: "graph.microsoftazure.us", issuer: "sts.windows.net",
            rbac: "pasff.usgovcloudapi.net", aliases: ["login.usgovcloudapi.net"]),
        Names(
            name: "login.partner.microsoftonline.cn", cloud: "china", instance: "partner.microsoftonline.cn",
            graph: "microsoftgraph.chinacloudapi.cn", azureADGraph: "graph.chinacloudapi.cn",
            issuer: "sts.chinacloudapi.cn", rbac: "pas.chinacloudapi.cn", aliases: ["login.chinacloudapi.cn"]),
        Names(
            name: "login.microsoftonline.de", cloud: "germany", instance: "microsoftonline.de",
            graph: "graph.microsoft.de", azureADGraph: "graph.cloudapi.de", issuer: "sts.microsoftonline.de",
            rbac: "pas.windows.net", aliases: []
        ),
    ]

    @Test("The documents of a cloud contain its names at each of its hosts", arguments: clouds)
    func documentsContainNamesOfCloud(_ row: Names) throws {
        let entra = try CloudTests.entra(row.cloud)
        for host in [row.name] + row.aliases {
            let site = entra.at("https://\(host)")
            for tenant in ["common", "contoso.com", "agency.example"] {
                let document = try site.get("/\(tenant)/v2.0/.well-known/openid-configuration")
                #expect(document["token_endpoint"]?.hasPrefix("https://\(row.name)/") == true)
                #expect(document["issuer"]?.hasPrefix("https://\(row.name)/") == true)
                #expect(document["userinfo_endpoint"] == "https://\(row.graph)/oidc/userinfo")
                #expect(document["cloud_instance_name"] == row.instance && document["msgraph_host"] == row.graph)
                #expect(document["cloud_graph_host_name"] == row.azureADGraph)
                let older = try site.get("/\(tenant)/.well-known/openid-configuration")
                #expect(older["issuer"]?.hasPrefix("https://\(row.issuer)/") == true)
                #expect(document["rbac_url"] == "https://\(row.rbac)" && older["rbac_url"] == document["rbac_url"])
            }
            let keys = try site.get("/agency.example/discovery/v2.0/keys").json?["keys"]?.array
            #expect(keys?.first?["cloud_instance_name"]?.string == row.instance)
        }
    }

    @Test(
        "Tokens are issued under the name of the tenant's cloud, and that cloud's Graph serves UserInfo",
        arguments: clouds)
    func issuesTokensUnderNameOfCloud(_ row: Names) throws {
        let entra = try CloudTests.entra(row.cloud)
        let site = entra.at("https://\(row.name)")
        let tokens = try site.tokens(
            CloudTests.client, ["scope": "openid profile"], as: "ann@agency.example", tenant: "agency.example")
        #expect(try Token(tokens["id_token"])["iss"] == "https://\(row.name)/\(CloudTests.tenant)/v2.0")
        let access = try #require(tokens["access_token"])
        #expect(try Token(access)["iss"] == "https://\(row.issuer)/\(CloudTests.tenant)/")
        let graph = entra.at("https://\(row.graph)")
        let response = try graph.get("/oidc/userinfo", headers: ["Authorization": "Bearer \(access)"])
        #expect(response["picture"] == "https://\(row.graph)/v1.0/me/photo/$value")
        let challenge = try graph.get("/oidc/userinfo").header("WWW-Authenticate")
        #expect(challenge?.contains("authorization_uri=\"https://\(row.name)/common/oauth2/authorize\"") == true)
    }

    struct API: Row {
        let name: String
        let cloud: String
        let uri: String
        let appID: String
    }

    private static let graph = "00000003-0000-0000-c000-000000000000"
    private static let azureADGraph = "00000002-0000-0000-c000-000000000000"
    private static let management = "797f4846-ba00-4fd7-ba43-dac1f8f63013"

    static let apis: [API] = [
        API(name: "login.microsoftonline.com", cloud: "public", uri: "https://graph.microsoft.com", appID: graph),
        API(
            name: "login.microsoftonline.com", cloud: "public", uri: "https://management.azure.com",
            appID: management),
        API(name: "login.microsoftonline.us", cloud: "usGovernment", uri: "https://graph.microsoft.us", appID: graph),
        API(
            name: "login.microsoftonline.us", cloud: "usGovernment", uri: "https://dod-graph.microsoft.us/",
            appID: graph),
        API(
            name: "login.usgovcloudapi.net", cloud: "usGovernment", uri: "https://management.usgovcloudapi.net",
            appID: management),
        API(
            name: "login.microsoftonline.us", cloud: "usGovernment",
            uri: "https://management.core.usgovcloudapi.net/", appID: management),
        API(
            name: "login.partner.microsoftonline.cn", cloud: "china", uri: "https://microsoftgraph.chinacloudapi.cn",
            appID: graph),
        API(
            name: "login.partner.microsoftonline.cn", cloud: "china", uri: "https://graph.chinacloudapi.cn",
            appID: azureADGraph),
        API(name: "login.microsoftonline.de", cloud: "germany", uri: "https://graph.microsoft.de", appID: graph),
    ]

    @Test(
        "Microsoft APIs have the names of the tenant's cloud, configured or requested, and no others", arguments: apis)
    func builtInAPIsHaveNamesOfTenantCloud(_ row: API) throws {
        let client = CloudTests.client.credentials.with(["grant_type": "client_credentials"])
        for configured in ["cloud: \(row.cloud), ", ""] {
            let entra = try MockEntra(
                yaml: """
                    tenants:
                      - {id: \(CloudTests.tenant), \(configured)domains: [agency.example], applications: [
                         {appId: \(CloudTests.client.id), passwordCredentials: [{secretText: secret}]}]}
                    """)
            let site = entra.at("https://\(row.name)")
            for api in CloudTests.apis {
                let response = try site.token(
                    client.with(["scope": "\(api.uri)/.default"]), tenant: "agency.example")
                guard api.cloud == row.cloud else {
                    #expect(response.outcome == .jsonError(400, "invalid_resource", 500011), "\(api.uri)")
                    continue
                }
                let access = try #require(response["access_token"])
                #expect(try Token(access)["aud"] == api.uri)
            }
            let byID = try site.token(client.with(["scope": "\(row.appID)/.default"]), tenant: "agency.example")
            #expect(byID.status == 200)
        }
    }

    @Test("UserInfo at the cloud's Graph accepts a token for that Graph")
    func userInfoAcceptsTokenForCloudGraph() throws {
        let entra = try CloudTests.entra()
        let tokens = try entra.at("https://login.microsoftonline.us").tokens(
            CloudTests.client, ["scope": "openid https://graph.microsoft.us/User.Read"], as: "ann@agency.example",
            tenant: "agency.example")
        let access = try #require(tokens["access_token"])
        #expect(try Token(access)["aud"] == "https://graph.microsoft.us")
        let response = try entra.at("https://graph.microsoft.us").get(
            "/oidc/userinfo", headers: ["Authorization": "Bearer \(access)"])
        #expect(response.status == 200)
    }

    @Test("An application cannot use the names of Microsoft APIs of any cloud")
    func reservesNamesOfMicrosoftAPIs() throws {
        #expect(throws: MockEntra.Unusable.self) {
            try MockEntra(
                yaml: """
                    tenants: [{id: \(CloudTests.tenant), applications: [
                      {appId: \(CloudTests.client.id), identifierUris: ["https://graph.microsoft.us"]}]}]
                    """)
        }
    }

    @Test("An instance-aware client learns the tenant's cloud and redeems its code there")
    func instanceAwareClientLearnsCloud() throws {
        let entra = try CloudTests.entra()
        let publicCloud = entra.at("https://login.microsoftonline.com")
        let request: Parameters = ["scope": "openid profile", "instance_aware": "true"]
        let response = try publicCloud.signIn(
            CloudTests.client, request, as: "ann@agency.example", tenant: "organizations")
        #expect(response.fields["cloud_instance_name"] == "microsoftonline.us")
        #expect(response.fields["cloud_instance_host_name"] == "login.microsoftonline.us")
        #expect(response.fields["msgraph_host"] == "graph.microsoft.us")
        #expect(response.fields["cloud_graph_host_name"] == "graph.microsoftazure.us")
        let version1 = try publicCloud.signIn(
            CloudTests.client, ["instance_aware": "true"], as: "ann@agency.example", tenant: "organizations", .v1)
        #expect(version1.code == 90038, "version 1 does not support the parameter")
        let code = try #require(response.fields["code"])
        let redemption = CloudTests.client.redemption(code)
        #expect(
            try publicCloud.token(redemption, tenant: "organizations").outcome
                == .jsonError(400, "invalid_request", 90038))
        let tokens = try entra.at("https://login.microsoftonline.us").token(redemption, tenant: "organizations")
        #expect(try Token(tokens["id_token"])["iss"] == "https://login.microsoftonline.us/\(CloudTests.tenant)/v2.0")
    }

    /// Sends the request that raises AADSTS90038. `ReachableCodeTests` uses the same request.
    static func inOtherCloud() throws -> TestResponse {
        try entra().at("https://login.microsoftonline.com").signIn(
            client, ["scope": "openid"], as: "ann@agency.example", tenant: "organizations")
    }

    @Test("A client that is not instance-aware cannot sign in a user of another cloud")
    func rejectsUserOfAnotherCloud() throws {
        #expect(try CloudTests.inOtherCloud().outcome == .errorPage(90038))
        #expect(
            try CloudTests.confidentialClientInOtherCloud().outcome == .jsonError(400, "invalid_request", 900_382),
            "certify#553, teams-js#3121")
    }

    /// Sends the request that raises AADSTS900382. `ReachableCodeTests` uses the same request.
    static func confidentialClientInOtherCloud() throws -> TestResponse {
        try entra().at("https://login.microsoftonline.com").token(
            client.credentials.with([
                "grant_type": "client_credentials", "scope": "https://graph.microsoft.com/.default",
            ]), tenant: "agency.example")
    }

    @Test("Under its own host name, the server acts as every cloud")
    func ownHostNameActsAsEveryCloud() throws {
        let response = try CloudTests.entra().site.signIn(
            CloudTests.client, ["scope": "openid", "instance_aware": "true"], as: "ann@agency.example",
            tenant: "organizations")
        #expect(response.fields["cloud_instance_name"] == "microsoftonline.us")
        #expect(response.fields["cloud_instance_host_name"] == "localhost:8443")
    }

    @Test("The configuration rejects an unknown cloud")
    func rejectsUnknownCloudInConfiguration() throws {
        #expect(throws: MockEntra.Unusable.self) { try CloudTests.entra("moon") }
    }

    // entra-docs single-and-multi-tenant-apps.md, "Best practices for multitenant apps"
    @Test(
        "A multitenant application is available in the tenants of its cloud only",
        arguments: [("usGovernment", true), ("public", false), ("china", false)])
    func limitsMultitenantApplicationToCloud(_ cloud: String, _ isAvailable: Bool) throws {
        let site = try MockEntra(
            yaml: """
                settings: {staySignedInPage: false}
                tenants:
                  - id: \(CloudTests.tenant)
                    cloud: usGovernment
                    domains: [agency.example]
                    applications: [{appId: \(CloudTests.client.id), signInAudience: AzureADMultipleOrgs,
                      web: {redirectUris: ["https://app.test/cb"]}, passwordCredentials: [{secretText: secret}]}]
                  - id: \(Seed.contoso)
                    cloud: \(cloud)
                    domains: [contoso.com]
                    users: [{userPrincipalName: alex@contoso.com, password: Understudy!1}]
                """
        ).site
        let response = try site.signIn(CloudTests.client, ["scope": "openid"], consent: nil, tenant: "contoso.com")
        let expected: Outcome = isAvailable ? .page(.consent) : .errorPage(700016)
        #expect(response.outcome == expected)
    }
}
