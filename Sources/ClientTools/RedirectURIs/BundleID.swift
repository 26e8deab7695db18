import Formats

/// Functions that find the bundle ID in a redirect URI.
package enum BundleID {
    static let prefix = "msauth."

    /// Returns `B` of `msauth.B://auth`, or nil for any other form.
    package static func told(by uri: String) -> String? {
        let parts = URIText(uri)
        guard let rest = parts.scheme?.behind(prefix), parts.host == "auth", !rest.isEmpty else { return nil }
        return rest
    }

    /// Returns the bundle ID in MSAL's form, or else a host with a dot, as in ADAL's form `anything://B`.
    static func guessed(from uri: String) -> String? {
        if let told = told(by: uri) { return told }
        guard let host = URIText(uri).host, host.utf8.contains(UInt8(ascii: ".")) else { return nil }
        return host
    }
}
