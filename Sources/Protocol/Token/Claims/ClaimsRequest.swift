import Directory
package import Entra
import Formats

/// The `claims` parameter (OpenID Connect Core §5.5; docs/reference/protocol.md#conditional-access). The value keeps the text as
/// sent, and holds the capabilities that the client declares and the demands of a claims challenge.
package struct ClaimsRequest: Sendable {
    /// The text as sent, or nil if the parameter is absent.
    package let text: String?
    /// The known values of `xms_cc`, in upper case as in tokens. The service drops unknown values
    /// (docs/reference/protocol.md#client-capabilities).
    package let clientCapabilities: [String]
    /// The authentication contexts that the access token must carry (`acrs`, essential).
    let authenticationContexts: Set<ByteString>
    /// The authentication contexts that the id_token must carry.
    let authenticationContextsOfIDToken: Set<ByteString>
    /// Whether the id_token must state when the user signed in (`auth_time`, essential).
    let requestsAuthTime: Bool
    /// The policies that the sign-in must satisfy, as an earlier error response named them (`capolids`, `polids`).
    let policies: Set<ObjectID>
    /// The earliest time of the sign-in (`nbf`, essential), in seconds since 1970 UTC.
    let notBefore: Int64?

    /// The value of a request without the parameter.
    static let none = ClaimsRequest()

    private init() {
        text = nil
        clientCapabilities = []
        authenticationContexts = []
        authenticationContextsOfIDToken = []
        requestsAuthTime = false
        policies = []
        notBefore = nil
    }

    /// Parses the parameter. Throws AADSTS9000410 for text that is not a JSON object.
    package init(parsing text: String?) throws(EntraError) {
        guard let text else {
            self = .none
            return
        }
        guard let value = JSONValue(parsing: Array(text.utf8)), value.object != nil else {
            throw EntraError(.malformedJSONParameter, [.parameter: Parameter.claims])
        }
        self.text = text
        let accessToken = value[Parameter.accessToken]
        let capabilities = ClaimsRequest.values(accessToken?["xms_cc"])
        clientCapabilities = ClaimsRequest.knownCapabilities.filter { known in
            capabilities.contains { $0.isExactlyIgnoringASCIICase(known) }
        }
        authenticationContexts = Set(exactly: ClaimsRequest.essential(accessToken?["acrs"]))
        let idToken = value[Parameter.idToken]
        authenticationContextsOfIDToken = Set(exactly: ClaimsRequest.essential(idToken?["acrs"]))
        requestsAuthTime = ClaimsRequest.isEssential(idToken?["auth_time"])
        let named = [accessToken, idToken].flatMap { token in
            ClaimsRequest.essential(token?["capolids"]) + ClaimsRequest.essential(token?["polids"])
        }
        policies = Set(named.map(ObjectID.init))
        notBefore =
            accessToken?["nbf"]?["value"]?.integer
            ?? ClaimsRequest.essential(accessToken?["nbf"]).first.flatMap { ASCII.decimal($0.utf8) }.map(Int64.init)
    }

    private static let knownCapabilities = ["CP1"]

    private static func essential(_ claim: JSONValue?) -> [String] {
        isEssential(claim) ? values(claim) : []
    }

    private static func isEssential(_ claim: JSONValue?) -> Bool { claim?["essential"] == .bool(true) }

    /// Returns the texts in `value` and `values` of one claim.
    private static func values(_ claim: JSONValue?) -> [String] {
        ((claim?["values"]?.array ?? []) + [claim?["value"]].compactMap(\.self)).compactMap(\.string)
    }
}
