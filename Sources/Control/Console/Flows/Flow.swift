import Entra
import HTTP
import Wire

/// Exchanges that belong together, in their order: those of one `client-request-id`, and those that a code leads on from one
/// to the next or that post the pages of one authorization request, for clients that send no id.
struct Flow {
    private(set) var items: [Journal.Item]

    /// Of the journal, by the first exchange of each.
    static func all(in items: [Journal.Item]) -> [Flow] {
        var flows: [Flow] = []
        var positions: [ExactString: Int] = [:]
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

    /// What an exchange has in common with others of its flow, and whether it may be a later one by it: the same
    /// authorization request comes again in another flow, but for the forms of its pages.
    private static func links(of entry: JournalEntry) -> [(key: ExactString, follows: Bool)] {
        var links = [(key: ExactString("id \(entry.correlationID)"), follows: true)]
        if entry.endpoint == "authorize", !entry.request.query.isEmpty {
            let isPage = entry.form?[PageField.flowToken] != nil
            links.append((ExactString("query \(entry.request.query)"), isPage))
        }
        if let code = entry.form?[Parameter.code] ?? EntryAnswer(entry).parameters?[Parameter.code] {
            links.append((ExactString("code \(code)"), true))
        }
        return links
    }
}
