package import Directory
package import Entra
package import Formats
import Protocol

/// A page that lists the current stubs: the requests that match each stub, and its responses.
package struct StubsView: ConsoleView {
    package struct Stub: Sendable, Equatable {
        package let id: String
        /// The conditions of the match.
        package let match: [String]
        /// The responses, in the order in which they are returned.
        package let responses: [String]
        package let state: Badge
        /// The number of responses returned so far, and the number left.
        package let progress: String

        package init(id: String, match: [String], responses: [String], state: Badge, progress: String) {
            self.id = id
            self.match = match
            self.responses = responses
            self.state = state
            self.progress = progress
        }
    }

    package let stubs: [Stub]
    /// A command that adds a stub.
    package let example: String

    package init(stubs: [Stub], example: String) {
        self.stubs = stubs
        self.example = example
    }

    package var section: ConsoleSection { .stubs }
    package var lead: String {
        "Responses that tests have prepared for matching requests. A stub gives its responses in order."
    }

    package func write(to html: inout HTMLWriter) {
        if stubs.isEmpty {
            html.raw("<p class=\"card soft\">There are no stubs. Every request gets the usual response.</p>\n")
        }
        for stub in stubs { write(stub, to: &html) }
        if !stubs.isEmpty {
            html.element("form", ["method": "post", "action": section.path, "class": "tools"]) { html in
                html.raw("<button class=\"small\">Remove all stubs</button>")
            }
        }
        html.raw("\n<h2>Add a stub</h2>\n")
        html.codeBlock(CodeBlock("The next token request of Contoso Mobile fails with AADSTS50076", example))
    }

    private func write(_ stub: Stub, to html: inout HTMLWriter) {
        html.element("section", ["class": "card verdict", "id": "script-\(stub.id)"]) { html in
            html.raw("\n<div class=\"tools\">")
            html.badge(stub.state)
            html.element("span", text: stub.progress)
            html.element("form", ["method": "post", "action": section.path]) { html in
                html.void("input", ["type": "hidden", "name": "id", "value": stub.id])
                html.element(
                    "button", ["class": "small", "aria-label": "Remove the stub \(stub.id)"], text: "Remove")
            }
            html.raw("</div>\n")
            html.facts(
                [("ID", .code(stub.id))]
                    + (stub.match.isEmpty
                        ? [("Matches", Cell("every request"))] : stub.match.map { ("Matches", .code($0)) })
                    + stub.responses.map { ("Response", .code($0)) })
        }
        html.raw("\n")
    }
}

extension StubsView {
    /// Creates the page of the current stubs, followed by the spent stubs that are still kept. Secrets are masked. The example
    /// reads the control token from a shell variable, because no page shows the token.
    package init(
        _ stubs: StubStore, in directory: Directory, mask: SecretMask, origin: Origin, needsToken: Bool
    ) {
        let trust = origin.isSecure ? " -k" : ""
        let authorization = needsToken ? " -H \"Authorization: Bearer \(CurlCommand.tokenVariable)\"" : ""
        self.init(
            stubs: stubs.list(StubFilter(), in: directory).map {
                StubsView.stub(mask.json($0.json), isExhausted: $0.isExhausted)
            },
            example: """
                curl -s\(trust)\(authorization) \(origin)/_understudy/responses -d '{
                  "match": {"clientId": "aaaaaaaa-0000-4000-8000-000000000001", "endpoint": "token"},
                  "responses": [{"error": "AADSTS50076"}]
                }'
                """)
    }

    private static func stub(_ value: JSONValue, isExhausted: Bool) -> Stub {
        let left = value["left"]?.integer
        let consumed = value["consumed"]?.integer ?? 0
        return Stub(
            id: value["id"]?.string ?? "", match: (value["match"]?.object ?? []).map { "\($0.name): \($0.value.line)" },
            responses: (value["responses"]?.array ?? []).map(\.line),
            state: isExhausted ? Badge("used", .calm) : Badge("active", .good),
            progress: "\(consumed) used, " + (left.map { "\($0) left" } ?? "no limit"))
    }
}
