import ClientTools
import Directory
import Entra
import Formats
import Protocol

/// The values that a client library needs to sign in to one application of this server.
struct MSALTarget {
    let clientID: String
    /// The origin at which libraries reach the server.
    let origin: Origin
    /// The URL of the CA certificate without its file extension.
    let certificateAuthority: String
    /// The authority at which the application's users sign in.
    let authority: String
    /// The authority at which the application signs in as itself, which always names one tenant (AADSTS50059).
    let applicationAuthority: String
    let tenant: Tenant
    let redirectURIs: [RegisteredRedirectURI]
    /// The first secret of a confidential client.
    let secret: String?
    /// Whether the application can receive the response at `http://localhost` with any port, as desktop libraries do.
    let takesLoopback: Bool
    /// The scopes to request for a user: permissions of one API, because an access token is for one API (AADSTS28000).
    let scopes: [String]
    /// The scopes of each further API that the application lists.
    let furtherScopes: [[String]]
    /// The scope to request for the application itself.
    let applicationScope: String

    var isB2C: Bool { tenant.kind == .b2c }
    /// Whether the application has no secret.
    var isPublic: Bool { secret == nil }

    /// The authority for a sample that signs in the application if it has a secret, or a user if it has none.
    var ownAuthority: String { isPublic ? authority : applicationAuthority }

    /// `origin` is the origin at which the reader reached the server, and `secure` is the server's HTTPS origin.
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

    func redirectURI(_ platform: ClientPlatform, where matches: (String) -> Bool = { _ in true }) -> String? {
        redirectURIs.first { $0.platform == platform && matches($0.uri.string) }?.uri.string
    }

    /// Returns the path of the authority: the tenant, and the policy if a B2C tenant has one.
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

    /// Whether `http://localhost:{port}` matches a redirect URI of a public client.
    private static func takesLoopback(_ application: Application) -> Bool {
        guard let requested = RequestedRedirectURI("http://localhost:49152") else { return false }
        let target = RedirectURIRules.target(
            requested, registered: application.redirectURIs, audience: application.signInAudience)
        return target?.platform == .publicClient
    }

    /// Returns the static permissions, grouped by API. Reserved scopes are left out, because libraries add them and reject them as
    /// input. Microsoft Graph is left out in a B2C tenant, because a user flow issues no token for Microsoft Graph.
    static func scopes(_ application: Application, _ tenant: Tenant) -> [[String]] {
        application.requiredResourceAccess.compactMap { required in
            guard let api = tenant.application(required.resourceAppId) else { return nil }
            let isGraph = api.clientID == .microsoftGraph
            let values = required.scopes.compactMap { api.scope($0)?.value }
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
    /// Creates the kind of authority that fits an application: B2C, CIAM, consumers, one tenant, all organizations, or everyone. A
    /// copy that shares its client ID with another tenant is found only under its own tenant.
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

/// The libraries for which the console has a sample to paste.
enum MSALPlatform: String, CaseIterable {
    case apple
    case javascript
    case python
    case dotnet
    case java
    case android

    var title: String {
        switch self {
        case .apple: "iOS and macOS"
        case .javascript: "JavaScript"
        case .python: "Python"
        case .dotnet: ".NET"
        case .java: "Java"
        case .android: "Android"
        }
    }

    func sample(_ target: MSALTarget) -> MSALView.Sample {
        switch self {
        case .apple: AppleSample.make(target)
        case .javascript: JavaScriptSample.make(target)
        case .python: PythonSample.make(target)
        case .dotnet: DotNetSample.make(target)
        case .java: JavaSample.make(target)
        case .android: AndroidSample.make(target)
        }
    }
}

extension MSALTarget {
    /// The command that fetches the CA certificate, which most samples use.
    var fetchCertificate: String { "curl -s \(certificateAuthority).pem -o understudy-ca.pem" }

    /// The note for a server without HTTPS.
    var httpsNote: [String] {
        origin.isSecure
            ? []
            : ["The server has no HTTPS port. MSAL libraries require HTTPS, except MSAL for Node with some settings."]
    }
}

extension MSALTarget {
    /// The note on access tokens for further APIs.
    var furtherScopesNote: [String] {
        furtherScopes.isEmpty
            ? []
            : [
                "An access token is valid for one API. A request with the scopes of two APIs fails with AADSTS28000. Request "
                    + "a token for each other API silently, with its own scopes: "
                    + furtherScopes.map { "[\(StringLiteral.json.quoted($0))]" }.joined(separator: ", then ") + "."
            ]
    }

    /// The note for libraries that open a browser and listen at `http://localhost`.
    var loopbackNote: [String] {
        takesLoopback
            ? []
            : [
                "The application has no redirect URI for this library. Register http://localhost as publicClient, which "
                    + "matches every port."
            ]
    }

    /// The notes of a sample that signs in a user, or the application itself if the application has a secret.
    var platformNotes: [String] { httpsNote + (isPublic ? loopbackNote + furtherScopesNote : []) }
}
