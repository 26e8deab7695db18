package import Formats

/// A page that lists the flows, the latest first.
package struct FlowListView: ConsoleView {
    /// A row for one flow.
    package struct Row: Sendable, Equatable {
        /// The `id` attribute of the element, which does not change while the flow grows.
        package let id: String
        package let when: String
        /// The application, and the user if there is one.
        package let who: String
        /// The steps of the flow in short form.
        package let what: String
        package let outcome: Badge
        package let href: String

        package init(id: String, when: String, who: String, what: String, outcome: Badge, href: String) {
            self.id = id
            self.when = when
            self.who = who
            self.what = what
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
            html.element("bdi", ["class": "who"], text: flow.who)
            html.element("bdi", ["class": "what"], text: flow.what)
            html.raw("<span class=\"outcome\">")
            html.badge(flow.outcome)
            html.raw("</span>")
        }
        raw("</li>")
    }
}
