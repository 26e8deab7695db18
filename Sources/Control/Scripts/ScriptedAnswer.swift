package import Crypto
package import Flows
package import HTTP

/// What one request is answered with, as a tester told beforehand: one entry of `responses`
/// (docs/reference/interface.md#control-plane).
package struct ScriptedAnswer: Sendable {
    /// What the answer is made of.
    package enum Content: Sendable {
        /// What the endpoint answers.
        case own(TokenFault?)
        case error(ScriptedError)
        case raw(RawAnswer)
        /// None: the connection ends before anything is done.
        case nothing
        /// There is no request yet: how the handshake goes wrong.
        case handshake(HandshakeFault)
    }

    /// How long the request waits before anything is done.
    package let delay: Duration
    package let content: Content
    /// How the answer goes wrong on its way.
    package let fault: WireFault?
    /// What goes wrong with it, on its way or with its tokens, in the word that its tester used.
    package let faultName: String?
}

/// A response given in full.
package struct RawAnswer: Sendable {
    package let status: Int
    package let headers: [(name: String, value: String)]
    package let body: [UInt8]
}
