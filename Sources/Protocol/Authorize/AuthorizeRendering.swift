import Entra
import Formats
import HTTP

/// Writes the outcome of an authorization request: a redirect, a self-submitting form, or a page.
enum AuthorizeRendering {
    /// Returns the response, with the session cookie if that must be updated.
    static func response(_ outcome: AuthorizeOutcome, _ context: RequestContext) -> HTTPResponse {
        var response = response(outcome.answer, context)
        if let session = outcome.session { BrowserCookieHeader.add(session, to: &response, context) }
        return response
    }

    private static func response(_ answer: AuthorizeOutcome.Answer, _ context: RequestContext) -> HTTPResponse {
        switch answer {
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
        var fields = ErrorRendering.report(error, context).redirectFields()
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
        let location = ResponseDelivery.location(target: target, mode: mode, fields: fields)
        if fields[Parameter.accessToken] ?? fields[Parameter.idToken] != nil { context.notes.noteImplicit() }
        let page: PageModel
        if target.kind == .outOfBand {
            page = .code(CodePage(fields: fields.fields))
        } else if mode == .formPost {
            page = .formPost(FormPostPage(action: location, fields: fields.fields))
        } else {
            return HTTPResponse(status: 302, headers: HeaderList([.init("Location", location)]))
        }
        return .page(page, context)
    }
}
