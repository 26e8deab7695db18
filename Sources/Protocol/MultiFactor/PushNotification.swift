import Crypto
import Directory
package import Entra
import Formats
package import Store

/// The push notifications of Microsoft Authenticator with number matching
/// (docs/reference/protocol.md#push-notification). The outbox keeps the notifications and their answers.
enum PushNotification {
    /// The time in which a notification can be answered, in seconds.
    static let lifetime: Int64 = 60

    enum Outcome: Sendable {
        case pending
        case approved
        case denied
        /// Nobody answered in time, the answer was already used, or the outbox no longer has the notification.
        case expired
    }

    /// Sends a notification with a random number of two digits. Throws `EntraError.storeUnavailable`.
    static func send(
        to user: User, of tenant: TenantID, application: String, settings: Settings, services: Services
    ) throws(EntraError) -> PendingCode {
        let expiry = Timestamp(seconds: services.now.seconds + lifetime)
        let id = services.random.guid()
        let number = 10 + (services.random.bytes(4).reduce(0) { $0 << 8 | UInt32($1) }) % 90
        let approval = Outbox.Approval(
            id: id, application: application, ipAddress: services.peerAddress, expiresAt: expiry,
            state: settings.pushApproval == .automatic ? .approved : .pending)
        let message = Outbox.Message(
            to: user.signInName, channel: .push, code: String(number), sentAt: services.now, tenant: tenant,
            approval: approval)
        try services.outbox.deliver(message, now: services.horizon)
        return PendingCode(
            id: id, recipient: user.id.description, code: String(number), expiresAt: expiry.seconds, attempts: 1)
    }

    /// Returns the answer to a notification. An answer in time stays valid, on the clock of the notification's tenant.
    static func outcome(of pending: PendingCode, services: Services) -> Outcome {
        guard let message = services.outbox.message(asking: pending.id), let approval = message.approval else {
            return .expired
        }
        switch approval.state {
        case .approved: return .approved
        case .denied: return .denied
        case .pending: return services.isExpired(approval, of: message.tenant) ? .expired : .pending
        }
    }

    /// Uses an approval up. Returns false if the approval was already used: an old copy of the page signs nobody in.
    static func use(_ pending: PendingCode, services: Services) throws(EntraError) -> Bool {
        try services.isFirstUse(pending.id, until: Timestamp(seconds: services.now.seconds + Outbox.lifetime))
    }
}

extension Services {
    /// Whether the time for an answer is over, on the clock of the tenant.
    package func isExpired(_ approval: Outbox.Approval, of tenant: TenantID?) -> Bool {
        (tenant.map(now(in:)) ?? now).seconds >= approval.expiresAt.seconds
    }
}
