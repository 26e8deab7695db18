/// The limits on the resources of clients: sizes in bytes, times on the monotonic clock. The defaults follow common HTTP
/// servers; if those differ, the stricter limit applies.
package struct HTTPLimits: Sendable {
    /// The maximum length of method, target and version. A longer request line is rejected with 414.
    package var requestLine = 16 * 1024
    /// The maximum size of the header section: every field line with its CRLF. A larger section is rejected with 431.
    package var fieldBytes = 32 * 1024
    /// The maximum number of fields. More fields are rejected with 431.
    package var fieldCount = 100
    /// The maximum size of a request body without chunk framing. A larger body is rejected with 413.
    package var body = 1024 * 1024
    /// The maximum number of bytes of incomplete requests in the whole server: their bodies, and the parts of their heads above
    /// `smallHead`. The workers share this limit, but each worker has room for at least `largestBodies` bodies of maximum size.
    /// Beyond the limit, the requests that hold the most bytes are rejected with 503.
    package var incompleteBytes = 32 * 1024 * 1024
    package var largestBodies = 4
    package var smallHead = 4 * 1024
    /// The maximum length of a chunk line after the size (RFC 9112 §7.1.1). A longer line is rejected with 400.
    package var chunkExtension = 256
    /// The maximum chunk framing in one body, in excess of four times its data. More framing is rejected with 400 (CVE-2023-39326).
    package var chunkOverhead = 16 * 1024
    /// The maximum size of the trailer section, which is read and dropped. A larger section is rejected with 431.
    package var trailers = 8 * 1024
    /// The maximum number of empty lines before a request line (RFC 9112 §2.2). More lines are rejected with 400.
    package var leadingEmptyLines = 4

    /// The time from the first byte of a head (or the accept) to its last byte. Slow progress does not extend the time.
    package var headTime: Duration = .seconds(10)
    /// The time for a body, in addition to the time that `bodyRate` grants.
    package var bodyTime: Duration = .seconds(15)
    /// The minimum rate of a body after `bodyTime`, in bytes per second.
    package var bodyRate = 240
    /// The maximum time between two requests.
    package var idleTime: Duration = .seconds(75)
    package var handshakeTime: Duration = .seconds(10)
    /// The maximum time of a response that waits for something else. After that time, the server responds with 503.
    package var responseTimeout: Duration = .seconds(30)
    /// The maximum time without progress while a response waits to be written.
    package var writeTime: Duration = .seconds(15)
    /// The time between two pieces of a body without an end. After that time, a keep-alive piece is sent.
    package var pieceTime: Duration = .seconds(15)
    /// The maximum number of bytes of such a body that may wait for one client, and of pieces that may wait to be produced. Beyond
    /// either limit, the server closes the connection. A single larger piece is still sent to a client for which nothing waits.
    package var liveBacklog = 256 * 1024
    package var livePieces = 1024
    /// The maximum number of bytes that may wait for clients that do not read: responses, pieces of bodies without an end, and the
    /// requests queued behind them. The workers share the limit of the server equally. Beyond its share, a worker closes the
    /// connections whose last progress is the oldest; the connection with the latest progress stays.
    package var unreadBytes = 32 * 1024 * 1024
    package var requestsPerConnection = 10_000
    /// The maximum number of connections of the whole server, reduced to the number that the process's file descriptors allow.
    package var connections = 10_000

    /// The maximum number of bytes that are read and dropped after a rejection, before the connection closes. `lingerTime` is the
    /// maximum duration. Without this step, a TCP reset could discard the response.
    package var lingerBytes = 256 * 1024
    package var lingerTime: Duration = .seconds(2)
    /// The time for which accepting pauses when the process is out of file descriptors.
    package var acceptPause: Duration = .milliseconds(100)
    /// The time for which a used connection may still deliver a request that was in transit when draining began.
    package var drainGrace: Duration = .milliseconds(100)

    package init() {}
}

/// The limits on the size of a body, which depend on the path: the server knows its paths, the connection does not.
package struct BodyRule: Sendable {
    /// The number of bytes that every path accepts. For shorter bodies, `most` is not called.
    package let always: Int
    /// Returns the number of bytes that this path accepts. A longer body does not reach the responder
    /// (`HTTPRequest.isBodyTooLong`).
    package let most: @Sendable (_ method: String, _ path: String) -> Int
    /// The size in bytes above which the connection closes after a body that is too long. A body that is too long is read and
    /// dropped, because a client that is still sending would never read the response otherwise.
    package let discarded: Int

    package init(
        always: Int, discarded: Int, most: @escaping @Sendable (_ method: String, _ path: String) -> Int
    ) {
        self.always = always
        self.discarded = discarded
        self.most = most
    }
}
