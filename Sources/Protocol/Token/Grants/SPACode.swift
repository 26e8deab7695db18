import Crypto
import Directory
import Entra
import Formats
import Store

/// The `spa_code`: a second code, which an application's server passes to its page. The page then gets its own tokens without
/// another interaction of the user (docs/reference/protocol.md#authorization-code).
enum SPACode {
    /// Returns the code, or nil if the application has no single-page redirect URI or its server did not redeem the first code.
    static func issue(
        from code: AuthorizationCode, to client: ResolvedClient, in tenant: Tenant, services: Services
    ) -> String? {
        guard code.grant.platform == .web, code.grant.endpoint == .v2,
            client.application.redirectURIs.contains(where: { $0.platform == .spa })
        else { return nil }
        var grant = code.grant
        grant.platform = .spa
        let settings = services.settings(tenant: tenant, application: client.application)
        let second = AuthorizationCode(
            id: services.random.guid(), grant: grant, redirectURI: nil, nonce: nil, codeChallenge: nil,
            codeChallengeMethod: nil, claims: code.claims, wantsAuthTime: code.wantsAuthTime,
            isFromTokenEndpoint: true,
            expiresAt: services.now.seconds + Int64(settings.authorizationCodeLifetime))
        return second.sealed(with: services.keys.sealing)
    }
}
