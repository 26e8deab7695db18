import Wire

/// A national cloud, with the names by which its documents and tokens call it (docs/reference/protocol.md#hosts-and-clouds,
/// docs/reference/protocol.md#discovery-v2). The raw value is the word for it in the configuration.
package enum Cloud: String, Sendable, CaseIterable {
    case global = "public"
    case usGovernment
    case china
    case germany

    private struct Names: Sendable {
        /// `cloud_instance_name`.
        let instance: String
        /// The preferred one of `CloudInstance`'s aliases.
        let login: String
        let microsoftGraph: String
        let azureADGraph: String
        /// Of version 1 issuers.
        let issuer: String
    }

    private var names: Names {
        switch self {
        case .global:
            Names(
                instance: "microsoftonline.com", login: "login.microsoftonline.com",
                microsoftGraph: "graph.microsoft.com", azureADGraph: "graph.windows.net", issuer: "sts.windows.net")
        case .usGovernment:
            Names(
                instance: "microsoftonline.us", login: "login.microsoftonline.us", microsoftGraph: "graph.microsoft.us",
                azureADGraph: "graph.microsoftazure.us", issuer: "sts.windows.net")
        case .china:
            Names(
                instance: "partner.microsoftonline.cn", login: "login.partner.microsoftonline.cn",
                microsoftGraph: "microsoftgraph.chinacloudapi.cn", azureADGraph: "graph.chinacloudapi.cn",
                issuer: "sts.chinacloudapi.cn")
        case .germany:
            Names(
                instance: "microsoftonline.de", login: "login.microsoftonline.de",
                microsoftGraph: "graph.microsoft.de", azureADGraph: "graph.cloudapi.de",
                issuer: "sts.microsoftonline.de")
        }
    }

    package var instanceName: String { names.instance }
    package var loginHost: String { names.login }
    package var microsoftGraphHost: String { names.microsoftGraph }
    package var azureADGraphHost: String { names.azureADGraph }
    package var issuerHost: String { names.issuer }

    /// The name below which a cloud's regions have theirs, by which confidential clients ask the nearest token endpoint.
    private var regionalHost: String { self == .global ? "login.microsoft.com" : loginHost }

    /// Whether the host is a region's, `{region}.` before that name (docs/reference/protocol.md#hosts-and-clouds).
    private func hasRegion(_ host: String) -> Bool {
        let label = host.utf8.prefix { $0 != UInt8(ascii: ".") }
        return !label.isEmpty && label.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) }
            && String(Substring(host.utf8.dropFirst(label.count + 1))).isExactlyIgnoringASCIICase(regionalHost)
    }

    /// The cloud that has the host among its login names or those of its regions, ASCII case folded.
    package init?(loginHost host: String) {
        // Shorter than any of them, as localhost is: each token asks.
        guard host.utf8.count >= "sts.windows.net".utf8.count else { return nil }
        let instance = CloudInstance.all.first { $0.aliases.contains { $0.isExactlyIgnoringASCIICase(host) } }
        let cloud = Cloud.allCases.first { cloud in
            instance.map { cloud.loginHost.isExactly($0.preferredNetwork) } ?? cloud.hasRegion(host)
        }
        guard let cloud else { return nil }
        self = cloud
    }

    /// The cloud whose Microsoft Graph the host is.
    package init?(microsoftGraphHost host: String) {
        // As above.
        guard host.utf8.count >= "graph.microsoft.us".utf8.count else { return nil }
        guard let cloud = Cloud.allCases.first(where: { $0.microsoftGraphHost.isExactlyIgnoringASCIICase(host) })
        else { return nil }
        self = cloud
    }
}
