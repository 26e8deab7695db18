package import Formats

/// A page that lists the one-time codes "sent" to users, the newest first.
package struct OutboxView: ConsoleView {
    package struct Message: Sendable, Equatable {
        package let to: String
        package let channel: String
        package let code: String
        package let sentAt: String

        package init(to: String, channel: String, code: String, sentAt: String) {
            self.to = to
            self.channel = channel
            self.code = code
            self.sentAt = sentAt
        }
    }

    package let messages: [Message]

    package init(messages: [Message]) {
        self.messages = messages
    }

    package var section: ConsoleSection { .outbox }

    package var lead: String {
        "One-time codes that the server would have sent by email or text message. Each code stays here for one hour."
    }

    package func write(to html: inout HTMLWriter) {
        html.table(
            Table(
                "Messages", head: ["To", "Channel", "Code", "Sent"],
                rows: messages.map { [Cell($0.to), Cell($0.channel), .code($0.code), Cell($0.sentAt)] },
                empty: "No codes yet. A code appears here when a sign-in, a sign-up or a password reset needs one."
            ))
    }
}
