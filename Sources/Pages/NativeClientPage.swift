import Wire

/// The landing page of desktop applications (`…/oauth2/nativeclient`): they read the response from its address and close
/// it. Whoever sees it in an ordinary browser may be the target of someone who wants that address.
struct NativeClientPage: StyledPage {
    let title = "Return to the application"

    func write(to html: inout HTMLWriter) {
        html.raw(
            """
            <h1>Return to the application</h1>
            <p>You can close this window.</p>
            <p class="notice">The address of this page contains your sign-in. Do not copy the address for anyone:
            a person who has it can sign in as you.</p>
            """)
    }
}
