import Formats

/// The addresses at which people enter user codes (docs/reference/protocol.md#endpoints,
/// docs/reference/protocol.md#device-code).
extension Origin {
    /// The path of the page within the URLs of an authority.
    package static let deviceLogin = "oauth2/deviceauth"

    /// The path of the page that accepts the user codes of all tenants.
    package static let deviceLoginPath = "/common/\(deviceLogin)"

    /// The address that devices show: on Microsoft's host names the real short address, otherwise the page itself.
    package var verificationURI: String {
        cloud == .global ? "https://microsoft.com/devicelogin" : deviceLoginPage
    }

    /// The page that the short address redirects to.
    package var deviceLoginPage: String {
        let isShort = ["microsoft.com", "www.microsoft.com"].contains { $0.isExactly(host) }
        return "\(isShort ? with(host: CloudInstance.publicHost) : canonical)\(Origin.deviceLoginPath)"
    }
}
