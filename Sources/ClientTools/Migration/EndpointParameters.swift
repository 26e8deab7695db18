import Formats

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
    private(set) var wantsAdminConsent = false

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
            wantsAdminConsent = true
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
