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

/// Writes the outcome of an authorization request: a redirect, a self-submitting form, or a page.
enum AuthorizeRendering {
    /// Returns the response, with the session cookie if that must be updated.
    static func response(_ outcome: AuthorizeOutcome, _ context: RequestContext) -> HTTPResponse {
        var response = response(outcome.response, context)
        if let session = outcome.session { BrowserCookieHeader.add(session, to: &response, context) }
        if outcome.isolatesPopup { OpenerPolicy.add(to: &response) }
        return response
    }

    private static func response(_ response: AuthorizeOutcome.Response, _ context: RequestContext) -> HTTPResponse {
        switch response {
        case .show(let page): return .page(page, context)
        case .challenge(let challenge): return context.redirected(challenge)
        case .respond(let target, let mode, let fields): return deliver(fields, to: target, mode, context)
        case .fail(let error, .page): return ErrorRendering.page(error, context)
        case .fail(let error, .application(let target, let mode, let state)):
            context.notes.note(error)
            return deliver(failureFields(error, state, context), to: target, mode, context)
        case .fail(let error, .administratorsClient(let target, let version, let state)):
            context.notes.note(error)
            return deliver(adminConsentFailure(error, version, state, context), to: target, .query, context)
        }
    }

    private static func failureFields(_ error: EntraError, _ state: String?, _ context: RequestContext) -> Form {
        var fields =
            ADFSErrors.redirectFields(error, context) ?? ErrorRendering.report(error, context).redirectFields()
        if let state { fields.append(Parameter.state, state) }
        return fields
    }

    /// Returns the fields of an error about an administrator's consent. Version 2 has a link to the error code, and a field that
    /// marks the error as being about admin consent (docs/reference/protocol.md#admin-consent).
    private static func adminConsentFailure(
        _ error: EntraError, _ version: EndpointVersion, _ state: String?, _ context: RequestContext
    ) -> Form {
        var fields = failureFields(error, state, context)
        switch version {
        case .v1: fields = Form(fields.fields.filter { !$0.name.isExactly(Parameter.errorURI) })
        case .v2: fields.append(Parameter.adminConsent, "True")
        }
        return fields
    }

    private static func deliver(
        _ fields: Form, to target: RedirectTarget, _ mode: ResponseMode, _ context: RequestContext
    ) -> HTTPResponse {
        let console = ConsoleDelivery.address(
            ofResponseTo: target, state: fields[Parameter.state], clientID: context.sentClientID,
            services: context.services)
        let location =
            console.map { ResponseDelivery.location(page: $0, mode: mode, fields: fields) }
            ?? ResponseDelivery.location(target: target, mode: mode, fields: fields)
        if fields[Parameter.accessToken] ?? fields[Parameter.idToken] != nil { context.notes.noteImplicit() }
        let page: PageModel
        if target.kind == .outOfBand, console == nil {
            page = .code(CodePage(fields: fields.fields))
        } else if mode == .formPost {
            page = .formPost(FormPostPage(action: location, fields: fields.fields))
        } else {
            return HTTPResponse(status: 302, headers: HeaderList([.init("Location", location)]))
        }
        return .page(page, context)
    }
}

extension RequestContext {
    /// The `client_id` parameter, from the query or the form.
    fileprivate var sentClientID: String? {
        (try? query.get())?[Parameter.clientID] ?? (try? form.get())??[Parameter.clientID]
    }
}
