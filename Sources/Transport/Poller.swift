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

/// Names a registration, not a descriptor: the number of a closed descriptor is soon used again, a token never is, so an
/// event that was already under way for the old one is recognised.
struct Token: Hashable, Sendable {
    let rawValue: UInt64

    init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    init(index: Int, generation: UInt32) {
        rawValue = UInt64(generation) << 32 | UInt64(UInt32(truncatingIfNeeded: index))
    }

    var index: Int { Int(rawValue & 0xFFFF_FFFF) }
    var generation: UInt32 { UInt32(rawValue >> 32) }
}

/// What a descriptor is waited on for, or has become.
struct Readiness: OptionSet, Sendable {
    let rawValue: UInt32

    static let read = Readiness(rawValue: 1)
    static let write = Readiness(rawValue: 2)
    /// Hang-up or error; only reported.
    static let failed = Readiness(rawValue: 4)
}

struct PollEvent: Equatable, Sendable {
    let token: Token
    let readiness: Readiness
}

/// Which poller an event loop uses.
package enum PollerKind: Sendable, CaseIterable {
    case epoll
    case poll

    package static let system = PollerKind.epoll

    func make() throws(ServerFailure) -> any Poller {
        switch self {
        case .epoll: try EpollPoller()
        case .poll: PollPoller()
        }
    }
}
