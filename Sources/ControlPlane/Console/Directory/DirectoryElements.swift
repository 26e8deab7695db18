import Formats
import Protocol

/// A button that submits a form of the directory, or a link to the page of the form.
package struct RowAction: Sendable, Equatable {
    let form: String
    let text: String
    /// The accessible name, which says what the action is about.
    let label: String
    let fields: [Form.Field]
    /// Whether the action leads to the page of the form, which asks for more or for confirmation.
    let opensPage: Bool
    /// The address of another page to which the action leads, or nil.
    private(set) var page: String?

    init(_ form: String, _ text: String, _ label: String, _ fields: [Form.Field], opensPage: Bool = false) {
        self.form = form
        self.text = text
        self.label = label
        self.fields = fields
        self.opensPage = opensPage
    }

    /// Creates an action whose text says what the action is about.
    init(_ form: String, _ text: String, _ fields: [Form.Field], opensPage: Bool = false) {
        self.init(form, text, text, fields, opensPage: opensPage)
    }

    /// Returns a link to a page that is no form.
    static func page(_ text: String, _ href: String) -> RowAction {
        var action = RowAction("", text, [], opensPage: true)
        action.page = href
        return action
    }
}

extension HTMLWriter {
    mutating func action(_ action: RowAction) {
        guard !action.opensPage else {
            element(
                "a",
                [
                    "class": "small", "href": action.page ?? DirectoryForm.link(action.form, action.fields),
                    "aria-label": action.label.isExactly(action.text) ? nil : action.label,
                ], text: action.text)
            return
        }
        element("form", ["method": "post", "action": DirectoryForm.path, "class": "inline"]) { html in
            html.hiddenFields([Form.Field("form", action.form)] + action.fields)
            html.element(
                "button",
                ["class": "small", "aria-label": action.label.isExactly(action.text) ? nil : action.label],
                text: action.text)
        }
    }

    mutating func hiddenFields(_ fields: [Form.Field]) {
        for field in fields { void("input", ["type": "hidden", "name": field.name, "value": field.value]) }
    }

    mutating func actions(_ actions: [RowAction]) {
        guard !actions.isEmpty else { return }
        element("div", ["class": "actions"]) { html in
            for action in actions {
                html.action(action)
                html.raw("\n")
            }
        }
        raw("\n")
    }

    /// Writes a search box whose text becomes the query `name` of the page.
    mutating func searchForm(_ label: String, name: String, value: String, action: String, _ fields: [Form.Field]) {
        element("form", ["method": "get", "action": action, "class": "find", "role": "search"]) { html in
            html.hiddenFields(fields)
            html.element("label", ["for": "search"], text: label)
            html.void(
                "input",
                [
                    "type": "search", "id": "search", "name": name, "value": value, "autocomplete": "off",
                    "autocapitalize": "none", "spellcheck": "false",
                ])
            html.raw("<button class=\"small\">Search</button>")
        }
        raw("\n")
    }
}

/// The styles of forms that change the directory, and of their buttons in tables.
enum DirectoryStylesheet {
    static let text: StaticString = """
        .table { container-type: inline-size; margin: 0 0 1rem; overflow-x: auto; border: 1px solid var(--line);
          border-radius: .75rem; background: var(--card); }
        @media (48rem < width < 80rem) {
          .table { background: linear-gradient(to left, var(--card) 1.5rem, transparent) right / 3rem 100% no-repeat local,
            linear-gradient(to left, rgb(0 0 0 / .2), transparent) right / .75rem 100% no-repeat, var(--card); }
        }
        .table table { border: 0; border-radius: 0; overflow: visible; background: none; }
        .table td, .table th { white-space: nowrap; padding-inline: .625rem; }
        .table td { overflow-wrap: normal; }
        .table td:first-child { white-space: normal; min-width: 7rem; }
        .table td:last-child { min-width: 0; }
        .table code { font-size: .78125rem; }
        .table td.wraps { white-space: normal; min-width: 10rem; }
        .table td code { display: inline-block; width: max-content; max-width: clamp(17rem, 28cqi, 26rem);
          white-space: normal; vertical-align: bottom; }
        .table:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
        .heading { display: flex; flex-wrap: wrap; align-items: baseline; gap: .5rem .75rem; margin: 2rem 0 .625rem; }
        .heading h2 { margin: 0; }
        .actions { display: flex; flex-wrap: wrap; gap: .5rem; margin: 0 0 1.25rem; }
        td .actions { margin: 0; flex-wrap: nowrap; }
        .inline { display: contents; }
        a.small { text-decoration: none; }
        .small { background: var(--card); white-space: nowrap; }
        td .small { padding: .0625rem .5rem; }
        .find { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem .75rem; margin: 0 0 1rem; }
        .find input[type=search] { width: 18rem; max-width: 100%; }
        textarea.code { min-height: 18rem; font-family: var(--mono); font-size: .8125rem; }
        .edit { max-width: 46rem; margin: 0 0 2rem; }
        .edit .field { margin: 0 0 1.125rem; padding: 0; border: 0; min-width: 0; }
        .edit label, .edit legend { display: block; margin: 0 0 .3125rem; padding: 0; font-weight: 600; font-size: .875rem; }
        .edit select { width: 100%; }
        .edit label.check { display: flex; align-items: center; gap: .5rem; margin: 0; padding: .25rem 0; font-weight: 400; }
        .edit .toggle label.check { font-weight: 600; }
        .check input { flex: none; width: 1.125rem; height: 1.125rem; margin: 0; accent-color: var(--accent); }
        .check input:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
        .needed { color: var(--soft); font-weight: 400; }
        .field .wrong { margin: .3125rem 0 0; color: var(--bad); font-size: .875rem; }
        .edit .end { display: flex; align-items: center; gap: 1rem; }
        .danger { background: var(--bad); color: var(--card); }
        .danger:hover { background: var(--bad); text-decoration: underline; }
        .notice.good { border-color: var(--good); background: var(--good-wash); color: inherit; }
        @media (max-width: 48rem) {
          .table { overflow: visible; }
          .table td { white-space: normal; overflow-wrap: anywhere; padding-inline: 1rem; }
          .table td:has(> code) { grid-template-columns: minmax(0, 1fr); gap: 0; }
          .table td > code { grid-column: 1; }
          .facts > div:has(> dd > code) { grid-template-columns: minmax(0, 1fr); gap: 0; }
          .table td code { max-width: 100%; }
          td .actions { flex-wrap: wrap; }
        }

        """
}
