import Crypto
import Directory
import Entra
import Formats
import Store

/// The grant `urn:ietf:params:oauth:grant-type:jwt-bearer`. An API that was called with a user's access token gets a token for
/// another API, on behalf of that user (RFC 7523 §2.1; docs/reference/protocol.md#on-behalf-of).
struct OnBehalfOfGrant: Grant {
    /// The only valid `requested_token_use`.
    private static let use = "on_behalf_of"

    /// Checks the authority of the request. Throws AADSTS9001023 for an authority that cannot be the tenant of the assertion.
    func admit(_ request: TokenRequest) throws(EntraError) {
        switch request.authority {
        case .common, .consumers(_, named: true): throw EntraError(.grantTypeOverCommon)
        case .organizations, .consumers, .tenant, .userFlow: return
        }
    }

    /// Returns the scopes of the request. Throws AADSTS900144 for a missing parameter, and 90100 for another use or type of token.
    func scopes(of request: TokenRequest) throws(EntraError) -> ScopeRequest? {
        guard try request.required(Parameter.requestedTokenUse).isExactly(OnBehalfOfGrant.use) else {
            throw EntraError(.invalidParameter, [.parameter: Parameter.requestedTokenUse])
        }
        _ = try request.required(Parameter.assertion)
        _ = try TokenBinding(onBehalfOf: request)
        return try request.namedScopes()
    }

    func exchange(
        _ request: TokenRequest, client: ResolvedClient, services: Services
    ) throws(EntraError) -> TokenResponse {
        try ClientAuthentication.checkBrowser(nil, request)
        let method = try authenticate(client, request, services)
        let assertion = try assertion(request, client, services)
        guard request.authority.admits(assertion.tenant) else {
            throw EntraError(.assertionSignature, [.reason: "The assertion was issued by another tenant."])
        }
        let grant = try grant(of: assertion, request, client, services)
        let account = try GrantValidity.account(
            of: grant, in: assertion.tenant, client: client, endpoint: request.endpoint, services: services)
        let access = try requestedAccess(request, client, assertion.tenant, services)
        var request = request
        request.binding = try TokenBinding(onBehalfOf: request)
        let issue = UserTokenIssue(
            request: request, client: client, authenticatedBy: method, account: account, grant: grant, access: access,
            missing: .consentRequired, services: services)
        let claims = try ClaimsRequest(parsing: request[Parameter.claims])
        let extras = UserTokenIssue.Extras(access.oidc, of: grant, client: client, services: services)
        return try issue.response(try issue.granted(claims), extras, claims: claims)
    }

    /// Authenticates the client, always as a confidential client. A credential of an application that is marked as public is
    /// rejected.
    private func authenticate(
        _ client: ResolvedClient, _ request: TokenRequest, _ services: Services
    ) throws(EntraError) -> ClientAuthenticationMethod {
        guard !request.credentials.isEmpty else { throw EntraError(.credentialMissing) }
        return try ClientAuthentication.authenticate(
            client, as: client.application.isFallbackPublicClient == true ? .publicClient : .confidential,
            with: request.credentials, services: services)
    }

    // MARK: - Assertion

    /// Returns the access token with which the client was called. Throws AADSTS50027, 5002727, 240002, 50013, 500133, 500131
    /// and 7000114.
    private func assertion(
        _ request: TokenRequest, _ client: ResolvedClient, _ services: Services
    ) throws(EntraError) -> SelfIssuedAccessToken {
        let text = try request.required(Parameter.assertion)
        guard !GraphNonce.isIn(text) else { throw rejection(.signature, of: text, services.now) }
        let token: SelfIssuedAccessToken
        do throws(SelfIssuedAccessToken.Rejection) {
            token = try SelfIssuedAccessToken(text, services: services)
        } catch {
            throw hasForeignType(text)
                ? EntraError(.assertionHeaderType) : rejection(error, of: text, services.now)
        }
        guard token.isFor(client.application) else {
            throw EntraError(
                .assertionAudienceMismatch, [.value: token.audience, .expected: client.application.appId])
        }
        guard case .user = token.subject else { throw EntraError(.appOnlyOnBehalfOf, [.clientID: client.requestedID]) }
        return token
    }

    /// Whether the header of a token names a type that the service does not accept. Tokens of this server have the type JWT.
    private func hasForeignType(_ text: String) -> Bool {
        let token = CompactJWS(text, maximumBytes: SelfIssuedToken.maximumBytes)
        return !ClientAssertion.isJWT(token.flatMap { JSONValue(parsing: $0.header) }?["typ"])
    }

    private func rejection(_ rejection: SelfIssuedAccessToken.Rejection, of text: String, _ now: Timestamp)
        -> EntraError
    {
        switch rejection {
        case .malformed: malformed(text)
        case .signature:
            EntraError(
                .assertionSignature,
                [.reason: "The provided signature value did not match the expected signature value."])
        case .issuer: EntraError(.assertionSignature, [.reason: "The issuer of the assertion is unknown."])
        case .outsideValidity(_, let end):
            EntraError(.assertionOutsideValidity, [.currentTime: now.iso8601, .validUntil: end.iso8601])
        }
    }

    /// Returns the error for a text that is not an access token. An id_token gets an error of its own. An id_token is a token for a
    /// client, and names no client to which it was issued.
    private func malformed(_ text: String) -> EntraError {
        guard let token = CompactJWS(text, maximumBytes: SelfIssuedToken.maximumBytes),
            let algorithm = JSONValue(parsing: token.header)?["alg"]?.string,
            let claims = JSONValue(parsing: token.payload), claims.object != nil
        else { return EntraError(.malformedToken, detail: "The assertion is not a JWT.") }
        guard algorithm.isExactly(SignatureAlgorithm.rs256.rawValue) else {
            return EntraError(.assertionSignature, [.reason: "The algorithm '\(algorithm)' is not supported."])
        }
        guard claims["appid"] ?? claims["azp"] == nil else {
            return EntraError(.malformedToken, detail: "The assertion lacks a required claim.")
        }
        return EntraError(.idTokenOnBehalfOf)
    }

    // MARK: - Grant

    /// Returns the grant of the client, with the user's sign-in from the token.
    private func grant(
        of assertion: SelfIssuedAccessToken, _ request: TokenRequest, _ client: ResolvedClient, _ services: Services
    ) throws(EntraError) -> IssuedGrant {
        guard case .user(let id) = assertion.subject, let user = assertion.tenant.user(id) else {
            let name =
                ["upn", "preferred_username", "oid"].lazy.compactMap { assertion.claims[$0]?.string }.first ?? ""
            throw EntraError(
                .userDeleted, [.user: name, .tenant: assertion.tenant.displayName], suberror: .userAccountDeleted)
        }
        return IssuedGrant(
            client: client.application.clientID, tenant: assertion.tenant.id, user: id,
            authentication: assertion.authentication(of: user), platform: .web,
            endpoint: request.endpoint, scope: request.endpoint == .v2 ? request[Parameter.scope] : nil,
            resource: request.endpoint == .v1 ? request[Parameter.resource] : nil, consents: [],
            order: services.store.nextOrder())
    }

    private func requestedAccess(
        _ request: TokenRequest, _ client: ResolvedClient, _ tenant: Tenant, _ services: Services
    ) throws(EntraError) -> RequestedAccess {
        let resolver = services.resolver(for: client.application, in: tenant)
        let scope = request.endpoint == .v1 ? request[Parameter.scope] : nil
        let oidc = try scope.map { scope throws(EntraError) in try ScopeRequest.parse(scope).oidc }
        return try request.namedAccess(oidc: oidc ?? [], by: resolver)
    }
}
