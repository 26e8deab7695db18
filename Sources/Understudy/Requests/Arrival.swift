import Entra
import Flows
import HTTP
import Wire

/// What a request comes to by its head and by the way that it came: where it is sent, and what it says there. The same for every
/// request with that head (`RequestHead.finding`): nothing here changes while the server runs.
final class Arrival: HeadFinding {
    let address: Server.Address
    /// Nil for `OPTIONS *`.
    let match: Router<Endpoint>.Match?
    /// What the path is of: of a wrong method, the endpoint that takes another one.
    let endpoint: Endpoint?
    let captures: Captures
    /// Whether it is of the control plane, which neither scripts nor the journal touch.
    let isControl: Bool
    /// Whether it asks what the path takes, as a browser's preflight does: nobody's request, which neither a script answers nor the
    /// journal counts among those of a test.
    let isPreflight: Bool
    /// Decoded once; throws AADSTS9002313 for bad escapes where an endpoint reads it.
    let query: Result<Form, EntraError>
    /// Whether the body, if there is one, is a form.
    let bringsForm: Bool
    /// The client's own, of the header or else the query.
    let clientRequestID: String?
    /// Whether to send it back, likewise.
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

    /// Whether a client came the same way.
    func isOf(_ peer: Peer) -> Bool { peer.isSecure == isSecure && peer.localPort == localPort }

    /// Whether a media type, its parameters aside, is that of a form.
    private static func isForm(_ type: String) -> Bool {
        let essence = type.utf8.prefix { $0 != UInt8(ascii: ";") && $0 != ASCII.space && $0 != ASCII.tab }
        return String(Substring(essence)).isExactlyIgnoringASCIICase("application/x-www-form-urlencoded")
    }
}
