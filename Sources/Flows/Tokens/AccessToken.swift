import Crypto
import State
import Directory
import Entra
import Wire

/// What an access token is made of beyond who it speaks of (docs/reference/protocol.md#resource-parameter,
/// docs/reference/protocol.md#token-claims).
struct AccessTokenRequest: Sendable {
    var client: Application
    var clientAuthentication: ClientAuthenticationMethod
    var resource: Application
    /// The resource as the client named it: the audience of a v1 token.
    var resourceIdentifier: String
    /// The `scp` claim: bare permission names.
    var scopes: [String]
    /// Roles of a user, in place of those that are assigned; nil: those.
    var roles: [String]?
    /// Whether `profile` was asked for: version 2 tells who the user is only then.
    var hasProfile = false
    /// Capabilities the client declared (`xms_cc`), in upper case.
    var clientCapabilities: [String] = []
    /// Authentication contexts that the sign-in satisfies (`acrs`).
    var authenticationContexts: [String] = []
    /// What a claims challenge demands: not issued before, in seconds since 1970 UTC.
    var notBefore: Int64?
    var isFrontChannel = false
    /// Names the key that the holder must prove to have (`cnf`).
    var confirmation: JSONValue?
    /// Seconds that a token of the client itself is good for, whatever the settings say.
    var applicationLifetime: Int64?
    /// Azure resource id of a managed identity (`xms_mirid`).
    var managedIdentity: String?

    /// Whether continuous access evaluation can revoke the token, so that it may live long: client and API both know it.
    var isContinuouslyEvaluated: Bool {
        clientCapabilities.contains { $0.isExactly("CP1") }
            && resource.optionalClaims.accessToken.contains { $0.name.isExactly("xms_cc") }
    }

    /// The version the resource asks for; the endpoint has no say.
    var version: EndpointVersion { resource.requestedAccessTokenVersion == 2 ? .v2 : .v1 }

    /// The optional claim `aud` with `use_guid` makes it the application id in version 1 too.
    var audience: String {
        let isGUID = resource.optionalClaims.accessToken.contains {
            $0.name.isExactly("aud") && $0.additionalProperties.containsExactly("use_guid")
        }
        return version == .v2 || isGUID ? resource.appId : resourceIdentifier
    }

    var isForGraph: Bool { resource.clientID == .microsoftGraph }
}

/// A signed access token and how many seconds it is good for.
struct IssuedAccessToken: Sendable {
    let token: String
    let lifetime: Int64
    /// `expires_in` of the response: what is left of the lifetime.
    let remaining: Int64

    init(token: String, lifetime: Int64, remaining: Int64? = nil) {
        self.token = token
        self.lifetime = lifetime
        self.remaining = remaining ?? lifetime
    }
}

extension TokenMinter {
    /// An access token for a user.
    func accessToken(
        _ request: AccessTokenRequest, for subject: TokenSubject, settings: Settings
    ) throws(EntraError) -> IssuedAccessToken {
        if let userFlow {
            return try userFlowAccessToken(request, for: subject, of: userFlow, settings: settings)
        }
        let lifetime = lifetime(
            in: request.isContinuouslyEvaluated
                ? settings.continuousAccessTokenLifetime : settings.accessTokenLifetime)
        var claims = base(
            audience: request.audience, tenant: subject.tenant, version: request.version, lifetime: lifetime)
        let origin = TokenOrigin(
            authentication: subject.authentication, isAtHighRisk: subject.user.userRiskLevel == .high)
        claims.set("aio", origin.sealed(with: services.keys.sealing))
        addAnswerToChallenge(request, to: &claims)
        claims.set("sub", pairwiseSubject(subject.user, in: subject.tenant, for: request.resource.clientID))
        if !request.scopes.isEmpty { claims.set("scp", request.scopes.joined(separator: " ")) }
        addClient(request, to: &claims)
        claims["cnf"] = request.confirmation
        switch request.version {
        case .v1:
            addV1Profile(subject, of: request.resource, to: &claims)
        case .v2:
            claims.set("oid", subject.user.id.description)
            if request.hasProfile {
                claims.set("name", subject.user.displayName)
                claims.set("preferred_username", subject.user.signInName)
            }
        }
        addIdentityProvider(subject, to: &claims)
        if request.isForGraph { addGraphClaims(request, subject, to: &claims) }
        addRolesAndGroups(
            subject, ordered: request.roles, application: request.resource,
            optional: request.resource.optionalClaims.accessToken,
            isFrontChannel: request.isFrontChannel, to: &claims)
        OptionalClaim.add(
            request.resource.optionalClaims.accessToken,
            OptionalClaim.Context(
                subject: subject, application: request.resource, token: .access, version: request.version,
                minter: self, clientCapabilities: request.clientCapabilities),
            to: &claims)
        try ClaimsMapping.apply(request.resource, client: request.client, user: subject.user, to: &claims)
        return IssuedAccessToken(
            token: try sign(claims, headerForm(request, settings), of: subject.tenant), lifetime: lifetime)
    }

    /// An access token for the client itself (client credentials).
    func applicationToken(
        _ request: AccessTokenRequest, in tenant: Tenant, servicePrincipal: ObjectID, roles: [String],
        settings: Settings
    ) throws(EntraError) -> IssuedAccessToken {
        if let userFlow {
            return try userFlowApplicationToken(
                request, in: tenant, of: userFlow, servicePrincipal: servicePrincipal, roles: roles, settings: settings)
        }
        let lifetime = applicationLifetime(request, settings)
        var claims = base(audience: request.audience, tenant: tenant, version: request.version, lifetime: lifetime)
        addAnswerToChallenge(request, to: &claims)
        claims.set("oid", servicePrincipal.description)
        claims.set("sub", servicePrincipal.description)
        claims.set("roles", roles)
        claims.set("xms_mirid", request.managedIdentity)
        claims["cnf"] = request.confirmation
        addClient(request, to: &claims)
        if request.version == .v1 { claims.set("idp", services.origin.issuerV1(tenant.id.description)) }
        if request.isForGraph {
            claims.set("app_displayname", request.client.displayName)
            claims.set("idtyp", "app")
        }
        OptionalClaim.add(
            request.resource.optionalClaims.accessToken, ofApplicationIn: tenant,
            clientCapabilities: request.clientCapabilities, to: &claims)
        try ClaimsMapping.apply(request.resource, client: request.client, user: nil, to: &claims)
        return IssuedAccessToken(
            token: try sign(claims, headerForm(request, settings), of: tenant), lifetime: lifetime,
            remaining: lifetime - 1)
    }

    /// Seconds an app-only token is good for: 3600, unless a policy of the tenant says otherwise, or it can be revoked meanwhile.
    /// The response says one less, as the service does.
    private func applicationLifetime(_ request: AccessTokenRequest, _ settings: Settings) -> Int64 {
        if let lifetime = request.applicationLifetime { return lifetime }
        if request.isContinuouslyEvaluated { return lifetime(in: settings.continuousAccessTokenLifetime) }
        return settings.accessTokenLifetime == SettingsProperties.usualAccessTokenLifetime
            ? 3_600 : lifetime(in: settings.accessTokenLifetime)
    }

    private func headerForm(_ request: AccessTokenRequest, _ settings: Settings) -> HeaderForm {
        if request.isForGraph, settings.graphTokenSignature == .opaque { return .graph }
        return request.version == .v1 ? .v1 : .v2
    }

    /// What was essential: satisfied contexts, and a time of issue that is late enough where now is.
    private func addAnswerToChallenge(_ request: AccessTokenRequest, to claims: inout ClaimSet) {
        claims.set("acrs", request.authenticationContexts)
        guard let notBefore = request.notBefore, notBefore <= services.now.seconds,
            notBefore > services.now.seconds - TokenMinter.backdating
        else { return }
        claims.set("iat", notBefore)
        claims.set("nbf", notBefore)
    }

    private func addClient(_ request: AccessTokenRequest, to claims: inout ClaimSet) {
        let names = request.version == .v1 ? (id: "appid", method: "appidacr") : (id: "azp", method: "azpacr")
        claims.set(names.id, request.client.appId)
        claims.set(names.method, request.clientAuthentication.rawValue)
    }

    private func addGraphClaims(_ request: AccessTokenRequest, _ subject: TokenSubject, to claims: inout ClaimSet) {
        claims.set("app_displayname", request.client.displayName)
        claims.set("idtyp", "user")
        claims.set("sid", subject.authentication.sessionID.description)
        if !subject.isPersonalAccount { claims.set("wids", subject.user.wellKnownRoleIDs) }
    }
}
