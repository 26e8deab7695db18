import Crypto
import Directory
import Entra
import Formats
import Store

/// The pages of a user flow (docs/reference/protocol.md#b2c): all pages of a B2C policy, and in an external tenant sign-up,
/// sign-in with a mailed code, and sign-in with other providers. `SignInStage` handles the rest of a sign-in.
struct UserFlowStage {
    typealias Step = SignInStage.Step

    var signIn: SignInStage
    let tenant: Tenant
    let flow: UserFlow
    /// Whether the user flow is a policy in the URL, with pages of its own throughout.
    let isPolicy: Bool

    /// Creates the stage. Throws AADSTS50000 if no user flow serves the application, which the callers rule out.
    private init(_ signIn: borrowing SignInStage) throws(EntraError) {
        let authority = signIn.request.client.authority
        guard let tenant = authority.tenant, let flow = signIn.request.userFlow else {
            throw EntraError(.serviceFailure, detail: "No user flow serves the application.")
        }
        self.signIn = copy signIn
        self.tenant = tenant
        self.flow = flow
        isPolicy = authority.userFlow != nil
    }

    /// Runs the sign-in with the pages of the user flow.
    static func run(_ signIn: inout SignInStage) throws(EntraError) -> Step {
        var stage = try UserFlowStage(signIn)
        defer { signIn = stage.signIn }
        return try stage.run()
    }

    /// Asks a signed-in user to authenticate again, with the page of the user flow.
    static func reauthenticate(_ signIn: inout SignInStage, _ account: Account) throws(EntraError) -> Step {
        var stage = try UserFlowStage(signIn)
        defer { signIn = stage.signIn }
        let step = try stage.reauthenticate(account)
        if case .signedIn = step { stage.end() }
        return step
    }

    var services: Services { signIn.services }
    var submission: PageSubmission { signIn.submission }
    var progress: UserFlowProgress? {
        get { signIn.flow.userFlow }
        set { signIn.flow.userFlow = newValue }
    }

    /// Runs the next step. Throws AADB2C90091 if the user cancels, AADB2C90118 if the user has forgotten a password that
    /// another policy resets, AADB2C90077 if a page is needed but `prompt=none` forbids one, and AADB2C90037 at a policy
    /// without pages.
    mutating func run() throws(EntraError) -> Step {
        guard flow.kind.hasPages else { throw EntraError(AADB2C.processingFailed) }
        guard signIn.request.prompt != .none else {
            guard flow.kind.acceptsSessions else { throw EntraError(.noSession) }
            return try signIn.run()
        }
        if submission.action.isExactly(PageAction.cancel), isPolicy || signIn.flow.authentication == nil {
            return try cancelled()
        }
        if progress == nil { beginInitialJourney() }
        if let journey = requestedJourney { begin(journey) }
        var step = try runJourney()
        if case .signedIn(let account) = step, mustEditProfile {
            begin(UserFlowProgress(.profileEdit))
            step = try editProfile(of: account)
        }
        if case .signedIn = step { end() }
        return step
    }

    /// Whether the user has signed in on another page than the first of a profile edit, and must still edit the profile.
    private var mustEditProfile: Bool {
        flow.kind == .profileEdit && progress?.isDone != true && progress?.journey != .profileEdit
    }

    private mutating func runJourney() throws(EntraError) -> Step {
        switch progress?.journey {
        case .signUp: try isPolicy ? signUpOnPolicyPage() : signUp()
        case .passwordReset: try isPolicy ? resetPasswordOnPolicyPage() : resetPassword()
        case .profileEdit: try editProfile()
        case .codeSignIn: try signInWithCode()
        case .social: try social()
        case .signIn, nil: isPolicy ? try signInLocally() : try signInExternally()
        }
    }

    private func cancelled() throws(EntraError) -> Step {
        if isPolicy { throw EntraError(AADB2C.cancelled) }
        return .cancelled
    }

    /// The flow that the pressed button starts. A flow starts again even within another one.
    private var requestedJourney: UserFlowProgress? {
        switch submission.action {
        case PageAction.signUp where flow.allowsSignUp: UserFlowProgress(.signUp)
        case PageAction.forgotPassword where flow.offersReset: UserFlowProgress(.passwordReset)
        case let action?:
            flow.identityProviders.first { PageAction.social($0.domain).isExactly(action) }.map {
                UserFlowProgress(.social, provider: $0.domain)
            }
        case nil: nil
        }
    }

    private mutating func begin(_ journey: UserFlowProgress) {
        let isDone = progress?.isDone ?? false
        progress = journey
        progress?.isDone = isDone
        signIn.flow.pendingCode = nil
    }

    /// Ends the user flow. The pages that follow, of policies and of consent, continue from the sign-in. A policy without
    /// session support must record that the user has completed the flow.
    private mutating func end() {
        progress = flow.kind.acceptsSessions ? nil : UserFlowProgress(.signIn, isDone: true)
    }

    /// Begins the flow of the policy or of the request if no page was shown before.
    private mutating func beginInitialJourney() {
        switch flow.kind {
        case .signUp: begin(UserFlowProgress(.signUp))
        case .passwordReset: begin(UserFlowProgress(.passwordReset))
        case .profileEdit: begin(UserFlowProgress(.profileEdit))
        case .signUpOrSignIn where signIn.request.prompt == .create && submission.isEmpty:
            begin(UserFlowProgress(.signUp))
        case .signUpOrSignIn, .signIn, .resourceOwner:
            if flow.credential == .emailOneTimeCode, submission.username != nil { begin(UserFlowProgress(.codeSignIn)) }
        }
    }

    // MARK: - Signing in

    /// Signs in with username and password on one page, or with the session of an earlier sign-in.
    mutating func signInLocally() throws(EntraError) -> Step {
        if submission.action.isExactly(PageAction.forgotPassword) { throw EntraError(AADB2C.passwordForgotten) }
        guard let username = submission.username else {
            guard submission.isEmpty || signIn.flow.authentication != nil else { return signInPage() }
            if case .signedIn(let account) = try signIn.run() { return .signedIn(account) }
            return signInPage(username: signIn.request.choice.loginHint ?? "")
        }
        // The service's page finds an empty field in the browser: it does not count as an attempt.
        guard !username.isEmpty else {
            return signInPage(problem: FieldProblem(.localUsernameMissing), at: .field(usernameID))
        }
        guard let password = submission.password, !password.isEmpty else {
            return signInPage(
                username: username, problem: FieldProblem(.localPasswordMissing), at: .field(ElementID.localPassword))
        }
        guard case .found(let account) = signIn.lookup(username), account.user.identityProvider == nil else {
            return signInPage(username: username, problem: FieldProblem(.localAccountUnknown))
        }
        let rejection = try Credentials.rejection(
            of: password, for: account.user, settings: signIn.request.settings, services: services)
        switch rejection {
        case .lockedOut:
            return signInPage(
                username: username,
                problem: FieldProblem(.localAccountLocked))
        case .wrong, .absent: return signInPage(username: username, problem: FieldProblem(.localPasswordWrong))
        case nil: break
        }
        guard services.directory.isEnabled(account.user) else {
            return signInPage(username: username, problem: FieldProblem(.localAccountDisabled))
        }
        return signIn.signIn(account)
    }

    /// Asks the user to authenticate again: at the account's provider, on the policy's own page, or as in any sign-in of an
    /// external tenant.
    private mutating func reauthenticate(_ account: Account) throws(EntraError) -> Step {
        let username = account.user.signInName
        if let page = providerPage(of: account) { return page }
        return try isPolicy
            ? signInPage(username: username)
            : withoutPassword(signIn.passwordPage(username, account, isReauthentication: true))
    }

    /// Returns the page of the account's provider, or nil if the user flow does not have the provider.
    private mutating func providerPage(of account: Account) -> Step? {
        guard let provider = flow.identityProviders.first(where: { account.user.identityProvider.isExactly($0.domain) })
        else { return nil }
        begin(UserFlowProgress(.social, provider: provider.domain))
        return socialPage(provider)
    }

    /// Signs in at an external tenant, as at any tenant, except that another provider or a code may replace the password page.
    private mutating func signInExternally() throws(EntraError) -> Step { try withoutPassword(signIn.run()) }

    private mutating func withoutPassword(_ step: Step) throws(EntraError) -> Step {
        guard case .show(.password(let page)) = step, case .found(let account) = signIn.lookup(page.username) else {
            return step
        }
        if account.user.identityProvider != nil {
            return providerPage(of: account)
                ?? signIn.usernamePage(
                    page.username,
                    FieldProblem(
                        .usernameUnknownInTenant, of: .userNotFound,
                        [.user: page.username, .tenant: tenant.displayName]))
        }
        guard flow.credential == .emailOneTimeCode || !services.directory.acceptsPassword(account.user)
        else { return step }
        begin(UserFlowProgress(.codeSignIn))
        return try signInWithCode(page.username)
    }

    /// Signs in at an external tenant with a code, which is sent after the username is known.
    private mutating func signInWithCode(_ knownUsername: String? = nil) throws(EntraError) -> Step {
        let username = knownUsername ?? submission.username ?? ""
        let isFirst = signIn.flow.pendingCode == nil && progress?.verified == nil
        if isFirst || submission.action.isExactly(PageAction.sendCode) {
            guard case .found(let account) = signIn.lookup(username), account.user.identityProvider == nil else {
                progress = nil
                return try signInExternally()
            }
            guard try send(to: account.user.mail ?? username, account.user) else { throw EntraError(.telephoneLimit) }
        }
        if let step = try verifyCode(.enterCode) { return step }
        guard case .found(let account) = signIn.lookup(progress?.verified ?? ""),
            services.directory.isEnabled(account.user)
        else { throw EntraError(.userDisabled) }
        return signIn.signIn(account, methods: ["otp"])
    }

    // MARK: - Pages

    func page(
        _ title: PageText, notice: PageText? = nil, problem: FieldProblem? = nil, fields: [UserFlowPage.Field],
        buttons: [UserFlowPage.Button]
    ) -> Step {
        .show(
            .userFlow(
                UserFlowPage(
                    form: signIn.form(), title: title, applicationName: signIn.request.application.displayName,
                    tenantName: tenant.displayName, notice: notice, problem: problem, fields: fields, buttons: buttons))
        )
    }
}
