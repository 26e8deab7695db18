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
            })
    }
}

extension Tenant {
    /// The path of the tenant's page in the console.
    var consolePath: String { ConsoleSection.directory.link([Form.Field("tenant", id.description)]) }

    func consolePath(of application: Application) -> String {
        ConsoleSection.directory.link([Form.Field("tenant", id.description), Form.Field("app", application.appId)])
    }
}

extension DirectoryObjectView {
    /// Creates the page of a tenant, with at most `Table.maximumObjects` objects of each kind.
    package init(_ tenant: Tenant, of directory: Directory, showsSecrets: Bool = false) {
        self.init(
            title: tenant.displayName, lead: DirectoryObjectView.description(of: tenant.kind),
            facts: [("Tenant ID", .code(tenant.id.description))]
                + tenant.domains.map { ("Domain", .code($0)) }
                + (tenant.subdomain.map { [("Host label", .code($0))] } ?? [])
                + (tenant.cloud.map { [("Cloud", Cell($0.rawValue))] } ?? []),
            tables: [
                DirectoryObjectView.applications(tenant),
                Table(
                    "Users", head: ["Name", "Sign-in name", "Password", "Object ID", "Notes"], of: tenant.users
                ) { DirectoryObjectView.row($0, in: tenant, of: directory) },
                DirectoryObjectView.groups(tenant),
                DirectoryObjectView.policies(tenant),
            ] + DirectoryObjectView.furtherTables(tenant),
            names: [Form.Field("tenant", tenant.id.description)], showsSecrets: showsSecrets)
    }

    private static func description(of kind: Tenant.Kind) -> String {
        switch kind {
        case .workforce: "A workforce tenant, for the employees and guests of an organization."
        case .external: "An external tenant (CIAM), for the customers of an organization."
        case .b2c: "An Azure AD B2C tenant, for customers who sign in by user flows."
        case .consumers: "The tenant of personal Microsoft accounts."
        }
    }

    private static func applications(_ tenant: Tenant) -> Table {
        Table(
            "Applications", head: ["Name", "Client ID", "Audience", "App ID URI"],
            of: tenant.ownApplications
        ) { application in
            [
                Cell(application.displayName, href: tenant.consolePath(of: application)), .code(application.appId),
                Cell(application.signInAudience.rawValue), .code(application.identifierUris.joined(separator: ", ")),
            ]
        }
    }

    private static func groups(_ tenant: Tenant) -> Table {
        Table("Groups", head: ["Name", "Object ID", "Members"], of: tenant.groups) { group in
            [Cell(group.displayName), .code(group.id.description), Cell(String(tenant.memberCount(of: group)))]
        }
    }

    private static func row(_ user: User, in tenant: Tenant, of directory: Directory) -> [Cell] {
        var notes: [String] = []
        if user.isGlobalAdministrator { notes.append("Global Administrator") }
        if user.isGuest(in: tenant.id) { notes.append("guest") }
        if !user.accountEnabled { notes.append("disabled") }
        if user.mustChangePassword { notes.append("must change password") }
        if user.mfa != nil { notes.append("second factor") }
        notes += user.groups.compactMap { tenant.group($0)?.displayName }
        return [
            Cell(user.displayName), .code(user.signInName),
            password(of: user, in: tenant, of: directory),
            .code(user.id.description), Cell(notes.joined(separator: ", ")),
        ]
    }

    /// The cell with the user's password, or with the way the user signs in without a password here.
    private static func password(of user: User, in tenant: Tenant, of directory: Directory) -> Cell {
        if let provider = user.identityProvider { return Cell("checked by \(provider)") }
        let domain = tenant.federatedDomain(of: user.userPrincipalName)
        if let domain, !domain.isStandIn { return Cell("checked by the domain’s identity provider") }
        if tenant.signsInByMail { return Cell("one-time code by email") }
        if let password = user.password { return Cell(password, .secret) }
        if user.isGuest(in: tenant.id) { return Cell("checked by the home tenant") }
        guard directory.acceptsPassword(user) else { return Cell("none") }
        return Cell(domain == nil ? "any" : "any, at the stand-in identity provider")
    }

    /// Returns the table of user flows if the tenant has user flows, and of Conditional Access policies otherwise.
    private static func policies(_ tenant: Tenant) -> Table {
        guard tenant.policies.isEmpty else {
            return Table(
                "User flows", head: ["Policy", "Kind", "Attributes", "Identity providers"],
                rows: tenant.policies.map { flow in
                    [
                        .code(flow.id), Cell(flow.kind.rawValue),
                        Cell(flow.attributes.map(\.name).joined(separator: ", ")),
                        Cell(flow.identityProviders.map(\.name).joined(separator: ", ")),
                    ]
                })
        }
        return Table(
            "Conditional Access policies", head: ["Name", "State", "Required controls", "ID"],
            rows: tenant.conditionalAccessPolicies.map { policy in
                [
                    Cell(policy.displayName), Cell(policy.state.rawValue),
                    Cell(
                        policy.builtInControls.map(\.rawValue).joined(separator: " \(policy.grantOperator.rawValue) ")),
                    .code(policy.id.description),
                ]
            })
    }

    /// Returns the tables that are empty for most tenants, without the empty ones.
    private static func furtherTables(_ tenant: Tenant) -> [Table] {
        [
            Table(
                "Federated domains", head: ["Domain", "Issuer"],
                rows: tenant.federatedDomains.map { [.code($0.domain), .code($0.issuerUri)] }),
            Table(
                "Managed identities", head: ["Name", "Client ID"],
                rows: tenant.managedIdentities.map { [Cell($0.name), .code($0.clientID.description)] }),
            Table(
                "Policies and named locations", head: ["Kind", "Name", "ID"],
                rows: tenant.policyTable.all.map { policy in
                    [Cell(policy.kind.rawValue), Cell(policy.displayName), .code(policy.id.description)]
                }),
            Table(
                "Consents", head: ["Client", "API", "User", "Scopes"], of: tenant.grants
            ) { grant in
                [
                    Cell(name(grant.client, tenant)), Cell(name(grant.resource, tenant)),
                    Cell(subject(grant, tenant)), .code(grant.scopes.joined(separator: " ")),
                ]
            },
        ].filter { !$0.rows.isEmpty }
    }

    private static func name(_ id: ClientID, _ tenant: Tenant) -> String {
        tenant.application(id)?.displayName ?? id.description
    }

    private static func subject(_ grant: PermissionGrant, _ tenant: Tenant) -> String {
        switch grant.consentType {
        case .principal(let user): tenant.user(user)?.signInName ?? user.description
        default: "all users"
        }
    }
}

extension Tenant {
    /// Whether every sign-in user flow of an external tenant uses a one-time code instead of a password.
    fileprivate var signsInByMail: Bool {
        let flows = policies.filter { $0.kind == .signUpOrSignIn || $0.kind == .signIn }
        return kind == .external && !flows.isEmpty && flows.allSatisfy { $0.credential == .emailOneTimeCode }
    }
}
