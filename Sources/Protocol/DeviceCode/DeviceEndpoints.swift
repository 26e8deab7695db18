import Entra
import Formats
import HTTP

extension ProtocolRoutes {
    /// The routes of device authorization (RFC 8628), and of the pages on which a person enters the code.
    static let deviceCode: [Route<Endpoint>] = [
        Route(["GET", "POST"], "/{tenant}/oauth2/v2.0/devicecode", .deviceAuthorization(.v2)),
        Route(["GET", "POST"], "/{tenant}/oauth2/devicecode", .deviceAuthorization(.v1)),
        Route(["GET", "POST"], "/{tenant}/oauth2/deviceauth", .deviceLogin),
        Route(["GET"], "/devicelogin", .deviceLoginAddress),
        Route(["POST"], "/devicelogin", .deviceLogin),
    ]
}

extension Endpoint {
    /// Returns the device authorization endpoint. A GET request has its parameters in the query
    /// (docs/reference/protocol.md#device-code).
    static func deviceAuthorization(_ version: EndpointVersion) -> Endpoint {
        Endpoint("devicecode") { (context) throws(EntraError) in
            let form = context.request.method == "POST" ? try context.form.get() : try context.query.get()
            return .json(
                try DeviceAuthorizationFlow.run(
                    endpoint: context.version(version, resource: form?[Parameter.resource]),
                    address: context.authorityAddress, form: form, texts: PageLanguage.texts(for: context),
                    services: context.services))
        }
    }

    /// The pages on which a person enters a user code. The query is ignored, so that no link can enter a code for a user.
    static var deviceLogin: Endpoint {
        Endpoint("devicelogin", errors: .page) { (context) throws(EntraError) in
            let body = try context.form.get() ?? Form()
            // The first page has no sealed state yet, and posts only the user code.
            let isOfFirstPage = body.fields.allSatisfy { $0.name.isExactly(PageField.userCode) }
            try CrossSiteFormCheck.reject(context, allowsNullOrigin: isOfFirstPage || body[PageField.flowToken] != nil)
            let outcome = DeviceLoginFlow.run(
                at: context.captures["tenant"] ?? "common", body: body,
                cookies: BrowserCookieHeader.cookies(in: context.request.headers), services: context.services)
            return AuthorizeRendering.response(outcome, context)
        }
    }

    /// The short address that people type.
    static var deviceLoginAddress: Endpoint {
        Endpoint("devicelogin", errors: .page) { (context) throws(EntraError) in
            HTTPResponse(status: 302, headers: HeaderList([.init("Location", context.origin.deviceLoginPage)]))
        }
    }
}
