import Entra
package import Formats
import Protocol

/// A page with tests that repeat a flow.
package struct FlowTestView: ConsoleView {
    let request: String
    let pytest: String
    /// The test for Playwright, or nil for a flow without pages.
    let playwright: String?
    let showsSecrets: Bool

    package var section: ConsoleSection { .flows }
    package var title: String { "Test from the flow of request \(request)" }
    package var lead: String {
        showsSecrets
            ? Console.secretsWarning
            : "Texts that run as they are. The tests read secrets from environment variables."
    }

    package func write(to html: inout HTMLWriter) {
        html.trail(from: section, [("Flow of request \(request)", Console.flow(of: request))])
        html.codeBlock(CodeBlock("pytest with requests: save as test_flow.py, and run pytest test_flow.py", pytest))
        if let playwright {
            html.codeBlock(CodeBlock("Playwright: save as flow.spec.js, and run npx playwright test", playwright))
        }
        guard !showsSecrets else { return }
        html.secretsForm(Console.testPath, request, "Show with secrets", about: "the tests of request \(request)")
    }
}

extension FlowTestView {
    /// Creates the page of the flow that contains the entry with this ID. Returns nil if the journal has no such entry.
    init?(_ id: Int64, in journal: Journal, _ reader: JournalReader, showsSecrets: Bool) {
        guard let flow = Flow.having(id, in: journal) else { return nil }
        request = "\(id)"
        pytest = PytestFlow.text(flow, reader, showsSecrets: showsSecrets)
        playwright = PlaywrightFlow.text(flow, reader, showsSecrets: showsSecrets)
        self.showsSecrets = showsSecrets
    }
}

extension HTMLWriter {
    /// Writes a form that requests a page with secrets. The request needs a form, because a form of another site is rejected.
    mutating func secretsForm(
        _ path: String, _ request: String, _ text: String, about what: String, name: String = "id"
    ) {
        element("form", ["method": "post", "action": path, "class": "tools"]) { html in
            html.void("input", ["type": "hidden", "name": name, "value": request])
            html.element("button", ["class": "small", "aria-label": "\(text): \(what)"], text: text)
        }
        raw("\n")
    }
}

extension Console {
    /// The path of the tests that repeat a flow. A GET request masks the secrets, and a form post has them.
    static let testPath = root + "console/test"
}
