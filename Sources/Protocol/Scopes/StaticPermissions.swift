package import Directory
package import Entra

/// The permissions that a registration lists in `requiredResourceAccess`, looked up in the tenant.
///
/// An API that no tenant of this directory has and a permission that its API does not define are ignored, because exported
/// registrations list APIs that exist in the cloud only.
package struct StaticPermissions: Sendable {
    package let resolver: ResourceResolver

    package init(resolver: ResourceResolver) {
        self.resolver = resolver
    }

    /// Returns the delegated permissions that `application` lists, as entries of a consent page. Throws AADSTS650052 for an API of
    /// another tenant that has no service principal here.
    func delegated(of application: Application) throws(EntraError) -> [PermissionToConsent] {
        var entries: [PermissionToConsent] = []
        for required in application.requiredResourceAccess {
            guard let resource = try resource(required.resourceAppId) else { continue }
            entries += resource.scopes(required.scopes)
                .filter { $0.isEnabled && OIDCScopes(name: $0.value) == nil }
                .map { PermissionToConsent($0, of: resource, to: application.clientID) }
        }
        return entries
    }

    /// Returns the application permissions that the client lists, as assignments. An administrator's consent creates them. Throws
    /// the errors of `delegated(of:)`.
    package func appRoleAssignments() throws(EntraError) -> [AppRoleAssignment] {
        try appRoles().map {
            AppRoleAssignment(
                principal: .application(resolver.client.clientID), resource: $0.resource.clientID, appRole: $0.role.id)
        }
    }

    /// Returns the application permissions that the client lists, as roles of their APIs.
    func appRoles() throws(EntraError) -> [(resource: Application, role: AppRole)] {
        var roles: [(resource: Application, role: AppRole)] = []
        for required in resolver.client.requiredResourceAccess {
            guard let resource = try resource(required.resourceAppId) else { continue }
            roles += resource.roles(required.roles).filter { $0.isEnabled && $0.allowsApplications }
                .map { (resource, $0) }
        }
        return roles
    }

    private func resource(_ id: ClientID) throws(EntraError) -> Application? {
        switch resolver.lookUp(id) {
        case .found(let application): return application
        case .withoutServicePrincipal(let application):
            guard resolver.isKnownClient(of: application) else { throw resolver.missingServicePrincipal(application) }
            return application
        case .unknown, nil: return nil
        }
    }
}
