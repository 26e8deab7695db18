package import Crypto
package import Entra
package import Formats
import Synchronization

/// The keys of a running server, whose signing keys can be rotated. Rotated rings are stored, sealed, until a reset restores
/// the keys of the start. Safe to use from any thread.
package final class KeyStore: Sendable {
    /// The token services that have a ring of signing keys.
    package enum Ring: String, Sendable, CaseIterable {
        case workforce
        case external
        case b2c
    }

    /// The result of removing a key.
    package enum Drop: Sendable, Equatable {
        case dropped
        case notFound
        /// The key is the current signing key.
        case current
    }

    private struct State {
        /// The keys with every key of the rings, including retired keys whose time is over.
        var material: KeyMaterial
        /// The rings that were rotated since the start.
        var rolled: [Ring: RotatedKeys] = [:]
        /// The view that was computed last.
        var view: View?
        /// The times at which published keys retire.
        var ends: [RotatedKeys.End] { rolled.values.flatMap(\.ends) }

        /// Returns the keys that are published at a time. Retired keys stay in the state, because clocks can be set back.
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

    /// The keys that are published between two retirement times.
    private struct View {
        let material: KeyMaterial
        let span: Range<Timestamp>
    }

    /// The maximum number of published keys in one ring. Beyond the maximum, the oldest is removed.
    static let maximumKeys = 8

    private let initial: KeyMaterial
    private let state: Mutex<State>
    private let replica: Replica
    private let report: @Sendable (String) -> Void

    /// Creates the store with the keys of the start. The next `catchUp` of the replica adds the rotated keys. `report` receives
    /// a line for each ring that cannot be opened.
    package init(
        _ material: KeyMaterial, replica: Replica = Replica(), report: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        initial = material
        state = Mutex(State(material: material))
        self.replica = replica
        self.report = report
        replica.join(self)
    }

    /// Returns the keys that are published at a time. The object stays the same until the keys change.
    package func material(at now: Timestamp) -> KeyMaterial {
        state.withLock { state in
            guard !state.rolled.isEmpty else { return state.material }
            if let view = state.view, view.span.contains(now) { return view.material }
            let view = state.view(at: now)
            state.view = view
            return view.material
        }
    }

    /// Makes a new key the signing key from `now` on. The previous key stays published until `retirement`, or until it is
    /// dropped. If the ring is full, retired keys are removed first, then the oldest. Throws `EntraError.storeUnavailable`, and
    /// AADSTS50000 if the ring cannot be created.
    package func rotate(
        _ ring: Ring, to key: SigningKey, retiring retirement: Timestamp?, at now: Timestamp
    ) throws(EntraError) {
        try replica.write { () throws(EntraError) in
            let before = try known(ring)
            var others = before.ring.others + [before.ring.current]
            while others.count >= KeyStore.maximumKeys {
                others.remove(at: others.firstIndex { before.isOver($0.id, at: now) } ?? others.startIndex)
            }
            let end = retirement.map { RotatedKeys.End(keyID: before.ring.current.id, time: $0) }
            let keys = RotatedKeys(
                name: ring.rawValue, ring: KeyRing(current: key, others: others),
                ends: before.ends + (end.map { [$0] } ?? []))
            return ([document(ring, keys)], ())
        }
    }

    /// Returns the keys of a ring that were rotated away and have a retirement time, with that time. Keys whose time is over are
    /// no longer published, and are part of the result.
    package func retiring(_ ring: Ring) -> [(key: SigningKey, time: Timestamp)] {
        guard let keys = state.withLock({ $0.rolled[ring] }) else { return [] }
        return keys.ends.compactMap { end in keys.ring.key(id: end.keyID).map { ($0, end.time) } }
    }

    /// The number of keys with a known retirement time.
    var endCount: Int { state.withLock { $0.ends.count } }

    /// Removes a key from the keys that are published at `now`. Tokens that the key signed become invalid. Throws
    /// `EntraError.storeUnavailable`, and AADSTS50000 if a ring cannot be created.
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

    /// Returns the change that a reset makes. The call must happen within a transaction.
    package func resetting() -> SharedChange {
        let documents = state.withLock { state in
            state.rolled.keys.map { SharedDocument(.keys, $0.rawValue, nil) }
        }
        return SharedChange(documents) { [self] in follow(documents) }
    }

    private func known(_ ring: Ring) throws(EntraError) -> RotatedKeys {
        let (rolled, material) = state.withLock { ($0.rolled[ring], $0.material) }
        if let rolled { return rolled }
        do throws(CryptoFailure) {
            return RotatedKeys(name: ring.rawValue, ring: try material.ring(ring), ends: [])
        } catch {
            throw EntraError(.serviceFailure, detail: error.reason)
        }
    }

    private func document(_ ring: Ring, _ keys: RotatedKeys) -> SharedDocument {
        SharedDocument(.keys, ring.rawValue, .string(keys.sealed(with: initial.sealing)))
    }
}

extension KeyStore: ChangeSubscriber {
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

    /// Returns the rings of the documents. Nil keys stand for the keys of the start.
    private func rings(of documents: [SharedDocument]) -> [(ring: Ring, keys: RotatedKeys?)] {
        documents.compactMap { document in
            Ring(rawValue: document.key).map { ring in (ring, document.content.flatMap { opened($0, ring) }) }
        }
    }

    private func take(_ rings: [(ring: Ring, keys: RotatedKeys?)], _ state: inout State) {
        state.view = nil
        for (ring, keys) in rings {
            state.rolled[ring] = keys
            state.material = state.material.with(
                keys.map { LazyKeyRing($0.ring) } ?? initial.lazyRing(ring), for: ring)
        }
    }

    private func opened(_ content: JSONValue, _ ring: Ring) -> RotatedKeys? {
        let keys = content.string.flatMap { RotatedKeys(sealed: $0, keys: initial.sealing) }
        guard let keys, keys.name.isExactly(ring.rawValue) else {
            report(
                "the rotated \(ring.rawValue) keys are encrypted with another key, and are ignored: "
                    + "use the same seed or the same keys for every replica")
            return nil
        }
        return keys
    }
}

/// A rotated ring of signing keys, in sealed form.
struct RotatedKeys: SealedValue {
    static let kind = "signing keys"

    /// The time at which a published key retires.
    struct End: Sendable {
        let keyID: String
        let time: Timestamp
    }

    /// The name of the ring.
    let name: String
    let ring: KeyRing
    /// The retirement times of published keys.
    let ends: [End]

    init(name: String, ring: KeyRing, ends: [End]) {
        self.name = name
        self.ring = ring
        self.ends = ends.filter { ring.key(id: $0.keyID) != nil }
    }

    func isOver(_ keyID: String, at now: Timestamp) -> Bool {
        ends.contains { $0.time <= now && $0.keyID.isExactly(keyID) }
    }

    func without(_ isRemoved: (String) -> Bool) -> RotatedKeys {
        let others = ring.others.filter { !isRemoved($0.id) }
        return RotatedKeys(name: name, ring: KeyRing(current: ring.current, others: others), ends: ends)
    }

    func write(to writer: inout RecordWriter) {
        writer.write(name)
        // The list is empty if OpenSSL cannot encode a key. The record can then not be opened.
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
    /// Returns the ring, and creates it on first use.
    package func ring(_ ring: KeyStore.Ring) throws(CryptoFailure) -> KeyRing { try lazyRing(ring).get() }

    fileprivate func lazyRing(_ ring: KeyStore.Ring) -> LazyKeyRing {
        switch ring {
        case .workforce: signing
        case .external: externalSigning
        case .b2c: userFlowSigning
        }
    }

    fileprivate func with(_ keys: LazyKeyRing, for ring: KeyStore.Ring) -> KeyMaterial {
        with(
            signing: ring == .workforce ? keys : signing, externalSigning: ring == .external ? keys : externalSigning,
            userFlowSigning: ring == .b2c ? keys : userFlowSigning)
    }
}
