import Entra
import Formats

/// The translation of the authority of an ADAL context to MSAL's form (docs/reference/wire.md#authority-classification,
/// docs/reference/wire.md#known-hosts).
package enum AuthorityTranslation {
    /// The hosts that MSAL trusts without configuration.
    private static let trustedHosts = [
        "login.microsoftonline.com", "login.windows.net", "login-us.microsoftonline.com", "login.microsoftonline.us",
        "login.usgovcloudapi.net", "login.microsoftonline.de", "login.chinacloudapi.cn",
        "login.partner.microsoftonline.cn", "login.sovcloud-identity.fr", "login.sovcloud-identity.de",
        "login.sovcloud-identity.sg",
    ]

    /// Returns the URL that MSAL keeps. Throws `malformed` for a URL without a tenant, and `noEqual` for ADFS.
    package static func authority(_ text: String) throws(TranslationFailure) -> Translation {
        let uri = URIText(text)
        guard uri.isWeb, let authority = uri.authority, !authority.containsExactly("@"), uri.host != nil else {
            throw .malformed(
                "\(text) is not an authority, which is a URL such as https://login.microsoftonline.com/contoso.com")
        }
        var notes: [String] = []
        if uri.scheme?.isExactlyIgnoringASCIICase("http") == true {
            notes.append("MSAL accepts https only; no setting changes this.")
        }
        let url = URIText("https://\(authority)\(uri.path)")
        guard let kind = AuthorityKind(url: url), let host = host(of: authority, &notes) else {
            throw .malformed("\(text) has no tenant: add a tenant, common, organizations or consumers as the path")
        }
        guard kind != .adfs else {
            throw .noEqual(
                "MSAL for iOS and macOS does not support ADFS: use the Entra tenant that federates with the ADFS")
        }
        let translated = "https://\(host)/\(try path(kind, url, host, &notes))"
        notes += remarks(kind, host)
        return Translation("authority", text, to: translated, notes: notes)
    }

    /// Returns the host in lower case, with its port. A host that only v1 uses becomes the host of the cloud.
    private static func host(of authority: String, _ notes: inout [String]) -> String? {
        guard let origin = Origin(scheme: "https", authority: authority) else { return nil }
        guard origin.cloud == .global, origin.port == nil,
            !origin.host.isExactly(CloudInstance.publicHost)
        else { return origin.authority }
        notes.append("\(origin.host) is an alias of \(CloudInstance.publicHost), where MSAL sends its requests.")
        return CloudInstance.publicHost
    }

    private static func path(
        _ kind: AuthorityKind, _ url: URIText, _ host: String, _ notes: inout [String]
    ) throws(TranslationFailure) -> String {
        let segments = url.segments
        switch kind {
        case .b2c:
            let withoutTFP =
                segments.first?.isExactlyIgnoringASCIICase("tfp") == true ? Array(segments.dropFirst()) : segments
            guard withoutTFP.count >= 2 else {
                throw .malformed("\(url.text): the path of a B2C authority must be a tenant and a policy")
            }
            if withoutTFP.count == segments.count {
                notes.append(
                    "Without tfp, MSAL treats the URL as a workforce authority, except as an MSALB2CAuthority object."
                )
            }
            notes += dropped(withoutTFP, keeping: 2)
            return "tfp/\(withoutTFP[0])/\(withoutTFP[1])"
        case .ciam:
            notes += dropped(segments, keeping: 1)
            return segments.first ?? "\(host.upTo(".")).onmicrosoft.com"
        default:
            notes += dropped(segments, keeping: 1)
            return segments.first?.asciiLowercased ?? ""
        }
    }

    private static func dropped(_ segments: [String], keeping count: Int) -> [String] {
        let surplus = segments.dropFirst(count)
        return surplus.isEmpty
            ? [] : ["MSAL drops /\(surplus.joined(separator: "/")), which is not part of an authority."]
    }

    private static func remarks(_ kind: AuthorityKind, _ host: String) -> [String] {
        var remarks: [String] = []
        switch kind {
        case .common, .organizations:
            remarks.append("Silent requests go to the account's home tenant instead of \(kind.rawValue).")
        case .b2c, .ciam:
            remarks.append(
                "ADAL does not support this kind of authority, so the result has no translation back to ADAL.")
        case .consumers, .consumersByID:
            remarks.append("ADAL does not support personal accounts, so the result has no translation back to ADAL.")
        case .tenant, .adfs: break
        }
        let isTrusted = trustedHosts.contains { $0.isExactly(host) }
        if kind != .ciam, !isTrusted {
            let otherwise =
                kind == .b2c
                ? "MSAL rejects the authority, because it cannot validate a B2C authority"
                : "MSAL first asks \(CloudInstance.publicHost) whether the host is valid"
            remarks.append(
                "MSAL does not know the host \(host): list the authority in knownAuthorities. Otherwise, \(otherwise).")
        }
        remarks.append(
            "One MSALPublicClientApplication works with all authorities; an ADAuthenticationContext has one authority.")
        return remarks
    }
}
