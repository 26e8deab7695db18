package import Entra
import Wire

/// A tenant while it is changed at run time. Every verb checks and acts in one: nothing comes between.
package struct TenantEdit {
    /// Objects that a tenant may be given at run time.
    package static let maximumRunTimeObjects = 10_000

    /// The tenant before the edit.
    package let tenant: Tenant
    private(set) var users: UserTable
    private(set) var groups: GroupTable
    private(set) var applications: ApplicationTable
    private(set) var grants: GrantTable
    private(set) var assignments: AssignmentTable
    private(set) var servicePrincipals: Set<ClientID>
    var runTimeObjects: Int
    /// The objects that the edit made, changed or deleted.
    private(set) var touched: Set<DirectoryObject> = []

    init(_ tenant: Tenant) {
        self.tenant = tenant
        users = tenant.userTable
        groups = tenant.groupTable
        applications = tenant.applicationTable
        grants = tenant.grantTable
        assignments = tenant.assignmentTable
        servicePrincipals = tenant.servicePrincipals
        runTimeObjects = tenant.runTimeObjects
    }

    /// What came of a change.
    package enum Outcome: Sendable, Equatable {
        case done
        case notFound
        /// Another object has that id, user principal name, mail address or identifier.
        case taken
        /// The tenant has been given as many objects at run time as it may.
        case full
    }

    /// By object id.
    package func user(_ id: ObjectID) -> User? { users[id] }

    /// By user principal name, else by mail address, ASCII case folded.
    package func user(named name: String) -> User? { users[named: name] }

    /// Adds a user whose id and names nobody has, while there is room.
    package mutating func add(_ user: User) -> Outcome {
        guard users[user.id] == nil, isFree(user) else { return .taken }
        return adding(.user(user.id, in: tenant.id)) { $0.users.append(user) }
    }

    /// Changes a user; the id stays. Names that do not change are not looked at: the configuration may give a mail address to
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
        users.replace(.id(user.id), with: user)
        touched.insert(.user(user.id, in: tenant.id))
    }

    /// Removes a user, and what was granted to it.
    package mutating func remove(_ id: ObjectID) -> Outcome {
        guard users[id] != nil else { return .notFound }
        removing(.user(id, in: tenant.id)) { $0.users.remove(.id(id)) }
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

    private mutating func adding(_ object: DirectoryObject, _ change: (inout TenantEdit) -> Void) -> Outcome {
        guard runTimeObjects < TenantEdit.maximumRunTimeObjects else { return .full }
        runTimeObjects += 1
        touched.insert(object)
        change(&self)
        return .done
    }

    private mutating func removing(_ object: DirectoryObject, _ change: (inout TenantEdit) -> Void) {
        runTimeObjects = max(0, runTimeObjects - 1)
        touched.insert(object)
        change(&self)
    }

    private mutating func removeAssignments(_ isOver: (AppRoleAssignment) -> Bool) {
        for assignment in assignments.all.array where isOver(assignment) {
            touched.insert(.assignment(assignment, in: tenant.id))
            assignments.remove(assignment)
        }
    }

    private mutating func removeGrants(_ isOver: (PermissionGrant) -> Bool) {
        for grant in grants.all.array where isOver(grant) {
            touched.insert(.grant(grant, in: tenant.id))
            grants.remove(partiesOf: grant)
        }
    }
}

extension TenantEdit {
    package mutating func add(_ group: Group) -> Outcome {
        guard groups.isFree(group) else { return .taken }
        return adding(.group(group.id, in: tenant.id)) { $0.groups.append(group) }
    }

    /// Changes a group; the id stays.
    package mutating func update(_ group: Group) -> Outcome {
        guard groups[group.id] != nil else { return .notFound }
        groups.replace(.id(group.id), with: group)
        touched.insert(.group(group.id, in: tenant.id))
        return .done
    }

    /// Removes a group with its memberships and what was assigned to it.
    package mutating func remove(group id: ObjectID) -> Outcome {
        guard groups[id] != nil else { return .notFound }
        removing(.group(id, in: tenant.id)) { $0.groups.remove(.id(id)) }
        for var user in users.all.array where user.groups.contains(id) {
            user.groups.removeAll { $0 == id }
            replace(user)
        }
        removeAssignments { $0.principal == .group(id) }
        return .done
    }
}

extension TenantEdit {
    /// Adds a registration whose ids and identifier URIs no other of the tenant has.
    package mutating func add(_ application: Application) -> Outcome {
        guard applications.isFree(application) else { return .taken }
        return adding(.application(application.clientID, in: tenant.id)) { $0.applications.append(application) }
    }

    /// Changes a registration; its ids stay.
    package mutating func update(_ application: Application) -> Outcome {
        let key = ApplicationKey.id(application.clientID)
        guard applications[key] != nil else { return .notFound }
        guard applications.isFree(application, but: key) else { return .taken }
        applications.replace(key, with: application)
        touched.insert(.application(application.clientID, in: tenant.id))
        return .done
    }

    /// Removes a registration with its service principal.
    package mutating func remove(application id: ClientID) -> Outcome {
        guard applications[id] != nil else { return .notFound }
        removing(.application(id, in: tenant.id)) { $0.applications.remove(.id(id)) }
        removeGrants(of: id)
        return .done
    }

    /// Gives an application a service principal, whether it is registered here or elsewhere. The caller has made sure that
    /// it has none.
    package mutating func addServicePrincipal(of client: ClientID, id: ObjectID) -> Outcome {
        guard var application = applications[client] else {
            return adding(.servicePrincipal(client, in: tenant.id)) { $0.servicePrincipals.insert(client) }
        }
        application.hasServicePrincipal = true
        application.servicePrincipalID = id
        return update(application)
    }

    /// Takes an application's service principal away, with everything granted to it and on it.
    package mutating func removeServicePrincipal(of client: ClientID) {
        if var application = applications[client] {
            application.hasServicePrincipal = false
            _ = update(application)
        } else if servicePrincipals.contains(client) {
            removing(.servicePrincipal(client, in: tenant.id)) { $0.servicePrincipals.remove(client) }
        }
        removeGrants(of: client)
    }

    private mutating func removeGrants(of client: ClientID) {
        removeGrants { $0.client == client || $0.resource == client }
        removeAssignments { $0.resource == client || $0.principal == .application(client) }
    }
}

extension TenantEdit {
    /// Puts a consent on record, in place of what was on record for the same client, resource and principal.
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
