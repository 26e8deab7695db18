/// How an answer goes wrong on its way to the client. The connection ends behind each of them.
package enum WireFault: Sendable, Hashable {
    /// The connection is reset (RST); not a byte is sent.
    case reset
    /// The connection is closed in good order; not a byte is sent.
    case empty
    /// The whole answer is announced, and half of its body is missing; where there is no body, half of its head.
    case truncate
    /// A chunked body has a chunk without a size half way; where there can be no body, half of the head is missing.
    case malformedChunk
    /// The answer comes in small pieces, spread evenly over that time.
    case drip(Duration)
}
