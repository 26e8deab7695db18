import Directory
import Entra
import Formats
import Store

/// An account of the browser's session that may sign in to the client at this authority.
struct SessionAccount: Sendable {
    let account: Account
    let authentication: Authentication
    /// The user's home tenant, or nil if the tenant is not on this server.
    var home: Tenant?

    /// The ID of the account, which tells accounts of one name apart.
    var homeAccountID: String { "\(account.user.home.objectID).\(account.user.home.tenantID)" }

    /// Whether a name from the client or the user refers to this account.
    func isNamed(_ name: String) -> Bool {
        [account.user.signInName, account.user.userPrincipalName].contains { $0.isExactlyIgnoringASCIICase(name) }
    }
}

/// The use of the session by a request without page fields. docs/reference/protocol.md#prompt has the table over prompt and
/// accounts.
enum SessionDecision: Sendable {
    /// The request continues with this account, without a page.
    case use(SessionAccount)
    case pickAccount
    /// The user must enter credentials. `username` is the expected user, or nil if there is none.
    case promptForCredentials(username: String?)
    case fail(AADSTS)

    struct Request: Sendable {
        let prompt: Prompt
        let loginHint: String?
        let domainHint: String?
        /// The tenant of which `domain_hint` is a verified domain, or nil.
        var domainHintTenant: TenantID?
        let sessionID: String?
        let maxAge: Int64?
        /// The account that the client expects (`login_req`, `domain_req`).
        var home: User.Home?
        /// The earliest time of the sign-in that a claims challenge demands, in seconds since 1970 UTC.
        var notBefore: Int64?

        /// Whether `domain_hint` selects personal accounts (true) or work accounts (false), or nil if `domain_hint` selects
        /// neither (docs/reference/protocol.md#prompt). For a guest, the kind of the home account counts.
        var requestsPersonalAccount: Bool? {
            switch domainHint?.asciiLowercased {
            case "consumers": true
            case "organizations": false
            default: nil
            }
        }

        fileprivate func ofKind(_ accounts: [SessionAccount]) -> [SessionAccount] {
            guard let requestsPersonalAccount else { return accounts }
            return accounts.filter { requestsPersonalAccount ? $0.account.isPersonalAtHome : !$0.account.isPersonal }
        }
    }

    static func decide(_ request: Request, _ accounts: [SessionAccount], now: Int64) -> SessionDecision {
        switch request.prompt {
        case .none: silent(request, accounts, now)
        case .login, .create: .promptForCredentials(username: request.loginHint)
        case .selectAccount: accounts.isEmpty ? .promptForCredentials(username: request.loginHint) : .pickAccount
        case .unspecified, .consent, .adminConsent: interactive(request, accounts, now)
        }
    }

    private static func silent(_ request: Request, _ accounts: [SessionAccount], _ now: Int64) -> SessionDecision {
        let candidates = named(request, accounts) ?? request.ofKind(accounts)
        if request.loginHint == nil {
            if request.sessionID != nil, candidates.isEmpty { return .fail(.sessionNotFound) }
            if let tenant = request.domainHintTenant, !candidates.isEmpty,
                !candidates.contains(where: { $0.home?.id == tenant })
            {
                return .fail(.sessionOfOtherDomain)
            }
        }
        let fresh = candidates.filter { isFresh($0, request, now) }
        guard let first = fresh.first else { return .fail(.noSession) }
        return fresh.count == 1 ? .use(first) : .fail(.severalSessions)
    }

    private static func interactive(_ request: Request, _ accounts: [SessionAccount], _ now: Int64) -> SessionDecision {
        var candidates = named(request, accounts) ?? narrowed(accounts, request)
        // If `sid` matches no account, for example because its session has ended, the user chooses among the signed-in accounts.
        if candidates.isEmpty, request.loginHint == nil { candidates = narrowed(accounts, request) }
        guard let first = candidates.first else { return .promptForCredentials(username: request.loginHint) }
        guard candidates.count == 1 else { return .pickAccount }
        return isFresh(first, request, now)
            ? .use(first) : .promptForCredentials(username: first.account.user.signInName)
    }

    /// Returns the accounts that `login_hint`, or else `sid`, selects, or nil if the request names none. An invalid `sid` matches
    /// no account, like the `sid` of an ended session. Otherwise, the account that the client expects is returned if that account
    /// is signed in.
    private static func named(_ request: Request, _ accounts: [SessionAccount]) -> [SessionAccount]? {
        if let hint = request.loginHint { return accounts.filter { $0.isNamed(hint) } }
        if let id = request.sessionID.map({ GUID($0) }) {
            return accounts.filter { $0.authentication.sessionID == id }
        }
        let expected = accounts.filter { $0.authentication.home == request.home }
        return expected.isEmpty ? nil : expected
    }

    /// Returns the accounts whose home tenant has the domain of `domain_hint`, if there are several accounts. A domain that
    /// matches no account is ignored.
    private static func narrowed(_ accounts: [SessionAccount], _ request: Request) -> [SessionAccount] {
        let accounts = request.ofKind(accounts)
        guard let hint = request.domainHint, accounts.count > 1 else { return accounts }
        let matching = accounts.filter { $0.home?.hasDomain(hint) == true }
        return matching.isEmpty ? accounts : matching
    }

    private static func isFresh(_ account: SessionAccount, _ request: Request, _ now: Int64) -> Bool {
        if let notBefore = request.notBefore, account.authentication.time < notBefore { return false }
        guard let maxAge = request.maxAge else { return true }
        return maxAge > 0 && now - account.authentication.time <= maxAge
    }
}

/// The request for which a user signs in. An authorization request is one; other endpoints with pages create their own and run the
/// same stages. The type is a class because the immutable value passes through many steps.
final class SignInRequest: Sendable {
    let client: ResolvedClient
    /// The parameters that select the account and determine when a page is shown.
    let choice: SessionDecision.Request
    let settings: Settings
    /// Whether the tokens go to another device than the browser's. The browser's device cannot prove its state to that device, so
    /// policies see no device: "the device that is performing authentication can't provide its device state to the device that is
    /// providing a code" (Microsoft's documentation of the grant controls of Conditional Access).
    let isForAnotherDevice: Bool
    /// Whether the request is an authorization request, which `prompt` can change.
    let isAuthorization: Bool
    private let makeDigest: @Sendable () -> [UInt8]
    private let makeForm: @Sendable () -> FormTarget

    /// Creates the request. `digest` and `form` are computed only for a page, which most requests never show.
    init(
        client: ResolvedClient, choice: SessionDecision.Request, settings: Settings, isForAnotherDevice: Bool = false,
        isAuthorization: Bool = false, digest: @autoclosure @escaping @Sendable () -> [UInt8],
        form: @autoclosure @escaping @Sendable () -> FormTarget
    ) {
        self.client = client
        self.choice = choice
        self.settings = settings
        self.isForAnotherDevice = isForAnotherDevice
        self.isAuthorization = isAuthorization
        makeDigest = digest
        makeForm = form
    }

    /// The SHA-256 of the whole request, which binds the forms of pages to the request.
    var digest: [UInt8] { makeDigest() }
    /// The URL to which a page's form posts, with the hidden fields of the request.
    var form: FormTarget { makeForm() }
    var prompt: Prompt { choice.prompt }
    var application: Application { client.application }

    /// The user flow of the sign-in: the policy in the URL, or in an external tenant the user flow that serves the application.
    /// The value is nil if plain sign-in applies.
    var userFlow: UserFlow? {
        switch client.authority {
        case .userFlow(_, let flow): flow
        case .tenant(let tenant): tenant.kind == .external ? tenant.userFlow(serving: application.clientID) : nil
        case .common, .organizations, .consumers: nil
        }
    }
}

/// The `prompt` parameter (OpenID Connect Core §3.1.2.1; docs/reference/protocol.md#authorize-parameters,
/// docs/reference/protocol.md#prompt).
enum Prompt: Sendable {
    /// No page is shown unless one is needed.
    case unspecified
    /// No page is ever shown.
    case none
    /// The user must enter credentials, whatever the session holds.
    case login
    case selectAccount
    case consent
    /// The user signs up in external tenants. In other tenants, the value equals `login`.
    case create
    /// An administrator grants the static permissions for the whole tenant (v1).
    case adminConsent

    /// Whether the user must enter credentials, whatever the session holds.
    var requiresCredentials: Bool {
        switch self {
        case .login, .create: true
        case .unspecified, .none, .selectAccount, .consent, .adminConsent: false
        }
    }

    private static let common: [ByteString: Prompt] = [
        "none": .none, "login": .login, "select_account": .selectAccount, "consent": .consent,
    ]
    private static let ofVersionOne: [ByteString: Prompt] = [
        "admin_consent": .adminConsent, "refresh_session": .login, "attempt_none": .unspecified,
    ]
    private static let ofVersionTwo: [ByteString: Prompt] = ["create": .create, "no_session": .unspecified]

    /// Parses the parameter. An empty value counts as absent. Throws AADSTS901001 for a value of version 1 at version 2, and
    /// AADSTS90023 for an unknown value and for several values (docs/reference/protocol.md#prompt-invalid).
    init(parsing value: String?, endpoint: EndpointVersion) throws(EntraError) {
        guard let value, !value.isEmpty else {
            self = .unspecified
            return
        }
        if let prompt = Prompt.common[value] ?? (endpoint == .v1 ? Prompt.ofVersionOne : Prompt.ofVersionTwo)[value] {
            self = prompt
        } else if Prompt.ofVersionOne[value] != nil {
            throw EntraError(.unsupportedParameterValue, [.parameter: Parameter.prompt, .value: value])
        } else {
            throw EntraError(.unsupportedPrompt)
        }
    }
}
