package import Directory
package import Entra

/// What an account must be besides signed in, at sign-in and again at every use of what was issued to it.
extension Account {
    /// Throws AADSTS500201 for version 1 and a personal account (docs/reference/protocol.md#sign-in-audience).
    func checkVersion(_ endpoint: EndpointVersion) throws(EntraError) {
        if isPersonal, endpoint == .v1 { throw EntraError(.personalAccountUnsupportedByAPIVersion) }
    }

    /// What an API asks of the account: AADSTS500201 where it takes version 1 tokens, which personal accounts have for Microsoft
    /// Graph alone (docs/reference/protocol.md#sign-in-audience), and 50105.
    func checkAdmission(to resource: Application) throws(EntraError) {
        if isPersonal, resource.requestedAccessTokenVersion != 2, resource.clientID != .microsoftGraph {
            throw EntraError(.personalAccountUnsupportedByAPIVersion)
        }
        try checkAssignment(to: resource)
    }

    /// Throws AADSTS50105 when the application, a client or an API, is for assigned users only and this is none.
    func checkAssignment(to application: Application) throws(EntraError) {
        guard application.appRoleAssignmentRequired, !AppRoleMembership.isAssigned(user, in: tenant, to: application)
        else { return }
        throw EntraError(
            .assignmentRequired,
            [.clientID: application.appId, .clientName: application.displayName, .user: user.signInName])
    }
}

extension Tenant {
    /// Throws AADSTS90038 where the server is reached under the name of another cloud than the tenant's.
    func checkCloud(_ origin: Origin) throws(EntraError) {
        guard let cloud, let reached = origin.cloud, cloud != reached else { return }
        throw EntraError(.tenantInOtherCloud, [.tenant: displayName])
    }
}

extension Origin {
    /// The cloud where a tenant is: as configured, else the one under whose name the server is reached.
    package func cloud(of tenant: Tenant?) -> Cloud { tenant?.cloud ?? cloud ?? .global }
}

extension Authority {
    /// Throws AADSTS90027 for version 1 at the authority of personal accounts (docs/reference/protocol.md#sign-in-audience),
    /// AADB2C90022 at a b2c policy, which has version 2 only.
    package func checkVersion(_ endpoint: EndpointVersion) throws(EntraError) {
        if case .userFlow(let tenant, let flow) = self, endpoint == .v1 {
            throw EntraError(AADB2C.policyNotFound, [.value: flow.id, .tenant: tenant.displayName])
        }
        if case .consumers = self, endpoint == .v1 { throw EntraError(.tokensFromPersonalTenantUnsupported) }
    }
}
