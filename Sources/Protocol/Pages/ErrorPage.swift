import Entra
package import Formats

/// The page "Sorry, but we're having trouble signing you in". The whole AADSTS text is in `#exceptionMessageContainer`.
package struct ErrorPage: Sendable, Equatable {
    /// The text `AADSTS50011: The redirect URI …`, without the trace block.
    package let message: String
    package let requestID: String
    package let correlationID: String
    /// The time, in the form of `Timestamp.entraText`.
    package let timestamp: String
    /// Whether the service is unavailable, and the same request may succeed later.
    package let isTemporary: Bool

    package init(
        message: String, requestID: String, correlationID: String, timestamp: String, isTemporary: Bool = false
    ) {
        self.message = message
        self.requestID = requestID
        self.correlationID = correlationID
        self.timestamp = timestamp
        self.isTemporary = isTemporary
    }
}

extension ErrorPage: StyledPage {
    package var title: String { "Sign in" }

    package func write(to html: inout HTMLWriter) {
        let lead: StaticString =
            isTemporary
            ? "The service is temporarily unavailable. Please try again."
            : "Sorry, but we're having trouble signing you in."
        html.raw("<h1>Sign in</h1>\n<p class=\"lead\">")
        html.raw(lead)
        html.raw("</p>\n")
        html.element("div", ["id": ElementID.exception, "class": "notice bad", "role": "alert"], text: message)
        html.raw("\n<h2>Details</h2>\n")
        html.definitions([
            ("Request Id", requestID), ("Correlation Id", correlationID), ("Timestamp", timestamp),
            ("Message", message),
        ])
    }
}
