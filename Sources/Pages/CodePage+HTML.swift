import Entra
import Wire

extension CodePage: StyledPage {
    /// Applications that embed a browser read the response from its title: `Success code=…`, or `Denied error=…`.
    var title: String {
        (isError ? "Denied " : "Success ") + Form(fields).encoded
    }

    private var isError: Bool { fields.contains { $0.name.isExactly("error") } }

    func write(to html: inout HTMLWriter) {
        html.raw(
            isError
                ? "<h1>Sign-in failed</h1>\n<p>The application receives this answer.</p>\n"
                : "<h1>You are signed in</h1>\n<p>If the application asks for a code, copy it from here.</p>\n")
        html.definitions(fields.map { ($0.name, $0.value) })
    }
}
