import Crypto
import Directory
package import Entra
package import Formats
import Store

/// The flow of the authorize endpoint, v1 and v2 (RFC 6749 §3.1, OpenID Connect Core §3;
/// docs/reference/protocol.md#authorization-request). `InteractiveCheck` lists the checks in the order of the service.
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

        /// The visit of a request for which the kind has no meaning.
        static let unspecified = Visit(isNavigation: false, isForm: false, device: nil)
    }

    package static func run(
        endpoint: EndpointVersion, address: AuthorityAddress, query: Form, body: Form, cookies: BrowserCookies,
        visit: Visit, services: Services
    ) -> AuthorizeOutcome {
        let link = body.fields.isEmpty && address.policy != nil ? PageAction.link(in: query) : nil
        let received = AuthorizeRequest(
            endpoint: endpoint, address: address, query: link?.request ?? query, body: body)
        let submission = submission(body, link?.action, isSilent: received.isSilent)
        var request = InteractiveRequest(column(endpoint), received, submission, visit: visit, cookies, services)
        return request.outcome()
    }

    /// Returns the fields of a page's form, or the action of a link. A silent request shows no page, so that no form can be posted.
    private static func submission(_ body: Form, _ link: String?, isSilent: Bool) -> PageSubmission {
        guard !isSilent else { return .none }
        if let link { return PageSubmission(body: Form([Form.Field(PageField.action, link)]), isLink: true) }
        return body.fields.isEmpty ? .none : PageSubmission(body: body)
    }

    /// Returns the outcome for a failure that does not depend on the request, such as a stubbed error.
    package static func fail(
        _ error: EntraError, endpoint: EndpointVersion, address: AuthorityAddress, query: Form, body: Form,
        services: Services
    ) -> AuthorizeOutcome {
        let received = AuthorizeRequest(endpoint: endpoint, address: address, query: query, body: body)
        var request = InteractiveRequest(column(endpoint), received, .none, .none, services)
        _ = try? request.checkClient()
        let named = error.named(at: .authorize)
        return AuthorizeOutcome(
            response: .fail(named, response(to: named, request)), session: nil, isolatesPopup: request.isolatesPopup)
    }

    private static func column(_ endpoint: EndpointVersion) -> InteractiveEndpoint {
        endpoint == .v1 ? .authorizeV1 : .authorizeV2
    }

    /// Returns the response to a failed check, with the OAuth error of this endpoint, and at a policy with the AADB2C code.
    static func failure(_ error: EntraError, of request: InteractiveRequest) -> AuthorizeOutcome.Response {
        var reported = error.named(at: .authorize)
        let authority =
            request.found.authority
            ?? (try? Authority(request.received.address, directory: request.services.directory))
        if authority?.userFlow != nil {
            reported = reported.ofUserFlow(isSilent: request.received.isSilent).named(at: .authorize)
        } else if request.isOfPersonalAccount {
            reported = reported.ofPersonalAuthorization(
                EntraError.PersonalAccountRequest(scope: request.received[Parameter.scope]))
        }
        return .fail(reported, response(to: reported, request))
    }

    /// Returns how an error reaches its recipient. A failure of the store is always shown on a page, because the user can repeat
    /// the request in the browser, and the application would treat the error as the end of the sign-in.
    private static func response(
        to error: EntraError, _ request: InteractiveRequest
    ) -> AuthorizeOutcome.ErrorResponse {
        guard request.hasValidClient, let target = request.found.redirectTarget, !error.isStoreFailure else {
            return .page
        }
        let isShown =
            switch error.delivery {
            case .redirected: false
            case .shown: true
            case .shownUnlessSilent: !request.received.isSilent
            }
        guard !isShown else { return .page }
        return .application(
            target, request.received.responseMode, state: request.received.state)
    }

    /// Returns the sign-in of an authorization request.
    static func signInRequest(_ request: InteractiveRequest) throws(EntraError) -> SignInRequest {
        let (received, client, now) = (request.received, try request.client, request.services.now.seconds)
        let domain = received[Parameter.domainHint]
        return SignInRequest(
            client: client,
            choice: SessionDecision.Request(
                prompt: request.parameters.prompt,
                loginHint: received[Parameter.loginHint].map(LoginHint.username),
                domainHint: domain, domainHintTenant: domain.flatMap(request.services.directory.tenant(ofDomain:))?.id,
                sessionID: received[Parameter.sessionID], maxAge: received.maxAge,
                home: User.Home(
                    loginRequest: received[Parameter.loginRequest], domainRequest: received[Parameter.domainRequest]),
                notBefore: request.parameters.claims.notBefore.map { min($0, now) }),
            settings: request.services.settings(of: client), isAuthorization: true, digest: received.digest,
            form: received.formTarget)
    }

    /// Issues the code and the tokens of the response.
    static func response(_ request: inout InteractiveRequest) throws(EntraError) -> AuthorizeOutcome.Response {
        try request.recordUse(at: request.received.endpoint)
        let (account, parameters, target) = (try request.account, request.parameters, try request.redirectTarget)
        let signIn = try request.signIn
        let issue = IssueStage(
            request: request.received, parameters: parameters, client: try request.client, platform: target.platform,
            account: account, access: try request.permissions.access,
            situation: parameters.responseType == .code ? nil : try request.policies.situation(of: account, signIn),
            settings: signIn.request.settings, services: request.services)
        return .respond(target, request.received.responseMode, try issue.fields())
    }
}

/// The outcome of an authorization request.
package struct AuthorizeOutcome: Sendable {
    package let response: Response
    /// The session to send to the browser, or nil to leave the browser's cookie unchanged.
    package let session: BrowserSession?
    /// Whether the response separates a popup from the page that opened the popup.
    var isolatesPopup = false

    /// The response to the browser.
    package enum Response: Sendable {
        /// A response to the application, by query, fragment or form_post.
        case respond(RedirectTarget, ResponseMode, Form)
        case show(PageModel)
        /// A redirect after which the browser returns with a proof of its device.
        case challenge(DeviceChallenge)
        case fail(EntraError, ErrorResponse)
    }

    /// The place that receives a failure (RFC 6749 §4.1.2.1).
    package enum ErrorResponse: Sendable {
        case page
        case application(RedirectTarget, ResponseMode, state: String?)
        /// The application that requested an administrator's consent, with the parameters of that endpoint.
        case administratorsClient(RedirectTarget, EndpointVersion, state: String?)
    }
}

/// Stops an application that sends the browser to sign in again immediately after each sign-in
/// (docs/reference/protocol.md#authorize-errors: about 15 equal requests in 5 minutes). Only requests that a browser marks as
/// navigation count (Fetch Metadata, `Sec-Fetch-Mode`). Load tests that reuse a session cookie are therefore not affected.
enum LoopDetection {
    private static let period: Int64 = 300

    /// Counts a sign-in without a page. Throws AADSTS50196 if the count exceeds the setting `requestLoopLimit`.
    static func check(
        _ request: AuthorizeRequest, _ session: BrowserSession, _ settings: Settings, _ services: Services
    ) throws(EntraError) {
        guard settings.requestLoopLimit > 0 else { return }
        let made = try services.count(
            .silentSignIns(session.cookie.id, fingerprint(request)), within: period, renewing: false)
        guard made.count <= settings.requestLoopLimit else { throw EntraError(.requestLoop) }
    }

    /// Returns the identity of equal requests: all parameters except those that a client generates for each request.
    private static func fingerprint(_ request: AuthorizeRequest) -> [UInt8] {
        let names = [
            Parameter.clientID, Parameter.redirectURI, Parameter.responseType, Parameter.responseMode, Parameter.scope,
            Parameter.resource, Parameter.prompt, Parameter.loginHint, Parameter.claims,
        ]
        let values = [request.address.path("")] + names.map { request[$0] ?? "" }
        return Digest.sha256(Array(values.joined(separator: "\n").utf8))
    }
}
