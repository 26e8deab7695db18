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

/// Identifies a registration rather than a descriptor. The system reuses the number of a closed descriptor soon, but a token is
/// never reused, so a pending event of the old registration is recognized.
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

/// The events that a descriptor is watched for, or that have occurred.
struct Readiness: OptionSet, Sendable {
    let rawValue: UInt32

    static let read = Readiness(rawValue: 1)
    static let write = Readiness(rawValue: 2)
    /// A hang-up or error, which can be reported but not watched for.
    static let failed = Readiness(rawValue: 4)
}

struct PollEvent: Equatable, Sendable {
    let token: Token
    let readiness: Readiness
}

/// The poller that an event loop uses.
package enum PollerKind: Sendable, CaseIterable {
    #if os(Linux) && !UNDERSTUDY_PORTABLE
        case epoll
        package static let system = PollerKind.epoll
    #else
        package static let system = PollerKind.poll
    #endif
    case poll

    func make() throws(ServerFailure) -> any Poller {
        switch self {
        #if os(Linux) && !UNDERSTUDY_PORTABLE
            case .epoll: try EpollPoller()
        #endif
        case .poll: PollPoller()
        }
    }
}

/// A poller that uses poll(2). Portable, but the cost of each wait is proportional to the number of descriptors.
struct PollPoller: Poller {
    private var entries: [pollfd] = []
    private var tokens: [Token] = []
    private var positions: [Int32: Int] = [:]

    mutating func add(_ descriptor: Int32, _ token: Token, _ interest: Readiness) -> Bool {
        guard positions[descriptor] == nil else { return false }
        positions[descriptor] = entries.count
        entries.append(pollfd(fd: descriptor, events: PollPoller.mask(interest), revents: 0))
        tokens.append(token)
        return true
    }

    mutating func modify(_ descriptor: Int32, _ token: Token, _ interest: Readiness) {
        guard let position = positions[descriptor] else { return }
        entries[position].events = PollPoller.mask(interest)
        tokens[position] = token
    }

    mutating func remove(_ descriptor: Int32) {
        guard let position = positions.removeValue(forKey: descriptor) else { return }
        entries.swapAt(position, entries.count - 1)
        tokens.swapAt(position, tokens.count - 1)
        _ = (entries.popLast(), tokens.popLast())
        if position < entries.count { positions[entries[position].fd] = position }
    }

    mutating func wait(milliseconds: Int32, into events: inout [PollEvent]) {
        events.removeAll(keepingCapacity: true)
        let count = entries.withUnsafeMutableBufferPointer {
            poll($0.baseAddress, nfds_t($0.count), milliseconds)
        }
        guard count > 0 else { return }
        for (entry, token) in zip(entries, tokens) where entry.revents != 0 {
            events.append(PollEvent(token: token, readiness: PollPoller.readiness(entry.revents)))
        }
    }

    func close() {}

    private static func mask(_ interest: Readiness) -> Int16 {
        (interest.contains(.read) ? Int16(POLLIN) : 0) | (interest.contains(.write) ? Int16(POLLOUT) : 0)
    }

    private static func readiness(_ events: Int16) -> Readiness {
        var readiness: Readiness = []
        if events & Int16(POLLIN) != 0 { readiness.insert(.read) }
        if events & Int16(POLLOUT) != 0 { readiness.insert(.write) }
        if events & Int16(POLLERR | POLLHUP | POLLNVAL) != 0 { readiness.insert(.failed) }
        return readiness
    }
}
