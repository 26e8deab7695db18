package import Crypto
package import Directory
package import Entra
package import State
import Synchronization
import Wire

/// Every script in force. Thread-safe: an answer is given to one request and no other, whichever replica asks, for it counts as
/// given once that is written.
///
/// Where several match, one that is counted goes before one that is `always` in force, and the older before the younger.
package final class Scripts: Sendable {
    /// Scripts in force, and bytes of them and of those that are spent.
    package static let maximumCount = 1_000
    package static let maximumBytes = 16 * 1024 * 1024
    /// Spent scripts that `GET` still shows.
    static let maximumSpent = 1_000

    /// Of a request's answer: the script that gave it, and the answer.
    package struct Taken: Sendable {
        package let id: String
        package let answer: ScriptedAnswer
    }

    fileprivate struct State {
        /// In the order in which they are tried.
        var inForce: [Script] = []
        /// Where in `inForce` those stand that are for the exchanges of one request id, by that in lower case.
        var scoped: [ExactString: [Int]] = [:]
        /// Where those stand that are for other exchanges.
        var unscoped: [Int] = []
        /// The oldest first.
        var spent: [Script] = []

        var bytes: Int { (inForce + spent).reduce(0) { $0 + $1.size } }

        /// A script that is new, or of which an answer was given.
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

        /// Behind all others.
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

        /// The spent ones that have to give way where a script is new, or is spent now.
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
    /// What a request costs while there is no script: one load. Relaxed: the lock orders the rest.
    private let exchanges = Atomic<Int>(0)
    private let handshakes = Atomic<Int>(0)
    private let replica: Replica
    private let report: @Sendable (String) -> Void

    /// Begins with none; those that are kept come with the replica's next `catchUp`. `report` is told of one that cannot be read.
    package init(replica: Replica = Replica(), report: @escaping @Sendable (String) -> Void = { _ in }) {
        self.replica = replica
        self.report = report
        replica.join(self)
    }

    /// Whether no request can meet a script.
    package var isEmpty: Bool { exchanges.load(ordering: .relaxed) == 0 }

    /// Scripts in force.
    package var count: Int { state.withLock { $0.inForce.count } }

    /// Puts a script in force. Throws a problem of status 507 when there are too many, 503 where it cannot be kept.
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

    /// Whether an answer may be meant for an exchange to which its client gave that id, or none: what else there is to know of the
    /// exchange need not be worked out for scripts of other ids.
    package func mayAnswer(clientRequestID id: String?) -> Bool {
        state.withLock { !$0.unscoped.isEmpty || id.map($0.places)?.isEmpty == false }
    }

    /// The answer laid down for an exchange, which is consumed by this; nil where there is none. Throws
    /// `EntraError.storeUnavailable` where it cannot be told that it was given.
    package func take(for facts: ExchangeFacts) throws(EntraError) -> Taken? {
        let candidates = state.withLock { $0.candidates(for: facts) }
        return try take(candidates) { target in
            if case .exchanges(let match) = target { match.matches(facts) } else { false }
        }
    }

    /// How the handshake of a client is to fail that asks for that host name, nil for none. Consumes an answer; nil where
    /// nothing is laid down, and where it cannot be told that it was given.
    ///
    /// Called where a connection is served, by TLS in the midst of a handshake. It waits for a store only where a script is
    /// meant for that host, and then holds up the thread's other connections.
    package func handshakeFault(for name: String?) -> HandshakeFault? {
        guard handshakes.load(ordering: .relaxed) > 0 else { return nil }
        let taken = try? take(state.withLock { $0.inForce }) { target in
            guard case .handshakes(let host) = target else { return false }
            return name.map { $0.isExactlyIgnoringASCIICase(host) } ?? ServerName.isAddress(host)
        }
        guard case .handshake(let fault)? = taken?.answer.content else { return nil }
        return fault
    }

    /// Those that are within a match, the ones in force first; spent ones are among them as long as there is room.
    package func list(_ filter: ScriptFilter, in directory: Directory) -> [Script] {
        state.withLock { $0.inForce + $0.spent }.filter { filter.admits($0, in: directory) }
    }

    /// Removes those within a match; how many there were. Throws a problem of status 503 where that cannot be kept.
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

    /// What it comes to that those within a match are removed, decided within a turn.
    package func removing(_ filter: ScriptFilter, in directory: Directory) -> SharedChange {
        let ids = list(filter, in: directory).map(\.id)
        return SharedChange(Scripts.documents(without: ids)) { [self] in forget(ids) }
    }

    /// Those within a match whose answers nobody has come for: `verify` reports them.
    package func unconsumed(_ match: ExchangeMatch, in directory: Directory) -> [Script] {
        list(ScriptFilter(match: match), in: directory).filter(\.isUnconsumed)
    }

    /// Matching looks into requests and may open what is sealed: it is done on a copy, outside the lock. Another request may
    /// be faster then, and the next script has its turn.
    private func take(_ scripts: [Script], _ isMeant: (Script.Target) -> Bool) throws(EntraError) -> Taken? {
        for script in scripts where isMeant(script.target) {
            if let answer = try consume(script.id) { return Taken(id: script.id, answer: answer) }
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

    /// Whether it tells what every script has on record. What else of one that is new here is wrong, its reading tells.
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

    /// Nothing of a script changes but how many answers are consumed.
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
    /// Those that an exchange may be meant by, in the order in which they are tried.
    fileprivate func candidates(for facts: ExchangeFacts) -> [Script] {
        var own: [Int] = []
        if !scoped.isEmpty {
            own = places(facts.correlationID)
            if let id = facts.clientRequestID, !id.isExactlyIgnoringASCIICase(facts.correlationID) { own += places(id) }
        }
        return (own.isEmpty ? unscoped : (own + unscoped).sorted()).map { inForce[$0] }
    }

    /// Of those for one request id.
    fileprivate func places(_ id: String) -> [Int] { scoped[ExactString(id.asciiLowercased)] ?? [] }

    /// Finds their places anew.
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
