import Entra
package import Formats
import Protocol

/// A page that lists the flows, the latest first.
package struct FlowListView: ConsoleView {
    /// A row for one flow.
    package struct Row: Sendable, Equatable {
        /// The `id` attribute of the element, which does not change while the flow grows.
        package let id: String
        package let when: String
        /// The application, and the user if there is one.
        package let participants: String
        /// The steps of the flow in short form.
        package let steps: String
        package let outcome: Badge
        package let href: String

        package init(id: String, when: String, participants: String, steps: String, outcome: Badge, href: String) {
            self.id = id
            self.when = when
            self.participants = participants
            self.steps = steps
            self.outcome = outcome
            self.href = href
        }
    }

    package let flows: [Row]
    /// The path of the event stream that reports new journal entries.
    package let stream: String
    /// The number of flows that the page does not show.
    package let left: Int
    /// Whether the journal records requests.
    package let isOn: Bool

    package init(flows: [Row], stream: String, left: Int, isOn: Bool) {
        self.flows = flows
        self.stream = stream
        self.left = left
        self.isOn = isOn
    }

    package var section: ConsoleSection { .flows }
    package var lead: String { "The requests of clients and the responses, grouped into flows by correlation ID." }

    package func write(to html: inout HTMLWriter) {
        guard isOn else {
            html.raw("<p class=\"notice\">The request journal is off. The server does not record requests.</p>")
            return
        }
        html.liveStatus()
        html.element("div", ["id": "live", "data-stream": stream]) { html in
            html.raw("\n")
            guard !flows.isEmpty else {
                html.raw("<p class=\"card soft\">No requests yet. New requests appear here as they arrive.</p>\n")
                return
            }
            html.element("ul", ["class": "flows"]) { html in
                for flow in flows { html.flow(flow) }
            }
            if left > 0 {
                html.element("p", ["class": "soft"], text: "Earlier flows that are not shown: \(left).")
            }
        }
        html.raw("\n")
    }
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
    /// The largest number of flows on the page.
    private static let maximum = 100
    /// The largest number of steps that the page names for a flow.
    private static let maximumSteps = 6

    /// Creates the page from the current journal.
    package init(_ journal: Journal, _ reader: JournalReader) {
        let flows = Flow.all(in: journal.items)
        self.init(
            flows: flows.suffix(FlowListView.maximum).reversed().map { FlowListView.flow($0, reader) },
            stream: Console.streamPath, left: max(flows.count - FlowListView.maximum, 0), isOn: journal.isOn)
    }

    private static func flow(_ flow: Flow, _ reader: JournalReader) -> Row {
        let summaries = flow.items.map { EntryJSON($0, reader).value(.summary) }
        let all = steps(summaries)
        let shown = all.prefix(maximumSteps)
        let left = all.count - shown.count
        let first = flow.items.first
        return Row(
            id: "flow-\(first?.id ?? 0)", when: first?.entry.time.timeOfDay ?? "",
            participants: participants(summaries),
            steps: (shown + (left > 0 ? ["\(left) more"] : [])).joined(separator: " → "),
            outcome: summaries.last.map(Badge.init(outcomeOf:)) ?? Badge("", .calm),
            href: Console.flow(of: "\(first?.id ?? 0)"))
    }

    /// Returns the application and the user of a flow, from the first entry that names them.
    static func participants(_ summaries: [JSONValue]) -> String {
        let text = { (names: [String]) in
            summaries.lazy.compactMap { summary in names.lazy.compactMap { summary[$0]?.string }.first }.first
        }
        let parts = [text(["clientName", "clientId"]), text(["user"])].compactMap(\.self)
        return parts.isEmpty ? summaries.first?["endpoint"]?.string ?? "" : parts.joined(separator: " · ")
    }

    /// Returns the steps of a flow in order. Equal steps in succession become one step with a count.
    private static func steps(_ summaries: [JSONValue]) -> [String] {
        var steps: [(text: String, count: Int)] = []
        for text in summaries.map(step) {
            if let last = steps.last, last.text.isExactly(text) {
                steps[steps.count - 1].count += 1
            } else {
                steps.append((text, 1))
            }
        }
        return steps.map { $0.count > 1 ? "\($0.text) ×\($0.count)" : $0.text }
    }

    private static func step(_ summary: JSONValue) -> String {
        let endpoint = summary["endpoint"]?.string ?? ""
        return summary["grantType"]?.string.map { "\(endpoint) (\(shortGrant($0)))" } ?? endpoint
    }
}

/// Returns a grant type without its URN prefix.
func shortGrant(_ type: String) -> String {
    type.utf8.lastIndex(of: UInt8(ascii: ":")).map { String(type[type.utf8.index(after: $0)...]) } ?? type
}

extension Badge {
    /// Creates the badge for the outcome in a journal summary.
    init(outcomeOf summary: JSONValue) {
        switch summary["outcome"]?.string {
        case "error": self.init(summary["error"]?.string ?? "rejected", .bad)
        case "page": self.init("waiting for the user", .calm)
        default: self.init(summary["status"]?.integer.map(String.init) ?? "", .good)
        }
    }
}

extension Console {
    /// The path of the event stream, which reports every journal entry. Pages reload when an event arrives.
    static let streamPath = root + "requests/stream?view=summary"
}
