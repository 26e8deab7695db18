import COpenSSL
import Formats
import Platform
import Synchronization

/// Issues TLS server certificates under the authority. All certificates share one P-256 key of the process.
struct LeafIssuer: Sendable {
    let authority: CertificateAuthority
    let key: PrivateKey

    init(authority: CertificateAuthority) throws(CryptoFailure) {
        self.authority = authority
        self.key = try P256.makeKey(SystemRandom())
    }

    /// Returns a leaf for the name, or for this machine (`localhost`, `127.0.0.1`, `::1`) if the name is nil. The leaf is valid for
    /// 397 days, the maximum that browsers accept. Validity begins a day before `now`, for clients whose clock is slow. `fault` is
    /// a deliberate defect of the certificate.
    func leaf(
        for name: ServerName?, now: Timestamp, _ fault: HandshakeFault? = nil
    ) throws(CryptoFailure) -> Certificate {
        let day: Int64 = 86_400
        let own = name.map { "DNS:\($0.text)" } ?? "DNS:localhost,IP:127.0.0.1,IP:::1"
        let names = fault == .wrongHost ? "DNS:wrong-host.invalid" : own
        let end = now.adding(seconds: fault == .expiredCertificate ? -3_600 : 396 * day - 1)
        let template = CertificateTemplate(
            subject: "Understudy Test Server", serial: CertificateAuthority.serial(SystemRandom()),
            notBefore: now.adding(seconds: -day), notAfter: end,
            extensions: [
                (NID_basic_constraints, "critical,CA:FALSE"),
                (NID_key_usage, "critical,digitalSignature"),
                (NID_ext_key_usage, "serverAuth"),
                (NID_subject_key_identifier, "hash"),
                (NID_authority_key_identifier, "keyid:always"),
                (NID_subject_alt_name, names),
            ])
        let issuer = fault == .unknownAuthority ? nil : (authority.certificate, authority.key)
        return try template.sign(key, issuer: issuer)
    }
}

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
        guard let certificate = try? issuer.leaf(for: name, now: Timestamp(seconds: now)) else { return nil }
        entries.withLock { entries in
            // Clients choose the names. A full cache drops an arbitrary entry; the order of a dictionary is random per process.
            if entries.count >= LeafCache.capacity, entries[name] == nil, let victim = entries.keys.first {
                entries.removeValue(forKey: victim)
            }
            entries[name] = Entry(certificate: certificate, time: now..<now + LeafCache.renewAfter)
        }
        return certificate
    }
}

/// A DNS name that a certificate may be issued for: lower-case ASCII letters, digits, hyphens and underscores in labels of 1…63, at
/// most 253 bytes in total (RFC 1035 §2.3.4; underscores because container networks use them).
///
/// The check prevents a client from writing into the certificate: commas, colons and wildcards are rejected.
package struct ServerName: Hashable, Sendable {
    package let text: String

    /// Creates a name, or returns nil if the bytes are not such a name or are an IPv4 address.
    package init?(_ bytes: some Collection<UInt8>) {
        guard (1...253).contains(bytes.count) else { return nil }
        let name = bytes.map(ASCII.lowercased)
        let labels = name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard labels.allSatisfy(ServerName.isLabel), labels.last?.allSatisfy(ASCII.isDigit) == false else { return nil }
        // Allowed (lossy-text): every byte was checked above to be ASCII.
        text = String(decoding: name, as: UTF8.self)
    }

    /// Whether the text is an IPv4 or IPv6 address.
    package static func isAddress(_ text: String) -> Bool {
        var address = in6_addr()
        return inet_pton(AF_INET, text, &address) == 1 || inet_pton(AF_INET6, text, &address) == 1
    }

    private static func isLabel(_ label: ArraySlice<UInt8>) -> Bool {
        let hyphen = UInt8(ascii: "-")
        guard (1...63).contains(label.count), label.first != hyphen, label.last != hyphen else { return false }
        return label.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == hyphen || $0 == UInt8(ascii: "_") }
    }
}
