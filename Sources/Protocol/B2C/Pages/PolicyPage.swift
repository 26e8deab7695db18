import Formats

/// A problem of an input on a page of a B2C policy, and its place.
package struct PolicyProblem: Sendable, Equatable {
    package enum Place: Sendable, Equatable {
        /// The place above the fields.
        case page
        /// Next to the field with the ID.
        case field(String)
        /// Next to the verification of the mail address.
        case verification
        /// The place above the fields, for two passwords that differ.
        case passwords
    }

    package let problem: FieldProblem
    package let place: Place

    package init(_ problem: FieldProblem, at place: Place) {
        self.problem = problem
        self.place = place
    }
}

extension HTMLWriter {
    /// Writes the frame of a page of a B2C policy.
    mutating func policyPage(
        _ name: String, _ title: PageText, application: String, tenant: String, in texts: PageTexts,
        _ content: (inout HTMLWriter) -> Void
    ) {
        element("div", ["id": ElementID.policyPage, "data-name": name]) { html in
            html.raw("\n")
            html.heading { $0.element("h1", text: texts[title]) }
            html.lead(application, at: tenant, in: texts)
            content(&html)
        }
    }

    /// Writes the form of a page of a B2C policy.
    mutating func policyForm(
        _ id: String, class: String? = nil, _ target: FormTarget, _ content: (inout HTMLWriter) -> Void
    ) {
        element(
            "form",
            [
                "id": id, "class": `class`, "method": "post", "target": "_top", "action": target.action,
                "novalidate": "", "autocomplete": "on",
            ]
        ) { html in
            html.raw("\n")
            html.hidden(target.hidden)
            content(&html)
        }
        raw("\n")
    }

    /// Writes the element of an error, which is hidden without an error. `standing` is a text for all errors of the element.
    mutating func policyError(
        _ level: String, id: String? = nil, _ problem: FieldProblem?, standing: String = "", isShown: Bool = false,
        in texts: PageTexts
    ) {
        let isHidden = problem == nil && !isShown
        element(
            "div",
            [
                "id": id, "class": "error \(level)", "hidden": isHidden ? "" : nil, "aria-hidden": "\(isHidden)",
                "data-text": standing.isEmpty ? nil : standing,
            ]
        ) { html in
            html.element("p", ["class": "problem", "role": "alert"]) { html in
                guard let problem else { return html.text(standing) }
                html.element("span", ["id": ElementID.userFlowError]) { $0.text(of: problem, in: texts) }
            }
        }
        raw("\n")
    }

    /// Writes a field with its label and the element of its error. `missing` is the message about an empty field, which the browser
    /// finds, or nil for an optional field.
    mutating func policyField(
        _ field: UserFlowPage.Field, _ problem: PolicyProblem?, missing: Phrase?, isFocused: Bool = false,
        in texts: PageTexts
    ) {
        let error = problem?.place == .field(field.id) ? problem?.problem : nil
        element("label", ["id": "\(field.id)_label", "for": field.id], text: texts[field.label])
        raw("\n")
        policyError("itemLevel", error, in: texts)
        void(
            "input",
            [
                "type": field.input == .code ? "text" : field.input.rawValue,
                "inputmode": field.input == .code ? "numeric" : nil, "name": field.name, "id": field.id,
                "class": "field textInput", "value": field.value, "placeholder": texts[field.label],
                "autocomplete": field.autocomplete, "autocapitalize": field.input == .email ? "none" : nil,
                "spellcheck": field.input == .email ? "false" : nil, "readonly": field.isFixed ? "" : nil,
                "aria-required": missing == nil ? nil : "true", "data-missing": missing.map { texts[$0] },
                "autofocus": isFocused ? "" : nil, "aria-invalid": error == nil ? nil : "true",
                "aria-describedby": error == nil ? nil : ElementID.userFlowError,
            ])
        raw("\n")
    }

    /// Writes a button. `isHidden` is nil for a button that is never hidden. A hidden button does not submit, because browsers
    /// would press the button when the user presses Enter.
    mutating func policyButton(
        _ phrase: Phrase, id: String, class: String, action: String?, isHidden: Bool? = nil, in texts: PageTexts
    ) {
        element(
            "button",
            [
                "id": id, "class": `class`, "type": isHidden == true ? "button" : "submit",
                "name": action == nil ? nil : PageField.action, "value": action,
                "hidden": isHidden == true ? "" : nil, "aria-hidden": isHidden.map { "\($0)" },
            ], text: texts[phrase])
        raw("\n")
    }
}
