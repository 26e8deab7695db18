import Directory
import Entra
import Formats
import Store

/// Conditional Access for token requests, which show no page (docs/reference/protocol.md#conditional-access).
extension UserTokenIssue {
    /// Checks the Conditional Access policies of the tenant. Throws the error of the first requirement that is not met. The error
    /// has the claims that an authorization request must carry to let the user meet the requirement.
    func checkPolicies(_ claims: ClaimsRequest) throws(EntraError) {
        let policies = account.tenant.conditionalAccessPolicies
        guard !policies.isEmpty else { return }
        let situation = situation(claims)
        guard let unmet = PolicyEvaluation(policies: policies, situation: situation).unmet.first else { return }
        throw PolicyFailure(unmet: unmet, situation: situation, resource: access.resource.application).error(
            at: .token)
    }

    /// Returns the `acrs` of an access token for an API.
    func authenticationContexts(of resource: Application, _ claims: ClaimsRequest) -> [String] {
        guard !account.tenant.authenticationContexts.isEmpty else { return [] }
        return situation(claims).authenticationContexts(of: resource)
    }

    /// Returns the `acrs` of an id_token.
    func authenticationContextsOfIDToken(_ claims: ClaimsRequest) -> [String] {
        guard !account.tenant.authenticationContexts.isEmpty else { return [] }
        return situation(claims).authenticationContextsOfIDToken
    }

    private func situation(_ claims: ClaimsRequest) -> PolicyContext {
        let wantsIDToken = access.oidc.contains(.openid)
        return PolicyContext(
            user: account.user, tenant: account.tenant, client: client.application, platform: grant.platform,
            targets: Set([access.resource.application.clientID] + (wantsIDToken ? [client.application.clientID] : [])),
            contexts: claims.authenticationContexts,
            contextsOfIDToken: claims.authenticationContextsOfIDToken, named: claims.policies,
            authentication: authentication,
            isAppProtected: request[Parameter.enrollmentID] != nil || wasJudgedAtSignIn, now: services.now.seconds)
    }

    /// Whether the authorization request asked for the same API. App protection was then checked at the sign-in that led to the
    /// code.
    private var wasJudgedAtSignIn: Bool {
        judgedAtSignIn?.resources.contains { $0.application.clientID == access.resource.application.clientID } ?? false
    }
}
