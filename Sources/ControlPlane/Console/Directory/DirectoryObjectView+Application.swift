import ClientTools
import Directory
import Entra
import Formats
import Protocol

extension DirectoryObjectView {
    /// Creates the page of an application.
    init(_ application: Application, in tenant: Tenant, of target: DirectoryTarget, showsSecrets: Bool = false) {
        let directory = target.directory
        let names = [Form.Field("tenant", tenant.id.description), Form.Field("app", application.appId)]
        // A built-in API has no registration that a form could change.
        let actions = { (actions: [RowAction]) in application.isRegistration ? actions : [] }
        let name = directory.consoleName(of: application, in: tenant)
        let authority = AuthorityKind(of: application, in: tenant, of: directory)
        self.init(
            title: application.displayName,
            lead: "An application of the tenant \(tenant.displayName).",
            trail: [(tenant.displayName, tenant.consolePath)],
            facts: DirectoryObjectView.facts(
                SecretMask(isOff: showsSecrets).json(DirectoryExport.json(application, in: tenant, of: directory))),
            links: [
                ("Try a sign-in", ConsoleSection.signIn.link([Form.Field("app", name)])),
                (
                    "MSAL configuration of this application",
                    ConsoleSection.msal.link([Form.Field("app", name)])
                ),
                (
                    "Compare the v1 and v2 tokens of this application",
                    ConsoleSection.migration.link([Form.Field("kind", "app"), Form.Field("value", name)])
                ),
            ],
            tables: [
                redirectURIs(of: application, authority, names).with(
                    actions([RowAction("add-uri", "Add redirect URI", names, opensPage: true)])),
                credentials(of: application, names).with(
                    actions([
                        RowAction("add-secret", "Add secret", names, opensPage: true),
                        RowAction("add-certificate", "Add certificate", names, opensPage: true),
                    ])),
                requiredPermissions(of: application, tenant, names).with(
                    actions([
                        .page(
                            "Add permission", ConsoleSection.directory.link(names + [Form.Field("permissions", "")])),
                        RowAction("admin-consent", "Grant admin consent", names, opensPage: true),
                    ])),
                exposedPermissions(of: application, names).with(
                    actions([
                        RowAction("new-scope", "Add scope", names, opensPage: true),
                        RowAction("new-app-role", "Add app role", names, opensPage: true),
                    ])),
                assignments(of: application, tenant, target, names).with(
                    actions([RowAction("assign", "Assign", "Assign an app role", names, opensPage: true)])),
                consents(to: application, tenant, target),
            ].filter { application.isRegistration || !$0.rows.isEmpty },
            names: names, showsSecrets: showsSecrets,
            actions: actions(
                [
                    RowAction("edit-app", "Edit", "Edit the application", names, opensPage: true),
                    RowAction("optional-claims", "Optional claims", names, opensPage: true),
                ]
                    + (application.hasServicePrincipal
                        ? [] : [RowAction("add-principal", "Create service principal", names, opensPage: true)])
                    + [
                        RowAction("revoke-app", "Revoke everything", names, opensPage: true),
                        RowAction("delete-app", "Delete", "Delete the application", names, opensPage: true),
                    ]))
    }

    /// Returns the members of an exported object as facts, under their names in the configuration: `web.logoutUrl`. A list has one
    /// fact for each text. Lists of objects are left out: tables show some of them, and the redirect URIs.
    static func facts(_ export: JSONValue, in path: String = "") -> [(name: String, value: Cell)] {
        (export.object ?? []).flatMap { member -> [(name: String, value: Cell)] in
            let name = path + member.name
            switch member.value {
            case .object: return facts(member.value, in: name + ".")
            case .array where member.name.isExactly("redirectUris"): return []
            case .array(let values): return values.compactMap(\.string).map { (name, .code($0)) }
            case .string(let text): return text.isEmpty ? [] : [(name, .code(text))]
            case .null: return []
            case .bool, .integer, .number:
                return [(name, .code(String(decoding: JSONWriter.value(member.value), as: UTF8.self)))]
            }
        }
    }
}

private func redirectURIs(
    of application: Application, _ authority: AuthorityKind, _ names: [Form.Field]
) -> Table {
    Table(
        "Redirect URIs", head: ["Platform", "URI", "Check", "Change"],
        rows: application.redirectURIs.map { redirect in
            [
                Cell(redirect.platform.rawValue), .code(redirect.uri.string),
                Cell("SDKs that accept this URI", href: linterURL(redirect, application, authority)),
                Cell([
                    RowAction(
                        "remove-uri", "Remove", "Remove \(redirect.uri.string)",
                        names + [
                            Form.Field("platform", redirect.platform.rawValue),
                            Form.Field("uri", redirect.uri.string),
                        ])
                ]),
            ]
        }, empty: "The application has no redirect URI, so the server rejects its sign-ins.")
}

private func credentials(of application: Application, _ names: [Form.Field]) -> Table {
    let remove = { (form: String, name: String, id: String?) -> Cell in
        guard let id else { return Cell("") }
        return Cell([RowAction(form, "Remove", "Remove \(name)", names + [Form.Field("item", id)])])
    }
    return Table(
        "Credentials", head: ["Kind", "Name", "Value", "Expires", "Change"],
        rows: application.passwordCredentials.map { secret in
            let name = secret.displayName ?? secret.keyId ?? ""
            return [
                Cell("secret"), Cell(name), Cell(secret.secretText, .secret), Cell(secret.endDateTime?.iso8601 ?? ""),
                secret.isOfServicePrincipal ? Cell("") : remove("remove-secret", "the secret \(name)", secret.keyId),
            ]
        }
            + application.keyCredentials.map { key in
                let name = key.displayName ?? key.keyId ?? ""
                return [
                    Cell("certificate"), Cell(name), Cell(""), Cell(key.endDateTime?.iso8601 ?? ""),
                    key.isOfServicePrincipal
                        ? Cell("") : remove("remove-certificate", "the certificate \(name)", key.keyId),
                ]
            }
            + application.federatedIdentityCredentials.map { trust in
                [
                    Cell("federated"), Cell(trust.name),
                    .code("\(trust.issuer) \(trust.subject ?? trust.claimsMatchingExpression?.text ?? "")"),
                    Cell(""), Cell(""),
                ]
            }, empty: "The application has no secret and no certificate. A public client needs none.")
}

private func exposedPermissions(of application: Application, _ names: [Form.Field]) -> Table {
    let delete = { (form: String, value: String, id: PermissionID) in
        Cell([RowAction(form, "Delete", "Delete \(value)", names + [Form.Field("item", id.description)])])
    }
    return Table(
        "Exposed permissions", head: ["Value", "Kind", "Granted by", "Display name", "Change"],
        rows: application.oauth2PermissionScopes.map { scope in
            [
                .code(scope.value), Cell("delegated"),
                Cell(scope.kind == .admin ? "administrator consent" : "user consent"),
                Cell(scope.userConsentDisplayName ?? scope.adminConsentDisplayName ?? ""),
                application.isRegistration ? delete("delete-scope", scope.value, scope.id) : Cell(""),
            ]
        }
            + application.appRoles.map { role in
                [
                    .code(role.value), Cell("app role"), Cell("assignment"), Cell(role.displayName),
                    application.isRegistration ? delete("delete-app-role", role.value, role.id) : Cell(""),
                ]
            }, empty: "The application has no scopes and no app roles, so it is no API for other applications.")
}

private func requiredPermissions(of application: Application, _ tenant: Tenant, _ names: [Form.Field]) -> Table {
    Table(
        "Required permissions", head: ["API", "Permission", "Kind", "Change"],
        rows: application.requiredResourceAccess.flatMap { required in
            let api = tenant.application(required.resourceAppId)
            let permissions: [(kind: String, id: PermissionID, value: String)] =
                required.scopes.map { ("Scope", $0, api?.scope($0)?.value ?? $0.description) }
                + required.roles.map { ("Role", $0, api?.role($0)?.value ?? $0.description) }
            return permissions.map { permission in
                [
                    Cell(api?.displayName ?? required.resourceAppId.description), .code(permission.value),
                    Cell(permission.kind.isExactly("Scope") ? "delegated" : "application"),
                    Cell([
                        RowAction(
                            "remove-permission", "Remove", "Remove \(permission.value)",
                            names + [
                                Form.Field("api", required.resourceAppId.description),
                                Form.Field("kind", permission.kind),
                                Form.Field("permission", permission.id.description),
                            ])
                    ]),
                ]
            }
        }, empty: "The application has registered no permissions. A sign-in can still request scopes.")
}

private func assignments(
    of application: Application, _ tenant: Tenant, _ target: DirectoryTarget, _ names: [Form.Field]
) -> Table {
    let resource = ServicePrincipals(tenant, target.services).find(application.clientID)
    let all = GraphOperation.recordedAssignments(tenant, target.services).filter { $0.resourceId == resource?.id }
    return Table(
        "Assigned users, groups and applications", head: ["Name", "Kind", "Role", "Change"], of: all,
        empty: "Nothing is assigned. Only an application that requires assignments needs one for each user."
    ) { entry in
        let name = entry.principalDisplayName ?? entry.principalId.description
        return [
            Cell(name), Cell(entry.principalType),
            Cell(application.role(entry.appRoleId)?.displayName ?? "Default access"),
            Cell([
                RowAction(
                    "unassign", "Remove", "Remove the assignment of \(name)",
                    names + [
                        Form.Field("api", entry.resourceId.description), Form.Field("item", entry.id),
                    ])
            ]),
        ]
    }
}

private func consents(to application: Application, _ tenant: Tenant, _ target: DirectoryTarget) -> Table {
    Table(
        "Consents to this application", head: ["Client", "API", "User", "Permissions", "Change"],
        of: GraphOperation.recordedGrants(tenant, target.services).filter { $0.grant.client == application.clientID },
        empty: "Nobody has consented to this application. A sign-in that needs consent asks for it."
    ) { DirectoryObjectView.row($0, tenant, target.tenantPage) }
}

/// Returns the URL of the linter's page with the redirect URI filled in.
private func linterURL(
    _ redirect: RegisteredRedirectURI, _ application: Application, _ authority: AuthorityKind
) -> String {
    let platform =
        switch redirect.platform {
        case .web: "web"
        case .spa: "spa"
        case .publicClient: redirect.uri.string.hasExactPrefix("msauth://") ? "android" : "ios"
        }
    return ConsoleSection.redirectURIs.link([
        Form.Field("uri", redirect.uri.string), Form.Field("platform", platform),
        Form.Field("clientId", application.appId), Form.Field("authority", authority.rawValue),
    ])
}
