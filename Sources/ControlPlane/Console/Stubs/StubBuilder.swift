import Directory
import Entra
import Formats
import HTTP
import Protocol

/// The form that builds a stub, with the preview of its effect.
struct StubBuilder: Sendable {
    let form: StubForm
    let problems: StubProblems
    /// The requests that would have matched, or nil if the match is empty, invalid or for TLS handshakes.
    let preview: StubPreview?
    /// The error codes that a search found.
    let codes: [AADSTS]
    /// The suggestions for the fields.
    let suggestions: [(id: String, values: [(value: String, text: String)])]
    let curl: ControlCommand

    static let path = ConsoleSection.stubs.path + "/new"
    /// The largest number of codes that a search shows.
    static let maximumCodes = 8

    func write(to html: inout HTMLWriter) {
        for list in suggestions {
            html.element("datalist", ["id": "list-\(list.id)"]) { html in
                for value in list.values {
                    html.void(
                        "option",
                        ["value": value.value, "label": value.text.isEmpty ? nil : "\(value.value) \(value.text)"])
                }
            }
            html.raw("\n")
        }
        html.element("form", ["method": "post", "action": StubBuilder.path, "class": "builder", "id": "builder"]) {
            html in
            html.raw("\n")
            // The Enter key in a field uses the first button of the form, which must not add anything.
            html.raw(
                "<button name=\"do\" value=\"preview\" class=\"enter\" tabindex=\"-1\" aria-hidden=\"true\"></button>\n"
            )
            write("Match requests", "match", StubField.match, problems.match, "More conditions", to: &html)
            write(
                "Respond with", "response", StubField.response, problems.response, "More about the response", to: &html)
            html.raw("<div class=\"question\">\n")
            write(StubField.times, to: &html)
            html.raw(
                """
                <div class="buttons add"><button class="button" name="do" value="add">Add stub</button>\
                <button class="small" name="do" value="preview">Preview</button></div></div>

                """)
        }
        html.element("section", ["id": "preview", "aria-label": "Preview", "aria-live": "polite"]) {
            writePreview(to: &$0)
        }
        html.raw("\n")
    }

    private func write(
        _ legend: String, _ id: String, _ fields: [StubField], _ problems: [String], _ more: String,
        to html: inout HTMLWriter
    ) {
        html.element("fieldset", ["id": id]) { html in
            html.element("legend", text: legend)
            html.problem(problems.isEmpty ? nil : problems.joined(separator: " "), of: id)
            html.raw("<div class=\"question\">\n")
            for field in fields where !field.isRare { write(field, to: &html) }
            html.raw("</div>\n")
            let rare = fields.filter(\.isRare)
            let isOpen = rare.contains { form[$0.name] != nil || self.problems[$0.name] != nil }
            html.element("details", ["class": "more", "id": "more-\(id)", "open": isOpen ? "" : nil]) { html in
                html.element("summary", text: more)
                html.raw("<div class=\"question\">\n")
                for field in rare { write(field, to: &html) }
                html.raw("</div>")
            }
        }
        html.raw("\n")
    }

    private func write(_ field: StubField, to html: inout HTMLWriter) {
        let value = form[field.name] ?? ""
        let problem = problems[field.name]
        switch field.kind {
        case .text(let list):
            html.input(
                field.label, name: field.name, value: value, hint: field.hint, problem: problem,
                list: list.map { "list-\($0.rawValue)" })
            if field.name.isExactly("error") {
                html.element("div", ["id": "codes", "class": "codes"]) { writeCodes(to: &$0) }
            }
        case .lines:
            html.textArea(field.label, name: field.name, value: value, hint: field.hint, problem: problem)
        case .endpoint:
            html.selectField(field.label, name: field.name, options: StubField.endpoints, chosen: value)
        case .fault: writeFaults(field, value, problem, to: &html)
        case .token:
            html.selectField(
                field.label, name: field.name,
                options: [("", "all tokens")] + TokenFault.Token.allCases.map { ($0.rawValue, $0.rawValue) },
                chosen: value)
        }
        switch field.kind {
        case .endpoint, .token: html.problem(problem, of: field.name)
        default: break
        }
    }

    private func writeFaults(_ field: StubField, _ value: String, _ problem: String?, to html: inout HTMLWriter) {
        html.element("label", ["for": "field-\(field.name)"], text: field.label)
        html.element("div") { html in
            html.element("select", ["id": "field-\(field.name)", "name": field.name]) { html in
                html.element("option", ["value": ""], text: "none")
                for group in StubField.faults {
                    html.element("optgroup", ["label": group.title]) { html in
                        for name in group.names {
                            html.element(
                                "option", ["value": name, "selected": name.isExactly(value) ? "" : nil], text: name)
                        }
                    }
                }
            }
            html.problem(problem, of: field.name)
        }
        html.raw("\n")
    }

    private func writeCodes(to html: inout HTMLWriter) {
        for code in codes {
            html.element("button", ["name": "pick", "value": code.name, "class": "code"]) { html in
                html.element("b", text: code.name)
                html.raw(" ")
                html.text(code.meaning)
            }
        }
    }

    private func writePreview(to html: inout HTMLWriter) {
        html.raw("<h2>Preview</h2>\n")
        guard !form.isEmpty else {
            html.raw(
                "<p class=\"soft\">Give conditions to see which recent requests match. As a command, for example:</p>\n"
            )
            return html.codeBlock(
                CodeBlock("The next token request fails with AADSTS50076", curl.post(path, StubBuilder.example)))
        }
        if let preview {
            html.stubPreview(preview)
        } else if form["host"] != nil {
            html.raw("<p class=\"soft\">The request journal has no TLS handshakes, so there is no preview.</p>\n")
        } else if !problems.isEmpty {
            html.raw("<p class=\"soft\">The preview needs a form without the problems above.</p>\n")
        }
        guard problems.isEmpty else { return }
        html.codeBlock(CodeBlock("The stub as JSON", form.json.indented))
        html.codeBlock(CodeBlock("The same with curl", curl.post(path, form.json)))
    }

    private var path: String { "/_understudy/responses" }

    private static let example = JSONValue.object([
        JSONValue.Member("match", .object([JSONValue.Member("endpoint", .string("token"))])),
        JSONValue.Member("responses", .array([.object([JSONValue.Member("error", .string("AADSTS50076"))])])),
    ])
}

extension StubBuilder {
    /// Creates the builder for a submitted form. An empty form has no problems. `failure` is the problem of a stub that could not
    /// be added.
    init(_ form: StubForm, _ context: RequestContext, _ server: any ControlServer, failure: ProblemDocument? = nil) {
        let directory = context.services.directory
        var problem = failure
        var match: RequestCriteria?
        if !form.isEmpty {
            do throws(ProblemDocument) {
                _ = try StubRequest.stub(form.json, id: "")
            } catch {
                problem = problem ?? error
            }
            match = try? ControlBody.read(form.match) { RequestCriteria(&$0) }
        }
        let code = form["error"] ?? ""
        self.init(
            form: form, problems: problem.map { StubProblems($0) } ?? .none,
            preview: match.flatMap { match in
                match.isEmpty ? nil : StubPreview(of: match, in: server.journal, server.journalReader)
            },
            codes: code.isEmpty || AADSTS.lookup(code) != nil
                ? [] : Array(AADSTS.search(code).prefix(Self.maximumCodes)),
            suggestions: StubField.Suggestions.allCases.map { ($0.rawValue, $0.values(directory)) },
            curl: ControlCommand(context, server))
    }
}
