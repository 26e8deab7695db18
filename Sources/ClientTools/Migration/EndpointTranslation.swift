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

    /// Translates the URL to the other version. Throws `malformed` for a URL that is not an endpoint, and `noEqual` for an endpoint
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
            if row.v1 == "oauth2/authorize", parameters.requestsAdminConsent {
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
        let expected = suffix.pieces(separatedBy: "/")
        guard segments.count > expected.count else { return false }
        let isTail = zip(segments.suffix(expected.count), expected).allSatisfy {
            $0.isExactlyIgnoringASCIICase($1)
        }
        let before = segments[segments.count - expected.count - 1]
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

/// The query of an endpoint's URL, in its order. Parameters without a translation stay as written.
struct EndpointParameters {
    private struct Pair {
        /// The name as written, still encoded.
        let name: String
        /// The value as written, or nil without `=`.
        let value: String?

        var text: String { value.map { "\(name)=\($0)" } ?? name }
        var decoded: String { value.flatMap { Percent.decode($0.utf8, plusIsSpace: true) } ?? "" }
    }

    private var pairs: [Pair]
    private(set) var notes: [String] = []
    /// Whether the query has `prompt=admin_consent`, for which v2 has an endpoint.
    private(set) var requestsAdminConsent = false

    init(_ query: String?) {
        pairs = (query ?? "").utf8.split(separator: UInt8(ascii: "&")).map { piece in
            let name = piece.prefix { $0 != UInt8(ascii: "=") }
            let value = piece.count > name.count ? String(Substring(piece.dropFirst(name.count + 1))) : nil
            return Pair(name: String(Substring(name)), value: value)
        }
    }

    var isEmpty: Bool { pairs.isEmpty }
    var text: String { pairs.map(\.text).joined(separator: "&") }

    // MARK: v1 → v2

    /// Translates the query to v2. `endpoint` is the path of v1. Throws the failure of the resource's translation.
    mutating func toV2(_ endpoint: String) throws(TranslationFailure) {
        guard EndpointParameters.withScopes.containsExactly(endpoint) else { return }
        remove("api-version")
        try translatePrompt()
        guard let resource = self["resource"] else {
            notes.append("v2 requires scope in every request: a resource becomes {resource}/.default.")
            return
        }
        let translation = try ResourceTranslation.scope(of: resource)
        var scopes = (self["scope"] ?? "").pieces(separatedBy: " ")
        if !isForApplication, endpoint != "adminconsent" {
            for scope in ["openid", "profile", "offline_access"] where !scopes.containsExactly(scope) {
                scopes.append(scope)
            }
            notes.append(
                "v1 returns an id_token and a refresh token for every code; v2 requires openid and offline_access."
            )
        }
        scopes.append(translation.to)
        remove("scope")
        set("resource", to: "scope", scopes.joined(separator: " "))
        notes += translation.notes
    }

    /// Translates prompts that only v1 has.
    private mutating func translatePrompt() throws(TranslationFailure) {
        switch self["prompt"] {
        case "admin_consent":
            requestsAdminConsent = true
            for name in ["prompt", "response_type", "response_mode", "nonce"] { remove(name) }
            notes.append("v2 replaces prompt=admin_consent with a separate endpoint, which returns no code.")
        case "refresh_session":
            remove("prompt")
            notes.append(
                "v2 rejects prompt=refresh_session; without a prompt, v2 uses the session and returns fresh claims.")
        case "attempt_none":
            set("prompt", to: "prompt", "none")
            notes.append("In v1, prompt=attempt_none falls back to a page; prompt=none returns an error instead.")
        default: return
        }
    }

    // MARK: v2 → v1

    mutating func toV1(_ endpoint: String) throws(TranslationFailure) {
        guard EndpointParameters.withScopes.containsExactly(endpoint) else { return }
        guard let scope = self["scope"] else {
            notes.append("v1 requires resource instead of scope.")
            return
        }
        let translation = try ResourceTranslation.resource(of: scope)
        set("scope", to: "resource", translation.to)
        notes += translation.notes
        if self["prompt"] == "create" {
            remove("prompt")
            notes.append("v1 has no equivalent of prompt=create.")
        }
        if endpoint == "adminconsent" {
            remove("resource")
            notes.append("In v1, consent covers all permissions that the registration lists.")
        }
    }

    // MARK: Pairs

    private static let withScopes = ["oauth2/authorize", "oauth2/token", "oauth2/devicecode", "adminconsent"]

    private var isForApplication: Bool { self["grant_type"] == "client_credentials" }

    private subscript(_ name: String) -> String? {
        pairs.first { $0.name.isExactly(name) }?.decoded
    }

    private mutating func remove(_ name: String) {
        pairs.removeAll { $0.name.isExactly(name) }
    }

    /// Replaces a parameter by another one, or by a new value of the same one.
    private mutating func set(_ name: String, to other: String, _ value: String) {
        guard let position = pairs.firstIndex(where: { $0.name.isExactly(name) }) else { return }
        pairs[position] = Pair(name: other, value: Percent.encode(value))
    }
}
