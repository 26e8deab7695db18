import Entra
import Formats

/// The translation of a URL between v1 and v2, with path and parameters (docs/reference/protocol.md#endpoints,
/// docs/reference/protocol.md#authorize-parameters).
package enum EndpointTranslation {
    /// The paths after the tenant. The first matching row applies.
    private static let endpoints: [(v1: String, v2: String)] = [
        ("oauth2/authorize", "oauth2/v2.0/authorize"), ("oauth2/token", "oauth2/v2.0/token"),
        ("oauth2/devicecode", "oauth2/v2.0/devicecode"), ("oauth2/logout", "oauth2/v2.0/logout"),
        (".well-known/openid-configuration", "v2.0/.well-known/openid-configuration"),
        ("discovery/keys", "discovery/v2.0/keys"), ("adminconsent", Path.adminConsent),
    ]

    private static let userinfo = "https://\(Cloud.global.microsoftGraphHost)/oidc/userinfo"

    /// Translates the URL to the other version. Throws `malformed` for a URL that is no endpoint, and `noEqual` for an endpoint
    /// that the other version lacks.
    package static func url(_ text: String) throws(TranslationFailure) -> Translation {
        let url = URIText(text)
        guard url.isWeb, let authority = url.authority, url.host != nil else {
            throw .malformed(
                "\(text) is not the URL of an endpoint, such as https://login.microsoftonline.com/common/oauth2/token")
        }
        let segments = url.segments
        if url.path == "/oidc/userinfo" { return ofGraphUserinfo(text) }
        guard let tenant = segments.first, segments.count > 1 else {
            throw .malformed("\(text) has no endpoint after the tenant, such as /common/oauth2/token")
        }
        guard !tenant.isExactlyIgnoringASCIICase("adfs") else {
            throw .noEqual("ADFS has no v2 endpoints: use the Entra tenant that federates with the ADFS")
        }
        var path = Path(tenant: segments, host: url.host ?? "")
        if path.ends(in: "openid/userinfo") {
            return Translation(
                "url", text, to: userinfo,
                notes: ["The endpoint requires an access token for Microsoft Graph with the scope openid."])
        }
        guard let row = endpoints.first(where: { path.ends(in: $0.v1) || path.ends(in: $0.v2) }) else {
            throw .malformed("\(text) is not an endpoint of v1 or v2")
        }
        let isV2 = path.ends(in: row.v2)
        guard !isV2 || !path.isV2Only else { throw .noEqual("B2C and external tenants have no v1 endpoints") }
        var parameters = EndpointParameters(url.query)
        if isV2 {
            path.replace(row.v2, by: row.v1)
            try parameters.toV1(row.v1)
        } else {
            path.replace(row.v1, by: row.v2)
            try parameters.toV2(row.v1)
            if row.v1 == "oauth2/authorize", parameters.wantsAdminConsent {
                path.replace(row.v2, by: Path.adminConsent)
            }
        }
        let notes = parameters.notes + path.narrowed()
        var translated = "\(url.scheme ?? "https")://\(authority)/\(path.text)"
        if !parameters.isEmpty { translated += "?\(parameters.text)" }
        return Translation("url", text, to: translated, notes: notes)
    }

    private static func ofGraphUserinfo(_ text: String) -> Translation {
        Translation(
            "url", text, to: "https://\(CloudInstance.publicHost)/common/openid/userinfo",
            notes: ["Any tenant can replace common in the path."])
    }
}

/// The segments of an endpoint's path.
private struct Path {
    private var segments: [String]
    /// Whether the path belongs to a B2C or external tenant, by host or by path.
    let isV2Only: Bool

    init(tenant segments: [String], host: String) {
        self.segments = segments
        let host = host.asciiLowercased
        isV2Only =
            host.hasExactSuffix(".b2clogin.com") || host.hasExactSuffix(".ciamlogin.com")
            || segments.first?.isExactlyIgnoringASCIICase("tfp") == true
    }

    var text: String { segments.joined(separator: "/") }

    /// Returns whether the path ends with the segments of `suffix` after a tenant, ignoring ASCII case. A path of v1 does not
    /// follow `v2.0`, as `adminconsent` does in `v2.0/adminconsent`.
    func ends(in suffix: String) -> Bool {
        let wanted = suffix.pieces(separatedBy: "/")
        guard segments.count > wanted.count else { return false }
        let isTail = zip(segments.suffix(wanted.count), wanted).allSatisfy {
            $0.isExactlyIgnoringASCIICase($1)
        }
        let before = segments[segments.count - wanted.count - 1]
        return isTail && !before.isExactlyIgnoringASCIICase("v2.0")
    }

    static let adminConsent = "v2.0/adminconsent"

    /// Replaces `common` with `organizations` at the admin consent endpoint of v2, which does not accept `common`
    /// (docs/reference/protocol.md#admin-consent). Returns a note about the replacement, if any.
    mutating func narrowed() -> [String] {
        guard ends(in: Path.adminConsent), segments.first?.isExactlyIgnoringASCIICase("common") == true else {
            return []
        }
        segments[0] = "organizations"
        return ["Admin consent in v2 accepts a tenant or organizations; only v1 accepts common."]
    }

    mutating func replace(_ suffix: String, by other: String) {
        segments = segments.dropLast(suffix.pieces(separatedBy: "/").count) + other.pieces(separatedBy: "/")
    }
}
