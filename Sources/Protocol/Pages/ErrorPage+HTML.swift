import Entra
package import Formats

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
