/// A body without an end. Pieces are sent as they are produced, until the client disconnects or the server drains.
package final class LiveBody: Sendable {
    /// Called once after the head was queued, on the connection's thread.
    package let begin: @Sendable (any LiveSink) -> Void
    /// Called once after the connection has ended.
    package let end: @Sendable () -> Void
    /// The bytes that are sent after a period without other data.
    package let keepAlive: [UInt8]

    package init(
        keepAlive: [UInt8], begin: @escaping @Sendable (any LiveSink) -> Void, end: @escaping @Sendable () -> Void
    ) {
        self.keepAlive = keepAlive
        self.begin = begin
        self.end = end
    }
}

/// The receiver of the pieces of a `LiveBody`. The connection of a client that reads too slowly is closed.
package protocol LiveSink: Sendable {
    /// Sends a piece, from any thread and without blocking. `make` is called later, on the connection's thread; an empty piece is
    /// not sent.
    func send(_ make: @escaping @Sendable () -> [UInt8])
}
