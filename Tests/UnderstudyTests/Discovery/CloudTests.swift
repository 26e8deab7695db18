import Entra
import Formats
import Testing

/// National clouds: the names of each, and tenants that are in one of them (docs/reference/protocol.md#hosts-and-clouds,
/// docs/reference/protocol.md#discovery-v2, docs/reference/protocol.md#authorize-response).
@Suite struct CloudTests {
    private static let tenant = "44444444-4444-4444-8444-444444444444"
    private static let client = Client(
        id: "aaaaaaaa-0000-4000-8000-000000000401", redirectURI: "https://app.test/cb", secret: "secret")

    /// A tenant in the cloud of that word, and one that is wherever it is asked for.
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
        let aliases: [String]
    }

    static let clouds: [Names] = [
        Names(
            name: "login.microsoftonline.com", cloud: "public", instance: "microsoftonline.com",
            graph: "graph.microsoft.com", azureADGraph: "graph.windows.net", issuer: "sts.windows.net",
            aliases: ["login.windows.net", "login.microsoft.com", "sts.windows.net"]),
        Names(
            name: "login.microsoftonline.us", cloud: "usGovernment", instance: "microsoftonline.us",
            graph: "graph.microsoft.us", azureADGraph: "graph.microsoftazure.us", issuer: "sts.windows.net",
            aliases: ["login.usgovcloudapi.net"]),
        Names(
            name: "login.partner.microsoftonline.cn", cloud: "china", instance: "partner.microsoftonline.cn",
            graph: "microsoftgraph.chinacloudapi.cn", azureADGraph: "graph.chinacloudapi.cn",
            issuer: "sts.chinacloudapi.cn", aliases: ["login.chinacloudapi.cn"]),
        Names(
            name: "login.microsoftonline.de", cloud: "germany", instance: "microsoftonline.de",
            graph: "graph.microsoft.de", azureADGraph: "graph.cloudapi.de", issuer: "sts.microsoftonline.de",
            aliases: []
        ),
    ]

    @Test("each cloud's documents have its names, whichever of its hosts is asked", arguments: clouds)
    func discovery(_ row: Names) throws {
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
            }
            let keys = try site.get("/agency.example/discovery/v2.0/keys").json?["keys"]?.array
            #expect(keys?.first?["cloud_instance_name"]?.string == row.instance)
        }
    }

    @Test("tokens of a tenant are issued under its cloud's name, and its Graph answers UserInfo", arguments: clouds)
    func tokens(_ row: Names) throws {
        let entra = try CloudTests.entra(row.cloud)
        let site = entra.at("https://\(row.name)")
        let tokens = try site.tokens(
            CloudTests.client, ["scope": "openid profile"], as: "ann@agency.example", tenant: "agency.example")
        #expect(try Token(tokens["id_token"])["iss"] == "https://\(row.name)/\(CloudTests.tenant)/v2.0")
        let access = try #require(tokens["access_token"])
        #expect(try Token(access)["iss"] == "https://\(row.issuer)/\(CloudTests.tenant)/")
        let graph = entra.at("https://\(row.graph)")
        let answer = try graph.get("/oidc/userinfo", headers: ["Authorization": "Bearer \(access)"])
        #expect(answer["picture"] == "https://\(row.graph)/v1.0/me/photo/$value")
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

    @Test("Microsoft's APIs have the names of the tenant's cloud, set or reached, and no other's", arguments: apis)
    func builtInAPIs(_ row: API) throws {
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
                let answer = try site.token(
                    client.with(["scope": "\(api.uri)/.default"]), tenant: "agency.example")
                guard api.cloud == row.cloud else {
                    #expect(answer.outcome == .jsonError(400, "invalid_resource", 500011), "\(api.uri)")
                    continue
                }
                let access = try #require(answer["access_token"])
                #expect(try Token(access)["aud"] == api.uri)
            }
            let byID = try site.token(client.with(["scope": "\(row.appID)/.default"]), tenant: "agency.example")
            #expect(byID.status == 200)
        }
    }

    @Test("UserInfo of the cloud's Graph takes a token for its name there")
    func graphByName() throws {
        let entra = try CloudTests.entra()
        let tokens = try entra.at("https://login.microsoftonline.us").tokens(
            CloudTests.client, ["scope": "openid https://graph.microsoft.us/User.Read"], as: "ann@agency.example",
            tenant: "agency.example")
        let access = try #require(tokens["access_token"])
        #expect(try Token(access)["aud"] == "https://graph.microsoft.us")
        let answer = try entra.at("https://graph.microsoft.us").get(
            "/oidc/userinfo", headers: ["Authorization": "Bearer \(access)"])
        #expect(answer.status == 200)
    }

    @Test("the names of Microsoft's APIs in any cloud are taken")
    func takenNames() throws {
        #expect(throws: MockEntra.Unusable.self) {
            try MockEntra(
                yaml: """
                    tenants: [{id: \(CloudTests.tenant), applications: [
                      {appId: \(CloudTests.client.id), identifierUris: ["https://graph.microsoft.us"]}]}]
                    """)
        }
    }

    @Test("an instance-aware client is told where the tenant is, and redeems its code there")
    func instanceAware() throws {
        let entra = try CloudTests.entra()
        let public_ = entra.at("https://login.microsoftonline.com")
        let request: Parameters = ["scope": "openid profile", "instance_aware": "true"]
        let answer = try public_.signIn(
            CloudTests.client, request, as: "ann@agency.example", tenant: "organizations")
        #expect(answer.response["cloud_instance_name"] == "microsoftonline.us")
        #expect(answer.response["cloud_instance_host_name"] == "login.microsoftonline.us")
        #expect(answer.response["msgraph_host"] == "graph.microsoft.us")
        #expect(answer.response["cloud_graph_host_name"] == "graph.microsoftazure.us")
        let old = try public_.signIn(
            CloudTests.client, ["instance_aware": "true"], as: "ann@agency.example", tenant: "organizations", .v1)
        #expect(old.code == 90038, "version 1 knows nothing of it")
        let code = try #require(answer.response["code"])
        let redemption = CloudTests.client.redemption(code)
        #expect(
            try public_.token(redemption, tenant: "organizations").outcome == .jsonError(400, "invalid_request", 90038))
        let tokens = try entra.at("https://login.microsoftonline.us").token(redemption, tenant: "organizations")
        #expect(try Token(tokens["id_token"])["iss"] == "https://login.microsoftonline.us/\(CloudTests.tenant)/v2.0")
    }

    /// Also the witness of AADSTS90038.
    static func inOtherCloud() throws -> Answer {
        try entra().at("https://login.microsoftonline.com").signIn(
            client, ["scope": "openid"], as: "ann@agency.example", tenant: "organizations")
    }

    @Test("who is not aware of it cannot sign in from another cloud")
    func otherCloud() throws {
        #expect(try CloudTests.inOtherCloud().outcome == .errorPage(90038))
        let site = try CloudTests.entra().at("https://login.microsoftonline.com")
        let app = CloudTests.client.credentials.with([
            "grant_type": "client_credentials", "scope": "https://graph.microsoft.com/.default",
        ])
        #expect(try site.token(app, tenant: "agency.example").outcome == .jsonError(400, "invalid_request", 90038))
    }

    @Test("under a name of its own the server is every cloud")
    func ownName() throws {
        let answer = try CloudTests.entra().site.signIn(
            CloudTests.client, ["scope": "openid", "instance_aware": "true"], as: "ann@agency.example",
            tenant: "organizations")
        #expect(answer.response["cloud_instance_name"] == "microsoftonline.us")
        #expect(answer.response["cloud_instance_host_name"] == "localhost:8443")
    }

    @Test("the configuration knows the clouds' words only")
    func configuration() throws {
        #expect(throws: MockEntra.Unusable.self) { try CloudTests.entra("moon") }
    }
}
