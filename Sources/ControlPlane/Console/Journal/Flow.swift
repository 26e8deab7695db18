import Entra
import Formats
import HTTP
import Protocol

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
