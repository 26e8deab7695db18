import Formats

/// The landing page of desktop applications (`…/oauth2/nativeclient`). Applications read the response from the address of the
/// page and close it. A user who sees the page in an ordinary browser may be the target of an attacker who wants that address.
struct NativeClientPage: StyledPage {
    let title = "Return to the application"

    package func write(to html: inout HTMLWriter) {
        html.raw(
            """
            <h1>Return to the application</h1>
            <p>You can close this window.</p>
            <p class="notice">The address of this page contains your sign-in. Do not copy the address for anyone:
            a person who has it can sign in as you.</p>
            """)
    }
}
