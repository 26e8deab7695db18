import Directory
import Entra
import Formats
import HTTP
import Protocol
import Store

/// A request to Microsoft Graph whose caller and tenant are known.
struct GraphRequest: Sendable {
    let caller: GraphCaller
    /// The tenant at the time of the request.
    var tenant: Tenant
    let services: Services
    var captures: Captures
    var query: ODataQuery
    /// Whether the request has `ConsistencyLevel: eventual`, which `$count` requires.
    let isEventual: Bool
    /// Whether the request has `Prefer: create-if-missing`, with which a change creates the object.
    let createsIfMissing: Bool
    let body: [UInt8]
    let bodyType: BodyType
    /// The length of host, path and query as they were sent, in characters.
    let addressLength: Int
    /// The URL of the version of the service, such as `https://graph.microsoft.com/v1.0`.
    let root: String
    /// The version of the service that the request names.
    var version: GraphVersion { GraphVersion.allCases.first { root.hasExactSuffix($0.rawValue) } ?? .stable }
    /// The path below the root.
    var path: String
    /// The amount of annotations in the response.
    let metadata: ODataMetadata
    /// The preference for the body of a response to a write, or nil.
    let preference: Preference?
    /// The value of `If-Match`, or nil.
    let ifMatch: String?
    /// The service, for the relations that a response contains.
    let service: GraphService
    /// The states of delta queries.
    let deltas: DeltaStates
    /// The request journal, from which the audit logs are read.
    let journal: Journal

    /// The type of the body by its `Content-Type`.
    enum BodyType: Sendable {
        case json
        case other
        case hidden

        init(_ request: HTTPRequest) {
            self =
                request.headers["Content-Type"] == nil
                ? .hidden : request.hasMediaType("application/json") ? .json : .other
        }
    }

    /// Returns the members of the body. Throws 400 if the body is not a JSON object or its `Content-Type` is not JSON. An operator
    /// of the control plane may omit the type.
    func members() throws(GraphError) -> [JSONValue.Member] {
        switch (bodyType, caller.subject) {
        case (.json, _), (_, .controlPlane): break
        case (.hidden, _):
            throw .malformed("Write requests (excluding DELETE) must contain the Content-Type header declaration.")
        case (.other, _): throw .unreadable
        }
        guard let members = JSONValue(parsing: body)?.object else { throw .unreadable }
        return members
    }

    /// Returns the key in the path parameter with this name.
    func key(_ name: String = "id") -> ODataKey { ODataKey(captures[name] ?? "") }

    /// Edits the tenant; on an error nothing changes. With the change, the edit revokes everything issued to the user that `ending`
    /// returns for the outcome.
    func edit<Outcome: Sendable>(
        _ change: (inout TenantEdit) throws(GraphError) -> Outcome, ending: (Outcome) -> User? = { _ in nil }
    ) throws(GraphError) -> Outcome {
        let result = try GraphRequest.mappingStoreErrors { () throws(EntraError) in
            try services.edit(tenant.id) { edit in
                Result { () throws(GraphError) in
                    var draft = edit
                    let outcome = try change(&draft)
                    edit = draft
                    return outcome
                }
            } ending: { result in
                guard case .success(let outcome) = result else { return nil }
                return ending(outcome).map(account)
            }
        }
        guard let result else { throw .notFound(tenant.id.description) }
        return try result.get()
    }

    func revoke(_ consent: ConsentRevocation) throws(GraphError) {
        try GraphRequest.mappingStoreErrors { () throws(EntraError) in try services.store.revoke(consent, in: tenant.id)
        }
    }

    /// Revokes everything issued to the user until now. For a guest, this covers what the current tenant issued.
    func revoke(_ user: User) throws(GraphError) {
        try GraphRequest.mappingStoreErrors { () throws(EntraError) in
            try services.store.revoke(account(user), before: services.now)
        }
    }

    private func account(_ user: User) -> RevocationSubject { .account(of: user.home, in: tenant.id) }

    /// Runs a body that writes to the store. Throws 503 if the store is unavailable.
    private static func mappingStoreErrors<Outcome>(_ body: () throws(EntraError) -> Outcome) throws(GraphError)
        -> Outcome
    {
        do throws(EntraError) {
            return try body()
        } catch {
            throw .unavailable
        }
    }

    /// Returns the same request on the tenant as the edits of this request left it.
    func afterEdit() throws(GraphError) -> GraphRequest {
        var later = self
        later.tenant = try edit { (edit: inout TenantEdit) throws(GraphError) in edit.tenant }
        return later
    }

    /// The consents and app role assignments that the store recorded.
    var recorded: TenantEdit.Recorded {
        (services.store.grants(in: tenant.id), services.store.appRoleAssignments(in: tenant.id))
    }

    func newID() -> ObjectID { ObjectID(services.random.guid().description) }

    /// Whether the path names this user.
    func isAbout(_ user: User) -> Bool {
        path.asciiLowercased.utf8.starts(with: "/users/".utf8) && (try? self.user())?.id == user.id
    }
}

/// The object that the path names, in the tenant of the request or in the tenant under edit.
extension GraphRequest {
    func application(in tenant: Tenant? = nil) throws(GraphError) -> Application {
        let key = key()
        let tenant = tenant ?? self.tenant
        let found =
            switch key.property?.asciiLowercased {
            case nil: tenant.application(object: ObjectID(key.value))
            case "appid": tenant.application(ClientID(key.value))
            default: nil as Application?
            }
        guard let found, found.isRegistration else { throw .notFound(key.value) }
        return found
    }

    func servicePrincipal(_ capture: String = "id") throws(GraphError) -> ServicePrincipal {
        let key = key(capture)
        let principals = ServicePrincipals(tenant, services)
        let found =
            switch key.property?.asciiLowercased {
            case nil: principals.find(ObjectID(key.value))
            case "appid": principals.find(ClientID(key.value))
            default: nil as ServicePrincipal?
            }
        guard let found else { throw .notFound(key.value) }
        return found
    }

    /// Returns the user with the object ID or user principal name in the path. Throws 404 if there is no such user.
    func user(_ capture: String = "id") throws(GraphError) -> User {
        let key = key(capture)
        let named = tenant.user(named: key.value).flatMap {
            $0.userPrincipalName.isExactlyIgnoringASCIICase(key.value) ? $0 : nil
        }
        guard let user = tenant.user(ObjectID(key.value)) ?? named, key.property == nil else {
            throw .notFound(key.value)
        }
        return user
    }

    func group() throws(GraphError) -> Group {
        guard let group = tenant.group(ObjectID(key().value)) else { throw .notFound(key().value) }
        return group
    }
}

extension ApplicationProperties {
    /// Whether the application has a registration. A built-in API has only a service principal.
    var isRegistration: Bool { id != ObjectID("") }
}

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
    /// The directory roles in the token.
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
        guard token.isForGraph(services) else {
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
            directoryRoles = Set(token.list("wids").map(PermissionID.init))
        }
    }
}

extension SelfIssuedAccessToken {
    fileprivate func list(_ claim: String) -> [String] { claims[claim]?.array?.compactMap(\.string) ?? [] }
}
