import Directory
import Entra
import Formats
import Protocol

/// The forms for the permissions that an application requires, and for those that it exposes.
extension DirectoryForm {
    static let permissions: [DirectoryForm] =
        [required("add-permission", "Add", adds: true), required("remove-permission", "Remove", adds: false)]
        + [adminConsent, newScope, newRole]
        + [
            exposed(
                "delete-scope", "Delete the scope?", "The scope was deleted.", "api.oauth2PermissionScopes"
            ) { JSONValue.Member("api", .object([.init("oauth2PermissionScopes", .array($0))])) },
            exposed("delete-app-role", "Delete the app role?", "The app role was deleted.", "appRoles") {
                JSONValue.Member("appRoles", .array($0))
            },
            assign, unassign,
        ]

    /// Returns the form that adds or removes one required permission. The permission is `api`, `kind` and `permission`.
    private static func required(_ name: String, _ button: String, adds: Bool) -> DirectoryForm {
        DirectoryForm(
            name, { $0.application.map { _ in "\(button) the permission?" } }, button: button,
            done: "The required permissions were changed."
        ) { target, _ in
            let api = JSONValue.string(target["api"])
            let entry = JSONValue.object([
                .init("id", .string(target["permission"])), .init("type", .string(target["kind"])),
            ])
            var apis = target.list("requiredResourceAccess")
            let position = apis.firstIndex { $0["resourceAppId"] == api }
            var entries = position.flatMap { apis[$0]["resourceAccess"]?.array } ?? []
            entries.removeAll { $0["id"] == entry["id"] && $0["type"] == entry["type"] }
            if adds { entries.append(entry) }
            let changed = JSONValue.object([.init("resourceAppId", api), .init("resourceAccess", .array(entries))])
            if let position {
                if entries.isEmpty { apis.remove(at: position) } else { apis[position] = changed }
            } else {
                apis.append(changed)
            }
            return target.change([.init("requiredResourceAccess", .array(apis))]).map { .run($0) }
        }
    }

    /// The consent of an administrator to all permissions that the application requires, for all users.
    private static let adminConsent = DirectoryForm(
        "admin-consent", { $0.application.map { "Grant consent to \($0.displayName) for all users?" } },
        button: "Grant admin consent", done: "Consent was granted for all users of the tenant."
    ) { target, _ in
        guard let tenant = target.tenant, let application = target.application else { return nil }
        let principals = ServicePrincipals(tenant, target.services)
        guard let client = principals.find(application.clientID) else {
            return .problem("The application has no service principal in the tenant.", "")
        }
        var operations: [DirectoryOperation] = []
        for required in application.requiredResourceAccess {
            guard let resource = principals.find(required.resourceAppId) else { continue }
            let scopes = required.scopes.compactMap { resource.application.scope($0)?.value }
            if !scopes.isEmpty {
                var entry = PermissionGrantEntry()
                (entry.clientId, entry.resourceId) = (client.id, resource.id)
                entry.scope = scopes.joined(separator: " ")
                operations.append(.consent(entry, target))
            }
            let held = GraphOperation.recordedAssignments(tenant, target.services).filter {
                $0.principalId == client.id && $0.resourceId == resource.id
            }.map(\.appRoleId)
            operations += required.roles.filter { !held.contains($0) }.map {
                DirectoryOperation.assign(appRole: $0, of: resource.id, to: ("servicePrincipals", client.id), tenant)
            }
        }
        return DirectoryPlan(operations: operations)
    }.with { $0.text = { _ in "Every delegated and application permission in the list is granted, without a prompt." } }

    private static let newScope = DirectoryForm(
        "new-scope", { $0.application.map { "Add a scope to \($0.displayName)" } }, button: "Add scope",
        done: "The scope was added."
    ) { target, body in
        let scope = JSONValue.object(body + [.init("id", target.newID()), .init("isEnabled", .bool(true))])
        return target.change([
            .init(
                "api",
                .object([.init("oauth2PermissionScopes", .array(target.list("api.oauth2PermissionScopes") + [scope]))])
            )
        ]).map { .run($0) }
    }.with {
        $0.fields = { _ in
            [
                DirectoryField(
                    "Value", "value", hint: "Orders.Read", isRequired: true, list: "oauth2PermissionScopes"),
                DirectoryField(
                    "Granted by", "type",
                    .choice([
                        .init(.string("User"), "Users and administrators"),
                        .init(.string("Admin"), "Administrators only"),
                    ])),
                DirectoryField("Name for administrators", "adminConsentDisplayName"),
                DirectoryField("Description for administrators", "adminConsentDescription"),
                DirectoryField("Name for users", "userConsentDisplayName"),
                DirectoryField("Description for users", "userConsentDescription"),
            ]
        }
    }

    private static let newRole = DirectoryForm(
        "new-app-role", { $0.application.map { "Add an app role to \($0.displayName)" } }, button: "Add app role",
        done: "The app role was added."
    ) { target, body in
        let role = JSONValue.object(body + [.init("id", target.newID()), .init("isEnabled", .bool(true))])
        return target.change([.init("appRoles", .array(target.list("appRoles") + [role]))]).map { .run($0) }
    }.with {
        $0.fields = { _ in
            [
                DirectoryField("Value", "value", hint: "Orders.Approve", isRequired: true, list: "appRoles"),
                DirectoryField("Display name", "displayName", isRequired: true),
                DirectoryField("Description", "description", isRequired: true),
                DirectoryField(
                    "Who can have the role", "allowedMemberTypes",
                    .several([
                        .init(.string("User"), "Users and groups"), .init(.string("Application"), "Applications"),
                    ])),
            ]
        }
    }

    /// Returns the form that deletes a scope or an app role. As in Microsoft Graph, the permission is disabled first.
    private static func exposed(
        _ name: String, _ title: String, _ done: String, _ path: String,
        _ member: @escaping @Sendable ([JSONValue]) -> JSONValue.Member
    ) -> DirectoryForm {
        DirectoryForm(name, { $0.application.map { _ in title } }, button: "Delete", done: done) { target, _ in
            let id = JSONValue.string(target["item"])
            let all = target.list(path)
            let disabled = all.map { $0["id"] == id ? $0.setting("isEnabled", .bool(false)) : $0 }
            let kept = all.filter { $0["id"] != id }
            let needsDisabling = all.contains { $0["id"] == id && $0["isEnabled"]?.bool != false }
            let lists = needsDisabling ? [disabled, kept] : [kept]
            let operations = lists.compactMap { target.change([member($0)]) }
            return operations.isEmpty ? nil : DirectoryPlan(operations: operations)
        }
    }

    private static let assign = DirectoryForm(
        "assign", { $0.application.map { "Assign \($0.displayName)" } }, button: "Assign",
        done: "The app role was assigned."
    ) { target, _ in
        guard let tenant = target.tenant, let application = target.application else { return nil }
        guard let principal = target.principal(named: target["principal"]) else {
            return .problem("There is no such user, group or application.", "principal")
        }
        guard let resource = ServicePrincipals(tenant, target.services).find(application.clientID) else {
            return .problem("The application has no service principal in the tenant.", "principal")
        }
        return .run(.assign(appRole: PermissionID(target["role"]), of: resource.id, to: principal, tenant))
    }.with {
        $0.fields = { target in
            let roles = (target.application?.appRoles ?? []).map {
                DirectoryField.Choice(.string($0.id.description), $0.displayName)
            }
            return [
                DirectoryField(
                    "Role", "role",
                    .choice(roles + [.init(.string(PermissionID.defaultAccess.description), "Default access")]),
                    isProperty: false),
                DirectoryField(
                    "Principal", "principal", hint: "alex@contoso.com, the name of a group, or a client ID",
                    isRequired: true, isProperty: false),
            ]
        }
    }

    private static let unassign = DirectoryForm(
        "unassign", { $0.application.map { _ in "Remove the assignment?" } }, button: "Remove",
        done: "The assignment was removed."
    ) { target, _ in
        guard let tenant = target.tenant, target.application != nil else { return nil }
        let path =
            "/servicePrincipals/\(DirectoryOperation.key(target["api"]))"
            + "/appRoleAssignedTo/\(DirectoryOperation.key(target["item"]))"
        return .run(.graph("DELETE", path, in: tenant))
    }
}

extension JSONValue {
    /// Returns the object with a member set.
    fileprivate func setting(_ name: String, _ value: JSONValue) -> JSONValue {
        .object((object ?? []).filter { !$0.name.isExactly(name) } + [.init(name, value)])
    }
}

extension DirectoryOperation {
    /// Returns the operation that assigns an app role of a resource to a principal.
    static func assign(
        appRole: PermissionID, of resource: ObjectID, to principal: (kind: String, id: ObjectID), _ tenant: Tenant
    ) -> DirectoryOperation {
        .graph(
            "POST", "/\(principal.kind)/\(key(principal.id))/appRoleAssignments", in: tenant,
            .object([
                .init("principalId", .string(principal.id.description)),
                .init("resourceId", .string(resource.description)),
                .init("appRoleId", .string(appRole.description)),
            ]))
    }

    /// Returns the operation that records a consent: a new grant, or the change of the grant of the same parties.
    static func consent(_ entry: PermissionGrantEntry, _ target: DirectoryTarget) -> DirectoryOperation {
        let tenant = target.tenant
        let known = tenant.map { GraphOperation.recordedGrants($0, target.services).map(\.entry) } ?? []
        let same = known.first { $0.id.isExactly(entry.id) }
        let id = tenant?.id
        guard let same else {
            let body = GraphType.permissionGrant.table.json(entry).object ?? []
            return DirectoryOperation(
                method: "POST", path: "/v1.0/oauth2PermissionGrants", query: "", tenant: id,
                body: .object(body.filter { !$0.name.isExactly("id") && $0.value != .null }))
        }
        let scopes = (same.scope.pieces(separatedBy: " ") + entry.scope.pieces(separatedBy: " ")).firstOfEach {
            ByteString($0)
        }
        return DirectoryOperation(
            method: "PATCH", path: "/v1.0/oauth2PermissionGrants/\(key(same.id))", query: "", tenant: id,
            body: .object([.init("scope", .string(scopes.joined(separator: " ")))]))
    }
}

/// The forms for consents.
extension DirectoryForm {
    static let consents: [DirectoryForm] = [
        DirectoryForm(
            "new-grant", { $0.tenant.map { "Grant consent in \($0.displayName)" } }, button: "Grant consent",
            done: "The consent was recorded."
        ) { target, _ in
            guard target.tenant != nil else { return nil }
            var entry = PermissionGrantEntry()
            entry.clientId = ObjectID(target["clientId"])
            entry.resourceId = ObjectID(target["resourceId"])
            entry.scope = target["scope"]
            if !target["principalId"].isEmpty {
                guard let user = target.principal(named: target["principalId"]), user.kind == "users" else {
                    return .problem("There is no such user.", "principalId")
                }
                entry.consentType = .principal
                entry.principalId = user.id
            }
            return .run(.consent(entry, target))
        }.with {
            $0.fields = { target in
                let all = target.servicePrincipals
                let clients = all.filter { $0.application.microsoft == nil }.prefix(Table.maximumObjects)
                let apis = all.filter { !$0.application.oauth2PermissionScopes.isEmpty }.prefix(Table.maximumObjects)
                return [
                    DirectoryField("Client", "clientId", .choice(clients.map(choice)), isProperty: false),
                    DirectoryField("API", "resourceId", .choice(apis.map(choice)), isProperty: false),
                    DirectoryField(
                        "Permissions", "scope", hint: "User.Read Mail.Read", isRequired: true, isProperty: false),
                    DirectoryField(
                        "User", "principalId", hint: "alex@contoso.com; empty: all users", isProperty: false),
                ]
            }
            $0.place = { target, _ in target.tenantPage }
        },
        DirectoryForm(
            "revoke-grant", { $0.tenant.map { _ in "Revoke the consent?" } }, button: "Revoke",
            done: "The consent was revoked."
        ) { target, _ in
            guard let tenant = target.tenant else { return nil }
            return .run(
                .graph("DELETE", "/oauth2PermissionGrants/\(DirectoryOperation.key(target["item"]))", in: tenant))
        },
    ]

    private static func choice(_ principal: ServicePrincipal) -> DirectoryField.Choice {
        .init(.string(principal.id.description), principal.application.displayName)
    }
}
