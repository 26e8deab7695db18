package import Entra
package import Wire

extension CodePage: StyledPage {
    /// Applications that embed a browser read the response from its title: `Success code=…`, or `Denied error=…`.
    var title: String {
        (isError ? CodePage.denied : CodePage.success) + Form(fields).encoded
    }

    /// The response that such a title carries; nil for any other.
    package static func fields(inTitle title: String) -> Form? {
        [success, denied].lazy.compactMap { title.behind($0) }.first.flatMap { try? Form(parsing: $0.utf8) }
    }

    private static let success = "Success "
    private static let denied = "Denied "

    private var isError: Bool { fields.contains { $0.name.isExactly("error") } }

    func write(to html: inout HTMLWriter) {
        html.raw(
            isError
                ? "<h1>Sign-in failed</h1>\n<p>The application receives this response.</p>\n"
                : "<h1>You are signed in</h1>\n<p>If the application asks for a code, copy the code below.</p>\n")
        html.definitions(fields.map { ($0.name, $0.value) })
    }
}
