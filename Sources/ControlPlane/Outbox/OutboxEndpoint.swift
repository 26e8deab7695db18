import Directory
package import Formats
import HTTP
import Protocol
package import Store

extension ControlRoutes {
    /// The routes of the outbox, which stores the one-time codes that the server sends to users.
    static let outbox: [Route<ControlEndpoint>] = [
        Route(["GET"], "/_understudy/outbox", .outbox)
    ]
}

extension ControlEndpoint {
    /// The one-time codes that the server sent to users, the newest first. They stand in for the messages in a tenant's mailboxes
    /// and on its phones (docs/reference/interface.md#control-plane).
    static var outbox: ControlEndpoint {
        .control("outbox", query: ControlQuery(["to"])) { (context, _) throws(ProblemDocument) in
            let recipient = try context.controlQuery["to"]
            let messages = context.services.sentMessages(to: recipient)
            return .json(
                JSONWriter.object { json in
                    json.array("messages") { list in
                        for message in messages {
                            list.objectElement { member in
                                member.field("to", message.to)
                                member.field("channel", message.channel.rawValue)
                                member.field("code", message.code)
                                member.field("sentAt", message.sentAt.iso8601)
                            }
                        }
                    }
                })
        }
    }
}

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
