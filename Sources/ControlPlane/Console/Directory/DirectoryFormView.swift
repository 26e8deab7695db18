import Directory
import Formats
import Protocol

/// The page of a form: its fields with what was typed, and the problem of the last submission next to the field that it is about.
struct DirectoryFormView: ConsoleView {
    let form: DirectoryForm
    let title: String
    let lead: String
    let trail: [(text: String, href: String)]
    /// The fields that name the objects and that no field of the form has.
    let hidden: [Form.Field]
    let fields: [(field: DirectoryField, value: JSONValue)]
    let problem: DirectoryProblem?
    let command: CodeBlock?
    /// The address of the page to which the form returns.
    let back: String

    /// Creates the page, or returns nil if an object that the form is about does not exist. With a problem, the fields have what
    /// was typed, except secrets.
    init?(_ form: DirectoryForm, _ target: DirectoryTarget, _ server: ControlCommand, problem: DirectoryProblem? = nil)
    {
        guard let title = form.title(target) else { return nil }
        let all = form.fields(target)
        let before = form.before(target)
        self.form = form
        self.title = title
        self.problem = problem
        hidden = target.names.filter { name in !all.contains { $0.name.isExactly(name.name) } }
        fields = all.map { field in
            if case .secret = field.kind { return (field, .null) }
            return (field, problem == nil ? before?.at(field.name) ?? field.initial : field.typed(target.form))
        }
        let operation = form.operation(target)
        let sends = operation.map {
            let api = $0.tenant == nil ? "the control plane" : "Microsoft Graph"
            return "The form sends \($0.method) \($0.path), an operation of \(api)."
        }
        lead = [form.text(target), sends].compactMap(\.self).joined(separator: " ")
        command = form.isBulky ? nil : operation.map { CodeBlock("The same with curl", $0.curl(server)) }
        back = ConsoleSection.directory.link(target.page)
        trail = target.trail
    }

    var section: ConsoleSection { .directory }

    func write(to html: inout HTMLWriter) {
        html.trail(from: section, trail)
        if let problem {
            html.element("p", ["class": "notice bad", "role": "alert"], text: problem.message)
            html.raw("\n")
        }
        html.element("form", ["method": "post", "action": DirectoryForm.path, "class": "edit", "novalidate": ""]) {
            html in
            html.raw("\n")
            html.hiddenFields([Form.Field("form", form.name)] + hidden)
            let first = problem.flatMap { problem in
                fields.firstIndex { $0.field.isCause(of: problem) } ?? (fields.isEmpty ? nil : 0)
            }
            for (position, entry) in fields.enumerated() {
                html.directoryField(
                    entry.field, entry.value, problem.flatMap { entry.field.isCause(of: $0) ? $0.message : nil },
                    hasFocus: position == first)
            }
            html.element("div", ["class": "end"]) { html in
                html.element(
                    "button", ["class": form.isDeletion ? "button danger" : "button"], text: form.button)
                html.element("a", ["href": back], text: "Cancel")
            }
        }
        html.raw("\n")
        if let command { html.codeBlock(command) }
    }
}

extension DirectoryForm {
    /// Returns the operation of an untouched form, or that of the example, or nil if the form must be filled in first.
    fileprivate func operation(_ target: DirectoryTarget) -> DirectoryOperation? {
        if let example = exampleOperation(target) { return example }
        guard fields(target).isEmpty else { return nil }
        return plan(target)?.operations.first
    }
}

extension DirectoryField {
    /// Returns what was typed, also if it is no valid value.
    fileprivate func typed(_ form: Form) -> JSONValue {
        switch kind {
        case .json, .lines, .block, .choice, .text: .string(form[name] ?? "")
        case .secret, .several, .toggle: value(in: form)
        }
    }
}

extension DirectoryTarget {
    /// The links back to the tenant and to the object that the form is about.
    var trail: [(text: String, href: String)] {
        guard let tenant else { return [] }
        let own = [(text: tenant.displayName, href: tenant.consolePath)]
        let name = user?.displayName ?? group?.displayName ?? application?.displayName
        return own + (name.map { [(text: $0, href: ConsoleSection.directory.link(page))] } ?? [])
    }
}

extension HTMLWriter {
    /// Writes a field with its label, its hint, its value and its problem.
    fileprivate mutating func directoryField(
        _ field: DirectoryField, _ value: JSONValue, _ problem: String?, hasFocus: Bool
    ) {
        let id = "field-\(field.name)"
        let wrong = problem.map { _ in "wrong-\(field.name)" }
        let (invalid, focus) = (problem == nil ? nil : "true", hasFocus ? "" : nil as String?)
        switch field.kind {
        case .toggle:
            element("div", ["class": "field toggle"]) { html in
                html.element("label", ["class": "check"]) { html in
                    html.void(
                        "input",
                        [
                            "type": "checkbox", "id": id, "name": field.name, "value": "on",
                            "checked": value.bool == true ? "" : nil, "autofocus": focus, "aria-describedby": wrong,
                        ])
                    html.raw(" ")
                    html.text(field.label)
                }
                html.problem(problem, wrong)
            }
        case .several(let choices):
            element("fieldset", ["class": "field"]) { html in
                html.element("legend", text: field.label)
                for choice in choices {
                    html.element("label", ["class": "check"]) { html in
                        html.void(
                            "input",
                            [
                                "type": "checkbox", "name": field.name, "value": choice.value,
                                "checked": value.array?.contains(choice.json) == true ? "" : nil,
                            ])
                        html.raw(" ")
                        html.text(choice.text)
                    }
                }
                html.problem(problem, wrong)
            }
        case .choice(let choices):
            labeled(field, id, problem, wrong) { html in
                html.element(
                    "select",
                    [
                        "id": id, "name": field.name, "autofocus": focus, "aria-invalid": invalid,
                        "aria-describedby": wrong,
                    ]
                ) { html in
                    for choice in choices {
                        html.element(
                            "option",
                            [
                                "value": choice.value,
                                "selected": choice.value.isExactly(value.fieldText) ? "" : nil,
                            ], text: choice.text)
                    }
                }
            }
        case .lines, .block, .json:
            var isCode = false
            if case .lines = field.kind {} else { isCode = true }
            labeled(field, id, problem, wrong) { [isCode] html in
                // A browser drops the first line feed of a text area.
                html.element(
                    "textarea",
                    [
                        "id": id, "name": field.name, "class": isCode ? "code" : nil, "placeholder": field.hint,
                        "spellcheck": "false", "autocapitalize": "none", "autofocus": focus, "aria-invalid": invalid,
                        "aria-describedby": wrong,
                    ], text: "\n" + value.fieldText)
            }
        case .text, .secret:
            var isSecret = false
            if case .secret = field.kind { isSecret = true }
            labeled(field, id, problem, wrong) { [isSecret] html in
                html.void(
                    "input",
                    [
                        "type": isSecret ? "password" : "text", "id": id, "name": field.name,
                        "value": value.fieldText, "placeholder": field.hint,
                        "autocomplete": isSecret ? "new-password" : "off", "autocapitalize": "none",
                        "spellcheck": "false", "aria-required": field.isRequired ? "true" : nil, "autofocus": focus,
                        "aria-invalid": invalid, "aria-describedby": wrong,
                    ])
            }
        }
        raw("\n")
    }

    private mutating func labeled(
        _ field: DirectoryField, _ id: String, _ problem: String?, _ wrong: String?,
        _ control: (inout HTMLWriter) -> Void
    ) {
        element("div", ["class": "field"]) { html in
            html.element("label", ["for": id]) { html in
                html.text(field.label)
                if field.isRequired { html.raw(" <span class=\"needed\">(required)</span>") }
            }
            control(&html)
            html.problem(problem, wrong)
        }
    }

    private mutating func problem(_ text: String?, _ id: String?) {
        guard let text else { return }
        element("p", ["class": "wrong", "id": id], text: text)
    }
}

/// The page that shows a new secret, which the server shows only once.
struct RevealedSecretView: ConsoleView {
    let title: String
    let trail: [(text: String, href: String)]
    let secret: CodeBlock
    let command: CodeBlock
    let back: String

    var section: ConsoleSection { .directory }
    var lead: String { "\(Console.secretsWarning) Copy the value now: Microsoft Graph never returns it again." }

    func write(to html: inout HTMLWriter) {
        html.trail(from: section, trail)
        html.codeBlock(secret)
        html.element("p") { $0.element("a", ["href": back], text: "Back") }
        html.codeBlock(command)
    }
}

/// The result of the last form, above the page to which the form led.
struct DirectoryNotice: Sendable {
    let text: String
    let isBad: Bool
    let command: CodeBlock?
    /// The address of the request in the journal, or nil.
    let request: String?

    /// The notice above the nearest page for an address whose object does not exist.
    static let absent = DirectoryNotice(
        text: "The directory has no object with the name or ID of this address. "
            + "A change or a reset may have removed the object.",
        isBad: true, command: nil, request: nil)
}

/// A page of the directory below the result of the last form.
struct NoticedView<Page: ConsoleView>: ConsoleView {
    let notice: DirectoryNotice?
    let page: Page

    var section: ConsoleSection { page.section }
    var title: String { page.title }
    var lead: String { page.lead }

    func write(to html: inout HTMLWriter) {
        if let notice {
            html.element(
                "div", ["class": notice.isBad ? "notice bad" : "notice good", "role": "status", "id": "done"]
            ) { html in
                html.element("p") { html in
                    html.text(notice.text)
                    guard let request = notice.request else { return }
                    html.raw(" ")
                    html.element("a", ["href": request], text: "Show the request")
                }
            }
            html.raw("\n")
            if let command = notice.command { html.codeBlock(command) }
        }
        page.write(to: &html)
    }
}
