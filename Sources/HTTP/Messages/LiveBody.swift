/// A body without an end: pieces are sent as they come, until the client goes or the server drains.
package final class LiveBody: Sendable {
    /// Called once, when the head is on its way, on the connection's own thread.
    package let begin: @Sendable (any LiveSink) -> Void
    /// Called once when the connection is over.
    package let end: @Sendable () -> Void
    /// What is sent when there was nothing else for a while.
    package let keepAlive: [UInt8]

    package init(
        keepAlive: [UInt8], begin: @escaping @Sendable (any LiveSink) -> Void, end: @escaping @Sendable () -> Void
    ) {
        self.keepAlive = keepAlive
        self.begin = begin
        self.end = end
    }
}

/// Where the pieces of a `LiveBody` go. A client that does not read as fast as they come is dropped.
package protocol LiveSink: Sendable {
    /// Sends a piece, from any thread and without blocking. `make` is called later, on the connection's own thread; nothing is
    /// sent for an empty one.
    func send(_ make: @escaping @Sendable () -> [UInt8])
}
