import Crypto
import Directory
package import Entra
package import Formats
import Store

/// The outcome of a sign-out request.
package struct LogoutOutcome: Sendable {
    /// The response to the browser.
    package enum Answer: Sendable {
        /// A redirect to the application.
        case redirect(String)
        case show(PageModel)
    }

    package let answer: Answer
    /// The session to send to the browser, or nil to leave the browser's cookie unchanged.
    package let session: BrowserSession?
}

/// The flow of the logout endpoint, v1 and v2 (OpenID Connect RP-Initiated Logout 1.0, Front-Channel Logout 1.0;
/// docs/reference/protocol.md#sign-out). Applications send the browser here from their own site, so that a request needs no proof
/// of its origin. The form of the page does.
package enum LogoutFlow {
    /// Ends the sign-in of one account of the browser's session, and returns the redirect or the page.
    ///
    /// Throws AADSTS90002 and 900023 for the tenant, 9000411 for a repeated parameter, 165000 and 50089 for a form that does not
    /// belong to this page, and 16001 for a tile whose account is no longer signed in.
    package static func run(
        endpoint: EndpointVersion, address: AuthorityAddress, query: Form, body: Form, cookies: BrowserCookies,
        services: Services
    ) throws(EntraError) -> LogoutOutcome {
        let authority = try Authority(address, directory: services.directory)
        let request = try LogoutRequest(endpoint: endpoint, address: address, query: query, body: body)
        var session = BrowserSession(opening: cookies, services: services)
        let hint = IDTokenHint(request[Parameter.idTokenHint], services: services)
        let location = PostLogoutRedirect.location(request, at: authority, hint, session.cookie, services: services)
        let answer: LogoutOutcome.Answer
        switch try choice(request, hint, PageSubmission(body: body), session, services) {
        case .nobody: answer = leave(nil, [], location)
        case .account(let account):
            let frames = FrontChannelLogout.frames(
                of: account.authentication, in: session.cookie, services: services)
            try session.signOut(account.authentication, services: services)
            answer = leave(account.name, frames, location)
        case .ask:
            session.showPage(services)
            answer = .show(picker(request, session, services))
        }
        return LogoutOutcome(answer: answer, session: session.isChanged ? session : nil)
    }

    private static func choice(
        _ request: LogoutRequest, _ hint: IDTokenHint?, _ submission: PageSubmission, _ session: BrowserSession,
        _ services: Services
    ) throws(EntraError) -> SignOutChoice {
        let accounts = session.cookie.accounts.map { SignedInAccount($0, services: services) }
        guard !submission.isEmpty else { return SignOutChoice(request, hint, accounts, services: services) }
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
    ) -> LogoutOutcome.Answer {
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
