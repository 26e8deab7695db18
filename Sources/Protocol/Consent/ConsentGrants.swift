package import Directory
package import Entra
import Formats
package import Store

/// The delegated permissions that are granted in one tenant: by the configuration, and at run time.
package struct ConsentGrants: Sendable {
    package let tenant: Tenant
    /// The grants made at run time, for the clients of the request.
    private let runtime: [PermissionGrant]
    /// The store of all grants made at run time, or nil if `runtime` holds all of them.
    private let store: (any Store)?
    /// The permissions that Microsoft has preauthorized for one of its own clients. `runtime` has them too.
    private let preauthorizations: [PermissionGrant]

    package init(
        tenant: Tenant, runtime: [PermissionGrant] = [], preauthorizations: [PermissionGrant] = [],
        store: (any Store)? = nil
    ) {
        self.tenant = tenant
        self.runtime = preauthorizations.isEmpty ? runtime : runtime + preauthorizations
        self.preauthorizations = preauthorizations
        self.store = store
    }

    /// Whether an application has a service principal in the tenant. Either the application is registered there, or a permission
    /// was granted to it or on it, for any user.
    package func hasServicePrincipal(_ application: ClientID) -> Bool {
        tenant.application(application)?.hasServicePrincipal == true
            || tenant.servicePrincipals.contains(application)
            || tenant.grantTable.hasAny(to: application)
            || !tenant.appRoleAssignments(for: application).isEmpty
            || runtime.contains { $0.client == application || $0.resource == application }
            || store?.involves(application, in: tenant.id) == true
    }

    /// Whether anyone in the tenant has granted `client` a permission on `resource`.
    func connects(_ client: ClientID, to resource: ClientID) -> Bool {
        tenant.grantTable.connects(client, to: resource)
            || runtime.contains { $0.client == client && $0.resource == resource }
    }

    /// Whether anything is granted to `client` for the user. After the first grant, the sign-in needs no consent.
    package func hasAny(to client: ClientID, for user: ObjectID) -> Bool {
        !grants(to: client, for: user).isEmpty
    }

    /// Whether anything is granted to `client` on `resource` for the user. The sign-in is recorded as a grant on Microsoft Graph.
    /// After the first grant, `.default` of the resource needs no consent (docs/reference/protocol.md#default-scope).
    func hasAny(on resource: Application, to client: ClientID, for user: ObjectID) -> Bool {
        if !permissions(of: resource, to: client, for: user).isEmpty { return true }
        return resource.clientID == .microsoftGraph
            && !oidcScopes(to: client, for: user).isDisjoint(with: .listed)
    }

    /// Returns the permissions of `resource` that `client` may use for the user, either granted or preauthorized by the resource.
    /// The list has only enabled permissions, in the order and spelling of the resource, without OpenID Connect scopes.
    package func permissions(of resource: Application, to client: ClientID, for user: ObjectID) -> [PermissionScope] {
        let names = scopes(on: resource.clientID, to: client, for: user)
        let granted = SmallSet(names)
        let preAuthorized = Set(
            resource.preAuthorizedApplications.lazy.filter { $0.appId == client }.flatMap(\.delegatedPermissionIds))
        guard !granted.isEmpty || !preAuthorized.isEmpty else { return [] }
        let permissions =
            resource.microsoft != nil
            ? listed(resource.scopes(named: names, preAuthorized), of: resource, to: client)
            : resource.oauth2PermissionScopes.filter { permission in
                granted.contains(CaseInsensitiveString(permission.value)) || preAuthorized.contains(permission.id)
            }
        return permissions.filter { $0.isEnabled && OIDCScopes(name: $0.value) == nil }
    }

    /// Returns the permissions of one of Microsoft's APIs, and after them the preauthorized permissions that the API does not
    /// publish: Azure CLI has `user_impersonation` on many such APIs (docs/reference/protocol.md#first-party-clients).
    private func listed(
        _ published: [PermissionScope], of resource: Application, to client: ClientID
    ) -> [PermissionScope] {
        let known = Set(published.map { CaseInsensitiveString($0.value) })
        let names = preauthorizations.lazy.filter { $0.client == client && $0.resource == resource.clientID }
            .flatMap(\.scopes).filter { !known.contains(CaseInsensitiveString($0)) }
        return published + names.map { PermissionScope(unpublished: $0, of: resource.clientID) }
    }

    /// Returns the OpenID Connect scopes that are granted.
    func oidcScopes(to client: ClientID, for user: ObjectID) -> OIDCScopes {
        scopes(on: .microsoftGraph, to: client, for: user).reduce(into: []) { scopes, name in
            if let scope = OIDCScopes(name: name.string) { scopes.insert(scope) }
        }
    }

    /// Returns the values of the granted permissions. Consent is compared without regard to case
    /// (docs/reference/protocol.md#consent).
    private func scopes(on resource: ClientID, to client: ClientID, for user: ObjectID) -> [CaseInsensitiveString] {
        var names: [CaseInsensitiveString] = []
        for grant in grants(to: client, for: user) where grant.resource == resource {
            for name in grant.scopes { names.append(CaseInsensitiveString(name)) }
        }
        return names
    }

    private func grants(to client: ClientID, for user: ObjectID) -> [PermissionGrant] {
        var result = tenant.grantTable.grants(to: client, for: user)
        for grant in runtime where grant.client == client && grant.covers(user) { result.append(grant) }
        return result
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

extension PermissionScope {
    /// Creates a preauthorized permission that the API does not publish. Its ID is not known.
    fileprivate init(unpublished value: String, of api: ClientID) {
        let id = GUID(derivedFrom: "Microsoft", "unpublished", api.description, value.asciiLowercased).description
        self.init(id: PermissionID(id), value: value)
        kind = .admin
    }
}
