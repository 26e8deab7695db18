package import Directory
package import Entra
import Formats

/// The application permissions of an app-only token (docs/reference/protocol.md#client-credentials): the permissions that are
/// assigned to the client on one resource.
package struct AppPermissions: Sendable {
    package let resource: Application
    /// The `aud` claim of the access token.
    package let audience: String
    /// The `roles` claim, which may be empty.
    package let roles: [String]

    /// Returns the permissions for the `scope` of a client credentials request. `assignments` are the assignments made at run
    /// time.
    ///
    /// Throws AADSTS1002012 if the scope is not `.default`, 500011 for an unknown resource, and 501051 if the resource requires an
    /// assignment and the client has none.
    package static func resolve(
        _ scopes: ScopeRequest, by resolver: ResourceResolver, assignments: [AppRoleAssignment] = []
    ) throws(EntraError) -> AppPermissions {
        guard let token = scopes.permissions.first, token.isDefault else { throw notDefault(scopes.text) }
        let application = try resolver.resource(of: token, at: .directGrant)
        return try AppPermissions(application, as: token.resource, by: resolver, assignments)
    }

    /// Parses the `scope` of a client credentials request, which must be exactly one `{resource}/.default`. Throws AADSTS1002012
    /// for a scope that is not `.default`, and 70011 for more than one scope.
    package static func scopes(_ scope: String) throws(EntraError) -> ScopeRequest {
        let request: ScopeRequest
        do {
            request = try ScopeRequest.parse(scope)
        } catch {
            guard scope.utf8.allSatisfy({ $0 == ASCII.space }) || namesDefault(scope) else { throw notDefault(scope) }
            throw error
        }
        guard request.permissions.first?.isDefault == true else { throw notDefault(scope) }
        let words = scope.pieces(separatedBy: " ").filter { OIDCScopes(name: $0) == nil }
        guard words.count == 1 else { throw ScopeRequest.invalid(scope, "The scope names more than one resource.") }
        return request
    }

    /// Returns the permissions for the `resource` of a version 1 request. `assignments` are the assignments made at run time.
    /// Throws AADSTS900144 without a resource, 500011 for an unknown resource, and 501051 without a required assignment.
    package static func fromResource(
        _ resource: String?, by resolver: ResourceResolver, assignments: [AppRoleAssignment] = []
    ) throws(EntraError) -> AppPermissions {
        guard let resource else { throw EntraError(.missingParameter, [.parameter: Parameter.resource]) }
        let token = ScopeToken(.identifier(resource), ScopeToken.defaultPermission)
        let application = try resolver.application(resolver.lookUp(resource), for: token, at: .directGrant)
        return try AppPermissions(application, as: token.resource, by: resolver, assignments)
    }

    private init(
        _ application: Application, as name: ResourceName, by resolver: ResourceResolver,
        _ assignments: [AppRoleAssignment]
    ) throws(EntraError) {
        let client = resolver.client
        let assigned = AppPermissions.assigned(
            to: client.clientID, on: application, in: resolver.tenant, and: assignments)
        guard !assigned.isEmpty || !application.appRoleAssignmentRequired else {
            throw EntraError(
                .roleAssignmentRequired,
                [
                    .clientID: client.appId, .clientName: client.displayName, .resource: application.appId,
                    .resourceName: application.displayName,
                ])
        }
        resource = application
        audience = name.audience(for: application)
        roles = AppPermissions.roles(of: application, assigned)
    }

    /// Returns the assignments of a client on a resource in a tenant. `runtime` are the assignments made at run time.
    static func assigned(
        to client: ClientID, on resource: Application, in tenant: Tenant, and runtime: [AppRoleAssignment]
    ) -> [AppRoleAssignment] {
        (tenant.appRoleAssignments(for: resource.clientID) + runtime)
            .filter { $0.principal == .application(client) && $0.resource == resource.clientID }
    }

    /// Returns the values of the roles that the assignments give to a client, also of disabled roles
    /// (docs/reference/protocol.md#disabled-role).
    static func roles(of resource: Application, _ assigned: [AppRoleAssignment]) -> [String] {
        let assignedRoles = Set(assigned.map(\.appRole))
        guard !assignedRoles.isEmpty else { return [] }
        return resource.roles(assignedRoles).filter(\.allowsApplications).map(\.value)
    }

    private static func notDefault(_ scope: String) -> EntraError {
        EntraError(.appOnlyScopeNotDefault, [.scope: scope])
    }

    /// Whether any scope is `.default`. A request without `.default` is rejected as such, whatever the rest of its form.
    private static func namesDefault(_ scope: String) -> Bool {
        scope.pieces(separatedBy: " ").contains { ScopeToken(parsing: $0)?.isDefault ?? false }
    }
}
