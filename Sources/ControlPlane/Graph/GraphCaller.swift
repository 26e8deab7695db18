import Directory
import Entra
import Formats
import Protocol

/// The caller of Microsoft Graph, with its permissions.
struct GraphCaller: Sendable {
    enum Subject: Sendable {
        /// An operator of the control plane, who may do everything.
        case controlPlane
        case user(User)
        case application(ObjectID)
    }

    let subject: Subject
    /// The delegated permissions of a user's token, or the application permissions of an application's token.
    let permissions: [String]
    /// The directory roles in a user's token.
    let directoryRoles: Set<PermissionID>
    /// Whether any token for Microsoft Graph suffices, without further permissions.
    let isUnrestricted: Bool

    static let controlPlane = GraphCaller(
        subject: .controlPlane, permissions: [], directoryRoles: [], isUnrestricted: true)

    /// The owner of the objects that the caller creates.
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

    /// Creates the caller from an access token for Microsoft Graph. Throws 401 for a token with another audience, and for a token
    /// whose user or client was deleted, disabled or revoked.
    init(_ token: SelfIssuedAccessToken, _ services: Services) throws(GraphError) {
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

extension SelfIssuedAccessToken {
    fileprivate func list(_ claim: String) -> [String] { claims[claim]?.array?.compactMap(\.string) ?? [] }
}
