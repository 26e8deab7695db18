import Crypto
import Directory
package import Entra
package import Formats
import Store

/// The flow of the admin consent endpoint, v1 and v2 (docs/reference/protocol.md#admin-consent). An administrator grants an
/// application its permissions for everyone in the tenant. The grant creates the service principal of an application of another
/// tenant. `InteractiveCheck` lists the checks in the order of the service.
package enum AdminConsentFlow {
    /// Returns the outcome of a request. `body` holds only the fields of pages.
    package static func run(
        endpoint: EndpointVersion, address: AuthorityAddress, query: Form, body: Form, cookies: BrowserCookies,
        services: Services
    ) -> AuthorizeOutcome {
        var request = request(endpoint, address, query, PageSubmission(body: body), cookies, services)
        return request.outcome()
    }

    /// Returns the outcome for a failure that does not depend on the request, such as a stubbed error.
    package static func fail(
        _ error: EntraError, endpoint: EndpointVersion, address: AuthorityAddress, query: Form, services: Services
    ) -> AuthorizeOutcome {
        var request = request(endpoint, address, query, .none, .none, services)
        _ = try? request.checkClient()
        return AuthorizeOutcome(
            response: failure(error, of: request), session: nil, isolatesPopup: request.isolatesPopup)
    }

    private static func request(
        _ endpoint: EndpointVersion, _ address: AuthorityAddress, _ query: Form, _ submission: PageSubmission,
        _ cookies: BrowserCookies, _ services: Services
    ) -> InteractiveRequest {
        InteractiveRequest(
            endpoint == .v1 ? .adminConsentV1 : .adminConsentV2,
            AuthorizeRequest(endpoint: endpoint, address: address, query: query, body: Form()), submission, cookies,
            services)
    }

    /// Returns the response to a failed check. The application learns that the administrator declined, or that a user of another
    /// tenant tried to consent, and a stub can redirect an OAuth error by name. All other failures are shown on a page.
    static func failure(_ error: EntraError, of request: InteractiveRequest) -> AuthorizeOutcome.Response {
        guard request.hasValidClient, let target = request.found.redirectTarget else { return .fail(error, .page) }
        var error = error
        switch error.code {
        case _ where error.isChosenByName: break
        case .foreignAccount: error.error = .accessDenied
        case .consentDeclined: break
        default: return .fail(error, .page)
        }
        let received = request.received
        return .fail(error, .administratorsClient(target, received.endpoint, state: received.state))
    }

    /// Returns the authority of the consent. Only users of organizations can consent, so that version 1 treats `common` as
    /// `organizations`.
    static func authority(_ authority: Authority, at endpoint: EndpointVersion) -> Authority {
        if case .common = authority, endpoint == .v1 { .organizations } else { authority }
    }

    // MARK: - Checks

    /// Throws AADSTS9002328 for `common` at version 2 and for `consumers`.
    static func organization(_ request: inout InteractiveRequest) throws(EntraError) {
        switch try request.client.authority {
        case .common, .consumers: throw EntraError(.adminConsentOverCommon)
        case .organizations, .tenant, .userFlow: break
        }
    }

    /// Returns a page if the user may not consent for the organization at all.
    static func administrator(_ request: inout InteractiveRequest) throws(EntraError) -> AuthorizeOutcome.Response? {
        let account = try request.account.account
        return account.user.mayConsentForOrganization(in: account.tenant) ? nil : try rejection(request)
    }

    /// Returns a page if the user may not grant the requested permissions.
    static func administratorOfPermissions(
        _ request: inout InteractiveRequest
    ) throws(EntraError) -> AuthorizeOutcome.Response? {
        try request.consentStage.mayConsentForOrganization() ? nil : try rejection(request)
    }

    /// Returns the page for a user who may not grant the requested permissions. Throws AADSTS65004 if that user returns to the
    /// application.
    private static func rejection(_ request: InteractiveRequest) throws(EntraError) -> AuthorizeOutcome.Response {
        let signIn = try request.signIn
        guard !signIn.submission.action.isExactly(PageAction.cancel) else { throw EntraError(.consentDeclined) }
        return .show(
            .adminApproval(
                AdminApprovalPage(
                    form: signIn.form(), applicationName: signIn.request.application.displayName,
                    username: try request.account.account.user.signInName,
                    message: EntraError(.callerCannotConsent).message)))
    }

    // MARK: - Sign-in and response

    /// Returns the sign-in for the request.
    static func signInRequest(_ request: InteractiveRequest) throws(EntraError) -> SignInRequest {
        let (client, path) = (try request.client, path(of: request.received))
        return SignInRequest(
            client: client,
            choice: SessionDecision.Request(
                prompt: .adminConsent, loginHint: nil, domainHint: nil, sessionID: nil, maxAge: nil),
            settings: request.services.settings(of: client),
            digest: Digest.sha256(Array("adminconsent\n\(path)".utf8)), form: FormTarget(action: path, hidden: []))
    }

    private static func path(of received: AuthorizeRequest) -> String {
        let version = received.endpoint == .v2 ? "/v2.0" : ""
        return "/\(Percent.encode(received.address.tenant))\(version)/adminconsent?\(received.query.encoded)"
    }

    /// Returns the response that tells the application what is granted.
    static func response(_ request: inout InteractiveRequest) throws(EntraError) -> AuthorizeOutcome.Response {
        try request.recordUse(at: request.received.endpoint)
        let (client, account, received) = (
            try request.client.application, try request.account.account, request.received
        )
        var fields = Form()
        fields.append(Parameter.adminConsent, "True")
        fields.append(Parameter.tenant, account.tenant.id.description)
        if received.endpoint == .v2 {
            let access = try request.permissions.access
            let grants = request.services.grants(to: client, in: account.tenant)
            let scopes =
                access.oidc.names
                + access.resources.flatMap { $0.granted(to: client, for: account.user, on: grants) }
            fields.append(Parameter.scope, scopes.joined(separator: " "))
        }
        if let state = received.state { fields.append(Parameter.state, state) }
        return .respond(try request.redirectTarget, .query, fields)
    }
}

extension ResourceAccess {
    /// Returns the granted scopes, as spelled in the request.
    fileprivate func granted(to client: Application, for user: User, on grants: ConsentGrants) -> [String] {
        let permissions = grants.permissions(of: application, to: client.clientID, for: user.id)
        switch extent {
        case .signIn: return []
        case .named(let scopes): return scopes.filter { permissions.contains($0.permission) }.map(\.text)
        case .everything(let scopes): return permissions.map { name.spelling(of: $0.value) } + scopes
        }
    }
}
