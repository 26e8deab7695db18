import Formats

/// A national cloud and the host names in its documents and tokens (docs/reference/protocol.md#hosts-and-clouds,
/// docs/reference/protocol.md#discovery-v2). The raw value is the cloud's name in the configuration.
package enum Cloud: String, Sendable, CaseIterable {
    case global = "public"
    case usGovernment
    case china
    case germany

    private struct Names: Sendable {
        /// The value of `cloud_instance_name`.
        let instance: String
        /// The preferred host among the aliases of the cloud's `CloudInstance`.
        let login: String
        let microsoftGraph: String
        let azureADGraph: String
        /// The host of version 1 issuers.
        let issuer: String
        /// The host of `rbac_url`.
        let rbac: String
    }

    private var names: Names {
        switch self {
        case .global:
            Names(
                instance: "microsoftonline.com", login: "login.microsoftonline.com",
                microsoftGraph: "graph.microsoft.com", azureADGraph: "graph.windows.net", issuer: "sts.windows.net",
                rbac: "pas.windows.net")
        case .usGovernment:
            Names(
                instance: "microsoftonline.us", login: "login.microsoftonline.us", microsoftGraph: "graph.microsoft.us",
                azureADGraph: "graph.microsoftazure.us", issuer: "sts.windows.net", rbac: "pasff.usgovcloudapi.net")
        case .china:
            Names(
                instance: "partner.microsoftonline.cn", login: "login.partner.microsoftonline.cn",
                microsoftGraph: "microsoftgraph.chinacloudapi.cn", azureADGraph: "graph.chinacloudapi.cn",
                issuer: "sts.chinacloudapi.cn", rbac: "pas.chinacloudapi.cn")
        case .germany:
            Names(
                instance: "microsoftonline.de", login: "login.microsoftonline.de",
                microsoftGraph: "graph.microsoft.de", azureADGraph: "graph.cloudapi.de",
                issuer: "sts.microsoftonline.de", rbac: "pas.windows.net")
        }
    }

    package var instanceName: String { names.instance }
    package var loginHost: String { names.login }
    package var microsoftGraphHost: String { names.microsoftGraph }
    package var azureADGraphHost: String { names.azureADGraph }
    package var issuerHost: String { names.issuer }
    package var rbacHost: String { names.rbac }

    /// The host whose subdomains are the cloud's regional endpoints. Confidential clients call the token endpoint of the nearest
    /// region.
    private var regionalHost: String { self == .global ? "login.microsoft.com" : loginHost }

    /// Whether the host is `{region}.{regionalHost}` (docs/reference/protocol.md#hosts-and-clouds).
    private func hasRegion(_ host: String) -> Bool {
        let label = host.utf8.prefix { $0 != UInt8(ascii: ".") }
        return !label.isEmpty && label.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) }
            && String(Substring(host.utf8.dropFirst(label.count + 1))).isExactlyIgnoringASCIICase(regionalHost)
    }

    /// Whether the host is a regional endpoint of a cloud.
    package static func hasRegion(_ host: String) -> Bool {
        // A shorter host, such as localhost, is no regional endpoint.
        host.utf8.count > "login.microsoft.com".utf8.count && !CloudInstance.isKnown(host: host)
            && allCases.contains { $0.hasRegion(host) }
    }

    /// Creates the cloud that has the host among its login hosts or regional hosts, ignoring ASCII case. Returns nil if no cloud
    /// has the host.
    package init?(loginHost host: String) {
        // Each token needs this lookup, and a short host such as localhost belongs to no cloud.
        guard host.utf8.count >= "sts.windows.net".utf8.count else { return nil }
        let instance = CloudInstance.all.first { $0.aliases.contains { $0.isExactlyIgnoringASCIICase(host) } }
        let cloud = Cloud.allCases.first { cloud in
            instance.map { cloud.loginHost.isExactly($0.preferredNetwork) } ?? cloud.hasRegion(host)
        }
        guard let cloud else { return nil }
        self = cloud
    }

    /// Creates the cloud that has the host as its Microsoft Graph host, ignoring ASCII case. Returns nil if no cloud has the
    /// host.
    package init?(microsoftGraphHost host: String) {
        // A shorter host belongs to no cloud.
        guard host.utf8.count >= "graph.microsoft.us".utf8.count else { return nil }
        guard let cloud = Cloud.allCases.first(where: { $0.microsoftGraphHost.isExactlyIgnoringASCIICase(host) })
        else { return nil }
        self = cloud
    }
}

/// A national cloud as instance discovery lists it (docs/reference/protocol.md#hosts-and-clouds,
/// docs/reference/protocol.md#instance-discovery).
package struct CloudInstance: Sendable {
    package let preferredNetwork: String
    package let preferredCache: String
    package let aliases: [String]

    package init(preferredNetwork: String, preferredCache: String, aliases: [String]) {
        self.preferredNetwork = preferredNetwork
        self.preferredCache = preferredCache
        self.aliases = aliases
    }

    /// The clouds in the order of the service, with the public cloud first.
    package static let all = [
        CloudInstance(
            preferredNetwork: publicHost, preferredCache: "login.windows.net",
            aliases: [publicHost, "login.windows.net", "login.microsoft.com", "sts.windows.net"]),
        CloudInstance(
            preferredNetwork: "login.partner.microsoftonline.cn", preferredCache: "login.partner.microsoftonline.cn",
            aliases: ["login.partner.microsoftonline.cn", "login.chinacloudapi.cn"]),
        CloudInstance(
            preferredNetwork: "login.microsoftonline.de", preferredCache: "login.microsoftonline.de",
            aliases: ["login.microsoftonline.de"]),
        CloudInstance(
            preferredNetwork: "login.microsoftonline.us", preferredCache: "login.microsoftonline.us",
            aliases: ["login.microsoftonline.us", "login.usgovcloudapi.net"]),
        CloudInstance(
            preferredNetwork: "login-us.microsoftonline.com", preferredCache: "login-us.microsoftonline.com",
            aliases: ["login-us.microsoftonline.com"]),
    ]

    /// The host that tokens and endpoints of the public cloud name.
    package static let publicHost = "login.microsoftonline.com"

    /// Whether a cloud lists the host, ignoring ASCII case.
    package static func isKnown(host: String) -> Bool {
        all.contains { $0.aliases.contains { $0.isExactlyIgnoringASCIICase(host) } }
    }
}
