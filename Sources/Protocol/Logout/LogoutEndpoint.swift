import Entra
import Formats
import HTTP

extension ProtocolRoutes {
    /// The routes of sign-out, and of the session endpoints of version 1.
    static let logout: [Route<Endpoint>] = [
        Route(["GET", "POST"], "/{tenant}/oauth2/v2.0/logout", .logout(.v2)),
        Route(["GET", "POST"], "/{tenant}/oauth2/logout", .logout(.v1)),
        Route(["GET"], "/{tenant}/oauth2/checksession", .checkSession),
        Route(["GET", "POST"], "/{tenant}/kerberos", .kerberos),
    ]
}

extension Endpoint {
    static func logout(_ version: EndpointVersion) -> Endpoint {
        Endpoint("logout", errors: .page) { (context) throws(EntraError) in
            let body = try context.form.get() ?? Form()
            if !PageSubmission(body: body).isEmpty { try CrossSiteFormCheck.reject(context, body) }
            let outcome = try LogoutFlow.run(
                endpoint: version, address: context.authorityAddress, query: try context.query.get(), body: body,
                cookies: BrowserCookieHeader.cookies(in: context.request.headers), services: context.services)
            var response =
                switch outcome.response {
                case .redirect(let location):
                    HTTPResponse(status: 302, headers: HeaderList([.init("Location", location)]))
                case .show(let page): HTTPResponse.page(page, context)
                }
            if let session = outcome.session { BrowserCookieHeader.add(session, to: &response, context) }
            return response
        }
    }

    /// The `check_session_iframe` of version 1.
    static var checkSession: Endpoint {
        Endpoint("checksession", errors: .page) { (context) throws(EntraError) in
            _ = try Authority(context.authorityAddress, directory: context.services.directory)
            let sessions = CheckSession.sessions(
                cookies: BrowserCookieHeader.cookies(in: context.request.headers), services: context.services)
            return HTTPResponse(
                status: 200, headers: HeaderList(pairs: CheckSessionPage.headers),
                body: CheckSessionPage.render(sessions: sessions))
        }
    }

    /// The `kerberos_endpoint`, which requests a ticket and accepts none, because no domain could have issued a ticket.
    static var kerberos: Endpoint {
        Endpoint("kerberos", usesStore: false) { (context) throws(EntraError) in
            _ = try Authority(context.authorityAddress, directory: context.services.directory)
            return HTTPResponse(status: 401, headers: HeaderList([.init("WWW-Authenticate", "Negotiate")]))
        }
    }
}
