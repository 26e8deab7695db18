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
            endpoint: .v2, address: AuthorityAddress(tenant: segment, place: .query, origin: services.origin),
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
    /// Whether the user confirmed the application. The answer counts only together with the sealed state of a page, which no
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

    /// Creates the place. Throws the errors of `Authority`. On a customer tenant's own host, `common` means that tenant.
    init(_ address: AuthorityAddress, _ services: Services) throws(EntraError) {
        path = address.path(Origin.deviceLogin)
        if case .common = TenantSegment.parse(address.tenant) {
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
