import Entra
package import Formats
import Protocol

/// A page that lists the flows, the latest first, with a search form.
package struct FlowListView: ConsoleView {
    /// A row for one flow.
    package struct Row: Sendable, Equatable {
        /// The `id` attribute of the element, which does not change while the flow grows.
        package let id: String
        package let when: String
        /// The application, and the user if there is one.
        package let participants: String
        /// The steps of the flow in short form, and the time that they took.
        package let steps: String
        package let outcome: Badge
        package let href: String
    }

    /// The numbers of flows and of requests.
    package struct Counts: Sendable, Equatable {
        /// The requests in the journal.
        package let requests: Int
        /// The flows that match.
        package let matching: Int
        /// The flows that are hidden because they are noise.
        package let noise: Int
    }

    package let flows: [Row]
    package let counts: Counts
    package let filter: FlowFilter
    /// The endpoints in the journal, for the form.
    package let endpoints: [String]
    /// The path of the event stream that reports new journal entries.
    package let stream: String
    /// Whether the journal records requests.
    package let isOn: Bool
    /// The requests that a reader can make while the journal is empty.
    package let examples: FirstRequests

    package var section: ConsoleSection { .flows }
    package var lead: String {
        "The requests of clients and the responses, grouped into flows. Times are in UTC."
    }

    package func write(to html: inout HTMLWriter) {
        guard isOn else {
            html.raw("<p class=\"notice\">The request journal is off. The server does not record requests.</p>")
            return
        }
        writeForm(to: &html)
        html.liveStatus()
        html.element("div", ["id": "live", "data-stream": stream]) { html in
            html.raw("\n")
            for problem in filter.problems { html.element("p", ["class": "notice bad"], text: problem) }
            if counts.requests == 0 {
                html.firstRequests(examples)
            } else {
                writeCounts(to: &html)
                writeList(to: &html)
            }
        }
        html.shortcuts()
    }

    private func writeList(to html: inout HTMLWriter) {
        if flows.isEmpty {
            html.raw("<p class=\"card soft\">No flow matches. ")
            html.element("a", ["href": Console.root], text: "Show all flows")
            html.raw("</p>\n")
            return
        }
        html.element("ul", ["class": "flows"]) { html in
            for flow in flows { html.flow(flow) }
        }
        html.raw("\n<p class=\"tools\">")
        if filter.page > 1 {
            html.element("a", ["href": filter.link(page: filter.page - 1), "rel": "prev"], text: "Newer flows")
        }
        if filter.page * FlowFilter.pageSize < counts.matching {
            html.element("a", ["href": filter.link(page: filter.page + 1), "rel": "next"], text: "Older flows")
        }
        html.raw("</p>\n")
    }

    private func writeCounts(to html: inout HTMLWriter) {
        let first = (filter.page - 1) * FlowFilter.pageSize
        let shown = flows.isEmpty ? "0" : "\(first + 1)–\(first + flows.count)"
        let range = flows.count == counts.matching ? "" : "\(shown) of "
        html.element("p", ["class": "soft", "id": "flow-count"]) { html in
            html.text("\(range)\(number(counts.matching, "flow")), ")
            html.text("\(number(counts.requests, "request")) in the journal.")
            guard counts.noise > 0 || filter.showsNoise else { return }
            html.raw(" ")
            if filter.showsNoise {
                html.element(
                    "a", ["href": filter.link(showsNoise: false)], text: "Hide discovery documents and browser files")
            } else {
                html.text("Hidden flows of discovery documents and browser files: \(grouped(counts.noise)). ")
                html.element("a", ["href": filter.link(showsNoise: true)], text: "Show them")
            }
        }
        html.raw("\n")
    }
}

/// Returns a number with its noun.
private func number(_ number: Int, _ noun: String) -> String { "\(grouped(number)) \(noun)\(number == 1 ? "" : "s")" }

/// Returns a number with a comma after every three digits.
private func grouped(_ number: Int) -> String {
    guard number >= 1_000 else { return String(number) }
    let rest = number % 1_000
    return "\(grouped(number / 1_000)),\(rest < 100 ? "0" : "")\(rest < 10 ? "0" : "")\(rest)"
}

extension HTMLWriter {
    /// Writes the live status and a reload link. The script updates the status; without the script, the page is not live.
    mutating func liveStatus() {
        raw(
            """
            <p class="tools"><span id="live-status" class="live-status" role="status">Not live</span>\
            <a href="">Reload</a></p>

            """)
    }

    fileprivate mutating func flow(_ flow: FlowListView.Row) {
        raw("\n<li>")
        element("a", ["class": "flow", "id": flow.id, "href": flow.href]) { html in
            html.element("span", ["class": "when"], text: flow.when)
            html.element("bdi", ["class": "who"], text: flow.participants)
            html.element("bdi", ["class": "what"], text: flow.steps)
            html.raw("<span class=\"outcome\">")
            html.badge(flow.outcome)
            html.raw("</span>")
        }
        raw("</li>")
    }
}

extension FlowListView {
    /// Creates the page from the current journal. `now` is the server's time: a row has a date if its date differs.
    package init(
        _ journal: Journal, _ reader: JournalReader, _ filter: FlowFilter, examples: FirstRequests, now: Timestamp
    ) {
        let items = journal.items
        let all = Flow.all(in: items).map { FlowSummary($0, reader) }
        let shown = filter.showsNoise ? all : all.filter { !$0.isNoise }
        let matching = filter.isEmpty ? shown : shown.filter(filter.matches)
        let newest = matching.reversed().dropFirst((filter.page - 1).multipliedSafely(by: FlowFilter.pageSize))
        self.init(
            flows: newest.prefix(FlowFilter.pageSize).map { FlowListView.row($0, now) },
            counts: Counts(requests: items.count, matching: matching.count, noise: all.count - shown.count),
            filter: filter,
            endpoints: Set(exactly: items.map(\.entry.endpoint)).map(\.string).sorted { $0.precedes($1) },
            stream: Console.streamPath, isOn: journal.isOn, examples: examples)
    }

    private static func row(_ flow: FlowSummary, _ now: Timestamp) -> Row {
        let id = flow.items.first?.id ?? 0
        let requests = flow.items.count == 1 ? "" : "\(flow.items.count) requests, "
        return Row(
            id: "flow-\(id)", when: flow.items.first?.entry.time.text(near: now) ?? "",
            participants: flow.participants, steps: "\(flow.steps) · \(requests)\(spent(flow.duration))",
            outcome: flow.outcome.badge, href: Console.flow(of: "\(id)"))
    }

    /// Returns the application and the user of a flow, from the first entry that names them.
    static func participants(_ summaries: [JSONValue]) -> String {
        let text = { (names: [String]) in
            summaries.lazy.compactMap { summary in names.lazy.compactMap { summary[$0]?.string }.first }.first
        }
        let parts = [text(["clientName", "clientId"]), text(["user"])].compactMap(\.self)
        return parts.isEmpty ? summaries.first?["endpoint"]?.string ?? "" : parts.joined(separator: " · ")
    }
}

extension Int {
    /// Returns the product, or the largest number if the product is larger.
    fileprivate func multipliedSafely(by other: Int) -> Int {
        let (product, overflows) = multipliedReportingOverflow(by: other)
        return overflows ? .max : product
    }
}

extension Timestamp {
    /// Returns the time of day, after the date unless the date is the date of `other`.
    func text(near other: Timestamp) -> String {
        let (date, today) = (iso8601.firstScalars(10), other.iso8601.firstScalars(10))
        return date.isExactly(today) ? timeOfDay : "\(date) \(timeOfDay)"
    }
}

/// Returns a grant type without its URN prefix.
func shortGrant(_ type: String) -> String {
    type.utf8.lastIndex(of: UInt8(ascii: ":")).map { String(type[type.utf8.index(after: $0)...]) } ?? type
}

extension Console {
    /// The path of the event stream, which reports every journal entry. Pages reload when an event arrives.
    static let streamPath = root + "requests/stream?view=summary"
    /// The path to which the button that clears the journal posts.
    static let clearPath = root + "console/clear"
}
