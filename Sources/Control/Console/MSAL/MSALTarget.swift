import Advice
import Directory
import Entra
import Flows
import Wire

/// What a client library must be told to sign in to one application here.
struct MSALTarget {
    let clientID: String
    /// Origin over which libraries are to come.
    let origin: Origin
    /// Where the CA is to be had.
    let certificateAuthority: String
    /// Where its users sign in.
    let authority: String
    /// Where the application signs in as itself: always at one tenant (AADSTS50059).
    let applicationAuthority: String
    let tenant: Tenant
    let redirectURIs: [RegisteredRedirectURI]
    /// The first secret of a confidential client.
    let secret: String?
    /// Whether it can wait for the answer at `http://localhost`, at a port of its choice, as libraries on a desktop do.
    let takesLoopback: Bool
    /// What to ask for on a user's behalf: permissions of one API, as no token is for two (AADSTS28000).
    let scopes: [String]
    /// Those of each further API that the application lists.
    let furtherScopes: [[String]]
    /// What to ask for as the application itself.
    let applicationScope: String

    var isB2C: Bool { tenant.kind == .b2c }
    /// Neither a web server's nor a secret.
    var isPublic: Bool { secret == nil }

    /// The authority that a sample names beside its secret, or without one.
    var ownAuthority: String { isPublic ? authority : applicationAuthority }

    /// `origin` is where the reader reached the server; `secure` is its HTTPS one.
    init(_ application: Application, in tenant: Tenant, of directory: Directory, origin: Origin, secure: Origin) {
        clientID = application.appId
        self.origin = secure
        certificateAuthority = "\(origin)/_understudy/ca"
        self.tenant = tenant
        let kind = AuthorityKind(of: application, in: tenant, of: directory)
        authority = "\(secure)/\(MSALTarget.path(kind, tenant))"
        applicationAuthority = "\(secure)/\(MSALTarget.path(kind == .b2c ? .b2c : .tenant, tenant))"
        redirectURIs = application.redirectURIs
        secret = application.passwordCredentials.first?.secretText
        takesLoopback = MSALTarget.takesLoopback(application)
        let scopes = MSALTarget.scopes(application, tenant)
        self.scopes = scopes.first ?? [tenant.kind == .b2c ? application.appId : "User.Read"]
        furtherScopes = Array(scopes.dropFirst())
        applicationScope = MSALTarget.applicationScope(application, tenant)
    }

    func redirectURI(_ platform: ClientPlatform, where fits: (String) -> Bool = { _ in true }) -> String? {
        redirectURIs.first { $0.platform == platform && fits($0.uri.string) }?.uri.string
    }

    /// The segments after the host: a policy where a tenant has them.
    private static func path(_ kind: AuthorityKind, _ tenant: Tenant) -> String {
        switch kind {
        case .common, .organizations, .consumers: return kind.rawValue
        case .tenant, .consumersByID, .ciam, .adfs: return tenant.id.description
        case .b2c:
            let policy = tenant.policies.first { $0.kind == .signUpOrSignIn } ?? tenant.policies.first
            guard let policy else { return tenant.id.description }
            return "tfp/\(tenant.domains.first ?? tenant.id.description)/\(policy.id)"
        }
    }

    /// Whether `http://localhost:{port}` leads to a registration as a public client.
    private static func takesLoopback(_ application: Application) -> Bool {
        guard let requested = RequestedRedirectURI("http://localhost:49152") else { return false }
        let target = RedirectURIRules.target(
            requested, registered: application.redirectURIs, audience: application.signInAudience)
        return target?.platform == .publicClient
    }

    /// The static permissions, API by API, without the reserved ones, which libraries add and refuse to be given. A user flow
    /// gives no token for Microsoft Graph.
    private static func scopes(_ application: Application, _ tenant: Tenant) -> [[String]] {
        application.requiredResourceAccess.compactMap { required in
            guard let api = tenant.application(required.resourceAppId) else { return nil }
            let isGraph = api.clientID == .microsoftGraph
            let values = required.scopes.compactMap { id in api.oauth2PermissionScopes.first { $0.id == id }?.value }
                .filter { OIDCScopes(name: $0) == nil }
            guard !values.isEmpty, !isGraph || tenant.kind != .b2c else { return nil }
            let name = api.identifierUris.first ?? api.appId
            return isGraph ? values : values.map { "\(name)/\($0)" }
        }
    }

    private static func applicationScope(_ application: Application, _ tenant: Tenant) -> String {
        let assigned = tenant.appRoleAssignments.first { $0.principal == .application(application.clientID) }
        let api = assigned.flatMap { tenant.application($0.resource) } ?? tenant.application(.microsoftGraph)
        return "\(api?.identifierUris.first ?? api?.appId ?? "https://graph.microsoft.com")/.default"
    }
}

extension AuthorityKind {
    /// For whom an application is: a user flow's customers, one tenant's people, those of every organization, everyone. A
    /// copy that shares its client id is found under its own tenant alone.
    init(of application: Application, in tenant: Tenant, of directory: Directory) {
        switch tenant.kind {
        case .b2c: self = .b2c
        case .external: self = .ciam
        case .consumers: self = .consumers
        case .workforce where directory.registration(of: application.clientID)?.tenant.id != tenant.id: self = .tenant
        case .workforce:
            switch application.signInAudience {
            case .myOrg: self = .tenant
            case .multipleOrgs: self = .organizations
            case .orgsAndPersonal: self = .common
            case .personalOnly: self = .consumers
            }
        }
    }
}
