import Crypto
import Directory
import Entra
import Formats
import Store

/// The steps of user flows that change accounts: sign-up, password reset, profile edit, and sign-in with another provider.
extension UserFlowStage {
    private static let maximumAttribute = 256

    // MARK: - Sign-up

    mutating func signUp() throws(EntraError) -> Step {
        if let step = try verifyAddress("Sign up") { return step }
        guard let address = progress?.verified else { return try signIn.run() }
        guard submission.hasAccountFields || !hasSignUpFields else { return signUpPage(address) }
        if let problem = newPasswordProblem(of: address) ?? attributeProblem {
            return signUpPage(address, error: problem)
        }
        var user = newUser(address)
        user.password = needsPassword ? submission.newPassword : nil
        user.isPasswordless = !needsPassword
        return try create(user, methods: [needsPassword ? "pwd" : "otp"])
            ?? signUpPage(address, error: "A user with the specified ID already exists. Please choose a different one.")
    }

    private var needsPassword: Bool { flow.credential == .password }
    /// Whether the sign-up page has any field. A page without fields would be shown forever.
    private var hasSignUpFields: Bool { needsPassword || !flow.attributes.isEmpty }

    private func signUpPage(_ address: String, error: UserFlowPage.Problem? = nil) -> Step {
        page(
            "Sign up", error: error,
            fields: [.email(id: "email", value: address, isFixed: true)]
                + (needsPassword ? UserFlowPage.Field.newPasswords : []) + attributeFields(of: nil),
            buttons: [.init(id: "continue", label: "Create", look: .primary), .cancel])
    }

    private func newUser(_ address: String) -> User {
        var user = User(
            id: ObjectID(services.random.guid().description), userPrincipalName: address, displayName: address,
            tenantID: tenant.id)
        user.mail = address
        for attribute in flow.attributes { user[attribute] = submission.attribute(attribute) }
        return user
    }

    /// Creates the account and signs the user in. Returns nil if the username exists. Throws AADSTS90033 if the tenant has no
    /// room for another user.
    private mutating func create(_ user: User, methods: [String]) throws(EntraError) -> Step? {
        let outcome = try services.editor.edit(tenant.id) { $0.add(user) }
        if outcome == .full { throw .storeUnavailable("the tenant has the maximum number of users") }
        guard outcome == .done else { return nil }
        return signIn.signIn(Account(user: user, tenant: tenant), methods: methods)
    }

    // MARK: - Password reset

    mutating func resetPassword() throws(EntraError) -> Step {
        if let step = try verifyAddress("Reset password") { return step }
        guard let address = progress?.verified, let user = tenant.user(named: address),
            services.directory.isEnabled(user), services.directory.acceptsPassword(user), !user.isGuest(in: tenant.id)
        else {
            progress?.verified = nil
            return page(
                "Reset password", error: "An account could not be found for the provided user ID.",
                fields: [.email(id: "email", value: "")],
                buttons: [UserFlowStage.sendCode, .cancel])
        }
        guard let password = submission.newPassword else { return newPasswordPage(address) }
        if let problem = newPasswordProblem(of: address, current: user.password) {
            return newPasswordPage(address, error: problem)
        }
        let now = services.now
        try services.change(user, in: tenant, ending: .user(user.home)) { $0.choosePassword(password, at: now) }
        var changed = user
        changed.choosePassword(password, at: now)
        return signIn.signIn(Account(user: changed, tenant: tenant))
    }

    private func newPasswordPage(_ address: String, error: UserFlowPage.Problem? = nil) -> Step {
        page(
            "Reset password", error: error,
            fields: [.email(id: "email", value: address, isFixed: true)] + UserFlowPage.Field.newPasswords,
            buttons: [.init(id: "continue", label: "Continue", look: .primary), .cancel])
    }

    // MARK: - Profile

    mutating func editProfile() throws(EntraError) -> Step {
        let step = try signInLocally()
        guard case .signedIn(let account) = step else { return step }
        return try editProfile(of: account)
    }

    /// Edits the profile of a signed-in user.
    func editProfile(of account: SessionAccount) throws(EntraError) -> Step {
        let user = account.account.user
        guard submission.hasAttributes || flow.attributes.isEmpty else { return profilePage(user) }
        if let problem = attributeProblem { return profilePage(user, error: problem) }
        let values = flow.attributes.map { ($0, submission.attribute($0)) }
        try services.change(user, in: tenant) { user in
            for (attribute, value) in values { user[attribute] = value }
        }
        var edited = user
        for (attribute, value) in values { edited[attribute] = value }
        return .signedIn(
            SessionAccount(
                account: Account(user: edited, tenant: tenant), authentication: account.authentication))
    }

    private func profilePage(_ user: User, error: UserFlowPage.Problem? = nil) -> Step {
        page(
            "Edit profile", error: error, fields: attributeFields(of: user),
            buttons: [.init(id: "continue", label: "Continue", look: .primary), .cancel])
    }

    // MARK: - Other providers

    /// Signs in with another provider. The page stands in for the provider: the operator enters the user who signs in there.
    /// The first sign-in creates the account.
    mutating func social() throws(EntraError) -> Step {
        guard let provider = flow.identityProviders.first(where: { progress?.provider.isExactly($0.domain) == true })
        else {
            return try signIn.run()
        }
        guard let address = submission.username, submission.action == nil else { return socialPage(provider) }
        guard UserFlowStage.isAddress(address) else {
            return socialPage(provider, error: "Please enter a valid email address.")
        }
        let name = "\(GUID(derivedFrom: provider.domain, address.asciiLowercased))@\(provider.domain)"
        if let user = tenant.user(named: name) {
            guard user.accountEnabled else { throw EntraError(.userDisabled) }
            return signIn.signIn(Account(user: user, tenant: tenant), methods: [Authentication.federated])
        }
        guard flow.allowsSignUp else {
            return socialPage(provider, error: "User does not exist. Please sign up before you can sign in.")
        }
        if let problem = attributeProblem { return socialPage(provider, error: problem) }
        var user = newUser(address)
        user.userPrincipalName = name
        user.identityProvider = provider.domain
        if tenant.user(named: address) != nil { user.mail = nil }
        return try create(user, methods: [Authentication.federated])
            ?? socialPage(provider, error: "A user with the specified ID already exists.")
    }

    func socialPage(_ provider: IdentityProvider, error: UserFlowPage.Problem? = nil) -> Step {
        page(
            "Sign in with \(provider.name)",
            notice:
                "This page stands in for \(provider.name): enter the user who signs in. Nothing is sent to the provider.",
            error: error,
            fields: [.email(id: "email", value: submission.username ?? "")]
                + (flow.allowsSignUp ? attributeFields(of: nil) : []),
            buttons: [.init(id: "continue", label: "Sign in", look: .primary), .cancel])
    }

    // MARK: - Fields

    private func attributeFields(of user: User?) -> [UserFlowPage.Field] {
        flow.attributes.map { attribute in
            .init(
                name: PageField.attribute(attribute.name), id: attribute.name, label: attribute.label,
                input: .text, value: submission.attribute(attribute) ?? user?[attribute] ?? "",
                autocomplete: attribute.autocomplete)
        }
    }

    private var attributeProblem: UserFlowPage.Problem? {
        for attribute in flow.attributes {
            let value = submission.attribute(attribute) ?? ""
            if value.isEmpty, attribute.isRequired { return "A required field is missing: \(attribute.label)." }
            if value.utf8.count > UserFlowStage.maximumAttribute { return "\(attribute.label) is too long." }
            if !value.isEmpty, let rejection = attribute.rejection(of: value) {
                return UserFlowPage.Problem("\(attribute.label) is not valid.", detail: rejection.detail)
            }
        }
        return nil
    }

    private func newPasswordProblem(of address: String, current: String? = nil) -> UserFlowPage.Problem? {
        guard needsPassword else { return nil }
        let password = submission.newPassword ?? ""
        let rules = PasswordRules.of(tenant.kind)
        if let problem = rules.problem(password, of: address, current: current) { return .init(rules.message(problem)) }
        guard ConstantTime.equal(password, submission.repeatedPassword ?? "") else {
            return "The password entry fields do not match."
        }
        return nil
    }
}

extension UserFlowPage.Field {
    static func email(id: String, value: String, isFixed: Bool = false) -> UserFlowPage.Field {
        UserFlowPage.Field(
            name: PageField.username, id: id, label: "Email address", input: .email, value: value,
            autocomplete: "username", isFixed: isFixed)
    }

    static func password(id: String, _ label: String) -> UserFlowPage.Field {
        UserFlowPage.Field(
            name: PageField.password, id: id, label: label, input: .password, autocomplete: "current-password")
    }

    fileprivate static let newPasswords = [
        UserFlowPage.Field(
            name: PageField.newPassword, id: "newPassword", label: "New password", input: .password,
            autocomplete: "new-password"),
        UserFlowPage.Field(
            name: PageField.repeatedPassword, id: "reenterPassword", label: "Confirm new password", input: .password,
            autocomplete: "new-password"),
    ]
}

extension UserFlowPage.Button {
    static let cancel = UserFlowPage.Button(
        id: "cancel", label: "Cancel", action: PageAction.cancel, look: .secondary)
}

extension UserFlow {
    /// The buttons of the other providers, with IDs as on the service's pages, such as `GoogleExchange`.
    var providerButtons: [UserFlowPage.Button] {
        identityProviders.map {
            .init(
                id: "\($0.name)Exchange", label: "Sign in with \($0.name)", action: PageAction.social($0.domain),
                look: .link)
        }
    }
}
