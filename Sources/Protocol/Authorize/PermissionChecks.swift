import Directory
import Entra
import Formats
import Store

/// The checks of what the signed-in user may do: admission, Conditional Access and consent.
enum PermissionChecks {
    /// Throws the errors of `Account.checkAdmission` for each requested API.
    static func admission(_ request: inout InteractiveRequest) throws(EntraError) {
        let account = try request.account.account
        for resource in try request.permissions.access.resources {
            try account.checkAdmission(to: resource.application)
        }
    }

    /// Makes the user meet the policies of the tenant, page by page.
    static func policies(_ request: inout InteractiveRequest) throws(EntraError) -> AuthorizeOutcome.Response? {
        let policies = try request.policyStage()
        request.found.policies = policies
        var account = try request.account
        let page = try request.withSignIn { (signIn) throws(EntraError) in try policies.run(&signIn, &account) }
        request.found.account = account
        return page.map { .show($0) }
    }

    /// Asks whether the user stays signed in.
    static func staySignedIn(_ request: inout InteractiveRequest) throws(EntraError) -> AuthorizeOutcome.Response? {
        let account = try request.account
        let policy = try request.policies.persistentBrowser(try request.signIn, account)
        let page = try request.withSignIn { (signIn) throws(EntraError) in
            KeepMeSignedInPrompt.run(&signIn, account, policy: policy)
        }
        return page.map { .show($0) }
    }

    /// Asks for the permissions that are not granted yet.
    static func consent(_ request: inout InteractiveRequest) throws(EntraError) -> AuthorizeOutcome.Response? {
        let signIn = try request.signIn
        return try request.consentStage.run(form: signIn.form()).map { .show($0) }
    }

    /// Throws AADSTS65001 if an administrator has granted none of the permissions. Users of a policy are never asked.
    static func granted(_ request: inout InteractiveRequest) throws(EntraError) {
        let permissions = try request.permissions
        _ = try GrantedAccess.issue(
            permissions.access, to: try request.client.application, for: try request.account.account.user.id,
            on: permissions.resolver.grants, missing: .omitted, at: request.received.endpoint)
    }
}

extension InteractiveRequest {
    /// Returns the policies of the sign-in, for the APIs that the endpoint gives access to.
    fileprivate func policyStage() throws(EntraError) -> PolicyStage {
        switch endpoint {
        case .authorizeV1, .authorizeV2, .authorizeB2C:
            let access = try permissions.access
            return PolicyStage(
                resources: access.resources.map(\.application), requestsIDToken: access.oidc.contains(.openid),
                platform: try redirectTarget.platform, claims: parameters.claims,
                isAppProtected: received[Parameter.enrollmentID] != nil,
                deviceProof: visit.device == nil ? .none : .pkeyAuth)
        case .deviceLogin: return try DeviceLogin.policies(of: self)
        case .adminConsentV1, .adminConsentV2:
            return PolicyStage(
                resources: [], requestsIDToken: true, platform: nil, claims: .none, isAppProtected: false)
        }
    }

    var consentStage: ConsentStage {
        get throws(EntraError) {
            let permissions = try permissions
            return ConsentStage(try signIn, try account, permissions.access, permissions.resolver)
        }
    }
}
