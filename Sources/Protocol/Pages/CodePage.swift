import Entra
package import Formats

/// code=…`).
package struct CodePage: Sendable, Equatable {
    package let fields: [HiddenField]

    package init(fields: [HiddenField]) {
        self.fields = fields
    }
}

extension CodePage: StyledPage {
    /// The title carries the response, `Success code=…` or `Denied error=…`, for applications that embed a browser and read its
    /// title.
    package var title: String {
        (isError ? CodePage.denied : CodePage.success) + Form(fields).encoded
    }

    /// Returns the response in such a title, or nil for any other title.
    package static func fields(inTitle title: String) -> Form? {
        [success, denied].lazy.compactMap { title.behind($0) }.first.flatMap { try? Form(parsing: $0.utf8) }
    }

    private static let success = "Success "
    private static let denied = "Denied "

    private var isError: Bool { fields.contains { $0.name.isExactly("error") } }

    package func write(to html: inout HTMLWriter) {
        html.raw(
            isError
                ? "<h1>Sign-in failed</h1>\n<p>The application receives this response.</p>\n"
                : "<h1>You are signed in</h1>\n<p>If the application asks for a code, copy the code below.</p>\n")
        html.definitions(fields.map { ($0.name, $0.value) })
    }
}
