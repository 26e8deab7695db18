import Crypto
import Directory
package import Entra
package import Formats
import Store

/// The outcome of a sign-out request.
package struct LogoutOutcome: Sendable {
    /// The response to the browser.
    package enum Response: Sendable {
        /// A redirect to the application.
        case redirect(String)
        case show(PageModel)
    }

    package let response: Response
    /// The session to send to the browser, or nil to leave the browser's cookie unchanged.
    package let session: BrowserSession?
}

/// The flow of the logout endpoint, v1 and v2 (OpenID Connect RP-Initiated Logout 1.0, Front-Channel Logout 1.0;
/// docs/reference/protocol.md#sign-out). Applications send the browser here from their own site, so that a request needs no proof
/// of its origin. The form of the page does.
package enum LogoutFlow {
    /// Ends the sign-in of one account of the browser's session, and returns the redirect or the page.
    ///
    /// Throws AADSTS90002 and 900023 for the tenant, 9000411 for a repeated parameter, AADB2C90067 for an invalid
    /// address at a policy, 165000 and 50089 for a form that does not belong to this page, and 16001 for a tile
    /// whose account is no longer signed in.
    package static func run(
        endpoint: EndpointVersion, address: AuthorityAddress, query: Form, body: Form, cookies: BrowserCookies,
        services: Services
    ) throws(EntraError) -> LogoutOutcome {
        let authority = try Authority(address, directory: services.directory)
        let request = try LogoutRequest(endpoint: endpoint, address: address, query: query, body: body)
        try authority.checkPostLogoutRedirect(request[Parameter.postLogoutRedirectURI])
        var session = BrowserSession(opening: cookies, services: services)
        let hint = IDTokenHint(request[Parameter.idTokenHint], services: services)
        let location = PostLogoutRedirect.location(request, at: authority, hint, session.cookie, services: services)
        let response: LogoutOutcome.Response
        let asks = alwaysAsks(request, authority, services)
        switch try choice(request, hint, PageSubmission(body: body), session, alwaysAsks: asks, services) {
        case .noAccount: response = leave(nil, [], location)
        case .account(let account):
            let frames = FrontChannelLogout.frames(
                of: account.authentication, in: session.cookie, services: services)
            try session.signOut(account.authentication, services: services)
            response = leave(account.name, frames, location)
        case .ambiguous:
            session.showPage(services)
            response = .show(picker(request, session, services))
        }
        return LogoutOutcome(response: response, session: session.isChanged ? session : nil)
    }

    /// Whether the endpoint asks for the account even if one account is signed in, as version 2 does. A policy never asks.
    private static func alwaysAsks(_ request: LogoutRequest, _ authority: Authority, _ services: Services) -> Bool {
        guard request.endpoint == .v2, authority.userFlow == nil else { return false }
        return services.settings(tenant: authority.tenant, application: nil).signOutPicker == .always
    }

    private static func choice(
        _ request: LogoutRequest, _ hint: IDTokenHint?, _ submission: PageSubmission, _ session: BrowserSession,
        alwaysAsks: Bool, _ services: Services
    ) throws(EntraError) -> SignOutChoice {
        let accounts = session.cookie.accounts.map { SignedInAccount($0, services: services) }
        guard !submission.isEmpty else {
            return SignOutChoice(request, hint, accounts, alwaysAsks: alwaysAsks, services: services)
        }
        guard let name = submission.account else { throw EntraError(.stateCookieMissing) }
        _ = try FlowToken(
            opening: submission.flowToken ?? "", of: request.digest, in: session, client: nil, services: services)
        guard let account = accounts.first(where: { $0.isNamed(name) }) else {
            throw EntraError(.wrongSessionChosen)
        }
        return .account(account)
    }

    private static func leave(
        _ username: String?, _ frames: [SignedOutPage.Frame], _ location: String?
    ) -> LogoutOutcome.Response {
        if let location, frames.isEmpty { return .redirect(location) }
        return .show(.signedOut(SignedOutPage(username: username, frames: frames, location: location)))
    }

    private static func picker(_ request: LogoutRequest, _ session: BrowserSession, _ services: Services) -> PageModel {
        let flow = FlowToken(
            browserID: session.browserID, requestDigest: request.digest, issuedAt: services.now.seconds,
            order: services.store.nextOrder())
        let target = request.formTarget
        let state = HiddenField(PageField.flowToken, flow.sealed(with: services.keys.sealing))
        let accounts = session.cookie.accounts.map { SignedInAccount($0, services: services) }
        return .signOutPicker(
            SignOutPickerPage(
                form: FormTarget(action: target.action, hidden: target.hidden + [state]),
                accounts: accounts.map { .init(username: $0.name, displayName: $0.user?.displayName ?? $0.name) }))
    }
}

/// Notifies the applications of a sign-in that the sign-in ended (OpenID Connect Front-Channel Logout 1.0 §2).
enum FrontChannelLogout {
    /// Returns the URLs to load, one for each application with a `logoutUrl`. Each URL has the session ID and the issuer.
    static func frames(
        of authentication: Authentication, in session: SessionCookie, services: Services
    ) -> [SignedOutPage.Frame] {
        let used = session.applications.filter { $0.sessionID == authentication.sessionID }
        var frames: [SignedOutPage.Frame] = []
        for application in used {
            let tenant = services.directory.tenant(application.tenant)
            guard
                let address = services.directory.registration(of: application.client, in: tenant)?.application
                    .logoutUrl,
                let frame = frame(address, of: application, services), !frames.contains(frame)
            else { continue }
            frames.append(frame)
        }
        return frames
    }

    private static func frame(
        _ address: String, of application: SessionApplication, _ services: Services
    ) -> SignedOutPage.Frame? {
        guard let origin = Origin(of: address), let tenant = services.directory.tenant(application.tenant) else {
            return nil
        }
        var fields = Form()
        fields.append(Parameter.sessionID, application.sessionID.description)
        fields.append("iss", TokenMinter(services).issuer(of: tenant, application.endpoint))
        let separator = address.utf8.contains(UInt8(ascii: "?")) ? "&" : "?"
        return SignedOutPage.Frame(address: address + separator + fields.encoded, origin: origin)
    }
}

/// The redirect after a sign-out, which may go only to a redirect URI of an application (docs/reference/protocol.md#sign-out).
enum PostLogoutRedirect {
    /// Returns the redirect URI with the request's `state`, or nil if the browser stays on the page.
    ///
    /// The URI must match a redirect URI of the application that the request names, by `client_id` or id_token_hint. If the
    /// request names no application, the URI must match an application that the session signed in to. If no user is signed in, as
    /// after another application's sign-out, the URI may match any application that may be used at the authority.
    static func location(
        _ request: LogoutRequest, at authority: Authority, _ hint: IDTokenHint?, _ session: SessionCookie,
        services: Services
    ) -> String? {
        guard let uri = request[Parameter.postLogoutRedirectURI].flatMap(RequestedRedirectURI.init) else { return nil }
        let directory = services.directory
        let found =
            if let applications = applications(request, authority, hint, session) {
                target(
                    uri,
                    of: applications.lazy.compactMap { client, tenant in
                        directory.registration(of: client, in: tenant.flatMap(directory.tenant))?.application
                    })
            } else {
                target(uri, of: directory.tenants.lazy.flatMap(\.applications)) {
                    (try? ClientLookup.client($0.appId, at: authority, in: directory)) != nil
                }
            }
        return found.map { target in
            let console = ConsoleDelivery.address(
                ofResponseTo: target, state: request.state, clientID: request[Parameter.clientID], services: services)
            return console.map { page in
                ResponseDelivery.location(
                    page: page, mode: .query, fields: Form([Form.Field(Parameter.state, request.state ?? "")]))
            } ?? ResponseDelivery.postLogout(target, state: request.state)
        }
    }

    private static func target(
        _ uri: RequestedRedirectURI, of applications: some Sequence<Application>,
        where isEligible: (Application) -> Bool = { _ in true }
    ) -> RedirectTarget? {
        for application in applications {
            let target = RedirectURIRules.target(
                uri, registered: application.redirectURIs, audience: application.signInAudience)
            if let target, target.kind != .outOfBand, isEligible(application) { return target }
        }
        return nil
    }

    /// Returns the applications that the request names, or else the applications of the session, each with the tenant in which it
    /// is used. At an authority of several tenants, the id_token identifies that tenant. Returns nil if the request names no
    /// application and no user is signed in.
    private static func applications(
        _ request: LogoutRequest, _ authority: Authority, _ hint: IDTokenHint?, _ session: SessionCookie
    ) -> [(ClientID, TenantID?)]? {
        let tenant = (authority.tenant ?? hint?.tenant)?.id
        if let named = request[Parameter.clientID].map({ ClientID($0) }) {
            // The id_token of another client contradicts `client_id`, so that neither counts (OpenID Connect RP-Initiated Logout
            // 1.0 §2).
            return hint == nil || hint?.client == named ? [(named, tenant)] : []
        }
        if let hint { return [(hint.client, tenant)] }
        return session.accounts.isEmpty ? nil : session.applications.map { ($0.client, $0.tenant) }
    }
}
