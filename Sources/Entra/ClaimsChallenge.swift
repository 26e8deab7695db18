package import Formats

/// A demand of an API or of the token endpoint that the client must meet: the value of the `claims` parameter of the client's
/// next request (OpenID Connect Core §5.5; docs/reference/protocol.md#conditional-access).
package enum ClaimsChallenge: Sendable, Equatable {
    /// The sign-in must satisfy an authentication context, `c1` to `c99`.
    case authenticationContext(String)
    /// The token must be issued at this time or later, in seconds since 1970 UTC (continuous access evaluation).
    case notBefore(Int64)
    /// The sign-in must satisfy these Conditional Access policies.
    case policies([String])

    /// The claims as a JSON object, such as `{"access_token":{"acrs":{"essential":true,"value":"c1"}}}`.
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

    /// Returns the `WWW-Authenticate` header of an API's 401 response (docs/reference/protocol.md#example-a10). Without a
    /// challenge, the header demands only a token.
    ///
    /// `clientID` is the API's own application ID. `origin` is the origin that issues tokens.
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
