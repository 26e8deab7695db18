import Crypto
import Directory
import Entra
import Formats
import Store

/// The proofs and tokens of version 2: a proof is one request, and an authorization code later leads to the tokens
/// (docs/reference/wire.md#native-auth-v2).
extension NativeTokens {
    /// Checks a proof as `redeem` does, and returns the reply of the next step.
    static func verify(_ request: NativeRequest, by grant: String) throws(EntraError) -> NativeResponse {
        let (token, account) = try proved(request, by: grant)
        do throws(EntraError) {
            _ = try prepared(token, account, request)
            try token.use(request.services)
        } catch {
            return try interrupted(by: error, token, request)
        }
        let next = token.advanced(to: .signedIn, request.services) { $0.pendingCode = nil }
        return NativeResponse(next.member(request.services))
    }

    /// Returns the authorization code at the end of a flow. Throws `redirect_to_web` if a policy requires more of the user.
    static func code(_ request: NativeRequest) throws(EntraError) -> String {
        let services = request.services
        let (token, account) = try proved(request, by: NativeParameter.continuationToken)
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
