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
    let requestsIDToken: Bool
    let platform: ClientPlatform?
    let claims: ClaimsRequest
    /// Whether the application is enrolled in Intune app protection.
    let isAppProtected: Bool
    var deviceProof = DeviceProofMethod.none

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
            targets: Set(resources.map(\.clientID) + (requestsIDToken ? [client.clientID] : [])),
            contexts: claims.authenticationContexts,
            contextsOfIDToken: claims.authenticationContextsOfIDToken, named: claims.policies,
            authentication: account.authentication,
            isAppProtected: isAppProtected, deviceProof: deviceProof, address: signIn.services.peerAddress,
            system: signIn.services.clientSystem, now: signIn.services.now.seconds)
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
            switch try signIn.reauthenticate(account.account) {
            case .show(let page): return page
            case .signedIn(let found): account = found
            case .cancelled: throw SignInStage.cancelled
            }
            return nil
        case .mfa, .authenticationStrength:
            let isRisky = account.account.user.multiFactorMethods.isEmpty && failure.isRiskBased
            guard !isRisky, !failure.isBlockedByStrength else { throw failure.error(at: .authorize) }
            return try MultiFactorStage(accepts: failure.accepts).run(&signIn, &account)
        case .passwordChange:
            guard !signIn.services.keepsPasswordOnPremises(account.account.user) else {
                throw failure.error(at: .authorize)
            }
            return try PasswordChangeStage(reason: .passwordRisk).run(&signIn, &account)
        case .termsOfUse(let name): return try TermsOfUseStage(name: name).run(&signIn, &account)
        case .block, .compliantDevice, .domainJoinedDevice, .approvedApplication, .compliantApplication, .customFactor:
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
        return try PasswordChangeStage(reason: .passwordExpired).run(&signIn, &account)
    }
}

extension SignInStage {
    /// Replaces the facts about the sign-in with the facts that the user has added or changed. `isReauthentication` means that the
    /// user has entered the password again, so that the sign-in gets the current time.
    mutating func renew(
        _ account: inout SessionAccount, user: User? = nil, isReauthentication: Bool = false, methods: [String] = []
    ) {
        let known = account.authentication
        let authentication = Authentication(
            home: known.home, time: isReauthentication ? services.now.seconds : known.time,
            methods: known.methods + methods.filter { !known.methods.containsExactly($0) }, sessionID: known.sessionID,
            deviceID: session.device(in: account.account.tenant, services) ?? known.deviceID,
            order: isReauthentication ? services.store.nextOrder() : known.order)
        session.signIn(authentication, services: services)
        flow.authentication = authentication
        account = sessionAccount(
            Account(user: user ?? account.account.user, tenant: account.account.tenant), authentication)
    }

    /// Asks a signed-in user to authenticate again.
    fileprivate mutating func reauthenticate(_ account: Account) throws(EntraError) -> Step {
        flow.authentication = nil
        return request.userFlow == nil
            ? try credentialPage(account.user.signInName, account, isReauthentication: true)
            : try UserFlowStage.reauthenticate(&self, account)
    }

    /// Whether the user canceled on a page after the sign-in.
    var isCancelled: Bool { submission.action.isExactly(PageAction.cancel) }

    static let cancelled = EntraError(.consentDeclined, errorSubcode: "cancel")
}

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
        let requestsIDToken = access.oidc.contains(.openid)
        return PolicyContext(
            user: account.user, tenant: account.tenant, client: client.application, platform: grant.platform,
            targets: Set(
                [access.resource.application.clientID] + (requestsIDToken ? [client.application.clientID] : [])),
            contexts: claims.authenticationContexts,
            contextsOfIDToken: claims.authenticationContextsOfIDToken, named: claims.policies,
            authentication: authentication,
            isAppProtected: request[Parameter.enrollmentID] != nil || wasEvaluatedAtSignIn,
            deviceProof: request.deviceProof, address: services.peerAddress, system: services.clientSystem,
            now: services.now.seconds)
    }

    /// Whether the authorization request was for the same API. App protection was then checked at the sign-in that led to the
    /// code.
    private var wasEvaluatedAtSignIn: Bool {
        evaluatedAtSignIn?.resources.contains { $0.application.clientID == access.resource.application.clientID }
            ?? false
    }
}

/// The error for an unmet requirement of a policy (docs/reference/protocol.md#suberrors, docs/reference/protocol.md#error-catalog,
/// docs/reference/protocol.md#conditional-access, docs/reference/protocol.md#contradictions).
struct PolicyFailure: Sendable {
    /// The endpoint at which the failure occurs.
    enum Endpoint: Sendable {
        case authorize
        case token
    }

    let unmet: UnmetRequirement
    let situation: PolicyContext
    /// The requested API, which messages name.
    let resource: Application

    func error(at endpoint: Endpoint) -> EntraError {
        let code = code(at: endpoint)
        var error = EntraError(
            code,
            [
                .resource: resource.appId, .reason: reason,
                .validFrom: Timestamp(seconds: situation.authentication.time).iso8601, .duration: maximumAge,
            ],
            claims: code == .signInFrequency
                ? nil : ClaimsChallenge.policies(unmet.policies.map(\.id.description)).text)
        if unmet.requirement == .compliantApplication {
            error.claims = nil
            error.displayableID = situation.user.signInName
            error.members = [.init(Parameter.clientInfo, .string(ClientInfo.encoded(for: situation.user.home)))]
        }
        return error
    }

    private func code(at endpoint: Endpoint) -> AADSTS {
        switch unmet.requirement {
        case .block: isRiskyGuest ? .blockedByRisk : .blockedByConditionalAccess
        case .signInFrequency: demandsFreshFactors ? .mfaExpired : staleSignInCode(at: endpoint)
        case .mfa: multiFactorCode(at: endpoint)
        case .authenticationStrength:
            isBlockedByStrength ? .blockedByConditionalAccess : multiFactorCode(at: endpoint)
        case .passwordChange: .passwordChangeRequiredByPolicy
        case .compliantDevice: situation.device == nil ? missingDeviceCode : .deviceNotCompliant
        case .domainJoinedDevice: situation.device == nil ? missingDeviceCode : .deviceNotJoined
        case .approvedApplication: .applicationNotApproved
        case .compliantApplication: .appProtectionRequired
        case .termsOfUse, .customFactor: .externalChallengeRequired
        }
    }

    /// The code for a sign-in that is too old: the session's at the authorization endpoint, and the refresh token's otherwise.
    private func staleSignInCode(at endpoint: Endpoint) -> AADSTS {
        switch endpoint {
        case .authorize: .sessionFrequency
        case .token: .signInFrequency
        }
    }

    /// The code for a request without a usable device. A device that was proved and is unknown or disabled must authenticate again.
    private var missingDeviceCode: AADSTS {
        switch situation.deviceProof {
        case .pkeyAuth: .deviceAuthenticationRequired
        case .deviceCode: .deviceFlowBlocked
        case .none: situation.authentication.deviceID == nil ? .deviceNotManaged : .deviceAuthenticationRequired
        }
    }

    /// Returns the code for a missing second factor. A user without a second factor must register one. Under a risk-based policy
    /// the user may not, because an attacker may have signed in. Telephone numbers for calls count as registered.
    private func multiFactorCode(at endpoint: Endpoint) -> AADSTS {
        guard situation.user.multiFactorMethods.isEmpty else { return .mfaRequired }
        if isRiskBased { return .proofUpBlocked }
        guard situation.user.otherPhones.isEmpty else { return .mfaRequired }
        if case .token = endpoint { return .mfaEnrolmentRequired }
        return .mfaEnrolmentRequiredByPolicy
    }

    /// Whether the policy demands methods that the user cannot use (docs/reference/protocol.md#authentication-strength).
    var isBlockedByStrength: Bool {
        guard case .authenticationStrength(let combinations) = unmet.requirement else { return false }
        return !situation.canReach(combinations)
    }

    /// Whether the requirement is met by the user's method.
    func accepts(_ method: MFAMethod) -> Bool {
        guard case .authenticationStrength(let combinations) = unmet.requirement else { return true }
        return situation.canReach(combinations, by: method)
    }

    var isRiskBased: Bool {
        unmet.policies.contains { !$0.userRiskLevels.isEmpty || !$0.signInRiskLevels.isEmpty }
    }

    private var isRiskyGuest: Bool { isRiskBased && situation.user.isGuest(in: situation.tenant.id) }

    private var demandsFreshFactors: Bool {
        situation.hasMultipleFactors && unmet.policies.contains { $0.builtInControls.contains(.mfa) }
    }

    private var reason: String {
        guard let device = situation.device else { return "" }
        return unmet.requirement == .compliantDevice ? "\(device.displayName) is not compliant" : device.displayName
    }

    /// The shortest of the sign-in frequencies that are not met, in seconds, as the service reports it.
    private var maximumAge: String {
        unmet.policies.compactMap(\.signInFrequency?.maximumAge).min().map(String.init) ?? ""
    }
}
