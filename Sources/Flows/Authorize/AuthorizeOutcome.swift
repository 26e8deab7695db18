package import Entra
package import Wire

/// What an authorization request comes to.
package struct AuthorizeOutcome: Sendable {
    package let answer: Answer
    /// The session to send back, nil to leave the browser's as it is.
    package let session: BrowserSession?

    /// What the browser gets.
    package enum Answer: Sendable {
        /// To the application, by query, fragment or form_post.
        case respond(RedirectTarget, ResponseMode, Form)
        case show(PageModel)
        /// Away, to come back with a proof of the device it runs on.
        case challenge(DeviceChallenge)
        case fail(EntraError, ErrorPlace)
    }

    /// Where a failure is told.
    package enum ErrorPlace: Sendable {
        case page
        case application(RedirectTarget, ResponseMode, state: String?)
        /// To the application that asked for an administrator's consent, in that endpoint's own words.
        case administratorsClient(RedirectTarget, EndpointVersion, state: String?)
    }
}
