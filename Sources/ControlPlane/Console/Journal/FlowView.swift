package import Formats

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
