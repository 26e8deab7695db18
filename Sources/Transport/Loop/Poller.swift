import Platform

/// Waits for descriptors to become ready; level-triggered. `EpollPoller` on Linux, `PollPoller` anywhere.
protocol Poller: Sendable {
    /// False when the system refuses; nothing is registered then.
    mutating func add(_ descriptor: Int32, _ token: Token, _ interest: Readiness) -> Bool
    mutating func modify(_ descriptor: Int32, _ token: Token, _ interest: Readiness)
    mutating func remove(_ descriptor: Int32)
    /// Replaces `events` by what is ready, after at most that many milliseconds (negative: no limit).
    mutating func wait(milliseconds: Int32, into events: inout [PollEvent])
    /// Gives back what the poller holds of the system; it is not used afterwards.
    func close()
}

extension Poller {
    /// Watches descriptors for something to be read before there is a loop. It takes each of them over, in this order, with
    /// `EventLoop.adopt`.
    mutating func watch(_ descriptors: [Int32]) throws(ServerFailure) {
        for (index, descriptor) in descriptors.enumerated() {
            guard add(descriptor, Token(index: index, generation: 0), .read) else {
                throw .system(call: "watching a descriptor", code: errno)
            }
        }
    }
}
