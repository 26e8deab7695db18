import Directory
import Entra
import Formats

/// A service principal: an application's object in one tenant, with the application's properties.
struct ServicePrincipal: Sendable {
    enum Kind: String, Sendable {
        case application = "Application"
        case managedIdentity = "ManagedIdentity"
    }

    let id: ObjectID
    let kind: Kind
    /// The tenant in which the application is registered, or nil for Microsoft's APIs and for managed identities.
    let home: TenantID?
    var application: Application
}

extension GraphType where Entity == ServicePrincipal {
    static let servicePrincipal = GraphType(
        "servicePrincipal", set: "servicePrincipals", id: { $0.id.description },
        [
            .derived("id", .guid) { $0.id }.filterable,
            .property("accountEnabled", \.application.accountEnabled, .boolean).filterable,
            .derived("alternativeNames", .list(.text)) { _ in [] },
            .derived("appDisplayName", .text) { $0.application.displayName }.searchable,
            .property("appId", \.application.appId, .nonEmptyText).required.creationOnly.filterable,
            .derived("appOwnerOrganizationId", .guid) { $0.home }.filterable,
            .property("appRoleAssignmentRequired", \.application.appRoleAssignmentRequired, .boolean),
            .derived("createdDateTime", .dateTime) { $0.application.createdDateTime },
            .derived("displayName", .text) { $0.application.displayName }.searchable,
            .derived("homepage", .text) { _ in nil as String? },
            .derived("logoutUrl", .text) { $0.application.logoutUrl },
            .derived("replyUrls", .list(.text)) { $0.application.redirectURIs.map(\.uri.string) },
            .derived("servicePrincipalNames", .list(.text)) { $0.names }.filterable,
            .derived("servicePrincipalType", .text) { $0.kind.rawValue }.filterable,
            .derived("signInAudience", .word) { $0.application.signInAudience },
            .derived("tags", .list(.text)) { _ in [] },
            .derived("appRoles", .list(.appRole)) { $0.application.appRoles },
            .derived("keyCredentials", .list(.keyCredential)) { _ in [] },
            .derived("oauth2PermissionScopes", .list(.permissionScope)) { $0.application.oauth2PermissionScopes },
            .derived("passwordCredentials", .list(.passwordCredential)) { _ in [] },
        ])
}

extension ServicePrincipal {
    fileprivate var names: [String] { [application.appId] + application.identifierUris }
}
