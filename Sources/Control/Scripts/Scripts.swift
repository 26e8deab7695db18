package import Crypto
package import Directory
import Entra
package import State
import Synchronization
import Wire

/// Every script in force. Thread-safe: an answer is given to one request and no other.
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

        mutating func insert(_ script: Script) {
            let place = script.times == .always ? nil : inForce.firstIndex { $0.times == .always }
            inForce.insert(script, at: place ?? inForce.count)
        }
    }

    private let state = Mutex(State())
    /// What a request costs while there is no script: one load. Relaxed: the lock orders the rest.
    private let exchanges = Atomic<Int>(0)
    private let handshakes = Atomic<Int>(0)
    private let record: (any ScriptRecord)?

    package init() { record = nil }

    /// With those on record. What was used up is on record no more.
    package init(on record: any ScriptRecord) throws(ProblemDocument) {
        self.record = record
        let known = try ProblemDocument.keeping { () throws(EntraError) in try record.scripts() }
        var scripts: [Script] = []
        for (id, content) in known { scripts.append(try ScriptRequest.script(onRecord: content, id: id)) }
        state.withLock { state in
            for script in scripts { state.insert(script) }
            count(&state)
        }
    }

    /// Whether no request can meet a script.
    package var isEmpty: Bool { exchanges.load(ordering: .relaxed) == 0 }

    /// Scripts in force.
    package var count: Int { state.withLock { $0.inForce.count } }

    /// Puts a script in force. Throws a problem of status 507 when there are too many, 503 where it cannot be kept.
    package func add(_ script: Script) throws(ProblemDocument) {
        let isTaken = try state.withLock { (state) throws(ProblemDocument) in
            guard state.inForce.count < Scripts.maximumCount,
                state.inForce.reduce(script.size, { $0 + $1.size }) <= Scripts.maximumBytes
            else { return false }
            try ProblemDocument.keeping { () throws(EntraError) in
                try record?.keep(script: script.id, script.json)
            }
            state.insert(script)
            // Allowed (remove-end): not empty, and `maximumSpent` at most.
            while state.bytes > Scripts.maximumBytes, !state.spent.isEmpty { state.spent.removeFirst() }
            count(&state)
            return true
        }
        guard !isTaken else { return }
        throw ProblemDocument(
            status: 507, title: "Too many scripts",
            detail: "At most \(Scripts.maximumCount) entries and \(Scripts.maximumBytes) bytes may wait: "
                + "delete those that are not needed.")
    }

    /// The answer laid down for an exchange, which is consumed by this; nil where there is none.
    package func take(for facts: ExchangeFacts) -> Taken? {
        let candidates = state.withLock { $0.candidates(for: facts) }
        return take(candidates) { target in
            if case .exchanges(let match) = target { match.matches(facts) } else { false }
        }
    }

    /// How the handshake of a client is to fail that asks for that host name, nil for none. Consumes an answer; nil where
    /// nothing is laid down.
    package func handshakeFault(for name: String?) -> HandshakeFault? {
        guard handshakes.load(ordering: .relaxed) > 0 else { return nil }
        let taken = take(state.withLock { $0.inForce }) { target in
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
        try state.withLock { (state) throws(ProblemDocument) in
            let removed = state.inForce.filter { filter.admits($0, in: directory) }.map(\.id)
            try ProblemDocument.keeping { () throws(EntraError) in try record?.forget(scripts: removed) }
            let before = state.inForce.count + state.spent.count
            state.inForce.removeAll { filter.admits($0, in: directory) }
            state.spent.removeAll { filter.admits($0, in: directory) }
            count(&state)
            return before - state.inForce.count - state.spent.count
        }
    }

    /// Those within a match whose answers nobody has come for: `verify` reports them.
    package func unconsumed(_ match: ExchangeMatch, in directory: Directory) -> [Script] {
        list(ScriptFilter(match: match), in: directory).filter(\.isUnconsumed)
    }

    /// Matching looks into requests and may open what is sealed: it is done on a copy, outside the lock. Another request may
    /// be faster then, and the next script has its turn.
    private func take(_ scripts: [Script], _ isMeant: (Script.Target) -> Bool) -> Taken? {
        for script in scripts where isMeant(script.target) {
            if let answer = consume(script.id) { return Taken(id: script.id, answer: answer) }
        }
        return nil
    }

    private func consume(_ id: String) -> ScriptedAnswer? {
        state.withLock { state in
            guard let index = state.inForce.firstIndex(where: { $0.id.isExactly(id) }),
                let answer = state.inForce[index].next()
            else { return nil }
            note(state.inForce[index])
            guard state.inForce[index].isSpent else { return answer }
            state.spent.append(state.inForce.remove(at: index))
            // Allowed (remove-end): more than `maximumSpent`, and one more at most.
            if state.spent.count > Scripts.maximumSpent { state.spent.removeFirst() }
            count(&state)
            return answer
        }
    }

    /// An answer needs no store: where it cannot be noted that it was given, the record's own log says so.
    private func note(_ script: Script) {
        guard let record else { return }
        if script.isSpent {
            try? record.forget(scripts: [script.id])
        } else {
            try? record.keep(script: script.id, script.json)
        }
    }

    private func count(_ state: inout State) {
        state.index()
        let ofExchanges = state.unscoped.count + state.scoped.values.reduce(0) { $0 + $1.count }
        handshakes.store(state.inForce.count - ofExchanges, ordering: .relaxed)
        exchanges.store(ofExchanges, ordering: .relaxed)
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
    private func places(_ id: String) -> [Int] { scoped[ExactString(id.asciiLowercased)] ?? [] }

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
