import Formats
import Protocol

/// The form fields of the console whose problems stand next to them. The fields keep the typed values.
extension HTMLWriter {
    /// Writes a labeled text input, and the problem of its value. `list` is the ID of a `datalist` with suggestions.
    mutating func input(
        _ label: String, name: String, value: String, hint: String? = nil, problem: String? = nil, list: String? = nil
    ) {
        element("label", ["for": "field-\(name)"], text: label)
        element("div") { html in
            html.textInput(name: name, value: value, hint: hint, list: list, hasProblem: problem != nil)
            html.problem(problem, of: name)
        }
        raw("\n")
    }

    /// Writes a labeled field for several lines, and the problem of its value.
    mutating func textArea(
        _ label: String, name: String, value: String, hint: String? = nil, problem: String? = nil, rows: Int = 2
    ) {
        element("label", ["for": "field-\(name)"], text: label)
        element("div") { html in
            html.element(
                "textarea",
                [
                    "id": "field-\(name)", "name": name, "rows": String(rows), "placeholder": hint,
                    "autocomplete": "off",
                    "autocapitalize": "none", "spellcheck": "false", "aria-invalid": problem == nil ? nil : "true",
                    "aria-describedby": problem == nil ? nil : "problem-\(name)",
                ],
                // A parser drops the first line feed of the element.
                text: value.utf8.first == ASCII.lineFeed ? "\n\(value)" : value)
            html.problem(problem, of: name)
        }
        raw("\n")
    }

    /// Writes the problem of a field, to which `aria-describedby` of the field refers.
    mutating func problem(_ problem: String?, of name: String) {
        guard let problem else { return }
        element("p", ["class": "problem", "id": "problem-\(name)", "role": "alert"], text: problem)
    }
}

extension ProblemDocument {
    /// The sentences of the problem for a form, which shows no JSON pointers.
    var sentences: String { causes.isEmpty ? detail : causes.map(\.detail).joined(separator: " ") }
}

/// The styles of the form fields of the console.
enum ConsoleFields {
    static let style: StaticString = """
        input[type=search], input[type=password], input[type=datetime-local], input[type=number], textarea {
          width: 100%; min-width: 0; padding: .5rem .75rem; font: inherit; color: inherit; background: var(--card);
          border: 1px solid var(--edge); border-radius: .5rem;
        }
        textarea { display: block; min-height: 5rem; font-family: var(--mono); font-size: .8125rem; overflow-wrap: anywhere;
          resize: vertical; }
        textarea:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
        [aria-invalid=true] { border-color: var(--bad) !important; }
        .problem { margin: .25rem 0 0; font-size: .8125rem; color: var(--bad); }
        fieldset > .problem { margin: 0 0 .75rem; }
        .quick-clock .question { margin-bottom: .75rem; }
        .quick-clock > .soft { margin-top: .75rem; }
        .teaching > .block { margin: .75rem 0; }
        .teaching > p:last-child { margin: 0; }
        .buttons { display: flex; flex-wrap: wrap; gap: .5rem; }
        .buttons .small { min-height: 2.25rem; background: var(--card); border-color: var(--edge); }
        .buttons .small:hover { background: var(--wash); }
        .one-time-code { font-size: 1rem; font-weight: 600; letter-spacing: .04em; }
        .code-cell { display: inline-flex; flex-wrap: wrap; align-items: center; gap: .25rem .75rem; }
        .check { font-weight: 400; }

        """
}
