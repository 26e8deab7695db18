import Directory
import Entra
import Formats
import Protocol

/// The page that finds a permission of the APIs of a tenant, and adds it to those that an application requires.
struct PermissionSearchView: ConsoleView {
    let title: String
    let trail: [(text: String, href: String)]
    let text: String
    let names: [Form.Field]
    let results: Table

    private static let maximumRows = 100

    init(_ text: String, _ application: Application, _ target: DirectoryTarget) {
        self.text = text
        names = target.page
        title = "Add a permission to \(application.displayName)"
        trail = target.trail
        let found = PermissionSearchView.permissions(text.asciiLowercased, target)
        let shown = found.prefix(PermissionSearchView.maximumRows)
        results = Table(
            shown.count < found.count ? "The first \(shown.count) of \(found.count) permissions" : "Permissions",
            head: ["Permission", "API", "Kind", "Granted by", "Change"],
            rows: shown.map { $0.row(target.page) }, empty: "No permission of an API of the tenant matches.")
    }

    private struct Permission {
        let api: ClientID
        let apiName: String
        let id: PermissionID
        let value: String
        /// `Scope` for a delegated permission, and `Role` for an application permission.
        let kind: String
        let needsAdmin: Bool

        func row(_ names: [Form.Field]) -> [Cell] {
            [
                .code(value), Cell(apiName), Cell(kind.isExactly("Scope") ? "delegated" : "application"),
                Cell(needsAdmin ? "administrator consent" : "user consent"),
                Cell([
                    RowAction(
                        "add-permission", "Add",
                        "Add the \(kind.isExactly("Scope") ? "delegated" : "application") permission \(value)",
                        names + [
                            Form.Field("api", api.description), Form.Field("kind", kind),
                            Form.Field("permission", id.description),
                        ])
                ]),
            ]
        }
    }

    /// Returns the permissions whose value or whose API's name contains the text. Those that begin with the text come first.
    private static func permissions(_ text: String, _ target: DirectoryTarget) -> [Permission] {
        let all = target.servicePrincipals.flatMap { principal -> [Permission] in
            let api = principal.application
            return api.oauth2PermissionScopes.map {
                Permission(
                    api: api.clientID, apiName: api.displayName, id: $0.id, value: $0.value, kind: "Scope",
                    needsAdmin: $0.kind == .admin)
            }
                + api.appRoles.filter { $0.allowsApplications && !$0.value.isEmpty }.map {
                    Permission(
                        api: api.clientID, apiName: api.displayName, id: $0.id, value: $0.value, kind: "Role",
                        needsAdmin: true)
                }
        }
        let found = all.filter {
            $0.value.asciiLowercased.containsExactly(text) || $0.apiName.asciiLowercased.containsExactly(text)
        }
        let isFirst = { (permission: Permission) in permission.value.asciiLowercased.hasExactPrefix(text) }
        return found.filter(isFirst) + found.filter { !isFirst($0) }
    }

    var section: ConsoleSection { .directory }
    var lead: String { "The permissions of the APIs in the tenant, Microsoft Graph included." }

    func write(to html: inout HTMLWriter) {
        html.trail(from: section, trail)
        html.searchForm("Permission or API", name: "permissions", value: text, action: section.path, names)
        html.table(results)
    }
}
