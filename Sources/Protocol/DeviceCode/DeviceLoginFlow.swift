import Crypto
import Directory
import Entra
package import Formats
import Store

/// The pages on which a person signs in for a device (RFC 8628 §3.3; docs/reference/protocol.md#device-code): code, account,
/// "are you trying to sign in to …?", consent. Every form carries the code and posts to the same address.
package enum DeviceLoginFlow {
    /// Returns the next page and the changed session. `segment` is the authority in the path; a tenant's page accepts only
    /// codes of that tenant. `body` is empty if the page was only opened.
    package static func run(
        at segment: String, body: Form, cookies: BrowserCookies, services: Services
    ) -> AuthorizeOutcome {
        // The query is ignored, and the body has only the fields of pages.
        let received = AuthorizeRequest(
            endpoint: .v2, address: AuthorityAddress(tenant: segment, policyLocation: .query, origin: services.origin),
            query: Form(), body: Form())
        let code = UserCodeSubmission(body)
        var request = InteractiveRequest(
            .deviceLogin, received, PageSubmission(body: code.otherFields), userCode: code, cookies, services)
        return request.outcome()
    }
}

/// The user code in a form of device login.
struct UserCodeSubmission {
    /// The code as typed, on this page or on the first one. The value is nil if the page was only opened.
    let typed: String?
    /// Whether the user confirmed the application. The confirmation counts only together with the sealed state of a page, which no
    /// other site can create.
    let isConfirmed: Bool
    /// The fields without the code of the first page.
    let otherFields: Form

    /// The submission at other endpoints.
    static let none = UserCodeSubmission(Form())

    init(_ body: Form) {
        let entered = body[PageField.enteredUserCode]
        typed = entered ?? body[PageField.userCode]
        isConfirmed = body[PageField.deviceConfirmation] != nil && body[PageField.flowToken] != nil
        otherFields =
            entered != nil ? body : Form(body.fields.filter { !$0.name.isExactly(PageField.userCode) })
    }
}

/// The page on which a user code is entered.
struct DeviceLoginAddressing {
    /// The tenant of the page, or nil for a page without a tenant.
    let tenant: TenantID?
    /// The path that the page's forms post to.
    let path: String
    private let design: PageDesign

    /// Creates the address of the page. Throws the errors of `Authority`. On a customer tenant's own host, `common` means that
    /// tenant.
    init(_ address: AuthorityAddress, _ services: Services) throws(EntraError) {
        path = address.path(Origin.deviceLogin)
        design = services.isOnPremises ? .federationService : .work
        if case .common = TenantSegment.parse(address.tenant) {
            tenant = services.directory.tenant(ofHost: services.origin)?.id
        } else {
            tenant = try Authority(address, directory: services.directory).tenant?.id
        }
    }

    func codePage(_ problem: FieldProblem? = nil) -> PageModel {
        .deviceCode(DeviceCodePage(form: FormTarget(action: path, hidden: [], design: design), problem: problem))
    }
}

extension Services {
    /// Returns the current time for the expiry of an authorization: the clock of the requested tenant, or the server's clock.
    func now(of authorization: DeviceAuthorization) -> Timestamp { authorization.tenant.map(now(in:)) ?? serverNow }
}

/// The checks that only device login has, and the decision about the device (RFC 8628 §3.3;
/// docs/reference/protocol.md#device-code).
enum DeviceLogin {
    /// Finds the authorization of the user code. Returns the page on which a code is entered if there is none.
    static func userCode(_ request: inout InteractiveRequest) throws(EntraError) -> AuthorizeOutcome.Response? {
        let (page, services) = (try request.devicePage, request.services)
        guard let typed = request.userCode.typed else { return .show(page.codePage()) }
        guard typed.utf8.contains(where: { $0 != ASCII.space }) else {
            return .show(page.codePage(FieldProblem(.userCodeEmpty)))
        }
        guard let code = UserCode(typed: typed) else {
            return .show(page.codePage(FieldProblem(.invalidVerificationCode)))
        }
        let attempts = UserCodeAttempts.Source(page.tenant, services.peerAddress)
        let entry = try services.store.enterUserCode(code, at: attempts) { tenant in
            tenant.map(services.now(in:)) ?? services.serverNow
        }
        switch entry {
        case .found(let authorization):
            request.found.authorization = authorization
            return nil
        case .unknown: return .show(page.codePage(FieldProblem(.invalidVerificationCode)))
        case .expired: return .show(page.codePage(FieldProblem(.verificationCodeExpired)))
        case .used, .blocked: return .show(page.codePage(FieldProblem(.userCodeBlocked)))
        }
    }

    /// Records that the user declines. The action can come from any page after the sign-in, because only an authenticated user
    /// may decline.
    static func rejection(_ request: inout InteractiveRequest) throws(EntraError) -> AuthorizeOutcome.Response? {
        let submission = request.submission
        guard submission.action.isExactly(PageAction.cancel) || submission.consent == .decline else { return nil }
        return try decide(.declined, request)
    }

    /// Asks whether the user wants to sign in to the application.
    static func confirmation(_ request: inout InteractiveRequest) throws(EntraError) -> AuthorizeOutcome.Response? {
        guard !request.userCode.isConfirmed, !request.submission.isScript else { return nil }
        let form = try request.signIn.form()
        return .show(
            .deviceConfirmation(
                DeviceConfirmationPage(
                    form: FormTarget(
                        action: form.action, hidden: form.hidden + [confirmationField], design: form.design),
                    applicationName: try request.client.application.displayName,
                    username: try request.account.account.user.signInName)))
    }

    /// Approves the device authorization.
    static func response(_ request: inout InteractiveRequest) throws(EntraError) -> AuthorizeOutcome.Response {
        try request.recordUse(at: try request.authorization.endpoint)
        return try decide(.approved(try grant(request)), request)
    }

    /// Returns the response to a failed check. A user who declines a page declines for the device.
    static func failure(_ error: EntraError, of request: InteractiveRequest) -> AuthorizeOutcome.Response {
        guard error.code == .consentDeclined else { return .fail(error, .page) }
        do {
            return try decide(.declined, request)
        } catch {
            return .fail(error, .page)
        }
    }

    /// Returns the sign-in. A signed-in user must still choose an account, so that no code causes a silent sign-in.
    static func signInRequest(_ request: InteractiveRequest) throws(EntraError) -> SignInRequest {
        let (client, authorization, path) = (
            try request.client, try request.authorization, try request.devicePage.path
        )
        let code = HiddenField(PageField.enteredUserCode, authorization.userCode.description)
        let hidden = request.userCode.isConfirmed ? [code, confirmationField] : [code]
        return SignInRequest(
            client: client,
            choice: SessionDecision.Request(
                prompt: .selectAccount, loginHint: nil, domainHint: nil, sessionID: nil, maxAge: nil),
            settings: request.services.settings(of: client), isForAnotherDevice: true,
            digest: Digest.sha256(Array("device\n\(authorization.id)".utf8)),
            form: FormTarget(action: path, hidden: hidden))
    }

    /// Returns the policies of the sign-in, for the APIs that the device requested.
    static func policies(of request: InteractiveRequest) throws(EntraError) -> PolicyStage {
        let access = try request.permissions.access
        return PolicyStage(
            resources: access.resources.map(\.application), requestsIDToken: access.oidc.contains(.openid),
            platform: platform(of: try request.client),
            claims: try ClaimsRequest(parsing: try request.authorization.claims), isAppProtected: false,
            deviceProof: .deviceCode)
    }

    /// The platform, derived from the client type as for the device's own requests.
    private static func platform(of client: ResolvedClient) -> ClientPlatform {
        ClientAuthentication.typeWithoutRedirect(of: client.application) == .publicClient ? .publicClient : .web
    }

    private static let confirmationField = HiddenField(PageField.deviceConfirmation, "1")

    private static func grant(_ request: InteractiveRequest) throws(EntraError) -> IssuedGrant {
        let (client, account, authorization) = (try request.client, try request.account, try request.authorization)
        let tenant = account.account.tenant.id
        let user = account.account.user.id
        return IssuedGrant(
            client: client.application.clientID, tenant: tenant, user: user, authentication: account.authentication,
            platform: platform(of: client), endpoint: authorization.endpoint, scope: authorization.scope,
            resource: authorization.resource,
            consents: request.services.consents(of: user, to: client.application.clientID, in: tenant),
            order: request.services.store.nextOrder())
    }

    private static func decide(
        _ decision: DeviceDecision, _ request: InteractiveRequest
    ) throws(EntraError) -> AuthorizeOutcome.Response {
        let (page, authorization, services) = (try request.devicePage, try request.authorization, request.services)
        let now = services.now(of: authorization)
        switch try services.store.decideDevice(authorization.id, decision, now: now) {
        case .recorded:
            return .show(
                .deviceOutcome(
                    DeviceOutcomePage(
                        applicationName: try request.client.application.displayName,
                        outcome: decision == .declined ? .declined : .approved)))
        case .decidedBefore: return .show(page.codePage(FieldProblem(.userCodeBlocked)))
        case .expired: return .show(page.codePage(FieldProblem(.verificationCodeExpired)))
        }
    }
}

extension PageSubmission {
    /// Whether a script posts credentials without any of the pages. A script did not follow a link, and skips the confirmation.
    fileprivate var isScript: Bool { flowToken == nil && username != nil && password != nil }
}
