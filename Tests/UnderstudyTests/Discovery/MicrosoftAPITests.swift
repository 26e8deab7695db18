import Entra
import Formats
import Testing

/// Microsoft's own APIs, which every tenant has (docs/reference/protocol.md#microsofts-apis). The names are those that the Azure
/// SDKs, azure-cli and Microsoft's documentation ask for.
@Suite struct MicrosoftAPITests {
    private static let tenant = "44444444-4444-4444-8444-444444444444"
    private static let client = Client(
        id: "aaaaaaaa-0000-4000-8000-000000000401", redirectURI: "https://app.test/cb", secret: "secret")

    private static func entra(_ more: String = "") throws -> MockEntra {
        try MockEntra(
            yaml: """
                tenants:
                  - id: \(tenant)
                    domains: [contoso.test]
                    applications:
                      - {appId: \(client.id), passwordCredentials: [{secretText: secret}]}
                \(more)
                """)
    }

    struct Name: Row {
        let scope: String
        let api: String
        var version = 1

        var name: String { scope }
    }

    static let names: [Name] = [
        Name(scope: "api://AzureADTokenExchange/.default", api: "fb60f99c-7a34-4190-8149-302f77469936", version: 2),
        Name(scope: "https://azure-devices-provisioning.net/.default", api: "0cd79364-7a90-4354-9984-6e36c841418d"),
        Name(scope: "https://api.applicationinsights.io/.default", api: "f5c26e74-f226-4ae8-85f0-b4af0080ac9e"),
        Name(scope: "https://attest.azure.net/.default", api: "c61423b7-1d1f-430d-b444-0eee53298103"),
        Name(scope: "https://*.asazure.windows.net/.default", api: "4ac7d521-0382-477b-b0f8-7e1d95f85ca2"),
        Name(scope: "https://*.vault.azure.net/.default", api: "cfa8b339-82a2-471a-a3c9-0fc0be7a4093"),
        Name(scope: "https://*.vault.azure.net//.default", api: "cfa8b339-82a2-471a-a3c9-0fc0be7a4093"),
        Name(scope: "https://dicom.healthcareapis.azure.com/.default", api: "75e725bf-66ce-4cea-9b9a-5c4caae57f33"),
        Name(scope: "https://appconfig.azure.com/.default", api: "35ffadb3-7fc1-497e-b61b-381d28e744cc"),
        Name(scope: "https://azconfig.io/.default", api: "35ffadb3-7fc1-497e-b61b-381d28e744cc"),
        Name(scope: "https://search.azure.com/.default", api: "880da380-985e-4198-81b9-e05b1cc53158"),
        Name(scope: "https://containerregistry.azure.net/.default", api: "76c92352-c057-4cc2-9b1e-f34c32bc58bd"),
        Name(scope: "https://dynamicsessions.io/.default", api: "2c7dd73f-7a21-485b-b97d-a2508fa152c3"),
        Name(scope: "https://cosmos.azure.com/.default", api: "a232010e-820c-4083-83bb-3ace5fc29d0b"),
        Name(scope: "https://datalake.azure.net//.default", api: "e9f49c6b-5ce5-44c8-925d-015017e9f7ad"),
        Name(scope: "https://api.adu.microsoft.com/.default", api: "6ee392c4-d339-4083-b04d-6b7947c6cf78"),
        Name(scope: "499b84ac-1321-427f-aa17-267ca6975798/.default", api: "499b84ac-1321-427f-aa17-267ca6975798"),
        Name(scope: "https://app.vssps.visualstudio.com//.default", api: "499b84ac-1321-427f-aa17-267ca6975798"),
        Name(scope: "https://digitaltwins.azure.net/.default", api: "0b07f429-9f4b-4714-9392-cc5e8e80c8b0"),
        Name(scope: "https://azurehealthcareapis.com/.default", api: "4f6778d8-5aef-43dc-a1ff-b073724b9495"),
        Name(
            scope: "https://hospital-fhir.fhir.azurehealthcareapis.com/.default",
            api: "4f6778d8-5aef-43dc-a1ff-b073724b9495"),
        Name(scope: "https://iothubs.azure.net/.default", api: "89d10474-74af-4874-99a7-c23c2f643083"),
        Name(scope: "https://vault.azure.net/.default", api: "cfa8b339-82a2-471a-a3c9-0fc0be7a4093"),
        Name(scope: "https://managedhsm.azure.net/.default", api: "589d5083-6f11-4d30-a62a-a4b316a14abf"),
        Name(scope: "6dae42f8-4368-4678-94ff-3960e28e3630/.default", api: "6dae42f8-4368-4678-94ff-3960e28e3630"),
        Name(scope: "https://ml.azure.com/.default", api: "18a66f5f-dbdf-4c17-9dd7-1634712a9cbe"),
        Name(scope: "https://ai.azure.com/.default", api: "18a66f5f-dbdf-4c17-9dd7-1634712a9cbe"),
        Name(scope: "https://atlas.microsoft.com/.default", api: "ba1ea022-5807-41d5-bbeb-292c7e1cf5f6"),
        Name(scope: "https://monitor.azure.com/.default", api: "e933bd07-d2ee-4f1d-933c-3752b819567b"),
        Name(scope: "https://ossrdbms-aad.database.windows.net/.default", api: "123cd850-d9df-40bd-94d5-c9f07b7fa203"),
        Name(scope: "https://purview.azure.net/.default", api: "73c2949e-da2d-457a-9607-fcc665198967"),
        Name(scope: "https://management.azure.com/.default", api: "797f4846-ba00-4fd7-ba43-dac1f8f63013"),
        Name(scope: "https://management.core.windows.net//.default", api: "797f4846-ba00-4fd7-ba43-dac1f8f63013"),
        Name(scope: "https://management.core.windows.net/.default", api: "797f4846-ba00-4fd7-ba43-dac1f8f63013"),
        Name(scope: "https://webpubsub.azure.com/.default", api: "cdad765c-f191-43ba-b9f5-7aef392f811d"),
        Name(scope: "https://signalr.azure.com/.default", api: "cdad765c-f191-43ba-b9f5-7aef392f811d"),
        Name(scope: "https://database.windows.net/.default", api: "022907d3-0f1b-48f7-badc-1ba6abab6d66"),
        Name(scope: "https://database.windows.net//.default", api: "022907d3-0f1b-48f7-badc-1ba6abab6d66"),
        Name(scope: "https://storage.azure.com/.default", api: "e406a681-f3d4-42a8-90b6-c2b029497af1"),
        Name(scope: "41b23e61-6c1e-4545-b367-cd054e0ed4b4/.default", api: "41b23e61-6c1e-4545-b367-cd054e0ed4b4"),
        Name(scope: "c632b3df-fb67-4d84-bdcf-b95ad541b5c8/.default", api: "c632b3df-fb67-4d84-bdcf-b95ad541b5c8"),
        Name(scope: "2ff814a6-3304-4ab8-85cb-cd0e6f879c1d/.default", api: "2ff814a6-3304-4ab8-85cb-cd0e6f879c1d"),
        Name(scope: "https://quantum.microsoft.com/.default", api: "a77d91dc-971b-4cf7-90c8-f183194249bc"),
        Name(scope: "https://cnt-prod.loadtesting.azure.com/.default", api: "847bd4c1-7486-4241-a783-f9bda69241c1"),
        Name(scope: "https://confidential-ledger.azure.com/.default", api: "c9e0b461-3515-4a03-b576-ede91ed4336d"),
        Name(scope: "https://contoso.crm.dynamics.com/.default", api: "00000007-0000-0000-c000-000000000000"),
        Name(scope: "https://eventgrid.azure.net/.default", api: "823c0a78-5de0-4445-a7f5-c2f42d7dc89b"),
        Name(scope: "https://devcenter.azure.com/.default", api: "e526e72f-ffae-44a0-8dac-cf14b8bd40e2"),
        Name(scope: "https://kusto.kusto.windows.net/.default", api: "2746ea77-4702-4b45-80ca-3c97e680e8b7"),
        Name(scope: "https://api.loganalytics.io/.default", api: "ca7f3f0b-7d91-482c-8e09-c5d840d0eac5"),
        Name(scope: "https://metrics.monitor.azure.com/.default", api: "12743ff8-d3de-49d0-a4ce-6c91a4245ea0"),
        Name(scope: "https://appservice.azure.com/.default", api: "abfa0a7c-a6b6-4736-8310-5855508787cd"),
        Name(scope: "https://batch.core.windows.net//.default", api: "ddbf3205-c6bd-46ae-8127-60eb93363864"),
        Name(scope: "https://dev.azuresynapse.net/.default", api: "1ac05c7e-12d2-4605-bf9d-549d7041c6b3"),
        Name(scope: "https://cognitiveservices.azure.com/.default", api: "7d312290-28c8-473c-a0ed-8e53749b6d6d"),
        Name(scope: "https://graph.microsoft.com/.default", api: "00000003-0000-0000-c000-000000000000"),
        Name(scope: "https://graph.microsoft.com//.default", api: "00000003-0000-0000-c000-000000000000"),
        Name(scope: "https://deid.azure.com/.default", api: "da7e5b80-b180-4f49-b2d6-4410703374c5"),
        Name(scope: "https://apps.azureiotcentral.com/.default", api: "9edfcdd9-0bc5-4bd4-b287-c3afc716aac7"),
        Name(scope: "https://eventhubs.azure.net//.default", api: "80369ed6-5f11-4dd9-bef3-692475845e77"),
        Name(scope: "https://eventhubs.azure.net/.default", api: "80369ed6-5f11-4dd9-bef3-692475845e77"),
        Name(scope: "https://notificationhubs.azure.net/.default", api: "3caf7e80-c1dc-4cbc-811c-d281c9d5e45c"),
        Name(scope: "https://relay.azure.net/.default", api: "91bb937c-29c2-4275-982f-9465f0caf03d"),
        Name(scope: "https://servicebus.azure.net//.default", api: "80a10ef9-8168-493d-abf9-3297c4ef6e3c"),
        Name(scope: "https://prometheus.monitor.azure.com/.default", api: "be14bf7e-8ab4-49b0-9dc6-a0eddd6fa73e"),
        Name(scope: "https://outlook.office365.com/.default", api: "00000002-0000-0ff1-ce00-000000000000"),
        Name(scope: "https://outlook.office.com/.default", api: "00000002-0000-0ff1-ce00-000000000000"),
        Name(scope: "https://manage.office.com/.default", api: "c5393580-f805-4401-95e8-94b7a6ef2fc2"),
        Name(scope: "https://contoso.sharepoint.com/.default", api: "00000003-0000-0ff1-ce00-000000000000"),
        Name(scope: "https://analysis.windows.net/powerbi/api/.default", api: "00000009-0000-0000-c000-000000000000"),
        Name(scope: "https://api.fabric.microsoft.com/.default", api: "00000009-0000-0000-c000-000000000000"),
        Name(scope: "https://api.powerplatform.com/.default", api: "8578e004-a5c6-46e7-913e-12f58912df43"),
        Name(scope: "https://service.powerapps.com/.default", api: "475226c6-020e-4fb2-8a90-7a972cbfc1d4"),
        Name(scope: "https://redis.azure.com/.default", api: "acca5fbb-b7e4-4009-81f1-37e38fd66d78"),
        Name(scope: "acca5fbb-b7e4-4009-81f1-37e38fd66d78/.default", api: "acca5fbb-b7e4-4009-81f1-37e38fd66d78"),
        Name(scope: "https://communication.azure.com//.default", api: "632ec9eb-fad7-4cbd-993a-e72973ba2acc"),
        Name(scope: "https://graph.windows.net//.default", api: "00000002-0000-0000-c000-000000000000"),
    ]

    @Test("A daemon gets a token of the API's version for each name that clients ask for", arguments: names)
    func issuesTokenForNameOfAPI(_ row: Name) throws {
        let entra = try MicrosoftAPITests.entra()
        let request = MicrosoftAPITests.client.credentials.with(["grant_type": "client_credentials"])
        let response = try entra.site.token(request.with(["scope": row.scope]), tenant: MicrosoftAPITests.tenant)
        let token = try Token(response["access_token"])
        let asked = try #require(row.scope.splitAtLast("/")?.before)
        #expect(token["aud"] == (row.version == 2 ? row.api : asked))
        #expect(token["ver"] == "\(row.version).0")
        #expect(token["roles"] == nil)
        let v1 = try entra.site.token(request.with(["resource": asked]), tenant: MicrosoftAPITests.tenant, .v1)
        #expect(try Token(v1["access_token"])["aud"] == (row.version == 2 ? row.api : asked))
    }

    struct CloudName: Row {
        let uri: String
        let cloud: String

        var name: String { "\(uri) \(cloud)" }
    }

    static let clouds: [CloudName] = [
        CloudName(uri: "https://api.applicationinsights.us", cloud: "usGovernment"),
        CloudName(uri: "https://api.applicationinsights.azure.cn", cloud: "china"),
        CloudName(uri: "https://attest.azure.us", cloud: "usGovernment"),
        CloudName(uri: "https://*.asazure.usgovcloudapi.net", cloud: "usGovernment"),
        CloudName(uri: "https://*.asazure.chinacloudapi.cn", cloud: "china"),
        CloudName(uri: "https://westeurope.asazure.cloudapi.de", cloud: "germany"),
        CloudName(uri: "https://search.azure.us", cloud: "usGovernment"),
        CloudName(uri: "https://vault.usgovcloudapi.net", cloud: "usGovernment"),
        CloudName(uri: "https://vault.azure.cn", cloud: "china"),
        CloudName(uri: "https://vault.microsoftazure.de", cloud: "germany"),
        CloudName(uri: "https://managedhsm.usgovcloudapi.net", cloud: "usGovernment"),
        CloudName(uri: "https://managedhsm.azure.cn", cloud: "china"),
        CloudName(uri: "https://ossrdbms-aad.database.usgovcloudapi.net", cloud: "usGovernment"),
        CloudName(uri: "https://ossrdbms-aad.database.chinacloudapi.cn", cloud: "china"),
        CloudName(uri: "https://ossrdbms-aad.database.cloudapi.de", cloud: "germany"),
        CloudName(uri: "https://management.core.usgovcloudapi.net/", cloud: "usGovernment"),
        CloudName(uri: "https://management.usgovcloudapi.net/", cloud: "usGovernment"),
        CloudName(uri: "https://management.core.chinacloudapi.cn/", cloud: "china"),
        CloudName(uri: "https://management.chinacloudapi.cn", cloud: "china"),
        CloudName(uri: "https://management.core.cloudapi.de/", cloud: "germany"),
        CloudName(uri: "https://management.microsoftazure.de", cloud: "germany"),
        CloudName(uri: "https://database.usgovcloudapi.net", cloud: "usGovernment"),
        CloudName(uri: "https://database.chinacloudapi.cn", cloud: "china"),
        CloudName(uri: "https://database.cloudapi.de", cloud: "germany"),
        CloudName(uri: "https://storage.azure.com", cloud: "usGovernment"),
        CloudName(uri: "https://storage.azure.com", cloud: "china"),
        CloudName(uri: "https://api.loganalytics.us", cloud: "usGovernment"),
        CloudName(uri: "https://api.loganalytics.azure.cn", cloud: "china"),
        CloudName(uri: "https://batch.core.usgovcloudapi.net/", cloud: "usGovernment"),
        CloudName(uri: "https://batch.chinacloudapi.cn/", cloud: "china"),
        CloudName(uri: "https://batch.cloudapi.de/", cloud: "germany"),
        CloudName(uri: "https://dev.azuresynapse.usgovcloudapi.net", cloud: "usGovernment"),
        CloudName(uri: "https://dev.azuresynapse.azure.cn", cloud: "china"),
        CloudName(uri: "https://cognitiveservices.azure.us", cloud: "usGovernment"),
        CloudName(uri: "https://graph.microsoft.us/", cloud: "usGovernment"),
        CloudName(uri: "https://microsoftgraph.chinacloudapi.cn", cloud: "china"),
        CloudName(uri: "https://graph.microsoft.de", cloud: "germany"),
        CloudName(uri: "https://servicebus.usgovcloudapi.net", cloud: "usGovernment"),
        CloudName(uri: "https://servicebus.chinacloudapi.cn", cloud: "china"),
        CloudName(uri: "https://graph.microsoftazure.us/", cloud: "usGovernment"),
        CloudName(uri: "https://graph.chinacloudapi.cn/", cloud: "china"),
        CloudName(uri: "https://graph.cloudapi.de/", cloud: "germany"),
    ]

    @Test("A name of a national cloud has a meaning in that cloud alone", arguments: clouds)
    func knowsNamesOfCloud(_ row: CloudName) throws {
        let request = MicrosoftAPITests.client.credentials.with([
            "grant_type": "client_credentials", "scope": "\(row.uri)/.default",
        ])
        let there = try MockEntra(
            yaml: """
                tenants:
                  - {id: \(MicrosoftAPITests.tenant), cloud: \(row.cloud), domains: [contoso.test], applications: [
                      {appId: \(MicrosoftAPITests.client.id), passwordCredentials: [{secretText: secret}]}]}
                """)
        #expect(try there.site.token(request, tenant: MicrosoftAPITests.tenant).status == 200)
        guard row.uri != "https://storage.azure.com" else { return }
        let here = try MicrosoftAPITests.entra().site.token(request, tenant: MicrosoftAPITests.tenant)
        #expect(here.outcome == .jsonError(400, "invalid_resource", 500011))
    }

    @Test(
        "A name with a wildcard stands for hosts alone",
        arguments: [
            "https://evil.example/.vault.azure.net", "https://.vault.azure.net", "https://a@b.vault.azure.net",
            "https://a:1.vault.azure.net", "http://a.vault.azure.net", "https://a.vault.azure.net/secrets",
            "https://*.a.vault.azure.net", "https://*.nowhere.example", "https://a.vault.azure.net.evil.example",
            "https://vault.azure.net//",
        ])
    func rejectsNamesOutsideWildcard(_ name: String) throws {
        let request = MicrosoftAPITests.client.credentials.with([
            "grant_type": "client_credentials", "resource": name,
        ])
        let response = try MicrosoftAPITests.entra().site.token(request, tenant: MicrosoftAPITests.tenant, .v1)
        #expect(response.outcome == .jsonError(400, "invalid_resource", 500011))
    }

    @Test("A tenant has another API of Microsoft once it lists the service principal")
    func addsAPIByServicePrincipal() throws {
        let request = MicrosoftAPITests.client.credentials.with([
            "grant_type": "client_credentials", "scope": "01fc33a7-78ba-4d2f-a4b7-768e336e890e/.default",
        ])
        let without = try MicrosoftAPITests.entra().site.token(request, tenant: MicrosoftAPITests.tenant)
        #expect(without.outcome == .jsonError(400, "invalid_resource", 500011))
        for name in ["01fc33a7-78ba-4d2f-a4b7-768e336e890e", "MS-PIM"] {
            let entra = try MicrosoftAPITests.entra("    servicePrincipals: [\(name)]")
            #expect(try entra.site.token(request, tenant: MicrosoftAPITests.tenant).status == 200)
        }
    }
}
