import Entra
import Flows
import HTTP
import Pages
import Wire

extension Endpoint {
    static func authorize(_ version: EndpointVersion) -> Endpoint {
        Endpoint("authorize", errors: .page) { (context, _) throws(EntraError) in
            let body = try context.form.get() ?? Form()
            if !PageSubmission(body: body).isEmpty { try ForeignForm.refuse(context) }
            let outcome = AuthorizeFlow.run(
                endpoint: version, address: context.authorityAddress, query: try context.query.get(), body: body,
                sessionCookie: SessionCookieHeader.value(in: context.request.headers), services: context.services)
            var response = AuthorizeRendering.response(outcome.answer, context)
            if let session = outcome.session { SessionCookieHeader.add(session, to: &response, context) }
            return response
        }
    }

    static var nativeClient: Endpoint {
        Endpoint("nativeclient", errors: .page) { (_, _) throws(EntraError) in .page(.nativeClient) }
    }
}
