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

    package init(
        title: String, lead: String, diagram: SequenceDiagram, exchanges: [JournalEntryCard], stream: String
    ) {
        self.title = title
        self.lead = lead
        self.diagram = diagram
        self.exchanges = exchanges
        self.stream = stream
    }

    package var section: ConsoleSection { .flows }

    package func write(to html: inout HTMLWriter) {
        html.trail(from: section)
        html.liveStatus()
        html.element("div", ["id": "live", "data-stream": stream]) { html in
            html.raw("\n")
            html.sequence(diagram)
            for exchange in exchanges { html.exchange(exchange) }
        }
        html.raw("\n")
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
        guard let flow = Flow.all(in: journal.items).first(where: { flow in flow.items.contains { $0.id == id } })
        else {
            return nil
        }
        let shown = flow.items.prefix(FlowView.maximum)
        let values = shown.map { (EntryJSON($0, reader).value(.full), $0.entry) }
        let cards = zip(shown, values).enumerated().map { position, pair in
            JournalEntryCard(pair.1.0, pair.0.entry, reader.mask(pair.0), isOpen: position == values.count - 1)
        }
        let left = flow.items.count - shown.count
        self.init(
            title: FlowListView.participants(values.map(\.0)),
            lead: "Correlation ID \(flow.items.first?.entry.correlationID ?? "")"
                + (left > 0 ? "; the first \(shown.count) of \(flow.items.count) requests" : ""),
            diagram: SequenceDiagram(values.map { (summary: $0.0, entry: $0.1) }), exchanges: cards,
            stream: Console.streamPath)
    }

    private static let maximum = 100
}

extension Console {
    /// The path of the page of one flow. The query names any journal entry of the flow.
    package static let flowPath = root + "console/flow"

    /// Returns the address of the flow that contains a request.
    package static func flow(of request: String) -> String { "\(flowPath)?id=\(request)" }
}

/// A sequence of journal entries that belong together: entries with the same `client-request-id`. For clients that send no ID,
/// entries belong together if they share a code or post the pages of the same authorization request.
struct Flow {
    private(set) var items: [Journal.Item]

    /// Returns the flows of the journal, in the order of their first entries.
    static func all(in items: [Journal.Item]) -> [Flow] {
        var flows: [Flow] = []
        var positions: [ByteString: Int] = [:]
        for item in items {
            let shared = links(of: item.entry)
            let known = shared.lazy.filter(\.follows).compactMap { positions[$0.key] }.first
            if let known {
                flows[known].items.append(item)
            } else {
                flows.append(Flow(items: [item]))
            }
            for link in shared { positions[link.key] = known ?? flows.count - 1 }
        }
        return flows
    }

    /// Returns the keys that link an entry to others, each with whether the entry may continue a flow by this key. Only a page's
    /// form continues a flow by its query, because a new flow may repeat the same authorization request.
    private static func links(of entry: JournalEntry) -> [(key: ByteString, follows: Bool)] {
        var links = [(key: ByteString("id \(entry.correlationID)"), follows: true)]
        if entry.endpoint == "authorize", !entry.request.query.isEmpty {
            let isPage = entry.form?[PageField.flowToken] != nil
            links.append((ByteString("query \(entry.request.query)"), isPage))
        }
        if let code = entry.form?[Parameter.code] ?? RecordedResponse(entry).parameters?[Parameter.code] {
            links.append((ByteString("code \(code)"), true))
        }
        return links
    }
}
