import Directory
import Entra
import Flows
import HTTP
import State
import Wire

extension Endpoint {
    /// One-time codes sent to users, the newest first, as a tenant's mail and telephones would have them (interface.md §6).
    static var outbox: Endpoint {
        Endpoint("outbox", errors: .problem) { (context, _) throws(EntraError) in
            let messages = context.services.outbox.messages(
                to: try context.query.get()["to"], now: context.services.horizon)
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
