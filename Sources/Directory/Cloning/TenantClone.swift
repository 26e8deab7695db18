package import Entra
package import Formats
import HashTreeCollections

/// A copy of a tenant under new IDs, so that a test has the tenant to itself. Names, passwords, secrets, settings and permission
/// IDs stay the same, and references point to the new IDs. Federated domains are left out, because they belong to the original.
package struct TenantClone: Sendable {
    /// A request for a copy: the display name, and whether the applications keep their IDs. Under a kept ID, the copy's own
    /// authority finds the copy's application, and any other authority finds the original's.
    package struct Request: Sendable {
        package var displayName: String?
        package var keepsAppIds: Bool

        package init(displayName: String?, keepsAppIds: Bool) {
            self.displayName = displayName
            self.keepsAppIds = keepsAppIds
        }
    }

    package let tenant: Tenant
    /// The original and new IDs, in the order of the original.
    package let applications: [(old: String, new: String)]
    package let users: [(old: String, new: String)]
    package let groups: [(old: String, new: String)]

    /// Clones a tenant under the ID `id`.
    package init(of source: Tenant, as id: TenantID, domain: String, _ request: Request, random: some RandomSource) {
        let own = source.ownApplications
        // Managed identities are not registrations; each tenant has its own.
        let clients = (request.keepsAppIds ? [] : own.map(\.clientID)) + source.managedIdentities.map(\.clientID)
        var ids = CloneIDs(
            source: source.id, tenant: id,
            clients: CloneIDs.fresh(clients, random),
            objects: CloneIDs.fresh(
                source.users.map(\.id) + source.groups.map(\.id) + source.devices.flatMap { [$0.id, $0.deviceId] }
                    + source.managedIdentities.map(\.principalID)
                    + source.policyTable.all.filter { $0.kind.onlyID == nil }.map(\.id), random))
        ids.deriveServicePrincipals(of: source)
        ids.deriveRegistrations(of: own)
        ids.deriveMembers(of: source)
        applications = own.map { ($0.appId, ids.text(of: $0)) }
        users = source.users.map { ($0.id.description, ids[$0.id].description) }
        groups = source.groups.map { ($0.id.description, ids[$0.id].description) }
        let hasHost = source.kind == .external || source.kind == .b2c
        tenant = Tenant(
            id: id, displayName: request.displayName ?? source.displayName, kind: source.kind, domains: [domain],
            settings: source.settings,
            servicePrincipalProperties: source.servicePrincipalProperties.mapValues(ids.properties),
            users: source.users.map(ids.user), groups: source.groups.map(ids.group),
            devices: source.devices.map(ids.device),
            applications: source.applications.map(ids.application),
            grants: source.grants.map(ids.grant), appRoleAssignments: source.appRoleAssignments.map(ids.assignment),
            managedIdentities: source.managedIdentities.map(ids.identity),
            conditionalAccessPolicies: source.conditionalAccessPolicies.map { ids.policy($0, random.guid()) },
            authenticationContexts: source.authenticationContexts,
            subscriptions: source.subscriptions.map(ids.subscription), policies: source.policies.map(ids.userFlow),
            subdomain: hasHost ? domain.upTo(".") : nil, cloud: source.cloud,
            countryLetterCode: source.countryLetterCode, servicePrincipals: source.servicePrincipals,
            directoryPolicies: source.policyTable.all.map(ids.directoryPolicy), roles: ids.roles(source.roles))
    }
}

/// The new IDs of a clone, and functions that apply them to each kind of object. An object without a new ID keeps its ID.
private struct CloneIDs: Sendable {
    let source: TenantID
    let tenant: TenantID
    let clients: [ClientID: ClientID]
    private(set) var objects: [ObjectID: ObjectID]

    static func fresh<ID: Identifier>(_ ids: [ID], _ random: some RandomSource) -> [ID: ID] {
        Dictionary(ids.map { ($0, ID(random.guid().description)) }, uniquingKeysWith: { first, _ in first })
    }

    subscript(_ id: ObjectID) -> ObjectID { objects[id] ?? id }
    subscript(_ id: ClientID) -> ClientID { clients[id] ?? id }

    /// Derives the IDs of the service principals, both of the tenant's own applications and of other tenants' applications.
    mutating func deriveServicePrincipals(of tenant: Tenant) {
        let own = tenant.applications.map { ($0.servicePrincipalID, $0.clientID) }
        let others = tenant.servicePrincipals.map { (ObjectID.servicePrincipal(of: $0, in: source), $0) }
        for (principal, client) in own + others {
            objects[principal] = .servicePrincipal(of: self[client], in: self.tenant)
        }
    }

    /// Derives the object IDs of the registrations.
    mutating func deriveRegistrations(of applications: [Application]) {
        for application in applications { objects[application.id] = registration(of: application) }
    }

    private func registration(of application: Application) -> ObjectID {
        let appId = text(of: application).asciiLowercased
        return ObjectID(GUID(derivedFrom: "application", tenant.description, appId).description)
    }

    /// Derives the IDs of members and owners of groups that are service principals of Microsoft's APIs or have a service principal
    /// here only by a consent.
    mutating func deriveMembers(of tenant: Tenant) {
        let unknown = Set(tenant.groups.flatMap { $0.members + $0.owners }.filter { objects[$0] == nil })
        guard !unknown.isEmpty else { return }
        let clients =
            (tenant.applications + tenant.microsoftAPIs).map(\.clientID)
            + tenant.grants.flatMap { [$0.client, $0.resource] }
        for client in clients {
            let principal = ObjectID.servicePrincipal(of: client, in: source)
            if unknown.contains(principal) {
                objects[principal] = .servicePrincipal(of: self[client], in: self.tenant)
            }
        }
    }

    /// Returns the appId in the clone. A kept ID is spelled as in the configuration.
    func text(of application: Application) -> String { clients[application.clientID]?.description ?? application.appId }

    func user(_ original: User) -> User {
        var user = original
        user.id = self[original.id]
        user.groups = original.groups.map { self[$0] }
        // A guest's account keeps its home.
        if original.home.tenantID == source {
            user.home = User.Home(objectID: self[original.home.objectID], tenantID: tenant)
        }
        user.guestOf = []
        return user
    }

    func group(_ original: Group) -> Group {
        var group = original
        group.id = self[original.id]
        group.members = original.members.map { self[$0] }
        group.owners = original.owners.map { self[$0] }
        return group
    }

    func properties(_ original: ServicePrincipalProperties) -> ServicePrincipalProperties {
        var properties = original
        properties.owners = original.owners.map { self[$0] }
        return properties
    }

    /// Returns the subscription with another ID, because an ID belongs to one tenant.
    func subscription(_ original: Subscription) -> Subscription {
        var subscription = original
        let id = original.subscriptionId.description
        subscription.subscriptionId = ObjectID(GUID(derivedFrom: "subscription", tenant.description, id).description)
        return subscription
    }

    func device(_ original: Device) -> Device {
        var device = original
        device.id = self[original.id]
        device.deviceId = self[original.deviceId]
        device.registeredOwners = original.registeredOwners.map { self[$0] }
        return device
    }

    func application(_ original: Application) -> Application {
        var application = original
        application.appId = text(of: original)
        if original.microsoft == nil { application.id = registration(of: original) }
        application.owners = original.owners.map { self[$0] }
        application.servicePrincipalOwners = original.servicePrincipalOwners.map { self[$0] }
        application.servicePrincipalID = self[original.servicePrincipalID]
        application.redirectURIs = original.redirectURIs.map { registered in
            RegisteredRedirectURI(
                platform: registered.platform, uri: renamed(registered.uri.string, of: original))
        }
        application.identifierUris = original.identifierUris.map { renamed($0, of: original) }
        application.preAuthorizedApplications = original.preAuthorizedApplications.map {
            PreAuthorizedApplication(appId: self[$0.appId], delegatedPermissionIds: $0.delegatedPermissionIds)
        }
        application.knownClientApplications = original.knownClientApplications.map { self[$0] }
        application.requiredResourceAccess = original.requiredResourceAccess.map {
            RequiredResource(resourceAppId: self[$0.resourceAppId], scopes: $0.scopes, roles: $0.roles)
        }
        application.federatedIdentityCredentials = original.federatedIdentityCredentials.map(credential)
        return application
    }

    /// Returns the credential in the clone. A credential that trusts tokens of the original tenant trusts tokens of the clone.
    private func credential(_ original: FederatedIdentityCredential) -> FederatedIdentityCredential {
        guard let issuer = issuer(original.issuer) else { return original }
        var credential = original
        credential.issuer = issuer
        credential.subject = original.subject.map { objects[ObjectID($0)]?.description ?? $0 }
        credential.audiences = original.audiences.map(audience)
        return credential
    }

    /// Returns the clone's issuer for an issuer of the original in either version. Returns nil for other issuers, even if they
    /// contain an ID of the original.
    private func issuer(_ original: String) -> String? {
        let parts = original.pieces(separatedBy: "/", keepingEmpty: true)
        let id = source.description
        guard parts.count == 5, parts[3].isExactly(id), parts[4].isEmpty || parts[4].isExactly("v2.0") else {
            return nil
        }
        return original.replacingExactly(id, with: tenant.description)
    }

    /// Returns the audience in the clone. The audience may be the ID of an application or `api://{appId}`.
    private func audience(_ original: String) -> String {
        let id = original.dropping(prefix: "api://")
        let client = clients[ClientID(id ?? original)]
        return client.map { (id == nil ? "" : "api://") + $0.description } ?? original
    }

    /// Returns the URI with the new ID in place of the old one, as in `api://{appId}` and `msal{appId}://auth`.
    private func renamed(_ uri: String, of original: Application) -> String {
        guard let new = clients[original.clientID]?.description, GUID(original.appId) != nil else { return uri }
        let bytes = Array(uri.utf8)
        let old = Array(original.clientID.description.utf8)
        guard bytes.count >= old.count,
            let start = (0...bytes.count - old.count).first(where: { start in
                bytes[start..<start + old.count].elementsEqual(old) { ASCII.lowercased($0) == $1 }
            })
        else { return uri }
        return String(decoding: bytes[..<start] + Array(new.utf8) + bytes[(start + old.count)...], as: UTF8.self)
    }

    func grant(_ original: PermissionGrant) -> PermissionGrant {
        var grant = original
        grant.client = self[original.client]
        grant.resource = self[original.resource]
        if case .principal(let user) = original.consentType { grant.consentType = .principal(self[user]) }
        return grant
    }

    func assignment(_ original: AppRoleAssignment) -> AppRoleAssignment {
        AppRoleAssignment(
            principal: principal(original.principal), resource: self[original.resource], appRole: original.appRole)
    }

    private func principal(_ original: AppRoleAssignment.Principal) -> AppRoleAssignment.Principal {
        switch original {
        case .user(let id): .user(self[id])
        case .group(let id): .group(self[id])
        case .application(let id): .application(self[id])
        }
    }

    /// Returns the roles in the clone. The custom roles keep their IDs, as permissions do.
    func roles(_ original: TenantRoles) -> TenantRoles {
        var roles = TenantRoles()
        roles.custom = original.custom
        roles.activated = original.activated
        for (principal, assigned) in original.assigned {
            for role in assigned { _ = roles.assign(role, to: self.principal(principal)) }
        }
        return roles
    }

    func identity(_ original: ManagedIdentity) -> ManagedIdentity {
        var identity = original
        identity.clientID = self[original.clientID]
        identity.principalID = self[original.principalID]
        return identity
    }

    func userFlow(_ original: UserFlow) -> UserFlow {
        var flow = original
        flow.applications = original.applications?.map { self[$0] }
        return flow
    }

    func policy(_ original: ConditionalAccessPolicy, _ id: GUID) -> ConditionalAccessPolicy {
        var policy = original
        policy.id = ObjectID(id.description)
        policy.users.included = names(original.users.included)
        policy.users.excluded = names(original.users.excluded)
        policy.other.conditions = original.other.conditions.map { JSONValue.Member($0.name, renamed($0.value)) }
        policy.applications = selection(original.applications)
        policy.clients = selection(original.clients)
        return policy
    }

    private func names(_ original: PolicyUsers.Names) -> PolicyUsers.Names {
        var names = original
        names.users = original.users.map { self[$0] }
        names.groups = original.groups.map { self[$0] }
        return names
    }

    /// Returns a condition with the new IDs of the objects that it names.
    private func renamed(_ value: JSONValue) -> JSONValue {
        switch value {
        case .string(let text): .string(objects[ObjectID(text)]?.description ?? text)
        case .array(let values): .array(values.map(renamed))
        case .object(let members): .object(members.map { JSONValue.Member($0.name, renamed($0.value)) })
        default: value
        }
    }

    func directoryPolicy(_ original: DirectoryPolicy) -> DirectoryPolicy {
        var policy = original
        if original.kind.onlyID == nil { policy.id = self[original.id] }
        policy.appliesTo = original.appliesTo.map { self[$0] }
        return policy
    }

    private func selection(_ original: Selection<ClientID>) -> Selection<ClientID> {
        var selection = original
        selection.included = original.included.map { self[$0] }
        selection.excluded = original.excluded.map { self[$0] }
        return selection
    }
}
