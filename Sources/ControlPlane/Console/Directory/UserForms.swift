import Directory
import Entra
import Formats
import Protocol

/// The forms for users.
extension DirectoryForm {
    static let users: [DirectoryForm] = [
        DirectoryForm(
            "new-user", { $0.tenant.map { "New user in \($0.displayName)" } }, button: "Create user",
            done: "The user was created."
        ) { target, body in
            guard let tenant = target.tenant else { return nil }
            var body = body
            if !body.contains(where: { $0.name.isExactly("mailNickname") }) {
                body.append(.init("mailNickname", .string(target["userPrincipalName"].upTo("@"))))
            }
            var plan = DirectoryPlan.run(.graph("POST", "/users", in: tenant, .object(body)))
            let (groups, roles) = (target.values("groups"), target.values("roles"))
            plan.then = { user in
                guard let id = user["id"]?.string else { return [] }
                return groups.map { DirectoryOperation.join(ObjectID($0), ObjectID(id), tenant) }
                    + roles.map { DirectoryOperation.assign(role: $0, to: ObjectID(id), tenant) }
            }
            return plan
        }.with {
            $0.fields = { profile + password(isRequired: true) + memberships($0) }
            $0.place = { $0.page("user", $1) }
            $0.example = Form([
                Form.Field("userPrincipalName", "robin@contoso.com"), Form.Field("displayName", "Robin Test"),
                Form.Field("passwordProfile.password", "Understudy!2"), Form.Field("accountEnabled", "on"),
            ])
        },
        DirectoryForm(
            "edit-user", { $0.user.map { "Edit \($0.displayName)" } }, button: "Save",
            done: "The user was changed."
        ) { target, body in
            guard let tenant = target.tenant, let user = target.user else { return nil }
            guard !body.isEmpty else { return DirectoryPlan() }
            return .run(.graph("PATCH", user.graphPath, in: tenant, .object(body)))
        }.with {
            $0.fields = { _ in profile }
            $0.before = { $0.user.map { GraphType.user.table.json($0) } }
        },
        DirectoryForm(
            "set-password", { $0.user.map { "Set the password of \($0.displayName)" } }, button: "Set password",
            done: "The password was set. Earlier sign-ins of the user are revoked."
        ) { target, body in
            guard let tenant = target.tenant, let user = target.user else { return nil }
            return .run(.graph("PATCH", user.graphPath, in: tenant, .object(body)))
        }.with { $0.fields = { _ in password(isRequired: true) } },
        DirectoryForm(
            "revoke-user", { $0.user.map { "Revoke the sessions of \($0.displayName)?" } }, button: "Revoke sessions",
            done: "The sessions and refresh tokens of the user are revoked."
        ) { target, _ in
            guard let tenant = target.tenant, let user = target.user else { return nil }
            return .run(.graph("POST", "\(user.graphPath)/revokeSignInSessions", in: tenant))
        }.with { $0.text = { _ in "All browser sessions and refresh tokens of the user become invalid." } },
        DirectoryForm(
            "delete-user", { $0.user.map { "Delete the user \($0.displayName)?" } }, button: "Delete user",
            done: "The user was deleted."
        ) { target, _ in
            guard let tenant = target.tenant, let user = target.user else { return nil }
            return .run(.graph("DELETE", user.graphPath, in: tenant))
        }.with {
            $0.isDeletion = true
            $0.text = { _ in "The user can be restored for 30 days of the tenant’s clock." }
            $0.place = { target, _ in target.tenantPage }
        },
        deletedItem("restore", "Restore", "POST", "/restore", done: "The object was restored."),
        deletedItem("purge", "Delete permanently", "DELETE", "", done: "The object was deleted permanently."),
    ]

    private static func deletedItem(
        _ name: String, _ button: String, _ method: String, _ suffix: String, done: String
    ) -> DirectoryForm {
        DirectoryForm(name, { $0.tenant.map { _ in "\(button)?" } }, button: button, done: done) { target, _ in
            guard let tenant = target.tenant else { return nil }
            let path = "/directory/deletedItems/\(DirectoryOperation.key(target["item"]))\(suffix)"
            return .run(.graph(method, path, in: tenant))
        }.with { $0.place = { target, _ in target.tenantPage } }
    }

    private static let profile: [DirectoryField] = [
        DirectoryField("User principal name", "userPrincipalName", hint: "name@contoso.com", isRequired: true),
        DirectoryField("Display name", "displayName", isRequired: true),
        DirectoryField("Given name", "givenName"), DirectoryField("Surname", "surname"),
        DirectoryField("Mail", "mail"),
        DirectoryField("Mobile phone", "mobilePhone", hint: "+1 4255550101"),
        DirectoryField("Business phone", "businessPhones", .lines),
        DirectoryField("Job title", "jobTitle"), DirectoryField("Department", "department"),
        DirectoryField("Usage location", "usageLocation", hint: "US"),
        DirectoryField("Account enabled", "accountEnabled", .toggle, initial: .bool(true)),
    ]

    private static func password(isRequired: Bool) -> [DirectoryField] {
        [
            DirectoryField("Password", "passwordProfile.password", .secret, isRequired: isRequired),
            DirectoryField(
                "Must change the password at the next sign-in", "passwordProfile.forceChangePasswordNextSignIn", .toggle
            ),
        ]
    }

    private static func memberships(_ target: DirectoryTarget) -> [DirectoryField] {
        let groups = (target.tenant?.groups ?? []).prefix(100).map {
            DirectoryField.Choice(.string($0.id.description), $0.displayName)
        }
        return
            (groups.isEmpty
            ? [] : [DirectoryField("Groups", "groups", .several(groups), isProperty: false)])
            + [DirectoryField("Directory roles", "roles", .several(commonRoles), isProperty: false)]
    }

    /// The directory roles of a new user's form. The page of the user offers all roles.
    private static let commonRoles: [DirectoryField.Choice] = [
        "Global Administrator", "User Administrator", "Application Administrator", "Groups Administrator",
        "Helpdesk Administrator", "Global Reader",
    ].compactMap { name in DirectoryRoles.id(named: name).map { .init(.string($0.description), name) } }
}

extension DirectoryTarget {
    /// Returns the values of all fields with a name.
    func values(_ name: String) -> [String] { form.fields.filter { $0.name.isExactly(name) }.map(\.value) }
}

extension User {
    /// The path of the user in Microsoft Graph.
    var graphPath: String { "/users/\(DirectoryOperation.key(self.id))" }
}

extension Group {
    /// The path of the group in Microsoft Graph.
    var graphPath: String { "/groups/\(DirectoryOperation.key(self.id))" }
}

extension DirectoryOperation {
    /// Returns the operation that adds a member to a group.
    static func join(_ group: ObjectID, _ member: ObjectID, _ tenant: Tenant) -> DirectoryOperation {
        .graph(
            "POST", "/groups/\(key(group))/members/$ref", in: tenant,
            .object([
                .init("@odata.id", .string("https://graph.microsoft.com/v1.0/directoryObjects/\(member)"))
            ]))
    }

    /// Returns the operation that assigns a directory role.
    static func assign(role: String, to principal: ObjectID, _ tenant: Tenant) -> DirectoryOperation {
        .graph(
            "POST", "/roleManagement/directory/roleAssignments", in: tenant,
            .object([
                .init("principalId", .string(principal.description)), .init("roleDefinitionId", .string(role)),
                .init("directoryScopeId", .string("/")),
            ]))
    }
}

/// The forms that add a user to a group or a role, and remove it.
extension DirectoryForm {
    static let memberships: [DirectoryForm] = [
        DirectoryForm(
            "add-role", { $0.user.map { "Assign a directory role to \($0.displayName)" } }, button: "Assign role",
            done: "The role was assigned."
        ) { target, _ in
            guard let tenant = target.tenant, let user = target.user else { return nil }
            return .run(.assign(role: target["role"], to: user.id, tenant))
        }.with {
            $0.fields = { target in
                let roles = DirectoryRoles.all.filter(\.isAssignable) + (target.tenant?.customRoles ?? [])
                return [
                    DirectoryField(
                        "Role", "role",
                        .choice(roles.map { .init(.string($0.id.description), $0.displayName) }), isProperty: false)
                ]
            }
        },
        DirectoryForm(
            "remove-role", { $0.user.map { _ in "Remove the role?" } }, button: "Remove", done: "The role was removed."
        ) { target, _ in
            guard let tenant = target.tenant, target.user != nil else { return nil }
            let path = "/roleManagement/directory/roleAssignments/\(DirectoryOperation.key(target["item"]))"
            return .run(.graph("DELETE", path, in: tenant))
        },
        DirectoryForm(
            "add-group", { $0.user.map { "Add \($0.displayName) to a group" } }, button: "Add to group",
            done: "The user was added to the group."
        ) { target, _ in
            guard let tenant = target.tenant, let user = target.user else { return nil }
            return .run(.join(ObjectID(target["member-of"]), user.id, tenant))
        }.with {
            $0.fields = { target in
                let groups = (target.tenant?.groups ?? []).prefix(Table.maximumObjects).map {
                    DirectoryField.Choice(.string($0.id.description), $0.displayName)
                }
                return [DirectoryField("Group", "member-of", .choice(groups), isProperty: false)]
            }
        },
        DirectoryForm(
            "leave-group", { $0.user.map { _ in "Remove the user from the group?" } }, button: "Remove",
            done: "The user was removed from the group."
        ) { target, _ in
            guard let tenant = target.tenant, let user = target.user else { return nil }
            return .run(
                .graph(
                    "DELETE",
                    "/groups/\(DirectoryOperation.key(target["item"]))/members/\(DirectoryOperation.key(user.id))/$ref",
                    in: tenant))
        },
    ]

    static let authenticationMethods: [DirectoryForm] = [
        DirectoryForm(
            "add-phone", { $0.user.map { "Add a phone for \($0.displayName)" } }, button: "Add phone",
            done: "The phone was added."
        ) { target, body in method("phoneMethods", target, body) }.with {
            $0.fields = { _ in
                [
                    DirectoryField("Phone number", "phoneNumber", hint: "+1 4255550101", isRequired: true),
                    DirectoryField(
                        "Type", "phoneType", .choice(["mobile", "alternateMobile", "office"].map { .init($0) })),
                ]
            }
        },
        DirectoryForm(
            "add-mail", { $0.user.map { "Add a mail address for \($0.displayName)" } }, button: "Add mail address",
            done: "The mail address was added."
        ) { target, body in method("emailMethods", target, body) }.with {
            $0.fields = { _ in [DirectoryField("Mail address", "emailAddress", isRequired: true)] }
        },
        DirectoryForm(
            "add-pass", { $0.user.map { "Create a Temporary Access Pass for \($0.displayName)" } },
            button: "Create pass", done: "The Temporary Access Pass was created."
        ) { target, body in
            let minutes = ASCII.decimal(target["lifetimeInMinutes"].utf8).map { JSONValue.integer(Int64($0)) }
            return method(
                "temporaryAccessPassMethods", target,
                body + (minutes.map { [JSONValue.Member("lifetimeInMinutes", $0)] } ?? []))
        }.with {
            $0.fields = { _ in
                [
                    DirectoryField(
                        "Lifetime in minutes", "lifetimeInMinutes", hint: "60", isProperty: false,
                        initial: .string("60")),
                    DirectoryField("Usable once", "isUsableOnce", .toggle),
                ]
            }
            $0.revealed = "temporaryAccessPass"
        },
        DirectoryForm(
            "remove-method", { $0.user.map { _ in "Remove the authentication method?" } }, button: "Remove",
            done: "The authentication method was removed."
        ) { target, _ in
            guard let tenant = target.tenant, let user = target.user else { return nil }
            let path =
                "\(user.graphPath)/authentication/\(DirectoryOperation.key(target["kind"]))"
                + "/\(DirectoryOperation.key(target["method"]))"
            return .run(.graph("DELETE", path, in: tenant))
        },
    ]

    private static func method(
        _ kind: String, _ target: DirectoryTarget, _ body: [JSONValue.Member]
    ) -> DirectoryPlan? {
        guard let tenant = target.tenant, let user = target.user else { return nil }
        return .run(.graph("POST", "\(user.graphPath)/authentication/\(kind)", in: tenant, .object(body)))
    }
}
