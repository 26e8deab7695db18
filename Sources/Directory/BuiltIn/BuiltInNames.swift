package import Entra
import Wire

/// What the built-in APIs are called in each national cloud: one cloud's name for an API means nothing in another
/// (docs/reference/protocol.md#hosts-and-clouds; the resource ids of Azure CLI's `cloud.py`; the audiences of workload identity
/// federation).
enum BuiltInNames {
    /// Who has a name, and where.
    struct Owner: Sendable {
        let api: ClientID
        var clouds: Set<Cloud>
    }

    /// The App ID URIs of an API in a cloud; the first one stands for it where one is shown.
    static func uris(of api: ClientID, in cloud: Cloud) -> [String] {
        rows.filter { $0.api == api && $0.cloud == cloud }.flatMap(\.uris)
    }

    /// The same in any cloud.
    static func uris(of api: ClientID) -> [String] { rows.filter { $0.api == api }.flatMap(\.uris) }

    /// Whose name a URI is, ASCII case folded; nil for one that is free.
    static func owner(of uri: String) -> Owner? { owners[ExactString(uri.asciiLowercased)] }

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

    private static let owners: [ExactString: Owner] = rows.reduce(into: [:]) { owners, row in
        for uri in row.uris {
            owners[ExactString(uri.asciiLowercased), default: Owner(api: row.api, clouds: [])].clouds.insert(row.cloud)
        }
    }

    /// Clients name an API with and without the slash, and the scope rules tell them apart
    /// (docs/reference/protocol.md#scope-trailing-slash).
    private static func spellings(_ host: String) -> [String] { ["https://\(host)", "https://\(host)/"] }

    private static func microsoftGraphHosts(_ cloud: Cloud) -> [String] {
        cloud == .usGovernment
            ? [cloud.microsoftGraphHost, "dod-graph.microsoft.us"] : [cloud.microsoftGraphHost]
    }

    /// In the cloud of the US government clients name it as in the public one.
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
    /// The name of the API that Entra itself issues assertions of managed identities for, and the audience of the credentials
    /// that take them.
    package var tokenExchangeAudience: String {
        switch self {
        case .global, .germany: "api://AzureADTokenExchange"
        case .usGovernment: "api://AzureADTokenExchangeUSGov"
        case .china: "api://AzureADTokenExchangeChina"
        }
    }
}

extension Tenant {
    /// By App ID URI, where the server is reached in a cloud: a built-in API has only its names there.
    package func application(identifierUri uri: String, in cloud: Cloud) -> Application? {
        guard let owner = BuiltInNames.owner(of: uri) else { return application(identifierUri: uri) }
        return owner.clouds.contains(cloud) ? application(owner.api) : nil
    }
}

extension Application {
    /// Whether the URI is one of its App ID URIs in the exact spelling; of a built-in API, in any cloud.
    package func isIdentified(by uri: String) -> Bool {
        (self.identifierUris + BuiltInNames.uris(of: self.clientID)).contains { $0.isExactly(uri) }
    }
}
