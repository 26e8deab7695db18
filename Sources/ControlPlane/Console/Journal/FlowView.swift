import Entra
package import Formats
import HTTP
import Protocol

/// A page of one flow: its sequence diagram, then each journal entry with the reasons for the response.
package struct FlowView: ConsoleView {
    package let title: String
    package let lead: String
    /// The diagram of the flow's requests and responses.
    package let diagram: SequenceDiagram
    package let exchanges: [JournalEntryCard]
    package let stream: String
    /// The ID of the flow's first entry.
    package let id: String
    /// All requests of the flow as commands, without secrets.
    package let commands: CodeBlock

    package var section: ConsoleSection { .flows }

    package func write(to html: inout HTMLWriter) {
        html.trail(from: section)
        html.liveStatus()
        html.element("div", ["class": "tools", "id": "flow-tools"]) { html in
            html.element("a", ["href": "\(Console.testPath)?id=\(id)"], text: "Make a test from this flow")
            html.element(
                "a", ["href": "\(Console.harPath)?id=\(id)", "download": "flow-\(id).har"], text: "Download as HAR")
            html.secretsForm(Console.harPath, id, "HAR with secrets", about: "the flow of request \(id)")
        }
        html.raw("\n")
        html.element("div", ["id": "live", "data-stream": stream]) { html in
            html.raw("\n")
            html.sequence(diagram)
            for exchange in exchanges { html.exchange(exchange) }
            html.element("details", ["class": "more", "id": "flow-curl"]) { html in
                html.raw("<summary>All steps as curl commands</summary>\n")
                html.codeBlock(commands)
                if exchanges.contains(where: { $0.curl.request != nil }) {
                    html.secretsForm(Console.curlPath, id, "Show with secrets", about: "all steps", name: "flow")
                }
            }
        }
        html.raw("\n")
        html.shortcuts()
    }
}

/// The page for a flow that does not exist.
package struct AbsentFlowView: ConsoleView {
    package init() {}

    package var section: ConsoleSection { .flows }
    package var title: String { "Flow not found" }
    package var lead: String {
        "The request journal has no entry with this ID. The server removes entries to make room for new ones."
    }

    package func write(to html: inout HTMLWriter) {
        html.trail(from: section)
    }
}

extension FlowView {
    /// Creates the page of the flow that contains the entry with this ID. Returns nil if the journal has no such entry.
    package init?(having id: Int64, in journal: Journal, _ reader: JournalReader) {
        guard let flow = Flow.having(id, in: journal) else { return nil }
        let shown = flow.items.prefix(FlowView.maximum)
        let start = flow.items.first?.entry.time ?? Timestamp(seconds: 0)
        let values = shown.map { (EntryJSON($0, reader).value(.full), $0.entry) }
        let cards = zip(shown, values).enumerated().map { position, pair in
            JournalEntryCard(
                pair.1.0, pair.0.entry, reader.mask(pair.0), start: start, isOpen: position == values.count - 1)
        }
        let left = flow.items.count - shown.count
        self.init(
            title: FlowListView.participants(values.map(\.0)),
            lead: "Started \(start.entraText), correlation ID \(flow.items.first?.entry.correlationID ?? "")"
                + (left > 0 ? "; the first \(shown.count) of \(flow.items.count) requests" : ""),
            diagram: SequenceDiagram(values.map { (summary: $0.0, entry: $0.1) }), exchanges: cards,
            stream: Console.streamPath, id: "\(flow.firstID)",
            commands: CodeBlock(
                "Repeats every request, without its secrets", CurlCommand.text(flow, reader, atMost: FlowView.maximum)))
    }

    private static let maximum = 100
}

extension Console {
    /// The path of the page of one flow. The query names any journal entry of the flow.
    package static let flowPath = root + "console/flow"

    /// Returns the address of the flow that contains a request.
    package static func flow(of request: String) -> String { "\(flowPath)?id=\(request)" }
}
