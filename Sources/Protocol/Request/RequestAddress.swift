package import Entra
import Formats
package import HTTP

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
        let asked = trustsProxy ? try RequestAddress.forwarded(request, over: scheme, authority) : own
        let plain = asked.plain
        origin = publicOrigin ?? plain ?? asked
        hosts = [own, asked].map(\.host)
        isMutualTLS = plain != nil
    }

    /// Returns the origin that a proxy reports. The request itself supplies a part that the proxy does not report.
    private static func forwarded(
        _ request: HTTPRequest, over scheme: String, _ authority: String
    ) throws(AddressProblem) -> Origin {
        let scheme = first(of: request.headers["X-Forwarded-Proto"])?.asciiLowercased ?? scheme
        guard ["https", "http"].containsExactly(scheme) else { throw .forwardedProto }
        let authority = first(of: request.headers["X-Forwarded-Host"]) ?? authority
        guard let asked = Origin(scheme: scheme, authority: authority) else { throw .forwardedHost }
        return asked
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
        let what = self == .forwardedProto ? "http or https" : "a valid host"
        var response = HTTPResponse.text(400, "The \(rawValue) header must be \(what).")
        response.headers.append("Connection", "close")
        return response
    }
}
