import Formats

extension HTMLWriter {
    /// Writes a labeled text input with a list of suggestions.
    mutating func suggestingField(
        _ label: String, name: String, value: String, hint: String? = nil,
        suggestions: [(value: String, text: String)]
    ) {
        textField(label, name: name, value: value, hint: hint, list: "list-\(name)")
        element("datalist", ["id": "list-\(name)"]) { html in
            for suggestion in suggestions {
                html.element("option", ["value": suggestion.value], text: suggestion.text)
            }
        }
        raw("\n")
    }

    /// Writes a check box inside its label.
    mutating func checkBox(_ name: String, _ value: String, _ label: String, _ isChecked: Bool) {
        element("label", ["class": "choice"]) { html in
            html.void(
                "input", ["type": "checkbox", "name": name, "value": value, "checked": isChecked ? "" : nil])
            html.raw(" ")
            html.element("span", text: label)
        }
        raw("\n")
    }
}

/// The styles of the form controls above, and of decoded tokens.
enum FormStylesheet {
    static let text: StaticString = """
        .label { font-weight: 600; font-size: .875rem; align-self: start; padding-top: .25rem; }
        .choices { display: flex; flex-wrap: wrap; gap: .375rem 1.25rem; padding: .25rem 0; min-width: 0; }
        .choice { display: inline-flex; gap: .5rem; align-items: baseline; font-weight: 400; min-width: 0;
          overflow-wrap: anywhere; }
        .choice input { accent-color: var(--accent); flex: none; }
        .token { margin: 0 0 1rem; }
        .token > h3 { margin: 0 0 .5rem; }
        .token > :last-child { margin-bottom: 0; }
        .token > .claims { margin: .75rem 0; }
        .token > .tools { margin-top: .75rem; }
        .claims td:first-child { white-space: nowrap; }
        .claims td:nth-child(2) { width: 34%; }
        .control { display: block; margin-top: .125rem; font-size: .8125rem; color: var(--soft);
          overflow-wrap: anywhere; }
        .control b { font-weight: 600; }
        .next form { display: flex; gap: .375rem; flex-wrap: wrap; }
        .next input[type=text] { width: 16rem; max-width: 100%; padding: .1875rem .5rem; font-size: .8125rem; }
        @media (max-width: 48rem) {
          .claims td { grid-template-columns: 3.5rem minmax(0, 1fr); }
          .claims td:nth-child(2) { width: auto; }
          .label { padding-top: .5rem; }
        }

        """
}
