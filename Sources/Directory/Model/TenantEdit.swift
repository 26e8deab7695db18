package import Entra
import Wire

/// A tenant while it is changed at run time. Every verb checks and acts in one: nothing comes between.
package struct TenantEdit {
    private(set) var users: UserTable

    init(_ tenant: Tenant) {
        users = tenant.userTable
    }

    /// What came of a change to a user.
    package enum Outcome: Sendable, Equatable {
        case done
        case notFound
        /// Another user has that id, user principal name or mail address.
        case taken
    }

    /// By object id.
    package func user(_ id: ObjectID) -> User? { users[id] }

    /// By user principal name, else by mail address, ASCII case folded.
    package func user(named name: String) -> User? { users[named: name] }

    /// Adds a user whose id and names nobody has.
    package mutating func add(_ user: User) -> Outcome {
        guard users[user.id] == nil, isFree(user) else { return .taken }
        users.append(user)
        return .done
    }

    /// Changes a user; the id stays.
    package mutating func update(_ id: ObjectID, _ change: (inout User) -> Void) -> Outcome {
        guard let before = users[id] else { return .notFound }
        var user = before
        change(&user)
        user.id = id
        guard isFree(user) else { return .taken }
        users.replace(with: user)
        return .done
    }

    package mutating func remove(_ id: ObjectID) -> Outcome {
        guard users[id] != nil else { return .notFound }
        users.remove(id)
        return .done
    }

    private func isFree(_ user: User) -> Bool {
        [user.userPrincipalName, user.mail].compactMap(\.self).allSatisfy { name in
            users[named: name].map { $0.id == user.id } ?? true
        }
    }
}
