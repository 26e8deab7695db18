import Crypto
import Directory
import Entra
import State
import Wire

/// In version 2 a proof is one request, and the tokens come later, by an authorization code
/// (docs/reference/wire.md#native-auth-v2).
extension NativeTokens {
    /// Takes a proof as `redeem` does.
    static func verify(_ request: NativeRequest, by grant: String) throws(EntraError) -> NativeReply {
        let (token, account) = try proved(request, by: grant)
        do throws(EntraError) {
            _ = try prepared(token, account, request)
            try token.use(request.services)
        } catch {
            return try interrupted(by: error, token, request)
        }
        let next = token.advanced(to: .signedIn, request.services) { $0.pendingCode = nil }
        return NativeReply(next.member(request.services))
    }

    /// The authorization code at the end of a journey. Throws with `redirect_to_web` where a policy wants more of
    /// the user.
    static func code(_ request: NativeRequest) throws(EntraError) -> String {
        let services = request.services
        let (token, account) = try proved(request, by: NativeParameter.continuationToken)
        var grant: IssuedGrant
        do throws(EntraError) {
            grant = try prepared(token, account, request).tokens.grant
        } catch {
            guard Interruption(error) != nil else { throw error }
            var refusal = error
            refusal.error = .redirectToWeb
            refusal.suberror = nil
            refusal.claims = nil
            throw refusal
        }
        try token.use(services)
        grant.scope = token.interaction?.scope
        let settings = services.settings(tenant: request.tenant, application: request.client.application)
        let code = AuthorizationCode(
            id: services.random.guid(), grant: grant, redirectURI: nil, nonce: nil, codeChallenge: nil,
            codeChallengeMethod: nil, claims: token.interaction?.claims, wantsAuthTime: false,
            expiresAt: services.now.seconds + Int64(settings.authorizationCodeLifetime))
        return code.sealed(with: services.keys.sealing)
    }
}
