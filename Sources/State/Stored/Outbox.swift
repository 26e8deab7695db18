import Crypto
package import Entra
import Synchronization
package import Wire

/// One-time codes "sent" to users. Nothing leaves the server: tests and people read the codes here. Safe to use from any
/// thread.
package final class Outbox: Sendable {
    /// Messages held at once; the oldest of the tenant that holds the most give way.
    package static let capacity = 10_000
    /// Seconds for which a message can be read.
    package static let lifetime: Int64 = 3_600

    package enum Channel: String, Sendable {
        case email
        case sms
    }

    package struct Message: Sendable, Equatable {
        /// Mail address or telephone number.
        package let to: String
        package let channel: Channel
        package let code: String
        package let sentAt: Timestamp
        /// Where the recipient was to sign in or sign up; nil for a message of before this was kept.
        package let tenant: TenantID?

        package init(to: String, channel: Channel, code: String, sentAt: Timestamp, tenant: TenantID?) {
            self.to = to
            self.channel = channel
            self.code = code
            self.sentAt = sentAt
            self.tenant = tenant
        }

        fileprivate func isOver(at now: Timestamp) -> Bool { now.seconds - sentAt.seconds > Outbox.lifetime }
    }

    private struct Entry {
        let key: String
        let message: Message
    }

    /// The oldest first.
    private let entries = Mutex<[Entry]>([])
    private let replica: Replica
    private let onDelivery: @Sendable (Message) -> Void

    /// `onDelivery` is told of every message that is sent here.
    package init(replica: Replica = Replica(), onDelivery: @escaping @Sendable (Message) -> Void = { _ in }) {
        self.replica = replica
        self.onDelivery = onDelivery
        replica.join(self)
    }

    /// Sends a message; `now` is the earliest of all clocks, as they go and went of late: none is wanted that is over by it.
    /// Throws `EntraError.storeUnavailable`.
    package func deliver(_ message: Message, now: Timestamp) throws(EntraError) {
        let entry = Entry(key: SystemRandom().guid().description, message: message)
        _ = try replica.write { () throws(EntraError) in
            let leaving = entries.withLock { entries in Outbox.leaving(entries, now).map { entries[$0].key } }
            let documents = leaving.map { SharedDocument(.message, $0, nil) }
            return (documents + [SharedDocument(.message, entry.key, message.content)], leaving)
        } finish: { (leaving: [String]) in
            entries.withLock { entries in
                let keys = Set(leaving.map { ExactString($0) })
                if !keys.isEmpty { entries.removeAll { keys.contains(ExactString($0.key)) } }
                entries.append(entry)
            }
        }
        onDelivery(message)
    }

    /// The positions of the messages that give way to another one: those that are over, from the oldest on, or where there is no
    /// room an eighth, so that most deliveries move nothing.
    private static func leaving(_ entries: [Entry], _ now: Timestamp) -> [Int] {
        guard entries.count >= capacity else {
            return Array(entries.indices.prefix { entries[$0].message.isOver(at: now) })
        }
        return FairShare.leaving(entries, keeping: capacity - capacity / 8, owner: \.message.tenant)
    }

    /// What was sent to one recipient, ASCII case folded, or to anyone; the newest first.
    package func messages(to recipient: String? = nil, now: Timestamp) -> [Message] {
        entries.withLock { $0 }.reversed().map(\.message).filter { message in
            !message.isOver(at: now) && (recipient.map { message.to.isExactlyIgnoringASCIICase($0) } ?? true)
        }
    }

    /// What it comes to that nothing was sent, or nothing for one tenant, decided within a turn.
    package func resetting(tenant: TenantID?) -> SharedChange {
        let isLeft = { (entry: Entry) in tenant.map { entry.message.tenant != $0 } ?? false }
        let leaving = entries.withLock { $0 }.filter { !isLeft($0) }
        return SharedChange(leaving.map { SharedDocument(.message, $0.key, nil) }) { [self] in
            entries.withLock { $0 = $0.filter(isLeft) }
        }
    }
}

extension Outbox: LedgerFollower {
    package var kinds: [SharedDocument.Kind] { [.message] }

    package func canRead(_ document: SharedDocument) -> Bool { document.content.flatMap(Message.init) != nil }

    package func begin(with documents: [SharedDocument]) {
        entries.withLock { entries in
            entries = []
            Outbox.take(documents, &entries)
        }
    }

    package func follow(_ documents: [SharedDocument]) {
        entries.withLock { Outbox.take(documents, &$0) }
    }

    private static func take(_ documents: [SharedDocument], _ entries: inout [Entry]) {
        let gone = Set(documents.filter { $0.content == nil }.map { ExactString($0.key) })
        if !gone.isEmpty { entries.removeAll { gone.contains(ExactString($0.key)) } }
        entries += documents.compactMap { document in
            document.content.flatMap(Message.init).map { Entry(key: document.key, message: $0) }
        }
    }
}

extension Outbox.Message {
    fileprivate var content: JSONValue {
        .object(
            [
                JSONValue.Member("to", .string(to)), JSONValue.Member("channel", .string(channel.rawValue)),
                JSONValue.Member("code", .string(code)), JSONValue.Member("seconds", .integer(sentAt.seconds)),
                JSONValue.Member("nanoseconds", .integer(Int64(sentAt.nanoseconds))),
            ] + (tenant.map { [JSONValue.Member("tenant", .string($0.description))] } ?? []))
    }

    fileprivate init?(_ content: JSONValue) {
        guard let to = content["to"]?.string, let code = content["code"]?.string,
            let channel = content["channel"]?.string.flatMap(Outbox.Channel.init(rawValue:)),
            let seconds = content["seconds"]?.integer, let nanoseconds = content["nanoseconds"]?.integer
        else { return nil }
        self.init(
            to: to, channel: channel, code: code,
            sentAt: Timestamp(seconds: seconds, nanoseconds: Int32(clamping: nanoseconds)),
            tenant: content["tenant"]?.string.map { TenantID($0) })
    }
}
