package import Flows
package import HTTP

/// What one request is answered with, as a tester told beforehand: one entry of `responses` (interface.md §6).
package struct ScriptedAnswer: Sendable {
    /// What the answer is made of.
    package enum Content: Sendable {
        /// What the endpoint answers.
        case own(TokenFault?)
        case error(ScriptedError)
        case raw(RawAnswer)
        /// None: the connection ends before anything is done.
        case nothing
    }

    /// How long the request waits before anything is done.
    package let delay: Duration
    package let content: Content
    /// How the answer goes wrong on its way.
    package let fault: WireFault?

    /// Answers given for handshakes are all the same: they fail.
    static let failedHandshake = ScriptedAnswer(delay: .zero, content: .nothing, fault: nil)
}

/// A response given in full.
package struct RawAnswer: Sendable {
    package let status: Int
    package let headers: [(name: String, value: String)]
    package let body: [UInt8]
}
