package import Entra

/// The problem of an input, which a page shows next to its form so that the user can correct the input. A problem is created from
/// a row of the catalog and never from a caught error, so that a failure of the store does not appear as a mistake of the user.
package struct FieldProblem: Sendable, Equatable {
    /// The sentence for the user.
    package let text: PageText
    /// The error of the service, such as `AADSTS50126: Error validating credentials …`, or nil for a problem that the service's
    /// page finds in the browser.
    package let error: String?
    /// The cause for the log. The page does not show the text.
    package let detail: String

    package init(_ phrase: Phrase, _ values: [PageText] = [], error: String? = nil, detail: String = "") {
        text = .phrase(phrase, values)
        self.error = error
        self.detail = detail
    }

    /// Creates a problem that shows the error of the service itself.
    package init(_ code: AADSTS) {
        text = .words(EntraError(code).message)
        error = nil
        detail = ""
    }

    package init(
        _ phrase: Phrase, _ values: [PageText] = [], of code: AADSTS,
        _ details: KeyValuePairs<AADSTS.Placeholder, String> = [:]
    ) {
        self.init(phrase, values, error: EntraError(code, details).message)
    }

    /// The text for the journal: the error of the service, or else the sentence of the page.
    package var message: String { error ?? PageTexts.english[text] }
}
