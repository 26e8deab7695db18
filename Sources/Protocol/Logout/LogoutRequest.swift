import Crypto
import Entra
import Formats

/// A sign-out request as received, with each parameter at most once (OpenID Connect RP-Initiated Logout 1.0 §2;
/// docs/reference/protocol.md#sign-out).
struct LogoutRequest: Sendable {
    let endpoint: EndpointVersion
    let address: AuthorityAddress
    let query: Form
    /// The protocol parameters of the body.
    let body: Form

    /// Creates the request. Throws AADSTS9000411 for a repeated parameter.
    init(endpoint: EndpointVersion, address: AuthorityAddress, query: Form, body: Form) throws(EntraError) {
        self.endpoint = endpoint
        self.address = address
        self.query = query
        self.body = PageSubmission.parameters(of: body)
        var all = query
        all.append(contentsOf: self.body)
        try all.rejectRepeated()
    }

    /// Returns the value of a parameter, or nil if the parameter is absent or empty.
    subscript(_ name: String) -> String? {
        guard let value = query[name] ?? body[name], !value.isEmpty else { return nil }
        return value
    }

    /// The SHA-256 of the request, which binds the page's form to the request.
    var digest: [UInt8] {
        let version = endpoint == .v2 ? "v2" : "v1"
        let parts = ["logout", version, address.path(""), query.encoded, body.encoded]
        return Digest.sha256(Array(parts.joined(separator: "\n").utf8))
    }

    /// The target of the page's form, which is this request again.
    var formTarget: FormTarget {
        let path = endpoint == .v2 ? "oauth2/v2.0/logout" : "oauth2/logout"
        let suffix = query.fields.isEmpty ? "" : "?" + query.encoded
        return FormTarget(action: address.path(path) + suffix, hidden: body.fields)
    }
}
