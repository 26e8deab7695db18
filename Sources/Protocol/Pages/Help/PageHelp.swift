import Formats

/// The part of a page for the people who use this test server. The service's pages have no such part, so the help is outside the
/// form and folded, and has no button, field or name by which UI automation for the real pages finds elements.
package enum PageHelp: Sendable, Equatable {
    /// The users who can sign in, and the address of the console's page with all of them.
    case users([TestUser], console: String)
    /// The known password of the user who signs in.
    case password(String)
    /// The address of the outbox, which has the code that the page asks for.
    case outbox(String)
    case failure(FailureExplanation)

    /// A user who can sign in.
    package struct TestUser: Sendable, Equatable {
        package let username: String
        package let displayName: String
        /// The password, if the page may contain it.
        package let password: String?
        /// The address of the same sign-in with the user as `login_hint`, or nil if no link leads to the sign-in.
        package let address: String?

        package init(username: String, displayName: String, password: String? = nil, address: String? = nil) {
            self.username = username
            self.displayName = displayName
            self.password = password
            self.address = address
        }
    }
}

/// The explanation of a failure for the operator of this test server. The texts are in English.
package struct FailureExplanation: Sendable, Equatable {
    /// The cause for which the server raises the error, or nil if the error has none.
    package let cause: String?
    /// The cause with values of the request or the directory, such as the nearest registered redirect URI.
    package let hint: String?
    /// The change that makes the request succeed.
    package let fix: String?
    /// The address of the request in the console, or nil if the console does not have the request.
    package let request: String?

    package init(cause: String?, hint: String?, fix: String?, request: String?) {
        self.cause = cause
        self.hint = hint
        self.fix = fix
        self.request = request
    }
}

extension PageModel {
    /// The subject of a page's help, or nil for a page without help.
    enum HelpSubject: Sendable, Equatable {
        /// The page asks for a username, and its form posts to `target`.
        case username(FormTarget)
        /// The page asks for the password of a user.
        case password(username: String)
        /// The page asks for a code that was sent. `recipient` is the full address, if the page has it; `username` is the user.
        case code(recipient: String?, username: String?)
        case failure
    }

    var helpSubject: HelpSubject? {
        switch self {
        case .username(let page): .username(page.form)
        case .password(let page): .password(username: page.username)
        case .oneTimeCode(let page) where page.recipient != nil: .code(recipient: nil, username: page.username)
        case .pushNotification(let page) where page.status == .waiting:
            .code(recipient: page.username, username: page.username)
        case .deviceCode(let page) where page.problem != nil: .failure
        case .error, .adminApproval: .failure
        case .userFlow(let page): page.helpSubject
        case .policySignIn(let page): .username(page.form)
        case .policyAttributes(let page): page.helpSubject
        case .externalID(let page): page.helpSubject
        default: nil
        }
    }
}

extension UserFlowPage {
    /// The subject of the help: the code if the page asks for one, or else the account if the page asks for its password.
    fileprivate var helpSubject: PageModel.HelpSubject? {
        if fields.contains(where: { $0.input == .code }) {
            return .code(recipient: fields.first { $0.input == .email }?.value, username: nil)
        }
        return fields.contains { $0.autocomplete.isExactly("current-password") } ? .username(form) : nil
    }
}

extension PolicyAttributesPage {
    /// The subject of the help: the code, after the code was sent.
    fileprivate var helpSubject: PageModel.HelpSubject? {
        verification?.state == .sent ? .code(recipient: verification?.address, username: nil) : nil
    }
}

extension ExternalIDPage {
    /// The subject of the help: the code, if the page asks for one.
    fileprivate var helpSubject: PageModel.HelpSubject? {
        if case .code = content { .code(recipient: address, username: nil) } else { nil }
    }
}
