import Entra
import Flows
import HTTP
import Pages
import Wire

extension Endpoint {
    static func authorize(_ version: EndpointVersion) -> Endpoint {
        Endpoint("authorize", errors: .page) { (context, _) throws(EntraError) in
            let body = try context.form.get() ?? Form()
            try refuseForeignForm(context, body)
            let outcome = AuthorizeFlow.run(
                endpoint: version, tenantSegment: context.tenantSegment, query: try context.query.get(), body: body,
                sessionCookie: SessionCookieHeader.value(in: context.request.headers), services: context.services)
            var response = AuthorizeRendering.response(outcome.answer, context)
            if let session = outcome.session {
                for header in SessionCookieHeader.set(session, context) {
                    response.headers.append("Set-Cookie", header)
                }
            }
            return response
        }
    }

    static var nativeClient: Endpoint {
        Endpoint("nativeclient", errors: .page) { (_, _) throws(EntraError) in .page(.nativeClient) }
    }

    /// A page's form may only be posted by our own page. Browsers say where a post comes from; our pages send no referrer, so
    /// their own posts carry `Origin: null` beside `Sec-Fetch-Site: same-origin`. Applications post authorization requests
    /// from anywhere: those carry none of our fields.
    private static func refuseForeignForm(_ context: RequestContext, _ body: Form) throws(EntraError) {
        guard context.request.method == "POST", !PageSubmission(body: body).isEmpty else { return }
        let headers = context.request.headers
        let isForeign: Bool =
            if let site = headers["Sec-Fetch-Site"] {
                site != "same-origin" && site != "none"
            } else if let origin = headers["Origin"], origin != "null" {
                !origin.isExactlyIgnoringASCIICase(context.origin.description)
            } else {
                false
            }
        if isForeign { throw EntraError(.stateCookieMissing, status: 403, detail: "The form came from another site.") }
    }
}
