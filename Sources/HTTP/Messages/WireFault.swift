/// A fault in the transmission of a response to the client. The connection ends after each fault.
package enum WireFault: Sendable, Hashable {
    /// The connection is reset (RST) before any byte is sent.
    case reset
    /// The connection is closed in an orderly way before any byte is sent.
    case empty
    /// The head announces the whole body, and half of the body is missing. Without a body, half of the head is missing.
    case truncate
    /// A chunk without a size occurs halfway through a chunked body. If the response cannot have a body, half of the head is
    /// missing.
    case malformedChunk
    /// The response is sent in small pieces, evenly spread over that duration.
    case drip(Duration)
}
