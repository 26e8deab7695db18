import Crypto
import Directory
import Entra
import Formats
import Store

/// The steps of user flows that change accounts: sign-up, password reset, profile edit, and sign-in with another provider.
extension UserFlowStage {
    private static let maximumAttribute = 256

    // MARK: - Sign-up at an external tenant

    mutating func signUp() throws(EntraError) -> Step {
        if let step = try verifyAddress(.signUp) { return step }
        guard let address = progress?.verified else { return try signIn.run() }
        guard submission.hasAccountFields || !hasSignUpFields else { return signUpPage(address) }
        if let problem = newPasswordProblem(of: address) ?? attributeProblem {
            return signUpPage(address, problem: problem)
        }
        return try createAccount(address) ?? signUpPage(address, problem: FieldProblem(.accountExists))
    }

    /// Creates the account of a verified address, and signs the user in. Returns nil if the username exists.
    mutating func createAccount(_ address: String) throws(EntraError) -> Step? {
        var user = newUser(address)
        user.password = needsPassword ? submission.newPassword : nil
        user.isPasswordless = !needsPassword
        return try create(user, methods: [needsPassword ? "pwd" : "otp"])
    }

    private var needsPassword: Bool { flow.credential == .password }
    /// Whether the sign-up page has any field. A page without fields would be shown forever.
    private var hasSignUpFields: Bool { needsPassword || !flow.attributes.isEmpty }

    private func signUpPage(_ address: String, problem: FieldProblem? = nil) -> Step {
        let passwords = needsPassword ? UserFlowPage.Field.newPasswords : []
        return externalPage(
            .signUp, .attributes(passwords + attributeFields(of: nil)), address: address, problem: problem)
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

    // MARK: - Password reset at an external tenant

    mutating func resetPassword() throws(EntraError) -> Step {
        if let step = try verifyAddress(.resetPassword) { return step }
        guard let address = progress?.verified, let user = userWithPassword(address) else {
            progress?.verified = nil
            return externalPage(.resetPassword, .address, address: "", problem: FieldProblem(.addressUnknown))
        }
        guard let password = submission.newPassword else { return newPasswordPage(address) }
        if let problem = newPasswordProblem(of: address, current: user.password) {
            return newPasswordPage(address, problem: problem)
        }
        return try reset(user, to: password)
    }

    /// Returns the user whose password the owner of an address may reset, or nil if there is no such user.
    func userWithPassword(_ address: String) -> User? {
        guard let user = tenant.user(named: address), services.directory.isEnabled(user),
            services.directory.acceptsPassword(user), !user.isGuest(in: tenant.id)
        else { return nil }
        return user
    }

    /// Replaces a forgotten password, and signs the user in.
    mutating func reset(_ user: User, to password: String) throws(EntraError) -> Step {
        let now = services.now
        try services.change(user, in: tenant, ending: .user(user.home)) { $0.choosePassword(password, at: now) }
        var changed = user
        changed.choosePassword(password, at: now)
        return signIn.signIn(Account(user: changed, tenant: tenant))
    }

    private func newPasswordPage(_ address: String, problem: FieldProblem? = nil) -> Step {
        page(
            .phrase(.resetPassword), problem: problem,
            fields: [.email(id: "email", value: address, isFixed: true)] + UserFlowPage.Field.newPasswords,
            buttons: [.init(id: "continue", label: .phrase(.goOn), look: .primary), .cancel])
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
        if let problem = attributesProblem { return profilePage(user, problem) }
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
            return socialPage(provider, problem: FieldProblem(.addressInvalid))
        }
        let name = "\(GUID(derivedFrom: provider.domain, address.asciiLowercased))@\(provider.domain)"
        if let user = tenant.user(named: name) {
            guard user.accountEnabled else { throw EntraError(.userDisabled) }
            return signIn.signIn(Account(user: user, tenant: tenant), methods: [Authentication.federated])
        }
        guard flow.allowsSignUp else {
            return socialPage(provider, problem: FieldProblem(.signUpFirst))
        }
        if let problem = attributeProblem { return socialPage(provider, problem: problem) }
        var user = newUser(address)
        user.userPrincipalName = name
        user.identityProvider = provider.domain
        if tenant.user(named: address) != nil { user.mail = nil }
        return try create(user, methods: [Authentication.federated])
            ?? socialPage(provider, problem: FieldProblem(.accountExists))
    }

    func socialPage(_ provider: IdentityProvider, problem: FieldProblem? = nil) -> Step {
        page(
            .phrase(.signInWithProvider, [.words(provider.name)]),
            notice: .phrase(.providerStandIn, [.words(provider.name)]),
            problem: problem,
            fields: [.email(id: "email", value: submission.username ?? "")]
                + (flow.allowsSignUp ? attributeFields(of: nil) : []),
            buttons: [.init(id: "continue", label: .phrase(.signIn), look: .primary), .cancel])
    }

    // MARK: - Fields

    func attributeFields(of user: User?) -> [UserFlowPage.Field] {
        flow.attributes.map { attribute in
            .init(
                name: PageField.attribute(attribute.name), id: attribute.name, label: attribute.pageLabel,
                input: .text, value: submission.attribute(attribute) ?? user?[attribute] ?? "",
                autocomplete: attribute.autocomplete)
        }
    }

    private var attributeProblem: FieldProblem? {
        flow.attributes.lazy.compactMap { problem(of: $0) }.first
    }

    func problem(of attribute: UserAttribute) -> FieldProblem? {
        let value = submission.attribute(attribute) ?? ""
        if value.isEmpty, attribute.isRequired { return FieldProblem(.attributeMissing, [attribute.pageLabel]) }
        if value.utf8.count > UserFlowStage.maximumAttribute {
            return FieldProblem(.attributeTooLong, [attribute.pageLabel])
        }
        if !value.isEmpty, let rejection = attribute.rejection(of: value) {
            return FieldProblem(.attributeInvalid, [attribute.pageLabel], detail: rejection.detail)
        }
        return nil
    }

    func newPasswordProblem(of address: String, current: String? = nil) -> FieldProblem? {
        guard needsPassword else { return nil }
        let password = submission.newPassword ?? ""
        let rules = PasswordRules.of(tenant.kind)
        if let problem = rules.problem(password, of: address, current: current) { return rules.fieldProblem(problem) }
        guard ConstantTime.equal(password, submission.repeatedPassword ?? "") else {
            return FieldProblem(.passwordEntriesDiffer)
        }
        return nil
    }
}

extension UserFlowPage.Field {
    static func email(id: String, value: String, isFixed: Bool = false) -> UserFlowPage.Field {
        UserFlowPage.Field(
            name: PageField.username, id: id, label: .phrase(.email), input: .email, value: value,
            autocomplete: "username", isFixed: isFixed)
    }

    static func password(id: String) -> UserFlowPage.Field {
        UserFlowPage.Field(
            name: PageField.password, id: id, label: .phrase(.password), input: .password,
            autocomplete: "current-password")
    }

    static let newPasswords = [
        UserFlowPage.Field(
            name: PageField.newPassword, id: "newPassword", label: .phrase(.newPassword), input: .password,
            autocomplete: "new-password"),
        UserFlowPage.Field(
            name: PageField.repeatedPassword, id: "reenterPassword", label: .phrase(.confirmNewPassword),
            input: .password,
            autocomplete: "new-password"),
    ]
}

extension UserFlowPage.Button {
    static let cancel = UserFlowPage.Button(
        id: "cancel", label: .phrase(.cancel), action: PageAction.cancel, look: .secondary)
}

extension UserAttribute {
    private static let phrases: [ByteString: Phrase] = [
        "displayName": .attributeDisplayName, "givenName": .attributeGivenName, "surname": .attributeSurname,
        "jobTitle": .attributeJobTitle, "country": .attributeCountry, "city": .attributeCity, "state": .attributeState,
        "postalCode": .attributePostalCode, "streetAddress": .attributeStreetAddress,
    ]

    /// The label on pages. An extension has the name after its application ID.
    var pageLabel: PageText {
        UserAttribute.phrases[ByteString(name)].map { .phrase($0) }
            ?? .words(name.pieces(separatedBy: "_", atMost: 3).last ?? "")
    }
}

extension UserFlow {
    /// The buttons of the other providers, with IDs as on the service's pages, such as `GoogleExchange`.
    var providerButtons: [UserFlowPage.Button] {
        identityProviders.map {
            .init(
                id: "\($0.exchangeName)Exchange", label: .phrase(.signInWithProvider, [.words($0.name)]),
                action: PageAction.social($0.domain),
                look: .link)
        }
    }
}
