import Platform
import Synchronization
import Wire

/// The leaf certificates of a TLS context by name, made when first asked for. At most `capacity` are kept.
final class LeafCache: Sendable {
    /// A certificate and the seconds of wall-clock time in which it is served. Before them a clock has been set back, and it
    /// may not be valid yet; after them a fresh one takes its place.
    private struct Entry {
        let certificate: Certificate
        let time: Range<Int64>
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
    ///
    /// `now` is the machine's clock, not the steered one: the peer checks validity against its own.
    func leaf(
        for name: ServerName?, _ fault: HandshakeFault? = nil, now: Int64 = Int64(time(nil))
    ) -> Certificate? {
        if let fault { return try? issuer.leaf(for: name, now: Timestamp(seconds: now), fault) }
        if let entry = entries.withLock({ $0[name] }), entry.time.contains(now) { return entry.certificate }
        // Made outside the lock: two threads may both make one, and either serves.
        guard let made = try? issuer.leaf(for: name, now: Timestamp(seconds: now)) else { return nil }
        entries.withLock { entries in
            // Names are the clients' choice: when full, any one goes. Dictionary order is random per process.
            if entries.count >= LeafCache.capacity, entries[name] == nil, let victim = entries.keys.first {
                entries.removeValue(forKey: victim)
            }
            entries[name] = Entry(certificate: made, time: now..<now + LeafCache.renewAfter)
        }
        return made
    }
}
