package import Directory
import Entra
package import Formats
import Protocol

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
        html.element("p") { html in
            html.element("a", ["href": DirectoryExportView.link(nil)], text: "Export the whole directory as YAML")
        }
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
    /// The actions on the object.
    package let actions: [RowAction]
    /// The text of the search box, or nil for a page without one.
    package let search: String?

    package init(
        title: String, lead: String, trail: [(text: String, href: String)] = [], facts: [(name: String, value: Cell)],
        links: [(text: String, href: String)] = [], tables: [Table], names: [Form.Field], showsSecrets: Bool,
        actions: [RowAction] = [], search: String? = nil
    ) {
        self.title = title
        self.lead = lead
        self.trail = trail
        self.facts = facts
        self.links = links
        self.tables = showsSecrets ? tables.map(\.showingSecrets) : tables
        self.names = names
        self.showsSecrets = showsSecrets
        self.actions = actions
        self.search = search
    }

    package var section: ConsoleSection { .directory }

    package func write(to html: inout HTMLWriter) {
        html.trail(from: section, trail)
        html.actions(actions)
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
        if let search {
            html.searchForm(
                "Find users, groups and applications", name: "q", value: search, action: section.path, names)
        }
        for table in tables { html.table(table) }
    }
}

extension Table {
    fileprivate var hasSecrets: Bool { rows.joined().contains { $0.look == .secret } }

    fileprivate var showingSecrets: Table {
        let rows = rows.map { row in row.map { $0.look == .secret ? .code($0.text) : $0 } }
        return Table(title, head: head, rows: rows, empty: empty).with(actions, example: example)
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

extension TenantListView {
    package init(_ directory: Directory) {
        self.init(
            tenants: Table(
                "Tenants", head: ["Name", "Kind", "ID", "Domains", "Applications", "Users"],
                of: directory.tenants
            ) { tenant in
                [
                    Cell(tenant.displayName, href: tenant.consolePath), Cell(tenant.kind.rawValue),
                    .code(tenant.id.description), Cell(tenant.domains.joined(separator: ", ")),
                    Cell(String(tenant.ownApplications.count)), Cell(String(tenant.userCount)),
                ]
            }.with([
                RowAction("new-tenant", "New tenant", [], opensPage: true),
                RowAction("reset-all", "Reset everything", [], opensPage: true),
            ]))
    }
}

extension Tenant {
    /// The path of the tenant's page in the console.
    var consolePath: String { ConsoleSection.directory.link([Form.Field("tenant", id.description)]) }

    func consolePath(of application: Application) -> String {
        ConsoleSection.directory.link([Form.Field("tenant", id.description), Form.Field("app", application.appId)])
    }
}
