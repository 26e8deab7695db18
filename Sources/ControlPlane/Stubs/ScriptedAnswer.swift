package import Crypto
package import HTTP
package import Protocol

/// A stubbed response, which an operator prepared for one request: one entry of `responses`
/// (docs/reference/interface.md#control-plane).
package struct ScriptedAnswer: Sendable {
    /// The content of the response.
    package enum Content: Sendable {
        /// The endpoint's own response, with a fault of its tokens if there is one.
        case own(TokenFault?)
        case error(ScriptedError)
        case raw(RawAnswer)
        /// No response. The connection ends before the endpoint runs.
        case nothing
        /// The fault of a TLS handshake, which comes before any request.
        case handshake(HandshakeFault)
    }

    /// The time to wait before the request is handled.
    package let delay: Duration
    package let content: Content
    /// The fault in the transmission of the response, or nil.
    package let fault: WireFault?
    /// The name of the fault, of the transmission, the tokens or the handshake, as the operator wrote it.
    package let faultName: String?
}

/// A response with the status, the header fields and the body of the stub.
package struct RawAnswer: Sendable {
    package let status: Int
    package let headers: [(name: String, value: String)]
    package let body: [UInt8]
}
