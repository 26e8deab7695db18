import Entra
import Formats
import Protocol

/// The page that receives an authorization response in the query, or nothing at all if the response is in the fragment. Tokens are
/// shown only in response to a form, so the page posts the response to the same path. The script posts at once.
struct SignInResponseView: ConsoleView {
    /// The fields of the response, or nil if the query has none.
    let response: Form?
    /// The explanation of the error in the response, or nil.
    let failure: SignInFailure?

    var section: ConsoleSection { .signIn }
    var title: String { "Authorization response" }
    var lead: String { "The response of the authorization endpoint to the application." }

    func write(to html: inout HTMLWriter) {
        html.trail(from: section)
        if let failure { html.failure(failure) }
        guard let response else {
            html.raw(
                """
                <p>The response is in the fragment of the address. Browsers do not send the fragment to the server, so
                the console’s script posts the fragment. Without JavaScript, copy the part of the address after
                <code>#</code>.</p>

                """)
            html.element("form", ["method": "post", "action": ConsoleDelivery.path, "class": "question"]) { html in
                html.raw("<label for=\"fragment\">Fragment</label>")
                html.raw("<textarea id=\"fragment\" name=\"fragment\" rows=\"4\" spellcheck=\"false\"></textarea>\n")
                html.raw("<button class=\"button\">Continue</button>")
            }
            return
        }
        html.facts(response.fields.map { ($0.name, .code($0.value)) })
        guard failure == nil else { return }
        html.element("form", ["method": "post", "action": ConsoleDelivery.path, "id": "sign-in-response"]) { html in
            for field in response.fields {
                html.void("input", ["type": "hidden", "name": field.name, "value": field.value])
            }
            html.raw("<button class=\"button\">Redeem the code</button>")
        }
    }
}

/// The page for a response that belongs to no pending sign-in, and for the return from a sign-out.
struct SignInNoticeView: ConsoleView {
    let title: String
    let lead: String

    var section: ConsoleSection { .signIn }

    func write(to html: inout HTMLWriter) {
        html.element("p") { html in
            html.element("a", ["href": ConsoleSection.signIn.path], text: "Try another sign-in")
        }
    }

    static let signedOut = SignInNoticeView(
        title: "Signed out", lead: "The browser’s session ended, and the server returned to the console.")
    static let unknown = SignInNoticeView(
        title: "Unknown sign-in",
        lead:
            "The state is not that of a sign-in that the console started with the server’s current keys."
    )
}

/// An error of the authorization or token endpoint, explained by the error catalog.
struct SignInFailure: Sendable {
    let code: String
    let message: String
    /// The row of the catalog, or nil for an unknown code.
    let row: AADSTS?
    /// The path of the flow in the journal, or nil if the journal has none.
    let flow: String?

    /// Creates the explanation from the members of an OAuth error.
    init(error: String, description: String, flow: String?) {
        let first = description.upTo("\n").upTo("\r")
        let name = first.upTo(":")
        row = AADSTS.lookup(name)
        code = row == nil ? error : name
        message = row == nil ? first : first.dropping(prefix: "\(name): ") ?? first
        self.flow = flow
    }
}

extension HTMLWriter {
    mutating func failure(_ failure: SignInFailure) {
        element("div", ["class": "notice bad", "role": "alert"]) { html in
            html.raw("\n<p>")
            html.element("strong", text: failure.code)
            html.raw(" ")
            html.element("bdi", text: failure.message)
            html.raw("</p>\n")
            if let row = failure.row {
                html.element("p", text: row.cause ?? row.meaning)
                html.raw("\n<p class=\"fix\"><b>How to fix:</b> ")
                html.text(row.fix)
                html.raw("</p>\n")
            }
            if let flow = failure.flow {
                html.element("p") { $0.element("a", ["href": flow], text: "Open the flow in the request journal") }
            }
        }
        raw("\n")
    }
}
