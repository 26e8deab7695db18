import Directory
import Entra
import Formats
import Store

/// The pages of a B2C policy (docs/reference/protocol.md#b2c-pages). A policy verifies the mail address on the page that collects
/// the attributes, and asks for a new password on a page of its own.
extension UserFlowStage {
    /// The ID of the field for the username.
    var usernameID: String { (flow.usernameElement ?? (flow.isCustomPolicy ? .signInName : .email)).rawValue }

    func signInPage(
        username: String = "", problem: FieldProblem? = nil, at place: PolicyProblem.Place = .page
    ) -> Step {
        let request = signIn.request
        return .show(
            .policySignIn(
                PolicySignInPage(
                    form: signIn.form(), applicationName: request.application.displayName,
                    tenantName: tenant.displayName, usernameID: usernameID, username: username,
                    problem: problem.map { PolicyProblem($0, at: place) },
                    signUpAddress: flow.allowsSignUp ? request.form.link(PageAction.signUp) : nil,
                    resetAddress: request.form.link(PageAction.forgotPassword), providers: flow.providerButtons)))
    }

    // MARK: - Sign-up

    mutating func signUpOnPolicyPage() throws(EntraError) -> Step {
        if let step = try verifyOnPolicyPage() { return step }
        guard let address = progress?.verified else { return try signIn.run() }
        guard submission.hasAccountFields else { return attributesPage() }
        if let problem = newPasswordsProblem(of: address) ?? attributesProblem { return attributesPage(problem) }
        return try createAccount(address)
            ?? attributesPage(PolicyProblem(FieldProblem(.accountExists), at: .page))
    }

    // MARK: - Password reset

    mutating func resetPasswordOnPolicyPage() throws(EntraError) -> Step {
        if let step = try verifyOnPolicyPage() { return step }
        guard let address = progress?.verified, let user = userWithPassword(address) else {
            progress?.verified = nil
            return attributesPage(PolicyProblem(FieldProblem(.addressUnknown), at: .page))
        }
        guard let password = submission.newPassword else { return newPasswordsPage() }
        if let problem = newPasswordsProblem(of: address, current: user.password) { return newPasswordsPage(problem) }
        return try reset(user, to: password)
    }

    private func newPasswordsPage(_ problem: PolicyProblem? = nil) -> Step {
        attributesPage(.resetPassword, newPasswordEntries, problem)
    }

    // MARK: - Profile

    func profilePage(_ user: User, _ problem: PolicyProblem? = nil) -> Step {
        attributesPage(.editProfile, attributeEntries(of: user), problem)
    }

    // MARK: - Verification

    /// Runs the verification of the mail address. Returns the page of the flow, or nil if the address is verified and the user
    /// continues. No page reveals whether the address has an account before the code is correct.
    ///
    /// A form without a button is not from the page. Such a form may have the code alone.
    private mutating func verifyOnPolicyPage() throws(EntraError) -> Step? {
        switch submission.action {
        // The page shows the state after the action, so the action comes first.
        case PageAction.sendCode:
            let problem = try sendCode()
            return attributesPage(problem)
        case PageAction.verifyCode:
            let problem = try checkCode()
            return attributesPage(problem)
        case PageAction.changeAddress:
            progress?.verified = nil
            signIn.flow.pendingCode = nil
        case nil where submission.oneTimeCode != nil:
            if let problem = try checkCode() { return attributesPage(problem) }
        default: break
        }
        guard progress?.verified == nil else { return nil }
        let isEarly = submission.action.isExactly(PageAction.goOn)
        return attributesPage(isEarly ? PolicyProblem(FieldProblem(.addressNotVerified), at: .page) : nil)
    }

    /// Sends a code to the address of the form. Returns the problem if no code was sent.
    private mutating func sendCode() throws(EntraError) -> PolicyProblem? {
        let address = submission.username ?? signIn.flow.pendingCode?.recipient ?? ""
        guard UserFlowStage.isAddress(address) else {
            return PolicyProblem(FieldProblem(.addressInvalid), at: .verification)
        }
        guard try send(to: address, tenant.user(named: address)) else {
            return PolicyProblem(FieldProblem(.addressTooOften), at: .verification)
        }
        progress?.verified = nil
        return nil
    }

    /// Checks the code of the form. Returns the problem if the address is not verified after that.
    private mutating func checkCode() throws(EntraError) -> PolicyProblem? {
        guard progress?.verified == nil, let pending = signIn.flow.pendingCode, let code = submission.oneTimeCode
        else { return nil }
        let phrase: Phrase
        switch try OneTimeCode.check(code, against: pending, services: services) {
        case .correct:
            progress?.verified = pending.recipient
            signIn.flow.pendingCode = nil
            return nil
        case .wrong: phrase = .addressCodeWrong
        case .expired: phrase = .addressCodeExpired
        case .usedUp: phrase = .addressCodeUsedUp
        }
        return PolicyProblem(FieldProblem(phrase), at: .verification)
    }

    private var verification: PolicyAttributesPage.Verification {
        let codeID = flow.isCustomPolicy ? ElementID.verificationCode : ElementID.mailedCode
        if let address = progress?.verified { return .init(.verified, address: address, codeID: codeID) }
        if let pending = signIn.flow.pendingCode { return .init(.sent, address: pending.recipient, codeID: codeID) }
        return .init(.unverified, address: knownAddress ?? "", codeID: codeID)
    }

    // MARK: - The page

    /// Returns the page of sign-up or of the first step of a password reset, with the verification of the mail address.
    private func attributesPage(_ problem: PolicyProblem? = nil) -> Step {
        guard progress?.journey == .signUp else {
            return attributesPage(.resetPassword, [], problem, verification: verification)
        }
        return attributesPage(
            .signUp, newPasswordEntries + attributeEntries(of: nil), problem, verification: verification,
            label: .create, providers: flow.kind == .signUp ? flow.providerButtons : [])
    }

    private func attributesPage(
        _ title: Phrase, _ entries: [PolicyAttributesPage.Entry], _ problem: PolicyProblem?,
        verification: PolicyAttributesPage.Verification? = nil, label: Phrase = .goOn,
        providers: [UserFlowPage.Button] = []
    ) -> Step {
        .show(
            .policyAttributes(
                PolicyAttributesPage(
                    form: signIn.form(), title: .phrase(title),
                    applicationName: signIn.request.application.displayName, tenantName: tenant.displayName,
                    verification: verification, entries: entries, problem: problem, label: label,
                    providers: providers)))
    }

    private var newPasswordEntries: [PolicyAttributesPage.Entry] {
        UserFlowPage.Field.newPasswords.map { .init($0, isRequired: true) }
    }

    private func attributeEntries(of user: User?) -> [PolicyAttributesPage.Entry] {
        zip(attributeFields(of: user), flow.attributes).map { .init($0, isRequired: $1.isRequired) }
    }

    // MARK: - Problems

    private func newPasswordsProblem(of address: String, current: String? = nil) -> PolicyProblem? {
        let fields = [
            (ElementID.newPassword, submission.newPassword), (ElementID.reenterPassword, submission.repeatedPassword),
        ]
        for (id, value) in fields where value?.isEmpty != false {
            return PolicyProblem(FieldProblem(.informationMissing), at: .field(id))
        }
        guard let problem = newPasswordProblem(of: address, current: current) else { return nil }
        guard problem.text != .phrase(.passwordEntriesDiffer) else {
            return PolicyProblem(FieldProblem(.passwordEntryMismatch), at: .passwords)
        }
        return PolicyProblem(problem, at: .field(ElementID.newPassword))
    }

    /// The first problem of an attribute.
    var attributesProblem: PolicyProblem? {
        for attribute in flow.attributes {
            guard let problem = self.problem(of: attribute) else { continue }
            let isMissing = submission.attribute(attribute) == nil
            return PolicyProblem(isMissing ? FieldProblem(.informationMissing) : problem, at: .field(attribute.name))
        }
        return nil
    }
}
