import Crypto
package import Formats

/// The codes of an authenticator app (RFC 6238 with SHA-1, 30 seconds and 6 digits).
package enum TimedCode {
    /// The number of seconds for which a code is shown.
    static let period: Int64 = 30

    /// Returns the code at a time.
    package static func at(_ time: Timestamp, secret: [UInt8]) -> String {
        let step = UInt64(clamping: time.seconds / period)
        let message = (0..<8).map { UInt8(truncatingIfNeeded: step >> (8 * UInt64(7 - $0))) }
        let digest = Digest.hmacSHA1(key: secret, message)
        // The last four bits are the offset of the 31 bits of the code, at most byte 15 of 20.
        let start = Int((digest.last ?? 0) & 0x0F)
        let number = digest.dropFirst(start).prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF
        let digits = String(number % 1_000_000)
        return String(repeating: "0", count: 6 - digits.utf8.count) + digits
    }

    /// Returns the codes of the current period and of the adjacent periods, because clocks differ.
    static func around(_ time: Timestamp, secret: [UInt8]) -> [String] {
        [-period, 0, period].map { at(Timestamp(seconds: time.seconds + $0), secret: secret) }
    }
}
