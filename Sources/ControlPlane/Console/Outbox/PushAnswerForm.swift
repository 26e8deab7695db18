import Entra
import Formats
import HTTP
import Protocol

/// The form in the outbox that answers a push notification in place of the user with the phone.
extension HTMLWriter {
    mutating func pushAnswerForm(_ id: String, of user: String) {
        element(
            "form", ["method": "post", "action": ConsoleSection.outbox.path, "class": "tools"]
        ) { html in
            html.void("input", ["type": "hidden", "name": "id", "value": id])
            html.void(
                "input",
                [
                    "type": "text", "name": "number", "size": "4", "inputmode": "numeric", "autocomplete": "off",
                    "aria-label": "Number on the sign-in page of \(user)", "placeholder": "number",
                ])
            for answer in ["approve", "deny"] {
                html.element(
                    "button", ["class": "small", "name": "answer", "value": answer],
                    text: answer == "approve" ? "Approve" : "Deny")
            }
        }
    }
}

extension ControlEndpoint {
    /// Answers the push notification that the form names, and redirects to the outbox. If no such notification waits, the response
    /// is the outbox with the problem.
    static var consolePushAnswer: ControlEndpoint {
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
                    OutboxView(
                        context.services, filter: "", curl: ControlCommand(context, server), problem: error.detail),
                    status: error.status)
                response.setRetryAfter(error.retryAfter)
                return response
            }
            return .seeOther(ConsoleSection.outbox.path)
        }
    }
}
