import Entra
import Formats
import Protocol

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
            title: FlowListView.who(values.map(\.0)),
            lead: "Correlation ID \(flow.items.first?.entry.correlationID ?? "")"
                + (left > 0 ? "; the first \(shown.count) of \(flow.items.count) requests" : ""),
            diagram: SequenceDiagram(values.map { (summary: $0.0, entry: $0.1) }), exchanges: cards,
            stream: Console.streamPath)
    }

    private static let maximum = 100
}
