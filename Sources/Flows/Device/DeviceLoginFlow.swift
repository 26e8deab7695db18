import Directory
import Entra
import State
package import Wire

/// The pages on which a person signs in for a device (RFC 8628 §3.3; entra-protocol §3.12): code, account, "are you trying to
/// sign in to …?", consent. Every form carries the code along and posts to the one address.
package enum DeviceLoginFlow {
    /// `body` is empty where the page was only opened.
    package static func run(body: Form, cookies: BrowserCookies, services: Services) -> AuthorizeOutcome {
        var session = BrowserSession(opening: cookies, services: services)
        let answer: AuthorizeOutcome.Answer
        do {
            answer = .show(try page(for: body, &session, services))
        } catch {
            answer = .fail(error, .page)
        }
        return AuthorizeOutcome(answer: answer, session: session.isChanged ? session : nil)
    }

    private static func page(
        for body: Form, _ session: inout BrowserSession, _ services: Services
    ) throws(EntraError) -> PageModel {
        let entered = body[PageField.enteredUserCode]
        guard let typed = entered ?? body[PageField.userCode] else { return codePage() }
        guard let code = UserCode(typed: typed) else { return codePage(EntraError(.invalidVerificationCode)) }
        let entry = try services.store.enterUserCode(code, from: services.peerAddress, now: services.now) {
            services.now(of: $0)
        }
        switch entry {
        case .found(let authorization):
            let login = try DeviceLogin(authorization, services)
            let answers = entered != nil ? body : Form(body.fields.filter { $0.name != PageField.userCode })
            return try login.run(PageSubmission(body: answers), isConfirmed: isConfirmed(body), &session)
        case .unknown: return codePage(EntraError(.invalidVerificationCode))
        case .expired: return codePage(EntraError(.verificationCodeExpired))
        case .used, .blocked: return codePage(EntraError(.userCodeBlocked))
        }
    }

    /// The answer counts only beside the state of a page, which no other site can make.
    private static func isConfirmed(_ body: Form) -> Bool {
        body[PageField.deviceConfirmation] != nil && body[PageField.flowToken] != nil
    }

    static func codePage(_ error: EntraError? = nil) -> PageModel {
        .deviceCode(
            DeviceCodePage(form: FormTarget(action: Origin.deviceLoginPath, hidden: []), error: error?.message))
    }
}

extension Services {
    /// The time by which the authorization expires: of the tenant that the device asked.
    func now(of authorization: DeviceAuthorization) -> Timestamp {
        directory.tenant(segment: authorization.authority).map { now(in: $0.id) } ?? now
    }
}
