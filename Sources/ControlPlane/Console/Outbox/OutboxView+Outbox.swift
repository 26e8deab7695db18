import Formats
import Protocol
package import Store

extension OutboxView {
    package init(_ messages: [Outbox.Message]) {
        self.init(
            messages: messages.map { message in
                Message(
                    to: message.to, channel: message.channel == .sms ? "text message" : "email", code: message.code,
                    sentAt: message.sentAt.iso8601)
            })
    }
}
