package import Entra
package import Formats

/// The properties that an administrator sets in one tenant for an application that another tenant or Microsoft registers
/// (Graph `servicePrincipal`).
package struct ServicePrincipalProperties: Sendable, Equatable {
    /// Whether the application can be used in the tenant, as a client and as an API.
    package var accountEnabled = true
    /// Whether only assigned users and clients get tokens in the tenant.
    package var appRoleAssignmentRequired = false
    /// The users and service principals of the tenant that own the service principal.
    package var owners: [ObjectID] = []
    /// The Graph properties of the service principal that are only stored.
    package var otherProperties: [JSONValue.Member] = []

    package init() {}
}

extension Tenant {
    /// Returns an application of another tenant or of Microsoft with the properties of its service principal in this tenant, and an
    /// application of this tenant unchanged. The credentials of the service principal in the home tenant are not valid here.
    package func inTenant(_ application: Application) -> Application {
        var changed = application
        if application.hasServicePrincipalCredentials, self.application(application.clientID) == nil {
            var properties = application.properties
            properties.removeServicePrincipalCredentials()
            changed = Application(properties)
        }
        guard !servicePrincipalProperties.isEmpty, let own = servicePrincipalProperties[application.clientID],
            servicePrincipals.contains(application.clientID)
        else { return changed }
        changed.accountEnabled = application.accountEnabled && own.accountEnabled
        changed.appRoleAssignmentRequired = own.appRoleAssignmentRequired
        return changed
    }
}
