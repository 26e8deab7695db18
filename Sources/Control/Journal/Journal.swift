package import Directory
package import HTTP
import Synchronization

/// The last exchanges, oldest out first: bounded in number and in bytes. Any thread adds and reads.
package final class Journal: Sendable {
    /// An entry as it is read.
    package struct Item: Sendable {
        /// Counts up from 1 through the life of the server; no number is used twice.
        package let id: Int64
        package let entry: JournalEntry
        /// As it was at the exchange. Of the last few versions only: an older entry has the oldest one that is left.
        package let directory: Directory
    }

    fileprivate struct Record {
        let id: Int64
        /// Which of the directory's versions.
        let version: Int
        let entry: JournalEntry
    }

    fileprivate struct State {
        /// A ring: `count` records from `first` on. It grows to the capacity as it fills.
        var slots: [Record?] = []
        var first = 0
        var count = 0
        var bytes = 0
        var nextID: Int64 = 1
        var versions: [(number: Int, directory: Directory)] = []
        /// Bodies that came last of those that come again and again.
        var bodies: [[UInt8]] = []
        var nextBody = 0
        var listeners: [Int: Listener] = [:]
        var nextListener = 0
    }

    /// Called with each new entry, on the thread of the exchange; must not block.
    package typealias Listener = @Sendable (Item) -> Void

    /// What it may hold.
    package struct Limits: Sendable, Equatable {
        /// 0: nothing is kept.
        package var entries: Int
        package var bytes: Int

        package init(entries: Int = 2048, bytes: Int = 8 << 20) {
            self.entries = entries
            self.bytes = bytes
        }
    }

    /// Versions of the directory that are kept for explanations: each change of it is one.
    private static let maximumVersions = 16
    /// Who may listen at once.
    package static let maximumListeners = 64

    package let limits: Limits
    private let state = Mutex(State())

    package init(_ limits: Limits = Limits()) {
        self.limits = limits
    }

    /// Whether anything is kept.
    package var isOn: Bool { limits.entries > 0 }

    /// Adds an exchange. What has to make room is let go of outside of the lock.
    package func append(_ entry: JournalEntry, _ directory: Directory) {
        guard isOn, entry.weight <= limits.bytes else { return }
        let (item, listeners, released) = state.withLock { state in
            let released = state.makeRoom(for: entry.weight, limits)
            let item = state.add(entry, directory, limits)
            return (item, state.listeners, released)
        }
        for listener in listeners.values { listener(item) }
        withExtendedLifetime(released) {}
    }

    /// The same answer, its body shared with an earlier one where they are equal: documents are, and need not fill the journal.
    package func sharing(_ response: HTTPResponse) -> HTTPResponse {
        guard response.isCompressible, !response.body.isEmpty else { return response }
        var shared = response
        shared.body = state.withLock { state in
            if let known = state.bodies.first(where: { $0 == response.body }) { return known }
            if state.bodies.count < Journal.maximumBodies {
                state.bodies.append(response.body)
            } else {
                state.bodies[state.nextBody] = response.body
                state.nextBody = (state.nextBody + 1) % Journal.maximumBodies
            }
            return response.body
        }
        return shared
    }

    private static let maximumBodies = 8

    /// Every entry, oldest first.
    package var items: [Item] { state.withLock { $0.items } }

    package subscript(_ id: Int64) -> Item? { state.withLock { $0.item(id) } }

    /// How full it is: entries, and about how many bytes they keep.
    package var size: (entries: Int, bytes: Int) { state.withLock { ($0.count, $0.bytes) } }

    /// Removes entries by their ids; how many were there.
    @discardableResult
    package func remove(_ ids: Set<Int64>) -> Int {
        let (removed, released) = state.withLock { state in
            let old = state.slots
            let kept = state.records.filter { !ids.contains($0.id) }
            let removed = state.count - kept.count
            state.slots = kept
            state.first = 0
            state.count = kept.count
            state.bytes = kept.reduce(0) { $0 + $1.entry.weight }
            return (removed, old)
        }
        withExtendedLifetime(released) {}
        return removed
    }

    package func removeAll() {
        let released = state.withLock { state in
            let old = state.slots
            state.slots = []
            (state.first, state.count, state.bytes) = (0, 0, 0)
            return old
        }
        withExtendedLifetime(released) {}
    }

    /// Has every new entry told to `listener` until `stopListening`. Nil when too many listen.
    package func listen(_ listener: @escaping Listener) -> Int? {
        state.withLock { state in
            guard state.listeners.count < Journal.maximumListeners else { return nil }
            state.nextListener += 1
            state.listeners[state.nextListener] = listener
            return state.nextListener
        }
    }

    package func stopListening(_ token: Int) {
        state.withLock { $0.listeners[token] = nil }
    }
}

extension Journal.State {
    /// Takes out the oldest until an entry of that weight fits: mostly one, and more of them in the list.
    fileprivate mutating func makeRoom(
        for weight: Int, _ limits: Journal.Limits
    ) -> (Journal.Record?, [Journal.Record]) {
        var released: (Journal.Record?, [Journal.Record]) = (nil, [])
        while count > 0, count >= limits.entries || bytes + weight > limits.bytes {
            if let oldest = slots[first] {
                bytes -= oldest.entry.weight
                if released.0 == nil { released.0 = oldest } else { released.1.append(oldest) }
            }
            slots[first] = nil
            first = (first + 1) % slots.count
            count -= 1
        }
        return released
    }

    fileprivate mutating func add(
        _ entry: JournalEntry, _ directory: Directory, _ limits: Journal.Limits
    ) -> Journal.Item {
        let record = Journal.Record(id: nextID, version: note(directory), entry: entry)
        nextID += 1
        if count == slots.count {
            // Full: what is there is put in order, and there is room behind it.
            slots = records + Array(repeating: nil, count: min(max(count, 64), limits.entries - count))
            first = 0
        }
        slots[(first + count) % slots.count] = record
        count += 1
        bytes += entry.weight
        return Journal.Item(id: record.id, entry: entry, directory: directory)
    }

    /// The version's number; one is counted for each change.
    private mutating func note(_ directory: Directory) -> Int {
        if let last = versions.last, last.directory === directory { return last.number }
        let number = (versions.last?.number ?? 0) + 1
        // Allowed (remove-end): there are `maximumVersions`, which are few.
        if versions.count == Journal.maximumVersions { versions.removeFirst() }
        versions.append((number, directory))
        return number
    }

    fileprivate var records: [Journal.Record] {
        (0..<count).compactMap { slots[(first + $0) % slots.count] }
    }

    fileprivate var items: [Journal.Item] {
        records.compactMap(item)
    }

    fileprivate func item(_ id: Int64) -> Journal.Item? {
        records.first { $0.id == id }.flatMap(item)
    }

    private func item(_ record: Journal.Record) -> Journal.Item? {
        guard let oldest = versions.first else { return nil }
        let position = max(record.version - oldest.number, 0)
        let directory = position < versions.count ? versions[position].directory : oldest.directory
        return Journal.Item(id: record.id, entry: record.entry, directory: directory)
    }
}
