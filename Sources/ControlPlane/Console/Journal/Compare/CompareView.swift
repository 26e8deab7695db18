import Entra
package import Formats
import Protocol

/// A page that compares two requests side by side, and says which difference matters.
package struct CompareView: ConsoleView {
    let left: String
    let right: String
    /// The comparison, or nil until both requests are chosen.
    let comparison: RequestComparison?
    let candidates: Table?
    /// The reason why there is no comparison, or nil.
    let problem: String?

    package var section: ConsoleSection { .flows }
    package var title: String {
        comparison == nil ? "Compare requests" : "Request \(left) and request \(right)"
    }
    package var lead: String { "What differs between two requests, and which difference matters." }

    package func write(to html: inout HTMLWriter) {
        html.trail(from: section, left.isEmpty ? [] : [("Flow of request \(left)", Console.flow(of: left))])
        html.element("form", ["method": "get", "action": Console.comparePath, "class": "search"]) { html in
            html.number("Request", Console.CompareName.left, left)
            html.number("Compare with request", Console.CompareName.right, right)
            html.raw("<button class=\"button\">Compare</button>")
        }
        html.raw("\n")
        if let problem { html.element("p", ["class": "notice bad"], text: problem) }
        if let candidates { html.table(candidates) }
        guard let comparison else { return }
        html.element("p", ["class": "notice", "id": "verdict"], text: comparison.verdict)
        html.raw("\n")
        let important = comparison.differences(.cause) + comparison.differences(.matters)
        html.table(table("Differences that matter", important, empty: "None."))
        html.table(table("Differences of the responses", comparison.results, empty: "None.", hasReasons: false))
        let noise = comparison.differences(.noise)
        html.element("details", ["class": "more", "id": "noise"]) { html in
            html.element("summary", text: "Differences without effect: \(noise.count)")
            html.table(table("Differences without effect", noise, empty: "None."))
        }
        html.raw("\n")
    }

    private func table(
        _ title: String, _ differences: [RequestComparison.Difference], empty: String, hasReasons: Bool = true
    ) -> Table {
        let head = ["Value", "Request \(left)", "Request \(right)"] + (hasReasons ? ["Effect"] : [])
        return Table(
            title, head: head,
            rows: differences.map { difference in
                [
                    Cell(
                        difference.weight == .cause ? "\(difference.name) (the error is about this)" : difference.name),
                    .code(difference.left ?? ""), .code(difference.right ?? ""),
                ] + (hasReasons ? [Cell(difference.reason)] : [])
            }, empty: empty)
    }
}

extension HTMLWriter {
    fileprivate mutating func number(_ label: String, _ name: String, _ value: String) {
        element("label") { html in
            html.text(label)
            html.void("input", ["type": "number", "min": "1", "name": name, "value": value, "required": ""])
        }
        raw("\n")
    }
}

extension CompareView {
    /// The largest number of requests that the page offers.
    private static let maximumCandidates = 20

    /// Creates the page from the query, which names one request or two. Returns nil if the first request is not in the journal.
    package init?(_ query: Form, in journal: Journal, _ reader: JournalReader, now: Timestamp) {
        let ids = [Console.CompareName.left, Console.CompareName.right].map { name in
            query[name].flatMap { ASCII.decimal($0.utf8) }.map(Int64.init)
        }
        let items = ids.map { id in id.flatMap { journal[$0] } }
        guard let first = items[0] else { return nil }
        left = "\(first.id)"
        right = ids[1].map { "\($0)" } ?? ""
        guard let second = items[1] else {
            comparison = nil
            problem = ids[1].map { "The journal has no request \($0)." }
            candidates = CompareView.candidates(for: first, in: journal, reader, now)
            return
        }
        comparison = RequestComparison(ComparedEntry(first, reader), ComparedEntry(second, reader))
        problem = nil
        candidates = nil
    }

    private static func candidates(
        for item: Journal.Item, in journal: Journal, _ reader: JournalReader, _ now: Timestamp
    ) -> Table {
        let similar = journal.items.reversed().lazy.filter { other in
            other.id != item.id && other.entry.endpoint.isExactly(item.entry.endpoint)
        }
        return Table(
            "Requests to the same endpoint", head: ["Request", "Time", "Who", "Result"],
            rows: similar.prefix(maximumCandidates).map { other in
                let flow = FlowSummary(Flow(items: [other]), reader)
                let link = Console.compare(item.id, other.id)
                return [
                    Cell("Compare with request \(other.id)", href: link), Cell(other.entry.time.text(near: now)),
                    Cell(flow.participants), Cell(flow.outcome.label),
                ]
            }, empty: "The journal has no other request to this endpoint.")
    }
}

extension Console {
    /// The path of the page that compares two requests.
    static let comparePath = root + "console/compare"

    /// The names of the page's query parameters.
    enum CompareName {
        static let left = "a"
        static let right = "b"
    }

    /// Returns the address of a comparison, or of the page that offers requests for one.
    static func compare(_ left: Int64, _ right: Int64? = nil) -> String {
        "\(comparePath)?\(CompareName.left)=\(left)" + (right.map { "&\(CompareName.right)=\($0)" } ?? "")
    }
}
