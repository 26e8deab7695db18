package import Entra

/// The catalog of error codes: one code, or a list of codes to search.
package struct ErrorCatalogPage: Sendable {
    package enum Content: Sendable {
        /// One code in full.
        case code(ErrorGuide)
        /// The codes that a text was found in; all of them for an empty text.
        case list([ErrorGuide], search: String)
        /// A code that is not in the catalog, with the codes that contain the text.
        case unknown(String, near: [ErrorGuide])
    }

    package let content: Content
    /// What the stub recipe is sent to.
    package let origin: String

    package init(_ content: Content, origin: String) {
        self.content = content
        self.origin = origin
    }
}
