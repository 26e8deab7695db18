package import Directory
package import Entra
package import State
import Wire

/// Delegated permissions granted in one tenant: the configured ones, and those given while running.
package struct GrantsOnRecord: Sendable {
    package let tenant: Tenant
    /// Grants given while running, of the clients that the request is about.
    private let runtime: [PermissionGrant]
    /// Where all grants given while running are; nil: those here are all.
    private let store: (any Store)?

    package init(tenant: Tenant, runtime: [PermissionGrant] = [], store: (any Store)? = nil) {
        self.tenant = tenant
        self.runtime = runtime
        self.store = store
    }

    /// Whether an application has a service principal in the tenant: it is registered there, or something was granted to it
    /// or on it, whoever asked.
    package func hasServicePrincipal(_ application: ClientID) -> Bool {
        tenant.application(application)?.hasServicePrincipal == true
            || tenant.servicePrincipals.contains(application)
            || tenant.grantTable.hasAny(to: application)
            || !tenant.appRoleAssignments(for: application).isEmpty
            || runtime.contains { $0.client == application || $0.resource == application }
            || store?.involves(application, in: tenant.id) == true
    }

    /// Whether anyone in the tenant has granted `client` something on `resource`.
    func connects(_ client: ClientID, to resource: ClientID) -> Bool {
        tenant.grantTable.connects(client, to: resource)
            || runtime.contains { $0.client == client && $0.resource == resource }
    }

    /// Whether anything is granted to `client` for the user. From then on signing in needs no consent.
    package func hasAny(to client: ClientID, for user: ObjectID) -> Bool {
        !grants(to: client, for: user).isEmpty
    }

    /// Whether anything is granted to `client` on `resource` for the user, signing in counted as what it is on record: a grant
    /// on Microsoft Graph. From then on `.default` of the resource needs no consent (docs/reference/protocol.md#default-scope).
    func hasAny(on resource: Application, to client: ClientID, for user: ObjectID) -> Bool {
        if !permissions(of: resource, to: client, for: user).isEmpty { return true }
        return resource.clientID == .microsoftGraph
            && !oidcScopes(to: client, for: user).isDisjoint(with: .listed)
    }

    /// The permissions of `resource` that `client` may use for the user: granted, or pre-authorized by the resource. Enabled
    /// ones only, in the resource's order and spelling, without the OpenID Connect ones.
    package func permissions(of resource: Application, to client: ClientID, for user: ObjectID) -> [PermissionScope] {
        let granted = Members(scopes(on: resource.clientID, to: client, for: user))
        let preAuthorized = Set(
            resource.preAuthorizedApplications.lazy.filter { $0.appId == client }.flatMap(\.delegatedPermissionIds))
        guard !granted.isEmpty || !preAuthorized.isEmpty else { return [] }
        return resource.oauth2PermissionScopes.filter { permission in
            permission.isEnabled
                && (granted.contains(FoldedString(permission.value)) || preAuthorized.contains(permission.id))
                && OIDCScopes(name: permission.value) == nil
        }
    }

    /// The OpenID Connect scopes on record.
    func oidcScopes(to client: ClientID, for user: ObjectID) -> OIDCScopes {
        scopes(on: .microsoftGraph, to: client, for: user).reduce(into: []) { scopes, name in
            if let scope = OIDCScopes(name: name.string) { scopes.insert(scope) }
        }
    }

    /// Granted permission values. Consent is matched without regard to case (docs/reference/protocol.md#consent).
    private func scopes(on resource: ClientID, to client: ClientID, for user: ObjectID) -> [FoldedString] {
        var names: [FoldedString] = []
        for grant in grants(to: client, for: user) where grant.resource == resource {
            for name in grant.scopes { names.append(FoldedString(name)) }
        }
        return names
    }

    private func grants(to client: ClientID, for user: ObjectID) -> [PermissionGrant] {
        var held = tenant.grantTable.grants(to: client, for: user)
        for grant in runtime where grant.client == client && grant.covers(user) { held.append(grant) }
        return held
    }
}

extension PermissionGrant {
    fileprivate func covers(_ user: ObjectID) -> Bool {
        switch consentType {
        case .allPrincipals: true
        case .principal(let principal): principal == user
        }
    }
}
