import Crypto
import Directory
import Entra
import Formats
import Store

/// Determines the user of a sign-in by the session, by a page's form, or by credentials in the request itself.
struct SignInStage {
    let request: SignInRequest
    let submission: PageSubmission
    let services: Services
    var session: BrowserSession
    /// The verified state that the page sent back, or a new state for the first request. Responses carry `boundFlow`.
    var flow: FlowToken

    enum Step {
        case show(PageModel)
        /// The user canceled the sign-in. The error goes to the application.
        case cancelled
        case signedIn(SessionAccount)
    }

    /// Opens the state of the page. Throws AADSTS165000 if the state is missing or forged, or belongs to another browser or to
    /// another request. Throws AADSTS50089 if the page was open too long or has become obsolete.
    init(
        _ request: SignInRequest, _ submission: PageSubmission, session: BrowserSession, services: Services
    ) throws(EntraError) {
        self.request = request
        self.submission = submission
        self.session = session
        self.services = services
        if let text = submission.flowToken {
            flow = try FlowToken(
                opening: text, of: request.digest, in: session, client: request.client, services: services)
        } else {
            guard submission.isEmpty || submission.username != nil || submission.isLink else {
                throw EntraError(.stateCookieMissing)
            }
            flow = FlowToken(
                browserID: session.browserID, requestDigest: [], issuedAt: services.now.seconds,
                order: services.store.nextOrder())
        }
    }

    mutating func run() throws(EntraError) -> Step {
        // Page fields have no effect if pages are forbidden.
        guard request.prompt != .none else { return try decide() }
        switch submission.action {
        case PageAction.cancel where submission.consent == nil && flow.authentication == nil: return .cancelled
        case PageAction.back, PageAction.other: return usernamePage(submission.username ?? flow.username ?? "")
        case PageAction.workAccount, PageAction.personalAccount: return try chooseKind()
        case PageAction.usePassword: return leavePhone()
        default: break
        }
        if let username = submission.username { return try identify(username) }
        if let password = submission.password, let username = flow.username {
            return try verify(password, of: username)
        }
        if let name = submission.account { return try choose(name) }
        if let step = try awaitPhone() { return step }
        if let authentication = flow.authentication, let account = sessionAccount(authentication) {
            return .signedIn(account)
        }
        return try decide()
    }

    /// The session's accounts that may sign in to this client at this authority.
    var accounts: [SessionAccount] { session.cookie.accounts.compactMap { sessionAccount($0) } }

    /// Returns the account of a sign-in, or nil if the account cannot be used here or its sign-in is revoked.
    private func sessionAccount(_ authentication: Authentication) -> SessionAccount? {
        guard let account = AccountLookup.find(authentication.home, client: request.client, in: services.directory),
            services.knows(account.user), services.revocation(of: authentication, in: account.tenant.id) == nil
        else { return nil }
        return sessionAccount(account, authentication)
    }

    /// Returns the account with the device that the browser has proved since the sign-in. Policies evaluate that device, and
    /// grants store it.
    func sessionAccount(_ account: Account, _ authentication: Authentication) -> SessionAccount {
        let device = session.device(in: account.tenant, services) ?? authentication.deviceID
        return SessionAccount(
            account: account, authentication: authentication.on(request.isForAnotherDevice ? nil : device),
            home: services.directory.tenant(account.user.home.tenantID))
    }

    // MARK: - Without a form

    private mutating func decide() throws(EntraError) -> Step {
        switch SessionDecision.decide(request.choice, accounts, now: services.now.seconds) {
        case .use(let account):
            flow.authentication = account.authentication
            return .signedIn(account)
        case .fail(let code): throw failure(code)
        case .pickAccount: return automatic(request.choice.loginHint) ?? accountPicker()
        case .promptForCredentials(let username):
            if let step = automatic(username) { return step }
            guard let username else {
                if let step = homeRealm(ofDomain: request.choice.domainHint) ?? homeRealmOfPolicy() { return step }
                return usernamePage("")
            }
            return try identify(username, asHint: true)
        }
    }

    /// The message of AADSTS50058 if users are signed in, but not the user of `login_hint`.
    private static let hintOfNobody =
        "A silent sign-in request was sent but none of the currently signed in user(s) match the requested login hint."

    /// Returns the error of a silent sign-in. AADSTS16002 replaces the code for a missing session if the session of `sid` exists,
    /// but not for an account that may sign in here. AADSTS16003 replaces the code if the session has only users that the
    /// addressed tenant does not have. AADSTS50132 or 50133 replaces the code if the sessions were revoked.
    private func failure(_ code: AADSTS) -> EntraError {
        if code == .sessionNotFound {
            let isKnown = session.cookie.accounts.contains { GUID(request.choice.sessionID ?? "") == $0.sessionID }
            return EntraError(isKnown ? .sessionUnusable : .sessionNotFound)
        }
        if code == .noSession, let ended = session.ended { return EntraError(ended) }
        let homes = session.cookie.accounts.map(\.home)
        guard code == .noSession, let tenant = request.client.authority.tenant, !homes.isEmpty,
            homes.allSatisfy({ tenant.user(home: $0) == nil })
        else {
            let isOfHint = code == .noSession && request.choice.loginHint != nil && !homes.isEmpty
            return isOfHint ? EntraError(code).worded(SignInStage.hintOfNobody) : EntraError(code)
        }
        return EntraError(
            .accountNotInTenant, [.tenant: tenant.displayName, .clientID: request.client.requestedID])
    }

    /// Signs in the hinted user, or else the only user, without a page, if the setting is `signIn: automatic`.
    private mutating func automatic(_ username: String?) -> Step? {
        guard request.settings.signIn == .automatic else { return nil }
        if let username {
            guard case .found(let account) = lookup(username), services.directory.isEnabled(account.user) else {
                return nil
            }
            return signIn(account)
        }
        return AccountLookup.only(client: request.client, in: services.directory).map { signIn($0) }
    }

    // MARK: - With a form

    /// Finds the account of a user name. If the request is for personal accounts, an account of another kind does not match.
    func lookup(_ username: String) -> AccountLookup.Outcome {
        if flow.usesPersonalAccount || request.choice.requestsPersonalAccount == true,
            let account = AccountLookup.personal(username, client: request.client, in: services.directory)
        {
            return .found(account)
        }
        let outcome = AccountLookup.find(username, client: request.client, in: services.directory)
        if case .found(let account) = outcome, request.choice.requestsPersonalAccount == true, !account.isPersonalAtHome
        {
            return .wrongKind
        }
        return outcome
    }

    /// Continues with a user name: finds the account and proceeds to the password. A hint without an account only fills the
    /// username field.
    mutating func identify(_ username: String, asHint: Bool = false) throws(EntraError) -> Step {
        if flow.username?.isExactlyIgnoringASCIICase(username) != true { flow.usesPersonalAccount = false }
        let tenant = ClientLookup.name(of: request.client.authority)
        let outcome = lookup(username)
        if case .unknown = outcome, let step = homeRealm(ofUnknown: username) { return step }
        switch outcome {
        case .found(let account):
            if let password = submission.password { return try verify(password, of: username) }
            return isShared(username, by: account)
                ? accountKindPage(username) : try credentialPage(username, account)
        case .unknown where asHint, .wrongKind where asHint, .foreign where asHint: return usernamePage(username)
        case .unknown:
            return usernamePage(username, unknown(username, tenant))
        case .wrongKind:
            return usernamePage(
                username,
                FieldProblem(
                    isPersonal(username) ? .workAccountRequired : .personalAccountRequired, [.words(username)],
                    of: .wrongLoginDomain, [.user: username]))
        case .foreign(let home):
            throw EntraError(
                .foreignAccount,
                [
                    .user: username, .tenant: tenant, .clientID: request.client.requestedID,
                    .clientName: request.application.displayName,
                    .identityProvider: services.identityProvider(of: home.id),
                ])
        }
    }

    private func isPersonal(_ username: String) -> Bool {
        services.directory.tenant(.consumers)?.user(named: username) != nil
    }

    /// Returns the problem of a user name without an account. The service's page finds an empty or malformed name in the browser.
    private func unknown(_ username: String, _ tenant: String) -> FieldProblem {
        guard UsernameForm.isValid(username) else { return FieldProblem(.usernameInvalid) }
        return FieldProblem(unknownUsername, of: .userNotFound, [.user: username, .tenant: tenant])
    }

    private mutating func verify(_ password: String, of username: String) throws(EntraError) -> Step {
        guard case .found(let account) = lookup(username) else { return try identify(username) }
        guard acceptsPassword(account) else { return passwordPage(username, account) }
        // The service's page finds an empty password in the browser: it does not count as an attempt.
        guard !password.isEmpty else { return passwordPage(username, account, FieldProblem(.passwordEmpty)) }
        if try acceptsPass(password, of: account) { return signIn(account, methods: ["mfa"]) }
        let rejection = try Credentials.rejection(
            of: password, for: account.user, settings: request.settings, services: services)
        if let rejection { return passwordPage(username, account, rejection.problem) }
        guard services.directory.isEnabled(account.user) else { throw EntraError(.userDisabled) }
        return signIn(account)
    }

    /// Whether the text is the account's temporary access pass, which counts as several factors. A pass for one use is spent then
    /// (docs/reference/protocol.md#temporary-access-pass).
    private func acceptsPass(_ text: String, of account: Account) throws(EntraError) -> Bool {
        guard let pass = account.user.temporaryAccessPass, pass.usability(at: services.now) == .enabledByPolicy,
            ConstantTime.equal(text, pass.pass)
        else { return false }
        guard try !Lockout(.first, of: account.user.home, request.settings, services).isLockedOut else { return false }
        guard services.directory.isEnabled(account.user) else { throw EntraError(.userDisabled) }
        if pass.isUsableOnce {
            try services.change(account.user, in: account.tenant) { $0.temporaryAccessPass?.isUsed = true }
        }
        return true
    }

    /// Whether a password authenticates the account here. A user flow with codes ignores a posted password, and customers of other
    /// identity providers have no password (docs/reference/protocol.md#external-id). `UserFlowStage` requests the credential that
    /// applies.
    private func acceptsPassword(_ account: Account) -> Bool {
        request.userFlow.map { $0.credential == .password && account.user.identityProvider == nil } ?? true
    }

    /// Records that the user has authenticated.
    mutating func signIn(_ account: Account, methods: [String] = ["pwd"]) -> Step {
        let authentication = session.signIn(
            account.user.home, methods: methods, device: session.device(in: account.tenant, services),
            services: services)
        flow.authentication = authentication
        // A code that was sent to another user is not proof for this user.
        flow.pendingCode = nil
        flow.proof = 0
        flow.isFresh = true
        return .signedIn(sessionAccount(account, authentication))
    }

    /// Continues with the account whose tile the user pressed in the account picker.
    private mutating func choose(_ name: String) throws(EntraError) -> Step {
        let accounts = accounts
        guard
            let chosen = accounts.first(where: { $0.homeAccountID.isExactly(name) })
                ?? accounts.first(where: { $0.isNamed(name) })
        else { return usernamePage(name) }
        let age = services.now.seconds - chosen.authentication.time
        let isTooOld = request.choice.maxAge.map { $0 == 0 || age > $0 } ?? false
        let isRejected = request.choice.notBefore.map { chosen.authentication.time < $0 } ?? false
        guard !isTooOld, !isRejected, request.prompt != .login else {
            return try credentialPage(chosen.account.user.signInName, chosen.account)
        }
        flow.authentication = chosen.authentication
        return .signedIn(chosen)
    }
}

/// The pages of the sign-in, each with the state that its form sends back.
extension SignInStage {
    /// Returns the form of the next page, with the current state. The default for `design` is the design of the next page.
    func form(_ design: PageDesign? = nil) -> FormTarget {
        let form = request.form
        let state = HiddenField(PageField.flowToken, boundFlow.sealed(with: services.keys.sealing))
        return FormTarget(action: form.action, hidden: form.hidden + [state], design: design ?? self.design)
    }

    /// The current state, bound to the request.
    var boundFlow: FlowToken {
        var flow = flow
        flow.requestDigest = request.digest
        return flow
    }

    /// Returns the username page. Returning to this page discards the previous sign-in.
    mutating func usernamePage(_ username: String, _ problem: FieldProblem? = nil) -> Step {
        flow.username = nil
        flow.usesPersonalAccount = false
        flow.authentication = nil
        flow.isFresh = false
        return .show(
            .username(
                UsernamePage(
                    form: form(), applicationName: request.application.displayName,
                    tenantName: request.client.authority.tenant?.displayName, username: username,
                    problem: problem, offersSignUp: request.userFlow?.allowsSignUp ?? false,
                    signUpAddress: signUpAddress,
                    providers: request.userFlow?.providerButtons ?? [])))
    }

    /// Returns the password page, or the redirect to the identity provider for a federated user. With `isReauthentication`, the
    /// identity provider must request credentials again.
    mutating func passwordPage(
        _ username: String, _ account: Account, _ problem: FieldProblem? = nil, isReauthentication: Bool = false
    ) -> Step {
        if let step = homeRealm(username, account, isReauthentication: isReauthentication) { return step }
        flow.username = username
        flow.usesPersonalAccount = account.isPersonal
        let pageDesign = design(of: account)
        return .show(
            .password(
                PasswordPage(
                    form: form(pageDesign), applicationName: request.application.displayName,
                    tenantName: account.tenant.displayName, username: account.user.signInName,
                    problem: problem?.worded(for: pageDesign), offersReset: request.userFlow?.offersReset ?? false)))
    }

    func accountPicker() -> Step {
        let accounts = accounts
        let tiles = accounts.map { account in
            let name = account.account.user.signInName
            return AccountPickerPage.Account(
                username: name, displayName: account.account.user.displayName,
                isPersonal: account.account.isPersonalAtHome,
                id: accounts.count { $0.isNamed(name) } > 1 ? account.homeAccountID : nil)
        }
        return .show(
            .accountPicker(
                AccountPickerPage(
                    form: form(), applicationName: request.application.displayName, accounts: tiles)))
    }
}
