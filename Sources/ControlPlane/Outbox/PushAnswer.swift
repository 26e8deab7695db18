import Directory
import Entra
import Formats
import HTTP
package import Protocol
package import Store

extension ControlEndpoint {
    /// Answers a push notification in place of the user with the phone.
    static var answerPush: ControlEndpoint {
        .control("outbox-answer", PushAnswer.self) { (answer, context, server) throws(ProblemDocument) in
            let message = try answer.run(server.controls, context.services)
            return .json(JSONWriter.object { message.write(to: &$0, context.services) })
        }
    }
}

/// A request to `POST /_understudy/outbox/answer`, which approves or denies a push notification of Microsoft Authenticator. As in
/// the app, a number other than the number on the sign-in page denies the sign-in.
package struct PushAnswer: ControlRequest {
    package enum Answer: String, Sendable, CaseIterable {
        case approve
        case deny
    }

    /// The ID of the notification, or nil for the newest one that waits for an answer.
    var id: String?
    /// The name of the user who received the notification, or nil for any user.
    var recipient: String?
    /// The ID or a domain of the tenant, or nil for any tenant.
    var tenant: String?
    var answer: Answer
    /// The number that the user types, or nil for a denial.
    var number: String?

    /// Reads `{"to"?, "id"?, "tenant"?, "answer"?: "approve" | "deny", "number"?}`.
    package init(reading body: inout ControlBody) {
        self.init(
            id: body.optional("id", .nonEmptyText), recipient: body.optional("to", .nonEmptyText),
            tenant: body.optional("tenant", .nonEmptyText),
            answer: body.optional("answer", .word(placeholder: .approve)) ?? .approve,
            number: body.optional("number", .nonEmptyText))
        if !body.has("id"), !body.has("to") { body.reject("Give to, the name of the user, or id.") }
        if answer == .approve, !body.has("number") {
            body.reject("number", "An approval needs the number that the sign-in page shows.")
        }
    }

    /// Creates a request from values of a program. Without a number, the answer is a denial. Throws a problem of status 400 for an
    /// empty text.
    package init(checking recipient: String, tenant: String?, number: String?) throws(ProblemDocument) {
        try ControlArguments.check { arguments in
            for (name, text) in [("to", recipient), ("tenant", tenant), ("number", number)] {
                arguments.check(name, text, .nonEmptyText)
            }
        }
        self.init(
            id: nil, recipient: recipient, tenant: tenant, answer: number == nil ? .deny : .approve, number: number)
    }

    private init(id: String?, recipient: String?, tenant: String?, answer: Answer, number: String?) {
        self.id = id
        self.recipient = recipient
        self.tenant = tenant
        self.answer = answer
        self.number = number
    }

    /// Answers the newest matching notification, and returns the notification after the answer. Throws a problem of status 404 if
    /// no matching notification waits for an answer, and 503 if the store is unavailable.
    package func run(_ controls: Controls, _ services: Services) throws(ProblemDocument) -> Outbox.Message {
        let tenant = try controls.tenant(named: tenant)?.id
        let waiting = services.sentMessages(to: recipient).first { message in
            message.waits(services) && (tenant == nil || message.tenant == tenant)
                && (id.map { message.approval?.id == GUID($0) } ?? true)
        }
        guard let waiting, let approval = waiting.approval else { throw PushAnswer.nothingWaits }
        let isApproval = answer == .approve && number.map(waiting.code.isExactly) == true
        let answered = try ProblemDocument.mappingStoreErrors { () throws(EntraError) in
            try services.outbox.answer(approval.id, with: isApproval ? .approved : .denied)
        }
        guard let answered else { throw PushAnswer.nothingWaits }
        return answered
    }

    private static let nothingWaits = ProblemDocument.notFound(
        "No push notification that matches the request waits for an answer: GET /_understudy/outbox lists the notifications."
    )
}
