import Formats
import HTTP
import Testing

/// These tests cover the read-only Azure Resource Manager (docs/reference/resource-manager.md).
@Suite struct ResourceManagerTests {
    private static let scope = "https://management.azure.com/.default"
    private static let contoso = "11111111-1111-4111-8111-111111111111"
    private static let subscription = "99999999-0000-4000-8000-000000000000"

    private static func get(_ site: Site, _ path: String, _ token: String?, _ method: String = "GET") throws
        -> TestResponse
    {
        try site.send(method, path, headers: token.map { ["Authorization": "Bearer \($0)"] } ?? [:])
    }

    private static func value(_ response: TestResponse) -> [JSONValue] { response.json?["value"]?.array ?? [] }

    @Test(
        "The lists have the configured subscriptions and what az reads of them",
        arguments: ["2016-06-01", "2019-11-01", "2022-12-01"])
    func listsConfiguredSubscriptions(_ version: String) throws {
        let site = try MockEntra().site
        let token = try site.appToken(ResourceManagerTests.scope)
        let tenants = ResourceManagerTests.value(
            try ResourceManagerTests.get(site, "/tenants?api-version=\(version)", token))
        #expect(tenants.map { $0["tenantId"]?.string } == [ResourceManagerTests.contoso])
        #expect(tenants.first?["defaultDomain"]?.string == "contoso.onmicrosoft.com")
        let list = ResourceManagerTests.value(
            try ResourceManagerTests.get(site, "/subscriptions?api-version=\(version)", token))
        #expect(list.map { $0["subscriptionId"]?.string } == [ResourceManagerTests.subscription])
        let path = "/subscriptions/\(ResourceManagerTests.subscription)"
        let one = try ResourceManagerTests.get(site, "\(path)?api-version=\(version)", token)
        #expect(one["id"] == path && one["displayName"] == "Contoso Development" && one["state"] == "Enabled")
        #expect(one["tenantId"] == ResourceManagerTests.contoso && one.json == list.first)
    }

    @Test("A guest sees the home tenant and the tenants that invited the account")
    func listsTenantsOfAccount() throws {
        let site = try MockEntra().site
        let user = try site.tokens(
            FirstPartyClientTests.azureCLI, ["scope": ResourceManagerTests.scope], as: "megan@fabrikam.com")
        let response = try ResourceManagerTests.get(site, "/tenants?api-version=2022-12-01", user["access_token"])
        let categories = ResourceManagerTests.value(response).map { $0["tenantCategory"]?.string ?? "" }
        #expect(categories.sorted() == ["Home", "ProjectedBy"])
    }

    @Test(
        "A resource provider is registered, and resources do not exist",
        arguments: [
            ("/subscriptions/{id}/providers", "200 "), ("/subscriptions/{id}/providers/microsoft.storage", "200 "),
            ("/SUBSCRIPTIONS/{id}/locations", "200 "), ("/subscriptions/{id}/resourceGroups", "200 "),
            ("/subscriptions/{id}/resources", "200 "), ("/providers", "200 "), ("/providers/Microsoft.Web", "200 "),
            ("/subscriptions/{id}/providers/Contoso.None", "404 InvalidResourceNamespace"),
            ("/subscriptions/{id}/resourceGroups/none", "404 ResourceGroupNotFound"),
            ("/subscriptions/{id}/providers/Microsoft.Storage/storageAccounts", "404 NotFound"),
            ("/subscriptions/{id}/x/a/b/c/d/e/f/g/h/i/j/k/l/m", "404 NotFound"),
            ("/subscriptions/88888888-0000-4000-8000-000000000001", "404 SubscriptionNotFound"),
            ("/subscriptions/none", "400 InvalidSubscriptionId"), ("/tenants/x", "404 NotFound"),
        ])
    func answersReadsOnly(_ path: String, _ expected: String) throws {
        let site = try MockEntra().site
        let token = try site.appToken(ResourceManagerTests.scope)
        let path = path.replacing("{id}", with: ResourceManagerTests.subscription)
        let response = try ResourceManagerTests.get(site, "\(path)?api-version=2021-04-01", token)
        #expect("\(response.status) \(response.json?["error"]?["code"]?.string ?? "")" == expected)
    }

    @Test("A write is answered like a resource that does not exist", arguments: ["PUT", "POST", "PATCH", "DELETE"])
    func rejectsWrites(_ method: String) throws {
        let site = try MockEntra().site
        let token = try site.appToken(ResourceManagerTests.scope)
        let path = "/subscriptions/\(ResourceManagerTests.subscription)/resourceGroups/new?api-version=2021-04-01"
        let response = try ResourceManagerTests.get(site, path, token, method)
        #expect(response.status == 404)
        #expect(response.json?["error"]?["message"]?.string?.contains("read-only") == true)
    }

    @Test(
        "A path or method that no route has is not found, with the reason",
        arguments: [
            ("GET", "/resourceGroups"), ("PUT", "/resourceGroups/new"), ("GET", "/locations"), ("DELETE", "/x/y"),
            ("POST", "/metadata/endpoints"), ("PROPFIND", "/subscriptions"),
            ("GET", "/subscriptions/{id}/x/1/2/3/4/5/6/7/8/9/10/11/12/13/14/15/16"),
        ])
    func explainsUnknownPaths(_ method: String, _ path: String) throws {
        let entra = try MockEntra()
        let path = path.replacing("{id}", with: ResourceManagerTests.subscription) + "?api-version=2021-04-01"
        let token = try entra.site.appToken(ResourceManagerTests.scope)
        let response = try ResourceManagerTests.get(entra.site, path, token, method)
        #expect(response.status == 404 && response.json?["error"]?["code"]?.string == "NotFound")
        #expect(response.json?["error"]?["message"]?.string?.contains("read-only") == true)
        #expect(try ResourceManagerTests.get(entra.site, path, nil, method).status == 401)
    }

    @Test("At its own host, every path is one of Azure Resource Manager, and elsewhere those with a version")
    func ownsPathsOfHost() throws {
        let entra = try MockEntra()
        let site = entra.at("https://management.azure.com")
        #expect(try site.get("/resourceGroups").json?["error"]?["code"]?.string == "AuthenticationFailed")
        for path in ["/resourceGroups", "/metadata/x?api-version=2021-02-01", "/x?api-version=1.6"] {
            let other = try entra.site.get(path)
            #expect(other.status == 404 && other.body.isEmpty)
        }
    }

    @Test(
        "A request needs a version that the service has",
        arguments: [
            ("", "400 MissingApiVersionParameter"), ("?api-version=", "400 MissingApiVersionParameter"),
            ("?api-version=2099-01-01", "400 InvalidApiVersionParameter"),
            ("?api-version=latest", "400 InvalidApiVersionParameter"),
        ])
    func requiresVersion(_ query: String, _ expected: String) throws {
        let site = try MockEntra().site
        let token = try site.appToken(ResourceManagerTests.scope)
        let response = try ResourceManagerTests.get(site, "/subscriptions\(query)", token)
        #expect("\(response.status) \(response.json?["error"]?["code"]?.string ?? "")" == expected)
    }

    // entra-docs howto-authenticate-service-principal-powershell.md, "Create service principal with self-signed certificate"
    @Test("A path below a resource provider may have a version of the provider", arguments: ["GET", "PUT"])
    func acceptsVersionOfProvider(_ method: String) throws {
        let site = try MockEntra().site
        let token = try site.appToken(ResourceManagerTests.scope)
        let path =
            "/subscriptions/\(ResourceManagerTests.subscription)/providers/Microsoft.Authorization/roleAssignments"
        let response = try ResourceManagerTests.get(site, "\(path)?api-version=2022-04-01", token, method)
        #expect(response.status == 404 && response.json?["error"]?["code"]?.string == "NotFound")
        let withoutVersion = try ResourceManagerTests.get(site, path, token, method)
        #expect(withoutVersion.json?["error"]?["code"]?.string == "MissingApiVersionParameter")
    }

    @Test("A token must be for Azure Resource Manager, valid and of the subscription's tenant")
    func rejectsOtherTokens() throws {
        let entra = try MockEntra()
        let site = entra.site
        let path = "/subscriptions/\(ResourceManagerTests.subscription)?api-version=2022-12-01"
        func outcome(_ token: String?) throws -> String {
            let response = try ResourceManagerTests.get(site, path, token)
            #expect(response.headers["WWW-Authenticate"]?.contains("error=\"invalid_token\"") == true)
            #expect(
                (response.headers["WWW-Authenticate"] ?? "").contains(
                    "authorization_uri=\"\(MockEntra.origin)/\(ResourceManagerTests.contoso)\""))
            return "\(response.status) \(response.json?["error"]?["code"]?.string ?? "")"
        }
        #expect(try outcome(nil) == "401 AuthenticationFailed")
        #expect(try outcome("none") == "401 InvalidAuthenticationToken")
        #expect(
            try outcome(site.appToken("https://graph.microsoft.com/.default"))
                == "401 InvalidAuthenticationTokenAudience")
        let other = try site.tokens(
            FirstPartyClientTests.azureCLI, ["scope": ResourceManagerTests.scope], as: "megan@fabrikam.com",
            tenant: "fabrikam.com")
        #expect(try outcome(other["access_token"]) == "401 InvalidAuthenticationTokenTenant")
        let own = try site.appToken(ResourceManagerTests.scope)
        entra.clock.advance(seconds: 90_000)
        #expect(try outcome(own) == "401 ExpiredAuthenticationToken")
    }

    @Test(
        "The metadata describe the cloud of the host, and the server itself at any other origin",
        arguments: [
            (MockEntra.origin, "Understudy", MockEntra.origin, "\(MockEntra.origin)/", "\(MockEntra.origin)/"),
            (
                "https://management.azure.com", "AzureCloud", "https://login.microsoftonline.com",
                "https://graph.microsoft.com/", "https://management.azure.com/"
            ),
            (
                "https://management.chinacloudapi.cn", "AzureChinaCloud", "https://login.partner.microsoftonline.cn",
                "https://microsoftgraph.chinacloudapi.cn/", "https://management.chinacloudapi.cn/"
            ),
        ])
    func describesCloud(_ origin: String, _ name: String, _ login: String, _ graph: String, _ manager: String) throws {
        let site = try MockEntra().at(origin)
        let cloud = try site.get("/metadata/endpoints?api-version=2022-09-01")
        #expect(cloud["name"] == name && cloud["microsoftGraphResourceId"] == graph)
        #expect(cloud["resourceManager"] == manager)
        #expect(cloud.json?["authentication"]?["loginEndpoint"]?.string == login)
        #expect(cloud.json?["suffixes"]?["keyVaultDns"]?.string != nil)
        let list = try site.get("/metadata/endpoints?api-version=2019-05-01")
        #expect(list.json?.array?.count == 1 && list.json?.array?.first == cloud.json)
        for version in ["2015-01-01", "1.0"] {
            let old = try site.get("/metadata/endpoints?api-version=\(version)")
            #expect(old.json?["authentication"]?["loginEndpoint"]?.string == "\(login)/")
        }
        #expect(try site.get("/tenants?api-version=1.0").status == 401)
    }
}
