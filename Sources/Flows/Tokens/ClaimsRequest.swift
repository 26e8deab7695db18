import Directory
package import Entra
import Wire

/// The `claims` parameter (OpenID Connect Core §5.5; docs/reference/protocol.md#conditional-access): kept as sent, and read for the
/// capabilities that a client declares and for what a claims challenge demands.
package struct ClaimsRequest: Sendable {
    /// As sent, nil when absent.
    package let text: String?
    /// `xms_cc` values, in upper case as tokens spell them.
    package let clientCapabilities: [String]
    /// Authentication contexts that the access token must carry (`acrs`, essential).
    let authenticationContexts: Set<ExactString>
    /// Those that the id_token must carry.
    let authenticationContextsOfIDToken: Set<ExactString>
    /// The id_token must tell when the user signed in (`auth_time`, essential).
    let wantsAuthTime: Bool
    /// Policies that the sign-in must satisfy, as an earlier failure named them (`capolids`, `polids`).
    let policies: Set<ObjectID>
    /// The sign-in must not be older (`nbf`, essential). Seconds since 1970 UTC.
    let notBefore: Int64?

    /// No such parameter.
    static let none = ClaimsRequest()

    private init() {
        text = nil
        clientCapabilities = []
        authenticationContexts = []
        authenticationContextsOfIDToken = []
        wantsAuthTime = false
        policies = []
        notBefore = nil
    }

    /// Throws AADSTS9000410 for text that is not a JSON object.
    package init(parsing text: String?) throws(EntraError) {
        guard let text else {
            self = .none
            return
        }
        guard let value = JSONValue(parsing: Array(text.utf8)), value.object != nil else {
            throw EntraError(.malformedJSONParameter, [.parameter: Parameter.claims])
        }
        self.text = text
        let wanted = value[Parameter.accessToken]
        clientCapabilities = ClaimsRequest.values(wanted?["xms_cc"]).map(\.asciiUppercased)
        authenticationContexts = Set(exactly: ClaimsRequest.essential(wanted?["acrs"]))
        let wantedOfIDToken = value[Parameter.idToken]
        authenticationContextsOfIDToken = Set(exactly: ClaimsRequest.essential(wantedOfIDToken?["acrs"]))
        wantsAuthTime = ClaimsRequest.isEssential(wantedOfIDToken?["auth_time"])
        let named = [wanted, wantedOfIDToken].flatMap { token in
            ClaimsRequest.essential(token?["capolids"]) + ClaimsRequest.essential(token?["polids"])
        }
        policies = Set(named.map(ObjectID.init))
        notBefore =
            wanted?["nbf"]?["value"]?.integer
            ?? ClaimsRequest.essential(wanted?["nbf"]).first.flatMap { ASCII.decimal($0.utf8) }.map(Int64.init)
    }

    private static func essential(_ claim: JSONValue?) -> [String] {
        isEssential(claim) ? values(claim) : []
    }

    private static func isEssential(_ claim: JSONValue?) -> Bool { claim?["essential"] == .bool(true) }

    /// `value` and `values` of one claim.
    private static func values(_ claim: JSONValue?) -> [String] {
        ((claim?["values"]?.array ?? []) + [claim?["value"]].compactMap(\.self)).compactMap(\.string)
    }
}
