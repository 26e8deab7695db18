import Directory
package import Entra
package import Formats
import Store

/// The flow of the admin consent endpoint, v1 and v2 (docs/reference/protocol.md#admin-consent). An administrator grants an
/// application its permissions for everyone in the tenant. The grant creates the service principal of an application of another
/// tenant.
package enum AdminConsentFlow {
    /// Returns the outcome of a request. `body` holds only the fields of pages.
    package static func run(
        endpoint: EndpointVersion, address: AuthorityAddress, query: Form, body: Form, cookies: BrowserCookies,
        services: Services
    ) -> AuthorizeOutcome {
        let request: AdminConsentRequest
        let client: ResolvedClient
        let target: RedirectTarget
        do {
            request = try AdminConsentRequest(endpoint: endpoint, address: address, query: query)
            client = try request.client(in: services.directory)
            target = try AdminConsentFlow.target(of: request, client)
        } catch {
            return AuthorizeOutcome(answer: .fail(error, .page), session: nil)
        }
        var session = BrowserSession(opening: cookies, services: services)
        let answer: AuthorizeOutcome.Answer
        do {
            switch try step(of: request, client, PageSubmission(body: body), &session, services) {
            case .show(let page): answer = .show(page)
            case .granted(let fields): answer = .respond(target, .query, fields)
            }
        } catch {
            answer = failure(error, request, target)
        }
        return AuthorizeOutcome(answer: answer, session: session.isChanged ? session : nil)
    }

    /// Returns the outcome for a failure that does not depend on the request, such as a stubbed error.
    package static func fail(
        _ error: EntraError, endpoint: EndpointVersion, address: AuthorityAddress, query: Form, services: Services
    ) -> AuthorizeOutcome {
        var answer = AuthorizeOutcome.Answer.fail(error, .page)
        if let request = try? AdminConsentRequest(endpoint: endpoint, address: address, query: query),
            let target = try? target(of: request, try request.client(in: services.directory))
        {
            answer = failure(error, request, target)
        }
        return AuthorizeOutcome(answer: answer, session: nil)
    }

    private static func target(
        of request: AdminConsentRequest, _ client: ResolvedClient
    ) throws(EntraError) -> RedirectTarget {
        try RedirectURIRules.resolve(
            request.query[Parameter.redirectURI], registered: client.application.redirectURIs,
            clientID: client.requestedID, audience: client.application.signInAudience)
    }

    private enum Step {
        case show(PageModel)
        case granted(Form)
    }

    private static func step(
        of request: AdminConsentRequest, _ client: ResolvedClient, _ submission: PageSubmission,
        _ session: inout BrowserSession, _ services: Services
    ) throws(EntraError) -> Step {
        try request.checkScope()
        if let tenant = client.authority.tenant {
            _ = try request.access(by: services.resolver(for: client.application, in: tenant))
        }
        var signIn = try SignInStage(
            request.signIn(to: client, services), submission, session: session, services: services)
        defer {
            signIn.session.showPage(services)
            session = signIn.session
        }
        var account: SessionAccount
        switch try UserFlowStage.run(&signIn) {
        case .show(let page): return .show(page)
        case .cancelled: throw EntraError(.consentDeclined)
        case .signedIn(let found): account = found
        }
        let policies = PolicyStage(
            resources: [], wantsIDToken: true, platform: nil, claims: .none, isAppProtected: false)
        if let page = try policies.run(&signIn, &account) { return .show(page) }
        if let page = StaySignedInStage.run(&signIn, account, policy: policies.persistentBrowser(signIn, account)) {
            return .show(page)
        }
        guard account.account.user.mayConsentForOrganization() else { return .show(try refusal(signIn, account)) }
        let tenant = account.account.tenant
        let resolver = services.resolver(for: client.application, in: tenant)
        let access = try request.access(by: resolver)
        let consent = ConsentStage(signIn, account, access, resolver)
        guard try consent.mayConsentForOrganization() else { return .show(try refusal(signIn, account)) }
        if let page = try consent.run(form: signIn.form()) { return .show(page) }
        signIn.session.use(
            client.application.clientID, at: request.endpoint, in: tenant.id, by: account.authentication,
            services: services)
        let grants = services.grants(to: client.application.clientID, in: tenant)
        return .granted(success(request, access, grants, for: account.account.user, client.application))
    }

    /// Returns the page for a user who may not grant the requested permissions. Throws AADSTS65004 if that user returns to the
    /// application.
    private static func refusal(_ signIn: SignInStage, _ account: SessionAccount) throws(EntraError) -> PageModel {
        guard !signIn.submission.action.isExactly(PageAction.cancel) else { throw EntraError(.consentDeclined) }
        return .adminApproval(
            AdminApprovalPage(
                form: signIn.form(), applicationName: signIn.request.application.displayName,
                username: account.account.user.signInName, message: EntraError(.callerCannotConsent).message))
    }

    private static func success(
        _ request: AdminConsentRequest, _ access: RequestedAccess, _ grants: GrantsOnRecord, for user: User,
        _ client: Application
    ) -> Form {
        var fields = Form()
        fields.append(Parameter.adminConsent, "True")
        fields.append(Parameter.tenant, grants.tenant.id.description)
        if request.endpoint == .v2 {
            let scopes = access.oidc.names + access.resources.flatMap { $0.granted(to: client, for: user, on: grants) }
            fields.append(Parameter.scope, scopes.joined(separator: " "))
        }
        if let state = request[Parameter.state] { fields.append(Parameter.state, state) }
        return fields
    }

    /// Returns the outcome of a failure. The application learns that the administrator declined, or that a user of another tenant
    /// tried to consent. All other failures are shown on a page.
    private static func failure(
        _ error: EntraError, _ request: AdminConsentRequest, _ target: RedirectTarget
    ) -> AuthorizeOutcome.Answer {
        var error = error
        switch error.code {
        case .foreignAccount: error.error = .accessDenied
        case .consentDeclined: break
        default: return .fail(error, .page)
        }
        return .fail(error, .administratorsClient(target, request.endpoint, state: request[Parameter.state]))
    }
}

extension ResourceAccess {
    /// Returns the granted scopes, as spelled in the request.
    fileprivate func granted(to client: Application, for user: User, on grants: GrantsOnRecord) -> [String] {
        let permissions = grants.permissions(of: application, to: client.clientID, for: user.id)
        switch extent {
        case .signIn: return []
        case .named(let scopes): return scopes.filter { permissions.contains($0.permission) }.map(\.asked)
        case .everything(let asked): return permissions.map { name.spelling(of: $0.value) } + asked
        }
    }
}
