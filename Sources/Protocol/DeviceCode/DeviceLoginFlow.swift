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
        var session = BrowserSession(opening: cookies, services: services)
        let answer: AuthorizeOutcome.Answer
        do {
            let place = try DeviceLoginPlace(segment, services)
            answer = .show(try page(for: body, place, &session, services))
        } catch {
            answer = .fail(error, .page)
        }
        return AuthorizeOutcome(answer: answer, session: session.isChanged ? session : nil)
    }

    private static func page(
        for body: Form, _ place: DeviceLoginPlace, _ session: inout BrowserSession, _ services: Services
    ) throws(EntraError) -> PageModel {
        let entered = body[PageField.enteredUserCode]
        guard let typed = entered ?? body[PageField.userCode] else { return place.codePage() }
        guard let code = UserCode(typed: typed) else { return place.codePage(FormError(.invalidVerificationCode)) }
        let tries = UserCodeTries.Place(place.tenant, services.peerAddress)
        let entry = try services.store.enterUserCode(code, at: tries) { tenant in
            tenant.map(services.now(in:)) ?? services.serverNow
        }
        switch entry {
        case .found(let authorization):
            let login = try DeviceLogin(authorization, at: place, services)
            let answers = entered != nil ? body : Form(body.fields.filter { !$0.name.isExactly(PageField.userCode) })
            return try login.run(PageSubmission(body: answers), isConfirmed: isConfirmed(body), &session)
        case .unknown: return place.codePage(FormError(.invalidVerificationCode))
        case .expired: return place.codePage(FormError(.verificationCodeExpired))
        case .used, .blocked: return place.codePage(FormError(.userCodeBlocked))
        }
    }

    /// Whether the user confirmed the application. The answer counts only together with the sealed state of a page, which no
    /// other site can create.
    private static func isConfirmed(_ body: Form) -> Bool {
        body[PageField.deviceConfirmation] != nil && body[PageField.flowToken] != nil
    }
}

/// The page on which a user code is entered.
struct DeviceLoginPlace {
    /// The tenant of the page, or nil for a page without a tenant.
    let tenant: TenantID?
    /// The path that the page's forms post to.
    let path: String

    /// Creates the place. Throws the errors of `Authority`. On a customer tenant's own host, `common` means that tenant.
    init(_ segment: String, _ services: Services) throws(EntraError) {
        let address = AuthorityAddress(tenant: segment, place: .query, origin: services.origin)
        path = address.path(Origin.deviceLogin)
        if case .common = TenantSegment.parse(segment) {
            tenant = services.directory.tenant(ofHost: services.origin)?.id
        } else {
            tenant = try Authority(address, directory: services.directory).tenant?.id
        }
    }

    func codePage(_ error: FormError? = nil) -> PageModel {
        .deviceCode(DeviceCodePage(form: FormTarget(action: path, hidden: []), error: error?.message))
    }
}

extension Services {
    /// Returns the current time for the expiry of an authorization: the clock of the requested tenant, or the server's clock.
    func now(of authorization: DeviceAuthorization) -> Timestamp { authorization.tenant.map(now(in:)) ?? serverNow }
}
