package import Entra

/// A page of the error catalog: one code, or a list of codes with a search field.
package struct ErrorCatalogPage: Sendable {
    package enum Content: Sendable {
        /// A code with all its details.
        case code(ErrorGuide)
        /// The codes that contain the search text, or all codes for an empty text.
        case list([ErrorGuide], search: String)
        /// A code that is not in the catalog, with the codes that contain the same text.
        case unknown(String, near: [ErrorGuide])
    }

    package let content: Content
    /// The origin in the stub example.
    package let origin: String

    package init(_ content: Content, origin: String) {
        self.content = content
        self.origin = origin
    }
}
