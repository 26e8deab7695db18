import Wire

/// Where people enter user codes (docs/reference/protocol.md#endpoints, docs/reference/protocol.md#device-code).
extension Origin {
    /// The page within the URLs of an authority.
    package static let deviceLogin = "oauth2/deviceauth"

    /// The path of the page that takes the user codes of all tenants.
    package static let deviceLoginPath = "/common/\(deviceLogin)"

    /// What devices tell people to open: on Microsoft's host names the real short address, else the page itself.
    package var verificationURI: String {
        cloud == .global ? "https://microsoft.com/devicelogin" : deviceLoginPage
    }

    /// The page that the short address leads to.
    package var deviceLoginPage: String {
        let isShort = ["microsoft.com", "www.microsoft.com"].contains { $0.isExactly(host) }
        return "\(isShort ? with(host: CloudInstance.publicHost) : canonical)\(Origin.deviceLoginPath)"
    }
}
