import Directory
import Entra
import Formats
import HTTP
import Protocol
import Store

/// A page that lists the messages "sent" to users, the newest first. The list is live.
struct OutboxView: ConsoleView {
    struct Message: Sendable, Equatable {
        let to: String
        let channel: String
        let code: String
        let sentAt: String
        /// The name of the tenant, or an empty string if the message has none.
        let tenant: String
        /// The ID of a push notification that waits for an answer, or nil.
        let waiting: String?
    }

    let messages: [Message]
    /// The number of messages that the page does not show.
    let left: Int
    /// The text that recipients contain, or an empty string for all recipients.
    let filter: String
    /// The recipients of all messages, as suggestions for the filter.
    let recipients: [String]
    /// A command that fills the outbox, or nil if the directory has no tenant for it.
    let example: CodeBlock?
    /// The reason for which an answer to a push notification was not accepted, or nil.
    let problem: String?

    var section: ConsoleSection { .outbox }
    var lead: String {
        "Messages that the server would have sent by email, text message or notification. Each stays here for one hour."
    }

    func write(to html: inout HTMLWriter) {
        if let problem { html.element("p", ["class": "notice bad", "role": "alert"], text: problem) }
        html.queryForm(.outbox, "Filter") { html in
            html.input("Recipient", name: "to", value: filter, hint: "part of an address or number", list: "recipients")
            html.element("datalist", ["id": "recipients"]) { html in
                for recipient in recipients { html.void("option", ["value": recipient]) }
            }
        }
        html.liveStatus()
        html.element("div", ["id": "live", "data-stream": Console.streamPath]) { html in
            html.raw("\n")
            guard !messages.isEmpty else { return writeEmpty(to: &html) }
            html.element("table", ["aria-label": "Messages"]) { html in
                html.raw("\n<thead><tr>")
                for name in ["Code", "To", "Channel", "Sent"] { html.element("th", ["scope": "col"], text: name) }
                html.raw("</tr></thead>\n<tbody>")
                for message in messages { html.message(message) }
                html.raw("\n</tbody>")
            }
            if left > 0 { html.element("p", ["class": "soft"], text: "Older messages that are not shown: \(left).") }
        }
        html.raw("\n")
    }

    private func writeEmpty(to html: inout HTMLWriter) {
        guard filter.isEmpty else {
            return html.teaching(
                "No message to a recipient with this text.", nil,
                links: [("Show all messages", ConsoleSection.outbox.path)])
        }
        html.teaching(
            "No codes yet. A code appears here when a sign-in, a sign-up or a password reset needs one. "
                + "Tests read the codes with GET /_understudy/outbox.", example)
    }
}

extension HTMLWriter {
    fileprivate mutating func message(_ message: OutboxView.Message) {
        raw("\n<tr><td data-label=\"Code\"><span class=\"code-cell\">")
        element("code", ["class": "one-time-code"], text: message.code)
        raw(" ")
        element(
            "button",
            [
                "type": "button", "class": "copy", "hidden": "", "data-copy": message.code,
                "aria-label": "Copy: the code for \(message.to)",
            ], text: "Copy")
        raw("</span></td><td data-label=\"To\">")
        element("bdi", text: message.to)
        if !message.tenant.isEmpty { element("div", ["class": "soft"], text: message.tenant) }
        raw("</td><td data-label=\"Channel\">")
        text(message.channel)
        if let id = message.waiting { pushAnswerForm(id, of: message.to) }
        raw("</td><td data-label=\"Sent\">")
        text(message.sentAt)
        raw("</td></tr>")
    }
}

extension OutboxView {
    /// The largest numbers of messages and of suggested recipients on the page.
    private static let maximumMessages = 50
    private static let maximumRecipients = 25

    /// Creates the page of the messages, the newest first, to recipients that contain the text.
    init(_ services: Services, filter: String, curl: ControlCommand, problem: String? = nil) {
        let (all, directory) = (services.sentMessages(), services.directory)
        let needle = filter.asciiLowercased
        let matching = all.filter { needle.isEmpty || $0.to.asciiLowercased.containsExactly(needle) }
        var recipients: [String] = []
        for message in all where !recipients.containsExactly(message.to) {
            guard recipients.count < Self.maximumRecipients else { break }
            recipients.append(message.to)
        }
        self.init(
            messages: matching.prefix(Self.maximumMessages).map { message in
                Message(
                    to: message.to, channel: OutboxView.channel(of: message, services), code: message.code,
                    sentAt: message.sentAt.iso8601,
                    tenant: message.tenant.flatMap(directory.tenant)?.displayName ?? "",
                    waiting: message.waits(services) ? message.approval?.id.description : nil)
            },
            left: max(matching.count - Self.maximumMessages, 0), filter: filter, recipients: recipients,
            example: OutboxView.example(directory, curl), problem: problem)
    }

    /// Returns the channel in words, with the state of a push notification.
    private static func channel(of message: Outbox.Message, _ services: Services) -> String {
        switch message.channel {
        case .email: "email"
        case .sms: "text message"
        case .push: "push notification (\(message.state(services) ?? ""))"
        }
    }

    /// Returns a command that signs a new user up in the first external tenant whose application has a redirect URI.
    private static func example(_ directory: Directory, _ curl: ControlCommand) -> CodeBlock? {
        for tenant in directory.tenants where tenant.kind == .external {
            for application in tenant.ownApplications {
                guard let uri = application.redirectURIs.first?.uri else { continue }
                let query = Form([
                    .init(Parameter.clientID, application.appId), .init(Parameter.responseType, Parameter.code),
                    .init(Parameter.redirectURI, uri.string), .init(Parameter.scope, "openid"),
                    .init(Parameter.prompt, "create"),
                ])
                let members: [JSONValue.Member] = [
                    .init("user", .string("new@customer.example")), .init("newPassword", .string("Fjord-Trip 1")),
                    .init("authorizeUrl", .string("/\(tenant.id)/oauth2/v2.0/authorize?\(query.encoded)")),
                ]
                return CodeBlock(
                    "Sign a new user up, which sends a code", curl.post("/_understudy/signin", .object(members)))
            }
        }
        return nil
    }
}

extension ControlRoutes {
    /// The routes of the page of the outbox.
    static let consoleOutbox: [Route<ControlEndpoint>] = [
        Route(["GET"], "/_understudy/console/outbox", .consoleOutbox),
        Route(["POST"], "/_understudy/console/outbox", .consolePushAnswer),
    ]
}

extension ControlEndpoint {
    /// The page of the outbox. `?to=` limits the page to recipients that contain the text.
    static var consoleOutbox: ControlEndpoint {
        ControlEndpoint("console", errors: .problem, isConsole: true) { (context, server) throws(EntraError) in
            .console(
                OutboxView(
                    context.services, filter: (try context.query.get())["to"] ?? "",
                    curl: ControlCommand(context, server)))
        }
    }
}
