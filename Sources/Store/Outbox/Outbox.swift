import Crypto
package import Entra
package import Formats
import Synchronization

/// The one-time codes and the push notifications "sent" to users. No message leaves the server; tests and people read the messages
/// here, and answer the push notifications. Safe to use from any thread.
package final class Outbox: Sendable {
    /// The maximum number of messages. Beyond the maximum, the oldest messages of the tenants that hold the most are evicted.
    package static let capacity = 10_000
    /// The time for which a message can be read, in seconds.
    package static let lifetime: Int64 = 3_600

    package enum Channel: String, Sendable {
        case email
        case sms
        /// A request in the Microsoft Authenticator app to approve a sign-in.
        case push
    }

    /// The request of a push notification to approve a sign-in.
    package struct Approval: Sendable, Equatable {
        package enum State: String, Sendable {
            case pending
            case approved
            case denied
        }

        package let id: GUID
        /// The display name of the application to which the user signs in.
        package let application: String
        /// The numeric address from which the user signs in.
        package let ipAddress: String
        package let expiresAt: Timestamp
        package fileprivate(set) var state: State

        package init(
            id: GUID, application: String, ipAddress: String, expiresAt: Timestamp, state: State = .pending
        ) {
            self.id = id
            self.application = application
            self.ipAddress = ipAddress
            self.expiresAt = expiresAt
            self.state = state
        }
    }

    package struct Message: Sendable, Equatable {
        /// The mail address, the telephone number, or the user name of a push notification.
        package let to: String
        package let channel: Channel
        /// The one-time code, or the number that the sign-in page shows and the user types into the app.
        package let code: String
        package let sentAt: Timestamp
        /// The tenant of the sign-in or sign-up, or nil for a message from a version that did not store the tenant.
        package let tenant: TenantID?
        /// The request of a push notification, and nil for a code.
        package fileprivate(set) var approval: Approval?

        package init(
            to: String, channel: Channel, code: String, sentAt: Timestamp, tenant: TenantID?, approval: Approval? = nil
        ) {
            self.to = to
            self.channel = channel
            self.code = code
            self.sentAt = sentAt
            self.tenant = tenant
            self.approval = approval
        }

        fileprivate func isOver(at now: Timestamp) -> Bool { now.seconds - sentAt.seconds > Outbox.lifetime }
    }

    private struct Entry {
        let key: String
        var message: Message
    }

    /// The messages, oldest first.
    private let entries = Mutex<[Entry]>([])
    private let replica: Replica
    private let onDelivery: @Sendable (Message) -> Void

    /// Creates an outbox. `onDelivery` receives every message that this process sends.
    package init(replica: Replica = Replica(), onDelivery: @escaping @Sendable (Message) -> Void = { _ in }) {
        self.replica = replica
        self.onDelivery = onDelivery
        replica.join(self)
    }

    /// Sends a message. `now` is the minimum clock over the retention window; messages that are expired by that clock are
    /// removed. Throws `EntraError.storeUnavailable`.
    package func deliver(_ message: Message, now: Timestamp) throws(EntraError) {
        let entry = Entry(key: (message.approval?.id ?? SystemRandom().guid()).description, message: message)
        _ = try replica.write { () throws(EntraError) in
            let leaving = entries.withLock { entries in Outbox.leaving(entries, now).map { entries[$0].key } }
            let documents = leaving.map { SharedDocument(.message, $0, nil) }
            return (documents + [SharedDocument(.message, entry.key, message.content)], leaving)
        } finish: { (leaving: [String]) in
            entries.withLock { entries in
                let keys = Set(leaving.map { ByteString($0) })
                if !keys.isEmpty { entries.removeAll { keys.contains(ByteString($0.key)) } }
                entries.append(entry)
            }
        }
        onDelivery(message)
    }

    /// Returns the positions of the messages to remove before another one is added: the expired ones at the front, or an eighth
    /// if the outbox is full. Most deliveries therefore move nothing.
    private static func leaving(_ entries: [Entry], _ now: Timestamp) -> [Int] {
        guard entries.count >= capacity else {
            return Array(entries.indices.prefix { entries[$0].message.isOver(at: now) })
        }
        return FairShare.leaving(entries, keeping: capacity - capacity / 8, owner: \.message.tenant)
    }

    /// Returns the messages to one recipient (compared with ASCII case folded), or to anyone if `recipient` is nil, newest
    /// first.
    package func messages(to recipient: String? = nil, now: Timestamp) -> [Message] {
        entries.withLock { $0 }.reversed().map(\.message).filter { message in
            !message.isOver(at: now) && (recipient.map { message.to.isExactlyIgnoringASCIICase($0) } ?? true)
        }
    }

    /// Answers a push notification. Returns the message after the answer, or nil if no such message waits for an answer: the first
    /// answer is final. Throws `EntraError.storeUnavailable`.
    package func answer(_ id: GUID, with state: Approval.State) throws(EntraError) -> Message? {
        try replica.write { () throws(EntraError) in
            let found = entries.withLock { entries in entries.last { $0.message.approval?.id == id } }
            guard var entry = found, entry.message.approval?.state == .pending else { return ([], nil) }
            entry.message.approval?.state = state
            return ([SharedDocument(.message, entry.key, entry.message.content)], entry)
        } finish: { (entry: Entry?) in
            if let entry { entries.withLock { Outbox.put(entry, &$0) } }
        }?.message
    }

    /// Returns the message of a push notification, or nil if there is none.
    package func message(asking id: GUID) -> Message? {
        entries.withLock { entries in entries.last { $0.message.approval?.id == id } }?.message
    }

    /// Returns the change that removes all messages, or the messages of one tenant. The call must happen within a transaction.
    package func resetting(tenant: TenantID?) -> SharedChange {
        let remains = { (entry: Entry) in tenant.map { entry.message.tenant != $0 } ?? false }
        let leaving = entries.withLock { $0 }.filter { !remains($0) }
        return SharedChange(leaving.map { SharedDocument(.message, $0.key, nil) }) { [self] in
            entries.withLock { $0 = $0.filter(remains) }
        }
    }
}

extension Outbox: ChangeSubscriber {
    package var kinds: [SharedDocument.Kind] { [.message] }

    package func canRead(_ document: SharedDocument) -> Bool { document.content.flatMap(Message.init) != nil }

    package func begin(with documents: [SharedDocument]) {
        entries.withLock { $0 = documents.compactMap(Outbox.entry) }
    }

    package func follow(_ documents: [SharedDocument]) {
        entries.withLock { Outbox.take(documents, &$0) }
    }

    private static func take(_ documents: [SharedDocument], _ entries: inout [Entry]) {
        let deleted = Set(documents.filter { $0.content == nil }.map { ByteString($0.key) })
        if !deleted.isEmpty { entries.removeAll { deleted.contains(ByteString($0.key)) } }
        for entry in documents.compactMap(entry) { put(entry, &entries) }
    }

    private static func entry(_ document: SharedDocument) -> Entry? {
        document.content.flatMap(Message.init).map { Entry(key: document.key, message: $0) }
    }

    /// Adds an entry, or replaces the entry of a push notification that now has an answer. No other message changes.
    private static func put(_ entry: Entry, _ entries: inout [Entry]) {
        let isAnswer = entry.message.approval.map { $0.state != .pending } ?? false
        guard isAnswer, let index = entries.lastIndex(where: { $0.message.approval?.id == entry.message.approval?.id })
        else { return entries.append(entry) }
        entries[index] = entry
    }
}

extension Outbox.Message {
    fileprivate var content: JSONValue {
        .object(
            [
                JSONValue.Member("to", .string(to)), JSONValue.Member("channel", .string(channel.rawValue)),
                JSONValue.Member("code", .string(code)), JSONValue.Member("seconds", .integer(sentAt.seconds)),
                JSONValue.Member("nanoseconds", .integer(Int64(sentAt.nanoseconds))),
            ] + (tenant.map { [JSONValue.Member("tenant", .string($0.description))] } ?? [])
                + (approval.map { [JSONValue.Member("approval", $0.content)] } ?? []))
    }

    fileprivate init?(_ content: JSONValue) {
        guard let to = content["to"]?.string, let code = content["code"]?.string,
            let channel = content["channel"]?.string.flatMap(Outbox.Channel.init(rawValue:)),
            let seconds = content["seconds"]?.integer, let nanoseconds = content["nanoseconds"]?.integer
        else { return nil }
        self.init(
            to: to, channel: channel, code: code,
            sentAt: Timestamp(seconds: seconds, nanoseconds: Int32(clamping: nanoseconds)),
            tenant: content["tenant"]?.string.map { TenantID($0) },
            approval: content["approval"].flatMap(Outbox.Approval.init))
        guard (channel == .push) == (approval != nil) else { return nil }
    }
}

extension Outbox.Approval {
    fileprivate var content: JSONValue {
        .object([
            JSONValue.Member("id", .string(id.description)), JSONValue.Member("application", .string(application)),
            JSONValue.Member("ipAddress", .string(ipAddress)),
            JSONValue.Member("expiresAt", .integer(expiresAt.seconds)),
            JSONValue.Member("state", .string(state.rawValue)),
        ])
    }

    fileprivate init?(_ content: JSONValue) {
        guard let id = content["id"]?.string.flatMap({ GUID($0) }), let application = content["application"]?.string,
            let ipAddress = content["ipAddress"]?.string, let seconds = content["expiresAt"]?.integer,
            let state = content["state"]?.string.flatMap(State.init(rawValue:))
        else { return nil }
        self.init(
            id: id, application: application, ipAddress: ipAddress, expiresAt: Timestamp(seconds: seconds),
            state: state)
    }
}
