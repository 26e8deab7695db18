package import Directory
package import Entra

/// The conditions that an account must meet in addition to being signed in, at sign-in and again at each use of
/// the account's grants.
extension Account {
    /// Throws AADSTS500201 for a personal account at version 1 (docs/reference/protocol.md#sign-in-audience).
    func checkVersion(_ endpoint: EndpointVersion) throws(EntraError) {
        if isPersonal, endpoint == .v1 { throw EntraError(.personalAccountUnsupportedByAPIVersion) }
    }

    /// Checks the conditions of an API. Throws AADSTS500201 for a personal account if the API accepts version 1 tokens, which
    /// personal accounts get for Microsoft Graph alone (docs/reference/protocol.md#sign-in-audience). Throws 50105 without a
    /// required assignment.
    func checkAdmission(to resource: Application) throws(EntraError) {
        if isPersonal, resource.requestedAccessTokenVersion != 2, resource.clientID != .microsoftGraph {
            throw EntraError(.personalAccountUnsupportedByAPIVersion)
        }
        try checkAssignment(to: resource)
    }

    /// Throws AADSTS50105 if the application, a client or an API, requires assignment and the user is not assigned.
    func checkAssignment(to application: Application) throws(EntraError) {
        guard application.appRoleAssignmentRequired, !AppRoleMembership.isAssigned(user, in: tenant, to: application)
        else { return }
        throw EntraError(
            .assignmentRequired,
            [.clientID: application.appId, .clientName: application.displayName, .user: user.signInName])
    }
}

extension Tenant {
    /// Throws AADSTS90038 if the request uses the name of another cloud than the tenant's.
    func checkCloud(_ origin: Origin) throws(EntraError) {
        guard let cloud, let reached = origin.cloud, cloud != reached else { return }
        throw EntraError(.tenantInOtherCloud, [.tenant: displayName])
    }
}

extension Origin {
    /// Returns the cloud of a tenant: the configured cloud, or else the cloud under whose name the server is addressed.
    package func cloud(of tenant: Tenant?) -> Cloud { tenant?.cloud ?? cloud ?? .global }
}

extension Authority {
    /// Throws AADSTS90027 for version 1 at the authority of personal accounts (docs/reference/protocol.md#sign-in-audience), and
    /// AADB2C90022 at a b2c policy, which has version 2 only.
    package func checkVersion(_ endpoint: EndpointVersion) throws(EntraError) {
        if case .userFlow(let tenant, let flow) = self, endpoint == .v1 {
            throw EntraError(AADB2C.policyNotFound, [.value: flow.id, .tenant: tenant.displayName])
        }
        if case .consumers = self, endpoint == .v1 { throw EntraError(.tokensFromPersonalTenantUnsupported) }
    }
}
