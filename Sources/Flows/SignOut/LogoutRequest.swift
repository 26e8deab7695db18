import Crypto
import Entra
import Wire

/// A sign-out request as received, each parameter at most once (OpenID Connect RP-Initiated Logout 1.0 §2;
/// docs/reference/protocol.md#sign-out).
struct LogoutRequest: Sendable {
    let endpoint: EndpointVersion
    let address: AuthorityAddress
    let query: Form
    /// Of the protocol's parameters.
    let body: Form

    /// Throws AADSTS9000411 for a repeated parameter.
    init(endpoint: EndpointVersion, address: AuthorityAddress, query: Form, body: Form) throws(EntraError) {
        self.endpoint = endpoint
        self.address = address
        self.query = query
        self.body = PageSubmission.parameters(of: body)
        var all = query
        all.append(contentsOf: self.body)
        try all.refuseRepeated()
    }

    /// The value of a parameter; an empty one counts as absent.
    subscript(_ name: String) -> String? {
        guard let value = query[name] ?? body[name], !value.isEmpty else { return nil }
        return value
    }

    /// SHA-256 over the request, which binds the page's form to it.
    var digest: [UInt8] {
        let version = endpoint == .v2 ? "v2" : "v1"
        let parts = ["logout", version, address.path(""), query.encoded, body.encoded]
        return Digest.sha256(Array(parts.joined(separator: "\n").utf8))
    }

    /// Where the page's form posts: this request again.
    var formTarget: FormTarget {
        let path = endpoint == .v2 ? "oauth2/v2.0/logout" : "oauth2/logout"
        let suffix = query.fields.isEmpty ? "" : "?" + query.encoded
        return FormTarget(action: address.path(path) + suffix, hidden: body.fields)
    }
}
