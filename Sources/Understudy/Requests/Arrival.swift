import Entra
import Formats
import HTTP
import Protocol

/// The routed request: the address, the route and the decoded query. One instance serves every request with the same head
/// (`RequestHead.finding`), because nothing in this type changes while the server runs.
final class Arrival: HeadFinding {
    let address: Server.Address
    /// The match in the route table, or nil for `OPTIONS *`.
    let match: Router<Endpoint>.Match?
    /// The endpoint of the path. If the method is wrong, the endpoint is the first one that the path has for another method.
    let endpoint: Endpoint?
    let captures: Captures
    /// Whether the request is for the control plane. Neither stubs nor the journal apply to such a request.
    let isControl: Bool
    /// Whether the method is OPTIONS, as in a browser's preflight. Tests do not send such requests themselves, so stubs and the
    /// journal ignore them.
    let isPreflight: Bool
    /// The query, decoded once. An endpoint that reads a query with invalid escapes throws AADSTS9002313.
    let query: Result<Form, EntraError>
    /// Whether the content type says that the body is a form.
    let bringsForm: Bool
    /// The client's `client-request-id`, from the header or else from the query.
    let clientRequestID: String?
    /// The client's `return-client-request-id`, from the header or else from the query.
    let returnsClientRequestID: String?
    private let isSecure: Bool
    private let localPort: Int

    init(
        _ head: RequestHead, _ peer: Peer, _ address: Server.Address, _ match: Router<Endpoint>.Match?,
        _ endpoint: Endpoint?
    ) {
        self.address = address
        self.match = match
        self.endpoint = endpoint
        captures = if case .found(_, let captures)? = match { captures } else { Captures() }
        isControl =
            endpoint.map { $0.errors == .problem } ?? ControlPaths.contain(head.path)
        isPreflight = head.method.isExactly("OPTIONS")
        let query = Result { () throws(EntraError) in try RequestContext.parse(head.query.utf8) }
        self.query = query
        bringsForm = head.headers["Content-Type"].map(Arrival.isForm) ?? false
        let parameter = { (name: String) in head.headers[name] ?? (try? query.get())?[name] }
        clientRequestID = parameter(Parameter.clientRequestID)
        returnsClientRequestID = parameter(Parameter.returnClientRequestID)
        isSecure = peer.isSecure
        localPort = peer.localPort
    }

    /// Returns whether a client uses the same scheme and the same local port.
    func isOf(_ peer: Peer) -> Bool { peer.isSecure == isSecure && peer.localPort == localPort }

    /// Returns whether a media type, without its parameters, is the type of a form.
    private static func isForm(_ type: String) -> Bool {
        let essence = type.utf8.prefix { $0 != UInt8(ascii: ";") && $0 != ASCII.space && $0 != ASCII.tab }
        return String(Substring(essence)).isExactlyIgnoringASCIICase("application/x-www-form-urlencoded")
    }
}
