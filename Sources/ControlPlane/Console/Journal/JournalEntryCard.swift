import Entra
import Formats
import HTTP
import Protocol

/// A card that shows one journal entry of a flow.
package struct JournalEntryCard: Sendable {
    package typealias Fact = (name: String, value: Cell)

    /// The reason why a request was rejected, and the fix.
    package struct Rejection: Sendable, Equatable {
        package let code: String
        package let message: String
        /// The actual cause, if the response does not reveal the cause.
        package let detail: String?
        package let fix: String?

        package init(code: String, message: String, detail: String?, fix: String?) {
            self.code = code
            self.message = message
            self.detail = detail
            self.fix = fix
        }
    }

    /// Columns of names and values that are shown next to each other, such as two tokens.
    package struct Sides: Sendable {
        package let title: String
        package let columns: [(title: String, facts: [Fact])]
        package let notes: [String]

        package init(_ title: String, columns: [(title: String, facts: [Fact])], notes: [String] = []) {
            self.title = title
            self.columns = columns
            self.notes = notes
        }
    }

    /// The request as a command, with the number of the request if the command lacks secrets.
    package struct Curl: Sendable, Equatable {
        package let command: CodeBlock
        package let request: String?

        package init(_ command: CodeBlock, request: String?) {
            self.command = command
            self.request = request
        }
    }

    /// The `id` attribute of the card's element.
    package let id: String
    package let method: String
    package let path: String
    /// The time of the request and its duration.
    package let timing: String
    package let outcome: Badge
    package let rejection: Rejection?
    /// The facts of the decision.
    package let reasons: [Fact]
    package let sides: [Sides]
    package let curl: Curl
    /// The pages about the request: its comparison with another request, and the stub that repeats its response.
    package let links: (compare: String, stub: String)
    package let isOpen: Bool
}

extension HTMLWriter {
    mutating func exchange(_ card: JournalEntryCard) {
        element("details", ["class": "exchange", "id": card.id, "open": card.isOpen ? "" : nil]) { html in
            html.raw("\n<summary>")
            html.element("span", ["class": "line"]) { html in
                html.element("b", text: card.method)
                html.raw(" ")
                html.element("bdi", text: card.path)
            }
            html.badge(card.outcome)
            html.element("span", ["class": "soft"], text: card.timing)
            html.raw("</summary>\n<div class=\"inside\">\n")
            if let rejection = card.rejection { html.rejection(rejection) }
            if !card.reasons.isEmpty {
                html.raw("<h2>Decision</h2>\n")
                html.facts(card.reasons)
            }
            for sides in card.sides { html.sides(sides) }
            html.element("details", ["class": "more", "id": "\(card.id)-curl"]) { html in
                html.raw("<summary>curl command</summary>\n")
                html.codeBlock(card.curl.command)
                if let request = card.curl.request { html.curlForm(request) }
            }
            html.element("p", ["class": "tools links"]) { html in
                html.element("a", ["href": card.links.compare], text: "Compare with another request")
                html.element("a", ["href": card.links.stub], text: "Make a stub from this response")
            }
            html.raw("\n</div>\n")
        }
        raw("\n")
    }

    /// Writes a form that requests the command with its secrets. The request needs a form, because a form of another site is
    /// rejected.
    private mutating func curlForm(_ request: String) {
        element("form", ["method": "post", "action": Console.curlPath, "class": "tools"]) { html in
            html.void("input", ["type": "hidden", "name": "id", "value": request])
            html.element(
                "button", ["class": "small", "aria-label": "Show request \(request) as a curl command with secrets"],
                text: "Show with secrets")
        }
    }

    private mutating func rejection(_ rejection: JournalEntryCard.Rejection) {
        raw("<div class=\"notice bad\">\n<p>")
        element("strong", text: rejection.code)
        raw(" ")
        element("bdi", text: rejection.message)
        raw("</p>\n")
        if let detail = rejection.detail {
            element("p", text: detail)
            raw("\n")
        }
        if let fix = rejection.fix {
            raw("<p class=\"fix\"><b>How to fix:</b> ")
            element("bdi", text: fix)
            raw("</p>\n")
        }
        raw("</div>\n")
    }

    private mutating func sides(_ sides: JournalEntryCard.Sides) {
        element("h2", text: sides.title)
        raw("\n<div class=\"sides\">\n")
        for column in sides.columns {
            raw("<div>")
            element("h3", text: column.title)
            facts(column.facts)
            raw("</div>\n")
        }
        raw("</div>\n")
        for note in sides.notes {
            element("p", ["class": "notice"], text: note)
            raw("\n")
        }
    }
}

extension JournalEntryCard {
    /// Creates the card from the JSON of a journal entry, with masked secrets. A card with an error is always open.
    /// `start` is the time of the flow's first entry.
    init(_ value: JSONValue, _ entry: JournalEntry, _ mask: SecretMask, start: Timestamp, isOpen: Bool) {
        let decision = value["decision"]
        let error = decision?["error"]
        let command = CurlCommand.text(entry, mask)
        let number = value["id"]?.integer ?? 0
        self.init(
            id: JournalEntryCard.id(of: value), method: value["method"]?.string ?? "",
            path: mask.text(entry.request.path),
            timing: "\(entry.time.text(near: start)), \(spent(entry.duration))",
            outcome: FlowOutcome(RecordedResponse(entry), success: String(entry.response.status), masked: mask.text)
                .badge,
            rejection: error.map(JournalEntryCard.rejection), reasons: DecisionFacts.all(decision),
            sides: JournalEntryCard.tokens(decision?["tokens"]) + JournalEntryCard.requestAndEqual(value)
                + JournalEntryCard.messages(value),
            curl: JournalEntryCard.curl(
                command, of: value, isWhole: command.isExactly(CurlCommand.textWithSecrets(entry, mask))),
            links: (Console.compare(number), "\(Console.stubPath)?id=\(number)"),
            isOpen: isOpen || error != nil)
    }

    private static func curl(_ command: String, of value: JSONValue, isWhole: Bool) -> Curl {
        let number = value["id"]?.integer ?? 0
        let caption =
            isWhole
            ? "Repeats request \(number)"
            : "Repeats request \(number) without its secrets: \(SecretMask.text) replaces each"
        return Curl(CodeBlock(caption, command), request: isWhole ? nil : "\(number)")
    }

    static func id(of value: JSONValue) -> String { "request-\(value["id"]?.integer ?? 0)" }

    /// Creates the error part of the card. A message of the error catalog begins with its code, which the card shows separately.
    private static func rejection(_ error: JSONValue) -> Rejection {
        let code = error["code"]?.string ?? error["error"]?.string ?? "Rejected"
        let message = error["message"]?.string ?? ""
        return Rejection(
            code: code, message: message.dropping(prefix: "\(code): ") ?? message,
            detail: error["detail"]?.string, fix: error["fix"]?.string)
    }

    /// Returns the tokens of a response, next to each other.
    private static func tokens(_ tokens: JSONValue?) -> [Sides] {
        guard let tokens = tokens?.object, !tokens.isEmpty else { return [] }
        let columns = tokens.map { token -> (title: String, facts: [Fact]) in
            let version = token.value["claims"]?["ver"]?.string
            let name = token.name.replacingExactly("_", with: " ")
            return (version.map { "\(name), version \($0)" } ?? name, ClaimFacts.all(token.value))
        }
        return [Sides("Tokens issued", columns: columns)]
    }

    /// Returns a version 1 request next to the equivalent version 2 request.
    private static func requestAndEqual(_ value: JSONValue) -> [Sides] {
        guard let equal = value["v2"] else { return [] }
        let notes = (equal["notes"]?.array ?? []).compactMap(\.string)
        guard let url = equal["url"]?.string else { return [Sides("Equivalent in v2", columns: [], notes: notes)] }
        let request = value["request"]
        let form = facts(request?["form"])
        let parameters = form.isEmpty || value["endpoint"]?.string == "authorize" ? facts(request?["query"]) : form
        let address = value["url"]?.string.map { $0.upTo("?") } ?? ""
        return [
            Sides(
                "The v1 request and its equivalent in v2",
                columns: [
                    ("v1", [("URL", .code(address))] + parameters),
                    ("v2", [("URL", .code(url))] + facts(equal["parameters"])),
                ], notes: notes)
        ]
    }

    /// Returns the parts of the request and of the response.
    private static func messages(_ value: JSONValue) -> [Sides] {
        let request = value["request"]
        let response = value["response"]
        let sent: [(title: String, facts: [Fact])] = [
            ("Query", facts(request?["query"])), ("Form", facts(request?["form"])), ("JSON", facts(request?["json"])),
            ("Client assertion", ClaimFacts.all(request?["clientAssertion"])),
            ("Assertion", ClaimFacts.all(request?["assertion"])), ("Bearer token", ClaimFacts.all(request?["bearer"])),
            ("Headers", facts(request?["headers"])),
        ]
        let received: [(title: String, facts: [Fact])] = [
            ("Parameters", facts(response?["parameters"])), ("JSON", facts(response?["json"])),
            ("Headers", facts(response?["headers"])),
        ]
        return [
            Sides("Request", columns: sent.filter { !$0.facts.isEmpty }),
            Sides("Response", columns: received.filter { !$0.facts.isEmpty }),
        ].filter { !$0.columns.isEmpty }
    }

    private static func facts(_ value: JSONValue?) -> [Fact] {
        (value?.object ?? []).map { ($0.name, .code($0.value.line)) }
    }
}

extension JSONValue {
    /// The value on one line: a string as is, a list of strings separated by spaces, and any other value as JSON.
    var line: String {
        switch self {
        case .string(let text): text
        case .array(let values) where values.allSatisfy { $0.string != nil }:
            values.compactMap(\.string).joined(separator: " ")
        case .null: ""
        default: String(decoding: JSONWriter.value(self), as: UTF8.self)
        }
    }
}

/// The claims of a token in readable form.
enum ClaimFacts {
    /// The claims with a time in seconds since 1970.
    private static let times: Set<ByteString> = ["exp", "iat", "nbf", "auth_time", "xms_tcdt", "pwd_exp"]

    /// Returns the facts of a token `{"header", "claims"}`: its algorithm, its key ID and every claim.
    static func all(_ token: JSONValue?) -> [JournalEntryCard.Fact] {
        guard let token else { return [] }
        let header = (token["header"]?.object ?? []).filter { ["alg", "kid"].containsExactly($0.name) }
        return header.map { ("header \($0.name)", .code($0.value.line)) }
            + (token["claims"]?.object ?? []).map { ($0.name, .code(text($0))) }
    }

    static func text(_ claim: JSONValue.Member) -> String {
        guard times.contains(claim.name), let seconds = claim.value.integer else { return claim.value.line }
        return "\(seconds) (\(Timestamp(seconds: seconds).iso8601))"
    }
}
