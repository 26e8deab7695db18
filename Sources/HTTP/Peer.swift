/// The connection's information about the other side.
package struct Peer: Sendable {
    /// The numeric address without a port.
    package private(set) var address: String
    package let isSecure: Bool
    /// The local port to which the client connected, or 0 in process.
    package let localPort: Int
    /// The certificate that the client presented in the TLS handshake, as DER. The handshake proved only that the client has its
    /// key.
    package var clientCertificate: [UInt8]?

    package init(address: String, isSecure: Bool, localPort: Int = 0, clientCertificate: [UInt8]? = nil) {
        self.address = address
        self.isSecure = isSecure
        self.localPort = localPort
        self.clientCertificate = clientCertificate
    }

    /// Returns the client of a request from this peer. Behind a trusted proxy, the proxy's header names the client.
    package func client(of request: HTTPRequest, trustsProxy: Bool) -> Peer {
        guard trustsProxy, request.headers.has(ForwardedFor.name) else { return self }
        var client = self
        client.address = ForwardedFor.client(in: request.headers, behind: address)
        return client
    }
}
