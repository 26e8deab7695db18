/// What one client may cost: sizes in bytes, times on the monotonic clock. The defaults are those of the big servers
/// where these agree, and the stricter one where they do not.
package struct HTTPLimits: Sendable {
    /// Method, target and version; beyond it 414.
    package var requestLine = 16 * 1024
    /// The header section: every field line with its CRLF; beyond it 431.
    package var fieldBytes = 32 * 1024
    /// Number of fields; beyond it 431.
    package var fieldCount = 100
    /// A request body without its chunk framing; beyond it 413.
    package var body = 1024 * 1024
    /// Bytes of requests on their way that the whole server holds, of bodies and of what heads have above `smallHead`. It is
    /// shared out among its workers, of which each has room for at least `largestBodies` of the largest; beyond it those that
    /// hold the most are refused with 503.
    package var bytesOnTheirWay = 32 * 1024 * 1024
    package var largestBodies = 4
    package var smallHead = 4 * 1024
    /// The part of a chunk line behind the size (RFC 9112 §7.1.1); beyond it 400.
    package var chunkExtension = 256
    /// Chunk framing in one body, above four times the data it carried; beyond it 400 (CVE-2023-39326).
    package var chunkOverhead = 16 * 1024
    /// The trailer section, which is read and dropped; beyond it 431.
    package var trailers = 8 * 1024
    /// Empty lines before a request line (RFC 9112 §2.2); beyond it 400.
    package var leadingEmptyLines = 4

    /// From the first byte of a head (or the accept) to its last, not extended by dripping.
    package var headTime: Duration = .seconds(10)
    /// Time for a body, on top of what `bodyRate` grants.
    package var bodyTime: Duration = .seconds(15)
    /// Bytes per second that a body must keep up after `bodyTime`.
    package var bodyRate = 240
    /// Between two requests.
    package var idleTime: Duration = .seconds(75)
    package var handshakeTime: Duration = .seconds(10)
    /// For an answer that has to wait for something else; beyond it 503.
    package var answerTime: Duration = .seconds(30)
    /// Without one byte of progress while an answer waits to be written.
    package var writeTime: Duration = .seconds(15)
    /// Between two pieces of a body without an end, after which a sign of life is sent.
    package var pieceTime: Duration = .seconds(15)
    /// The bytes of such a body that may wait for one listener, and the pieces that may wait to be made. Beyond either, the server
    /// closes the connection. A single larger piece still reaches a listener for which nothing waits.
    package var liveBacklog = 256 * 1024
    package var livePieces = 1024
    /// The bytes that may wait for clients that do not read: responses, pieces of bodies without an end, and the requests queued
    /// behind them. The bound of the whole server is shared equally among its workers. Beyond it, a worker closes the connections
    /// whose last progress is the oldest; the one with the latest progress stays.
    package var unreadBytes = 32 * 1024 * 1024
    package var requestsPerConnection = 10_000
    /// On the whole server; lowered to what the process's file descriptors allow.
    package var connections = 10_000

    /// After a refusal: what is read and dropped before the close, and for how long, so that the answer is not lost to
    /// a TCP reset.
    package var lingerBytes = 256 * 1024
    package var lingerTime: Duration = .seconds(2)
    /// How long accepting rests when the process is out of file descriptors.
    package var acceptPause: Duration = .milliseconds(100)
    /// How long a connection that was in use may still bring a request that was under way when draining began.
    package var drainGrace: Duration = .milliseconds(100)

    package init() {}
}
