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

extension RevokedParties {
    /// The columns. Resource and principal are empty for everything that was granted to the client or on it.
    var columns: (tenant: String, client: String, resource: String, principal: String) {
        (
            tenant.description, client.description, grant?.resource.description ?? "", grant?.consentType.column ?? ""
        )
    }

    init(tenant: String, client: String, resource: String, principal: String) {
        self.init(
            tenant: TenantID(tenant), client: ClientID(client),
            grant: resource.isEmpty ? nil : Grant(resource: ClientID(resource), consentType: .init(column: principal)))
    }
}
