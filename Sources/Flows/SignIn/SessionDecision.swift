import Directory
import Entra
import State
import Wire

/// An account of the browser's session that may sign in to the client at this authority.
struct SessionAccount: Sendable {
    let account: Account
    let authentication: Authentication
    /// Where the person is at home.
    var home: Tenant?

    /// Whether a name the client or the user gave means this account.
    func isNamed(_ name: String) -> Bool {
        [account.user.signInName, account.user.userPrincipalName].contains { $0.isExactlyIgnoringASCIICase(name) }
    }
}

/// What a request without page fields does with the session (docs/reference/protocol.md#prompt, as a table over prompt and
/// accounts).
enum SessionDecision: Sendable {
    /// Goes on silently.
    case use(SessionAccount)
    case pickAccount
    /// Credentials are asked for; of this user where one is named.
    case askCredentials(username: String?)
    case fail(AADSTS)

    struct Request: Sendable {
        let prompt: Prompt
        let loginHint: String?
        let domainHint: String?
        let sessionID: String?
        let maxAge: Int64?
        /// The account that the client expects (`login_req`, `domain_req`).
        var home: User.Home?
        /// What a claims challenge demands: a sign-in of that time or later.
        var notBefore: Int64?

        /// Whether personal accounts are meant, or work accounts; nil where domain_hint says neither
        /// (docs/reference/protocol.md#prompt). Of a guest it speaks of the account at home.
        var wantsPersonal: Bool? {
            switch domainHint?.asciiLowercased {
            case "consumers": true
            case "organizations": false
            default: nil
            }
        }

        fileprivate func ofKind(_ accounts: [SessionAccount]) -> [SessionAccount] {
            guard let wantsPersonal else { return accounts }
            return accounts.filter { wantsPersonal ? $0.account.isPersonalAtHome : !$0.account.isPersonal }
        }
    }

    static func decide(_ request: Request, _ accounts: [SessionAccount], now: Int64) -> SessionDecision {
        switch request.prompt {
        case .none: silent(request, accounts, now)
        case .login, .create: .askCredentials(username: request.loginHint)
        case .selectAccount: accounts.isEmpty ? .askCredentials(username: request.loginHint) : .pickAccount
        case .unspecified, .consent, .adminConsent: interactive(request, accounts, now)
        }
    }

    private static func silent(_ request: Request, _ accounts: [SessionAccount], _ now: Int64) -> SessionDecision {
        let meant = named(request, accounts) ?? request.ofKind(accounts)
        let fresh = meant.filter { isFresh($0, request, now) }
        guard let first = fresh.first else { return .fail(.noSession) }
        return fresh.count == 1 ? .use(first) : .fail(.severalSessions)
    }

    private static func interactive(_ request: Request, _ accounts: [SessionAccount], _ now: Int64) -> SessionDecision {
        var meant = named(request, accounts) ?? narrowed(accounts, request)
        // Who is asked need not be told whose session has ended.
        if meant.isEmpty, request.loginHint == nil { meant = narrowed(accounts, request) }
        guard let first = meant.first else { return .askCredentials(username: request.loginHint) }
        guard meant.count == 1 else { return .pickAccount }
        return isFresh(first, request, now) ? .use(first) : .askCredentials(username: first.account.user.signInName)
    }

    /// The accounts that login_hint, else sid, means; nil when the request names none. login_hint wins over sid. A sid that is
    /// no session id is nobody's, as that of a session that has ended. The account that the client expects only chooses among
    /// those that are signed in.
    private static func named(_ request: Request, _ accounts: [SessionAccount]) -> [SessionAccount]? {
        if let hint = request.loginHint { return accounts.filter { $0.isNamed(hint) } }
        if let id = request.sessionID.map({ GUID($0) }) {
            return accounts.filter { $0.authentication.sessionID == id }
        }
        let expected = accounts.filter { $0.authentication.home == request.home }
        return expected.isEmpty ? nil : expected
    }

    /// A domain as domain_hint chooses among several accounts, by where each is at home; one that fits none of them is ignored.
    private static func narrowed(_ accounts: [SessionAccount], _ request: Request) -> [SessionAccount] {
        let accounts = request.ofKind(accounts)
        guard let hint = request.domainHint, accounts.count > 1 else { return accounts }
        let fitting = accounts.filter {
            $0.home?.domains.contains { $0.isExactlyIgnoringASCIICase(hint) } == true
        }
        return fitting.isEmpty ? accounts : fitting
    }

    private static func isFresh(_ account: SessionAccount, _ request: Request, _ now: Int64) -> Bool {
        if let notBefore = request.notBefore, account.authentication.time < notBefore { return false }
        guard let maxAge = request.maxAge else { return true }
        return maxAge > 0 && now - account.authentication.time <= maxAge
    }
}
