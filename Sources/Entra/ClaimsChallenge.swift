package import Wire

/// What an API, or the token endpoint, asks a client to get before it comes again: the value of the `claims` parameter of
/// its next request (OpenID Connect Core §5.5; docs/reference/protocol.md#conditional-access).
package enum ClaimsChallenge: Sendable, Equatable {
    /// The sign-in must satisfy an authentication context, `c1`…`c99`.
    case authenticationContext(String)
    /// The token must have been issued at that time or later (continuous access evaluation). Seconds since 1970 UTC.
    case notBefore(Int64)
    /// The sign-in must satisfy these Conditional Access policies.
    case policies([String])

    /// `{"access_token":{"acrs":{"essential":true,"value":"c1"}}}`
    package var claims: JSONValue {
        let (name, member): (String, JSONValue.Member) =
            switch self {
            case .authenticationContext(let id): ("acrs", JSONValue.Member("value", .string(id)))
            case .notBefore(let time): ("nbf", JSONValue.Member("value", .string(String(time))))
            case .policies(let ids): ("capolids", JSONValue.Member("values", .array(ids.map(JSONValue.string))))
            }
        let request = JSONValue.object([JSONValue.Member("essential", .bool(true)), member])
        return .object([JSONValue.Member(Parameter.accessToken, .object([JSONValue.Member(name, request)]))])
    }

    /// The claims as JSON text.
    package var text: String { String(decoding: JSONWriter.value(claims), as: UTF8.self) }

    /// The `WWW-Authenticate` header of an API's 401, with what it asks for (docs/reference/protocol.md#example-a10); nil: a token,
    /// no more.
    ///
    /// `clientID` is the API's own application id; `origin` is where tokens come from.
    package static func header(_ challenge: ClaimsChallenge?, origin: Origin, clientID: String?) -> String {
        var parts = [
            "realm=\"\"", "authorization_uri=\"\(origin)/common/oauth2/authorize\"",
        ]
        if let clientID { parts.append("client_id=\"\(clientID)\"") }
        if let challenge {
            parts.append("error=\"insufficient_claims\"")
            parts.append("claims=\"\(Base64.standard(Array(challenge.text.utf8)))\"")
            if case .authenticationContext = challenge { parts.append("cc_type=\"authcontext\"") }
        }
        return "Bearer " + parts.joined(separator: ", ")
    }
}
