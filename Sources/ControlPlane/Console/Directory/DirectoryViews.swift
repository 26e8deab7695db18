package import Formats

/// A page that lists all tenants.
package struct TenantListView: ConsoleView {
    package let tenants: Table

    package init(tenants: Table) {
        self.tenants = tenants
    }

    package var section: ConsoleSection { .directory }
    package var lead: String { "The current directory: the configuration, with all changes since the server started." }

    package func write(to html: inout HTMLWriter) {
        html.table(tenants)
    }
}

/// A page of one directory object: its facts, and the objects that belong to it.
package struct DirectoryObjectView: ConsoleView {
    package let title: String
    package let lead: String
    /// The links back that follow the link to the list of tenants.
    package let trail: [(text: String, href: String)]
    package let facts: [(name: String, value: Cell)]
    package let links: [(text: String, href: String)]
    package let tables: [Table]
    /// The form fields that name the object in a request for its secrets.
    package let names: [Form.Field]
    /// Whether the page shows secrets. An operator requested them with a form.
    package let showsSecrets: Bool

    package init(
        title: String, lead: String, trail: [(text: String, href: String)] = [], facts: [(name: String, value: Cell)],
        links: [(text: String, href: String)] = [], tables: [Table], names: [Form.Field], showsSecrets: Bool
    ) {
        self.title = title
        self.lead = lead
        self.trail = trail
        self.facts = facts
        self.links = links
        self.tables = showsSecrets ? tables.map(\.showingSecrets) : tables
        self.names = names
        self.showsSecrets = showsSecrets
    }

    package var section: ConsoleSection { .directory }

    package func write(to html: inout HTMLWriter) {
        html.trail(from: section, trail)
        if showsSecrets {
            html.element("p", ["class": "notice bad"], text: Console.secretsWarning)
            html.raw("\n")
        } else if tables.contains(where: \.hasSecrets) {
            html.secretsForm(section, names)
        }
        html.facts(facts)
        for link in links {
            html.element("p") { $0.element("a", ["href": link.href], text: link.text) }
            html.raw("\n")
        }
        for table in tables { html.table(table) }
    }
}

extension Table {
    fileprivate var hasSecrets: Bool { rows.joined().contains { $0.look == .secret } }

    fileprivate var showingSecrets: Table {
        let rows = rows.map { row in row.map { $0.look == .secret ? .code($0.text) : $0 } }
        return Table(title, head: head, rows: rows, empty: empty)
    }
}

extension HTMLWriter {
    /// Writes a form that requests the same page with its secrets. The request needs a form, because a form of another site is
    /// rejected.
    fileprivate mutating func secretsForm(_ section: ConsoleSection, _ names: [Form.Field]) {
        element("form", ["method": "post", "action": section.path, "class": "tools"]) { html in
            for name in names { html.void("input", ["type": "hidden", "name": name.name, "value": name.value]) }
            html.raw("<button class=\"small\">Show secrets</button>")
        }
        raw("\n")
    }

    /// Writes the links back to the pages above this page: the page of the section, then the `further` ones.
    mutating func trail(from section: ConsoleSection, _ further: [(text: String, href: String)] = []) {
        let steps = [(text: section.title, href: section.path)] + further
        element("p", ["class": "trail"]) { html in
            for (position, step) in steps.enumerated() {
                if position > 0 { html.raw(" / ") }
                html.element("a", ["href": step.href], text: step.text)
            }
        }
        raw("\n")
    }
}
