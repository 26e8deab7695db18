import Platform

/// Waits for descriptors to become ready; level-triggered. `EpollPoller` runs on Linux, `PollPoller` everywhere.
protocol Poller: Sendable {
    /// Watches a descriptor. Returns false, without registering anything, if the system rejects the descriptor.
    mutating func add(_ descriptor: Int32, _ token: Token, _ interest: Readiness) -> Bool
    mutating func modify(_ descriptor: Int32, _ token: Token, _ interest: Readiness)
    mutating func remove(_ descriptor: Int32)
    /// Replaces `events` by the events that occurred, after at most that many milliseconds (negative: no limit).
    mutating func wait(milliseconds: Int32, into events: inout [PollEvent])
    /// Releases the poller's system resources. The poller must not be used afterwards.
    func close()
}

extension Poller {
    /// Watches descriptors for input before there is a loop. The loop then takes over each of them, in this order, with
    /// `EventLoop.adopt`.
    mutating func watch(_ descriptors: [Int32]) throws(ServerFailure) {
        for (index, descriptor) in descriptors.enumerated() {
            guard add(descriptor, Token(index: index, generation: 0), .read) else {
                throw .system(call: "watching a descriptor", code: errno)
            }
        }
    }
}
