package import Entra
package import Formats
package import HTTP

/// The routed request: the address, the route and the decoded query. One instance serves every request with the same head
/// (`RequestHead.finding`), because nothing in this type changes while the server runs.
package final class RoutedRequest: HeadDerivedValue {
    package let address: RequestAddress
    /// The match in the route table, or nil for `OPTIONS *`.
    package let match: Router<Endpoint>.Match?
    /// The endpoint of the path. If the method is wrong, the endpoint is the first one that the path has for another method.
    package let endpoint: Endpoint?
    package let captures: Captures
    /// Whether the request is for the control plane. Neither stubs nor the journal apply to such a request.
    package let isControl: Bool
    /// Whether the method is OPTIONS, as in a browser's preflight. Tests do not send such requests themselves, so stubs and the
    /// journal ignore them.
    package let isPreflight: Bool
    /// The query, decoded once. An endpoint that reads a query with invalid escapes throws AADSTS9002313.
    package let query: Result<Form, EntraError>
    /// Whether the content type says that the body is a form.
    package let bringsForm: Bool
    /// The client's `client-request-id`, from the header or else from the query.
    package let clientRequestID: String?
    /// The client's `return-client-request-id`, from the header or else from the query.
    package let returnsClientRequestID: String?
    private let isSecure: Bool
    private let localPort: Int

    package init(
        _ head: RequestHead, _ peer: Peer, _ address: RequestAddress, _ match: Router<Endpoint>.Match?,
        _ endpoint: Endpoint?
    ) {
        self.address = address
        self.match = match
        self.endpoint = endpoint
        captures = if case .found(_, let captures)? = match { captures } else { Captures() }
        isControl = endpoint.map { $0.errors == .problem } ?? RoutedRequest.isOfControlPlane(head.path)
        isPreflight = head.method.isExactly("OPTIONS")
        let query = Result { () throws(EntraError) in try RequestContext.parse(head.query.utf8) }
        self.query = query
        bringsForm = head.headers["Content-Type"].map(RoutedRequest.isForm) ?? false
        let parameter = { (name: String) in head.headers[name] ?? (try? query.get())?[name] }
        clientRequestID = parameter(Parameter.clientRequestID)
        returnsClientRequestID = parameter(Parameter.returnClientRequestID)
        isSecure = peer.isSecure
        localPort = peer.localPort
    }

    /// Whether a path belongs to the control plane.
    package static func isOfControlPlane(_ path: String) -> Bool {
        let path = path.asciiLowercased
        return path.hasExactPrefix("/_understudy/") || path.isExactly("/_understudy")
    }

    /// Whether an endpoint handles the path and the method.
    package var isFound: Bool { if case .found? = match { true } else { false } }

    /// Returns whether a client uses the same scheme and the same local port.
    package func isOf(_ peer: Peer) -> Bool { peer.isSecure == isSecure && peer.localPort == localPort }

    /// Returns whether a media type, without its parameters, is the type of a form.
    private static func isForm(_ type: String) -> Bool {
        let essence = type.utf8.prefix { $0 != UInt8(ascii: ";") && $0 != ASCII.space && $0 != ASCII.tab }
        return String(Substring(essence)).isExactlyIgnoringASCIICase("application/x-www-form-urlencoded")
    }
}
