import Directory
import Entra
import Formats
import Store

/// Makes the user meet the tenant's demands on a sign-in, page by page: a new password if the old one has expired, and the
/// requirements of Conditional Access (docs/reference/protocol.md#conditional-access).
struct PolicyStage {
    /// The requested APIs. Messages name the first one.
    let resources: [Application]
    /// Whether an id_token is requested, so that policies about the client itself apply.
    let wantsIDToken: Bool
    let platform: ClientPlatform?
    let claims: ClaimsRequest
    /// Whether the application is enrolled in Intune app protection.
    let isAppProtected: Bool

    /// Returns the page to show, or nil if all requirements are met. `account` then has the results of the pages. Throws failures
    /// that no page can resolve, and all failures if no page may be shown.
    func run(_ signIn: inout SignInStage, _ account: inout SessionAccount) throws(EntraError) -> PageModel? {
        if let page = try expiredPassword(&signIn, &account) { return page }
        guard !account.account.tenant.conditionalAccessPolicies.isEmpty else { return nil }
        // Each iteration meets one requirement. The bound stops a requirement that cannot be met from repeating forever.
        for _ in 0..<16 {
            let situation = situation(of: account, signIn)
            let evaluation = PolicyEvaluation(
                policies: account.account.tenant.conditionalAccessPolicies, situation: situation)
            guard let unmet = evaluation.unmet.first else { return nil }
            if let page = try meet(unmet, situation, &signIn, &account) { return page }
        }
        throw EntraError(.blockedByConditionalAccess)
    }

    /// Returns the decision of the applicable policies on staying signed in, or nil if there is none.
    func persistentBrowser(
        _ signIn: SignInStage, _ account: SessionAccount
    ) -> ConditionalAccessPolicy.PersistentBrowser? {
        let policies = account.account.tenant.conditionalAccessPolicies
        guard !policies.isEmpty else { return nil }
        return PolicyEvaluation(policies: policies, situation: situation(of: account, signIn)).persistentBrowser
    }

    /// Returns the situation that the policies evaluate.
    func situation(of account: SessionAccount, _ signIn: SignInStage) -> PolicyContext {
        let client = signIn.request.application
        return PolicyContext(
            user: account.account.user, tenant: account.account.tenant, client: client, platform: platform,
            targets: Set(resources.map(\.clientID) + (wantsIDToken ? [client.clientID] : [])),
            contexts: claims.authenticationContexts,
            contextsOfIDToken: claims.authenticationContextsOfIDToken, named: claims.policies,
            authentication: account.authentication,
            isAppProtected: isAppProtected, now: signIn.services.now.seconds)
    }

    private func meet(
        _ unmet: UnmetRequirement, _ situation: PolicyContext, _ signIn: inout SignInStage,
        _ account: inout SessionAccount
    ) throws(EntraError) -> PageModel? {
        let failure = PolicyFailure(
            unmet: unmet, situation: situation, resource: resources.first ?? signIn.request.application)
        guard signIn.request.prompt != .none else { throw failure.error(at: .authorize) }
        switch unmet.requirement {
        case .signInFrequency:
            switch try signIn.askAgain(account.account) {
            case .show(let page): return page
            case .signedIn(let found): account = found
            case .cancelled: throw SignInStage.cancelled
            }
            return nil
        case .mfa:
            if account.account.user.mfa == nil, failure.isRiskBased { throw failure.error(at: .authorize) }
            return try MultiFactorStage().run(&signIn, &account)
        case .passwordChange:
            guard !signIn.services.keepsPasswordOnPremises(account.account.user) else {
                throw failure.error(at: .authorize)
            }
            let reason = "Your account may be compromised. Choose a new password to continue."
            return try PasswordChangeStage(reason: reason).run(&signIn, &account)
        case .termsOfUse(let name): return try TermsOfUseStage(name: name).run(&signIn, &account)
        case .block, .compliantDevice, .domainJoinedDevice, .approvedApplication, .compliantApplication:
            throw failure.error(at: .authorize)
        }
    }

    /// Returns the page for an expired password, or nil if the password has not expired. Throws AADSTS50144 if the password is
    /// kept on premises, and 50055 if no page may be shown.
    private func expiredPassword(
        _ signIn: inout SignInStage, _ account: inout SessionAccount
    ) throws(EntraError) -> PageModel? {
        guard signIn.services.homeUser(of: account.account.user).mustChangePassword,
            account.account.user.mustChangePassword
        else { return nil }
        let expired = signIn.services.expiredPassword(of: account.account.user)
        guard signIn.request.prompt != .none, expired != .passwordChangeRequired else { throw EntraError(expired) }
        let reason = "Your password has expired. Choose a new password to continue."
        return try PasswordChangeStage(reason: reason).run(&signIn, &account)
    }
}

extension SignInStage {
    /// Replaces the facts about the sign-in with the facts that the user has added or changed. `isAnew` means that the user has
    /// entered the password again, so that the sign-in gets the current time.
    mutating func renew(
        _ account: inout SessionAccount, user: User? = nil, isAnew: Bool = false, methods: [String] = []
    ) {
        let known = account.authentication
        let authentication = Authentication(
            home: known.home, time: isAnew ? services.now.seconds : known.time,
            methods: known.methods + methods.filter { !known.methods.containsExactly($0) }, sessionID: known.sessionID,
            deviceID: session.device(in: account.account.tenant, services) ?? known.deviceID,
            order: isAnew ? services.store.nextOrder() : known.order)
        session.signIn(authentication, services: services)
        flow.authentication = authentication
        account = sessionAccount(
            Account(user: user ?? account.account.user, tenant: account.account.tenant), authentication)
    }

    /// Asks a signed-in user to authenticate again.
    fileprivate mutating func askAgain(_ account: Account) throws(EntraError) -> Step {
        flow.authentication = nil
        return request.userFlow == nil
            ? passwordPage(account.user.signInName, account, anew: true) : try UserFlowStage.askAgain(&self, account)
    }

    /// Whether the user canceled on a page after the sign-in.
    var isCancelled: Bool { submission.action.isExactly(PageAction.cancel) }

    static let cancelled = EntraError(.consentDeclined, errorSubcode: "cancel")
}
