package import Formats
import Protocol

/// A cell of a table.
package struct Cell: Sendable, Equatable {
    package enum Look: Sendable {
        case plain
        /// An identifier or a URI, in a monospaced font. The text may break at any character.
        case code
        /// A secret, which the page masks. A page for which an operator requested secrets uses `code` instead.
        case secret
    }

    package let text: String
    package let look: Look
    package let href: String?
    /// The actions that the cell offers in place of text.
    package let actions: [RowAction]

    package init(_ text: String, _ look: Look = .plain, href: String? = nil) {
        self.text = text
        self.look = look
        self.href = href
        actions = []
    }

    /// Creates a cell with actions.
    package init(_ actions: [RowAction]) {
        self.actions = actions
        (text, look, href) = ("", .plain, nil)
    }

    package static func code(_ text: String) -> Cell { Cell(text, .code) }

    /// Whether the cell has a text of so many words that it may break into lines.
    fileprivate var wraps: Bool { look == .plain && href == nil && text.utf8.count > 24 }
}

/// A table, with the text that the page shows if the table has no rows.
package struct Table: Sendable, Equatable {
    package let title: String
    package let head: [String]
    package let rows: [[Cell]]
    package let empty: String
    /// The actions next to the heading.
    package let actions: [RowAction]
    /// The command that the page shows if the table has no rows.
    package let example: CodeBlock?

    package init(
        _ title: String, head: [String], rows: [[Cell]], empty: String = "None.", actions: [RowAction] = [],
        example: CodeBlock? = nil
    ) {
        self.title = title
        self.head = head
        self.rows = rows
        self.empty = empty
        self.actions = actions
        self.example = example
    }

    /// Returns the table with actions next to its heading, and with a command for an empty table.
    package func with(_ actions: [RowAction], example: CodeBlock? = nil) -> Table {
        Table(title, head: head, rows: rows, empty: empty, actions: actions, example: example)
    }
}

/// A block of text that an operator can copy.
package struct CodeBlock: Sendable, Equatable {
    /// The caption, which says what the text is and where to use the text.
    package let caption: String
    package let text: String

    package init(_ caption: String, _ text: String) {
        self.caption = caption
        self.text = text
    }
}

/// A short word on a colored background.
package struct Badge: Sendable, Equatable {
    package enum Tone: String, Sendable {
        case good
        case bad
        case calm
    }

    package let text: String
    package let mood: Tone

    package init(_ text: String, _ mood: Tone) {
        self.text = text
        self.mood = mood
    }
}

extension HTMLWriter {
    mutating func cell(_ cell: Cell) {
        if let href = cell.href {
            element("a", ["href": href], text: cell.text)
        } else if !cell.actions.isEmpty {
            actions(cell.actions)
        } else if cell.text.isEmpty {
            raw("<span class=\"soft\">–</span>")
        } else {
            switch cell.look {
            case .plain: element("bdi", text: cell.text)
            case .code: element("code", text: cell.text)
            case .secret: element("code", text: "***")
            }
        }
    }

    /// Writes a table. On a narrow screen each row is a card, and `data-label` names the lines of the card.
    mutating func table(_ table: Table) {
        heading(table)
        guard !table.rows.isEmpty else {
            element("p", ["class": "soft"], text: table.empty)
            if let example = table.example { codeBlock(example) }
            return
        }
        // A table that is wider than the page scrolls by itself, also by keyboard.
        element("div", ["class": "table", "tabindex": "0", "role": "group", "aria-label": table.title]) { html in
            html.element("table", ["aria-label": table.title]) { html in
                html.raw("\n<thead><tr>")
                for name in table.head { html.element("th", ["scope": "col"], text: name) }
                html.raw("</tr></thead>\n<tbody>")
                for row in table.rows {
                    html.raw("\n<tr>")
                    for (name, cell) in zip(table.head, row) {
                        html.element("td", ["data-label": name, "class": cell.wraps ? "wraps" : nil]) { $0.cell(cell) }
                    }
                    html.raw("</tr>")
                }
                html.raw("\n</tbody>")
            }
        }
        raw("\n")
    }

    private mutating func heading(_ table: Table) {
        guard !table.actions.isEmpty else { return element("h2", text: table.title) }
        element("div", ["class": "heading"]) { html in
            html.element("h2", text: table.title)
            for action in table.actions { html.action(action) }
        }
    }

    /// Writes names and values side by side. A name with several values appears once for each value.
    mutating func facts(_ facts: [(name: String, value: Cell)]) {
        guard !facts.isEmpty else { return }
        element("dl", ["class": "facts"]) { html in
            for fact in facts {
                html.raw("\n<div>")
                html.element("dt", text: fact.name)
                html.element("dd") { $0.cell(fact.value) }
                html.raw("</div>")
            }
        }
        raw("\n")
    }

    /// Writes a block of text with a copy button. The button stays hidden until the script shows it, because the button needs the
    /// script.
    mutating func codeBlock(_ block: CodeBlock) {
        raw("<figure class=\"block\">\n<figcaption>")
        element("span", text: block.caption)
        element(
            "button", ["type": "button", "class": "copy", "hidden": "", "aria-label": "Copy: \(block.caption)"],
            text: "Copy")
        raw("</figcaption>\n")
        element("pre", ["tabindex": "0", "role": "region", "aria-label": block.caption]) { html in
            html.element("code", text: block.text)
        }
        raw("\n</figure>\n")
    }

    mutating func badge(_ badge: Badge) {
        switch badge.mood {
        case .good: element("span", ["class": "badge good"], text: badge.text)
        case .bad: element("span", ["class": "badge bad"], text: badge.text)
        case .calm: element("span", ["class": "badge calm"], text: badge.text)
        }
    }

    /// Writes a labeled text input. `list` is the ID of a `datalist` with suggestions.
    mutating func textField(
        _ label: String, name: String, value: String, hint: String? = nil, list: String? = nil
    ) {
        element("label", ["for": "field-\(name)"], text: label)
        textInput(name: name, value: value, hint: hint, list: list)
        raw("\n")
    }

    /// Writes a text input. The input refers to the element with its problem, if there is one.
    mutating func textInput(
        name: String, value: String, hint: String? = nil, list: String? = nil, hasProblem: Bool = false
    ) {
        void(
            "input",
            [
                "type": "text", "id": "field-\(name)", "name": name, "value": value, "placeholder": hint,
                "list": list, "autocomplete": "off", "autocapitalize": "none", "spellcheck": "false",
                "aria-invalid": hasProblem ? "true" : nil,
                "aria-describedby": hasProblem ? "problem-\(name)" : nil,
            ])
    }

    mutating func selectField(_ label: String, name: String, options: [(value: String, text: String)], chosen: String) {
        element("label", ["for": "field-\(name)"], text: label)
        element("select", ["id": "field-\(name)", "name": name]) { html in
            for option in options {
                html.element(
                    "option", ["value": option.value, "selected": option.value.isExactly(chosen) ? "" : nil],
                    text: option.text)
            }
        }
        raw("\n")
    }

    /// Writes a form whose fields become the query of the URL, so that the result can be bookmarked and shared.
    mutating func queryForm(_ action: ConsoleSection, _ button: String, _ fields: (inout HTMLWriter) -> Void) {
        element("form", ["method": "get", "action": action.path, "class": "question"]) { html in
            html.raw("\n")
            fields(&html)
            html.element("button", ["class": "button"], text: button)
        }
        raw("\n")
    }
}

extension ConsoleSection {
    /// Returns the path of the section with a query.
    package func link(_ fields: [Form.Field]) -> String {
        fields.isEmpty ? path : "\(path)?\(Form(fields).encoded)"
    }
}

extension Table {
    /// The largest number of rows for one kind of object. The limit bounds the work of the browser and of the server's event loop.
    static let maximumObjects = 500

    /// Creates a table with one row for each object. If there are too many objects, the table has the first ones and the title
    /// says so.
    init<Object>(
        _ title: String, head: [String], of objects: [Object], empty: String = "None.", row: (Object) -> [Cell]
    ) {
        let shown = objects.prefix(Table.maximumObjects)
        self.init(
            shown.count < objects.count ? "\(title), the first \(shown.count) of \(objects.count)" : title,
            head: head, rows: shown.map(row), empty: empty)
    }
}
