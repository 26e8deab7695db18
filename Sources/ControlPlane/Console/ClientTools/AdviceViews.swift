package import Formats

/// A page that shows which SDKs accept a redirect URI, and why other SDKs reject the URI.
package struct RedirectURIView: ConsoleView {
    package struct Verdict: Sendable, Equatable {
        package let sdk: String
        package let isAccepted: Bool
        package let reason: String
        package let error: String?
        /// The correction to copy, or nil if there is none.
        package let suggestion: String?

        package init(sdk: String, isAccepted: Bool, reason: String, error: String?, suggestion: String?) {
            self.sdk = sdk
            self.isAccepted = isAccepted
            self.reason = reason
            self.error = error
            self.suggestion = suggestion
        }
    }

    package let uri: String
    package let bundleID: String
    package let clientID: String
    package let authority: String
    package let authorities: [String]
    package let platform: String
    package let platforms: [(value: String, text: String)]
    /// The verdict of each SDK, or nil before the form is submitted.
    package let verdicts: [Verdict]?

    package init(
        uri: String, bundleID: String, clientID: String, authority: String, authorities: [String], platform: String,
        platforms: [(value: String, text: String)], verdicts: [Verdict]?
    ) {
        self.uri = uri
        self.bundleID = bundleID
        self.clientID = clientID
        self.authority = authority
        self.authorities = authorities
        self.platform = platform
        self.platforms = platforms
        self.verdicts = verdicts
    }

    package var section: ConsoleSection { .redirectURIs }
    package var lead: String {
        "Shows which SDKs accept a redirect URI, why the other SDKs reject it, and what to use instead."
    }

    package func write(to html: inout HTMLWriter) {
        html.question(.redirectURIs, "Check") { html in
            html.textField("Redirect URI", name: "uri", value: uri, hint: "leave empty for the SDK’s default")
            html.selectField("Platform", name: "platform", options: platforms, chosen: platform)
            html.textField("Bundle ID", name: "bundleId", value: bundleID, hint: "on Android: the package name")
            html.textField("Client ID", name: "clientId", value: clientID)
            html.selectField(
                "Authority", name: "authority", options: authorities.map { ($0, $0) }, chosen: authority)
        }
        guard let verdicts else { return }
        html.element("h2", text: uri.isEmpty ? "The SDK’s default redirect URI" : uri)
        for verdict in verdicts { write(verdict, to: &html) }
    }

    private func write(_ verdict: Verdict, to html: inout HTMLWriter) {
        html.raw("<section class=\"card verdict\">\n<h3>")
        html.badge(verdict.isAccepted ? Badge("accepted", .good) : Badge("rejected", .bad))
        html.raw(" ")
        html.text(verdict.sdk)
        html.raw("</h3>\n")
        html.element("p", text: verdict.reason)
        if let error = verdict.error { html.facts([("Error in the app", .code(error))]) }
        if let suggestion = verdict.suggestion { html.codeBlock(CodeBlock("Suggestion", suggestion)) }
        html.raw("</section>\n")
    }
}

/// A page that translates an ADAL or v1 setting to MSAL and v2, and back.
package struct MigrationView: ConsoleView {
    package enum Result: Sendable {
        case translated(to: String, notes: [String])
        /// The tokens of an application in both versions. The remark says who the token is for and what decides the issued version.
        case compared([(remark: String, claims: Table)])
        case failed(String)
    }

    package let kind: String
    package let kinds: [(value: String, text: String)]
    package let value: String
    package let bundleID: String
    package let platform: String
    package let platforms: [(value: String, text: String)]
    /// The result, or nil before the form is submitted.
    package let result: Result?

    package init(
        kind: String, kinds: [(value: String, text: String)], value: String, bundleID: String, platform: String,
        platforms: [(value: String, text: String)], result: Result?
    ) {
        self.kind = kind
        self.kinds = kinds
        self.value = value
        self.bundleID = bundleID
        self.platform = platform
        self.platforms = platforms
        self.result = result
    }

    package var section: ConsoleSection { .migration }
    package var lead: String { "Translates a setting of ADAL or v1 to its equivalent in MSAL or v2, and back." }

    package func write(to html: inout HTMLWriter) {
        html.question(.migration, "Translate") { html in
            html.selectField("Type", name: "kind", options: kinds, chosen: kind)
            html.textField("Value", name: "value", value: value)
            if kind.isExactly("redirect-uri") {
                html.textField("Bundle ID", name: "bundleId", value: bundleID)
                html.selectField("Platform", name: "platform", options: platforms, chosen: platform)
            }
        }
        switch result {
        case .translated(let text, let notes):
            html.codeBlock(CodeBlock("Equivalent of \(value)", text))
            guard !notes.isEmpty else { return }
            html.raw("<h2>Notes</h2>\n<ul class=\"steps\">\n")
            for note in notes { html.element("li", text: note) }
            html.raw("\n</ul>\n")
        case .compared(let tokens):
            for token in tokens {
                html.table(token.claims)
                html.element("p", ["class": "soft"], text: token.remark)
            }
        case .failed(let message):
            html.element("p", ["class": "notice bad", "role": "status"], text: message)
        case nil: break
        }
    }
}
