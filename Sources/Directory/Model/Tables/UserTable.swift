import Entra
import Formats

/// The users of a tenant, by ID, name or home.
typealias UserTable = ObjectTable<UserKey>

enum UserKey: ObjectKey {
    case id(ObjectID)
    /// The user principal name in ASCII lower case. The mail address has the same form.
    case principalName(ByteString)
    case mail(ByteString)
    /// The home of a user with another ID at home.
    case home(User.Home)

    static func count(of user: User) -> Int { 2 + (user.mail == nil ? 0 : 1) + (user.home.objectID == user.id ? 0 : 1) }

    static func forEach(of user: User, _ body: (UserKey) -> Void) {
        body(.id(user.id))
        body(.principalName(ByteString(user.userPrincipalName.asciiLowercased)))
        if let mail = user.mail { body(.mail(ByteString(mail.asciiLowercased))) }
        if user.home.objectID != user.id { body(.home(user.home)) }
    }
}

extension UserTable {
    subscript(id: ObjectID) -> User? { self[.id(id)] }

    /// Returns the user with the user principal name, or else with the mail address, ignoring ASCII case.
    subscript(named name: String) -> User? {
        let name = ByteString(name.asciiLowercased)
        return self[.principalName(name)] ?? self[.mail(name)]
    }

    subscript(home home: User.Home) -> User? {
        if let user = self[home.objectID], user.home == home { return user }
        return self[.home(home)]
    }
}
