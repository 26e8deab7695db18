import Entra
import Formats
import Synchronization

/// The states of delta queries. A token names a state: the collection at the time of the token, as a hash of each property. The
/// next query compares the state with the current collection. The states are in memory: a restart, and another replica, make the
/// client begin again, as the service does.
package final class DeltaStates: Sendable {
    /// The number of states that are kept.
    static let maximumStates = 1_000
    /// The number of objects in all states. The newest state is kept whatever its size.
    static let maximumObjects = 500_000
    /// The time after which the service forgets a token, in seconds.
    static let lifetime: Int64 = 7 * 86_400

    private struct Table {
        var states: [GUID: DeltaState] = [:]
        /// The IDs of the states, the oldest first.
        var order: [GUID] = []
        var objects = 0
    }

    private let table = Mutex(Table())

    package init() {}

    /// Returns the state, or nil if it is unknown or too old.
    func state(_ id: GUID, now: Timestamp) -> DeltaState? {
        table.withLock { $0.states[id] }.flatMap { now < $0.created.adding(seconds: DeltaStates.lifetime) ? $0 : nil }
    }

    /// Keeps a state, and forgets the oldest ones beyond the limits.
    func add(_ state: DeltaState, as id: GUID) {
        table.withLock { table in
            table.states[id] = state
            table.order.append(id)
            table.objects += state.size
            var removed = 0
            while removed < table.order.count - 1,
                table.order.count - removed > DeltaStates.maximumStates || table.objects > DeltaStates.maximumObjects
            {
                table.objects -= table.states.removeValue(forKey: table.order[removed])?.size ?? 0
                removed += 1
            }
            table.order = Array(table.order.dropFirst(removed))
        }
    }

    /// Extends the lifetime of a state that is still current.
    func renew(_ id: GUID, at now: Timestamp) {
        table.withLock { $0.states[id]?.created = now }
    }
}

/// The collection at the time of a token, and the changes that the response to the token's request consists of.
struct DeltaState: Sendable {
    let tenant: TenantID
    /// The path of the collection, such as `/users`.
    let path: String
    let scope: DeltaScope
    var created: Timestamp
    let contents: Contents
    let changes: [Change]

    /// The objects of a collection.
    struct Contents: Sendable {
        /// The IDs in the order of the collection.
        var ids: [ByteString] = []
        /// A hash of each property, by the ID of the object.
        var hashes: [ByteString: [UInt32]] = [:]
        /// The IDs of the linked objects, such as the members of a group, by the ID of the object.
        var links: [ByteString: Set<ByteString>] = [:]
    }

    struct Change: Sendable {
        let id: ByteString
        /// The positions of the changed properties, or nil for an object that is gone.
        let properties: [Int]?
        /// Whether the state has no such object.
        var isNew = false
        var added: [ByteString] = []
        var removed: [ByteString] = []
    }

    /// The number of objects that the state names.
    var size: Int { contents.links.values.reduce(contents.hashes.count) { $0 + $1.count } }

    /// Returns the changes from this state to the current collection, in its order. Objects that are gone come last, sorted by ID.
    func changes(to current: Contents) -> [Change] {
        var changes: [Change] = []
        for id in current.ids {
            guard let now = current.hashes[id] else { continue }
            let before = contents.hashes[id]
            let changed = now.indices.filter { index in
                guard let before else { return true }
                return index >= before.count || before[index] != now[index]
            }
            let (old, new) = (contents.links[id] ?? [], current.links[id] ?? [])
            guard before == nil || !changed.isEmpty || old != new else { continue }
            changes.append(
                Change(
                    id: id, properties: changed, isNew: before == nil, added: DeltaState.sorted(new.subtracting(old)),
                    removed: DeltaState.sorted(old.subtracting(new))))
        }
        let gone = contents.hashes.keys.filter { current.hashes[$0] == nil }
        return changes + DeltaState.sorted(gone).map { Change(id: $0, properties: nil) }
    }

    private static func sorted(_ ids: some Sequence<ByteString>) -> [ByteString] {
        ids.sorted { $0.string.precedes($1.string) }
    }
}
