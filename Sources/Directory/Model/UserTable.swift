import Entra
import Wire

/// The users of a tenant, found by id, name or home with a few hash-table accesses.
///
/// Versions of a table share what they have in common, so that a change costs microseconds however many users there are:
/// `settled` is indexed once, `replaced` and `recent` hold what changed since, and are folded into a new `settled` before they
/// grow large.
struct UserTable: Sendable {
    /// Changes kept apart before the whole is indexed again.
    private static let maximumChanges = 64

    private var settled: UserIndex
    /// Newer versions of settled users, by position: those whose id, names and home are as before.
    private var replaced: [Int: User] = [:]
    private var recent = UserIndex([])

    init(_ users: [User]) {
        settled = UserIndex(users)
    }

    /// Every user, those of the configuration first.
    var all: [User] {
        guard !replaced.isEmpty || !recent.users.isEmpty else { return settled.users }
        var users = settled.users
        for (position, user) in replaced { users[position] = user }
        return users + recent.users
    }

    var count: Int { settled.users.count + recent.users.count }

    subscript(_ id: ObjectID) -> User? { find { $0.byID[id] } }

    /// By user principal name, else by mail address, ASCII case folded.
    subscript(named name: String) -> User? {
        let key = ExactString(name.asciiLowercased)
        return find { $0.byPrincipalName[key] } ?? find { $0.byMail[key] }
    }

    subscript(home home: User.Home) -> User? { find { $0.position(home: home) } }

    private func find(_ position: (UserIndex) -> Int?) -> User? {
        if let found = position(settled) { return replaced[found] ?? settled.users[found] }
        return position(recent).map { recent.users[$0] }
    }

    /// The caller has made sure that id and names are free.
    mutating func append(_ user: User) {
        recent = UserIndex(recent.users + [user])
        foldIfLarge()
    }

    /// The user of the same id gives way.
    mutating func replace(with user: User) {
        if let position = settled.byID[user.id] {
            guard settled.users[position].isFound(as: user) else {
                return rebuild(all.map { $0.id == user.id ? user : $0 })
            }
            replaced[position] = user
        } else {
            recent = UserIndex(recent.users.map { $0.id == user.id ? user : $0 })
        }
        foldIfLarge()
    }

    mutating func remove(_ id: ObjectID) {
        rebuild(all.filter { $0.id != id })
    }

    private mutating func foldIfLarge() {
        if replaced.count + recent.users.count >= UserTable.maximumChanges { rebuild(all) }
    }

    private mutating func rebuild(_ users: [User]) {
        self = UserTable(users)
    }
}

/// Users with their positions by every key. Where two share a key, the first one wins.
private struct UserIndex: Sendable {
    let users: [User]
    let byID: [ObjectID: Int]
    let byPrincipalName: [ExactString: Int]
    let byMail: [ExactString: Int]
    /// Of those who have another id at home; the others are in `byID`.
    private let guestsByHome: [User.Home: Int]

    init(_ users: [User]) {
        self.users = users
        byID = positions(users) { $0.id }
        byPrincipalName = positions(users) { ExactString($0.userPrincipalName.asciiLowercased) }
        byMail = positions(users) { $0.mail.map { ExactString($0.asciiLowercased) } }
        guestsByHome = positions(users) { $0.home.objectID == $0.id ? nil : $0.home }
    }

    func position(home: User.Home) -> Int? {
        if let position = byID[home.objectID], users[position].home == home { return position }
        return guestsByHome[home]
    }
}

extension User {
    /// Whether every key that leads to this user also leads to the other.
    fileprivate func isFound(as other: User) -> Bool {
        self.id == other.id && self.home == other.home
            && self.userPrincipalName.isExactlyIgnoringASCIICase(other.userPrincipalName)
            && ExactString((self.mail ?? "").asciiLowercased) == ExactString((other.mail ?? "").asciiLowercased)
    }
}

/// Positions by key, the first entry of a key kept. What has no key is left out.
func positions<Element, Key: Hashable>(_ elements: [Element], by key: (Element) -> Key?) -> [Key: Int] {
    var table: [Key: Int] = [:]
    for position in elements.indices {
        guard let key = key(elements[position]) else { continue }
        if table.isEmpty { table.reserveCapacity(elements.count - position) }
        table.insertFirst(position, key)
    }
    return table
}

extension Dictionary {
    /// Adds a value unless the key has one.
    mutating func insertFirst(_ value: Value, _ key: Key) {
        // The usual case, a new key, is hashed once.
        if let first = updateValue(value, forKey: key) { self[key] = first }
    }
}
