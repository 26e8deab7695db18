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
        case fail(EntraError, ErrorPlace)
    }

    /// The place at which a failure is reported.
    package enum ErrorPlace: Sendable {
        case page
        case application(RedirectTarget, ResponseMode, state: String?)
        /// The application that requested an administrator's consent, with the parameters of that endpoint.
        case administratorsClient(RedirectTarget, EndpointVersion, state: String?)
    }
}
