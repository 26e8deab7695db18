import Crypto
import Directory
import Entra
import Formats
import Store

/// The codes that are sent to a user's mail address or telephone. The codes go to the outbox, from which tests read them.
enum OneTimeCode {
    enum Outcome: Sendable {
        case right
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
        let drawn = services.random.bytes(settings.oneTimeCodeLength).map { String($0 % 10) }
        let code = user?.oneTimeCode ?? drawn.joined()
        let message = Outbox.Message(
            to: recipient, channel: channel, code: code, sentAt: services.now, tenant: tenant)
        try services.outbox.deliver(message, now: services.horizon)
        return PendingCode(
            id: services.random.guid(), recipient: recipient, code: code,
            expiresAt: services.now.seconds + Int64(settings.oneTimeCodeLifetime),
            attempts: Int64(settings.oneTimeCodeAttempts))
    }

    /// Checks a submitted code and uses a correct code up. The attempts are counted even if the user posts an old copy of the page
    /// again.
    static func check(_ answer: String, against pending: PendingCode, services: Services) throws(EntraError) -> Outcome
    {
        let outcome = try verify(answer, against: pending, services: services)
        guard outcome == .right else { return outcome }
        let expiry = Timestamp(seconds: pending.expiresAt)
        return try services.isFirstUse(pending.id, until: expiry) ? .right : .usedUp
    }

    /// Checks a submitted code without using a correct code up, for codes inside a value that is itself valid only once.
    static func verify(_ answer: String, against pending: PendingCode, services: Services) throws(EntraError) -> Outcome
    {
        guard services.now.seconds < pending.expiresAt else { return .expired }
        let expiry = Timestamp(seconds: pending.expiresAt)
        for attempt in 0..<max(pending.attempts, 0) {
            let mark = GUID(derivedFrom: "one-time code", pending.id.description, String(attempt))
            guard try services.isFirstUse(mark, until: expiry) else { continue }
            return ConstantTime.equal(String(Substring(answer.utf8.trimmed)), pending.code) ? .right : .wrong
        }
        return .usedUp
    }
}
