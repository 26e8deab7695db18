package import Entra
package import Formats

/// One of Microsoft's APIs in a cloud, as the registration of an application. A configuration may add permissions. An added
/// permission takes the place of the API's own permission with the same value.
package struct MicrosoftRegistration: Sendable {
    package let api: MicrosoftAPI
    let cloud: Cloud

    func scopes(and added: [PermissionScope]) -> [PermissionScope] {
        guard !added.isEmpty else { return api.scopes }
        let names = Set(added.map { CaseInsensitiveString($0.value) })
        return api.scopes.filter { !names.contains(CaseInsensitiveString($0.value)) } + added
    }

    func roles(and added: [AppRole]) -> [AppRole] {
        guard !added.isEmpty else { return api.roles }
        let names = Set(added.map { CaseInsensitiveString($0.value) })
        return api.roles.filter { !names.contains(CaseInsensitiveString($0.value)) } + added
    }

    /// Returns the permissions that the API does not have itself.
    func additions(in scopes: [PermissionScope]) -> [PermissionScope] {
        scopes.filter { api.scope($0.id) != $0 }
    }

    func additions(in roles: [AppRole]) -> [AppRole] {
        roles.filter { api.role($0.id) != $0 }
    }
}

/// Searches for one permission. An API of Microsoft has up to 800 permissions, which a search does not read.
extension Application {
    /// Returns the delegated permission with the value, ignoring ASCII case.
    package func scope(named value: String) -> PermissionScope? {
        self.addedScopes.first { $0.value.isExactlyIgnoringASCIICase(value) } ?? self.microsoft?.api.scope(named: value)
    }

    package func scope(_ id: PermissionID) -> PermissionScope? {
        if let added = self.addedScopes.first(where: { $0.id == id }) { return added }
        guard let own = self.microsoft?.api.scope(id) else { return nil }
        return self.addedScopes.contains { $0.value.isExactlyIgnoringASCIICase(own.value) } ? nil : own
    }

    /// Returns the app role with the value, ignoring ASCII case.
    package func role(named value: String) -> AppRole? {
        self.addedRoles.first { $0.value.isExactlyIgnoringASCIICase(value) } ?? self.microsoft?.api.role(named: value)
    }

    package func role(_ id: PermissionID) -> AppRole? {
        if let added = self.addedRoles.first(where: { $0.id == id }) { return added }
        guard let own = self.microsoft?.api.role(id) else { return nil }
        return self.addedRoles.contains { $0.value.isExactlyIgnoringASCIICase(own.value) } ? nil : own
    }
}

/// Searches for several permissions, in the order of the API.
extension Application {
    package func scopes(_ ids: some Collection<PermissionID>) -> [PermissionScope] {
        guard self.microsoft != nil else {
            let ids = Set(ids)
            return self.addedScopes.filter { ids.contains($0.id) }
        }
        return Set(ids).compactMap(scope(_:)).sorted { $0.value.precedes($1.value) }
    }

    /// Returns the delegated permissions with one of the values or one of the IDs.
    package func scopes(named values: [CaseInsensitiveString], _ ids: Set<PermissionID>) -> [PermissionScope] {
        let named = Set(values).compactMap { scope(named: $0.string) }
        let others = ids.compactMap(scope(_:)).filter { other in !named.contains { $0.id == other.id } }
        return (named + others).sorted { $0.value.precedes($1.value) }
    }

    package func roles(_ ids: some Collection<PermissionID>) -> [AppRole] {
        guard self.microsoft != nil else {
            let ids = Set(ids)
            return self.addedRoles.filter { ids.contains($0.id) }
        }
        return Set(ids).compactMap(role(_:)).sorted { $0.value.precedes($1.value) }
    }
}

extension Application {
    /// Creates the registration of one of Microsoft's APIs in a tenant.
    init(_ api: MicrosoftAPI, in tenant: TenantID, cloud: Cloud) {
        self.init(
            appId: api.clientID.description, servicePrincipalID: .servicePrincipal(of: api.clientID, in: tenant),
            displayName: api.displayName)
        self.microsoft = MicrosoftRegistration(api: api, cloud: cloud)
        self.signInAudience = api.admitsPersonalAccounts ? .orgsAndPersonal : .multipleOrgs
        self.requestedAccessTokenVersion = api.tokenVersion
        if api.clientID == .microsoftGraph {
            // Microsoft Graph takes part in continuous access evaluation: its tokens list the capabilities of the client.
            self.optionalClaims.accessToken = [OptionalClaims.Claim(name: "xms_cc")]
        }
    }
}
