package import Directory
import Entra
import Formats

/// The names of applications in the URLs of the console. A client ID alone names the registration that the ID leads to in every
/// tenant. A copy of a tenant can have the same client IDs; its applications are named by tenant ID and client ID.
extension Directory {
    /// Returns the client ID, preceded by the tenant's ID and a slash if the client ID alone leads to another tenant.
    func consoleName(of application: Application, in tenant: Tenant) -> String {
        registration(of: application.clientID)?.tenant.id == tenant.id
            ? application.appId : "\(tenant.id)/\(application.appId)"
    }

    /// Returns the registration with this name, and its tenant. A client ID may contain a slash, so the lookup by client ID is
    /// first.
    package func registration(consoleName name: String) -> (tenant: Tenant, application: Application)? {
        if let home = registration(of: ClientID(name)) { return home }
        let parts = name.pieces(separatedBy: "/", atMost: 2)
        guard parts.count == 2, let tenant = tenant(TenantID(parts[0])),
            let application = tenant.application(ClientID(parts[1]))
        else { return nil }
        return (tenant, application)
    }

    /// Returns the registration with this name, and its tenant, unless the application is a built-in API.
    func ownRegistration(consoleName name: String) -> (tenant: Tenant, application: Application)? {
        registration(consoleName: name).flatMap { found in
            found.tenant.ownApplications.contains { $0.clientID == found.application.clientID } ? found : nil
        }
    }
}
