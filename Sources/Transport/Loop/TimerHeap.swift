/// A binary heap of deadlines, earliest first. Obsolete entries are not removed immediately; the owner ignores them when they fire.
struct TimerHeap {
    private var entries: [(deadline: MonotonicTime, token: Token)] = []

    var earliest: MonotonicTime? { entries.first?.deadline }
    var count: Int { entries.count }

    mutating func insert(_ token: Token, at deadline: MonotonicTime) {
        entries.append((deadline, token))
        var child = entries.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard entries[child].deadline < entries[parent].deadline else { return }
            entries.swapAt(child, parent)
            child = parent
        }
    }

    /// Removes and returns the earliest entry if it is due.
    mutating func popDue(_ now: MonotonicTime) -> Token? {
        guard let first = entries.first, first.deadline <= now, let last = entries.popLast() else { return nil }
        if !entries.isEmpty {
            entries[0] = last
            sink(from: 0)
        }
        return first.token
    }

    /// Removes the entries for which `isOver` returns true.
    mutating func removeAll(where isOver: (Token) -> Bool) {
        entries.removeAll { isOver($0.token) }
        for parent in (0..<entries.count / 2).reversed() { sink(from: parent) }
    }

    private mutating func sink(from start: Int) {
        var parent = start
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < entries.count {
                if entries[child].deadline < entries[least].deadline { least = child }
            }
            guard least != parent else { return }
            entries.swapAt(parent, least)
            parent = least
        }
    }
}
