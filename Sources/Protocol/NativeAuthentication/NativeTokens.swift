import Crypto
import Directory
import Entra
import Formats
import Store

/// The tokens at the end of a flow: the grants `password`, `oob`, `mfa_oob` and `continuation_token` at the token endpoint
/// (docs/reference/wire.md#native-auth-endpoints, docs/reference/wire.md#native-auth-outcomes).
enum NativeTokens {
    static let grants: Set<ByteString> = ["password", "oob", "mfa_oob", "continuation_token"]

    /// Returns the JSON of the tokens, or of the instruction to open a browser. The settings `outage` and `throttle` apply as
    /// to any other token request. Throws AADSTS700025 if the client presents a credential, because only public clients use the
    /// API.
    static func redeem(_ request: NativeRequest) throws(EntraError) -> [UInt8] {
        guard let type = request[Parameter.grantType] else {
            throw EntraError(.missingParameter, [.parameter: Parameter.grantType])
        }
        guard grants.contains(type) else { throw EntraError(.unsupportedGrantType, [.value: type]) }
        try SimulatedOutage.check(request.client, request.services)
        try Throttling.check(request.client, request.services)
        _ = try ClientAuthentication.authenticate(
            request.client, as: .publicClient, with: try request.asTokenRequest().credentials,
            services: request.services)
        let (token, account) = try authenticated(request, by: type)
        do throws(EntraError) {
            let response = try prepared(token, account, request).response()
            try token.use(for: request)
            return response.v2()
        } catch {
            return try interrupted(by: error, token, request).json
        }
    }

    /// Returns the continuation token with the methods that the user has completed, and the account. Throws the errors of the
    /// authentication, AADSTS550024 for a disabled account, and as other grants AADSTS50055 for an expired password and
    /// AADSTS50105 for a user who is not assigned to the application.
    static func authenticated(
        _ request: NativeRequest, by grant: String
    ) throws(EntraError) -> (ContinuationToken, Account) {
        let journey = try request.opened(as: NativeStep.Action(.token, grant))
        let user = try request.user(of: journey)
        var token = journey.token
        token.methods += try proof(of: user, journey, request)
        guard request.services.directory.isEnabled(user) else { throw disabledAccount }
        let account = try GrantValidity.account(
            of: user, in: request.tenant, client: request.client, endpoint: .v2, services: request.services)
        return (token, account)
    }

    private static var disabledAccount: EntraError {
        EntraError(.nativeAccessDenied).worded("The account is disabled for native authentication.")
    }

    /// Checks the user's password or code and returns the completed methods, as in `amr`.
    private static func proof(
        of user: User, _ journey: OpenedContinuation, _ request: NativeRequest
    ) throws(EntraError) -> [String] {
        switch journey.step {
        case .passwordRequired:
            let password = try request.required(Parameter.password)
            try Credentials.check(password, of: user, settings: request.settings, services: request.services)
            return ["pwd"]
        case .codeSent, .secondFactorSent:
            let code = try request.required(NativeParameter.oneTimeCode)
            try NativeCode.check(
                code, as: journey.step == .codeSent ? .first : .second, in: journey.token, of: user, for: request)
            return journey.step == .codeSent ? ["otp"] : ["otp", "mfa"]
        case .signedUp where request.interaction == nil:
            let username = try request.required(Parameter.username)
            guard request.user(named: username)?.id == user.id else {
                throw EntraError(.invalidParameter, [.parameter: Parameter.username])
            }
            return []
        default: return []
        }
    }

    /// The tokens that may be issued.
    struct Prepared {
        let tokens: UserTokenIssue
        let granted: GrantedAccess
        let extras: UserTokenIssue.Extras
        let claims: ClaimsRequest

        func response() throws(EntraError) -> TokenResponse {
            try tokens.response(granted, extras, claims: claims)
        }
    }

    /// Checks the request: the scopes, the user's consents, and the requirements of policies.
    static func prepared(
        _ token: ContinuationToken, _ account: Account, _ request: NativeRequest
    ) throws(EntraError) -> Prepared {
        let services = request.services
        let client = request.client
        guard let scope = request.form[Parameter.scope] ?? token.scope else {
            throw EntraError(.missingParameter, [.parameter: Parameter.scope])
        }
        let resolver = services.resolver(for: client.application, in: account.tenant)
        let access = try RequestedAccess.resolve(try ScopeRequest.parse(scope), at: .directGrant, by: resolver)
        let order = services.store.nextOrder()
        let authentication = Authentication(
            home: account.user.home, time: services.now.seconds, methods: token.methods,
            sessionID: services.random.guid(), order: order)
        let grant = IssuedGrant(
            client: client.application.clientID, tenant: account.tenant.id, user: account.user.id,
            authentication: authentication, platform: .publicClient, endpoint: .v2, scope: scope, resource: nil,
            consents: [], order: order)
        let tokens = UserTokenIssue(
            request: try request.asTokenRequest(), client: client, authenticatedBy: .none, account: account,
            grant: grant, access: access, missing: .consentRequired, services: services)
        var extras = UserTokenIssue.Extras()
        extras.idTokenScopes = access.oidc
        extras.includesIDToken = access.oidc.contains(.openid)
        if access.oidc.contains(.offlineAccess) {
            extras.refreshTokenExpiry = RefreshTokenGrant.expiry(of: grant, client: client, services: services)
        }
        let claims = try ClaimsRequest(parsing: request[Parameter.claims])
        return Prepared(tokens: tokens, granted: try tokens.granted(claims), extras: extras, claims: claims)
    }

    // MARK: - Policies that require more

    /// The consequence of a policy's rejection for the flow.
    struct Interruption {
        let step: NativeStep
        let suberror: Suberror

        init?(_ error: EntraError) {
            switch error.code {
            case .mfaRequired, .mfaExpired:
                step = .secondFactorRequired
                suberror = .mfaRequired
            case .mfaEnrolmentRequired, .mfaEnrolmentRequiredByPolicy:
                step = .registrationRequired
                suberror = .registrationRequired
            default: return nil
            }
        }
    }

    /// Handles the rejection of a token request. If another step meets the policy, throws the rejection with a token for that step,
    /// or returns the instruction to open a browser: if the client does not support that step and, in version 1, if the account
    /// signs in with a code (docs/reference/protocol.md#native-second-factor). Throws any other rejection unchanged.
    static func interrupted(
        by error: EntraError, _ token: ContinuationToken, _ request: NativeRequest
    ) throws(EntraError) -> NativeResponse {
        guard let interruption = Interruption(error) else { throw error }
        guard request.interaction != nil || request.user(named: token.username).map(\.hasPassword) ?? false else {
            return .redirect("A second factor is available only for accounts that sign in with a password.")
        }
        guard token.capabilities.containsExactly(interruption.suberror.rawValue) else {
            return .redirect("Client is missing \(interruption.suberror.rawValue) capability")
        }
        try token.use(for: request)
        let next = token.advanced(to: interruption.step, request.services) {
            $0.scope = request[Parameter.scope] ?? token.scope
            $0.pendingCode = nil
        }
        var rejection = error
        rejection.error = .invalidGrant
        rejection.suberror = interruption.suberror
        rejection.claims = nil
        throw rejection.with(next.member(request.services))
    }
}

extension NativeRequest {
    /// Returns the request in the form of the token endpoint.
    fileprivate func asTokenRequest() throws(EntraError) -> TokenRequest {
        TokenRequest(
            endpoint: .v2, authority: client.authority, form: form,
            credentials: try ClientCredentials(
                form: form, authorization: authorization, tlsClient: services.tlsClient), browserOrigin: nil)
    }
}

/// The proofs and tokens of version 2: a proof is one request, and an authorization code later leads to the tokens
/// (docs/reference/wire.md#native-auth-v2).
extension NativeTokens {
    /// Checks a proof as `redeem` does, and returns the reply of the next step.
    static func verify(_ request: NativeRequest, by grant: String) throws(EntraError) -> NativeResponse {
        let (token, account) = try authenticated(request, by: grant)
        do throws(EntraError) {
            _ = try prepared(token, account, request)
            try token.use(for: request)
        } catch {
            return try interrupted(by: error, token, request)
        }
        let next = token.advanced(to: .signedIn, request.services) { $0.pendingCode = nil }
        return NativeResponse(next.member(request.services))
    }

    /// Returns the authorization code at the end of a flow. Throws `redirect_to_web` if a policy requires more of the user.
    static func code(_ request: NativeRequest) throws(EntraError) -> String {
        let services = request.services
        let (token, account) = try authenticated(request, by: NativeParameter.continuationToken)
        var grant: IssuedGrant
        do throws(EntraError) {
            grant = try prepared(token, account, request).tokens.grant
        } catch {
            guard Interruption(error) != nil else { throw error }
            var rejection = error
            rejection.error = .redirectToWeb
            rejection.suberror = nil
            rejection.claims = nil
            throw rejection
        }
        try token.use(for: request)
        grant.scope = token.interaction?.scope
        let settings = services.settings(tenant: request.tenant, application: request.client.application)
        let code = AuthorizationCode(
            id: services.random.guid(), grant: grant, redirectURI: nil, nonce: nil, codeChallenge: nil,
            codeChallengeMethod: nil, claims: token.interaction?.claims, requestsAuthTime: false,
            expiresAt: services.now.seconds + Int64(settings.authorizationCodeLifetime))
        return code.sealed(with: services.keys.sealing)
    }
}
