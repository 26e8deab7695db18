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
package final class Scripts: Sendable {
    /// The largest number of current stubs, and the largest total size of current and spent stubs, in bytes.
    package static let maximumCount = 1_000
    package static let maximumBytes = 16 * 1024 * 1024
    /// The largest number of spent stubs that `GET` still shows.
    static let maximumSpent = 1_000

    fileprivate struct State {
        /// The current stubs, in the order in which they are tried.
        var inForce: [Script] = []
        /// The positions in `inForce` of the stubs for one request ID, by that ID in lower case.
        var scoped: [ExactString: [Int]] = [:]
        /// The positions in `inForce` of the other stubs for requests.
        var unscoped: [Int] = []
        /// The spent stubs, the oldest first.
        var spent: [Script] = []

        var bytes: Int { (inForce + spent).reduce(0) { $0 + $1.size } }

        /// Adds a stub, or updates a stub whose response was used.
        mutating func put(_ script: Script) {
            let known = inForce.firstIndex { $0.id.isExactly(script.id) }
            if script.isSpent {
                if let known { inForce.remove(at: known) }
                spent.removeAll { $0.id.isExactly(script.id) }
                spent.append(script)
            } else if let known {
                inForce[known] = script
            } else {
                let place = inForce.firstIndex { State.isBefore(script, $0) }
                inForce.insert(script, at: place ?? inForce.count)
            }
        }

        private static func isBefore(_ script: Script, _ other: Script) -> Bool {
            let (isLast, isOtherLast) = (script.times == .always, other.times == .always)
            return isLast == isOtherLast ? script.place < other.place : isOtherLast
        }

        /// The position after all stubs.
        var nextPlace: Int64 { ((inForce + spent).map(\.place).max() ?? 0) + 1 }

        mutating func remove(_ ids: [String]) {
            guard !ids.isEmpty else { return }
            let gone = Set(ids.map { ExactString($0) })
            inForce.removeAll { gone.contains(ExactString($0.id)) }
            spent.removeAll { gone.contains(ExactString($0.id)) }
        }

        func hasRoom(for script: Script) -> Bool {
            inForce.count < Scripts.maximumCount
                && inForce.reduce(script.size) { $0 + $1.size } <= Scripts.maximumBytes
        }

        /// Returns the IDs of the spent stubs to remove if a stub is added or becomes spent.
        func surplus(with script: Script) -> [String] {
            let isNew = !inForce.contains { $0.id.isExactly(script.id) }
            var bytes = bytes + (isNew ? script.size : 0)
            var count = spent.count + (script.isSpent ? 1 : 0)
            return spent.prefix { old in
                guard bytes > Scripts.maximumBytes || count > Scripts.maximumSpent else { return false }
                (bytes, count) = (bytes - old.size, count - 1)
                return true
            }.map(\.id)
        }
    }

    private let state = Mutex(State())
    /// The number of stubs for requests. Without stubs, a request costs one load of this number. The order is relaxed, because the
    /// lock orders all other accesses.
    private let exchanges = Atomic<Int>(0)
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
    package var isEmpty: Bool { exchanges.load(ordering: .relaxed) == 0 }

    /// The number of current stubs.
    package var count: Int { state.withLock { $0.inForce.count } }

    /// Adds a stub. Throws a problem of status 507 if there are too many stubs, and 503 if the store is unavailable.
    package func add(_ script: Script) throws(ProblemDocument) {
        let step = try ProblemDocument.keeping { () throws(EntraError) in
            try replica.write { () throws(EntraError) in
                state.withLock { state in
                    guard state.hasRoom(for: script) else { return ([], nil) }
                    var placed = script
                    placed.place = state.nextPlace
                    let surplus = state.surplus(with: script)
                    return (Scripts.documents(placed, without: surplus), (placed, surplus))
                }
            } finish: { (step: (script: Script, surplus: [String])?) in
                if let step { put(step.script, without: step.surplus) }
            }
        }
        guard step == nil else { return }
        throw ProblemDocument(
            status: 507, title: "Too many stubs",
            detail: "The server holds at most \(Scripts.maximumCount) stubs of \(Scripts.maximumBytes) bytes in total: "
                + "delete the stubs that you no longer need.")
    }

    /// Whether a stub may match a request whose client sent this ID, or sent none. If not, the other facts of the request need not
    /// be computed.
    package func mayAnswer(clientRequestID id: String?) -> Bool {
        state.withLock { !$0.unscoped.isEmpty || id.map($0.places)?.isEmpty == false }
    }

    /// Consumes and returns the stubbed response for a request, or returns nil if no stub matches. Throws
    /// `EntraError.storeUnavailable` if the use of the response cannot be written.
    package func take(for facts: ExchangeFacts) throws(EntraError) -> TakenStub? {
        let candidates = state.withLock { $0.candidates(for: facts) }
        return try take(candidates) { target in
            if case .exchanges(let match) = target { match.matches(facts) } else { false }
        }
    }

    /// Consumes and returns the fault for the handshake of a client that requests this host name, or none if `name` is nil. Returns
    /// nil if no stub matches, or if the use of the response cannot be written.
    ///
    /// TLS calls this function in the middle of a handshake, on the thread that serves the connection. The function waits for a
    /// store only if a stub matches the host, and then delays the thread's other connections.
    package func handshakeFault(for name: String?) -> HandshakeFault? {
        guard handshakes.load(ordering: .relaxed) > 0 else { return nil }
        let taken = try? take(state.withLock { $0.inForce }) { target in
            guard case .handshakes(let host) = target else { return false }
            return name.map { $0.isExactlyIgnoringASCIICase(host) } ?? ServerName.isAddress(host)
        }
        guard case .handshake(let fault)? = taken?.answer.content else { return nil }
        return fault
    }

    /// Returns the stubs that a filter selects, the current ones first. Spent stubs are included while there is room for them.
    package func list(_ filter: ScriptFilter, in directory: Directory) -> [Script] {
        state.withLock { $0.inForce + $0.spent }.filter { filter.admits($0, in: directory) }
    }

    /// Removes the stubs that a filter selects, and returns their number. Throws a problem of status 503 if the store is
    /// unavailable.
    @discardableResult
    package func remove(_ filter: ScriptFilter, in directory: Directory) throws(ProblemDocument) -> Int {
        try ProblemDocument.keeping { () throws(EntraError) in
            try replica.write { () throws(EntraError) in
                let ids = list(filter, in: directory).map(\.id)
                return (Scripts.documents(without: ids), ids)
            } finish: { ids in
                forget(ids)
            }.count
        }
    }

    /// Returns the change that removes the stubs that a filter selects. The caller must hold a transaction.
    package func removing(_ filter: ScriptFilter, in directory: Directory) -> SharedChange {
        let ids = list(filter, in: directory).map(\.id)
        return SharedChange(Scripts.documents(without: ids)) { [self] in forget(ids) }
    }

    /// Returns the stubs for a match that have unused responses. `verify` reports them.
    package func unconsumed(_ match: ExchangeMatch, in directory: Directory) -> [Script] {
        list(ScriptFilter(match: match), in: directory).filter(\.isUnconsumed)
    }

    /// Consumes a response of the first matching stub. Matching reads requests and may open sealed tokens, so it runs on a copy,
    /// outside the lock. Another request may consume the response first; the next stub is tried then.
    private func take(_ scripts: [Script], _ isMeant: (Script.Target) -> Bool) throws(EntraError) -> TakenStub? {
        for script in scripts where isMeant(script.target) {
            if let answer = try consume(script.id) { return TakenStub(id: script.id, answer: answer) }
        }
        return nil
    }

    private func consume(_ id: String) throws(EntraError) -> ScriptedAnswer? {
        try replica.write { () throws(EntraError) in
            let known = state.withLock { state in state.inForce.first { $0.id.isExactly(id) } }
            guard var script = known, let answer = script.next() else { return ([], nil) }
            let surplus = state.withLock { [script] in $0.surplus(with: script) }
            return (Scripts.documents(script, without: surplus), (script, surplus, answer))
        } finish: { (step: (script: Script, surplus: [String], answer: ScriptedAnswer)?) in
            if let step { put(step.script, without: step.surplus) }
        }?.answer
    }

    private static func documents(_ script: Script? = nil, without ids: [String]) -> [SharedDocument] {
        ids.map { SharedDocument(.script, $0, nil) }
            + (script.map { [SharedDocument(.script, $0.id, $0.content)] } ?? [])
    }

    private func put(_ script: Script, without ids: [String]) {
        state.withLock { state in
            state.remove(ids)
            state.put(script)
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
        let ofExchanges = state.unscoped.count + state.scoped.values.reduce(0) { $0 + $1.count }
        handshakes.store(state.inForce.count - ofExchanges, ordering: .relaxed)
        exchanges.store(ofExchanges, ordering: .relaxed)
    }
}

extension Scripts: LedgerFollower {
    package var kinds: [SharedDocument.Kind] { [.script] }

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
            if let script = script(document.key, content, state) { state.put(script) }
        }
        count(&state)
    }

    /// Returns a stored stub. Of a known stub, only the number of consumed responses changes.
    private func script(_ id: String, _ content: JSONValue, _ state: State) -> Script? {
        if var known = state.inForce.first(where: { $0.id.isExactly(id) }) {
            known.consumed = ScriptRequest.consumed(onRecord: content)
            return known
        }
        do throws(ProblemDocument) {
            return try ScriptRequest.script(onRecord: content, id: id)
        } catch {
            report("the stub '\(id)' is invalid and is skipped: \(error.detail)")
            return nil
        }
    }
}

extension Scripts.State {
    /// Returns the stubs that may match a request, in the order in which they are tried.
    fileprivate func candidates(for facts: ExchangeFacts) -> [Script] {
        var own: [Int] = []
        if !scoped.isEmpty {
            own = places(facts.correlationID)
            if let id = facts.clientRequestID, !id.isExactlyIgnoringASCIICase(facts.correlationID) { own += places(id) }
        }
        return (own.isEmpty ? unscoped : (own + unscoped).sorted()).map { inForce[$0] }
    }

    /// Returns the positions of the stubs for one request ID.
    fileprivate func places(_ id: String) -> [Int] { scoped[ExactString(id.asciiLowercased)] ?? [] }

    /// Rebuilds the positions.
    fileprivate mutating func index() {
        scoped = [:]
        unscoped = []
        for (place, script) in inForce.enumerated() {
            guard case .exchanges(let match) = script.target else { continue }
            if let id = match.clientRequestID {
                scoped[ExactString(id.asciiLowercased), default: []].append(place)
            } else {
                unscoped.append(place)
            }
        }
    }
}
