import Crypto
package import Wire

/// The codes of an authenticator app (RFC 6238 with SHA-1, 30 seconds and 6 digits).
package enum TimedCode {
    /// Seconds for which a code stands.
    static let period: Int64 = 30

    /// The code of a moment.
    package static func at(_ time: Timestamp, secret: [UInt8]) -> String {
        let step = UInt64(clamping: time.seconds / period)
        let message = (0..<8).map { UInt8(truncatingIfNeeded: step >> (8 * UInt64(7 - $0))) }
        let digest = Digest.hmacSHA1(key: secret, message)
        // The last four bits say where the 31 bits of the code begin, at most at byte 15 of 20.
        let start = Int((digest.last ?? 0) & 0x0F)
        let number = digest.dropFirst(start).prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF
        let digits = String(number % 1_000_000)
        return String(repeating: "0", count: 6 - digits.utf8.count) + digits
    }

    /// The codes of the moment and of those next to it, since clocks differ.
    static func around(_ time: Timestamp, secret: [UInt8]) -> [String] {
        [-period, 0, period].map { at(Timestamp(seconds: time.seconds + $0), secret: secret) }
    }
}
