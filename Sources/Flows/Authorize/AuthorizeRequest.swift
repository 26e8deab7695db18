import Crypto
import Entra
import Wire

/// An authorization request as received, each parameter at most once (RFC 6749 §4.1.1;
/// docs/reference/protocol.md#authorize-parameters). A class, as it is handed from step to step and none changes it.
final class AuthorizeRequest: Sendable {
    let endpoint: EndpointVersion
    let address: AuthorityAddress
    /// Parameters that came in the query, and those of the protocol that came in the form body.
    let query: Form
    let body: Form

    /// Splits a request into the OAuth parameters and the pages' fields. Throws AADSTS9000411 for a repeated parameter,
    /// wherever its copies stand.
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
        guard let value = sent(name), !value.isEmpty else { return nil }
        return value
    }

    /// The value of a parameter as it was sent, even when it is empty.
    func sent(_ name: String) -> String? { query[name] ?? body[name] }

    /// The client wants no page (prompt=none, even beside something it cannot stand with).
    var isSilent: Bool {
        self[Parameter.prompt]?.pieces(separatedBy: " ").contains { $0.isExactly("none") } ?? false
    }

    /// The client follows a tenant to the cloud where it is; version 1 knows nothing of that.
    var isInstanceAware: Bool { endpoint == .v2 && self[Parameter.instanceAware]?.isExactly("true") ?? false }

    /// SHA-256 over the request, which binds the pages' forms to it.
    var digest: [UInt8] {
        let version = endpoint == .v2 ? "v2" : "v1"
        return Digest.sha256(
            Array([version, address.path(""), query.encoded, body.encoded].joined(separator: "\n").utf8))
    }

    /// Where a page's form posts: this request again. What came in the query stays there, what came in a body is carried in
    /// hidden fields, so that the URL never grows.
    var formTarget: FormTarget {
        let path =
            endpoint == .v2 && TenantSegment.parse(address.tenant) != .adfs
            ? "oauth2/v2.0/authorize" : "oauth2/authorize"
        let suffix = query.fields.isEmpty ? "" : "?" + query.encoded
        return FormTarget(action: address.path(path) + suffix, hidden: body.fields)
    }
}
