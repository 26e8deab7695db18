import Directory
import Entra
import Formats
import Protocol

extension DirectoryObjectView {
    /// Creates the page of a tenant, with at most `Table.maximumObjects` objects of each kind. The query `q` limits the users,
    /// groups and applications to those whose names or IDs contain a text.
    init(
        _ tenant: Tenant, of target: DirectoryTarget, _ command: ControlCommand, showsSecrets: Bool = false
    ) {
        let names = target.tenantPage
        let search = ObjectSearch(target["q"])
        let example = { (name: String) -> CodeBlock? in
            DirectoryForm.named(name)?.exampleOperation(target).map {
                CodeBlock("Create one with curl", $0.curl(command))
            }
        }
        self.init(
            title: tenant.displayName, lead: DirectoryObjectView.description(of: tenant.kind),
            facts: [("Tenant ID", .code(tenant.id.description))]
                + tenant.domains.map { ("Domain", .code($0)) }
                + (tenant.subdomain.map { [("Host label", .code($0))] } ?? [])
                + (tenant.cloud.map { [("Cloud", Cell($0.rawValue))] } ?? []),
            links: [("Export this tenant as YAML", DirectoryExportView.link(tenant))],
            tables: [
                DirectoryObjectView.applications(tenant, search).with(
                    [RowAction("new-app", "New application", names, opensPage: true)], example: example("new-app")),
                Table(
                    "Users", head: ["Name", "Sign-in name", "Password", "Object ID", "Notes"],
                    of: search.found(tenant.users, search.matches),
                    empty: search.empty("users")
                ) { DirectoryObjectView.row($0, in: tenant, of: target.directory) }.with(
                    [RowAction("new-user", "New user", names, opensPage: true)], example: example("new-user")),
                DirectoryObjectView.groups(tenant, search).with(
                    [RowAction("new-group", "New group", names, opensPage: true)], example: example("new-group")),
                DirectoryObjectView.policies(tenant, names).with(
                    [RowAction("new-policy", "New policy", names, opensPage: true)], example: example("new-policy")),
                DirectoryObjectView.consents(tenant, target),
            ] + DirectoryObjectView.furtherTables(tenant, target),
            names: names, showsSecrets: showsSecrets,
            actions: DirectoryObjectView.actions(on: tenant, names), search: target["q"])
    }

    private static func actions(on tenant: Tenant, _ names: [Form.Field]) -> [RowAction] {
        let general = [
            RowAction("reset-tenant", "Reset", "Reset the tenant", names, opensPage: true),
            RowAction("revoke-tenant", "Revoke everything", names, opensPage: true),
        ]
        guard tenant.kind != .consumers else { return general }
        return [RowAction("clone-tenant", "Copy", "Copy the tenant", names, opensPage: true)] + general + [
            RowAction("delete-tenant", "Delete", "Delete the tenant", names, opensPage: true)
        ]
    }

    private static func description(of kind: Tenant.Kind) -> String {
        switch kind {
        case .workforce: "A workforce tenant, for the employees and guests of an organization."
        case .external: "An external tenant (CIAM), for the customers of an organization."
        case .b2c: "An Azure AD B2C tenant, for customers who sign in by user flows."
        case .consumers: "The tenant of personal Microsoft accounts."
        }
    }

    private static func applications(_ tenant: Tenant, _ search: ObjectSearch) -> Table {
        Table(
            "Applications", head: ["Name", "Client ID", "Audience", "App ID URI"],
            of: search.found(tenant.ownApplications, search.matches), empty: search.empty("applications")
        ) { application in
            [
                Cell(application.displayName, href: tenant.consolePath(of: application)), .code(application.appId),
                Cell(application.signInAudience.rawValue), .code(application.identifierUris.joined(separator: ", ")),
            ]
        }
    }

    private static func groups(_ tenant: Tenant, _ search: ObjectSearch) -> Table {
        Table(
            "Groups", head: ["Name", "Object ID", "Members"], of: search.found(tenant.groups, search.matches),
            empty: search.empty("groups")
        ) { group in
            [
                Cell(group.displayName, href: tenant.consolePath(of: group)), .code(group.id.description),
                Cell(String(tenant.memberCount(of: group))),
            ]
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
            Cell(user.displayName, href: tenant.consolePath(of: user)), .code(user.signInName),
            password(of: user, in: tenant, of: directory),
            .code(user.id.description), Cell(notes.joined(separator: ", ")),
        ]
    }

    /// The cell with the user's password, or with the way the user signs in without a password here.
    static func password(of user: User, in tenant: Tenant, of directory: Directory) -> Cell {
        if let provider = user.identityProvider { return Cell("checked by \(provider)") }
        let domain = tenant.federatedDomain(of: user.userPrincipalName)
        if let domain, !domain.isStandIn { return Cell("checked by the domain’s identity provider") }
        if tenant.signsInByMail { return Cell("one-time code by email") }
        if let password = user.password { return Cell(password, .secret) }
        if user.isGuest(in: tenant.id) { return Cell("checked by the home tenant") }
        guard directory.acceptsPassword(user) else { return Cell("none") }
        return Cell(domain == nil ? "any" : "any, at the stand-in identity provider")
    }
}

/// The search in the objects of a tenant: ASCII letter case does not matter.
private struct ObjectSearch {
    private let text: String

    init(_ text: String) { self.text = text.asciiLowercased }

    /// Returns the objects that match. Without a text all do, and no object is compared.
    func found<Object>(_ objects: [Object], _ matches: (Object) -> Bool) -> [Object] {
        text.isEmpty ? objects : objects.filter(matches)
    }

    private func contains(_ texts: String...) -> Bool {
        texts.contains { $0.asciiLowercased.containsExactly(text) }
    }

    func matches(_ user: User) -> Bool {
        contains(user.displayName, user.userPrincipalName, user.signInName, user.mail ?? "", user.id.description)
    }

    func matches(_ group: Group) -> Bool { contains(group.displayName, group.id.description) }

    func matches(_ application: Application) -> Bool {
        contains(
            application.displayName, application.appId, application.id.description,
            application.identifierUris.joined(separator: " "))
    }

    /// Returns the sentence for a table without rows.
    func empty(_ kind: String) -> String {
        text.isEmpty ? "There are no \(kind)." : "No \(kind) match the search."
    }
}

extension DirectoryObjectView {
    /// Returns the table of Conditional Access policies.
    private static func policies(_ tenant: Tenant, _ names: [Form.Field]) -> Table {
        Table(
            "Conditional Access policies", head: ["Name", "State", "Required controls", "ID", "Change"],
            rows: tenant.conditionalAccessPolicies.map { policy in
                let own = names + [Form.Field("policy", policy.id.description)]
                let isOn = policy.state == .enabled
                return [
                    Cell(policy.displayName), Cell(policy.state.rawValue),
                    Cell(
                        policy.builtInControls.map(\.rawValue).joined(separator: " \(policy.grantOperator.rawValue) ")),
                    .code(policy.id.description),
                    Cell([
                        RowAction(
                            "policy-state", isOn ? "Disable" : "Enable",
                            "\(isOn ? "Disable" : "Enable") \(policy.displayName)",
                            own + [Form.Field("kind", isOn ? "disabled" : "enabled")]),
                        RowAction("edit-policy", "Edit", "Edit \(policy.displayName)", own, opensPage: true),
                        RowAction("delete-policy", "Delete", "Delete \(policy.displayName)", own, opensPage: true),
                    ]),
                ]
            }, empty: "There are no Conditional Access policies.")
    }

    private static func flows(_ tenant: Tenant, _ names: [Form.Field]) -> Table {
        Table(
            "User flows", head: ["Policy", "Kind", "Attributes", "Identity providers", "Change"],
            rows: tenant.policies.map { flow in
                let own = names + [Form.Field("flow", flow.id)]
                return [
                    .code(flow.id), Cell(flow.kind.rawValue),
                    Cell(flow.attributes.map(\.name).joined(separator: ", ")),
                    Cell(flow.identityProviders.map(\.name).joined(separator: ", ")),
                    Cell([
                        RowAction("edit-flow", "Edit", "Edit \(flow.id)", own, opensPage: true),
                        RowAction("delete-flow", "Delete", "Delete \(flow.id)", own, opensPage: true),
                    ]),
                ]
            }
        ).with([RowAction("new-flow", "New user flow", names, opensPage: true)])
    }

    /// Returns the table of the consents of the tenant, also of those that users gave on pages.
    private static func consents(_ tenant: Tenant, _ target: DirectoryTarget) -> Table {
        Table(
            "Consents", head: ["Client", "API", "User", "Permissions", "Change"],
            of: GraphOperation.recordedGrants(tenant, target.services), empty: "There are no consents."
        ) { row($0, tenant, target.tenantPage) }.with(
            [RowAction("new-grant", "Grant consent", target.tenantPage, opensPage: true)])
    }

    static func row(
        _ recorded: (grant: PermissionGrant, entry: PermissionGrantEntry), _ tenant: Tenant, _ names: [Form.Field]
    ) -> [Cell] {
        let grant = recorded.grant
        return [
            Cell(name(grant.client, tenant)), Cell(name(grant.resource, tenant)), Cell(subject(grant, tenant)),
            .code(grant.scopes.joined(separator: " ")),
            Cell([
                RowAction(
                    "revoke-grant", "Revoke", "Revoke the consent for \(name(grant.client, tenant))",
                    names + [Form.Field("item", recorded.entry.id)])
            ]),
        ]
    }

    /// Returns the tables that are empty for most tenants, without the empty ones.
    private static func furtherTables(_ tenant: Tenant, _ target: DirectoryTarget) -> [Table] {
        let flows =
            tenant.kind == .b2c || tenant.kind == .external || !tenant.policies.isEmpty
            ? [flows(tenant, target.tenantPage)] : []
        return flows
            + [
                deleted(tenant, target),
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
            ].filter { !$0.rows.isEmpty }
    }

    /// Returns the table of the deleted objects that can be restored.
    private static func deleted(_ tenant: Tenant, _ target: DirectoryTarget) -> Table {
        let now = target.services.now
        let objects: [(kind: String, name: String, id: ObjectID)] =
            tenant.bin.users(at: now).map { ("user", $0.displayName, $0.id) }
            + tenant.bin.groups(at: now).map { ("group", $0.displayName, $0.id) }
            + tenant.bin.applications(at: now).map { ("application", $0.displayName, $0.id) }
        return Table("Deleted objects", head: ["Kind", "Name", "Object ID", "Change"], of: objects) { object in
            let names = target.tenantPage + [Form.Field("item", object.id.description)]
            return [
                Cell(object.kind), Cell(object.name), .code(object.id.description),
                Cell([
                    RowAction("restore", "Restore", "Restore \(object.name)", names),
                    RowAction("purge", "Delete permanently", "Delete \(object.name) permanently", names),
                ]),
            ]
        }
    }

    static func name(_ id: ClientID, _ tenant: Tenant) -> String {
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
    func consolePath(of user: User) -> String {
        ConsoleSection.directory.link([
            Form.Field("tenant", self.id.description), Form.Field("user", user.id.description),
        ])
    }

    func consolePath(of group: Group) -> String {
        ConsoleSection.directory.link([
            Form.Field("tenant", self.id.description), Form.Field("group", group.id.description),
        ])
    }

    /// Whether every sign-in user flow of an external tenant uses a one-time code instead of a password.
    fileprivate var signsInByMail: Bool {
        let flows = policies.filter { $0.kind == .signUpOrSignIn || $0.kind == .signIn }
        return kind == .external && !flows.isEmpty && flows.allSatisfy { $0.credential == .emailOneTimeCode }
    }
}
