import Directory
import Entra
import Formats
import Protocol

/// A page that lists the current stubs and builds new ones.
struct StubsView: ConsoleView {
    struct Stub: Sendable, Equatable {
        let id: String
        /// The conditions of the match.
        let match: [String]
        /// The responses, in the order in which they are returned.
        let responses: [String]
        let state: Badge
        /// The number of responses returned so far, and the number left.
        let progress: String
    }

    let stubs: [Stub]
    let builder: StubBuilder

    var section: ConsoleSection { .stubs }
    var lead: String {
        "Responses that tests have prepared for matching requests. A stub gives its responses in order."
    }

    func write(to html: inout HTMLWriter) {
        if stubs.isEmpty {
            html.raw("<p class=\"card soft\">There are no stubs. Every request gets the usual response.</p>\n")
        }
        for stub in stubs { write(stub, to: &html) }
        if !stubs.isEmpty {
            html.element("form", ["method": "post", "action": section.path, "class": "tools"]) { html in
                html.raw("<button class=\"small\">Remove all stubs</button>")
            }
        }
        html.raw("\n<h2 id=\"new\">Add a stub</h2>\n")
        builder.write(to: &html)
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
    /// Creates the page of the current stubs, followed by the spent stubs that are still kept. Secrets are masked.
    init(_ stubs: StubStore, in directory: Directory, mask: SecretMask, builder: StubBuilder) {
        self.init(
            stubs: stubs.list(StubFilter(), in: directory).map {
                StubsView.stub(mask.json($0.json), isExhausted: $0.isExhausted)
            }, builder: builder)
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
