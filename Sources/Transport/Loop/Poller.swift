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
