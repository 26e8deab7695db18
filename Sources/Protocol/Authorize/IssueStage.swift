import Crypto
import Directory
import Entra
import Formats
import Store

/// Creates the successful authorization response (docs/reference/protocol.md#authorize-response).
struct IssueStage {
    let request: AuthorizeRequest
    let parameters: AuthorizeParameters
    let client: ResolvedClient
    let platform: ClientPlatform
    let account: SessionAccount
    let access: RequestedAccess
    /// The situation that Conditional Access evaluated, or nil if the response has only a code.
    let situation: PolicyContext?
    let settings: Settings
    let services: Services

    private var application: Application { client.application }
    private var nonce: String? { request[Parameter.nonce] }
    /// Whether the id_token states when the user signed in.
    private var includesAuthTime: Bool { request.maxAge != nil || parameters.claims.requestsAuthTime }

    /// Whether the request names `.default` of the client itself, which returns an id_token in place of an access token
    /// (docs/reference/protocol.md#default-scope-own-implicit).
    private var namesClientItself: Bool {
        request.endpoint == .v2 && client.authority.userFlow == nil && access.resource.isDefault
            && access.resource.application.clientID == application.clientID
    }

    /// Returns the fields of the response in the order of the service.
    func fields() throws(EntraError) -> Form {
        let type = parameters.responseType
        let subject = TokenSubject(
            user: account.account.user, tenant: account.account.tenant, authentication: account.authentication)
        let userFlow = client.authority.userFlow
        let minter = TokenMinter(services, userFlow)
        var fields = Form()
        let code = type.contains(.code) ? try authorizationCode() : nil
        if let code { fields.append(Parameter.code, code) }
        let accessToken =
            type.contains(.token) && !namesClientItself ? try issueAccessToken(subject, minter, &fields) : nil
        if type.contains(.idToken) || (type.contains(.token) && namesClientItself) {
            var token = IDTokenRequest(
                client: application, endpoint: request.endpoint, scopes: access.oidc, nonce: nonce)
            token.includesAuthTime = includesAuthTime
            token.code = code
            token.accessToken = accessToken
            token.authenticationContexts = situation?.authenticationContextsOfIDToken ?? []
            token.isFrontChannel = true
            fields.append(Parameter.idToken, try minter.idToken(token, for: subject, settings: settings))
        }
        if ClientInfo.isRequested(request[Parameter.clientInfo]) {
            let pairwise = minter.pairwiseSubject(subject.user, in: subject.tenant, for: application.clientID)
            fields.append(
                Parameter.clientInfo,
                ClientInfo.encoded(
                    for: subject, pairwiseSubject: pairwise, userFlow: userFlow))
        }
        if request.isInstanceAware { addCloud(&fields) }
        if let state = request.state { fields.append(Parameter.state, state) }
        // Personal accounts have no session_state (docs/reference/protocol.md#session-state).
        if userFlow == nil, !subject.isPersonalAccount {
            fields.append(Parameter.sessionState, account.authentication.sessionID.description)
        }
        if parameters.prompt == .adminConsent { fields.append(Parameter.adminConsent, "True") }
        return fields
    }

    /// Returns a new authorization code. Throws AADSTS90015 if nonce, claims and redirect URI make the code too long for a token
    /// request.
    private func authorizationCode() throws(EntraError) -> String {
        let user = account.account.user
        let grant = IssuedGrant(
            client: application.clientID, tenant: account.account.tenant.id, user: user.id,
            authentication: account.authentication, platform: platform, endpoint: request.endpoint,
            scope: request.endpoint == .v2 ? request[Parameter.scope] : nil,
            resource: request.endpoint == .v1 ? request[Parameter.resource] : nil,
            consents: services.consents(of: user.id, to: application.clientID, in: account.account.tenant.id),
            policy: client.authority.userFlow?.name,
            hub: request[Parameter.brokerClientID].map { ClientID($0) }, order: services.store.nextOrder())
        let code = AuthorizationCode(
            id: services.random.guid(), grant: grant, redirectURI: request.redirectURI, nonce: nonce,
            codeChallenge: parameters.challenge?.value.string,
            codeChallengeMethod: parameters.challenge?.method.rawValue, claims: parameters.claims.text,
            requestsAuthTime: includesAuthTime,
            expiresAt: services.now.seconds + Int64(settings.authorizationCodeLifetime))
        let text = code.sealed(with: services.keys.sealing)
        guard text.utf8.count <= AuthorizationCode.maximumLength else { throw EntraError(.queryTooLong) }
        return text
    }

    private func issueAccessToken(
        _ subject: TokenSubject, _ minter: TokenMinter, _ fields: inout Form
    ) throws(EntraError) -> String {
        let granted = try GrantedAccess.issue(
            access, to: application, for: subject.user.id,
            on: services.grants(to: application, in: subject.tenant),
            missing: client.authority.userFlow == nil ? .declined(access) : .omitted, at: request.endpoint)
        var token = AccessTokenRequest(
            client: application, clientAuthentication: .none, resource: granted.resource,
            resourceIdentifier: granted.audience, scopes: granted.scopes)
        token.requestedResource = access.resource.name.identifier
        token.hasProfile = access.oidc.contains(.profile)
        token.clientCapabilities = parameters.claims.clientCapabilities
        token.authenticationContexts = situation?.authenticationContexts(of: granted.resource) ?? []
        token.notBefore = parameters.claims.notBefore
        token.isFrontChannel = true
        token.nonce = nonce
        let issued = try minter.accessToken(token, for: subject, settings: settings)
        fields.append(Parameter.accessToken, issued.token)
        fields.append(Parameter.tokenType, "Bearer")
        fields.append(Parameter.expiresIn, String(issued.lifetime))
        if !granted.responseScopes.isEmpty { fields.append(Parameter.scope, granted.responseScope) }
        return issued.token
    }

    /// Adds the names of the tenant's cloud. If the server is addressed under a cloud's name, the client is sent to the tenant's
    /// own cloud; otherwise the client stays at this server.
    private func addCloud(_ fields: inout Form) {
        let cloud = services.cloud(of: account.account.tenant)
        let host = services.origin.cloud == nil ? services.origin : services.origin.with(host: cloud.loginHost)
        fields.append("cloud_instance_name", cloud.instanceName)
        fields.append("cloud_instance_host_name", host.authority)
        fields.append("cloud_graph_host_name", cloud.azureADGraphHost)
        fields.append("msgraph_host", cloud.microsoftGraphHost)
    }
}
