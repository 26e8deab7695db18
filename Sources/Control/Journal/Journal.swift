import HTTP
package import Directory
import Entra
import Synchronization
package import Wire

/// The last exchanges, bounded in number and in bytes. Where there is no room the oldest of the tenant that holds the most gives
/// way, so that the requests of one tenant's tests push out none of another's. Any thread adds and reads.
package final class Journal: Sendable {
    /// An entry as it is read.
    package struct Item: Sendable {
        /// Counts up from 1 through the life of the server; no number is used twice.
        package let id: Int64
        package let entry: JournalEntry
        /// As it was at the exchange. Of the last few versions only: an older entry has the oldest one that is left.
        package let directory: Directory
    }

    /// An entry as it lies here: to be read by who asks, when nobody waits for the journal any more. What is kept of a journal that
    /// is looked through is this, not what was read.
    package struct Kept: Sendable {
        package let id: Int64
        fileprivate let entry: PackedEntry
        fileprivate let bytes: ArraySlice<UInt8>
        fileprivate let directory: Directory

        package var time: Timestamp { entry.time }

        /// The entry, read anew each time.
        package var item: Item? {
            entry.unpacked(bytes).map { Item(id: id, entry: $0, directory: directory) }
        }
    }

    fileprivate struct Record {
        let id: Int64
        /// Which of the directory's versions.
        let version: Int
        /// Whose share it is of; nil for what is sent to no tenant.
        let tenant: TenantID?
        let entry: PackedEntry
    }

    /// The entries and bytes of one tenant.
    fileprivate struct Share {
        var entries = 0
        var bytes = 0
    }

    fileprivate struct State {
        /// A ring: `count` records from `first` on. It grows to the capacity as it fills.
        var slots: [Record?] = []
        var first = 0
        var count = 0
        var bytes = 0
        var shares: [TenantID?: Share] = [:]
        var tape = JournalTape()
        var nextID: Int64 = 1
        var versions: [(number: Int, directory: Directory)] = []
        /// Bodies that came last of those that come again and again.
        var documents: [[UInt8]] = []
        var nextDocument = 0
        var listeners: [Int: Listener] = [:]
        var nextListener = 0
    }

    /// Called with each new entry in the order of their ids, on the thread of an exchange; must not block.
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
    /// Bodies that are shared by the entries to come.
    private static let maximumDocuments = 8
    /// Who may listen at once.
    package static let maximumListeners = 64

    package let limits: Limits
    private let state = Mutex(State())
    /// Held from an entry's number until its listeners are told, so that nobody overtakes.
    private let telling = Mutex(())

    package init(_ limits: Limits = Limits()) {
        self.limits = limits
    }

    /// Whether anything is kept.
    package var isOn: Bool { limits.entries > 0 }

    /// Adds an exchange.
    package func append(_ entry: JournalEntry, _ directory: Directory) {
        let weight = entry.weight
        guard isOn, weight <= limits.bytes else { return }
        let isHeard = state.withLock { state in
            guard state.listeners.isEmpty else { return true }
            _ = state.add(entry, weight: weight, directory, limits)
            return false
        }
        guard isHeard else { return }
        telling.withLock { _ in
            let (id, listeners) = state.withLock { state in
                (state.add(entry, weight: weight, directory, limits), state.listeners)
            }
            // Not under the journal's own lock: a listener that is gone then stops listening.
            let item = Item(id: id, entry: entry, directory: directory)
            for listener in listeners.values { listener(item) }
        }
    }

    /// Every entry, oldest first.
    package var kept: [Kept] { state.withLock { $0.records.compactMap($0.kept) } }

    /// The same, all of them read.
    package var items: [Item] { kept.compactMap(\.item) }

    package subscript(_ id: Int64) -> Item? {
        state.withLock { state in state.records.first { $0.id == id }.flatMap(state.kept) }?.item
    }

    /// How full it is: entries, and about how many bytes they keep.
    package var size: (entries: Int, bytes: Int) { state.withLock { ($0.count, $0.bytes) } }

    /// How many bytes of entries are in memory, with those that went but share a chunk with others.
    var tapeSize: Int { state.withLock { $0.tape.byteCount } }

    /// Removes entries by their ids; how many were there.
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
    /// Takes out the oldest of whoever holds the most, until an entry of that weight fits.
    private mutating func makeRoom(for weight: Int, _ limits: Journal.Limits) {
        while count > 0, count >= limits.entries || bytes + weight > limits.bytes {
            let measure = count >= limits.entries ? \Journal.Share.entries : \Journal.Share.bytes
            let largest = shares.max { $0.value[keyPath: measure] < $1.value[keyPath: measure] }?.key ?? nil
            takeOldest(of: largest)
        }
        tape.release(before: count > 0 ? slots[first]?.entry.place.chunk : nil)
        // An old entry of a quiet tenant keeps everything behind it on the tape, also what has gone.
        if tape.byteCount > bytes + bytes / 4 + 2 * JournalTape.chunkSize { keep(records) }
    }

    /// Takes out the oldest entry of a tenant. The few before it move up, in their order.
    private mutating func takeOldest(of tenant: TenantID?) {
        let position = (0..<count).first { slots[(first + $0) % slots.count]?.tenant == tenant } ?? 0
        weigh(slots[(first + position) % slots.count], by: -1)
        for step in (0..<position).reversed() {
            slots[(first + step + 1) % slots.count] = slots[(first + step) % slots.count]
        }
        slots[first] = nil
        first = (first + 1) % slots.count
        count -= 1
    }

    /// Counts a record in its tenant's share, or out of it.
    private mutating func weigh(_ record: Journal.Record?, by sign: Int) {
        guard let record else { return }
        var share = shares[record.tenant] ?? Journal.Share()
        share.entries += sign
        share.bytes += sign * record.entry.weight
        bytes += sign * record.entry.weight
        shares[record.tenant] = share.entries > 0 ? share : nil
    }

    /// Adds an entry, and returns its number.
    fileprivate mutating func add(
        _ entry: JournalEntry, weight: Int, _ directory: Directory, _ limits: Journal.Limits
    ) -> Int64 {
        makeRoom(for: weight, limits)
        let id = nextID
        let document = document(entry.response)
        let version = note(directory)
        nextID += 1
        if count == slots.count {
            // Full: what is there is put in order, and there is room behind it.
            slots = records + Array(repeating: nil, count: min(max(count, 64), limits.entries - count))
            first = 0
        }
        let record = Journal.Record(
            id: id, version: version, tenant: entry.tenant(in: directory),
            entry: PackedEntry(entry, weight: weight, document: document, on: &tape))
        slots[(first + count) % slots.count] = record
        count += 1
        weigh(record, by: 1)
        return id
    }

    /// Has these records, in their order, and no others.
    fileprivate mutating func keep(_ kept: [Journal.Record]) {
        var other = JournalTape()
        slots = kept.map { record in
            Journal.Record(
                id: record.id, version: record.version, tenant: record.tenant,
                entry: record.entry.moved(from: tape, to: &other))
        }
        tape = other
        (first, count, bytes, shares) = (0, kept.count, 0, [:])
        for record in slots { weigh(record, by: 1) }
    }

    /// The body of an answer that is a document, which need not fill the journal: the one that came earlier where they are equal.
    private mutating func document(_ response: HTTPResponse) -> [UInt8]? {
        guard response.isCompressible, !response.body.isEmpty else { return nil }
        if let known = documents.first(where: { $0 == response.body }) { return known }
        if documents.count < Journal.maximumDocuments {
            documents.append(response.body)
        } else {
            documents[nextDocument] = response.body
            nextDocument = (nextDocument + 1) % Journal.maximumDocuments
        }
        return response.body
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

    fileprivate func kept(_ record: Journal.Record) -> Journal.Kept? {
        guard let oldest = versions.first else { return nil }
        let position = max(record.version - oldest.number, 0)
        let directory = position < versions.count ? versions[position].directory : oldest.directory
        return Journal.Kept(
            id: record.id, entry: record.entry, bytes: tape[record.entry.place], directory: directory)
    }
}
