import Directory
package import Entra
package import Formats
import Store

/// The flow of the authorize endpoint, v1 and v2 (RFC 6749 §3.1, OpenID Connect Core §3;
/// docs/reference/protocol.md#authorization-request).
///
/// The order of the checks in `run` is the error precedence of the service. Before there is an `AddressedAuthorizeRequest`, a
/// failure can only be shown on a page, because only that type holds a `RedirectTarget`.
package enum AuthorizeFlow {
    /// The kind of request by which the browser reached the endpoint.
    package struct Visit: Sendable {
        /// Whether the browser states that it navigates to the page, as all current browsers do.
        let isNavigation: Bool
        /// Whether the request posts a page's form.
        let isForm: Bool
        /// The facts that the request states about its device.
        let device: DeviceAuthentication.Request?

        package init(isNavigation: Bool, isForm: Bool, device: DeviceAuthentication.Request?) {
            self.isNavigation = isNavigation
            self.isForm = isForm
            self.device = device
        }
    }

    package static func run(
        endpoint: EndpointVersion, address: AuthorityAddress, query: Form, body: Form, cookies: BrowserCookies,
        visit: Visit, services: Services
    ) -> AuthorizeOutcome {
        let addressed: AddressedAuthorizeRequest
        do {
            let request = try AuthorizeRequest(
                endpoint: endpoint, address: address, query: query, body: body)
            addressed = try AddressedAuthorizeRequest(request, services: services)
        } catch {
            let told = error.told(at: address, services.directory)
            return AuthorizeOutcome(answer: .fail(told, .page), session: nil)
        }
        var session = BrowserSession(opening: cookies, services: services)
        // A silent request shows no page, so that no form can be posted.
        let submission = body.fields.isEmpty || addressed.request.isSilent ? .none : PageSubmission(body: body)
        let answer: AuthorizeOutcome.Answer
        do {
            answer = try proceed(addressed, submission, visit, &session, services)
        } catch {
            let failure = error.named(at: .authorize)
            let isOfUserFlow = addressed.client.authority.userFlow != nil
            let told =
                isOfUserFlow
                ? failure.ofUserFlow(isSilent: addressed.request.isSilent).named(at: .authorize) : failure
            answer = .fail(told, place(of: told, addressed))
        }
        return AuthorizeOutcome(answer: answer, session: session.isChanged ? session : nil)
    }

    /// Returns the outcome for a failure that does not depend on the request, such as a stubbed error.
    package static func fail(
        _ error: EntraError, endpoint: EndpointVersion, address: AuthorityAddress, query: Form, body: Form,
        services: Services
    ) -> AuthorizeOutcome {
        let told = error.named(at: .authorize)
        let request = try? AuthorizeRequest(endpoint: endpoint, address: address, query: query, body: body)
        let addressed = request.flatMap { try? AddressedAuthorizeRequest($0, services: services) }
        return AuthorizeOutcome(
            answer: .fail(told, addressed.map { place(of: told, $0) } ?? .page), session: nil)
    }

    private static func proceed(
        _ addressed: AddressedAuthorizeRequest, _ submission: PageSubmission, _ visit: Visit,
        _ session: inout BrowserSession, _ services: Services
    ) throws(EntraError) -> AuthorizeOutcome.Answer {
        let parameters = try AuthorizeParameters(addressed)
        try addressed.client.authority.checkVersion(addressed.request.endpoint)
        let scopes = try RequestedScopes(addressed.request, parameters)
        let client = addressed.client
        try client.authority.checkScope(addressed.request[Parameter.scope], of: client.application)
        // If the tenant is known, the scopes are checked before the user is asked to sign in.
        let known = client.authority.tenant.map { services.resolver(for: client.application, in: $0) }
        let knownAccess = try known.map { resolver throws(EntraError) in try scopes.access(by: resolver) }
        if let knownAccess {
            try client.authority.checkAccess(
                knownAccess, for: parameters.responseType, as: addressed.request[Parameter.scope])
        }
        let settings = services.settings(of: client)

        let challenge = try DeviceAuthentication.atAuthorize(visit, addressed, &session, settings, services)
        if let challenge { return .challenge(challenge) }
        var signIn = try SignInStage(
            SignInRequest(addressed, parameters, settings, now: services.now), submission, session: session,
            services: services)
        defer { session = signIn.session }
        var account: SessionAccount
        switch try UserFlowStage.run(&signIn) {
        case .show(let page): return shown(page, &signIn)
        case .cancelled: throw EntraError(.consentDeclined, errorSubcode: "cancel")
        case .signedIn(let found): account = found
        }
        if visit.isNavigation, submission.isEmpty, !signIn.flow.isFresh {
            try LoopDetection.check(addressed.request, signIn.session, settings, services)
        }
        try check(account.account, of: addressed, services)

        let resolver = known ?? services.resolver(for: client.application, in: account.account.tenant)
        let access = if let knownAccess { knownAccess } else { try scopes.access(by: resolver) }
        for resource in access.resources {
            try account.account.checkAdmission(to: resource.application)
        }
        let policies = PolicyStage(
            resources: access.resources.map(\.application), wantsIDToken: access.oidc.contains(.openid),
            platform: addressed.target.platform, claims: parameters.claims,
            isAppProtected: addressed.request[Parameter.enrollmentID] != nil)
        if let page = try policies.run(&signIn, &account) { return shown(page, &signIn) }
        if let page = try question(to: account, access, resolver, policies, addressed, &signIn) {
            return shown(page, &signIn)
        }

        signIn.session.use(
            client.application.clientID, at: addressed.request.endpoint, in: account.account.tenant.id,
            by: account.authentication, services: services)
        let issue = IssueStage(
            addressed: addressed, parameters: parameters, account: account, access: access,
            situation: parameters.responseType == .code ? nil : policies.situation(of: account, signIn),
            settings: settings, services: services)
        return .respond(addressed.target, addressed.delivery, try issue.fields())
    }

    /// Checks whether the account may sign in to the client.
    private static func check(
        _ account: Account, of addressed: AddressedAuthorizeRequest, _ services: Services
    ) throws(EntraError) {
        try account.checkVersion(addressed.request.endpoint)
        if !addressed.request.isInstanceAware { try account.tenant.checkCloud(services.origin) }
        try account.checkAssignment(to: addressed.client.application)
    }

    /// Returns the next page for a signed-in user, about staying signed in or about consent, or nil if there is none. Users of a
    /// policy see neither page, because an administrator has granted all permissions.
    private static func question(
        to account: SessionAccount, _ access: RequestedAccess, _ resolver: ResourceResolver, _ policies: PolicyStage,
        _ addressed: AddressedAuthorizeRequest, _ signIn: inout SignInStage
    ) throws(EntraError) -> PageModel? {
        guard addressed.client.authority.userFlow == nil else {
            _ = try GrantedAccess.issue(
                access, to: addressed.client.application, for: account.account.user.id, on: resolver.grants,
                missing: .consentRequired, at: addressed.request.endpoint)
            return nil
        }
        let persistence = policies.persistentBrowser(signIn, account)
        if let page = StaySignedInStage.run(&signIn, account, policy: persistence) { return page }
        return try ConsentStage(signIn, account, access, resolver).run(form: signIn.form())
    }

    /// Returns the place at which a failure is reported. A failure of the store is always shown on a page, because the user can
    /// repeat the request in the browser, and the application would treat the error as the end of the sign-in.
    private static func place(
        of error: EntraError, _ addressed: AddressedAuthorizeRequest
    ) -> AuthorizeOutcome.ErrorPlace {
        guard !error.isStoreFailure else { return .page }
        let isShown =
            switch error.code.delivery {
            case .redirected: false
            case .shown: true
            case .shownUnlessSilent: !addressed.request.isSilent
            }
        guard !isShown else { return .page }
        return .application(addressed.target, addressed.delivery, state: addressed.request[Parameter.state])
    }

    private static func shown(_ page: PageModel, _ stage: inout SignInStage) -> AuthorizeOutcome.Answer {
        stage.session.showPage(stage.services)
        return .show(page)
    }
}
