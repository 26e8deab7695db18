import Directory
import Entra
import Formats
import Store

/// The consent of the Azure portal, which `az ad app permission admin-consent` requests
/// (docs/reference/protocol.md#portal-consent). An administrator grants an application the permissions that its registration
/// lists, for everyone in the tenant.
enum PortalConsentFlow {
    /// Records the consent to the application with the ID.
    ///
    /// Throws an error with status 401 for a token that is not of a user and for the portal, 403 for a user who may not consent for
    /// the tenant, 404 for an application that the tenant cannot have, and 400 for a permission that nobody can consent to.
    static func run(application id: String, authorization: String?, services: Services) throws(GraphError) {
        let token = try SelfIssuedAccessToken(bearer: authorization, services: services)
        let tenant = token.tenant
        guard let portal = tenant.application(.azurePortal), token.isFor(portal) else {
            throw .invalidToken("The access token is not for the Azure portal.")
        }
        let user = try token.user(services)
        guard let client = services.directory.registration(of: ClientID(id), in: tenant)?.application else {
            throw GraphError(
                status: 404, code: "Request_ResourceNotFound", message: "The application '\(id)' was not found.")
        }
        let permissions = StaticPermissions(resolver: services.resolver(for: client, in: tenant))
        do throws(EntraError) {
            let roles = try permissions.appRoleAssignments()
            guard user.mayConsentForOrganization(in: tenant, applicationPermissionsOf: roles.map(\.resource)) else {
                throw EntraError(.callerCannotConsent)
            }
            let grants = ConsentGrant.apply(
                try permissions.delegated(of: client), accepted: .all, for: .allPrincipals)
            try services.store.record(grants, in: tenant.id)
            try services.store.record(roles, to: client.clientID, in: tenant.id)
        } catch {
            throw error.code == .callerCannotConsent
                ? .denied : GraphError(status: 400, code: "Request_BadRequest", message: error.message)
        }
    }
}
