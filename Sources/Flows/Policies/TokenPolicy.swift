import Directory
import Entra
import State
import Wire

/// Conditional Access where tokens are asked for without a page (entra-protocol §10).
extension UserTokenIssue {
    /// Throws the failure of the first requirement that is not met, with the claims that an authorization request must carry
    /// to have the user meet it.
    func checkPolicies(_ claims: ClaimsRequest) throws(EntraError) {
        let policies = account.tenant.conditionalAccessPolicies
        guard !policies.isEmpty else { return }
        let situation = situation(claims)
        guard let unmet = PolicyEvaluation(policies: policies, situation: situation).unmet.first else { return }
        throw PolicyFailure(unmet: unmet, situation: situation, resource: access.resource.application).error(
            at: .token(request.endpoint))
    }

    /// The `acrs` of an access token: only where the API's manifest or the client asks for it.
    func authenticationContexts(of resource: Application, _ claims: ClaimsRequest) -> [String] {
        guard !account.tenant.authenticationContexts.isEmpty,
            !claims.authenticationContexts.isEmpty
                || resource.optionalClaims.accessToken.contains(where: { $0.name.isExactly("acrs") })
        else { return [] }
        return PolicyEvaluation.satisfiedContexts(situation(claims))
    }

    private func situation(_ claims: ClaimsRequest) -> PolicySituation {
        let wantsIDToken = access.oidc.contains(.openid)
        return PolicySituation(
            user: account.user, tenant: account.tenant, client: client.application, platform: grant.platform,
            targets: Set([access.resource.application.clientID] + (wantsIDToken ? [client.application.clientID] : [])),
            contexts: claims.authenticationContexts, named: claims.policies, authentication: grant.authentication,
            // A code comes from a sign-in whose enrollment was checked just before.
            isAppProtected: request[Parameter.enrollmentID] != nil || request[Parameter.code] != nil,
            now: services.now.seconds)
    }
}
