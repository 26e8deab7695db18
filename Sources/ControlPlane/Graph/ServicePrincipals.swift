import Directory
import Entra
import Formats
import Protocol
import Store

/// The service principals of a tenant: of the tenant's own applications, of Microsoft's APIs, of managed identities, and of
/// applications of other tenants with a consent or an assignment in this tenant.
struct ServicePrincipals: Sendable {
    let tenant: Tenant
    let services: Services

    init(_ tenant: Tenant, _ services: Services) {
        self.tenant = tenant
        self.services = services
    }

    var all: [ServicePrincipal] {
        tenant.applications.compactMap(own) + tenant.managedIdentities.map(managed) + foreign
    }

    func find(_ id: ObjectID) -> ServicePrincipal? {
        if let application = tenant.applications.first(where: { $0.servicePrincipalID == id }) {
            return own(application)
        }
        return tenant.managedIdentities.first { $0.principalID == id }.map(managed) ?? foreign.first { $0.id == id }
    }

    func find(_ client: ClientID) -> ServicePrincipal? {
        if let application = tenant.application(client) { return own(application) }
        return tenant.managedIdentities.first { $0.clientID == client }.map(managed)
            ?? foreign.first { $0.application.clientID == client }
    }

    private func own(_ application: Application) -> ServicePrincipal? {
        guard application.hasServicePrincipal || grants.hasServicePrincipal(application.clientID) else { return nil }
        return ServicePrincipal(
            id: application.servicePrincipalID, kind: .application,
            home: application.isRegistration ? tenant.id : nil, application: application)
    }

    private func managed(_ identity: ManagedIdentity) -> ServicePrincipal {
        ServicePrincipal(
            id: identity.principalID, kind: .managedIdentity, home: nil, application: identity.application)
    }

    private var grants: ConsentGrants { ConsentGrants(tenant: tenant, store: services.store) }

    /// The service principals of other tenants' applications, sorted by client ID.
    private var foreign: [ServicePrincipal] {
        let runtime = services.store.grants(in: tenant.id)
        let parties = (tenant.grants + runtime).flatMap { [$0.client, $0.resource] }
        let assignments = tenant.appRoleAssignments + services.store.appRoleAssignments(in: tenant.id)
        let assigned = assignments.flatMap { [$0.resource] + $0.principal.clients }
        let clients = tenant.servicePrincipals.union(parties).union(assigned).filter { tenant.application($0) == nil }
        return clients.sorted().compactMap { client in
            services.directory.registration(of: client).map { home, application in
                ServicePrincipal(
                    id: .servicePrincipal(of: client, in: tenant.id), kind: .application, home: home.id,
                    application: application)
            }
        }
    }
}

extension AppRoleAssignment.Principal {
    fileprivate var clients: [ClientID] {
        if case .application(let client) = self { [client] } else { [] }
    }
}
