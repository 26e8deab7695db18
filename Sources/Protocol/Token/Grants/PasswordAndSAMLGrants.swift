import Directory
import Entra
import Formats
import Store

/// The sign-in of a user whose proof is in the token request itself. No redirect URI was used, so that the registration alone
/// determines the client type (docs/reference/protocol.md#client-types, docs/reference/protocol.md#password-grant,
/// docs/reference/protocol.md#saml-bearer).
struct DirectSignIn {
    let request: TokenRequest
    let client: ResolvedClient
    let services: Services
    private let type: ClientAuthentication.ClientType
    private let authenticatedBy: ClientAuthenticationMethod

    /// Authenticates the client of the request.
    init(_ request: TokenRequest, _ client: ResolvedClient, _ services: Services) throws(EntraError) {
        self.request = request
        self.client = client
        self.services = services
        try ClientAuthentication.checkBrowser(nil, request)
        type = ClientAuthentication.typeWithoutRedirect(of: client.application)
        authenticatedBy = try ClientAuthentication.authenticate(
            client, as: type, with: request.credentials, services: services)
    }

    /// Checks the authority of the request. Throws AADSTS9001023 for `common` and `consumers`, because the authority must name the
    /// user's tenant or leave the tenant to the user's domain. Throws AADSTS90090 for a tenant that is not a workforce tenant.
    static func admit(_ request: TokenRequest) throws(EntraError) {
        switch request.authority {
        case .common, .consumers: throw EntraError(.grantTypeOverCommon)
        // Customers of external tenants use native authentication, customers of b2c tenants a policy.
        case .tenant(let tenant) where tenant.kind != .workforce:
            throw EntraError(.unacceptableGrantType, [.value: request[Parameter.grantType] ?? ""])
        case .organizations, .tenant, .userFlow: return
        }
    }

    /// Issues the tokens of the user in the tenant. `methods` are the values of `amr`. `time` is the time of the authentication,
    /// in seconds since 1970 UTC.
    func tokens(
        for home: User.Home, in tenant: Tenant, methods: [String], time: Int64
    ) throws(EntraError) -> TokenResponse {
        guard let user = tenant.user(home: home) else {
            throw GrantValidity.foreign(home, at: .tenant(tenant), client, services)
        }
        let order = services.store.nextOrder()
        let grant = IssuedGrant(
            client: client.application.clientID, tenant: tenant.id, user: user.id,
            authentication: Authentication(
                home: home, time: time, methods: methods, sessionID: services.random.guid(),
                order: order),
            platform: type == .publicClient ? .publicClient : .web, endpoint: request.endpoint,
            scope: request.endpoint == .v2 ? request[Parameter.scope] : nil,
            resource: request.endpoint == .v1 ? request[Parameter.resource] : nil,
            consents: services.consents(of: user.id, to: client.application.clientID, in: tenant.id), order: order)
        let account = try GrantValidity.account(
            of: grant, in: tenant, client: client, endpoint: request.endpoint, services: services)
        let access = try requestedAccess(in: tenant)
        let issue = UserTokenIssue(
            request: request, client: client, authenticatedBy: authenticatedBy, account: account, grant: grant,
            access: access, missing: .consentRequired, services: services)
        let claims = try ClaimsRequest(parsing: request[Parameter.claims])
        return try issue.response(try issue.granted(claims), extras(access, grant), claims: claims)
    }

    private func requestedAccess(in tenant: Tenant) throws(EntraError) -> RequestedAccess {
        try request.namedAccess(
            oidc: [.openid, .profile], by: services.resolver(for: client.application, in: tenant))
    }

    private func extras(_ access: RequestedAccess, _ grant: IssuedGrant) -> UserTokenIssue.Extras {
        var extras = UserTokenIssue.Extras(access.oidc, of: grant, client: client, services: services)
        if request.endpoint == .v1 {
            let scopes = request[Parameter.scope]?.pieces(separatedBy: " ").compactMap(OIDCScopes.init(name:))
            extras.includesIDToken = scopes?.contains(.openid) ?? false
        }
        return extras
    }
}

/// A grant whose request contains the user's proof.
protocol DirectSignInGrant: Grant {}

extension DirectSignInGrant {
    func admit(_ request: TokenRequest) throws(EntraError) {
        try DirectSignIn.admit(request)
    }

    func scopes(of request: TokenRequest) throws(EntraError) -> ScopeRequest? {
        try request.namedScopes()
    }
}

/// The grant `password`, the resource owner password grant (RFC 6749 §4.3; docs/reference/protocol.md#password-grant). Work
/// accounts of a tenant sign in with the name and password that the client has.
struct PasswordGrant: DirectSignInGrant {
    /// Returns the scopes of the request, or nil at version 1, where the service checks the password before it reads `resource`
    /// (docs/reference/protocol.md#password-grant).
    func scopes(of request: TokenRequest) throws(EntraError) -> ScopeRequest? {
        request.endpoint == .v1 ? nil : try request.namedScopes()
    }

    /// Issues tokens for the user. Throws AADSTS900144 for a missing parameter, 50059 if neither the authority nor the name
    /// identifies the tenant, 50020 for a user of another tenant, 50034 for a user who does not exist or is not a work account,
    /// and the errors of `Credentials.check`, `GrantValidity` and `UserTokenIssue`.
    func exchange(
        _ request: TokenRequest, client: ResolvedClient, services: Services
    ) throws(EntraError) -> TokenResponse {
        let username = try request.required(Parameter.username)
        let password = try request.required(Parameter.password)
        let signIn = try DirectSignIn(request, client, services)
        let account = try account(username, request, client, services)
        let settings = services.settings(tenant: account.tenant, application: client.application)
        let policy = account.tenant.homeRealmDiscovery(of: client.application)
        try Credentials.check(
            password, of: account.user, settings: settings, services: services,
            isSynchronized: policy?.allowsCloudPasswordValidation ?? false)
        if request.endpoint == .v1 { _ = try request.required(Parameter.resource) }
        return try signIn.tokens(
            for: account.user.home, in: account.tenant, methods: ["pwd"], time: services.now.seconds)
    }

    private func account(
        _ username: String, _ request: TokenRequest, _ client: ResolvedClient, _ services: Services
    ) throws(EntraError) -> Account {
        switch AccountLookup.find(username, client: client, in: services.directory) {
        case .found(let account) where account.user.home.tenantID != .consumers: return account
        case .foreign(let home) where home.kind == .workforce:
            guard let user = home.user(named: username) else { break }
            throw GrantValidity.foreign(user.home, at: request.authority, client, services)
        case .found, .foreign, .unknown, .wrongKind: break
        }
        throw unknown(username, at: request.authority, services)
    }

    /// Returns the error for an unknown user. At `organizations`, the domain of the name must identify the tenant.
    private func unknown(_ username: String, at authority: Authority, _ services: Services) -> EntraError {
        guard let tenant = authority.tenant ?? AccountLookup.tenant(of: username, in: services.directory) else {
            return EntraError(.noTenantInformation)
        }
        return EntraError(.userNotFound, [.user: username, .tenant: tenant.id.description], suberror: .badToken)
    }
}

/// The grants `urn:ietf:params:oauth:grant-type:saml1_1-bearer` and `saml2-bearer` (RFC 7522 §2.1;
/// docs/reference/protocol.md#saml-bearer). The assertion of the domain's identity provider authenticates a federated user.
struct SAMLBearerGrant: DirectSignInGrant {
    let version: SAMLAssertion.Version

    /// Issues tokens for the user of the assertion. Throws AADSTS900144 without an assertion, and the errors of
    /// `FederatedAssertion`, `GrantValidity` and `UserTokenIssue`.
    func exchange(
        _ request: TokenRequest, client: ResolvedClient, services: Services
    ) throws(EntraError) -> TokenResponse {
        let text = try request.required(Parameter.assertion)
        let signIn = try DirectSignIn(request, client, services)
        guard let xml = SAMLBearerGrant.decode(text) else {
            throw EntraError(.samlAssertionInvalid, [.reason: "it is not base64"])
        }
        let federated = try FederatedAssertion(FederatedAssertion.parse(xml), version, services: services)
        return try signIn.tokens(
            for: federated.user.home, in: request.authority.tenant ?? federated.tenant,
            methods: [Authentication.federated], time: federated.authenticationTime)
    }

    /// Decodes an assertion. RFC 7522 prescribes base64url; libraries of version 1 send standard base64.
    private static func decode(_ text: String) -> [UInt8]? {
        Base64.decodeURL(text.utf8, padding: .tolerated) ?? Base64.decodeStandard(text.utf8)
    }
}
