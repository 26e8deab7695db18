import Entra
import Formats

extension DirectoryBuilder {
    /// Returns one of Microsoft's APIs with what an entry of the configuration adds: permissions, app roles, preauthorized clients
    /// and settings.
    mutating func addition(
        to api: Application, _ draft: ApplicationDraft, in tenant: Int, _ sharedIDs: inout UniqueNames
    ) -> Application {
        if let appId = draft.appId, sharedIDs.claim(appId.value, "the appId", at: appId.location, &findings) {
            tenants[tenant].sharedApplications[api.clientID] = tenants[tenant].applications.count
        }
        checkAddition(to: api, draft)
        var application = Application(draft.application)
        application.appId = api.appId
        application.servicePrincipalID = api.servicePrincipalID
        application.displayName = api.displayName
        application.signInAudience = api.signInAudience
        application.requestedAccessTokenVersion =
            draft.application.requestedAccessTokenVersion ?? api.requestedAccessTokenVersion
        if draft.application.optionalClaims.accessToken.isEmpty {
            application.optionalClaims.accessToken = api.optionalClaims.accessToken
        }
        application.microsoft = api.microsoft
        let owner = PermissionOwner(
            tenant: tenants[tenant].id, client: api.clientID, audience: api.signInAudience)
        application.oauth2PermissionScopes = scopes(draft, owner).map { scope in
            // Without an ID, a permission that the API has already keeps the API's ID.
            guard let own = api.scope(named: scope.value),
                isDerived(scope.value, draft.scopes.map { ($0.value, $0.id) })
            else { return scope }
            var scope = scope
            scope.id = own.id
            return scope
        }
        application.appRoles = roles(draft, owner).map { role in
            guard let own = api.role(named: role.value), isDerived(role.value, draft.roles.map { ($0.value, $0.id) })
            else { return role }
            var role = role
            role.id = own.id
            return role
        }
        return application
    }

    /// Whether the entry of a permission has no ID.
    private func isDerived(_ value: String, _ entries: [(value: Marked<String>?, id: Marked<String>?)]) -> Bool {
        entries.contains { $0.value?.value.isExactly(value) == true && $0.id == nil }
    }

    /// Reports what an entry for one of Microsoft's APIs cannot have: names of other APIs, and the parts of a client.
    private mutating func checkAddition(to api: Application, _ draft: ApplicationDraft) {
        for uri in draft.identifierUris where MicrosoftNames.owner(of: uri.value)?.api != api.clientID {
            findings.error(
                uri.location, "\(uri.value) is no name of Microsoft's API \(api.displayName)",
                hint: "the names of Microsoft's APIs are fixed; leave identifierUris out")
        }
        let parts: [(name: String, isUsed: Bool)] = [
            ("redirect URIs", !draft.allRedirectURIs.isEmpty), ("passwordCredentials", !draft.passwords.isEmpty),
            ("keyCredentials", !draft.certificates.isEmpty),
            ("federatedIdentityCredentials", !draft.federatedCredentials.isEmpty),
            ("requiredResourceAccess", !draft.required.isEmpty),
        ]
        for part in parts where part.isUsed {
            findings.error(
                draft.location,
                "the appId \(api.appId) belongs to a built-in Microsoft API, \(api.displayName), which has no \(part.name)",
                hint: "an entry can add oauth2PermissionScopes, appRoles, preAuthorizedApplications and settings")
        }
    }
}
