package import Wire

/// Every tenant.
package struct TenantListView: ConsoleView {
    package let tenants: Table

    package init(tenants: Table) {
        self.tenants = tenants
    }

    package var section: ConsoleSection { .directory }
    package var lead: String { "What the server knows at this moment: the configuration, and what was changed since." }

    package func write(to html: inout HTMLWriter) {
        html.table(tenants)
    }
}

/// One object of the directory: what is to say about it, and what belongs to it.
package struct DirectoryObjectView: ConsoleView {
    package let title: String
    package let lead: String
    /// The way back, from the list of tenants on.
    package let trail: [(text: String, href: String)]
    package let facts: [(name: String, value: Cell)]
    package let links: [(text: String, href: String)]
    package let tables: [Table]

    package init(
        title: String, lead: String, trail: [(text: String, href: String)], facts: [(name: String, value: Cell)],
        links: [(text: String, href: String)] = [], tables: [Table]
    ) {
        self.title = title
        self.lead = lead
        self.trail = trail
        self.facts = facts
        self.links = links
        self.tables = tables
    }

    package var section: ConsoleSection { .directory }

    package func write(to html: inout HTMLWriter) {
        html.trail(trail)
        html.facts(facts)
        for link in links {
            html.element("p") { $0.element("a", ["href": link.href], text: link.text) }
            html.raw("\n")
        }
        for table in tables { html.table(table) }
    }
}

extension HTMLWriter {
    /// The way back to where one came from.
    mutating func trail(_ steps: [(text: String, href: String)]) {
        element("p", ["class": "trail"]) { html in
            for (position, step) in steps.enumerated() {
                if position > 0 { html.raw(" / ") }
                html.element("a", ["href": step.href], text: step.text)
            }
        }
        raw("\n")
    }
}
