import Entra
import Formats
import HTTP
import Protocol

/// A UML sequence diagram. The page renders the diagram as a list, which is readable without the picture.
package struct SequenceDiagram: Sendable, Equatable {
    package struct Message: Sendable, Equatable {
        package enum Kind: Sendable {
            case request
            case response
        }

        /// The positions of sender and receiver among the participants, which always differ.
        package let from: Int
        package let to: Int
        package let kind: Kind
        /// The kind of message in a few words.
        package let label: String
        /// The further details of the message.
        package let detail: String
        package let isRejection: Bool
        /// The link to the details on the page.
        package let href: String?

        package init(
            from: Int, to: Int, kind: Kind, label: String, detail: String = "", isRejection: Bool = false,
            href: String? = nil
        ) {
            self.from = from
            self.to = to
            self.kind = kind
            self.label = label
            self.detail = detail
            self.isRejection = isRejection
            self.href = href
        }
    }

    /// The largest number of lanes that the style sheet can draw.
    package static let maximumParticipants = 6

    package let participants: [String]
    package let messages: [Message]

    package init(participants: [String], messages: [Message]) {
        self.participants = participants
        self.messages = messages
    }
}

extension HTMLWriter {
    mutating func sequence(_ diagram: SequenceDiagram) {
        element("ol", ["class": "sequence lanes-\(diagram.participants.count)", "aria-label": "Sequence"]) { html in
            html.raw("\n<li class=\"lanes\" aria-hidden=\"true\">")
            for name in diagram.participants { html.element("span", text: name) }
            html.raw("</li>")
            for message in diagram.messages {
                html.raw("\n<li>")
                html.message(message, diagram.participants)
                html.raw("</li>")
            }
        }
        raw("\n")
    }

    private mutating func message(_ message: SequenceDiagram.Message, _ names: [String]) {
        let first = min(message.from, message.to)
        let span = max(message.from, message.to) - first + 1
        let direction = message.to > message.from ? "right" : "left"
        let look = "message \(direction) from-\(first + 1) span-\(span)"
        let attributes: HTMLWriter.Attributes = [
            "class": look + (message.kind == .response ? " answer" : "") + (message.isRejection ? " is-bad" : ""),
            "href": message.href,
            "aria-label": "\(names[safely: message.from]) to \(names[safely: message.to]): \(message.label) "
                + message.detail,
        ]
        element(message.href == nil ? "span" : "a", attributes) { html in
            html.raw("<span class=\"label\">")
            html.element("b", text: message.label)
            if !message.detail.isEmpty {
                html.raw(" ")
                html.element("bdi", text: message.detail)
            }
            html.raw("</span><span class=\"arrow\"></span>")
        }
    }
}

extension [String] {
    fileprivate subscript(safely position: Int) -> String { indices.contains(position) ? self[position] : "" }
}

extension SequenceDiagram {
    /// Creates the diagram of a flow. The participants are the user if a page was shown, the application, and each endpoint that
    /// received a request.
    init(_ exchanges: [(summary: JSONValue, entry: JournalEntry)]) {
        let requested = exchanges.map(\.entry.endpoint)
        let hasUser = exchanges.contains { Parties.shows($0.summary) || Parties.isByUser($0.entry) }
        let parties = Parties(requested, hasUser: hasUser)
        self.init(
            participants: parties.names,
            messages: exchanges.flatMap { summary, entry in parties.messages(summary, entry) })
    }
}

/// The participants of a flow.
private struct Parties {
    /// The names of the participants, in the order of their lanes.
    let names: [String]
    private let user: Int
    private let app: Int
    private let first: Int

    /// The endpoints of the flow. Endpoints beyond the number of lanes share the last lane.
    private let endpoints: [String]

    init(_ requested: [String], hasUser: Bool) {
        var distinct: [String] = []
        for name in requested where !distinct.contains(where: { $0.isExactly(name) }) { distinct.append(name) }
        let people = hasUser ? ["User", "App"] : ["App"]
        let lanes = SequenceDiagram.maximumParticipants - people.count
        endpoints = distinct
        names =
            people + distinct.prefix(distinct.count > lanes ? lanes - 1 : lanes)
            + (distinct.count > lanes ? ["other endpoints"] : [])
        user = 0
        app = people.count - 1
        first = people.count
    }

    /// Whether the response is for a person to read.
    static func shows(_ summary: JSONValue) -> Bool {
        summary["page"] != nil || isErrorPage(summary)
    }

    /// Whether the response goes to a person. The pages of a device code have no application that could receive a redirect.
    private static func isForUser(_ summary: JSONValue, _ entry: JournalEntry) -> Bool {
        shows(summary) || entry.endpoint.isExactly("devicelogin")
    }

    private static func isErrorPage(_ summary: JSONValue) -> Bool {
        summary["outcome"]?.string == "error" && summary["status"]?.integer != 302
            && ["authorize", "adminconsent", "logout", "devicelogin"].containsExactly(summary["endpoint"]?.string ?? "")
    }

    /// Whether a person posted a page's form or opened a page. An application is recognized by its `client_id` in the form.
    static func isByUser(_ entry: JournalEntry) -> Bool {
        if entry.endpoint == "devicelogin" { return true }
        return ["authorize", "adminconsent", "logout", "signinpage"].containsExactly(entry.endpoint)
            && entry.request.method == "POST" && entry.form?[Parameter.clientID] == nil
    }

    func messages(_ summary: JSONValue, _ entry: JournalEntry) -> [SequenceDiagram.Message] {
        let lane = min(first + (endpoints.firstIndex { $0.isExactly(entry.endpoint) } ?? 0), names.count - 1)
        let href = "#" + JournalEntryCard.id(of: summary)
        let outcome = FlowOutcome(RecordedResponse(entry))
        return [
            SequenceDiagram.Message(
                from: Parties.isByUser(entry) ? user : app, to: lane, kind: .request, label: label(summary, entry),
                detail: detail(summary, entry), href: href),
            SequenceDiagram.Message(
                from: lane, to: Parties.isForUser(summary, entry) ? user : app, kind: .response,
                label: outcome.kind == .page && summary["error"] != nil ? outcome.label : responseLabel(summary, entry),
                isRejection: outcome.kind == .error, href: href),
        ]
    }

    private func label(_ summary: JSONValue, _ entry: JournalEntry) -> String {
        if let grant = summary["grantType"]?.string { return shortGrant(grant) }
        let method = summary["method"]?.string ?? ""
        guard Parties.isByUser(entry) else { return method }
        let entered = Parties.inputs.filter { entry.form?[$0.field] != nil }.map(\.name)
        return entered.isEmpty ? method : entered.firstOfEach { ByteString($0) }.joined(separator: ", ")
    }

    /// The inputs of a person on the pages.
    private static let inputs: [(field: String, name: String)] = [
        (PageField.username, "user name"), (PageField.password, "password"), (PageField.oneTimeCode, "code"),
        (PageField.staySignedIn, "stay signed in"), (PageField.consent, "consent"),
        (PageField.acceptConsent, "consent"), (PageField.account, "account"), (PageField.newPassword, "new password"),
    ]

    private func detail(_ summary: JSONValue, _ entry: JournalEntry) -> String {
        Parties.isByUser(entry) ? "" : summary["scope"]?.string ?? summary["resource"]?.string ?? ""
    }

    private func responseLabel(_ summary: JSONValue, _ entry: JournalEntry) -> String {
        if let error = summary["error"]?.string { return error }
        if let page = summary["page"]?.string { return "page: \(page)" }
        let response = RecordedResponse(entry)
        let names = response.json?.object?.map(\.name) ?? response.parameters?.fields.map(\.name) ?? []
        let results = Parties.outputs.filter { output in names.contains { $0.isExactly(output) } }
        return results.isEmpty ? String(entry.response.status) : results.joined(separator: ", ")
    }

    /// The results in a response that the diagram names.
    private static let outputs = [
        Parameter.code, Parameter.accessToken, Parameter.idToken, Parameter.refreshToken, "device_code",
    ]
}
