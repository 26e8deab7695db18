package import Entra
package import Formats
package import HTTP

/// The routed request: the address, the route and the decoded query.
package final class RoutedRequest: Sendable {
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
    /// Whether the body is a form according to its content type.
    package let hasForm: Bool
    /// The client's `client-request-id`, from the header or else from the query.
    package let clientRequestID: String?
    /// The client's `return-client-request-id`, from the header or else from the query.
    package let returnsClientRequestID: String?

    package init(
        _ head: RequestHead, _ address: RequestAddress, _ match: Router<Endpoint>.Match?, _ endpoint: Endpoint?
    ) {
        self.address = address
        self.match = match
        self.endpoint = endpoint
        captures = if case .found(_, let captures)? = match { captures } else { Captures() }
        isControl = endpoint.map { $0.errors == .problem } ?? RoutedRequest.isOfControlPlane(head.path)
        isPreflight = head.method.isExactly("OPTIONS")
        let query = Result { () throws(EntraError) in try RequestContext.parse(head.query.utf8) }
        self.query = query
        hasForm = head.hasMediaType("application/x-www-form-urlencoded")
        let parameter = { (name: String) in head.headers[name] ?? (try? query.get())?[name] }
        clientRequestID = parameter(Parameter.clientRequestID)
        returnsClientRequestID = parameter(Parameter.returnClientRequestID)
    }

    /// Whether a path belongs to the control plane.
    package static func isOfControlPlane(_ path: String) -> Bool {
        let path = path.asciiLowercased
        return path.hasExactPrefix("/_understudy/") || path.isExactly("/_understudy")
    }

    /// Whether an endpoint handles the path and the method.
    package var isFound: Bool { if case .found? = match { true } else { false } }
}

/// The address at which a client reached the server.
package struct RequestAddress: Sendable {
    /// The origin of every URL that the server issues: the configured public origin, or else the origin that the client
    /// requested.
    package let origin: Origin
    /// The host names of the Host header and of the headers of a trusted proxy, in lower case, regardless of the public origin.
    package let hosts: [String]
    /// Whether the client requested an mTLS host. Such a client is expected to present a certificate.
    package let isMutualTLS: Bool

    /// Reads the Host header and the headers of a trusted proxy. Throws `AddressProblem` if a header with the address is invalid.
    package init(
        of request: HTTPRequest, from peer: Peer, publicOrigin: Origin?, trustsProxy: Bool
    ) throws(AddressProblem) {
        let scheme = peer.isSecure ? "https" : "http"
        // An HTTP/1.0 request may have no Host header.
        let authority = request.authority.isEmpty ? "localhost:\(peer.localPort)" : request.authority
        guard let own = Origin(scheme: scheme, authority: authority) else { throw .host }
        let requested = trustsProxy ? try RequestAddress.forwarded(request, over: scheme, authority) : own
        let plain = requested.plain
        origin = publicOrigin ?? plain ?? requested
        hosts = [own, requested].map(\.host)
        isMutualTLS = plain != nil
    }

    /// Returns the origin that a proxy reports. The request itself supplies a part that the proxy does not report.
    private static func forwarded(
        _ request: HTTPRequest, over scheme: String, _ authority: String
    ) throws(AddressProblem) -> Origin {
        let scheme = first(of: request.headers["X-Forwarded-Proto"])?.asciiLowercased ?? scheme
        guard ["https", "http"].containsExactly(scheme) else { throw .forwardedProto }
        let authority = first(of: request.headers["X-Forwarded-Host"]) ?? authority
        guard let origin = Origin(scheme: scheme, authority: authority) else { throw .forwardedHost }
        return origin
    }

    /// Returns the value of the proxy next to the client, or nil if that proxy sent none. Each further proxy appends its own value
    /// after a comma.
    private static func first(of list: String?) -> String? {
        guard let list else { return nil }
        let first = String(Substring(list.utf8.prefix { $0 != UInt8(ascii: ",") }.trimmed))
        return first.isEmpty ? nil : first
    }
}

/// The reason why the server cannot determine its address. The raw values are the names of the headers.
package enum AddressProblem: String, Error {
    case host = "Host"
    case forwardedHost = "X-Forwarded-Host"
    case forwardedProto = "X-Forwarded-Proto"

    /// The response, after which the connection closes: a proxy that forwards such a head may read another request in it.
    package var response: HTTPResponse {
        let expected = self == .forwardedProto ? "http or https" : "a valid host"
        var response = HTTPResponse.text(400, "The \(rawValue) header must be \(expected).")
        response.headers.append("Connection", "close")
        return response
    }
}
