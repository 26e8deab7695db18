import Crypto
import Directory
import Entra
import Formats
import Store

/// The tokens of the on-premises service, with the claims of Active Directory Federation Services
/// (docs/reference/protocol.md#adfs-tokens). A relying party also gets the claims that its issuance rules name: optional claims,
/// mapped claims, roles and groups of its registration.
extension TokenMinter {
    func onPremisesIDToken(
        _ request: IDTokenRequest, for subject: TokenSubject, settings: Settings
    ) throws(EntraError) -> String {
        var claims = onPremisesBase(
            audience: request.client.appId, issuer: services.origin.issuerADFS, client: request.client,
            lifetime: Int64(settings.idTokenLifetime))
        claims.set("sub", pairwiseSubject(subject.user, in: subject.tenant, for: request.client.clientID))
        claims.set("auth_time", subject.authentication.time)
        claims.set("nonce", request.nonce)
        claims.set("scp", OnPremisesAudience.signInScope)
        claims.set("sid", subject.user.securityIdentifier)
        if let code = request.code { claims.set("c_hash", Digest.leftHalfHash(code)) }
        if let token = request.accessToken { claims.set("at_hash", Digest.leftHalfHash(token)) }
        addOnPremisesNames(subject.user, to: &claims)
        try addIssuanceRules(
            request.client, request.client.optionalClaims.idToken, .id, client: request.client, subject,
            roles: request.roles, isFrontChannel: request.isFrontChannel, to: &claims)
        return try sign(claims, .v1, of: subject.tenant, as: .id)
    }

    func onPremisesAccessToken(
        _ request: AccessTokenRequest, for subject: TokenSubject, settings: Settings
    ) throws(EntraError) -> IssuedAccessToken {
        let lifetime = fixedLifetime(settings)
        var claims = onPremisesBase(
            audience: request.onPremisesAudience, issuer: services.origin.accessTokenIssuerADFS,
            client: request.client, lifetime: lifetime)
        let origin = TokenOrigin(
            authentication: subject.authentication, isAtHighRisk: subject.user.userRiskLevel == .high)
        claims.set("jti", origin.sealed(with: services.keys.sealing))
        claims.set("sub", pairwiseSubject(subject.user, in: subject.tenant, for: request.resource.clientID))
        claims.set("auth_time", Timestamp(seconds: subject.authentication.time).millisecondText)
        if !request.scopes.isEmpty { claims.set("scp", request.scopes.joined(separator: " ")) }
        claims["cnf"] = request.confirmation
        if !request.isForGraph {
            addOnPremisesNames(subject.user, to: &claims)
            claims.set("given_name", subject.user.givenName)
            claims.set("family_name", subject.user.surname)
            claims.set("email", subject.user.mail)
        }
        try addIssuanceRules(
            request.resource, request.resource.optionalClaims.accessToken, .access, client: request.client, subject,
            roles: request.roles, isFrontChannel: request.isFrontChannel, to: &claims)
        return IssuedAccessToken(token: try sign(claims, .v1, of: subject.tenant), lifetime: lifetime)
    }

    /// Returns an access token for the client itself.
    func onPremisesApplicationToken(
        _ request: AccessTokenRequest, in tenant: Tenant, roles: [String], settings: Settings
    ) throws(EntraError) -> IssuedAccessToken {
        let lifetime = fixedLifetime(settings)
        var claims = onPremisesBase(
            audience: request.onPremisesAudience, issuer: services.origin.accessTokenIssuerADFS,
            client: request.client, lifetime: lifetime)
        claims.set("jti", services.random.guid().description)
        claims.set("roles", roles)
        claims["cnf"] = request.confirmation
        try ClaimsMapping(application: request.resource, client: request.client, user: nil, tenant: tenant)
            .apply(to: &claims)
        return IssuedAccessToken(token: try sign(claims, .v1, of: tenant), lifetime: lifetime)
    }

    private func onPremisesBase(
        audience: String, issuer: String, client: Application, lifetime: Int64
    ) -> ClaimSet {
        var claims = ClaimSet()
        claims.set("aud", audience)
        claims.set("iss", issuer)
        claims.set("iat", services.now.seconds)
        claims.set("nbf", services.now.seconds)
        claims.set("exp", services.now.seconds + lifetime)
        let isConfidential = !client.passwordCredentials.isEmpty || !client.keyCredentials.isEmpty
        claims.set("apptype", isConfidential ? "Confidential" : "Public")
        claims.set("appid", client.appId)
        claims.set("authmethod", "urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport")
        claims.set("ver", "1.0")
        return claims
    }

    private func addOnPremisesNames(_ user: User, to claims: inout ClaimSet) {
        claims.set("upn", user.userPrincipalName)
        claims.set("unique_name", user.downLevelLogonName)
    }

    private func addIssuanceRules(
        _ recipient: Application, _ optional: [OptionalClaims.Claim], _ token: OptionalClaim.TokenKind,
        client: Application,
        _ subject: TokenSubject, roles: [String]?, isFrontChannel: Bool, to claims: inout ClaimSet
    ) throws(EntraError) {
        addRolesAndGroups(
            subject, ordered: roles, application: recipient, optional: optional, isFrontChannel: isFrontChannel,
            to: &claims)
        OptionalClaim.add(
            optional,
            OptionalClaim.Context(subject: subject, application: recipient, token: token, version: .v1, minter: self),
            to: &claims)
        try ClaimsMapping(application: recipient, client: client, user: subject.user, tenant: subject.tenant)
            .apply(to: &claims)
    }
}

/// The audiences of access tokens of the on-premises service.
enum OnPremisesAudience {
    /// The prefix of an identifier that is not a URI.
    static let prefix = "microsoft:identityserver:"
    /// The audience of a token for the userinfo endpoint, which a request without an API gets.
    static let userInfo = "urn:microsoft:userinfo"
    /// The scope of such a token.
    static let signInScope = "openid"

    /// Returns the `aud` of a relying party: the identifier if the identifier is a URI, or else the identifier with the prefix.
    static func of(_ identifier: String) -> String {
        identifier.utf8.contains(UInt8(ascii: ":")) ? identifier : prefix + identifier
    }

    /// Returns the identifier that an `aud` contains.
    static func identifier(in audience: String) -> String { audience.dropping(prefix: prefix) ?? audience }
}

extension AccessTokenRequest {
    fileprivate var onPremisesAudience: String {
        isForGraph ? OnPremisesAudience.userInfo : OnPremisesAudience.of(requestedResource ?? resourceIdentifier)
    }
}

extension User {
    /// The name in the form `DOMAIN\user`, with the first label of the domain as the name of the Windows domain.
    fileprivate var downLevelLogonName: String {
        let name = self.userPrincipalName
        let parts = name.pieces(separatedBy: "@", keepingEmpty: true)
        guard parts.count == 2, let label = parts[1].pieces(separatedBy: ".").first else { return name }
        return "\(label.asciiUppercased)\\\(parts[0])"
    }

    /// The Windows security identifier: the configured one, or one that is derived from the object ID.
    fileprivate var securityIdentifier: String {
        if let configured = self.onPremisesSecurityIdentifier { return configured }
        let numbers = stride(from: 0, to: 16, by: 4).map { start in
            self.id.bytes[start..<start + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        }
        return "S-1-5-21-" + numbers.map(String.init).joined(separator: "-")
    }
}

extension Timestamp {
    /// The time with milliseconds, such as `2026-01-31T12:34:56.000Z`.
    fileprivate var millisecondText: String { (iso8601.dropping(suffix: "Z") ?? iso8601) + ".000Z" }
}
