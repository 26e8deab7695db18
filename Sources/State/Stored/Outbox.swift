import Synchronization
package import Wire

/// One-time codes "sent" to users. Nothing leaves the server: tests and people read the codes here. Safe to use from any
/// thread.
package final class Outbox: Sendable {
    /// Messages held at once; the oldest give way.
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

        package init(to: String, channel: Channel, code: String, sentAt: Timestamp) {
            self.to = to
            self.channel = channel
            self.code = code
            self.sentAt = sentAt
        }
    }

    /// The oldest first.
    private let messages = Mutex<[Message]>([])
    private let onDelivery: @Sendable (Message) -> Void

    /// `onDelivery` is told of every message.
    package init(onDelivery: @escaping @Sendable (Message) -> Void = { _ in }) {
        self.onDelivery = onDelivery
    }

    package func deliver(_ message: Message) {
        messages.withLock { messages in
            // An eighth at a time, so that most deliveries move nothing.
            // Allowed (remove-end): it holds `capacity`, an eighth of which goes.
            if messages.count >= Outbox.capacity { messages.removeFirst(Outbox.capacity / 8) }
            messages.append(message)
        }
        onDelivery(message)
    }

    /// What was sent to one recipient, ASCII case folded, or to anyone; the newest first.
    package func messages(to recipient: String? = nil, now: Timestamp) -> [Message] {
        messages.withLock { messages in
            messages.removeAll { now.seconds - $0.sentAt.seconds > Outbox.lifetime }
            return messages.reversed().filter { message in
                recipient.map { message.to.isExactlyIgnoringASCIICase($0) } ?? true
            }
        }
    }

    package func removeAll() {
        messages.withLock { $0 = [] }
    }
}
