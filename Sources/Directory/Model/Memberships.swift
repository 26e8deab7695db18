package import Entra
import Formats
import HashTreeCollections
import Synchronization

/// The memberships of a tenant in the directions that the objects themselves do not store. A user stores its groups, and a group
/// stores its other members: groups, service principals and devices. The index has the users of each group, and the groups of each
/// other member, so that no request searches all users or all groups.
struct MembershipIndex: Sendable {
    /// The users of each group, in the order in which they became members.
    private var users = TreeDictionary<ObjectID, [ObjectID]>()
    /// The groups of each member that is not a user.
    private var groups = TreeDictionary<ObjectID, [ObjectID]>()

    init(_ users: [User] = [], _ groups: [Group] = []) {
        // A dictionary is faster than a persistent one while it grows.
        var usersByGroup: [ObjectID: [ObjectID]] = [:]
        for user in users {
            for group in user.groups.firstOfEach(\.self) { usersByGroup[group, default: []].append(user.id) }
        }
        self.users = TreeDictionary(
            usersByGroup.lazy.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
        for group in groups { insert(group) }
    }

    /// Whether a group has a member that is not a user.
    var hasNesting: Bool { !groups.isEmpty }

    func users(of group: ObjectID) -> [ObjectID] { users[group] ?? [] }

    /// Returns the groups of a group, a service principal or a device.
    func groups(of member: ObjectID) -> [ObjectID] { groups[member] ?? [] }

    /// Returns the groups, followed by all groups of which they are members directly or through other groups, each once. Groups may
    /// be members of each other in a cycle.
    func containing(_ direct: [ObjectID]) -> [ObjectID] {
        guard hasNesting, !direct.isEmpty else { return direct }
        var result = direct.firstOfEach(\.self)
        var seen = Set(result)
        var next = 0
        while next < result.count {
            for group in groups(of: result[next]) where seen.insert(group).inserted { result.append(group) }
            next += 1
        }
        return result
    }

    mutating func insert(_ user: User) { update(user.id, from: [], to: user.groups) }
    mutating func remove(_ user: User) { update(user.id, from: user.groups, to: []) }

    mutating func replace(_ before: User, with after: User) {
        guard before.groups != after.groups else { return }
        update(after.id, from: before.groups, to: after.groups)
    }

    private mutating func update(_ user: ObjectID, from before: [ObjectID], to after: [ObjectID]) {
        for group in before where !after.contains(group) { users.remove(user, of: group) }
        for group in after where !before.contains(group) { users[group, default: []].append(user) }
    }

    mutating func insert(_ group: Group) {
        for member in group.members { groups[member, default: []].append(group.id) }
    }

    mutating func remove(_ group: Group) {
        for member in group.members { groups.remove(group.id, of: member) }
    }

    mutating func replace(_ before: Group, with after: Group) {
        guard before.members != after.members else { return }
        let (old, new) = (Set(before.members), Set(after.members))
        for member in before.members where !new.contains(member) { groups.remove(after.id, of: member) }
        for member in after.members where !old.contains(member) { groups[member, default: []].append(after.id) }
    }
}

extension TreeDictionary where Value == [ObjectID] {
    fileprivate mutating func remove(_ id: ObjectID, of key: Key) {
        let remaining = (self[key] ?? []).filter { $0 != id }
        self[key] = remaining.isEmpty ? nil : remaining
    }
}

/// The members of the group whose transitive members were read last from one version of a tenant, so that the pages of a long list
/// come from one search.
final class TransitiveMemberCache: Sendable {
    private let last = Mutex<(group: ObjectID, members: [ObjectID])?>(nil)

    func members(of group: ObjectID, _ search: () -> [ObjectID]) -> [ObjectID] {
        if let known = last.withLock({ $0 }), known.group == group { return known.members }
        let members = search()
        last.withLock { $0 = (group, members) }
        return members
    }
}

extension Group {
    /// Returns the reason why a member that is not a user cannot be in the group, or nil. `isGroup` is whether the member is a
    /// group (docs/reference/protocol.md#group-member-kinds).
    package func nestingProblem(_ isGroup: Bool) -> String? {
        if isUnified { return "Only users can be members of a Microsoft 365 group." }
        return isGroup && isAssignableToRole
            ? "Nesting is currently not supported for groups that can be assigned to a role." : nil
    }
}

extension Tenant {
    /// Returns the groups of which the user is a member, directly or through other groups. The direct ones come first.
    package func transitiveGroups(of user: User) -> [ObjectID] { memberships.containing(user.groups) }

    /// Returns the groups, followed by all groups of which they are members directly or through other groups.
    package func transitiveGroups(of groups: [ObjectID]) -> [ObjectID] { memberships.containing(groups) }

    /// Returns the user as a direct member of all its groups, for conditions that nested memberships meet, too.
    package func withTransitiveGroups(_ user: User) -> User {
        guard memberships.hasNesting, !user.groups.isEmpty else { return user }
        var copy = user
        copy.groups = transitiveGroups(of: user)
        return copy
    }

    /// Returns the groups of which a user, a group, a service principal or a device is a direct member.
    package func groups(of member: ObjectID) -> [ObjectID] {
        user(member)?.groups ?? memberships.groups(of: member)
    }

    /// Returns the groups of which a user, a group, a service principal or a device is a member, directly or through other groups.
    package func transitiveGroups(of member: ObjectID) -> [ObjectID] { memberships.containing(groups(of: member)) }

    /// Returns the direct members of a group: first the users, then the others.
    package func members(of group: Group) -> [ObjectID] { memberships.users(of: group.id) + group.members }

    /// The number of direct members of a group.
    package func memberCount(of group: Group) -> Int { memberships.users(of: group.id).count + group.members.count }

    /// Returns the members of a group and of the groups in it, each once: level by level, and in each group first the users.
    package func transitiveMembers(of group: Group) -> [ObjectID] {
        let direct = members(of: group)
        guard memberships.hasNesting, !group.members.isEmpty else { return direct }
        return transitiveMemberCache.members(of: group.id) { searchMembers(of: group) }
    }

    private func searchMembers(of group: Group) -> [ObjectID] {
        var result: [ObjectID] = []
        var seen: Set<ObjectID> = []
        var groups = [group]
        var visited: Set<ObjectID> = [group.id]
        var next = 0
        while next < groups.count {
            for member in members(of: groups[next]) where seen.insert(member).inserted {
                result.append(member)
                if let inner = self.group(member), visited.insert(member).inserted { groups.append(inner) }
            }
            next += 1
        }
        return result
    }
}

extension TenantEdit {
    /// The largest number of owners of a group (Microsoft Graph, `group`: `owners`).
    package static let maximumOwners = 100

    package func group(_ id: ObjectID) -> Group? { groups[id] }

    /// Adds a member to a group. The caller must ensure that the member exists.
    package mutating func add(member id: ObjectID, to group: ObjectID) -> Outcome {
        guard let before = groups[group] else { return .notFound }
        if let user = user(id) {
            guard !user.groups.contains(group) else { return .taken }
            return update(id) { $0.groups.append(group) }
        }
        guard !before.members.contains(id) else { return .taken }
        var after = before
        after.members.append(id)
        return update(after)
    }

    package mutating func remove(member id: ObjectID, of group: ObjectID) -> Outcome {
        guard let before = groups[group] else { return .notFound }
        if let user = user(id) {
            guard user.groups.contains(group) else { return .notFound }
            return update(id) { $0.groups.removeAll { $0 == group } }
        }
        guard before.members.contains(id) else { return .notFound }
        var after = before
        after.members.removeAll { $0 == id }
        return update(after)
    }

    /// Removes a group, a service principal or a device from the groups of which it is a member.
    mutating func removeMemberships(of member: ObjectID) {
        for group in memberships.groups(of: member) { _ = remove(member: member, of: group) }
    }

    /// Removes an object from the owners of groups.
    mutating func removeOwnerships(of owner: ObjectID) {
        for var group in groups.all.array where group.owners.contains(owner) {
            group.owners.removeAll { $0 == owner }
            _ = update(group)
        }
    }
}
