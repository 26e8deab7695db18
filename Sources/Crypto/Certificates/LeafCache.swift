import Platform
import Synchronization
import Wire

/// The leaf certificates of a TLS context by name, made when first asked for. At most `capacity` are kept.
final class LeafCache: Sendable {
    /// A certificate and the second of wall-clock time from which a fresh one takes its place.
    private struct Entry {
        let certificate: Certificate
        let renewAt: Int64
    }

    static let capacity = 256
    private static let renewAfter: Int64 = 30 * 86_400

    let issuer: LeafIssuer
    private let entries = Mutex<[ServerName?: Entry]>([:])

    init(issuer: LeafIssuer) {
        self.issuer = issuer
    }

    var count: Int { entries.withLock { $0.count } }

    /// The leaf for the name, nil for the default one; nil only when OpenSSL cannot make it. One with a fault is not kept.
    func leaf(for name: ServerName?, _ fault: HandshakeFault? = nil) -> Certificate? {
        // The machine's clock, not the steered one: the peer checks validity against its own.
        let now = Int64(time(nil))
        if let fault { return try? issuer.leaf(for: name, now: Timestamp(seconds: now), fault) }
        if let entry = entries.withLock({ $0[name] }), now < entry.renewAt { return entry.certificate }
        // Made outside the lock: two threads may both make one, and either serves.
        guard let made = try? issuer.leaf(for: name, now: Timestamp(seconds: now)) else { return nil }
        entries.withLock { entries in
            // Names are the clients' choice: when full, any one goes. Dictionary order is random per process.
            if entries.count >= LeafCache.capacity, entries[name] == nil, let victim = entries.keys.first {
                entries.removeValue(forKey: victim)
            }
            entries[name] = Entry(certificate: made, renewAt: now + LeafCache.renewAfter)
        }
        return made
    }
}
