package import Crypto
package import Directory
package import Entra
import Formats
package import Protocol
package import Store
import Synchronization

/// The current stubs. Thread-safe. Each response is used for one request only, on all replicas: a response counts as used when the
/// use is written to the change log.
///
/// If several stubs match, a stub with a count comes before a stub with `always`, and an older stub before a newer one.
package final class StubStore: Sendable {
    /// The largest number of current stubs, and the largest total size of current and spent stubs, in bytes.
    package static let maximumCount = 1_000
    package static let maximumBytes = 16 * 1024 * 1024
    /// The largest number of spent stubs that `GET` still shows.
    static let maximumConsumed = 1_000

    fileprivate struct State {
        /// The current stubs, in the order in which they are tried.
        var current: [Stub] = []
        /// The positions in `current` of the stubs for one request ID, by that ID in lower case.
        var scoped: [ByteString: [Int]] = [:]
        /// The positions in `current` of the other stubs for requests.
        var unscoped: [Int] = []
        /// The spent stubs, the oldest first.
        var consumed: [Stub] = []

        var bytes: Int { (current + consumed).reduce(0) { $0 + $1.size } }

        /// Adds a stub, or updates a stub whose response was used.
        mutating func put(_ stub: Stub) {
            let known = current.firstIndex { $0.id.isExactly(stub.id) }
            if stub.isExhausted {
                if let known { current.remove(at: known) }
                consumed.removeAll { $0.id.isExactly(stub.id) }
                consumed.append(stub)
            } else if let known {
                current[known] = stub
            } else {
                let index = current.firstIndex { State.isBefore(stub, $0) }
                current.insert(stub, at: index ?? current.count)
            }
        }

        private static func isBefore(_ stub: Stub, _ other: Stub) -> Bool {
            let (isLast, isOtherLast) = (stub.times == .always, other.times == .always)
            return isLast == isOtherLast ? stub.position < other.position : isOtherLast
        }

        /// The position after all stubs.
        var nextPosition: Int64 { ((current + consumed).map(\.position).max() ?? 0) + 1 }

        mutating func remove(_ ids: [String]) {
            guard !ids.isEmpty else { return }
            let removed = Set(ids.map { ByteString($0) })
            current.removeAll { removed.contains(ByteString($0.id)) }
            consumed.removeAll { removed.contains(ByteString($0.id)) }
        }

        func hasRoom(for stub: Stub) -> Bool {
            current.count < StubStore.maximumCount
                && current.reduce(stub.size) { $0 + $1.size } <= StubStore.maximumBytes
        }

        /// Returns the IDs of the spent stubs to remove if a stub is added or becomes spent.
        func surplus(with stub: Stub) -> [String] {
            let isNew = !current.contains { $0.id.isExactly(stub.id) }
            var bytes = bytes + (isNew ? stub.size : 0)
            var count = consumed.count + (stub.isExhausted ? 1 : 0)
            return consumed.prefix { old in
                guard bytes > StubStore.maximumBytes || count > StubStore.maximumConsumed else { return false }
                (bytes, count) = (bytes - old.size, count - 1)
                return true
            }.map(\.id)
        }
    }

    private let state = Mutex(State())
    /// The number of stubs for requests. Without stubs, a request costs one load of this number. The order is relaxed, because the
    /// lock orders all other accesses.
    private let requests = Atomic<Int>(0)
    private let handshakes = Atomic<Int>(0)
    private let replica: Replica
    private let report: @Sendable (String) -> Void

    /// Creates the collection without stubs. The next `catchUp` of the replica restores stored stubs. `report` receives a message
    /// for each stub that cannot be read.
    package init(replica: Replica = Replica(), report: @escaping @Sendable (String) -> Void = { _ in }) {
        self.replica = replica
        self.report = report
        replica.join(self)
    }

    /// Whether there are no stubs for requests.
    package var isEmpty: Bool { requests.load(ordering: .relaxed) == 0 }

    /// The number of current stubs.
    package var count: Int { state.withLock { $0.current.count } }

    /// Adds a stub. Throws a problem of status 507 if there are too many stubs, and 503 if the store is unavailable.
    package func add(_ stub: Stub) throws(ProblemDocument) {
        let step = try ProblemDocument.mappingStoreErrors { () throws(EntraError) in
            try replica.write { () throws(EntraError) in
                state.withLock { state in
                    guard state.hasRoom(for: stub) else { return ([], nil) }
                    var added = stub
                    added.position = state.nextPosition
                    let surplus = state.surplus(with: stub)
                    return (StubStore.documents(added, without: surplus), (added, surplus))
                }
            } finish: { (step: (stub: Stub, surplus: [String])?) in
                if let step { put(step.stub, without: step.surplus) }
            }
        }
        guard step == nil else { return }
        throw ProblemDocument(
            status: 507, title: "Too many stubs",
            detail:
                "The server holds at most \(StubStore.maximumCount) stubs of \(StubStore.maximumBytes) bytes in total: "
                + "delete the stubs that you no longer need.")
    }

    /// Whether a stub may match a request whose client sent this ID, or sent none. If not, the other facts of the request need not
    /// be computed.
    package func mayRespond(clientRequestID id: String?) -> Bool {
        state.withLock { !$0.unscoped.isEmpty || id.map($0.positions)?.isEmpty == false }
    }

    /// Consumes and returns the stubbed response for a request, or returns nil if no stub matches. Throws
    /// `EntraError.storeUnavailable` if the use of the response cannot be written.
    package func take(for facts: RequestFacts) throws(EntraError) -> TakenStub? {
        let candidates = state.withLock { $0.candidates(for: facts) }
        return try take(candidates) { target in
            if case .requests(let match) = target { match.matches(facts) } else { false }
        }
    }

    /// Consumes and returns the fault for the handshake of a client that requests this host name, or none if `name` is nil. Returns
    /// nil if no stub matches, or if the use of the response cannot be written.
    ///
    /// TLS calls this function in the middle of a handshake, on the thread that serves the connection. The function waits for a
    /// store only if a stub matches the host, and then delays the thread's other connections.
    package func handshakeFault(for name: String?) -> HandshakeFault? {
        guard handshakes.load(ordering: .relaxed) > 0 else { return nil }
        let taken = try? take(state.withLock { $0.current }) { target in
            guard case .handshakes(let host) = target else { return false }
            return name.map { $0.isExactlyIgnoringASCIICase(host) } ?? ServerName.isAddress(host)
        }
        guard case .handshake(let fault)? = taken?.response.content else { return nil }
        return fault
    }

    /// Returns the stubs that a filter selects, the current ones first. Spent stubs are included while there is room for them.
    package func list(_ filter: StubFilter, in directory: Directory) -> [Stub] {
        state.withLock { $0.current + $0.consumed }.filter { filter.admits($0, in: directory) }
    }

    /// Removes the stubs that a filter selects, and returns their number. Throws a problem of status 503 if the store is
    /// unavailable.
    @discardableResult
    package func remove(_ filter: StubFilter, in directory: Directory) throws(ProblemDocument) -> Int {
        try ProblemDocument.mappingStoreErrors { () throws(EntraError) in
            try replica.write { () throws(EntraError) in
                let ids = list(filter, in: directory).map(\.id)
                return (StubStore.documents(without: ids), ids)
            } finish: { ids in
                forget(ids)
            }.count
        }
    }

    /// Returns the change that removes the stubs that a filter selects. The caller must hold a transaction.
    package func removing(_ filter: StubFilter, in directory: Directory) -> SharedChange {
        let ids = list(filter, in: directory).map(\.id)
        return SharedChange(StubStore.documents(without: ids)) { [self] in forget(ids) }
    }

    /// Returns the stubs for a match that have unused responses. `verify` reports them.
    package func unconsumed(_ match: RequestCriteria, in directory: Directory) -> [Stub] {
        list(StubFilter(match: match), in: directory).filter(\.isUnconsumed)
    }

    /// Consumes a response of the first matching stub. Matching reads requests and may open sealed tokens, so it runs on a copy,
    /// outside the lock. Another request may consume the response first; the next stub is tried then.
    private func take(_ stubs: [Stub], _ matches: (Stub.Target) -> Bool) throws(EntraError) -> TakenStub? {
        for stub in stubs where matches(stub.target) {
            if let response = try consume(stub.id) { return TakenStub(id: stub.id, response: response) }
        }
        return nil
    }

    private func consume(_ id: String) throws(EntraError) -> StubbedResponse? {
        try replica.write { () throws(EntraError) in
            let known = state.withLock { state in state.current.first { $0.id.isExactly(id) } }
            guard var stub = known, let response = stub.next() else { return ([], nil) }
            let surplus = state.withLock { [stub] in $0.surplus(with: stub) }
            return (StubStore.documents(stub, without: surplus), (stub, surplus, response))
        } finish: { (step: (stub: Stub, surplus: [String], response: StubbedResponse)?) in
            if let step { put(step.stub, without: step.surplus) }
        }?.response
    }

    private static func documents(_ stub: Stub? = nil, without ids: [String]) -> [SharedDocument] {
        ids.map { SharedDocument(.stub, $0, nil) }
            + (stub.map { [SharedDocument(.stub, $0.id, $0.content)] } ?? [])
    }

    private func put(_ stub: Stub, without ids: [String]) {
        state.withLock { state in
            state.remove(ids)
            state.put(stub)
            count(&state)
        }
    }

    private func forget(_ ids: [String]) {
        state.withLock { state in
            state.remove(ids)
            count(&state)
        }
    }

    private func count(_ state: inout State) {
        state.index()
        let forRequests = state.unscoped.count + state.scoped.values.reduce(0) { $0 + $1.count }
        handshakes.store(state.current.count - forRequests, ordering: .relaxed)
        requests.store(forRequests, ordering: .relaxed)
    }
}

extension StubStore: ChangeSubscriber {
    package var kinds: [SharedDocument.Kind] { [.stub] }

    /// Whether the document has the member that every stored stub has. Reading the stub reports all other errors.
    package func canRead(_ document: SharedDocument) -> Bool { document.content?["consumed"]?.integer != nil }

    package func begin(with documents: [SharedDocument]) {
        state.withLock { state in
            state = State()
            take(documents, &state)
        }
    }

    package func follow(_ documents: [SharedDocument]) {
        state.withLock { take(documents, &$0) }
    }

    private func take(_ documents: [SharedDocument], _ state: inout State) {
        for document in documents {
            guard let content = document.content else {
                state.remove([document.key])
                continue
            }
            if let stub = stub(document.key, content, state) { state.put(stub) }
        }
        count(&state)
    }

    /// Returns a stored stub. Of a known stub, only the number of consumed responses changes.
    private func stub(_ id: String, _ content: JSONValue, _ state: State) -> Stub? {
        if var known = state.current.first(where: { $0.id.isExactly(id) }) {
            known.consumed = StubRequest.consumed(recorded: content)
            return known
        }
        do throws(ProblemDocument) {
            return try StubRequest.stub(recorded: content, id: id)
        } catch {
            report("the stub '\(id)' is invalid and is skipped: \(error.detail)")
            return nil
        }
    }
}

extension StubStore.State {
    /// Returns the stubs that may match a request, in the order in which they are tried.
    fileprivate func candidates(for facts: RequestFacts) -> [Stub] {
        var own: [Int] = []
        if !scoped.isEmpty {
            own = positions(facts.correlationID)
            if let id = facts.clientRequestID, !id.isExactlyIgnoringASCIICase(facts.correlationID) {
                own += positions(id)
            }
        }
        return (own.isEmpty ? unscoped : (own + unscoped).sorted()).map { current[$0] }
    }

    /// Returns the positions of the stubs for one request ID.
    fileprivate func positions(_ id: String) -> [Int] { scoped[ByteString(id.asciiLowercased)] ?? [] }

    /// Rebuilds the positions.
    fileprivate mutating func index() {
        scoped = [:]
        unscoped = []
        for (position, stub) in current.enumerated() {
            guard case .requests(let match) = stub.target else { continue }
            if let id = match.clientRequestID {
                scoped[ByteString(id.asciiLowercased), default: []].append(position)
            } else {
                unscoped.append(position)
            }
        }
    }
}
