import Directory
import Entra
import Flows
import HTTP
import State
import Wire

/// A request to Microsoft Graph, once it is known whose it is and in which tenant.
struct GraphRequest: Sendable {
    let caller: GraphCaller
    /// As it was when the request came.
    let tenant: Tenant
    let services: Services
    let captures: Captures
    let query: ODataQuery
    /// `ConsistencyLevel: eventual`, without which nothing is counted.
    let isEventual: Bool
    let body: [UInt8]
    let bodyType: BodyType
    /// Of host, path and query as they were sent.
    let addressLength: Int
    /// `https://graph.microsoft.com/v1.0`
    let root: String
    /// The path below the root, as it was sent.
    let path: String

    /// What a body is said to be.
    enum BodyType: Sendable {
        case json
        case other
        case untold

        init(_ request: HTTPRequest) {
            self =
                request.headers["Content-Type"] == nil
                ? .untold : request.hasMediaType("application/json") ? .json : .other
        }
    }

    /// The members of the body. Throws where it is no JSON object, or is not said to be JSON; who uses the control plane need
    /// not say so.
    func members() throws(GraphError) -> [JSONValue.Member] {
        switch (bodyType, caller.subject) {
        case (.json, _), (_, .controlPlane): break
        case (.untold, _):
            throw .malformed("Write requests (excluding DELETE) must contain the Content-Type header declaration.")
        case (.other, _): throw .unreadable
        }
        guard let members = JSONValue(parsing: body)?.object else { throw .unreadable }
        return members
    }

    /// The text of the captured segment.
    func key(_ name: String = "id") -> ODataKey { ODataKey(captures[name] ?? "") }

    /// Changes the tenant, all of it or nothing; and with it ends what was issued to whom `ending` finds from the outcome.
    func edit<Outcome: Sendable>(
        _ change: (inout TenantEdit) throws(GraphError) -> Outcome, ending: (Outcome) -> User? = { _ in nil }
    ) throws(GraphError) -> Outcome {
        let result = try GraphRequest.keeping { () throws(EntraError) in
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

    func withdraw(_ consent: Withdrawal) throws(GraphError) {
        try GraphRequest.keeping { () throws(EntraError) in try services.store.withdraw(consent, in: tenant.id) }
    }

    /// What was issued to the user until now stops being good; to a guest, what this tenant issued.
    func revoke(_ user: User) throws(GraphError) {
        try GraphRequest.keeping { () throws(EntraError) in
            try services.store.revoke(account(user), before: services.now)
        }
    }

    private func account(_ user: User) -> RevocationSubject { .account(of: user.home, in: tenant.id) }

    /// Does what has to be kept; throws the error of status 503 where the store cannot keep it.
    private static func keeping<Outcome>(_ body: () throws(EntraError) -> Outcome) throws(GraphError) -> Outcome {
        do throws(EntraError) {
            return try body()
        } catch {
            throw .unavailable
        }
    }

    func newID() -> ObjectID { ObjectID(services.random.guid().description) }

    /// Whether the request is about that user.
    func isAbout(_ user: User) -> Bool {
        path.asciiLowercased.utf8.starts(with: "/users/".utf8) && (try? self.user())?.id == user.id
    }
}

/// The object that the path names, in a version of the tenant: the one that the request sees, or the one under edit.
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

    /// By object id or user principal name.
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
    /// Built-in APIs have a service principal only.
    var isRegistration: Bool { id != ObjectID("") }
}
