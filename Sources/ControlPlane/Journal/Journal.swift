import DequeModule
package import Directory
import Entra
package import Formats
import HTTP
import Synchronization

/// The request journal: the most recent requests with their responses, limited in number and in bytes. If the journal is full,
/// the oldest entry of the tenant with the largest share is removed, so that one tenant's requests do not displace the entries
/// of another tenant. Safe to use from any thread.
package final class Journal: Sendable {
    /// A decoded journal entry.
    package struct Item: Sendable {
        /// The number of the entry. Numbers count up from 1 and are never reused.
        package let id: Int64
        package let entry: JournalEntry
        /// The directory at the time of the request. The journal keeps only the last few versions: an older entry has the oldest
        /// version that is left.
        package let directory: Directory
    }

    /// A stored journal entry. The reader decodes an entry after the journal's lock is released. A search of the journal holds
    /// these entries instead of decoded ones, to save memory.
    package struct StoredEntry: Sendable {
        package let id: Int64
        fileprivate let entry: EncodedEntry
        fileprivate let bytes: ArraySlice<UInt8>
        fileprivate let directory: Directory

        package var time: Timestamp { entry.time }

        /// The decoded entry. Each access decodes again.
        package var item: Item? {
            entry.unpacked(bytes).map { Item(id: id, entry: $0, directory: directory) }
        }
    }

    fileprivate struct Record {
        let id: Int64
        /// The number of the directory's version.
        let version: Int
        /// The tenant whose share the entry counts for, or nil for a request to no tenant.
        let tenant: TenantID?
        let entry: EncodedEntry
    }

    /// The entries of one tenant, oldest first, and their number of bytes.
    fileprivate struct Share {
        private(set) var records = Deque<Record>()
        private(set) var bytes = 0

        mutating func append(_ record: Record) {
            records.append(record)
            bytes += record.entry.weight
        }

        mutating func removeOldest() -> Record? {
            let record = records.popFirst()
            bytes -= record?.entry.weight ?? 0
            return record
        }
    }

    fileprivate struct State {
        /// The entries by tenant, so that the oldest entry of a tenant is found at once, wherever it is among those of others.
        var shares: [TenantID?: Share] = [:]
        var count = 0
        var bytes = 0
        var buffer = JournalBuffer()
        var nextID: Int64 = 1
        var versions: [(number: Int, directory: Directory)] = []
        var listeners: [Int: Listener] = [:]
        var nextListener = 0
    }

    /// A closure that is called with each new entry in the order of IDs, on the thread of the request. The closure must not block.
    package typealias Listener = @Sendable (Item) -> Void

    /// The limits of the journal.
    package struct Limits: Sendable, Equatable {
        /// The largest number of entries. With 0 the journal is off.
        package var entries: Int
        package var bytes: Int

        package init(
            entries: Int = ServerOptions.defaultJournalEntries, bytes: Int = ServerOptions.defaultJournalBytes
        ) {
            self.entries = entries
            self.bytes = bytes
        }
    }

    /// The largest number of directory versions that are kept to explain entries. Each change of the directory is a version.
    private static let maximumVersions = 16
    /// The largest number of concurrent listeners.
    package static let maximumListeners = 64

    package let limits: Limits
    private let state = Mutex(State())
    /// The lock that is held from numbering an entry until its listeners are called, so that listeners see entries in order.
    private let notifying = Mutex(())

    package init(_ limits: Limits = Limits()) {
        self.limits = limits
    }

    /// Whether the journal records requests.
    package var isOn: Bool { limits.entries > 0 }

    /// Adds an entry, unless the entry exceeds the limits.
    package func append(_ entry: JournalEntry, _ directory: Directory) {
        let weight = entry.weight
        guard isOn, weight <= limits.bytes else { return }
        let hasListeners = state.withLock { state in
            guard state.listeners.isEmpty else { return true }
            _ = state.add(entry, weight: weight, directory, limits)
            return false
        }
        guard hasListeners else { return }
        notifying.withLock { _ in
            let (id, listeners) = state.withLock { state in
                (state.add(entry, weight: weight, directory, limits), state.listeners)
            }
            // The journal's lock is not held here, because a listener that has ended calls `stopListening`.
            let item = Item(id: id, entry: entry, directory: directory)
            for listener in listeners.values { listener(item) }
        }
    }

    /// All entries, oldest first.
    package var storedEntries: [StoredEntry] { state.withLock { $0.records.compactMap($0.storedEntry) } }

    /// All entries, decoded, oldest first.
    package var items: [Item] { storedEntries.compactMap(\.item) }

    package subscript(_ id: Int64) -> Item? {
        state.withLock { state in state.record(id).flatMap(state.storedEntry) }?.item
    }

    /// Returns the ID of the entry whose response had the trace ID, or nil if the journal no longer has the entry.
    func id(ofTrace traceID: GUID) -> Int64? {
        state.withLock { state in
            for share in state.shares.values {
                if let record = share.records.first(where: { $0.entry.traceID == traceID }) { return record.id }
            }
            return nil
        }
    }

    /// The number of entries, and their approximate size in bytes.
    package var size: (entries: Int, bytes: Int) { state.withLock { ($0.count, $0.bytes) } }

    /// The number of bytes in memory, including removed entries that share a chunk with others.
    var bufferSize: Int { state.withLock { $0.buffer.byteCount } }

    /// Removes entries by their IDs, and returns how many were removed.
    @discardableResult
    package func remove(_ ids: Set<Int64>) -> Int {
        state.withLock { state in
            let kept = state.records.filter { !ids.contains($0.id) }
            let removed = state.count - kept.count
            state.keep(kept)
            return removed
        }
    }

    package func removeAll() {
        state.withLock { $0.keep([]) }
    }

    /// Calls `listener` with every new entry until `stopListening`. Returns a token for `stopListening`, or nil if there are too
    /// many listeners.
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
    /// Removes the oldest entries of the tenant with the largest share, until an entry of this weight fits.
    private mutating func makeRoom(for weight: Int, _ limits: Journal.Limits) {
        while count > 0, count >= limits.entries || bytes + weight > limits.bytes {
            removeOldest(of: tenantWithLargestShare(byCount: count >= limits.entries))
        }
        // Entries of quiet tenants keep chunks in memory, including the bytes of removed entries.
        if buffer.byteCount > bytes + bytes / 4 + 2 * JournalBuffer.chunkSize { keep(records) }
    }

    /// Returns only the tenant: whoever holds a share while it changes causes a copy of all its records.
    private func tenantWithLargestShare(byCount: Bool) -> TenantID? {
        var largest: (tenant: TenantID?, size: Int) = (nil, -1)
        for (tenant, share) in shares {
            let size = byCount ? share.records.count : share.bytes
            if size > largest.size { largest = (tenant, size) }
        }
        return largest.tenant
    }

    private mutating func removeOldest(of tenant: TenantID?) {
        guard let record = shares[tenant]?.removeOldest() else { return }
        buffer.remove(record.entry.location)
        count -= 1
        bytes -= record.entry.weight
        if shares[tenant]?.records.isEmpty == true { shares[tenant] = nil }
    }

    /// Adds a record, which is newer than all others of its tenant.
    private mutating func append(_ record: Journal.Record) {
        shares[record.tenant, default: Journal.Share()].append(record)
        count += 1
        bytes += record.entry.weight
    }

    /// Adds an entry, and returns its ID.
    fileprivate mutating func add(
        _ entry: JournalEntry, weight: Int, _ directory: Directory, _ limits: Journal.Limits
    ) -> Int64 {
        makeRoom(for: weight, limits)
        let id = nextID
        let version = note(directory)
        nextID += 1
        append(
            Journal.Record(
                id: id, version: version, tenant: entry.tenant(in: directory),
                entry: EncodedEntry(entry, weight: weight, in: &buffer)))
        return id
    }

    /// Replaces the records with these records, which are in the order of their IDs.
    fileprivate mutating func keep(_ kept: [Journal.Record]) {
        let old = buffer
        (buffer, count, bytes, shares) = (JournalBuffer(), 0, 0, [:])
        for record in kept {
            append(
                Journal.Record(
                    id: record.id, version: record.version, tenant: record.tenant,
                    entry: record.entry.moved(from: old, to: &buffer)))
        }
    }

    /// Returns the number of the directory's version. Each change has a new number.
    private mutating func note(_ directory: Directory) -> Int {
        if let last = versions.last, last.directory === directory { return last.number }
        let number = (versions.last?.number ?? 0) + 1
        // Allowed (remove-end): the list has at most `maximumVersions` elements, which are few.
        if versions.count == Journal.maximumVersions { versions.removeFirst() }
        versions.append((number, directory))
        return number
    }

    /// All records, in the order of their IDs.
    fileprivate var records: [Journal.Record] {
        shares.values.flatMap(\.records).sorted { $0.id < $1.id }
    }

    fileprivate func record(_ id: Int64) -> Journal.Record? {
        for share in shares.values {
            if let record = share.records.first(where: { $0.id == id }) { return record }
        }
        return nil
    }

    fileprivate func storedEntry(_ record: Journal.Record) -> Journal.StoredEntry? {
        guard let oldest = versions.first else { return nil }
        let position = max(record.version - oldest.number, 0)
        let directory = position < versions.count ? versions[position].directory : oldest.directory
        return Journal.StoredEntry(
            id: record.id, entry: record.entry, bytes: buffer[record.entry.location], directory: directory)
    }
}
