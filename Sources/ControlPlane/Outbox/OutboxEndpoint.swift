import Directory
import Formats
import HTTP
package import Protocol
package import Store

extension ControlRoutes {
    /// The routes of the outbox, which stores the one-time codes and push notifications that the server sends to users.
    static let outbox: [Route<ControlEndpoint>] = [
        Route(["GET"], "/_understudy/outbox", .outbox),
        Route(["POST"], "/_understudy/outbox/answer", .answerPush),
    ]
}

extension ControlEndpoint {
    /// The one-time codes and push notifications that the server sent to users, the newest first. They stand in for the messages in
    /// a tenant's mailboxes and on its phones (docs/reference/interface.md#control-plane).
    static var outbox: ControlEndpoint {
        .control("outbox", query: ControlQuery(["to"])) { (context, _) throws(ProblemDocument) in
            let recipient = try context.controlQuery["to"]
            let messages = context.services.sentMessages(to: recipient)
            return .json(
                JSONWriter.object { json in
                    json.array("messages") { list in
                        for message in messages {
                            list.objectElement { message.write(to: &$0, context.services) }
                        }
                    }
                })
        }
    }
}

extension Outbox.Message {
    /// Writes the members of the message in the form of the control plane.
    func write(to json: inout JSONWriter, _ services: Services) {
        json.field("to", to)
        json.field("channel", channel.rawValue)
        json.field("code", code)
        json.field("sentAt", sentAt.iso8601)
        guard let approval else { return }
        json.field("id", approval.id.description)
        json.field("application", approval.application)
        json.field("ipAddress", approval.ipAddress)
        json.field("expiresAt", approval.expiresAt.iso8601)
        json.field("state", state(services) ?? "")
    }

    /// Returns `pending`, `approved`, `denied` or `expired` for a push notification, and nil for a code.
    package func state(_ services: Services) -> String? {
        approval.map { waits(services) || $0.state != .pending ? $0.state.rawValue : "expired" }
    }

    /// Whether the message is a push notification that can still be answered.
    func waits(_ services: Services) -> Bool {
        approval.map { $0.state == .pending && !services.isExpired($0, of: tenant) } ?? false
    }
}
