package import Pages
package import State
package import Wire

extension OutboxView {
    /// What can be read at this moment.
    package init(_ outbox: Outbox, now: Timestamp) {
        self.init(
            messages: outbox.messages(now: now).map { message in
                Message(
                    to: message.to, channel: message.channel == .sms ? "text message" : "mail", code: message.code,
                    sentAt: message.sentAt.iso8601)
            })
    }
}
