package import Entra
package import Formats

/// The outcome of an authorization request.
package struct AuthorizeOutcome: Sendable {
    package let answer: Answer
    /// The session to send to the browser, or nil to leave the browser's cookie unchanged.
    package let session: BrowserSession?

    /// The response to the browser.
    package enum Answer: Sendable {
        /// A response to the application, by query, fragment or form_post.
        case respond(RedirectTarget, ResponseMode, Form)
        case show(PageModel)
        /// A redirect after which the browser returns with a proof of its device.
        case challenge(DeviceChallenge)
        case fail(EntraError, ErrorResponse)
    }

    /// The way in which a failure is reported (RFC 6749 §4.1.2.1).
    package enum ErrorResponse: Sendable {
        case page
        case application(RedirectTarget, ResponseMode, state: String?)
        /// The application that requested an administrator's consent, with the parameters of that endpoint.
        case administratorsClient(RedirectTarget, EndpointVersion, state: String?)
    }
}
