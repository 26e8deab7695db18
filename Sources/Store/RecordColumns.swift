import Directory
import Entra
import Formats

// The text columns, or JSON members, in which stores keep consents and revocations.

extension PermissionGrant.ConsentType {
    var column: String {
        switch self {
        case .allPrincipals: ""
        case .principal(let user): user.description
        }
    }

    init(column: String) {
        self = column.isEmpty ? .allPrincipals : .principal(ObjectID(column))
    }
}

extension AppRoleAssignment.Principal {
    var columns: (kind: String, id: String) {
        switch self {
        case .user(let id): ("user", id.description)
        case .group(let id): ("group", id.description)
        case .application(let id): ("application", id.description)
        }
    }

    init?(kind: String, id: String) {
        switch kind {
        case "user": self = .user(ObjectID(id))
        case "group": self = .group(ObjectID(id))
        case "application": self = .application(ClientID(id))
        default: return nil
        }
    }
}

extension RevocationSubject {
    var columns: (kind: String, subject: String, tenant: String) {
        switch self {
        case .user(let home): ("user", home.objectID.description, home.tenantID.description)
        case .guest(let home, let host): ("guest", "\(home.tenantID)/\(home.objectID)", host.description)
        case .password(let home): ("password", home.objectID.description, home.tenantID.description)
        case .session(let id): ("session", id.description, "")
        case .application(let client, let tenant): ("application", client.description, tenant.description)
        case .tenant(let tenant): ("tenant", "", tenant.description)
        case .everything: ("everything", "", "")
        }
    }

    /// Creates the subject from its columns, or returns nil for an unknown kind.
    init?(kind: String, subject: String, tenant: String) {
        switch kind {
        case "user": self = .user(User.Home(objectID: ObjectID(subject), tenantID: TenantID(tenant)))
        case "guest":
            let parts = subject.pieces(separatedBy: "/", atMost: 2)
            guard let home = parts.first, let id = parts.last, parts.count == 2 else { return nil }
            self = .guest(User.Home(objectID: ObjectID(id), tenantID: TenantID(home)), of: TenantID(tenant))
        case "password": self = .password(User.Home(objectID: ObjectID(subject), tenantID: TenantID(tenant)))
        case "session":
            guard let id = GUID(subject) else { return nil }
            self = .session(id)
        case "application": self = .application(ClientID(subject), TenantID(tenant))
        case "tenant": self = .tenant(TenantID(tenant))
        case "everything": self = .everything
        default: return nil
        }
    }
}

extension RevocationSubject {
    /// Whether the revocation comes from a reset. Resets are rare, and their revocations are evicted last.
    var isReset: Bool {
        switch self {
        case .tenant, .everything: true
        case .user, .guest, .password, .session, .application: false
        }
    }

    /// Returns the revocations to evict when there are too many: an eighth, lowest sequence numbers first, resets last.
    static func evicted(from orders: [RevocationSubject: Int64]) -> [RevocationSubject] {
        let byAge = orders.sorted { ($0.key.isReset ? 1 : 0, $0.value) < ($1.key.isReset ? 1 : 0, $1.value) }
        return byAge.prefix(MemoryStore.maximumRevocations / 8).map(\.key)
    }
}
