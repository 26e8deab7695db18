/// What the connection knows of the other side.
package struct Peer: Sendable {
    /// Numeric address without port.
    package private(set) var address: String
    package let isSecure: Bool
    /// The port of ours that the client came to; 0 in process.
    package let localPort: Int
    /// The certificate that the client showed in the TLS handshake, in DER. Checked for nothing but that the client has its key.
    package var clientCertificate: [UInt8]?

    package init(address: String, isSecure: Bool, localPort: Int = 0, clientCertificate: [UInt8]? = nil) {
        self.address = address
        self.isSecure = isSecure
        self.localPort = localPort
        self.clientCertificate = clientCertificate
    }

    /// The client of a request that comes by way of this peer: behind a proxy that is trusted, whoever the proxy says.
    package func client(of request: HTTPRequest, trustsProxy: Bool) -> Peer {
        guard trustsProxy, request.headers.has(ForwardedFor.name) else { return self }
        var client = self
        client.address = ForwardedFor.client(in: request.headers, behind: address)
        return client
    }
}
