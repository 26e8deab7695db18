package import Crypto
package import Entra
import Synchronization
package import Wire

/// The keys of a running server, whose signing keys can be rolled. A ring that was rolled is kept, sealed, until a reset: then
/// the keys are again those that the server started with. Safe to use from any thread.
package final class KeysInForce: Sendable {
    /// Whose tokens a ring signs.
    package enum Ring: String, Sendable, CaseIterable {
        case workforce
        case external
        case b2c
    }

    /// What came of dropping a key.
    package enum Drop: Sendable, Equatable {
        case dropped
        case notFound
        /// It signs.
        case current
    }

    private struct State {
        /// With every key of the rings, those too whose time may be over.
        var material: KeyMaterial
        /// The rings that are not as at the start.
        var rolled: [Ring: RolledKeys] = [:]
        /// That of the time that was asked for last.
        var view: View?
        /// When published keys give way.
        var ends: [RolledKeys.End] { rolled.values.flatMap(\.ends) }

        /// What is published at a time. Nothing is forgotten by it: clocks are set back, too.
        func view(at now: Timestamp) -> View {
            var material = material
            for (ring, keys) in rolled where keys.ends.contains(where: { $0.time <= now }) {
                let left = keys.without { keys.isOver($0, at: now) }
                material = material.with(LazyKeyRing(left.ring), for: ring)
            }
            let times = ends.map(\.time)
            let begin = times.filter { $0 <= now }.max() ?? .distantPast
            return View(material: material, span: begin..<(times.filter { $0 > now }.min() ?? .distantFuture))
        }
    }

    /// The keys that are published from one end to the next.
    private struct View {
        let material: KeyMaterial
        let span: Range<Timestamp>
    }

    /// Keys of one ring that are published at once; the oldest gives way.
    static let maximumKeys = 8

    private let initial: KeyMaterial
    private let state: Mutex<State>
    private let replica: Replica
    private let report: @Sendable (String) -> Void

    /// Begins with the keys of the start; rolled ones come with the replica's next `catchUp`. `report` is told of some that
    /// cannot be opened.
    package init(
        _ material: KeyMaterial, replica: Replica = Replica(), report: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        initial = material
        state = Mutex(State(material: material))
        self.replica = replica
        self.report = report
        replica.join(self)
    }

    /// The keys at a time, without old ones whose time is over; the same object until others are.
    package func material(at now: Timestamp) -> KeyMaterial {
        state.withLock { state in
            guard !state.rolled.isEmpty else { return state.material }
            if let view = state.view, view.span.contains(now) { return view.material }
            let view = state.view(at: now)
            state.view = view
            return view.material
        }
    }

    /// Has a new key sign from `now` on. The one before stays published until `retirement`, or until it is dropped. Of too many
    /// those give way first whose time is over. Throws `EntraError.storeUnavailable`, and what keeps the ring from being read.
    package func rotate(
        _ ring: Ring, to key: SigningKey, retiring retirement: Timestamp?, at now: Timestamp
    ) throws(EntraError) {
        try replica.write { () throws(EntraError) in
            let before = try known(ring)
            var others = before.ring.others + [before.ring.current]
            while others.count >= KeysInForce.maximumKeys {
                others.remove(at: others.firstIndex { before.isOver($0.id, at: now) } ?? others.startIndex)
            }
            let end = retirement.map { RolledKeys.End(keyID: before.ring.current.id, time: $0) }
            let keys = RolledKeys(
                name: ring.rawValue, ring: KeyRing(current: key, others: others),
                ends: before.ends + (end.map { [$0] } ?? []))
            return ([document(ring, keys)], ())
        }
    }

    /// Keys of which the end is known.
    var endCount: Int { state.withLock { $0.ends.count } }

    /// Takes a key out of what is published `now`; what it signed is not good any more. Throws `EntraError.storeUnavailable`.
    package func drop(_ keyID: String, at now: Timestamp) throws(EntraError) -> Drop {
        try replica.write { () throws(EntraError) in
            for ring in Ring.allCases {
                let keys = try known(ring)
                guard keys.ring.key(id: keyID) != nil, !keys.isOver(keyID, at: now) else { continue }
                guard !keys.ring.current.id.isExactly(keyID) else { return ([], .current) }
                return ([document(ring, keys.without { $0.isExactly(keyID) })], .dropped)
            }
            return ([], .notFound)
        }
    }

    /// What a reset comes to, decided within a turn.
    package func resetting() -> SharedChange {
        let documents = state.withLock { state in
            state.rolled.keys.map { SharedDocument(.keys, $0.rawValue, nil) }
        }
        return SharedChange(documents) { [self] in follow(documents) }
    }

    private func known(_ ring: Ring) throws(EntraError) -> RolledKeys {
        let (rolled, material) = state.withLock { ($0.rolled[ring], $0.material) }
        if let rolled { return rolled }
        do throws(CryptoFailure) {
            return RolledKeys(name: ring.rawValue, ring: try material.ring(ring), ends: [])
        } catch {
            throw EntraError(.serviceFailure, detail: error.reason)
        }
    }

    private func document(_ ring: Ring, _ keys: RolledKeys) -> SharedDocument {
        SharedDocument(.keys, ring.rawValue, .string(keys.sealed(with: initial.sealing)))
    }
}

extension KeysInForce: LedgerFollower {
    package var kinds: [SharedDocument.Kind] { [.keys] }

    package func canRead(_ document: SharedDocument) -> Bool {
        Ring(rawValue: document.key) != nil && document.content?.string != nil
    }

    package func begin(with documents: [SharedDocument]) {
        let rings = rings(of: documents)
        state.withLock { state in
            state = State(material: initial)
            take(rings, &state)
        }
    }

    package func follow(_ documents: [SharedDocument]) {
        let rings = rings(of: documents)
        state.withLock { take(rings, &$0) }
    }

    /// Nil keys: as at the start.
    private func rings(of documents: [SharedDocument]) -> [(ring: Ring, keys: RolledKeys?)] {
        documents.compactMap { document in
            Ring(rawValue: document.key).map { ring in (ring, document.content.flatMap { opened($0, ring) }) }
        }
    }

    private func take(_ rings: [(ring: Ring, keys: RolledKeys?)], _ state: inout State) {
        state.view = nil
        for (ring, keys) in rings {
            state.rolled[ring] = keys
            state.material = state.material.with(
                keys.map { LazyKeyRing($0.ring) } ?? initial.lazyRing(ring), for: ring)
        }
    }

    private func opened(_ content: JSONValue, _ ring: Ring) -> RolledKeys? {
        let keys = content.string.flatMap { RolledKeys(sealed: $0, keys: initial.sealing) }
        guard let keys, keys.name.isExactly(ring.rawValue) else {
            report(
                "the rotated \(ring.rawValue) keys are encrypted with another key, and are ignored: "
                    + "use the same seed or the same keys for every replica")
            return nil
        }
        return keys
    }
}

/// A ring of signing keys as it was rolled.
struct RolledKeys: SealedValue {
    static let kind = "signing keys"

    /// When a published key gives way.
    struct End: Sendable {
        let keyID: String
        let time: Timestamp
    }

    /// Of the ring.
    let name: String
    let ring: KeyRing
    /// Of published keys only.
    let ends: [End]

    init(name: String, ring: KeyRing, ends: [End]) {
        self.name = name
        self.ring = ring
        self.ends = ends.filter { ring.key(id: $0.keyID) != nil }
    }

    func isOver(_ keyID: String, at now: Timestamp) -> Bool {
        ends.contains { $0.time <= now && $0.keyID.isExactly(keyID) }
    }

    func without(_ isGone: (String) -> Bool) -> RolledKeys {
        let others = ring.others.filter { !isGone($0.id) }
        return RolledKeys(name: name, ring: KeyRing(current: ring.current, others: others), ends: ends)
    }

    func write(to writer: inout RecordWriter) {
        writer.write(name)
        // Empty where OpenSSL cannot write a key that it has: then it does not open.
        writer.write((try? ring.encoded()) ?? []) { writer, part in writer.write(part) }
        writer.write(ends) { writer, end in
            writer.write(end.keyID)
            writer.write(end.time.seconds)
            writer.write(Int64(end.time.nanoseconds))
        }
    }

    init?(from reader: inout RecordReader) {
        guard let name = reader.string(), let parts = reader.list({ $0.octets() }),
            let ring = try? KeyRing(encoded: parts),
            let ends = reader.list({ reader -> End? in
                guard let keyID = reader.string(), let seconds = reader.integer(), let nanoseconds = reader.integer()
                else { return nil }
                return End(
                    keyID: keyID, time: Timestamp(seconds: seconds, nanoseconds: Int32(clamping: nanoseconds)))
            })
        else { return nil }
        self.init(name: name, ring: ring, ends: ends)
    }
}

extension KeyMaterial {
    /// Makes the ring where it was not needed before.
    package func ring(_ ring: KeysInForce.Ring) throws(CryptoFailure) -> KeyRing { try lazyRing(ring).get() }

    fileprivate func lazyRing(_ ring: KeysInForce.Ring) -> LazyKeyRing {
        switch ring {
        case .workforce: signing
        case .external: externalSigning
        case .b2c: userFlowSigning
        }
    }

    fileprivate func with(_ keys: LazyKeyRing, for ring: KeysInForce.Ring) -> KeyMaterial {
        with(
            signing: ring == .workforce ? keys : signing, externalSigning: ring == .external ? keys : externalSigning,
            userFlowSigning: ring == .b2c ? keys : userFlowSigning)
    }
}
