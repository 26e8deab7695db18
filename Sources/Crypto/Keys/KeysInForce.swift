import Synchronization
package import Wire

/// The keys of a running server, whose signing keys can be rolled. A rolled ring lives as long as the process: the keys kept
/// in files, or made from a seed, are those of the next start. Safe to use from any thread.
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

    private struct Retirement {
        let ring: Ring
        let keyID: String
        let time: Timestamp
    }

    private struct State {
        var material: KeyMaterial
        /// Of published keys: no more than these.
        var retirements: [Retirement] = []

        /// What has given way needs no end any more.
        mutating func forgetRetired() {
            retirements.removeAll { (try? material.ring($0.ring))?.key(id: $0.keyID) == nil }
        }
    }

    /// Keys of one ring that are published at once; the oldest gives way.
    static let maximumKeys = 8

    private let initial: KeyMaterial
    private let state: Mutex<State>

    package init(_ material: KeyMaterial) {
        initial = material
        state = Mutex(State(material: material))
    }

    /// The keys at a time: old ones whose time is over are gone.
    package func material(at now: Timestamp) -> KeyMaterial {
        state.withLock { state in
            guard !state.retirements.isEmpty else { return state.material }
            for due in state.retirements where due.time <= now {
                if let ring = try? state.material.ring(due.ring) {
                    state.material = state.material.with(ring.without(due.keyID), for: due.ring)
                }
            }
            state.retirements.removeAll { $0.time <= now }
            return state.material
        }
    }

    /// Makes a new key, which signs from now on. The one before stays published until `retirement`, or until it is dropped.
    /// Takes as long as making an RSA key does.
    package func rotate(_ ring: Ring, retiring retirement: Timestamp?) throws(CryptoFailure) -> (
        new: String, old: String
    ) {
        let key = try SigningKey.make(SystemRandom())
        let result = state.withLock { state -> Result<(new: String, old: String), CryptoFailure> in
            Result { () throws(CryptoFailure) in
                let before = try state.material.ring(ring)
                let others = (before.others + [before.current]).suffix(KeysInForce.maximumKeys - 1)
                state.material = state.material.with(KeyRing(current: key, others: Array(others)), for: ring)
                if let retirement {
                    state.retirements.append(Retirement(ring: ring, keyID: before.current.id, time: retirement))
                }
                state.forgetRetired()
                return (key.id, before.current.id)
            }
        }
        return try result.get()
    }

    /// Keys of which the end is known.
    var retirementCount: Int { state.withLock { $0.retirements.count } }

    /// Takes a key out of what is published; what it signed is not good any more.
    package func drop(_ keyID: String) -> Drop {
        state.withLock { state in
            for ring in Ring.allCases {
                guard let known = try? state.material.ring(ring), known.key(id: keyID) != nil else { continue }
                guard !known.current.id.utf8.elementsEqual(keyID.utf8) else { return .current }
                state.material = state.material.with(known.without(keyID), for: ring)
                return .dropped
            }
            return .notFound
        }
    }

    /// The keys that the server started with.
    package func reset() {
        state.withLock { $0 = State(material: initial) }
    }
}

extension KeyMaterial {
    /// Makes the ring where it was not needed before.
    package func ring(_ ring: KeysInForce.Ring) throws(CryptoFailure) -> KeyRing {
        switch ring {
        case .workforce: try signing.get()
        case .external: try externalSigning.get()
        case .b2c: try userFlowSigning.get()
        }
    }

    fileprivate func with(_ keys: KeyRing, for ring: KeysInForce.Ring) -> KeyMaterial {
        KeyMaterial(
            authority: authority, signing: ring == .workforce ? LazyKeyRing { keys } : signing,
            externalSigning: ring == .external ? LazyKeyRing { keys } : externalSigning,
            userFlowSigning: ring == .b2c ? LazyKeyRing { keys } : userFlowSigning, sealing: sealing,
            pairwiseSalt: pairwiseSalt, identityProvider: identityProvider)
    }
}

extension KeyRing {
    fileprivate func without(_ keyID: String) -> KeyRing {
        KeyRing(current: current, others: others.filter { !$0.id.utf8.elementsEqual(keyID.utf8) })
    }
}
