package import Entra
package import Formats
import HashTreeCollections

/// The deleted objects of a tenant that can be restored (Microsoft Graph `deletedItems`). An object is in the bin from its
/// `deletedDateTime` on for thirty days.
package struct RecycleBin: Sendable {
    /// The largest number of objects in a bin. A further object replaces the oldest.
    package static let maximumObjects = 1_000
    /// The time after which a deleted object cannot be restored, in seconds.
    private static let lifetime: Int64 = 30 * 86_400

    private(set) var users = TreeDictionary<ObjectID, User>()
    private(set) var groups = TreeDictionary<ObjectID, Group>()
    private(set) var applications = TreeDictionary<ClientID, Application>()
    /// The relations of the deleted objects by object ID. The relations of a registration are those of its service principal.
    private(set) var relations = TreeDictionary<ObjectID, DeletedRelations>()

    package init() {}

    var count: Int { users.count + groups.count + applications.count }

    /// Returns whether an object that was deleted at `time` can be restored at `now`.
    package static func keeps(_ time: Timestamp?, at now: Timestamp) -> Bool {
        time.map { $0.adding(seconds: lifetime) > now } ?? false
    }

    /// The deleted objects in the order of their deletion.
    package func users(at now: Timestamp) -> [User] {
        users.values.filter { RecycleBin.keeps($0.deletedDateTime, at: now) }
            .sorted { ($0.deletedDateTime ?? now, $0.id) < ($1.deletedDateTime ?? now, $1.id) }
    }

    package func groups(at now: Timestamp) -> [Group] {
        groups.values.filter { RecycleBin.keeps($0.deletedDateTime, at: now) }
            .sorted { ($0.deletedDateTime ?? now, $0.id) < ($1.deletedDateTime ?? now, $1.id) }
    }

    package func applications(at now: Timestamp) -> [Application] {
        applications.values.filter { RecycleBin.keeps($0.deletedDateTime, at: now) }
            .sorted { ($0.deletedDateTime ?? now, $0.clientID) < ($1.deletedDateTime ?? now, $1.clientID) }
    }

    mutating func insert(_ user: User) { users[user.id] = user }
    mutating func insert(_ group: Group) { groups[group.id] = group }
    mutating func insert(_ application: Application) { applications[application.clientID] = application }

    mutating func keep(_ relations: DeletedRelations, of id: ObjectID) {
        self.relations[id] = relations == DeletedRelations() ? nil : relations
    }

    /// Removes the relations of an object and returns them.
    @discardableResult
    mutating func takeRelations(of id: ObjectID) -> DeletedRelations {
        relations.removeValue(forKey: id) ?? DeletedRelations()
    }

    mutating func remove(user id: ObjectID) { users[id] = nil }
    mutating func remove(group id: ObjectID) { groups[id] = nil }
    mutating func remove(application id: ClientID) { applications[id] = nil }
}

extension TenantEdit {
    /// Moves a user into the bin.
    package mutating func delete(user id: ObjectID, at now: Timestamp, _ recorded: Recorded = ([], [])) -> Outcome {
        guard var user = user(id) else { return .notFound }
        user.deletedDateTime = now
        bin.keep(relations(ofUser: id, recorded), of: id)
        _ = remove(id)
        bin.insert(user)
        trim(at: now)
        return .done
    }

    /// Moves a Microsoft 365 group or a security group into the bin. The service deletes distribution groups for good, and so does
    /// this method.
    package mutating func delete(group id: ObjectID, at now: Timestamp) -> Outcome {
        guard var group = groups[id] else { return .notFound }
        guard group.isUnified || group.securityEnabled else { return remove(group: id) }
        let members = memberships.users(of: id) + group.members
        bin.keep(relations(ofGroup: id), of: id)
        _ = remove(group: id)
        group.deletedDateTime = now
        group.deletedMembers = members
        group.members = []
        bin.insert(group)
        trim(at: now)
        return .done
    }

    /// Moves a registration into the bin, with its service principal.
    package mutating func delete(
        application id: ClientID, at now: Timestamp, _ recorded: Recorded = ([], [])
    ) -> Outcome {
        guard var application = applications[.id(id)] else { return .notFound }
        let lost = relations(of: application, recorded)
        _ = remove(application: id)
        if application.hasServicePrincipal {
            bin.keep(lost, of: application.servicePrincipalID)
            application.hasServicePrincipal = false
            application.servicePrincipalDeletedDateTime = now
        }
        application.deletedDateTime = now
        bin.insert(application)
        trim(at: now)
        return .done
    }

    /// Deletes the service principal of an application. The service principal of the tenant's own application can be restored.
    package mutating func delete(
        servicePrincipalOf client: ClientID, at now: Timestamp, _ recorded: Recorded = ([], [])
    ) {
        let before = applications[.id(client)]
        let lost = before.map { relations(of: $0, recorded) } ?? DeletedRelations()
        removeServicePrincipal(of: client)
        guard var application = applications[.id(client)] else { return }
        bin.keep(lost, of: application.servicePrincipalID)
        application.servicePrincipalDeletedDateTime = now
        _ = update(application)
    }

    /// Restores a user under a name, which must be unused.
    package mutating func restore(user id: ObjectID, as name: String?) -> Outcome {
        guard var user = bin.users[id] else { return .notFound }
        user.deletedDateTime = nil
        user.userPrincipalName = name ?? user.userPrincipalName
        user.groups = user.groups.filter { groups[.id($0)] != nil }
        return restoring(.user(id, in: tenant.id), add(user)) {
            $0.bin.remove(user: id)
            $0.restore($0.bin.takeRelations(of: id), of: id, nil)
        }
    }

    /// Restores a group with the members and owners that still exist.
    package mutating func restore(group id: ObjectID, _ exists: (ObjectID) -> Bool) -> Outcome {
        guard var group = bin.groups[id] else { return .notFound }
        let members = group.deletedMembers
        group.deletedDateTime = nil
        group.deletedMembers = []
        group.owners = group.owners.filter(exists)
        let outcome = restoring(.group(id, in: tenant.id), add(group)) { $0.bin.remove(group: id) }
        guard outcome == .done else { return outcome }
        for member in members where exists(member) { _ = add(member: member, to: id) }
        restore(bin.takeRelations(of: id), of: id, .group(id))
        return .done
    }

    /// Restores a registration without its service principal.
    package mutating func restore(application id: ClientID) -> Outcome {
        guard var application = bin.applications[id] else { return .notFound }
        application.deletedDateTime = nil
        return restoring(.application(id, in: tenant.id), add(application)) { $0.bin.remove(application: id) }
    }

    /// Restores the service principal of an application of the tenant.
    package mutating func restore(servicePrincipalOf client: ClientID) -> Outcome {
        guard var application = applications[.id(client)], !application.hasServicePrincipal else { return .notFound }
        application.servicePrincipalDeletedDateTime = nil
        application.hasServicePrincipal = true
        let outcome = update(application)
        guard outcome == .done else { return outcome }
        let id = application.servicePrincipalID
        restore(bin.takeRelations(of: id), of: id, .application(client))
        return .done
    }

    /// Removes an object from the bin for good.
    package mutating func purge(user id: ObjectID) {
        bin.remove(user: id)
        bin.takeRelations(of: id)
        touched.insert(.user(id, in: tenant.id))
    }

    package mutating func purge(group id: ObjectID) {
        bin.remove(group: id)
        bin.takeRelations(of: id)
        touched.insert(.group(id, in: tenant.id))
    }

    package mutating func purge(application id: ClientID) {
        if let principal = bin.applications[id]?.servicePrincipalID { bin.takeRelations(of: principal) }
        bin.remove(application: id)
        touched.insert(.application(id, in: tenant.id))
    }

    package mutating func purge(servicePrincipalOf client: ClientID) {
        if let principal = (bin.applications[client] ?? applications[.id(client)])?.servicePrincipalID {
            bin.takeRelations(of: principal)
        }
        if var application = bin.applications[client] {
            application.servicePrincipalDeletedDateTime = nil
            bin.insert(application)
            touched.insert(.application(client, in: tenant.id))
        } else if let application = applications[.id(client)] {
            var properties = application.properties
            properties.servicePrincipalDeletedDateTime = nil
            properties.removeServicePrincipalCredentials()
            _ = update(Application(properties))
        }
    }

    private mutating func restoring(
        _ object: DirectoryObject, _ outcome: Outcome, _ remove: (inout TenantEdit) -> Void
    ) -> Outcome {
        guard outcome == .done else { return outcome }
        remove(&self)
        touched.insert(object)
        return .done
    }

    /// Removes the objects whose time is over, and the oldest objects of a full bin.
    private mutating func trim(at now: Timestamp) {
        for user in bin.users.values where !RecycleBin.keeps(user.deletedDateTime, at: now) { purge(user: user.id) }
        for group in bin.groups.values where !RecycleBin.keeps(group.deletedDateTime, at: now) {
            purge(group: group.id)
        }
        for application in bin.applications.values where !RecycleBin.keeps(application.deletedDateTime, at: now) {
            purge(application: application.clientID)
        }
        while bin.count > RecycleBin.maximumObjects { purgeOldest(at: now) }
    }

    private mutating func purgeOldest(at now: Timestamp) {
        let user = bin.users(at: now).first
        let group = bin.groups(at: now).first
        let application = bin.applications(at: now).first
        let times = [user?.deletedDateTime, group?.deletedDateTime, application?.deletedDateTime]
        let oldest = times.compactMap(\.self).min()
        if let user, user.deletedDateTime == oldest {
            purge(user: user.id)
        } else if let group, group.deletedDateTime == oldest {
            purge(group: group.id)
        } else if let application {
            purge(application: application.clientID)
        }
    }
}

extension Group {
    /// Whether the group is a Microsoft 365 group.
    package var isUnified: Bool {
        self.otherProperties.first { $0.name.isExactly("groupTypes") }?.value.array?.contains(.string("Unified"))
            ?? false
    }
}
