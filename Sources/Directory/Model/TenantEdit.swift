package import Entra
import Formats

/// A change of a tenant at run time. Each method checks and changes in one step, so nothing can happen between check and change.
package struct TenantEdit {
    /// The maximum number of objects that a tenant may have from additions at run time.
    package static let maximumRunTimeObjects = 10_000

    /// The tenant before the edit.
    package let tenant: Tenant
    private(set) var servicePrincipalProperties: [ClientID: ServicePrincipalProperties]
    private(set) var users: UserTable
    private(set) var groups: GroupTable
    private(set) var devices: DeviceTable
    private(set) var applications: ApplicationTable
    private(set) var grants: GrantTable
    private(set) var assignments: AssignmentTable
    private(set) var servicePrincipals: Set<ClientID>
    var policyTable: PolicyTable
    package var conditionalAccessPolicies: [ConditionalAccessPolicy]
    var roles: TenantRoles
    var bin: RecycleBin
    private(set) var memberships: MembershipIndex
    var runTimeObjects: Int
    /// The objects that the edit created, changed or deleted.
    var touched: Set<DirectoryObject> = []

    init(_ tenant: Tenant) {
        self.tenant = tenant
        servicePrincipalProperties = tenant.servicePrincipalProperties
        users = tenant.userTable
        groups = tenant.groupTable
        devices = tenant.deviceTable
        applications = tenant.applicationTable
        grants = tenant.grantTable
        assignments = tenant.assignmentTable
        servicePrincipals = tenant.servicePrincipals
        policyTable = tenant.policyTable
        conditionalAccessPolicies = tenant.conditionalAccessPolicies
        roles = tenant.roles
        bin = tenant.bin
        memberships = tenant.memberships
        runTimeObjects = tenant.runTimeObjects
    }

    /// The outcome of a change.
    package enum Outcome: Sendable, Equatable {
        case done
        case notFound
        /// Another object has the ID, user principal name, mail address or identifier.
        case taken
        /// The tenant has the maximum number of objects added at run time.
        case full
    }

    /// Returns the user with the object ID.
    package func user(_ id: ObjectID) -> User? { users[id] }

    /// Returns the user with the user principal name, or else with the mail address, ignoring ASCII case.
    package func user(named name: String) -> User? { users[named: name] }

    /// Adds a user with an unused ID and unused names, if the tenant is not full.
    package mutating func add(_ user: User) -> Outcome {
        guard users[user.id] == nil, isFree(user) else { return .taken }
        return adding(.user(user.id, in: tenant.id)) {
            $0.users.append(user)
            $0.memberships.insert(user)
        }
    }

    /// Changes a user and keeps the ID. Unchanged names are not checked, because the configuration may give one mail address to
    /// several users.
    package mutating func update(_ id: ObjectID, _ change: (inout User) -> Void) -> Outcome {
        guard let before = users[id] else { return .notFound }
        var user = before
        change(&user)
        user.id = id
        guard isFree(user, since: before) else { return .taken }
        replace(user)
        return .done
    }

    private mutating func replace(_ user: User) {
        if let before = users[user.id] { memberships.replace(before, with: user) }
        users.replace(.id(user.id), with: user)
        touched.insert(.user(user.id, in: tenant.id))
    }

    /// Removes a user with the user's memberships, consents and assignments.
    package mutating func remove(_ id: ObjectID) -> Outcome {
        guard let user = users[id] else { return .notFound }
        removing(.user(id, in: tenant.id)) {
            $0.users.remove(.id(id))
            $0.memberships.remove(user)
        }
        removeOwnerships(of: id)
        removeGrants { $0.consentType == .principal(id) }
        removeAssignments { $0.principal == .user(id) }
        return .done
    }

    private func isFree(_ user: User, since before: User? = nil) -> Bool {
        let names = [(user.userPrincipalName, before?.userPrincipalName), (user.mail, before?.mail)]
        return names.allSatisfy { name, old in
            guard let name, old?.isExactlyIgnoringASCIICase(name) != true else { return true }
            return users[named: name].map { $0.id == user.id } ?? true
        }
    }

    mutating func adding(_ object: DirectoryObject, _ change: (inout TenantEdit) -> Void) -> Outcome {
        guard runTimeObjects < TenantEdit.maximumRunTimeObjects else { return .full }
        runTimeObjects += 1
        touched.insert(object)
        change(&self)
        return .done
    }

    mutating func removing(_ object: DirectoryObject, _ change: (inout TenantEdit) -> Void) {
        runTimeObjects = max(0, runTimeObjects - 1)
        touched.insert(object)
        change(&self)
    }

    private mutating func removeAssignments(_ isRemoved: (AppRoleAssignment) -> Bool) {
        for assignment in assignments.all.array where isRemoved(assignment) {
            touched.insert(.assignment(assignment, in: tenant.id))
            assignments.remove(assignment)
        }
    }

    private mutating func removeGrants(_ isRemoved: (PermissionGrant) -> Bool) {
        for grant in grants.all.array where isRemoved(grant) {
            touched.insert(.grant(grant, in: tenant.id))
            grants.remove(partiesOf: grant)
        }
    }
}

extension TenantEdit {
    package mutating func add(_ group: Group) -> Outcome {
        guard groups.isFree(group) else { return .taken }
        return adding(.group(group.id, in: tenant.id)) {
            $0.groups.append(group)
            $0.memberships.insert(group)
        }
    }

    /// Replaces the group with the same ID.
    package mutating func update(_ group: Group) -> Outcome {
        guard let before = groups[group.id] else { return .notFound }
        groups.replace(.id(group.id), with: group)
        memberships.replace(before, with: group)
        touched.insert(.group(group.id, in: tenant.id))
        return .done
    }

    /// Removes a group with its memberships and assignments.
    package mutating func remove(group id: ObjectID) -> Outcome {
        guard let group = groups[id] else { return .notFound }
        removeMemberships(of: id)
        removing(.group(id, in: tenant.id)) {
            $0.groups.remove(.id(id))
            $0.memberships.remove(group)
        }
        for member in memberships.users(of: id) {
            guard var user = users[member] else { continue }
            user.groups.removeAll { $0 == id }
            replace(user)
        }
        removeAssignments { $0.principal == .group(id) }
        removeRoles(of: .group(id))
        return .done
    }
}

extension TenantEdit {
    /// Returns the device with the object ID.
    package func device(_ id: ObjectID) -> Device? { devices[.object(id)] }

    /// Adds a device with unused IDs.
    package mutating func add(_ device: Device) -> Outcome {
        guard devices.isFree(device) else { return .taken }
        return adding(.device(device.id, in: tenant.id)) { $0.devices.append(device) }
    }

    /// Replaces the device with the same object ID.
    package mutating func update(_ device: Device) -> Outcome {
        let key = DeviceKey.object(device.id)
        guard devices[key] != nil else { return .notFound }
        guard devices.isFree(device, except: key) else { return .taken }
        devices.replace(key, with: device)
        touched.insert(.device(device.id, in: tenant.id))
        return .done
    }

    /// Removes a device with its memberships.
    package mutating func remove(device id: ObjectID) -> Outcome {
        guard device(id) != nil else { return .notFound }
        removeMemberships(of: id)
        removing(.device(id, in: tenant.id)) { $0.devices.remove(.object(id)) }
        return .done
    }
}

extension TenantEdit {
    /// Adds a registration whose IDs and identifier URIs are unused in the tenant.
    package mutating func add(_ application: Application) -> Outcome {
        guard applications.isFree(application) else { return .taken }
        return adding(.application(application.clientID, in: tenant.id)) { $0.applications.append(application) }
    }

    /// Replaces the registration with the same application ID.
    package mutating func update(_ application: Application) -> Outcome {
        let key = ApplicationKey.id(application.clientID)
        guard applications[key] != nil else { return .notFound }
        guard applications.isFree(application, except: key) else { return .taken }
        applications.replace(key, with: application)
        touched.insert(.application(application.clientID, in: tenant.id))
        return .done
    }

    /// Removes a registration with its service principal.
    package mutating func remove(application id: ClientID) -> Outcome {
        guard applications[id] != nil else { return .notFound }
        removeReferences(toServicePrincipalOf: id)
        removing(.application(id, in: tenant.id)) { $0.applications.remove(.id(id)) }
        removeGrants(of: id)
        return .done
    }

    /// Adds the service principal of an application that is registered here or elsewhere. The caller must ensure that the
    /// application has none.
    package mutating func addServicePrincipal(of client: ClientID, id: ObjectID) -> Outcome {
        guard let application = applications[client] else {
            return adding(.servicePrincipal(client, in: tenant.id)) { $0.servicePrincipals.insert(client) }
        }
        // The relations of an earlier service principal do not return.
        bin.takeRelations(of: application.servicePrincipalID)
        var properties = application.properties
        properties.hasServicePrincipal = true
        properties.servicePrincipalID = id
        properties.removeServicePrincipalCredentials()
        return update(Application(properties))
    }

    /// Sets the properties of the service principal of an application that another tenant registers, and adds the service principal
    /// to the list if only a consent or an assignment has created it.
    package mutating func update(
        servicePrincipalOf client: ClientID, _ properties: ServicePrincipalProperties
    ) -> Outcome {
        if !servicePrincipals.contains(client) {
            let outcome = addServicePrincipal(of: client, id: .servicePrincipal(of: client, in: tenant.id))
            guard outcome == .done else { return outcome }
        }
        servicePrincipalProperties[client] = properties == ServicePrincipalProperties() ? nil : properties
        touched.insert(.servicePrincipal(client, in: tenant.id))
        return .done
    }

    /// Removes an application's service principal, with all consents and assignments of the application as client or resource.
    package mutating func removeServicePrincipal(of client: ClientID) {
        removeReferences(toServicePrincipalOf: client)
        if var application = applications[client] {
            application.hasServicePrincipal = false
            _ = update(application)
        } else if servicePrincipals.contains(client) {
            removing(.servicePrincipal(client, in: tenant.id)) { $0.servicePrincipals.remove(client) }
        }
        removeGrants(of: client)
    }

    /// Removes the memberships and ownerships of an application's service principal.
    private mutating func removeReferences(toServicePrincipalOf client: ClientID) {
        let id = applications[client]?.servicePrincipalID ?? .servicePrincipal(of: client, in: tenant.id)
        removeMemberships(of: id)
        removeOwnerships(of: id)
    }

    private mutating func removeGrants(of client: ClientID) {
        removeGrants { $0.client == client || $0.resource == client }
        removeAssignments { $0.resource == client || $0.principal == .application(client) }
        removeRoles(of: .application(client))
    }
}

extension TenantEdit {
    /// Records a consent and replaces the recorded consent for the same client, resource and principal.
    package mutating func set(_ grant: PermissionGrant) -> Outcome {
        guard !grants.contains(partiesOf: grant) else {
            grants.remove(partiesOf: grant)
            grants.append(grant)
            touched.insert(.grant(grant, in: tenant.id))
            return .done
        }
        return adding(.grant(grant, in: tenant.id)) { $0.grants.append(grant) }
    }

    package mutating func remove(_ grant: PermissionGrant) {
        guard grants.contains(partiesOf: grant) else { return }
        removing(.grant(grant, in: tenant.id)) { $0.grants.remove(partiesOf: grant) }
    }

    package mutating func add(_ assignment: AppRoleAssignment) -> Outcome {
        guard !assignments.contains(assignment) else { return .taken }
        return adding(.assignment(assignment, in: tenant.id)) { $0.assignments.append(assignment) }
    }

    package mutating func remove(_ assignment: AppRoleAssignment) {
        guard assignments.contains(assignment) else { return }
        removing(.assignment(assignment, in: tenant.id)) { $0.assignments.remove(assignment) }
    }
}
