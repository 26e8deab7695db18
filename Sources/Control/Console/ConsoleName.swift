package import Directory
import Entra
import Wire

/// How the console's addresses name an application. A client id is enough for the registration that it leads to everywhere; a
/// copy of a tenant may have the same ids, and is then named with its tenant.
extension Directory {
    /// The client id, behind the tenant's id and a slash where the id alone leads to another tenant.
    func consoleName(of application: Application, in tenant: Tenant) -> String {
        registration(of: application.clientID)?.tenant.id == tenant.id
            ? application.appId : "\(tenant.id)/\(application.appId)"
    }

    /// The registration of that name, and its tenant. A client id may be any text, so that one goes first.
    package func registration(consoleName name: String) -> (tenant: Tenant, application: Application)? {
        if let home = registration(of: ClientID(name)) { return home }
        let parts = name.pieces(separatedBy: "/", atMost: 2)
        guard parts.count == 2, let tenant = tenant(TenantID(parts[0])),
            let application = tenant.application(ClientID(parts[1]))
        else { return nil }
        return (tenant, application)
    }

    /// The same of an application that is no built-in API.
    func ownRegistration(consoleName name: String) -> (tenant: Tenant, application: Application)? {
        registration(consoleName: name).flatMap { found in
            found.tenant.ownApplications.contains { $0.clientID == found.application.clientID } ? found : nil
        }
    }
}
