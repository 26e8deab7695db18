import Formats

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
    package let isOpen: Bool

    package init(
        id: String, method: String, path: String, timing: String, outcome: Badge, rejection: Rejection?,
        reasons: [Fact],
        sides: [Sides], curl: Curl, isOpen: Bool
    ) {
        self.id = id
        self.method = method
        self.path = path
        self.timing = timing
        self.outcome = outcome
        self.rejection = rejection
        self.reasons = reasons
        self.sides = sides
        self.curl = curl
        self.isOpen = isOpen
    }
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
                html.raw("<h3>Decision</h3>\n")
                html.facts(card.reasons)
            }
            for sides in card.sides { html.sides(sides) }
            html.element("details", ["class": "more", "id": "\(card.id)-curl"]) { html in
                html.raw("<summary>curl command</summary>\n")
                html.codeBlock(card.curl.command)
                if let request = card.curl.request { html.curlForm(request) }
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
        element("h3", text: sides.title)
        raw("\n<div class=\"sides\">\n")
        for column in sides.columns {
            raw("<div>")
            element("h4", text: column.title)
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
