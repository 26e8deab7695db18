import Entra
import Flows
import HTTP
import Pages
import Wire

extension Endpoint {
    static func logout(_ version: EndpointVersion) -> Endpoint {
        Endpoint("logout", errors: .page) { (context, _) throws(EntraError) in
            let body = try context.form.get() ?? Form()
            if !PageSubmission(body: body).isEmpty { try ForeignForm.refuse(context) }
            let outcome = try LogoutFlow.run(
                endpoint: version, tenantSegment: context.tenantSegment, query: try context.query.get(), body: body,
                sessionCookie: SessionCookieHeader.value(in: context.request.headers), services: context.services)
            var response =
                switch outcome.answer {
                case .redirect(let location):
                    HTTPResponse(status: 302, headers: HeaderList([.init("Location", location)]))
                case .show(let page): HTTPResponse.page(page)
                }
            if let session = outcome.session { SessionCookieHeader.add(session, to: &response, context) }
            return response
        }
    }
}
