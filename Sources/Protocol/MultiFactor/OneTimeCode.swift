import Crypto
import Directory
import Entra
package import Formats
import Store

/// The codes that are sent to a user's mail address or telephone. The codes go to the outbox, from which tests read them.
enum OneTimeCode {
    enum Outcome: Sendable {
        case correct
        case wrong
        case expired
        /// The code was entered wrong too often, or was already used.
        case usedUp
    }

    /// Sends a code. `user` is nil for a user without an account; a user with a configured `oneTimeCode` gets that code. `tenant`
    /// is the tenant that requests the code. Throws `EntraError.storeUnavailable`.
    static func send(
        to recipient: String, by channel: Outbox.Channel, user: User? = nil, of tenant: TenantID, settings: Settings,
        services: Services
    ) throws(EntraError) -> PendingCode {
        let randomDigits = services.random.bytes(settings.oneTimeCodeLength).map { String($0 % 10) }
        let pending = PendingCode(
            id: services.random.guid(), recipient: recipient, code: user?.oneTimeCode ?? randomDigits.joined(),
            expiresAt: services.now.seconds + Int64(settings.oneTimeCodeLifetime),
            attempts: Int64(settings.oneTimeCodeAttempts))
        try deliver(pending, by: channel, of: tenant, services: services)
        return pending
    }

    /// Puts a code into the outbox. Throws `EntraError.storeUnavailable`.
    static func deliver(
        _ pending: PendingCode, by channel: Outbox.Channel, of tenant: TenantID, services: Services
    ) throws(EntraError) {
        let message = Outbox.Message(
            to: pending.recipient, channel: channel, code: pending.code, sentAt: services.now, tenant: tenant)
        try services.outbox.deliver(message, now: services.horizon)
    }

    /// Checks a submitted code and uses a correct code up. The attempts are counted even if the user posts an old copy of the page
    /// again.
    static func check(_ code: String, against pending: PendingCode, services: Services) throws(EntraError) -> Outcome {
        let outcome = try verify(code, against: pending, services: services)
        guard outcome == .correct else { return outcome }
        let expiry = Timestamp(seconds: pending.expiresAt)
        return try services.isFirstUse(pending.id, until: expiry) ? .correct : .usedUp
    }

    /// Checks a submitted code without using a correct code up, for codes inside a value that is itself valid only once.
    static func verify(_ code: String, against pending: PendingCode, services: Services) throws(EntraError) -> Outcome {
        guard services.now.seconds < pending.expiresAt else { return .expired }
        let expiry = Timestamp(seconds: pending.expiresAt)
        for attempt in 0..<max(pending.attempts, 0) {
            let mark = GUID(derivedFrom: "one-time code", pending.id.description, String(attempt))
            guard try services.isFirstUse(mark, until: expiry) else { continue }
            return ConstantTime.equal(String(Substring(code.utf8.trimmed)), pending.code) ? .correct : .wrong
        }
        return .usedUp
    }
}

/// The limit on the one-time codes that are sent to a person, whichever page or API sends them. The limit stops an attacker from
/// guessing one code after another (docs/reference/protocol.md#native-passcode-limit). The setting `oneTimeCodeLimit` has the
/// maximum number.
struct CodeRateLimit: Sendable {
    /// The factor for an address without a user, because tests sign up with the same address repeatedly.
    private static let strangerFactor = 5
    /// The length of the period, in seconds.
    private static let period: Int64 = 600

    private let event: CountedEvent
    private let maximum: Int
    private let services: Services

    /// Counts one more code. Returns false if the limit was already reached.
    func take() throws(EntraError) -> Bool {
        try services.count(event, within: CodeRateLimit.period, renewing: false).count <= maximum
    }
}

extension CodeRateLimit {
    /// Creates the limit of a user.
    init(_ user: User, settings: Settings, services: Services) {
        self.init(event: .codesSent(user.home), maximum: settings.oneTimeCodeLimit, services: services)
    }

    /// Creates the limit of an address: the limit of the user with that address, or the limit of an address without a user in the
    /// tenant.
    init(_ address: String, of user: User?, in tenant: Tenant, settings: Settings, services: Services) {
        guard let user else {
            let hash = Digest.sha256(Array(address.asciiLowercased.utf8))
            self.init(
                event: .codesSentToUnknownAddress(tenant.id, hash),
                maximum: settings.oneTimeCodeLimit * CodeRateLimit.strangerFactor, services: services)
            return
        }
        self.init(user, settings: settings, services: services)
    }
}

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
