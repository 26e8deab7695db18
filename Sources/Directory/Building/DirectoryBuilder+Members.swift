import Entra
import Formats

extension DirectoryBuilder {
    /// Resolves the members and owners that groups list. Users, service principals and devices must be resolved before.
    mutating func resolveMembers() {
        for index in tenants.indices {
            let drafts = tenants[index].draft.groups.filter { !$0.members.isEmpty || !$0.owners.isEmpty }
            guard !drafts.isEmpty else { continue }
            let groups = DirectoryBuilder.positions(tenants[index].groups, \.id)
            let onlyOfUsers = Set(tenants[index].groups.filter(\.isUnified).map(\.id))
            var users: [ObjectID: Int]?
            for draft in drafts {
                let id = groupID(of: draft, in: index)
                guard let position = groups[id] else { continue }
                for name in draft.members {
                    switch member(name, in: index) {
                    case .user(let user):
                        let known = users ?? DirectoryBuilder.positions(tenants[index].accounts.users, \.id)
                        users = known
                        if let user = known[user], !tenants[index].accounts.users[user].groups.contains(id) {
                            tenants[index].accounts.users[user].groups.append(id)
                        }
                    case .other(let member): tenants[index].groups[position].members.append(member)
                    case nil: continue
                    }
                }
                for name in draft.owners {
                    if let owner = owner(name, in: index) { tenants[index].groups[position].owners.append(owner) }
                }
                tenants[index].groups[position].removeDuplicates()
                if let location = draft.members.first?.location {
                    checkMembers(
                        of: tenants[index].groups[position], in: tenants[index].groupIDs, onlyOfUsers, at: location)
                }
            }
        }
    }

    private enum Member {
        case user(ObjectID)
        case other(ObjectID)
    }

    private static func positions<Object>(_ objects: [Object], _ id: (Object) -> ObjectID) -> [ObjectID: Int] {
        Dictionary(objects.enumerated().map { (id($0.element), $0.offset) }, uniquingKeysWith: { first, _ in first })
    }

    private mutating func member(_ name: Marked<String>, in index: Int) -> Member? {
        if let user = user(name.value, in: index) { return .user(user) }
        let id = ObjectID(name.value)
        if tenants[index].groupIDs.contains(id) { return .other(id) }
        if let principal = servicePrincipal(name.value, in: index) { return .other(principal) }
        if let device = tenants[index].devices.first(where: { $0.id == id || $0.deviceId == id }) {
            return .other(device.id)
        }
        let matches = tenants[index].groupsByName[ByteString(name.value.asciiLowercased)] ?? []
        if let group = matches.first, matches.count == 1 { return .other(group) }
        if matches.count > 1 {
            findings.error(
                name.location, "\(matches.count) groups have the name \(name.value)",
                hint: "refer to the group by its id")
        } else {
            findings.error(
                name.location, "this tenant has no user, group, service principal or device \(name.value)",
                hint: Suggestion.hint(for: name.value, among: tenants[index].groups.lazy.map(\.displayName)))
        }
        return nil
    }

    private mutating func owner(_ name: Marked<String>, in index: Int) -> ObjectID? {
        if let owner = user(name.value, in: index) ?? servicePrincipal(name.value, in: index) { return owner }
        findings.error(
            name.location, "this tenant has no user or service principal \(name.value)",
            hint: "only users and service principals can own a group")
        return nil
    }

    /// Returns the object ID of the service principal with the object ID or application ID.
    private mutating func servicePrincipal(_ name: String, in index: Int) -> ObjectID? {
        let identity = tenants[index].managedIdentities.first {
            $0.principalID == ObjectID(name) || $0.clientID == ClientID(name)
        }
        if let identity { return identity.principalID }
        guard let client = client(name, in: index)?.clientID else { return nil }
        return position(of: client, in: index).map { tenants[index].applications[$0].servicePrincipalID }
            ?? .servicePrincipal(of: client, in: tenants[index].id)
    }

    /// Reports members that the kind of the group does not allow.
    private mutating func checkMembers(
        of group: Group, in groupIDs: Set<ObjectID>, _ onlyOfUsers: Set<ObjectID>, at location: ConfigurationLocation
    ) {
        if !group.members.isEmpty, group.isUnified {
            findings.error(
                location, "only users can be members of a Microsoft 365 group", hint: "list only users in members")
        } else if group.members.contains(where: groupIDs.contains), group.nestingProblem(true) != nil {
            findings.error(
                location, "a group to which roles can be assigned cannot contain groups",
                hint: "list no groups in members")
        }
        if let inner = group.members.first(where: onlyOfUsers.contains) {
            findings.error(
                location, "the Microsoft 365 group \(inner) cannot be a member of another group",
                hint: "remove the group from members")
        }
    }
}

extension Group {
    fileprivate mutating func removeDuplicates() {
        members = members.firstOfEach(\.self)
        owners = owners.firstOfEach(\.self)
    }
}
