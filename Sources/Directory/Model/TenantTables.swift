package import Entra
import Formats
import HashTreeCollections

/// The users of a tenant, by ID, name or home.
typealias UserTable = ObjectTable<UserKey>

enum UserKey: ObjectKey {
    case id(ObjectID)
    /// The user principal name in ASCII lower case. The mail address has the same form.
    case principalName(ByteString)
    case mail(ByteString)
    /// The home of a user with another ID at home.
    case home(User.Home)

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

/// The groups of a tenant, by object ID.
typealias GroupTable = ObjectTable<GroupKey>

enum GroupKey: ObjectKey {
    case id(ObjectID)

    static func forEach(of group: Group, _ body: (GroupKey) -> Void) {
        body(.id(group.id))
    }
}

extension GroupTable {
    subscript(id: ObjectID) -> Group? { self[.id(id)] }
}

/// The applications of a tenant, by application ID or App ID URI.
typealias ApplicationTable = ObjectTable<ApplicationKey>

enum ApplicationKey: ObjectKey {
    case id(ClientID)
    /// The App ID URI in ASCII lower case. A trailing slash is significant.
    case identifierUri(ByteString)

    static func forEach(of application: Application, _ body: (ApplicationKey) -> Void) {
        body(.id(application.clientID))
        // Microsoft's APIs are found by their names in `MicrosoftNames`.
        guard application.microsoft == nil else { return }
        for uri in application.identifierUris { body(.identifierUri(ByteString(uri.asciiLowercased))) }
    }
}

extension ApplicationTable {
    subscript(id: ClientID) -> Application? { self[.id(id)] }

    subscript(identifierUri uri: String) -> Application? { self[.identifierUri(ByteString(uri.asciiLowercased))] }
}

/// The devices of a tenant, by device ID, object ID or certificate.
typealias DeviceTable = ObjectTable<DeviceKey>

enum DeviceKey: ObjectKey {
    case id(ObjectID)
    case object(ObjectID)
    /// The certificate with which the device authenticates, in DER.
    case certificate([UInt8])

    static func forEach(of device: Device, _ body: (DeviceKey) -> Void) {
        body(.id(device.deviceId))
        body(.object(device.id))
        if let certificate = device.certificate { body(.certificate(certificate)) }
    }
}

/// The assignments of app roles in their order, by resource.
struct AssignmentTable: Sendable {
    private(set) var all: ObjectList<AppRoleAssignment>
    /// The numbers of each assignment, usually one. An assignment that was configured twice has two.
    private var numbers = TreeDictionary<AppRoleAssignment, [Int]>()
    private var byResource = TreeDictionary<ClientID, [Int]>()

    init(_ assignments: [AppRoleAssignment] = []) {
        all = ObjectList(assignments)
        for number in assignments.indices { index(assignments[number], number) }
    }

    func contains(_ assignment: AppRoleAssignment) -> Bool { numbers[assignment] != nil }

    func assignments(for resource: ClientID) -> [AppRoleAssignment] {
        (byResource[resource] ?? []).compactMap { all[$0] }
    }

    mutating func append(_ assignment: AppRoleAssignment) {
        index(assignment, all.append(assignment))
    }

    mutating func remove(_ assignment: AppRoleAssignment) {
        for number in numbers[assignment] ?? [] {
            all.remove(number)
            byResource.remove(number, of: assignment.resource)
        }
        numbers[assignment] = nil
    }

    private mutating func index(_ assignment: AppRoleAssignment, _ number: Int) {
        numbers.append(number, to: assignment)
        byResource.append(number, to: assignment.resource)
    }
}

/// The configured consents in their order, by client and user. A lookup does not read the consents of other users.
package struct GrantTable: Sendable {
    private struct Grantee: Hashable {
        let client: ClientID
        let consentType: PermissionGrant.ConsentType
    }

    private struct Connection: Hashable {
        let client: ClientID
        let resource: ClientID
    }

    private(set) var all: ObjectList<PermissionGrant>
    private var numbers = TreeDictionary<Grantee, [Int]>()
    /// The number of consents between a client and a resource.
    private var connections = TreeDictionary<Connection, Int>()
    private var clients = TreeDictionary<ClientID, Int>()

    package init(_ grants: [PermissionGrant] = []) {
        all = ObjectList(grants)
        for number in grants.indices { index(grants[number], number) }
    }

    /// Returns the consents of a client for a user: consents for everyone, and consents of the user alone.
    package func grants(to client: ClientID, for user: ObjectID) -> [PermissionGrant] {
        let everyones = grants(to: client, as: .allPrincipals)
        let own = grants(to: client, as: .principal(user))
        return everyones.isEmpty ? own : everyones + own
    }

    /// Returns the consents of a client with one consent type.
    package func grants(to client: ClientID, as consentType: PermissionGrant.ConsentType) -> [PermissionGrant] {
        guard let numbers = numbers[Grantee(client: client, consentType: consentType)] else { return [] }
        var result: [PermissionGrant] = []
        result.reserveCapacity(numbers.count)
        for number in numbers {
            if let grant = all[number] { result.append(grant) }
        }
        return result
    }

    /// Returns whether anyone has granted `client` a permission of `resource`.
    package func connects(_ client: ClientID, to resource: ClientID) -> Bool {
        connections[Connection(client: client, resource: resource)] != nil
    }

    /// Returns whether anyone has granted the client a permission.
    package func hasAny(to client: ClientID) -> Bool { clients[client] != nil }

    /// Returns whether there is a consent with the same client, resource and principal.
    func contains(partiesOf grant: PermissionGrant) -> Bool {
        grants(to: grant.client, as: grant.consentType).contains(where: grant.hasSameParties)
    }

    mutating func append(_ grant: PermissionGrant) {
        index(grant, all.append(grant))
    }

    /// Removes all consents with the same client, resource and principal.
    mutating func remove(partiesOf grant: PermissionGrant) {
        let grantee = Grantee(client: grant.client, consentType: grant.consentType)
        for number in numbers[grantee] ?? [] where all[number]?.hasSameParties(as: grant) == true {
            all.remove(number)
            numbers.remove(number, of: grantee)
            connections.decrement(Connection(client: grant.client, resource: grant.resource))
            clients.decrement(grant.client)
        }
    }

    private mutating func index(_ grant: PermissionGrant, _ number: Int) {
        numbers.append(number, to: Grantee(client: grant.client, consentType: grant.consentType))
        connections.increment(Connection(client: grant.client, resource: grant.resource))
        clients.increment(grant.client)
    }
}
