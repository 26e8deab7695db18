import State
import Crypto
import Directory
import Entra
import Wire

/// What an id_token is made of beyond the user (OpenID Connect Core §2; entra-protocol §8.3).
struct IDTokenRequest: Sendable {
    var client: Application
    var endpoint: EndpointVersion
    var scopes: OIDCScopes
    var nonce: String?
    /// Adds `auth_time` (a `max_age` was asked for).
    var wantsAuthTime = false
    /// The code issued beside it (authorize endpoint only): gives `c_hash`.
    var code: String?
    /// The access token issued beside it (authorize endpoint only): gives `at_hash`.
    var accessToken: String?
    /// Issued through the front channel, where fewer groups fit.
    var isFrontChannel = false
}

extension TokenMinter {
    /// Makes and signs an id_token. Its version follows the endpoint, never the resource.
    func idToken(
        _ request: IDTokenRequest, for subject: TokenSubject, settings: Settings
    ) throws(EntraError) -> String {
        let lifetime = subject.isPersonalAccount ? 86_400 : Int64(settings.idTokenLifetime)
        var claims = base(
            audience: request.client.appId, tenant: subject.tenant, version: request.endpoint, lifetime: lifetime)
        claims.set("sub", pairwiseSubject(subject.user, in: subject.tenant, for: request.client.clientID))
        claims.set("nonce", request.nonce)
        if request.wantsAuthTime { claims.set("auth_time", subject.authentication.time) }
        if let code = request.code { claims.set("c_hash", Digest.leftHalfHash(code)) }
        if let token = request.accessToken { claims.set("at_hash", Digest.leftHalfHash(token)) }
        switch request.endpoint {
        case .v1: addV1Profile(subject, of: request.client, to: &claims)
        case .v2: addV2Profile(subject, request.scopes, of: request.client, to: &claims)
        }
        addIdentityProvider(subject, to: &claims)
        claims.set("roles", AppRoleMembership.roles(of: subject.user, in: subject.tenant, for: request.client))
        addGroups(
            subject, application: request.client, optional: request.client.optionalClaims.idToken,
            isFrontChannel: request.isFrontChannel, to: &claims)
        let hasProfile = request.endpoint == .v1 || request.scopes.contains(.profile)
        OptionalClaim.add(
            request.client.optionalClaims.idToken.filter { hasProfile || !OptionalClaim.ofProfile.contains($0.name) },
            OptionalClaim.Context(
                subject: subject, application: request.client, token: .id, version: request.endpoint,
                peerAddress: services.peerAddress, email: email(of: subject, for: request.client),
                isEmailVerified: isEmailVerified(subject)),
            to: &claims)
        if subject.isPersonalAccount {
            // Those that correlate with a tenant's sign-in logs, which personal accounts have none of.
            claims["rh"] = nil
            claims["uti"] = nil
        }
        return try sign(claims, request.endpoint == .v1 ? .v1 : .v2)
    }

    /// v2 gives the profile only to who asked for it (`profile`, `email`).
    private func addV2Profile(
        _ subject: TokenSubject, _ scopes: OIDCScopes, of client: Application, to claims: inout ClaimSet
    ) {
        if scopes.contains(.profile) {
            claims.set("name", subject.user.displayName)
            claims.set("oid", subject.user.id.description)
            claims.set("preferred_username", subject.user.signInName)
        }
        if scopes.contains(.email) || subject.isGuest { claims.set("email", email(of: subject, for: client)) }
    }

    /// `application` is the one that reads the token.
    func addV1Profile(_ subject: TokenSubject, of application: Application, to claims: inout ClaimSet) {
        let user = subject.user
        claims.set("amr", subject.authentication.methods)
        claims.set("family_name", user.surname)
        claims.set("given_name", user.givenName)
        claims.set("ipaddr", services.peerAddress)
        claims.set("name", user.displayName)
        claims.set("oid", user.id.description)
        claims.set("acr", "1")
        let isFromElsewhere = subject.isGuest && user.home.tenantID == .consumers
        claims.set("unique_name", isFromElsewhere ? "live.com#\(user.signInName)" : user.signInName)
        if subject.isGuest {
            claims.set("email", email(of: subject, for: application))
        } else {
            claims.set("upn", user.userPrincipalName)
        }
    }

    /// The mail address as an application may see it: one of many tenants gets none that nobody verified.
    func email(of subject: TokenSubject, for application: Application) -> String? {
        !application.signInAudience.isMultiTenant || isEmailVerified(subject) ? subject.user.mail : nil
    }

    /// Whether the address is of a verified domain of the tenant where the account lives (`xms_edov`). That of a personal
    /// account always is.
    func isEmailVerified(_ subject: TokenSubject) -> Bool {
        let home = subject.user.home.tenantID
        guard home != .consumers, let mail = subject.user.mail?.utf8, let at = mail.lastIndex(of: UInt8(ascii: "@"))
        else { return home == .consumers }
        let domain = String(Substring(mail[mail.index(after: at)...]))
        return services.directory.tenant(home)?.domains.contains { $0.isExactlyIgnoringASCIICase(domain) } ?? false
    }

    /// `idp` names a guest's home; it is absent where it would equal the issuer.
    func addIdentityProvider(_ subject: TokenSubject, to claims: inout ClaimSet) {
        guard subject.isGuest else { return }
        claims.set("idp", services.identityProvider(of: subject.user.home.tenantID))
    }
}
