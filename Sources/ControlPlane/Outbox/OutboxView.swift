import Entra
package import Formats
import HTTP
package import Protocol
import Store

/// A page that lists the one-time codes and push notifications "sent" to users, the newest first, and answers the notifications.
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
    /// The push notifications that wait for an answer: their IDs, and texts for people.
    package let waiting: [(value: String, text: String)]
    /// The reason for which an answer was not accepted, or nil.
    package let problem: String?

    package init(messages: [Message], waiting: [(value: String, text: String)] = [], problem: String? = nil) {
        self.messages = messages
        self.waiting = waiting
        self.problem = problem
    }

    package var section: ConsoleSection { .outbox }

    package var lead: String {
        "Codes and push notifications that the server would have sent to users. Each message stays here for one hour."
    }

    package func write(to html: inout HTMLWriter) {
        if let problem { html.element("p", ["class": "notice bad", "role": "alert"], text: problem) }
        if !waiting.isEmpty { writeForm(to: &html) }
        html.table(
            Table(
                "Messages", head: ["To", "Channel", "Code", "Sent"],
                rows: messages.map { [Cell($0.to), Cell($0.channel), .code($0.code), Cell($0.sentAt)] },
                empty: "No codes yet. A code appears here when a sign-in, a sign-up or a password reset needs one."
            ))
    }
}

extension OutboxView {
    private func writeForm(to html: inout HTMLWriter) {
        html.raw("<h2>Answer a push notification</h2>\n")
        html.element("form", ["method": "post", "action": section.path, "class": "question"]) { html in
            html.raw("\n")
            html.selectField("Sign-in", name: "id", options: waiting, chosen: "")
            html.selectField(
                "Answer", name: "answer", options: [("approve", "approve"), ("deny", "deny")], chosen: "approve")
            html.textField("Number", name: "number", value: "", hint: "the number on the sign-in page")
            html.element("button", ["class": "button"], text: "Answer")
        }
        html.raw("\n")
    }

    package init(_ services: Services, problem: String? = nil) {
        let sent = services.sentMessages()
        self.init(
            messages: sent.map { message in
                Message(
                    to: message.to, channel: OutboxView.channel(of: message, services), code: message.code,
                    sentAt: message.sentAt.iso8601)
            },
            waiting: sent.filter { $0.waits(services) }.compactMap { message in
                message.approval.map { ($0.id.description, "\(message.to) at \($0.application)") }
            }, problem: problem)
    }

    private static func channel(of message: Outbox.Message, _ services: Services) -> String {
        switch message.channel {
        case .email: "email"
        case .sms: "text message"
        case .push: "push notification (\(message.state(services) ?? ""))"
        }
    }
}

extension ControlEndpoint {
    /// Answers the push notification that the form names, and redirects to the outbox. If no such notification waits, the response
    /// is the outbox with the problem.
    static var consoleOutbox: ControlEndpoint {
        ControlEndpoint("console", errors: .problem, isConsole: true) { (context, server) throws(EntraError) in
            let form = try context.form.get() ?? Form()
            let members = form.fields.filter { !$0.value.isEmpty }.map {
                JSONValue.Member($0.name, .string($0.value))
            }
            do throws(ProblemDocument) {
                let answer = try PushAnswer(parsing: JSONWriter.value(.object(members)))
                _ = try answer.run(server.controls, context.services)
            } catch {
                var response = HTTPResponse.console(
                    OutboxView(context.services, problem: error.detail), status: error.status)
                response.setRetryAfter(error.retryAfter)
                return response
            }
            return .seeOther(ConsoleSection.outbox.path)
        }
    }
}
