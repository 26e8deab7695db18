import Synchronization

/// The number of connections that all workers of the server may have open together.
final class ConnectionBudget: Sendable {
    private let capacity: Int
    private let used = Atomic<Int>(0)

    init(capacity: Int) {
        self.capacity = capacity
    }

    /// Takes room for one connection. Returns false if there is no room.
    func take() -> Bool {
        guard used.wrappingAdd(1, ordering: .relaxed).newValue <= capacity else {
            release()
            return false
        }
        return true
    }

    /// Takes over the share of a connection that is about to release it.
    func takeOver() {
        used.wrappingAdd(1, ordering: .relaxed)
    }

    func release() {
        used.wrappingSubtract(1, ordering: .relaxed)
    }
}

/// Makes room by closing connections. Connections that never sent a request are closed first, on any worker, so that a silent
/// client cannot displace a client that is being served. A connection stays if its next request has arrived.
extension Worker {
    /// The number of oldest connections that are examined, each with a system call.
    private static let maximumExamined = 16

    /// The kinds of connections that may be closed, in order. All workers are searched for one kind before the next kind.
    private enum ClosableConnection: Int, CaseIterable {
        /// A connection that never sent a request and has no unread data.
        case silent
        /// A connection that never sent a request.
        case unserved
        /// A connection between two requests, of which the next has not arrived.
        case idle
    }

    /// A search for room that is passed from worker to worker.
    struct CapacitySearch: Sendable {
        /// The pending connection, or nil if the search is for a descriptor that the next accept needs.
        let pendingConnection: PendingConnection?
        /// The number of searches so far. For each kind of connection, every worker is searched once.
        fileprivate var steps = 0

        init(for pendingConnection: PendingConnection?) {
            self.pendingConnection = pendingConnection
        }
    }

    /// Opens a new connection, or passes it to another worker. Without room on any worker, the connection is rejected.
    func admit(_ pendingConnection: PendingConnection) {
        if settings.budget.take() { return open(pendingConnection) }
        guard settings.searching.take() else { return reject(pendingConnection) }
        makeRoom(CapacitySearch(for: pendingConnection))
    }

    /// Makes room for a descriptor. Returns whether one of this worker's connections was closed; if not, other workers are
    /// searched.
    func freeDescriptor() -> Bool {
        let before = openCount
        makeRoom(CapacitySearch(for: nil))
        return openCount < before
    }

    private func makeRoom(_ search: CapacitySearch) {
        // The loop has ended: its last connection is closed and it serves no more clients.
        guard loop.isRunning else { return abandon(search) }
        if let pendingConnection = search.pendingConnection, settings.budget.take() {
            return end(search, with: pendingConnection)
        }
        let kind = ClosableConnection(rawValue: search.steps / settings.workers)
        guard let closable = kind.flatMap(oldest) else { return passOn(search) }
        guard let pendingConnection = search.pendingConnection else {
            // A client that needs a descriptor waits until received data has been read.
            if kind != .unserved { closable.close() }
            return
        }
        // The new connection takes over the share directly: no other connection can take it in between, and a draining worker
        // does not end.
        settings.budget.takeOver()
        end(search, with: pendingConnection)
        closable.close()
    }

    private func passOn(_ search: CapacitySearch) {
        var search = search
        search.steps += 1
        guard search.steps < ClosableConnection.allCases.count * settings.workers else { return abandon(search) }
        guard let next else { return makeRoom(search) }
        if !next.post({ [search] in $0.makeRoom(search) }) { abandon(search) }
    }

    private func abandon(_ search: CapacitySearch) {
        guard let pendingConnection = search.pendingConnection else { return }
        settings.searching.release()
        reject(pendingConnection)
    }

    private func end(_ search: CapacitySearch, with pendingConnection: PendingConnection) {
        settings.searching.release()
        open(pendingConnection)
    }

    /// Returns the connection of that kind that has been idle the longest.
    private func oldest(_ kind: ClosableConnection) -> Connection? {
        (kind == .idle ? idle : silent).oldest(Worker.maximumExamined).lazy
            .compactMap { self.loop.handler(at: $0) as? Connection }
            .first { kind == .unserved || !Descriptor.hasArrivals($0.descriptor) }
    }
}

/// A pending connection: a connected client that no worker has accepted yet. The owner closes its descriptor or passes it on.
struct PendingConnection: Sendable {
    let descriptor: Int32
    let address: String
    let socket: ListeningSocket
}

/// A list of slot indices in the order of their last use. Every operation takes constant time, also the removal of an index from
/// the middle, for which the collections of swift-collections take time in proportion to the number of indices.
struct RecencyList {
    private struct Link {
        var before = -1
        var after = -1
        var isLinked = false
    }

    private var links: [Link] = []
    private(set) var oldest: Int?
    private var newest: Int?

    /// Returns up to `count` indices, oldest first.
    func oldest(_ count: Int) -> some Sequence<Int> {
        sequence(first: oldest ?? -1) { links[$0].after }.prefix(count).prefix { $0 >= 0 }
    }

    /// Moves `index` to the end, inserting it if necessary.
    mutating func touch(_ index: Int) {
        guard newest != index else { return }
        remove(index)
        while links.count <= index { links.append(Link()) }
        links[index] = Link(before: newest ?? -1, after: -1, isLinked: true)
        if let newest { links[newest].after = index } else { oldest = index }
        newest = index
    }

    mutating func remove(_ index: Int) {
        guard index < links.count, links[index].isLinked else { return }
        let link = links[index]
        links[index] = Link()
        if link.before >= 0 {
            links[link.before].after = link.after
        } else {
            oldest = link.after >= 0 ? link.after : nil
        }
        if link.after >= 0 {
            links[link.after].before = link.before
        } else {
            newest = link.before >= 0 ? link.before : nil
        }
    }
}

/// A peak counter of connections, to detect that most of them have closed. A value type that receives every count.
struct PeakCounter {
    /// The minimum peak for which releasing memory is worth the effort.
    private static let least = 512
    /// The divisor of the peak at or below which a flood has ended.
    private static let share = 8

    private var most = 0

    mutating func rise(to count: Int) {
        most = max(most, count)
    }

    /// Returns whether a flood of connections has ended with this count. Returns true once for each flood.
    mutating func hasFallen(to count: Int) -> Bool {
        guard most >= PeakCounter.least, count <= most / PeakCounter.share else { return false }
        most = count
        return true
    }
}
