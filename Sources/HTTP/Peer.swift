/// What the connection knows of the other side.
package struct Peer: Sendable {
    /// Numeric address without port.
    package let address: String
    package let isSecure: Bool
    /// The port of ours that the client came to; 0 in process.
    package let localPort: Int

    package init(address: String, isSecure: Bool, localPort: Int = 0) {
        self.address = address
        self.isSecure = isSecure
        self.localPort = localPort
    }
}
