import Entra
import Formats
import HTTP
import Protocol

extension Endpoint {
    /// Returns the admin consent endpoint. A GET request opens the endpoint, and the forms of its pages post to the same URL.
    static func adminConsent(_ version: EndpointVersion) -> Endpoint {
        Endpoint("adminconsent", errors: .page) { (context, _) throws(EntraError) in
            let body = try context.form.get() ?? Form()
            try ForeignForm.refuse(context, body)
            let outcome = AdminConsentFlow.run(
                endpoint: version, address: context.authorityAddress, query: try context.query.get(),
                body: body,
                cookies: BrowserCookieHeader.cookies(in: context.request.headers), services: context.services)
            return AuthorizeRendering.response(outcome, context)
        } raise: { error, context in
            let outcome = AdminConsentFlow.fail(
                error, endpoint: version, address: context.authorityAddress,
                query: (try? context.query.get()) ?? Form(), services: context.services)
            return AuthorizeRendering.response(outcome, context)
        }
    }
}
