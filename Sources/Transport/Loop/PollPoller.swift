import Platform

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
