package import Entra
import Formats

/// The identity of an object in a directory that can change at run time.
package struct DirectoryObject: Hashable, Sendable {
    package enum Kind: String, Sendable, CaseIterable {
        case tenant
        case user
        case group
        case application
        case servicePrincipal
        case grant
        case assignment

        /// The list of the configuration that contains objects of the kind, and the members that identify an object. Without
        /// members, the entry itself is the ID.
        var place: (list: String, members: [String])? {
            switch self {
            case .tenant: nil
            case .user: ("users", ["id"])
            case .group: ("groups", ["id"])
            case .application: ("applications", ["appId"])
            case .servicePrincipal: ("servicePrincipals", [])
            case .grant: ("oauth2PermissionGrants", ["clientId", "resourceId", "principalId"])
            case .assignment: ("appRoleAssignments", ["principalId", "resourceId", "appRoleId"])
            }
        }
    }

    package let tenant: TenantID
    package let kind: Kind
    /// The values that identify the object among those of its kind in the tenant, in ASCII lower case. Empty for the tenant
    /// itself.
    let key: [ByteString]

    /// Returns one part of the key, or an empty text if the key has no such part.
    func part(_ place: Int) -> String { place < key.count ? key[place].string : "" }

    private init(_ tenant: TenantID, _ kind: Kind, _ key: [String]) {
        self.tenant = tenant
        self.kind = kind
        self.key = key.map { ByteString($0.asciiLowercased) }
    }

    package static func tenant(_ id: TenantID) -> DirectoryObject { DirectoryObject(id, .tenant, []) }

    package static func user(_ id: ObjectID, in tenant: TenantID) -> DirectoryObject {
        DirectoryObject(tenant, .user, [id.description])
    }

    package static func group(_ id: ObjectID, in tenant: TenantID) -> DirectoryObject {
        DirectoryObject(tenant, .group, [id.description])
    }

    package static func application(_ id: ClientID, in tenant: TenantID) -> DirectoryObject {
        DirectoryObject(tenant, .application, [id.description])
    }

    static func servicePrincipal(_ id: ClientID, in tenant: TenantID) -> DirectoryObject {
        DirectoryObject(tenant, .servicePrincipal, [id.description])
    }

    static func grant(_ grant: PermissionGrant, in tenant: TenantID) -> DirectoryObject {
        let principal =
            switch grant.consentType {
            case .allPrincipals: ""
            case .principal(let user): user.description
            }
        return DirectoryObject(tenant, .grant, [grant.client.description, grant.resource.description, principal])
    }

    static func assignment(_ assignment: AppRoleAssignment, in tenant: TenantID) -> DirectoryObject {
        let principal =
            switch assignment.principal {
            case .user(let id), .group(let id): id.description
            case .application(let id): id.description
            }
        return DirectoryObject(
            tenant, .assignment, [principal, assignment.resource.description, assignment.appRole.description])
    }

    /// The user's ID, or nil if the object is no user.
    package var userID: ObjectID? { kind == .user ? key.first.map { ObjectID($0.string) } : nil }

    /// The application's ID, or nil if the object is no application.
    var applicationID: ClientID? { kind == .application ? key.first.map { ClientID($0.string) } : nil }

    /// Creates the identity of the object that an entry of a tenant's list in an export describes.
    init(_ kind: Kind, _ entry: JSONValue, in tenant: TenantID) {
        let members = kind.place?.members ?? []
        self.init(
            tenant, kind,
            members.isEmpty ? [entry.string ?? ""] : members.map { entry[$0]?.string ?? "" })
    }

    /// The identity as text, in the form that `init(text:)` parses.
    package var text: String {
        let parts = [kind.rawValue, tenant.description] + key.map(\.string)
        return String(decoding: JSONWriter.value(.array(parts.map { .string($0) })), as: UTF8.self)
    }

    /// Parses the form of `text`. Returns nil for any other text.
    package init?(text: String) {
        let parts = JSONValue(parsing: Array(text.utf8))?.array?.compactMap(\.string) ?? []
        guard let kind = parts.first.flatMap(Kind.init(rawValue:)), parts.count >= 2 else { return nil }
        self.init(TenantID(parts[1]), kind, Array(parts.dropFirst(2)))
    }
}
