import ClientTools
package import Directory
import Entra
import Formats
import Protocol

extension DirectoryObjectView {
    /// Creates the page of an application.
    package init(
        _ application: Application, in tenant: Tenant, of directory: Directory, showsSecrets: Bool = false
    ) {
        let name = directory.consoleName(of: application, in: tenant)
        let authority = AuthorityKind(of: application, in: tenant, of: directory)
        self.init(
            title: application.displayName,
            lead: "An application of the tenant \(tenant.displayName).",
            trail: [(tenant.displayName, tenant.consolePath)],
            facts: DirectoryObjectView.facts(
                SecretMask(isOff: showsSecrets).json(DirectoryExport.json(application, in: tenant, of: directory))),
            links: [
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
                Table(
                    "Redirect URIs", head: ["Platform", "URI", "Check"],
                    rows: application.redirectURIs.map { redirect in
                        [
                            Cell(redirect.platform.rawValue), .code(redirect.uri.string),
                            Cell(
                                "Check which SDKs accept this URI",
                                href: DirectoryObjectView.linterURL(redirect, application, authority)),
                        ]
                    }),
                DirectoryObjectView.credentials(application),
                Table(
                    "Exposed permissions", head: ["Value", "Kind", "Granted by", "Display name"],
                    rows: application.oauth2PermissionScopes.map { scope in
                        [
                            .code(scope.value), Cell("delegated"),
                            Cell(scope.kind == .admin ? "administrator consent" : "user consent"),
                            Cell(scope.userConsentDisplayName ?? scope.adminConsentDisplayName ?? ""),
                        ]
                    }
                        + application.appRoles.map { role in
                            [.code(role.value), Cell("app role"), Cell("assignment"), Cell(role.displayName)]
                        }),
                Table(
                    "Required permissions", head: ["API", "Permission"],
                    rows: application.requiredResourceAccess.flatMap { required in
                        DirectoryObjectView.rows(required, tenant)
                    }),
            ].filter { !$0.rows.isEmpty },
            names: [Form.Field("tenant", tenant.id.description), Form.Field("app", application.appId)],
            showsSecrets: showsSecrets)
    }

    /// Returns the members of an exported object as facts, under their names in the configuration: `web.logoutUrl`. A list has one
    /// fact for each text. Lists of objects are left out: tables show some of them, and the redirect URIs.
    private static func facts(_ export: JSONValue, in path: String = "") -> [(name: String, value: Cell)] {
        (export.object ?? []).flatMap { member -> [(name: String, value: Cell)] in
            let name = path + member.name
            switch member.value {
            case .object: return facts(member.value, in: name + ".")
            case .array where member.name.isExactly("redirectUris"): return []
            case .array(let values): return values.compactMap(\.string).map { (name, .code($0)) }
            case .string(let text): return [(name, .code(text))]
            case .null: return []
            case .bool, .integer, .number:
                return [(name, Cell(String(decoding: JSONWriter.value(member.value), as: UTF8.self)))]
            }
        }
    }

    private static func credentials(_ application: Application) -> Table {
        Table(
            "Credentials", head: ["Kind", "Name", "Value", "Expires"],
            rows: application.passwordCredentials.map { secret in
                [
                    Cell("secret"), Cell(secret.displayName ?? secret.keyId ?? ""), Cell(secret.secretText, .secret),
                    Cell(secret.endDateTime?.iso8601 ?? ""),
                ]
            }
                + application.keyCredentials.map { key in
                    [
                        Cell("certificate"), Cell(key.displayName ?? key.keyId ?? ""), Cell(""),
                        Cell(key.endDateTime?.iso8601 ?? ""),
                    ]
                }
                + application.federatedIdentityCredentials.map { trust in
                    [
                        Cell("federated"), Cell(trust.name),
                        .code("\(trust.issuer) \(trust.subject ?? trust.claimsMatchingExpression?.text ?? "")"),
                        Cell(""),
                    ]
                })
    }

    private static func rows(_ required: RequiredResource, _ tenant: Tenant) -> [[Cell]] {
        let api = tenant.application(required.resourceAppId)
        let name = api?.displayName ?? required.resourceAppId.description
        let scopes = required.scopes.map { api?.scope($0)?.value ?? $0.description }
        let roles = required.roles.map { api?.role($0)?.value ?? $0.description }
        return (scopes + roles).map { [Cell(name), .code($0)] }
    }

    /// Returns the URL of the linter's page with the redirect URI filled in.
    private static func linterURL(
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
}
