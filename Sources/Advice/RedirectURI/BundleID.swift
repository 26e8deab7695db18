import Wire

/// The bundle id that a redirect URI of MSAL's own form names.
package enum BundleID {
    static let prefix = "msauth."

    /// `B` of `msauth.B://auth`; nil for any other form.
    package static func told(by uri: String) -> String? {
        let parts = URIText(uri)
        guard let rest = parts.scheme?.behind(prefix), parts.host == "auth", !rest.isEmpty else { return nil }
        return rest
    }

    /// As `told(by:)`, else the host when it looks like a bundle id, as in ADAL's form `anything://B`.
    static func guessed(from uri: String) -> String? {
        if let told = told(by: uri) { return told }
        guard let host = URIText(uri).host, host.utf8.contains(UInt8(ascii: ".")) else { return nil }
        return host
    }
}
