import Directory
import Entra
import Flows
import Wire

/// Who calls Microsoft Graph, and with which permissions.
struct GraphCaller: Sendable {
    enum Subject: Sendable {
        /// Who may use the control plane: everything is allowed.
        case controlPlane
        case user(User)
        case application(ObjectID)
    }

    let subject: Subject
    /// Delegated permissions of a user's token, application permissions of an application's.
    let permissions: [String]
    /// Directory roles that a user's token names.
    let directoryRoles: Set<PermissionID>
    /// Any token for Graph will do.
    let isUnrestricted: Bool

    static let controlPlane = GraphCaller(
        subject: .controlPlane, permissions: [], directoryRoles: [], isUnrestricted: true)

    /// Who owns what the caller makes.
    var owner: ObjectID? {
        switch subject {
        case .controlPlane: nil
        case .user(let user): user.id
        case .application(let id): id
        }
    }

    var user: User? {
        if case .user(let user) = subject { user } else { nil }
    }

    private init(
        subject: Subject, permissions: [String], directoryRoles: Set<PermissionID>, isUnrestricted: Bool
    ) {
        self.subject = subject
        self.permissions = permissions
        self.directoryRoles = directoryRoles
        self.isUnrestricted = isUnrestricted
    }

    /// The bearer of an access token for Microsoft Graph. Throws 401 for any other token, and for one whose user or client is
    /// gone, disabled or revoked.
    init(_ token: OwnAccessToken, _ services: Services) throws(GraphError) {
        guard let graph = token.tenant.application(.microsoftGraph), token.isFor(graph) else {
            throw .invalidToken("Access token validation failure. Invalid audience.")
        }
        let settings = services.settings(
            tenant: token.tenant,
            application: services.directory.registration(of: token.client, in: token.tenant)?.application)
        isUnrestricted = settings.graphPermissions == .anyToken
        switch token.subject {
        case .user:
            subject = .user(try token.user(services))
            permissions = token.scopes
            directoryRoles = Set(token.list("wids").map(PermissionID.init))
        case .application(let id):
            let principals = ServicePrincipals(token.tenant, services)
            guard let principal = principals.find(token.client), principal.application.accountEnabled else {
                throw .invalidToken("The client of the access token no longer exists.")
            }
            subject = .application(id)
            permissions = token.list("roles")
            directoryRoles = []
        }
    }
}

extension OwnAccessToken {
    fileprivate func list(_ claim: String) -> [String] { claims[claim]?.array?.compactMap(\.string) ?? [] }
}
