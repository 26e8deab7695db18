import Crypto
import Directory
import Entra
import Formats
import Store

/// The input of an access token, except the subject (docs/reference/protocol.md#resource-parameter,
/// docs/reference/protocol.md#token-claims).
struct AccessTokenRequest: Sendable {
    var client: Application
    var clientAuthentication: ClientAuthenticationMethod
    var resource: Application
    /// The resource as the client named it, which is the audience of a v1 token.
    var resourceIdentifier: String
    /// The resource as the client named it in this request, whatever the version of the resource's tokens, or nil if only
    /// `resourceIdentifier` is known. Only the on-premises service uses it.
    var requestedResource: String?
    /// The bare permission names of the `scp` claim.
    var scopes: [String]
    /// The roles that replace the assigned roles of the user, or nil to use the assigned roles.
    var roles: [String]?
    /// Whether the client requested `profile`. Only then does a version 2 token name the user.
    var hasProfile = false
    /// The capabilities that the client declared (`xms_cc`), in upper case.
    var clientCapabilities: [String] = []
    /// The authentication contexts that the sign-in satisfies (`acrs`).
    var authenticationContexts: [String] = []
    /// The earliest time of issue that a claims challenge demands, in seconds since 1970 UTC.
    var notBefore: Int64?
    var isFrontChannel = false
    /// The nonce of the authorization request, which only tokens of B2C policies contain.
    var nonce: String?
    /// The `cnf` claim, which names the key that the holder must prove to have.
    var confirmation: JSONValue?
    /// The lifetime of an app-only token, in seconds, or nil to use the settings.
    var applicationLifetime: Int64?
    /// The Azure resource ID of a managed identity (`xms_mirid`).
    var managedIdentity: String?
    /// The Azure resource ID of the host that uses a user-assigned managed identity (`xms_az_rid`).
    var azureHost: String?

    /// Whether continuous access evaluation can revoke the token, so that the token may live long. Both client and API must
    /// support continuous access evaluation.
    var isContinuouslyEvaluated: Bool {
        clientCapabilities.contains { $0.isExactly("CP1") }
            && resource.optionalClaims.accessToken.contains { $0.name.isExactly("xms_cc") }
    }

    /// The token version that the resource requests. The version of the endpoint has no influence.
    var version: EndpointVersion { resource.requestedAccessTokenVersion == 2 ? .v2 : .v1 }

    /// The `aud` claim. The optional claim `aud` with `use_guid` selects the application ID in version 1 too.
    var audience: String {
        let isGUID = resource.optionalClaims.accessToken.contains {
            $0.name.isExactly("aud") && $0.additionalProperties.containsExactly("use_guid")
        }
        return version == .v2 || isGUID ? resource.appId : resourceIdentifier
    }

    var isForGraph: Bool { resource.clientID == .microsoftGraph }
}

/// A signed access token with its lifetime, in seconds.
struct IssuedAccessToken: Sendable {
    let token: String
    let lifetime: Int64
    /// The `expires_in` of the response, which is the rest of the lifetime, in seconds.
    let remaining: Int64

    init(token: String, lifetime: Int64, remaining: Int64? = nil) {
        self.token = token
        self.lifetime = lifetime
        self.remaining = remaining ?? lifetime
    }
}

extension TokenMinter {
    /// Returns a signed access token for a user.
    func accessToken(
        _ request: AccessTokenRequest, for subject: TokenSubject, settings: Settings
    ) throws(EntraError) -> IssuedAccessToken {
        if let userFlow {
            return try userFlowAccessToken(request, for: subject, of: userFlow, settings: settings)
        }
        if services.isOnPremises { return try onPremisesAccessToken(request, for: subject, settings: settings) }
        let lifetime = lifetime(of: request, in: subject.tenant, settings, isFixed: subject.isPersonalAccount)
        var claims = base(
            audience: request.audience, tenant: subject.tenant, version: request.version, lifetime: lifetime)
        let origin = TokenOrigin(
            authentication: subject.authentication, isAtHighRisk: subject.user.userRiskLevel == .high)
        claims.set("aio", origin.sealed(with: services.keys.sealing))
        addChallengeClaims(request, to: &claims)
        claims.set("sub", pairwiseSubject(subject.user, in: subject.tenant, for: request.resource.clientID))
        claims.set("sid", subject.authentication.sessionID.description)
        addOpaqueFacts(to: &claims)
        if !request.scopes.isEmpty { claims.set("scp", request.scopes.joined(separator: " ")) }
        addClient(request, to: &claims)
        claims["cnf"] = request.confirmation
        switch request.version {
        case .v1:
            addV1Profile(subject, of: request.resource, to: &claims)
            claims.set("acr", "1")
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
        try ClaimsMapping(
            application: request.resource, client: request.client, user: subject.user, tenant: subject.tenant
        ).apply(to: &claims)
        let form = headerForm(request, settings)
        let token = try sign(claims, form, of: subject.tenant)
        guard form == .graph, subject.isPersonalAccount else {
            return IssuedAccessToken(token: token, lifetime: lifetime)
        }
        return IssuedAccessToken(
            token: OpaqueAccessToken(jwt: token).sealed(with: services.keys.sealing), lifetime: lifetime)
    }

    /// Returns a signed access token for the client itself (client credentials).
    func applicationToken(
        _ request: AccessTokenRequest, in tenant: Tenant, servicePrincipal: ObjectID, roles: [String],
        settings: Settings
    ) throws(EntraError) -> IssuedAccessToken {
        if let userFlow {
            return try userFlowApplicationToken(
                request, in: tenant, of: userFlow, servicePrincipal: servicePrincipal, roles: roles, settings: settings)
        }
        if services.isOnPremises {
            return try onPremisesApplicationToken(request, in: tenant, roles: roles, settings: settings)
        }
        let lifetime = request.applicationLifetime ?? lifetime(of: request, in: tenant, settings, isFixed: true)
        var claims = base(audience: request.audience, tenant: tenant, version: request.version, lifetime: lifetime)
        addChallengeClaims(request, to: &claims)
        claims.set("oid", servicePrincipal.description)
        claims.set("sub", servicePrincipal.description)
        claims.set("roles", roles)
        claims.set("xms_az_rid", request.azureHost)
        claims.set("xms_mirid", request.managedIdentity)
        claims["cnf"] = request.confirmation
        addClient(request, to: &claims)
        addOpaqueFacts(to: &claims)
        if !request.resource.groupMembershipClaims.isEmpty {
            addGroups(
                of: GroupClaimHolder(servicePrincipal: servicePrincipal, in: tenant), application: request.resource,
                optional: request.resource.optionalClaims.accessToken, isFrontChannel: false, to: &claims)
        }
        if request.clientAuthentication == .federated, request.resource.clientID == .tokenExchange {
            claims.set(ClientAssertion.federatedOrigin, "CAAQABgAIAAoAjAA")
        }
        if request.version == .v1 { claims.set("idp", services.origin.issuerV1(tenant.id.description)) }
        addServiceClaims(request, in: tenant, to: &claims)
        OptionalClaim.add(
            request.resource.optionalClaims.accessToken, ofApplicationIn: tenant,
            clientCapabilities: request.clientCapabilities, to: &claims)
        try ClaimsMapping(application: request.resource, client: request.client, user: nil, tenant: tenant)
            .apply(to: &claims)
        return IssuedAccessToken(
            token: try sign(claims, headerForm(request, settings), of: tenant), lifetime: lifetime,
            remaining: lifetime - 1)
    }

    /// Returns the lifetime of an access token, in seconds. It is longer if continuous access evaluation can revoke the token. A
    /// fixed lifetime is 3600 seconds, unless a policy or the settings change the lifetime of access tokens
    /// (docs/reference/protocol.md#token-times, docs/reference/protocol.md#token-lifetime-policy).
    private func lifetime(
        of request: AccessTokenRequest, in tenant: Tenant, _ settings: Settings, isFixed: Bool
    ) -> Int64 {
        if request.isContinuouslyEvaluated { return lifetime(in: settings.continuousAccessTokenLifetime) }
        if let lifetime = services.directory.tokenLifetime(of: request.resource, in: tenant) { return lifetime }
        return isFixed ? fixedLifetime(settings) : lifetime(in: settings.accessTokenLifetime)
    }

    /// Returns 3600 seconds, or the configured lifetime of access tokens.
    func fixedLifetime(_ settings: Settings) -> Int64 {
        settings.accessTokenLifetime == SettingsProperties.usualAccessTokenLifetime
            ? 3_600 : lifetime(in: settings.accessTokenLifetime)
    }

    private func headerForm(_ request: AccessTokenRequest, _ settings: Settings) -> HeaderForm {
        if request.isForGraph, settings.graphTokenSignature == .opaque { return .graph }
        return request.version == .v1 ? .v1 : .v2
    }

    /// Adds the claims that a claims challenge requires: the satisfied contexts, and a time of issue that is late enough. A
    /// demanded time between the backdated time of issue and now becomes the time of issue.
    private func addChallengeClaims(_ request: AccessTokenRequest, to claims: inout ClaimSet) {
        claims.set("acrs", request.authenticationContexts)
        guard let notBefore = request.notBefore, notBefore <= services.now.seconds,
            notBefore > services.now.seconds - TokenMinter.backdating
        else { return }
        claims.set("iat", notBefore)
        claims.set("nbf", notBefore)
    }

    /// Adds `xms_ftd`, which every access token of the service has and whose content only the service knows
    /// (docs/reference/protocol.md#claim-xms-ftd).
    private func addOpaqueFacts(to claims: inout ClaimSet) {
        claims.set("xms_ftd", Base64.url(services.random.bytes(48)))
    }

    private func addClient(_ request: AccessTokenRequest, to claims: inout ClaimSet) {
        let names = request.version == .v1 ? (id: "appid", method: "appidacr") : (id: "azp", method: "azpacr")
        claims.set(names.id, request.client.appId)
        claims.set(names.method, request.clientAuthentication.claim)
    }
}

/// SAML assertions that the service itself issues, for APIs that accept no other token (docs/reference/protocol.md#on-behalf-of,
/// `requested_token_type`).
extension TokenMinter {
    /// Returns an assertion about a user for a resource, in base64url, with its lifetime in seconds. `audience` is the name that
    /// the resource uses for itself. The tenant's token signing key signs the assertion. Throws AADSTS50000 if OpenSSL fails.
    func samlToken(
        _ version: SAMLAssertion.Version, for subject: TokenSubject, audience: String, resource: Application,
        client: Application, settings: Settings
    ) throws(EntraError) -> IssuedAccessToken {
        let lifetime =
            services.directory.tokenLifetime(of: resource, in: subject.tenant) ?? Int64(settings.idTokenLifetime)
        let fault = services.tokenFault?.kind(for: .access)
        let (notBefore, notOnOrAfter) = validity(lifetime, fault)
        var assertion = SAMLAssertion(
            version: version, id: "_\(services.random.guid())",
            issuer: fault?.value(of: "iss") ?? issuer(of: subject.tenant, .v1),
            issueInstant: services.now, notBefore: notBefore, notOnOrAfter: notOnOrAfter,
            audiences: [fault?.value(of: "aud") ?? audience],
            nameIdentifier: pairwiseSubject(subject.user, in: subject.tenant, for: resource.clientID),
            nameFormat: SAMLAssertion.persistentName, authenticationMethod: version.password,
            authenticationInstant: Timestamp(seconds: subject.authentication.time))
        assertion.attributes = ClaimsMapping(
            application: resource, client: client, user: subject.user, tenant: subject.tenant
        ).applied(to: samlClaims(subject) + samlMemberships(subject, in: resource))
        // The first reply URL of the API without a wildcard (docs/reference/protocol.md#obo-saml-recipient).
        assertion.recipient = resource.redirectURIs.map(\.uri.string).first { !$0.utf8.contains(UInt8(ascii: "*")) }
        let key = try signingKey(fault, of: subject.tenant)
        do {
            let made = try assertion.signed(by: key).canonical
            return IssuedAccessToken(
                token: Base64.url(fault?.applied(toAssertion: made) ?? made), lifetime: lifetime)
        } catch {
            throw EntraError(.serviceFailure, detail: error.reason)
        }
    }

    private func samlClaims(_ subject: TokenSubject) -> [SAMLAssertion.Attribute] {
        let microsoft = "http://schemas.microsoft.com/identity/claims"
        let soap = "http://schemas.xmlsoap.org/ws/2005/05/identity/claims"
        let user = subject.user
        let claims: [(type: String, value: String?)] = [
            ("\(microsoft)/tenantid", subject.tenant.id.description),
            ("\(microsoft)/objectidentifier", user.id.description),
            ("\(microsoft)/displayname", user.displayName),
            ("\(microsoft)/identityprovider", services.identityProvider(of: user.home.tenantID)),
            ("\(soap)/givenname", user.givenName), ("\(soap)/surname", user.surname),
            ("\(soap)/emailaddress", user.mail), ("\(soap)/name", user.signInName),
        ]
        return claims.compactMap { claim in claim.value.map { SAMLAssertion.Attribute(claim.type, [$0]) } }
    }

    /// Returns the roles, the groups and the directory roles that the resource requests
    /// (docs/reference/protocol.md#obo-saml-groups).
    private func samlMemberships(_ subject: TokenSubject, in resource: Application) -> [SAMLAssertion.Attribute] {
        let microsoft = "http://schemas.microsoft.com/ws/2008/06/identity/claims"
        let holder = GroupClaimHolder(subject)
        var roles = AppRoleMembership.roles(of: subject.user, in: subject.tenant, for: resource)
        var attributes: [SAMLAssertion.Attribute] = []
        if let claim = groupClaim(
            of: holder, resource, resource.optionalClaims.saml2Token, upTo: TokenMinter.maximumAssertionGroups)
        {
            let isRoles = claim.name.isExactly("roles")
            if isRoles { roles = claim.values ?? [] }
            if claim.values == nil {
                attributes.append(
                    .init("http://schemas.microsoft.com/claims/groups.link", [groupsEndpoint(of: holder)]))
            } else if !isRoles {
                attributes.append(.init("\(microsoft)/groups", claim.values ?? []))
            }
        }
        attributes.append(.init("\(microsoft)/role", roles))
        if resource.groupMembershipClaims.contains(.directoryRole) {
            attributes.append(.init("\(microsoft)/wids", subject.wellKnownRoleIDs))
        }
        return attributes.filter { !$0.values.isEmpty }
    }
}

extension TokenMinter {
    /// The lifetime of a certificate, in seconds.
    private static let sshCertificateLifetime: Int64 = 3_600

    /// Returns an OpenSSH certificate for the user's key, in base64. One key signs the certificates of all tenants, so that
    /// machines trust a single key (`ssh-ca.pub`). The only principal is the user's sign-in name. Throws AADSTS50000 if OpenSSL
    /// fails.
    func sshCertificate(
        _ request: TokenBinding.SSHKey, for subject: TokenSubject
    ) throws(EntraError) -> IssuedAccessToken {
        let lifetime = TokenMinter.sshCertificateLifetime
        let fault = services.tokenFault?.kind(for: .access)
        let (validAfter, validBefore) = validity(lifetime, fault)
        let certificate = SSHCertificate(
            key: request.key, keyID: request.keyID, principals: [subject.user.signInName], validAfter: validAfter,
            validBefore: validBefore)
        let key = try signingKey(fault, of: nil)
        do {
            let made = try certificate.signed(by: key, random: services.random)
            let bytes = fault?.applied(toCertificate: made) ?? made
            return IssuedAccessToken(token: Base64.standard(bytes), lifetime: lifetime, remaining: lifetime - 1)
        } catch {
            throw EntraError(.serviceFailure)
        }
    }
}
