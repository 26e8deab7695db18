import Formats
import Platform
import Synchronization

/// The leaf certificates of a TLS context, keyed by name and created on first use. The cache keeps at most `capacity` certificates.
final class LeafCache: Sendable {
    /// A certificate and the range of wall-clock seconds during which it is served. Before the range, the clock was set back and
    /// the certificate may not be valid yet; after the range, a new certificate replaces this one.
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

    /// Returns the leaf for the name, or the default leaf if the name is nil. Returns nil only if OpenSSL fails. A leaf with a
    /// fault is not cached.
    ///
    /// `now` is the machine's clock, not the simulated clock, because the peer checks validity against its own clock.
    func leaf(
        for name: ServerName?, _ fault: HandshakeFault? = nil, now: Int64 = Int64(time(nil))
    ) -> Certificate? {
        if let fault { return try? issuer.leaf(for: name, now: Timestamp(seconds: now), fault) }
        if let entry = entries.withLock({ $0[name] }), entry.time.contains(now) { return entry.certificate }
        // Created outside the lock: two threads may both create a leaf, and either leaf is valid.
        guard let made = try? issuer.leaf(for: name, now: Timestamp(seconds: now)) else { return nil }
        entries.withLock { entries in
            // Clients choose the names. A full cache drops an arbitrary entry; the order of a dictionary is random per process.
            if entries.count >= LeafCache.capacity, entries[name] == nil, let victim = entries.keys.first {
                entries.removeValue(forKey: victim)
            }
            entries[name] = Entry(certificate: made, time: now..<now + LeafCache.renewAfter)
        }
        return made
    }
}
