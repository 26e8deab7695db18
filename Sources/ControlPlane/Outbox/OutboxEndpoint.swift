import Directory
import Formats
import HTTP
import Protocol
import Store

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
