import Entra
import Formats

/// The endpoints of a cloud, as Azure Resource Manager describes them at `/metadata/endpoints`
/// (docs/reference/resource-manager.md#metadata). Azure CLI and Terraform build a cloud from the document.
enum ResourceManagerMetadata {
    /// Returns the document. `version` is the `api-version`: from 2022-09-01 on, the document is one cloud; from 2019-05-01 on,
    /// it is a list of clouds.
    ///
    /// At a host of Microsoft, all endpoints are those of the host's cloud. At any other origin of the server, the directory, the
    /// resource manager and Microsoft Graph are at that origin.
    static func document(version: String, at origin: Origin) -> [UInt8] {
        let facts = Facts.all.first { $0.managementHost.isExactlyIgnoringASCIICase(origin.host) }
        let endpoints = Endpoints(facts ?? Facts.global, own: facts == nil ? origin : nil)
        if version.precedes("2019-05-01") { return JSONWriter.object { write(oldest: endpoints, &$0) } }
        let cloud = JSONWriter.object { write(endpoints, &$0) }
        return version.precedes("2022-09-01") ? [UInt8(ascii: "[")] + cloud + [UInt8(ascii: "]")] : cloud
    }

    /// Whether a host is the one of Azure Resource Manager in some cloud.
    static func isManagementHost(_ host: String) -> Bool {
        Facts.all.contains { $0.managementHost.isExactlyIgnoringASCIICase(host) }
    }

    /// The endpoints that one answer names.
    private struct Endpoints {
        let facts: Facts
        let login: String
        let resourceManager: String
        let microsoftGraph: String
        let name: String

        init(_ facts: Facts, own: Origin?) {
            self.facts = facts
            login = own?.description ?? "https://\(facts.cloud.loginHost)"
            resourceManager = "\(own?.description ?? "https://\(facts.managementHost)")/"
            microsoftGraph = "\(own?.description ?? "https://\(facts.cloud.microsoftGraphHost)")/"
            name = own == nil ? facts.name : "Understudy"
        }
    }

    private static func write(_ endpoints: Endpoints, _ json: inout JSONWriter) {
        let facts = endpoints.facts
        let graph = "https://\(facts.cloud.azureADGraphHost)/"
        json.field("name", endpoints.name)
        json.field("portal", facts.portal)
        json.object("authentication") { json in
            json.field("loginEndpoint", endpoints.login)
            json.field("audiences", facts.audiences)
            json.field("tenant", "common")
            json.field("identityProvider", "AAD")
        }
        json.field("graph", graph)
        json.field("graphAudience", graph)
        json.field("resourceManager", endpoints.resourceManager)
        json.field("microsoftGraphResourceId", endpoints.microsoftGraph)
        for (name, value) in facts.endpoints { json.field(name, value) }
        json.object("suffixes") { json in
            for (name, value) in facts.suffixes { json.field(name, value) }
        }
    }

    /// Writes the form of the versions before 2019-05-01.
    private static func write(oldest endpoints: Endpoints, _ json: inout JSONWriter) {
        let facts = endpoints.facts
        json.field("galleryEndpoint", facts.endpoints.first { $0.name == "gallery" }?.value ?? "")
        json.field("graphEndpoint", "https://\(facts.cloud.azureADGraphHost)/")
        json.field("portalEndpoint", facts.portal)
        json.object("authentication") { json in
            json.field("loginEndpoint", "\(endpoints.login)/")
            json.field("audiences", facts.audiences)
        }
    }

    /// The names and endpoints of a cloud in Azure CLI's table of clouds (azure-cli-core 2.91, `cloud.py`).
    private struct Facts: Sendable {
        let cloud: Cloud
        let name: String
        let managementHost: String
        let portal: String
        let audiences: [String]
        let endpoints: [(name: String, value: String)]
        let suffixes: [(name: String, value: String)]

        static let all = [global, usGovernment, china]

        static let global = Facts(
            cloud: .global, name: "AzureCloud", managementHost: "management.azure.com",
            portal: "https://portal.azure.com",
            audiences: ["https://management.core.windows.net/", "https://management.azure.com/"],
            endpoints: [
                ("gallery", "https://gallery.azure.com/"), ("batch", "https://batch.core.windows.net/"),
                ("media", "https://rest.media.azure.net"), ("activeDirectoryDataLake", "https://datalake.azure.net/"),
                ("sqlManagement", "https://management.core.windows.net:8443/"),
                ("vmImageAliasDoc", "https://azcliprod.blob.core.windows.net/cli/vm/aliases.json"),
                ("appInsightsResourceId", "https://api.applicationinsights.io"),
                ("appInsightsTelemetryChannelResourceId", "https://dc.applicationinsights.azure.com/v2/track"),
                ("appServiceResourceId", "https://appservice.azure.com"),
                ("attestationResourceId", "https://attest.azure.net"),
                ("synapseAnalyticsResourceId", "https://dev.azuresynapse.net"),
                ("logAnalyticsResourceId", "https://api.loganalytics.io"),
                ("ossrdbmsResourceId", "https://ossrdbms-aad.database.windows.net"),
            ],
            suffixes: [
                ("acrLoginServer", "azurecr.io"), ("attestationEndpoint", "attest.azure.net"),
                ("azureDataLakeAnalyticsCatalogAndJob", "azuredatalakeanalytics.net"),
                ("azureDataLakeStoreFileSystem", "azuredatalakestore.net"),
                ("azureFrontDoorEndpointSuffix", "azurefd.net"), ("keyVaultDns", "vault.azure.net"),
                ("mariadbServerEndpoint", "mariadb.database.azure.com"), ("mhsmDns", "managedhsm.azure.net"),
                ("mysqlServerEndpoint", "mysql.database.azure.com"),
                ("postgresqlServerEndpoint", "postgres.database.azure.com"),
                ("sqlServerHostname", "database.windows.net"), ("storage", "core.windows.net"),
                ("storageSyncEndpointSuffix", "afs.azure.net"), ("synapseAnalytics", "dev.azuresynapse.net"),
            ])

        private static let usGovernment = Facts(
            cloud: .usGovernment, name: "AzureUSGovernment", managementHost: "management.usgovcloudapi.net",
            portal: "https://portal.azure.us",
            audiences: ["https://management.core.usgovcloudapi.net/", "https://management.usgovcloudapi.net/"],
            endpoints: [
                ("gallery", "https://gallery.usgovcloudapi.net/"), ("batch", "https://batch.core.usgovcloudapi.net/"),
                ("media", "https://rest.media.usgovcloudapi.net"),
                ("sqlManagement", "https://management.core.usgovcloudapi.net:8443/"),
                ("vmImageAliasDoc", "https://azcliprod.blob.core.windows.net/cli/vm/aliases.json"),
                ("appInsightsResourceId", "https://api.applicationinsights.us"),
                ("appInsightsTelemetryChannelResourceId", "https://dc.applicationinsights.us/v2/track"),
                ("synapseAnalyticsResourceId", "https://dev.azuresynapse.usgovcloudapi.net"),
                ("logAnalyticsResourceId", "https://api.loganalytics.us"),
                ("ossrdbmsResourceId", "https://ossrdbms-aad.database.usgovcloudapi.net"),
            ],
            suffixes: [
                ("acrLoginServer", "azurecr.us"), ("keyVaultDns", "vault.usgovcloudapi.net"),
                ("mariadbServerEndpoint", "mariadb.database.usgovcloudapi.net"),
                ("mhsmDns", "managedhsm.usgovcloudapi.net"),
                ("mysqlServerEndpoint", "mysql.database.usgovcloudapi.net"),
                ("postgresqlServerEndpoint", "postgres.database.usgovcloudapi.net"),
                ("sqlServerHostname", "database.usgovcloudapi.net"), ("storage", "core.usgovcloudapi.net"),
                ("storageSyncEndpointSuffix", "afs.azure.us"),
                ("synapseAnalytics", "dev.azuresynapse.usgovcloudapi.net"),
            ])

        private static let china = Facts(
            cloud: .china, name: "AzureChinaCloud", managementHost: "management.chinacloudapi.cn",
            portal: "https://portal.azure.cn",
            audiences: ["https://management.core.chinacloudapi.cn/", "https://management.chinacloudapi.cn/"],
            endpoints: [
                ("gallery", "https://gallery.chinacloudapi.cn/"), ("batch", "https://batch.chinacloudapi.cn/"),
                ("media", "https://rest.media.chinacloudapi.cn"),
                ("sqlManagement", "https://management.core.chinacloudapi.cn:8443/"),
                ("vmImageAliasDoc", "https://azcliprod.blob.core.windows.net/cli/vm/aliases.json"),
                ("appInsightsResourceId", "https://api.applicationinsights.azure.cn"),
                ("appInsightsTelemetryChannelResourceId", "https://dc.applicationinsights.azure.cn/v2/track"),
                ("synapseAnalyticsResourceId", "https://dev.azuresynapse.azure.cn"),
                ("logAnalyticsResourceId", "https://api.loganalytics.azure.cn"),
                ("ossrdbmsResourceId", "https://ossrdbms-aad.database.chinacloudapi.cn"),
            ],
            suffixes: [
                ("acrLoginServer", "azurecr.cn"), ("keyVaultDns", "vault.azure.cn"),
                ("mariadbServerEndpoint", "mariadb.database.chinacloudapi.cn"), ("mhsmDns", "managedhsm.azure.cn"),
                ("mysqlServerEndpoint", "mysql.database.chinacloudapi.cn"),
                ("postgresqlServerEndpoint", "postgres.database.chinacloudapi.cn"),
                ("sqlServerHostname", "database.chinacloudapi.cn"), ("storage", "core.chinacloudapi.cn"),
                ("synapseAnalytics", "dev.azuresynapse.azure.cn"),
            ])
    }
}
