import Crypto
import Directory
import State
import Wire

/// Codes sent to a user's mail address or telephone: into the outbox, from where tests read them.
enum OneTimeCode {
    /// Seconds for which a code is good.
    static let lifetime: Int64 = 1_200
    /// Wrong answers after which a code is worth nothing.
    static let maximumAttempts = 5

    enum Outcome: Sendable {
        case right
        case wrong
        case expired
        /// Answered wrong too often, or used already.
        case usedUp
    }

    /// Sends a code. `user` is nil for who has no account yet; a user with a configured `oneTimeCode` is sent that one.
    static func send(
        to recipient: String, by channel: Outbox.Channel, user: User? = nil, digits: Int = 6, services: Services
    ) -> PendingCode {
        let drawn = services.random.bytes(digits).map { Character(String($0 % 10)) }
        let code = user?.oneTimeCode ?? String(drawn)
        services.outbox.deliver(
            Outbox.Message(to: recipient, channel: channel, code: code, sentAt: services.now))
        return PendingCode(
            id: services.random.guid(), recipient: recipient, code: code,
            expiresAt: services.now.seconds + lifetime)
    }

    /// Checks an answer. A code is right once, and its attempts are counted however often a page is posted again.
    static func check(_ answer: String, against pending: PendingCode, services: Services) -> Outcome {
        guard services.now.seconds < pending.expiresAt else { return .expired }
        let expiry = Timestamp(seconds: pending.expiresAt)
        let hasAttempt = (0..<maximumAttempts).contains { attempt in
            let mark = GUID(derivedFrom: "one-time code", pending.id.description, String(attempt))
            return services.store.redeem(mark, until: expiry, now: services.horizon) == .first
        }
        guard hasAttempt else { return .usedUp }
        guard ConstantTime.equal(String(Substring(answer.utf8.trimmed)), pending.code) else { return .wrong }
        return services.store.redeem(pending.id, until: expiry, now: services.horizon) == .first ? .right : .usedUp
    }
}
