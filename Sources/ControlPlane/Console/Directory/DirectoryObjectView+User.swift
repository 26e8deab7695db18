import Directory
import Entra
import Formats
import Protocol

extension DirectoryObjectView {
    /// Creates the page of a user.
    init(_ user: User, _ target: DirectoryTarget, _ tenant: Tenant, showsSecrets: Bool) {
        let names = target.page
        self.init(
            title: user.displayName, lead: "A user of the tenant \(tenant.displayName).",
            trail: [(tenant.displayName, tenant.consolePath)],
            facts: DirectoryObjectView.facts(GraphType.user.table.json(user)),
            tables: [
                Table(
                    "Sign-in", head: ["Sign-in name", "Password"],
                    rows: [
                        [
                            .code(user.signInName),
                            DirectoryObjectView.password(of: user, in: tenant, of: target.directory),
                        ]
                    ]),
                methods(of: user, target, names), groups(of: user, tenant, names), roles(of: user, tenant, names),
                assignments(of: user, tenant, target), consents(of: user, tenant, target),
            ],
            names: names, showsSecrets: showsSecrets,
            actions: [
                RowAction("edit-user", "Edit", "Edit the user", names, opensPage: true),
                RowAction("set-password", "Set password", names, opensPage: true),
                RowAction("revoke-user", "Revoke sessions", names, opensPage: true),
                RowAction("delete-user", "Delete", "Delete the user", names, opensPage: true),
            ])
    }
}

private func methods(of user: User, _ target: DirectoryTarget, _ names: [Form.Field]) -> Table {
    let all = AuthenticationMethod.all(of: user, at: target.services.now).filter { $0.kind != .password }
    return Table(
        "Authentication methods", head: ["Kind", "Value", "ID", "Change"],
        rows: all.map { method in
            let shown = ["phoneNumber", "emailAddress", "methodUsabilityReason"].compactMap { name in
                method.members.first { $0.name.isExactly(name) }?.value.string
            }
            return [
                Cell(method.kind.rawValue.dropping(suffix: "Methods") ?? method.kind.rawValue),
                .code(shown.first ?? ""), .code(method.id),
                Cell([
                    RowAction(
                        "remove-method", "Remove", "Remove the method \(shown.first ?? method.id)",
                        names + [Form.Field("kind", method.kind.rawValue), Form.Field("method", method.id)])
                ]),
            ]
        }, empty: "The user has no second factor. A sign-in that needs one asks the user to register a method."
    ).with([
        RowAction("add-phone", "Add phone", names, opensPage: true),
        RowAction("add-mail", "Add mail address", names, opensPage: true),
        RowAction("add-pass", "Temporary Access Pass", names, opensPage: true),
    ])
}

private func groups(of user: User, _ tenant: Tenant, _ names: [Form.Field]) -> Table {
    Table(
        "Groups", head: ["Name", "Object ID", "Change"], of: user.groups.compactMap { tenant.group($0) },
        empty: "The user is in no group."
    ) { group in
        [
            Cell(group.displayName, href: tenant.consolePath(of: group)), .code(group.id.description),
            Cell([
                RowAction(
                    "leave-group", "Remove", "Remove the user from \(group.displayName)",
                    names + [Form.Field("item", group.id.description)])
            ]),
        ]
    }.with([RowAction("add-group", "Add to group", names, opensPage: true)])
}

private func roles(of user: User, _ tenant: Tenant, _ names: [Form.Field]) -> Table {
    Table(
        "Directory roles", head: ["Name", "Template ID", "Change"], of: tenant.directoryRoles(of: user),
        empty: "The user has no directory role."
    ) { id in
        let name = tenant.role(id)?.displayName ?? id.description
        let isOwn = user.directoryRoles.contains(id)
        let entry = RoleAssignmentEntry(roleDefinitionId: id, principalId: user.id, directoryScopeId: "/")
        return [
            Cell(name), .code(id.description),
            isOwn
                ? Cell([RowAction("remove-role", "Remove", "Remove \(name)", names + [Form.Field("item", entry.id)])])
                : Cell("by a group"),
        ]
    }.with([RowAction("add-role", "Assign role", names, opensPage: true)])
}

private func assignments(of user: User, _ tenant: Tenant, _ target: DirectoryTarget) -> Table {
    let all = GraphOperation.recordedAssignments(tenant, target.services).filter { $0.principalId == user.id }
    let principals = ServicePrincipals(tenant, target.services)
    return Table(
        "App roles", head: ["Application", "Role"], of: all,
        empty: "The user has no app role. The page of an application assigns its roles."
    ) { entry in
        let application = principals.find(entry.resourceId)?.application
        return [
            Cell(
                entry.resourceDisplayName ?? entry.resourceId.description,
                href: application.flatMap { $0.isRegistration ? tenant.consolePath(of: $0) : nil }),
            Cell(application?.role(entry.appRoleId)?.displayName ?? "Default access"),
        ]
    }
}

private func consents(of user: User, _ tenant: Tenant, _ target: DirectoryTarget) -> Table {
    Table(
        "Consents of the user", head: ["Client", "API", "User", "Permissions", "Change"],
        of: GraphOperation.recordedGrants(tenant, target.services).filter { $0.entry.principalId == user.id },
        empty: "The user has given no consent. A sign-in that needs consent asks for it."
    ) { DirectoryObjectView.row($0, tenant, target.page) }
}

extension DirectoryObjectView {
    /// Creates the page of a group.
    init(_ group: Group, _ target: DirectoryTarget, _ tenant: Tenant) {
        let names = target.page
        let principals = ServicePrincipals(tenant, target.services)
        self.init(
            title: group.displayName, lead: "A group of the tenant \(tenant.displayName).",
            trail: [(tenant.displayName, tenant.consolePath)],
            facts: DirectoryObjectView.facts(GraphType.group.table.json(group)),
            tables: [
                Table(
                    "Members", head: ["Name", "Kind", "Object ID", "Change"], of: tenant.members(of: group),
                    empty: "The group has no members."
                ) { id in
                    let member = DirectoryObjectView.member(id, tenant, principals)
                    return [
                        Cell(member.name, href: member.href), Cell(member.kind), .code(id.description),
                        Cell([
                            RowAction(
                                "remove-member", "Remove", "Remove \(member.name)",
                                names + [Form.Field("item", id.description)])
                        ]),
                    ]
                }.with([RowAction("add-member", "Add member", names, opensPage: true)])
            ],
            names: names, showsSecrets: false,
            actions: [
                RowAction("edit-group", "Edit", "Edit the group", names, opensPage: true),
                RowAction("delete-group", "Delete", "Delete the group", names, opensPage: true),
            ])
    }

    private static func member(
        _ id: ObjectID, _ tenant: Tenant, _ principals: ServicePrincipals
    ) -> (name: String, kind: String, href: String?) {
        if let user = tenant.user(id) { return (user.signInName, "user", tenant.consolePath(of: user)) }
        if let group = tenant.group(id) { return (group.displayName, "group", tenant.consolePath(of: group)) }
        let application = principals.find(id)?.application
        return (application?.displayName ?? id.description, application == nil ? "object" : "application", nil)
    }
}
