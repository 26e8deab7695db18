package import Directory
import Entra
import Formats
import HTTP
import Store

/// The console, as the pages of the protocol see it. The control plane implements the protocol.
package protocol PageConsole: Sendable {
    /// Returns whether the sender of a request may use the console.
    func isOpen(to request: RequestContext) -> Bool
    /// Returns the explanation of the failure that the notes of the request contain, or nil if there is none.
    func explanation(of request: RequestContext) -> FailureExplanation?
    /// Returns the address of the list of a tenant's users, or of all tenants.
    func users(of tenant: Tenant?) -> String
    /// Returns the address of the codes that were sent to a recipient, or to all recipients.
    func outbox(of recipient: String?) -> String
}

extension PageHelp {
    /// Returns the help on a page, or nil. Only someone who may use the console gets help, because the help contains nothing else
    /// than the console (docs/explanation/security-model.md#help-on-pages).
    static func help(on page: PageModel, _ request: RequestContext) -> PageHelp? {
        guard let subject = page.helpSubject, let console = request.resources.console, console.isOpen(to: request)
        else { return nil }
        switch subject {
        case .failure: return console.explanation(of: request).map(PageHelp.failure)
        case .code(let recipient, let username):
            return .outbox(console.outbox(of: recipient ?? username.flatMap { TestUsers(request).recipient(of: $0) }))
        case .username(let form): return TestUsers(request).list(form, console)
        case .password(let username): return TestUsers(request).password(of: username).map(PageHelp.password)
        }
    }
}

/// The users that a page offers to people.
private struct TestUsers {
    /// The largest number of users on a page.
    private static let maximum = 20

    let request: RequestContext
    private let directory: Directory
    /// The tenant that the path names, or nil for `common` and `organizations`.
    private let tenant: Tenant?

    init(_ request: RequestContext) {
        self.request = request
        directory = request.services.directory
        tenant = directory.tenant(segment: request.tenantSegment)
    }

    /// Returns the users who can sign in at the authority, or nil if the page offers none.
    func list(_ form: FormTarget, _ console: any PageConsole) -> PageHelp? {
        guard isOffered else { return nil }
        let users = Array(tenants.lazy.flatMap(\.ownUsers).prefix(TestUsers.maximum)).map { user in
            PageHelp.TestUser(
                username: user.signInName, displayName: user.displayName, password: shownPassword(of: user),
                address: form.address(withHint: user.signInName))
        }
        return users.isEmpty ? nil : .users(users, console: console.users(of: tenant))
    }

    /// Returns the password of a user, if the page may contain it.
    func password(of username: String) -> String? {
        isOffered ? user(username).flatMap(shownPassword) : nil
    }

    /// Returns the address to which codes for a user are sent, or the username for push notifications.
    func recipient(of username: String) -> String? {
        switch user(username)?.mfa {
        case .email(let address): address
        case .sms(let number): number
        case .push: username
        case .code, .authenticator, nil: nil
        }
    }

    /// Whether the page offers users: a person opens the page, and the setting does not hide the users. A page that stands in for
    /// another identity provider has no tenant, and offers none.
    private var isOffered: Bool {
        !request.tenantSegment.isEmpty && request.settings.testUserPanel != .hidden
            && RequestSource.isPersonsVisit(request.request)
    }

    private var tenants: [Tenant] {
        if let tenant { return [tenant] }
        let isForOrganizations = TenantSegment.parse(request.tenantSegment) == .organizations
        return directory.tenants.filter {
            $0.kind == .workforce || ($0.kind == .consumers && !isForOrganizations)
        }
    }

    private func user(_ name: String) -> User? {
        tenants.lazy.compactMap { $0.user(named: name) }.first
    }

    private func shownPassword(of user: User) -> String? {
        request.settings.testUserPanel == .passwords && user.hasPassword ? user.password : user.publicPassword
    }
}

extension FormTarget {
    /// Returns the address of the request that led to the form, with a `login_hint`, or nil if the request was not a GET request
    /// with all parameters in its query.
    fileprivate func address(withHint username: String) -> String? {
        guard hidden.allSatisfy({ $0.name.isExactly(PageField.flowToken) }),
            let question = action.utf8.firstIndex(of: UInt8(ascii: "?")),
            let query = try? Form(parsing: action.utf8[action.utf8.index(after: question)...])
        else { return nil }
        var fields = Form(query.fields.filter { !$0.name.isExactly(Parameter.loginHint) })
        fields.append(Parameter.loginHint, username)
        return "\(action[..<question])?\(fields.encoded)"
    }
}
