/// The bundle id that a redirect URI of MSAL's own form names.
package enum BundleID {
    static let prefix = "msauth."

    /// `B` of `msauth.B://auth`; nil for any other form.
    package static func told(by uri: String) -> String? {
        let parts = URIText(uri)
        guard let scheme = parts.scheme, scheme.hasPrefix(prefix), parts.host == "auth" else { return nil }
        let rest = String(scheme.dropFirst(prefix.count))
        return rest.isEmpty ? nil : rest
    }
}
