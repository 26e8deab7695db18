import Crypto
import Entra
import Formats
import HTTP
import Store

extension ProtocolRoutes {
    /// The routes of the authorization endpoint (RFC 6749 §3.1), and of the page at which desktop applications finish a sign-in.
    static let authorize: [Route<Endpoint>] = [
        Route(["GET", "POST"], "/{tenant}/oauth2/v2.0/authorize", .authorize(.v2)),
        Route(["GET", "POST"], "/{tenant}/oauth2/authorize", .authorize(.v1)),
        Route(["GET"], "/common/oauth2/nativeclient", .nativeClient),
        Route(["GET"], "/tfp/oauth2/nativeclient", .nativeClient),
    ]
}

extension Endpoint {
    static func authorize(_ version: EndpointVersion) -> Endpoint {
        Endpoint("authorize", errors: .page) { (context) throws(EntraError) in
            let body = try context.form.get() ?? Form()
            if !body.fields.isEmpty, !PageSubmission(body: body).isEmpty {
                try CrossSiteFormCheck.reject(context, body)
            }
            let query = try context.query.get()
            let resource = query[Parameter.resource] ?? body[Parameter.resource]
            let outcome = AuthorizeFlow.run(
                endpoint: context.version(version, resource: resource), address: context.authorityAddress,
                query: query, body: body, cookies: BrowserCookieHeader.cookies(in: context.request.headers),
                visit: AuthorizeFlow.Visit(
                    isNavigation: context.request.headers["Sec-Fetch-Mode"] == "navigate",
                    isForm: context.request.method == "POST", device: context.deviceRequest),
                services: context.services)
            return AuthorizeRendering.response(outcome, context)
        } raise: { error, context in
            let query = (try? context.query.get()) ?? Form()
            let outcome = AuthorizeFlow.fail(
                error, endpoint: context.version(version, resource: query[Parameter.resource]),
                address: context.authorityAddress, query: query, body: (try? context.form.get()) ?? Form(),
                services: context.services)
            return AuthorizeRendering.response(outcome, context)
        }
    }

    static var nativeClient: Endpoint {
        Endpoint("nativeclient", usesStore: false, errors: .page) { (_) throws(EntraError) in .page(.nativeClient) }
    }
}
