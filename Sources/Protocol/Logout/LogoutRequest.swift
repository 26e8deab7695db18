import Directory
import Entra
import Formats
import Store

/// A sign-out request as received, with each parameter at most once (OpenID Connect RP-Initiated Logout 1.0 §2;
/// docs/reference/protocol.md#sign-out).
struct LogoutRequest: BrowserRequest {
    let endpoint: EndpointVersion
    let address: AuthorityAddress
    let query: Form
    /// The protocol parameters of the body.
    let body: Form

    /// Creates the request. Throws AADSTS9000411 for a repeated parameter.
    init(endpoint: EndpointVersion, address: AuthorityAddress, query: Form, body: Form) throws(EntraError) {
        self.endpoint = endpoint
        self.address = address
        self.query = query
        self.body = PageSubmission.parameters(of: body)
        var all = query
        all.append(contentsOf: self.body)
        try all.rejectRepeated()
    }

    /// The SHA-256 of the request, which binds the page's form to the request.
    var digest: [UInt8] { digest(of: ["logout"]) }

    /// The target of the page's form, which is this request again.
    var formTarget: FormTarget { formTarget(at: endpoint == .v2 ? "oauth2/v2.0/logout" : "oauth2/logout") }
}

/// The client and the user that an `id_token_hint` names. The hint is an id_token of this server, whether expired or not (OpenID
/// Connect RP-Initiated Logout 1.0 §2).
struct IDTokenHint: Sendable {
    let client: ClientID
    let tenant: Tenant
    private let subject: String
    /// Whether a policy issued the token. A policy identifies users by their object IDs, whatever the client.
    private let isOfPolicy: Bool

    /// Parses the hint. Returns nil for a text that is not an id_token of this server, because such a text has no meaning.
    init?(_ text: String?, services: Services) {
        guard let text, let claims = try? SelfIssuedToken.claims(of: text, services: services),
            SelfIssuedToken.isIDToken(claims), let audience = claims["aud"]?.string,
            let subject = claims["sub"]?.string,
            let tenant = SelfIssuedToken.tenant(of: claims, in: services.directory)
        else { return nil }
        client = ClientID(audience)
        self.tenant = tenant
        self.subject = subject
        isOfPolicy = SelfIssuedToken.isOfPolicy(claims)
    }

    func isAbout(_ authentication: Authentication, services: Services) -> Bool {
        guard let user = tenant.user(home: authentication.home) else { return false }
        let expected =
            isOfPolicy
            ? user.id.description : TokenMinter(services).pairwiseSubject(user, in: tenant, for: client)
        return expected.isExactly(subject)
    }
}

/// An account of the browser's session, wherever the account may sign in.
struct SignedInAccount: Sendable {
    let authentication: Authentication
    /// The user in the home tenant, or nil if the user was deleted since.
    let user: User?

    init(_ authentication: Authentication, services: Services) {
        self.authentication = authentication
        user = services.directory.tenant(authentication.home.tenantID)?.user(authentication.home.objectID)
    }

    var name: String { user?.signInName ?? authentication.home.objectID.description }

    func isNamed(_ text: String) -> Bool {
        [name, user?.userPrincipalName ?? name].contains { $0.isExactlyIgnoringASCIICase(text) }
    }
}

/// The account that a sign-out request selects (docs/reference/protocol.md#sign-out).
enum SignOutChoice: Sendable {
    /// No user is signed in.
    case noAccount
    case account(SignedInAccount)
    /// The request matches several accounts or an account that is not signed in, so that the user must choose.
    case ambiguous

    /// Selects the account of a request.
    ///
    /// At an endpoint that always asks, only the claim `login_hint` as `logout_hint` selects an account
    /// (docs/reference/protocol.md#sign-out-picker). Otherwise the first hint in the request does, in this order: logout_hint, sid,
    /// id_token_hint, and the account that MSAL for Apple expects; without a hint, the only account is selected.
    init(
        _ request: LogoutRequest, _ hint: IDTokenHint?, _ accounts: [SignedInAccount], alwaysAsks: Bool,
        services: Services
    ) {
        let candidates =
            alwaysAsks
            ? SignOutChoice.claimed(request, accounts)
            : SignOutChoice.named(request, hint, accounts, services) ?? accounts
        if let first = candidates.first, candidates.count == 1 {
            self = .account(first)
        } else {
            self = accounts.isEmpty ? .noAccount : .ambiguous
        }
    }

    /// Returns the accounts that the claim `login_hint` names.
    private static func claimed(_ request: LogoutRequest, _ accounts: [SignedInAccount]) -> [SignedInAccount] {
        guard let name = request[Parameter.logoutHint].flatMap(LoginHint.username(inClaim:)) else { return [] }
        return accounts.filter { $0.isNamed(name) }
    }

    /// Returns the accounts that the request names, or nil if the request names none.
    private static func named(
        _ request: LogoutRequest, _ hint: IDTokenHint?, _ accounts: [SignedInAccount], _ services: Services
    ) -> [SignedInAccount]? {
        if let name = request[Parameter.logoutHint].map(LoginHint.username) {
            return accounts.filter { $0.isNamed(name) }
        }
        if let id = request[Parameter.sessionID].map({ GUID($0) }) {
            return accounts.filter { $0.authentication.sessionID == id }
        }
        if let hint { return accounts.filter { hint.isAbout($0.authentication, services: services) } }
        let home = User.Home(
            loginRequest: request[Parameter.loginRequest], domainRequest: request[Parameter.domainRequest])
        return home.map { home in accounts.filter { $0.authentication.home == home } }
    }
}

extension UserProperties.Home {
    /// Creates the account that a client expects, in the parameters of MSAL for Apple, or nil if a parameter is missing.
    init?(loginRequest: String?, domainRequest: String?) {
        guard let loginRequest, let domainRequest else { return nil }
        self.init(objectID: ObjectID(loginRequest), tenantID: TenantID(domainRequest))
    }
}
