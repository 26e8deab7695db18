package import Entra
import Formats
import Synchronization

/// Microsoft's APIs as applications of one tenant. An application is made on first use, so that a tenant costs nothing for the
/// APIs that nobody asks for. All versions of a tenant share the applications.
final class MicrosoftApplications: Sendable {
    private let tenant: TenantID
    private let cloud: Cloud
    private let kind: Tenant.Kind
    private let made = Mutex<[ClientID: Application]>([:])

    /// Creates the APIs with the names in the tenant's cloud, or in the public cloud if `cloud` is nil.
    init(tenant: TenantID, kind: Tenant.Kind, cloud: Cloud?) {
        self.tenant = tenant
        self.kind = kind
        self.cloud = cloud ?? .global
    }

    /// Returns the application of one of Microsoft's APIs, or nil if the tenant has no such API. `servicePrincipals` are the APIs
    /// that the tenant has in addition to those of every tenant.
    func application(_ id: ClientID, _ servicePrincipals: Set<ClientID>) -> Application? {
        if let application = made.withLock({ $0[id] }) {
            return isPresent(application, servicePrincipals) ? application : nil
        }
        guard let application = possible(id), isPresent(application, servicePrincipals) else { return nil }
        made.withLock { $0[id] = application }
        return application
    }

    /// Returns the application that one of Microsoft's APIs is or would be in the tenant.
    func possible(_ id: ClientID) -> Application? {
        MicrosoftAPI.find(id).map { Application($0, in: tenant, cloud: cloud) }
    }

    private func isPresent(_ application: Application, _ servicePrincipals: Set<ClientID>) -> Bool {
        guard let api = application.microsoft?.api else { return false }
        if kind == .consumers { return api.admitsPersonalAccounts }
        return api.isCore || servicePrincipals.contains(api.clientID)
    }

    /// Returns the IDs of the APIs that the tenant has, sorted.
    func clients(_ servicePrincipals: Set<ClientID>) -> [ClientID] {
        guard kind != .consumers else { return MicrosoftAPI.core.filter(\.admitsPersonalAccounts).map(\.clientID) }
        let added = servicePrincipals.filter { MicrosoftAPI.find($0)?.isCore == false }
        return (MicrosoftAPI.core.map(\.clientID) + added).sorted()
    }
}

extension Tenant {
    /// Microsoft's APIs in the tenant, sorted by application ID, with the permissions that the configuration adds.
    package var microsoftAPIs: [Application] { microsoft.clients(servicePrincipals).compactMap(application) }

    /// Returns the API of Microsoft with the name in a cloud, if the tenant has the API.
    func microsoftAPI(named name: String, in cloud: Cloud) -> Application? {
        guard let owner = MicrosoftNames.owner(of: name), owner.clouds.contains(cloud) else { return nil }
        return application(owner.api)
    }

    /// Returns the API of Microsoft with the name or application ID, if the tenant could have the API but has no service principal
    /// for it.
    package func absentMicrosoftAPI(_ name: String, in cloud: Cloud) -> Application? {
        guard kind != .consumers else { return nil }
        let named = MicrosoftNames.owner(of: name).flatMap { $0.clouds.contains(cloud) ? $0.api : nil }
        guard let id = named ?? MicrosoftAPI.find(ClientID(name))?.clientID, application(id) == nil else { return nil }
        return microsoft.possible(id)
    }

    /// Returns the application with the App ID URI, if the client reached the server in the cloud. One of Microsoft's APIs has only
    /// the names of that cloud, with and without a trailing slash.
    package func application(identifierUri uri: String, in cloud: Cloud) -> Application? {
        application(identifierUri: uri) ?? microsoftAPI(named: uri, in: cloud)
    }

    /// Returns the ID of the Microsoft API whose service principal in the tenant has the object ID.
    package func microsoftAPI(servicePrincipal id: ObjectID) -> Application? {
        microsoft.clients(servicePrincipals).first { ObjectID.servicePrincipal(of: $0, in: self.id) == id }
            .flatMap(application)
    }
}

extension Application {
    /// Whether the URI is an App ID URI of the application in the exact spelling. One of Microsoft's APIs has the names of all
    /// clouds, in each spelling.
    package func isIdentified(by uri: String) -> Bool {
        self.identifierUris.contains { $0.isExactly(uri) }
            || self.microsoft != nil && MicrosoftNames.owner(of: uri)?.api == self.clientID
    }
}
