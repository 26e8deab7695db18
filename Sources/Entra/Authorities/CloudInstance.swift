import Formats

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
