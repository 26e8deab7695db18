import Entra
package import Formats

/// The self-submitting form that carries a response to the application (`response_mode=form_post`).
package struct FormPostPage: Sendable, Equatable {
    /// The destination of the form.
    package enum Purpose: Sendable {
        /// The form returns to the application.
        case response
        /// The form leads to an identity provider, or from there back to the sign-in.
        case signIn
    }

    /// The registered redirect URI, or the address of the next step of the sign-in.
    package let action: String
    package let fields: [HiddenField]
    package let purpose: Purpose

    package init(action: String, fields: [HiddenField], purpose: Purpose = .response) {
        self.action = action
        self.fields = fields
        self.purpose = purpose
    }
}

extension FormPostPage {
    /// The script of this page. The script takes `submit` from the prototype, because a form field of that name would hide the
    /// form's own method.
    static let script: StaticString = "HTMLFormElement.prototype.submit.call(document.forms[0])"
    /// The SHA-256 digest of `script` as a CSP source. A test recomputes the digest.
    static let scriptHash = "sha256-ox4bri+xTrW3kuLTyRoak73QX8KZGuyP3JlQYusbSlA="

    /// Writes the response as a form that submits itself (OAuth 2.0 Form Post Response Mode), with a button for browsers
    /// without scripts. The page has no style, because browsers leave it at once.
    func writeDocument(to html: inout HTMLWriter, in texts: PageTexts) {
        html.head(title: texts[purpose == .response ? .returning : .signingIn], in: texts) { _ in }
        html.raw("<body>\n")
        html.element("form", ["method": "post", "action": action]) { html in
            html.raw("\n")
            html.hidden(fields)
            html.raw("<noscript>\n")
            html.element("h1", text: texts[purpose == .response ? .returnToApplication : .continueSigningIn])
            html.raw("\n")
            html.element("p", text: texts[.noScripts])
            html.raw("\n")
            html.element("button", text: texts[.goOn])
            html.raw("\n")
            html.element("p", text: texts[.testServer])
            html.raw("\n</noscript>\n")
        }
        html.raw("\n<script>")
        html.raw(FormPostPage.script)
        html.raw("</script>\n</body>\n</html>\n")
    }
}

/// The page that shows the response of a `urn:ietf:wg:oauth:2.0:oob` request. The title carries the response too
/// (`Success code=…`).
package struct CodePage: Sendable, Equatable {
    package let fields: [HiddenField]

    package init(fields: [HiddenField]) {
        self.fields = fields
    }
}

extension CodePage: LocalizedPage {
    package var hasForm: Bool { false }

    /// The title carries the response, `Success code=…` or `Denied error=…`, for applications that embed a browser and read its
    /// title.
    package func title(in texts: PageTexts) -> String {
        (isError ? CodePage.denied : CodePage.success) + Form(fields).encoded
    }

    /// Returns the response in such a title, or nil for any other title.
    package static func fields(inTitle title: String) -> Form? {
        [success, denied].lazy.compactMap { title.dropping(prefix: $0) }.first.flatMap { try? Form(parsing: $0.utf8) }
    }

    private static let success = "Success "
    private static let denied = "Denied "

    private var isError: Bool { fields.contains { $0.name.isExactly("error") } }

    package func write(to html: inout HTMLWriter, in texts: PageTexts) {
        html.heading(isError ? .signInFailed : .signInSucceeded, in: texts)
        html.element("p", text: texts[isError ? .applicationReceives : .copyCode])
        html.definitions(fields.map { ($0.name, $0.value) })
    }
}

/// The landing page of desktop applications (`…/oauth2/nativeclient`). Applications read the response from the address of the
/// page and close it. A user who sees the page in an ordinary browser may be the target of an attacker who wants that address.
struct NativeClientPage: LocalizedPage {
    var hasForm: Bool { false }
    func title(in texts: PageTexts) -> String { texts[.returnToApplication] }

    package func write(to html: inout HTMLWriter, in texts: PageTexts) {
        html.heading(.returnToApplication, in: texts)
        html.element("p", text: texts[.closeWindow])
        html.element("p", ["class": "notice"], text: texts[.addressWarning])
    }
}

/// The page "Sorry, but we're having trouble signing you in". The whole AADSTS text is in `#exceptionMessageContainer`.
package struct ErrorPage: Sendable, Equatable {
    /// The text `AADSTS50011: The redirect URI …`, without the trace block.
    package let message: String
    package let requestID: String
    package let correlationID: String
    /// The time, in the form of `Timestamp.entraText`.
    package let timestamp: String
    /// Whether the service is unavailable, and the same request may succeed later.
    package let isTemporary: Bool

    package init(
        message: String, requestID: String, correlationID: String, timestamp: String, isTemporary: Bool = false
    ) {
        self.message = message
        self.requestID = requestID
        self.correlationID = correlationID
        self.timestamp = timestamp
        self.isTemporary = isTemporary
    }
}

extension ErrorPage: LocalizedPage {
    package var hasForm: Bool { false }

    package func write(to html: inout HTMLWriter, in texts: PageTexts) {
        html.heading(.signIn, in: texts)
        html.element("p", ["class": "lead"], text: texts[isTemporary ? .temporarilyUnavailable : .trouble])
        html.raw("\n")
        html.element("div", ["id": ElementID.errorText]) { html in
            html.element("div", ["id": ElementID.serviceException]) { html in
                html.element("div", ["id": ElementID.exception, "class": "notice bad", "role": "alert"], text: message)
            }
        }
        html.raw("\n")
        html.element("h2", text: texts[.troubleshooting])
        html.raw("\n")
        html.definitions([
            ("Request Id", requestID), ("Correlation Id", correlationID), ("Timestamp", timestamp),
            ("Message", message),
        ])
    }
}
