import Crypto
import Directory
import Entra
import State
import Wire

/// The pages of a user flow (docs/reference/protocol.md#b2c): those of a b2c policy, and in an external tenant signing up, signing
/// in with a code by mail, and with other providers. Everything else of a sign-in is `SignInStage`'s.
struct UserFlowStage {
    typealias Step = SignInStage.Step

    var signIn: SignInStage
    let tenant: Tenant
    let flow: UserFlow
    /// Whether it is a policy in the URL, with its own pages throughout.
    let isPolicy: Bool

    /// Nil where the authority has no user flow, and plain sign-in is all there is.
    init?(_ signIn: borrowing SignInStage) {
        let authority = signIn.request.client.authority
        guard let tenant = authority.tenant, let flow = signIn.request.userFlow else { return nil }
        self.signIn = copy signIn
        self.tenant = tenant
        self.flow = flow
        isPolicy = authority.userFlow != nil
    }

    /// The sign-in, by the pages of a user flow where the authority has one.
    static func run(_ signIn: inout SignInStage) throws(EntraError) -> Step {
        guard var stage = UserFlowStage(signIn) else { return try signIn.run() }
        defer { signIn = stage.signIn }
        return try stage.run()
    }

    /// Asks somebody who is signed in to prove it again, by the page of a user flow where the authority has one.
    static func askAgain(_ signIn: inout SignInStage, _ account: Account) throws(EntraError) -> Step {
        signIn.flow.authentication = nil
        guard var stage = UserFlowStage(signIn) else {
            return signIn.passwordPage(account.user.signInName, account, anew: true)
        }
        defer { signIn = stage.signIn }
        let step = try stage.askAgain(account)
        if case .signedIn = step { stage.end() }
        return step
    }

    var services: Services { signIn.services }
    var submission: PageSubmission { signIn.submission }
    var progress: UserFlowProgress? {
        get { signIn.flow.userFlow }
        set { signIn.flow.userFlow = newValue }
    }

    /// Throws AADB2C90091 when the user gives up, 90118 when the user has forgotten a password that is reset elsewhere, 90077
    /// where a page would be needed and none may be shown, 90037 at a policy that has no pages.
    mutating func run() throws(EntraError) -> Step {
        guard flow.kind.hasPages else { throw EntraError(AADB2C.processingFailed) }
        guard signIn.request.prompt != .none else {
            guard flow.kind.takesSessions else { throw EntraError(.noSession) }
            return try signIn.run()
        }
        if submission.action.isExactly(PageAction.cancel), isPolicy || signIn.flow.authentication == nil {
            return try cancelled()
        }
        if progress == nil { beginFirst() }
        if let journey = asked { begin(journey) }
        var step = try takeStep()
        if case .signedIn(let account) = step, isStillToEdit {
            begin(UserFlowProgress(.profileEdit))
            step = try editProfile(of: account)
        }
        if case .signedIn = step { end() }
        return step
    }

    /// Whether who has signed in came by another page than a profile edit's first, and is to edit the profile all the same.
    private var isStillToEdit: Bool {
        flow.kind == .profileEdit && progress?.isDone != true && progress?.journey != .profileEdit
    }

    private mutating func takeStep() throws(EntraError) -> Step {
        switch progress?.journey {
        case .signUp: try signUp()
        case .passwordReset: try resetPassword()
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

    /// The journey that a button asks for. It starts anew even within another one.
    private var asked: UserFlowProgress? {
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

    /// The pages after it, of the tenant's policies and of consent, go on from the sign-in. A policy that asks whoever comes must
    /// know that it has asked.
    private mutating func end() {
        progress = flow.kind.takesSessions ? nil : UserFlowProgress(.signIn, isDone: true)
    }

    /// What the policy, or the request, starts with when no page was shown before.
    private mutating func beginFirst() {
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

    /// User name and password on one page, or the session of an earlier sign-in.
    mutating func signInLocally() throws(EntraError) -> Step {
        if submission.action.isExactly(PageAction.forgotPassword) { throw EntraError(AADB2C.passwordForgotten) }
        guard let username = submission.username else {
            guard submission.isEmpty || signIn.flow.authentication != nil else { return signInPage() }
            if case .signedIn(let account) = try signIn.run() { return .signedIn(account) }
            return signInPage(username: signIn.request.choice.loginHint ?? "")
        }
        guard case .found(let account) = signIn.lookup(username), account.user.identityProvider == nil else {
            return signInPage(username: username, error: "We can't seem to find your account.")
        }
        let refusal = try Credentials.refusal(
            of: submission.password ?? "", for: account.user, settings: signIn.request.settings, services: services)
        switch refusal {
        case .lockedOut:
            return signInPage(
                username: username,
                error: "Your account is temporarily locked to prevent unauthorized use. Try again later.")
        case .wrong, .absent: return signInPage(username: username, error: "Your password is incorrect.")
        case nil: break
        }
        guard services.directory.isEnabled(account.user) else {
            return signInPage(username: username, error: "Your account has been locked. Contact your support person.")
        }
        return signIn.signIn(account)
    }

    private func signInPage(username: String = "", error: String? = nil) -> Step {
        page(
            "Sign in", error: error,
            fields: [.email(id: "signInName", value: username), .password(id: "password", "Password")],
            buttons: [.init(id: "next", label: "Sign in", look: .primary), .cancel]
                + (flow.allowsSignUp
                    ? [.init(id: "createAccount", label: "Sign up now", action: PageAction.signUp, look: .link)] : [])
                + [
                    .init(
                        id: "forgotPassword", label: "Forgot your password?", action: PageAction.forgotPassword,
                        look: .link)
                ] + flow.providerButtons)
    }

    /// By what the account signs in with: at its provider, on the policy's own page, or as anywhere in an external tenant.
    private mutating func askAgain(_ account: Account) throws(EntraError) -> Step {
        let username = account.user.signInName
        if let page = providerPage(of: account) { return page }
        return try isPolicy
            ? signInPage(username: username) : withoutPassword(signIn.passwordPage(username, account, anew: true))
    }

    /// Of an account that another provider signs in.
    private mutating func providerPage(of account: Account) -> Step? {
        guard let provider = flow.identityProviders.first(where: { account.user.identityProvider.isExactly($0.domain) })
        else { return nil }
        begin(UserFlowProgress(.social, provider: provider.domain))
        return socialPage(provider)
    }

    /// External tenants: as anywhere, but no page asks for a password where another provider or a code takes its place.
    private mutating func signInExternally() throws(EntraError) -> Step { try withoutPassword(signIn.run()) }

    private mutating func withoutPassword(_ step: Step) throws(EntraError) -> Step {
        guard case .show(.password(let page)) = step, case .found(let account) = signIn.lookup(page.username) else {
            return step
        }
        if account.user.identityProvider != nil {
            return providerPage(of: account)
                ?? signIn.usernamePage(
                    page.username,
                    FormError(.userNotFound, [.user: page.username, .tenant: tenant.displayName]))
        }
        guard flow.credential == .emailOneTimeCode || !services.directory.takesPassword(account.user)
        else { return step }
        begin(UserFlowProgress(.codeSignIn))
        return try signInWithCode(page.username)
    }

    /// External tenants: the user name was given, a code is sent to it.
    private mutating func signInWithCode(_ given: String? = nil) throws(EntraError) -> Step {
        let username = given ?? submission.username ?? ""
        let isFirst = signIn.flow.pendingCode == nil && progress?.verified == nil
        if isFirst || submission.action.isExactly(PageAction.sendCode) {
            guard case .found(let account) = signIn.lookup(username), account.user.identityProvider == nil else {
                progress = nil
                return try signInExternally()
            }
            guard try send(to: account.user.mail ?? username, account.user) else { throw EntraError(.telephoneLimit) }
        }
        if let step = try verifyCode("Enter code") { return step }
        guard case .found(let account) = signIn.lookup(progress?.verified ?? ""),
            services.directory.isEnabled(account.user)
        else { throw EntraError(.userDisabled) }
        return signIn.signIn(account, methods: ["otp"])
    }

    // MARK: - Pages

    func page(
        _ title: String, notice: String? = nil, error: String? = nil, fields: [UserFlowPage.Field],
        buttons: [UserFlowPage.Button]
    ) -> Step {
        .show(
            .userFlow(
                UserFlowPage(
                    form: signIn.form(), title: title, applicationName: signIn.request.application.displayName,
                    tenantName: tenant.displayName, notice: notice, error: error, fields: fields, buttons: buttons)))
    }
}
