import Entra
import Formats
import HTTP

extension ProtocolRoutes {
    /// The routes of admin consent.
    static let adminConsent: [Route<Endpoint>] = [
        Route(["GET", "POST"], "/{tenant}/v2.0/adminconsent", .adminConsent(.v2)),
        Route(["GET", "POST"], "/{tenant}/adminconsent", .adminConsent(.v1)),
    ]
}

extension Endpoint {
    /// Returns the admin consent endpoint. A GET request opens the endpoint, and the forms of its pages post to the same URL.
    static func adminConsent(_ version: EndpointVersion) -> Endpoint {
        Endpoint("adminconsent", errors: .page) { (context) throws(EntraError) in
            let body = try context.form.get() ?? Form()
            try CrossSiteFormCheck.reject(context, body)
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
