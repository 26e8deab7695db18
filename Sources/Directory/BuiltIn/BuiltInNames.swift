package import Entra
import Formats

/// The names of the built-in APIs in each national cloud. A name of one cloud has no meaning in another cloud
/// (docs/reference/protocol.md#hosts-and-clouds; the resource ids of Azure CLI's `cloud.py`; the audiences of workload identity
/// federation).
enum BuiltInNames {
    /// The API that owns a name, and the clouds in which the API has the name.
    struct Owner: Sendable {
        let api: ClientID
        var clouds: Set<Cloud>
    }

    /// Returns the App ID URIs of an API in a cloud. The first URI is the one to show.
    static func uris(of api: ClientID, in cloud: Cloud) -> [String] {
        rows.filter { $0.api == api && $0.cloud == cloud }.flatMap(\.uris)
    }

    /// Returns the App ID URIs of an API in all clouds.
    static func uris(of api: ClientID) -> [String] { rows.filter { $0.api == api }.flatMap(\.uris) }

    /// Returns the API that owns the URI, ignoring ASCII case, or nil if no built-in API has the URI.
    static func owner(of uri: String) -> Owner? { owners[ByteString(uri.asciiLowercased)] }

    private struct Row: Sendable {
        let api: ClientID
        let cloud: Cloud
        let uris: [String]
    }

    private static let rows: [Row] = Cloud.allCases.flatMap { cloud in
        let management = managementHosts(cloud).flatMap { ["https://\($0)/", "https://\($0)"] }
        return [
            Row(api: .microsoftGraph, cloud: cloud, uris: microsoftGraphHosts(cloud).flatMap(spellings)),
            Row(api: .azureADGraph, cloud: cloud, uris: azureADGraphHosts(cloud).flatMap(spellings)),
            Row(api: .azureServiceManagement, cloud: cloud, uris: management),
            Row(api: .tokenExchange, cloud: cloud, uris: [cloud.tokenExchangeAudience]),
        ]
    }

    private static let owners: [ByteString: Owner] = rows.reduce(into: [:]) { owners, row in
        for uri in row.uris {
            owners[ByteString(uri.asciiLowercased), default: Owner(api: row.api, clouds: [])].clouds.insert(row.cloud)
        }
    }

    /// Returns the URL of a host without and with a slash. Clients use both spellings, and the scope rules distinguish them
    /// (docs/reference/protocol.md#scope-trailing-slash).
    private static func spellings(_ host: String) -> [String] { ["https://\(host)", "https://\(host)/"] }

    private static func microsoftGraphHosts(_ cloud: Cloud) -> [String] {
        cloud == .usGovernment
            ? [cloud.microsoftGraphHost, "dod-graph.microsoft.us"] : [cloud.microsoftGraphHost]
    }

    /// Returns the hosts of Azure AD Graph. In the US government cloud, clients also use the host of the public cloud.
    private static func azureADGraphHosts(_ cloud: Cloud) -> [String] {
        cloud == .usGovernment
            ? [cloud.azureADGraphHost, Cloud.global.azureADGraphHost] : [cloud.azureADGraphHost]
    }

    private static func managementHosts(_ cloud: Cloud) -> [String] {
        switch cloud {
        case .global: ["management.core.windows.net", "management.azure.com"]
        case .usGovernment: ["management.core.usgovcloudapi.net", "management.usgovcloudapi.net"]
        case .china: ["management.core.chinacloudapi.cn", "management.chinacloudapi.cn"]
        case .germany: ["management.core.cloudapi.de", "management.microsoftazure.de"]
        }
    }
}

extension Cloud {
    /// The audience of the assertions that Entra issues for managed identities, and of the federated identity credentials that
    /// accept them.
    package var tokenExchangeAudience: String {
        switch self {
        case .global, .germany: "api://AzureADTokenExchange"
        case .usGovernment: "api://AzureADTokenExchangeUSGov"
        case .china: "api://AzureADTokenExchangeChina"
        }
    }
}

extension Tenant {
    /// Returns the application with the App ID URI, if the client reached the server in the cloud. A built-in API has only the
    /// names of that cloud.
    package func application(identifierUri uri: String, in cloud: Cloud) -> Application? {
        guard let owner = BuiltInNames.owner(of: uri) else { return application(identifierUri: uri) }
        return owner.clouds.contains(cloud) ? application(owner.api) : nil
    }
}

extension Application {
    /// Whether the URI is an App ID URI of the application in the exact spelling. A built-in API has the names of all clouds.
    package func isIdentified(by uri: String) -> Bool {
        (self.identifierUris + BuiltInNames.uris(of: self.clientID)).contains { $0.isExactly(uri) }
    }
}
