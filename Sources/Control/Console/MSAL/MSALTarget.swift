import Directory
import Entra
import Wire

/// What a client library must be told to sign in to one application here.
struct MSALTarget {
    let clientID: String
    /// Origin over which libraries are to come.
    let origin: Origin
    /// Where the CA is to be had.
    let certificateAuthority: String
    let authority: String
    let tenant: Tenant
    let redirectURIs: [RegisteredRedirectURI]
    /// The first secret of a confidential client.
    let secret: String?
    /// What to ask for on a user's behalf.
    let scopes: [String]
    /// What to ask for as the application itself.
    let applicationScope: String

    var isB2C: Bool { tenant.kind == .b2c }
    /// Neither a web server's nor a secret.
    var isPublic: Bool { secret == nil }

    /// `origin` is where the reader reached the server; `secure` is its HTTPS one.
    init(_ application: Application, in tenant: Tenant, origin: Origin, secure: Origin) {
        clientID = application.appId
        self.origin = secure
        certificateAuthority = "\(origin)/_understudy/ca"
        self.tenant = tenant
        authority = "\(secure)/\(MSALTarget.path(application, tenant))"
        redirectURIs = application.redirectURIs
        secret = application.passwordCredentials.first?.secretText
        scopes = MSALTarget.scopes(application, tenant)
        applicationScope = MSALTarget.applicationScope(application, tenant)
    }

    func redirectURI(_ platform: ClientPlatform, where fits: (String) -> Bool = { _ in true }) -> String? {
        redirectURIs.first { $0.platform == platform && fits($0.uri.string) }?.uri.string
    }

    /// For whom the application is: one tenant, a policy of it, every organization, everyone.
    private static func path(_ application: Application, _ tenant: Tenant) -> String {
        if let policy = tenant.policies.first(where: { $0.kind == .signUpOrSignIn }) ?? tenant.policies.first,
            tenant.kind == .b2c
        {
            return "tfp/\(tenant.domains.first ?? tenant.id.description)/\(policy.id)"
        }
        guard tenant.kind == .workforce else { return tenant.id.description }
        switch application.signInAudience {
        case .myOrg: return tenant.id.description
        case .multipleOrgs: return "organizations"
        case .orgsAndPersonal: return "common"
        case .personalOnly: return "consumers"
        }
    }

    /// The static permissions; of a B2C application its own id, which gives an access token for itself.
    private static func scopes(_ application: Application, _ tenant: Tenant) -> [String] {
        let scopes = application.requiredResourceAccess.flatMap { required -> [String] in
            guard let api = tenant.application(required.resourceAppId) else { return [] }
            let values = required.scopes.compactMap { id in api.oauth2PermissionScopes.first { $0.id == id }?.value }
            guard api.clientID != .microsoftGraph else { return values }
            let name = api.identifierUris.first ?? api.appId
            return values.map { "\(name)/\($0)" }
        }
        guard scopes.isEmpty else { return scopes }
        return [tenant.kind == .b2c ? application.appId : "User.Read"]
    }

    private static func applicationScope(_ application: Application, _ tenant: Tenant) -> String {
        let assigned = tenant.appRoleAssignments.first { $0.principal == .application(application.clientID) }
        let api = assigned.flatMap { tenant.application($0.resource) } ?? tenant.application(.microsoftGraph)
        return "\(api?.identifierUris.first ?? api?.appId ?? "https://graph.microsoft.com")/.default"
    }
}

/// Text as a literal of the languages that the samples are in: all of them take these escapes.
func quoted(_ text: String) -> String {
    text.reduce(into: "\"") { out, character in
        switch character {
        case "\\", "\"": out += "\\\(character)"
        case "\n": out += "\\n"
        case "\r": out += "\\r"
        default: out.append(character)
        }
    } + "\""
}

/// Literals with commas between them.
func quoted(_ texts: [String]) -> String { texts.map { quoted($0) }.joined(separator: ", ") }
