import Directory
import Entra
import Formats
import Store

/// The request that `InteractiveCheck` works on: what the browser sent, and what the checks have found so far.
struct InteractiveRequest {
    /// The values that checks add to the request. Each value is nil until its check has run.
    struct Findings {
        var authority: Authority?
        var client: ResolvedClient?
        var redirectTarget: RedirectTarget?
        var permissions: Permissions?
        var signIn: SignInStage?
        var account: SessionAccount?
        var policies: PolicyStage?
        /// The page of device login that the request is for.
        var devicePage: DeviceLoginAddressing?
        /// The device authorization to which the user code belongs.
        var authorization: DeviceAuthorization?
    }

    /// The requested access in a tenant, and the resolver that found its APIs.
    struct Permissions {
        let access: RequestedAccess
        let resolver: ResourceResolver
    }

    /// The endpoint. At the authorization endpoint, a policy of a B2C tenant is known after the tenant is checked.
    var endpoint: InteractiveEndpoint
    let received: AuthorizeRequest
    let submission: PageSubmission
    let visit: AuthorizeFlow.Visit
    let userCode: UserCodeSubmission
    let services: Services
    /// The validated parameters. A parameter has the value of an absent parameter until its check has run.
    var parameters = AuthorizeParameters()
    var found = Findings()
    /// Whether the client and its redirect URI are valid, so that the client may receive errors.
    private(set) var hasValidClient = false
    private var openedSession: BrowserSession

    init(
        _ endpoint: InteractiveEndpoint, _ received: AuthorizeRequest, _ submission: PageSubmission,
        visit: AuthorizeFlow.Visit = .unspecified, userCode: UserCodeSubmission = .none, _ cookies: BrowserCookies,
        _ services: Services
    ) {
        self.endpoint = endpoint
        self.received = received
        self.submission = submission
        self.visit = visit
        self.userCode = userCode
        self.services = services
        openedSession = BrowserSession(opening: cookies, services: services)
    }

    /// Runs the checks until one of them returns a response or fails.
    mutating func outcome() -> AuthorizeOutcome {
        let response: AuthorizeOutcome.Response
        do {
            response = try runAll()
        } catch {
            response = failure(error)
        }
        return AuthorizeOutcome(response: response, session: session(after: response), isolatesPopup: isolatesPopup)
    }

    /// Whether responses about the client separate a popup from the page that opened the popup.
    var isolatesPopup: Bool { found.client.map { OpenerPolicy.applies(to: $0, services) } ?? false }

    private mutating func runAll() throws(EntraError) -> AuthorizeOutcome.Response {
        if let response = try checkClient() { return response }
        return try InteractiveRequest.known(try run(InteractiveCheck.afterClient))
    }

    /// Runs the checks of the client and its redirect URI. Returns the response if one of them ends the request.
    mutating func checkClient() throws(EntraError) -> AuthorizeOutcome.Response? {
        let response = try run(InteractiveCheck.client)
        hasValidClient = response == nil
        return response
    }

    private mutating func run(_ checks: [InteractiveCheck]) throws(EntraError) -> AuthorizeOutcome.Response? {
        for check in checks where check.applies(to: self) {
            if let response = try check.run(&self) { return response }
        }
        return nil
    }

    private func failure(_ error: EntraError) -> AuthorizeOutcome.Response {
        switch endpoint {
        case .authorizeV1, .authorizeV2, .authorizeB2C: AuthorizeFlow.failure(error, of: self)
        case .deviceLogin: DeviceLogin.failure(error, of: self)
        case .adminConsentV1, .adminConsentV2: AdminConsentFlow.failure(error, of: self)
        }
    }

    /// Responds to a request that has passed all other checks.
    static func response(_ request: inout InteractiveRequest) throws(EntraError) -> AuthorizeOutcome.Response? {
        switch request.endpoint {
        case .authorizeV1, .authorizeV2, .authorizeB2C: try AuthorizeFlow.response(&request)
        case .deviceLogin: try DeviceLogin.response(&request)
        case .adminConsentV1, .adminConsentV2: try AdminConsentFlow.response(&request)
        }
    }
}

// MARK: - Findings

/// The values that checks have added. Reading a value before its check has run throws AADSTS50000, so that a mistake in the order
/// of the checks never lets a request pass.
extension InteractiveRequest {
    var authority: Authority { get throws(EntraError) { try InteractiveRequest.known(found.authority) } }
    var client: ResolvedClient { get throws(EntraError) { try InteractiveRequest.known(found.client) } }
    var redirectTarget: RedirectTarget {
        get throws(EntraError) { try InteractiveRequest.known(found.redirectTarget) }
    }
    var permissions: Permissions { get throws(EntraError) { try InteractiveRequest.known(found.permissions) } }
    var signIn: SignInStage { get throws(EntraError) { try InteractiveRequest.known(found.signIn) } }
    var account: SessionAccount { get throws(EntraError) { try InteractiveRequest.known(found.account) } }
    var policies: PolicyStage { get throws(EntraError) { try InteractiveRequest.known(found.policies) } }
    var devicePage: DeviceLoginAddressing { get throws(EntraError) { try InteractiveRequest.known(found.devicePage) } }
    var authorization: DeviceAuthorization {
        get throws(EntraError) { try InteractiveRequest.known(found.authorization) }
    }

    static func known<Value>(_ value: Value?) throws(EntraError) -> Value {
        guard let value else {
            throw EntraError(.serviceFailure, detail: "The checks of the request are incomplete.")
        }
        return value
    }

    /// Changes the sign-in in place.
    mutating func withSignIn<Result>(
        _ body: (inout SignInStage) throws(EntraError) -> Result
    ) throws(EntraError) -> Result {
        var stage = try signIn
        found.signIn = nil
        defer { found.signIn = stage }
        return try body(&stage)
    }

    /// Records that the account gets a response for the client.
    mutating func recordUse(at version: EndpointVersion) throws(EntraError) {
        let (client, account, services) = (try client, try account, services)
        try withSignIn { (signIn) throws(EntraError) in
            signIn.session.use(
                client.application.clientID, at: version, in: account.account.tenant.id, by: account.authentication,
                services: services)
        }
    }
}

// MARK: - The session

extension InteractiveRequest {
    /// The browser's session, with the changes of the sign-in.
    var session: BrowserSession {
        get { found.signIn?.session ?? openedSession }
        set {
            if found.signIn != nil { found.signIn?.session = newValue } else { openedSession = newValue }
        }
    }

    /// Returns the session to send to the browser, or nil to leave the cookie unchanged.
    private func session(after response: AuthorizeOutcome.Response) -> BrowserSession? {
        var session = session
        switch endpoint {
        case .authorizeV1, .authorizeV2, .authorizeB2C:
            guard hasValidClient else { return nil }
            if case .show = response { session.showPage(services) }
        case .deviceLogin:
            if found.signIn != nil { session.showPage(services) }
        case .adminConsentV1, .adminConsentV2:
            guard hasValidClient else { return nil }
            if found.signIn != nil { session.showPage(services) }
        }
        return session.isChanged ? session : nil
    }
}
