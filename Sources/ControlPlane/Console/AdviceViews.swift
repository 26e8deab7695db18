import ClientTools
package import Formats
import Protocol

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
        html.queryForm(.redirectURIs, "Check") { html in
            html.textField("Redirect URI", name: "uri", value: uri, hint: "leave empty for the SDK’s default")
            html.selectField("Platform", name: "platform", options: platforms, chosen: platform)
            html.textField("Bundle ID", name: "bundleId", value: bundleID, hint: "on Android: the package name")
            html.textField("Client ID", name: "clientId", value: clientID)
            html.selectField(
                "Authority", name: "authority", options: authorities.map { ($0, $0) }, chosen: authority)
        }
        guard let verdicts else { return html.examples(of: section, RedirectURIView.examples) }
        html.element("h2", text: uri.isEmpty ? "The SDK’s default redirect URI" : uri)
        for verdict in verdicts { write(verdict, to: &html) }
    }

    /// The redirect URIs that the page suggests before the form is submitted.
    private static let examples: [[Form.Field]] = [
        [
            Form.Field("uri", "msauth.com.example.app://auth"), Form.Field("platform", AppPlatform.ios.rawValue),
            Form.Field("bundleId", "com.example.app"),
        ],
        [Form.Field("uri", "http://localhost:3000/"), Form.Field("platform", AppPlatform.spa.rawValue)],
        [Form.Field("uri", "https://app.example/signin-oidc"), Form.Field("platform", AppPlatform.web.rawValue)],
    ]

    private func write(_ verdict: Verdict, to html: inout HTMLWriter) {
        html.raw("<section class=\"card verdict\">\n<h3>")
        html.badge(verdict.isAccepted ? Badge("accepted", .good) : Badge("rejected", .bad))
        html.raw(" ")
        html.text(verdict.sdk)
        html.raw("</h3>\n")
        html.element("p", text: verdict.reason)
        if let error = verdict.error { html.facts([("Error in the app", .code(error))]) }
        if let suggestion = verdict.suggestion {
            html.codeBlock(CodeBlock("Suggestion for \(verdict.sdk)", suggestion))
        }
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
        html.queryForm(.migration, "Translate") { html in
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
        case nil: html.examples(of: section, MigrationView.examples)
        }
    }

    /// The values that the page suggests before the form is submitted.
    private static let examples = [
        [Form.Field("value", "https://graph.microsoft.com"), Form.Field("kind", Kind.resource.rawValue)],
        [Form.Field("value", "AADSTS50076"), Form.Field("kind", Kind.error.rawValue)],
        [Form.Field("value", "AD_PROMPT_ALWAYS"), Form.Field("kind", Kind.prompt.rawValue)],
    ]
}

extension HTMLWriter {
    /// Writes links that submit the form of a page with examples. The first field of an example is the text of its link.
    fileprivate mutating func examples(of section: ConsoleSection, _ examples: [[Form.Field]]) {
        element("p", ["class": "soft"]) { html in
            html.raw("For example: ")
            for (index, fields) in examples.enumerated() {
                if index > 0 { html.raw(" · ") }
                html.element("a", ["href": section.link(fields)], text: fields.first?.value ?? "")
            }
        }
        raw("\n")
    }
}

extension RedirectURIView {
    /// Creates the view from the query parameters `uri` (empty for the SDK's default), `platform`, `bundleId`, `clientId` and
    /// `authority`. An unknown platform counts as iOS, and an unknown authority as `common`.
    package init(query: Form) {
        let platform = query["platform"].flatMap(AppPlatform.init) ?? .ios
        let authority = query["authority"].flatMap(AuthorityKind.init(named:)) ?? .common
        var candidate = RedirectURICandidate(uri: query["uri"] ?? "")
        candidate.bundleID = query["bundleId"].flatMap { $0.isEmpty ? nil : $0 }
        candidate.clientID = query["clientId"].flatMap { $0.isEmpty ? nil : $0 }
        candidate.platform = platform
        candidate.authority = authority
        let verdicts =
            query["uri"] == nil ? nil : RedirectURILinter.verdicts(candidate, by: RedirectURIJudge.on(platform))
        self.init(
            uri: candidate.uri, bundleID: candidate.bundleID ?? "", clientID: candidate.clientID ?? "",
            authority: authority.rawValue, authorities: AuthorityKind.allCases.map(\.rawValue),
            platform: platform.rawValue, platforms: AppPlatform.choices,
            verdicts: verdicts?.map { verdict in
                Verdict(
                    sdk: verdict.judge.name(on: platform), isAccepted: verdict.isAccepted, reason: verdict.reason,
                    error: verdict.error, suggestion: verdict.suggestion)
            })
    }
}

extension MigrationView {
    /// Creates the view from the query parameters `kind` and `value`, and `bundleId` and `platform` for redirect URIs. `home`
    /// returns the account of a user name. `compare` returns the tokens of an application in both versions.
    package init(
        query: Form, home: (String) -> (uid: String, utid: String)?, compare: (String) -> Result
    ) {
        let kind = query["kind"].flatMap(Kind.init) ?? .resource
        let value = query["value"] ?? ""
        let platform = query["platform"].flatMap(AppPlatform.init) ?? .ios
        var candidate = RedirectURICandidate(uri: value)
        candidate.bundleID = query["bundleId"].flatMap { $0.isEmpty ? nil : $0 }
        candidate.platform = platform
        var result: Result?
        if kind == .app, !value.isEmpty {
            result = compare(value)
        } else if !value.isEmpty {
            do throws(TranslationFailure) {
                let translation = try kind.translation(of: value, candidate, home: home)
                result = .translated(to: translation.to, notes: translation.notes)
            } catch {
                result = .failed(error.message)
            }
        }
        self.init(
            kind: kind.rawValue, kinds: Kind.allCases.map { ($0.rawValue, $0.title) }, value: value,
            bundleID: candidate.bundleID ?? "", platform: platform.rawValue, platforms: AppPlatform.choices,
            result: result)
    }

    /// The kinds of values that can be translated, named as the options of `understudy migrate`.
    private enum Kind: String, CaseIterable {
        case resource
        case scope
        case authority
        case url
        case error
        case redirectURI = "redirect-uri"
        case prompt
        case account
        case app

        var title: String {
            switch self {
            case .resource: "Resource (v1) to scopes (v2)"
            case .scope: "Scopes (v2) to resource (v1)"
            case .authority: "Authority"
            case .url: "Endpoint URL, with or without query"
            case .error: "Error of ADAL, MSAL or the server"
            case .redirectURI: "Redirect URI of an ADAL app"
            case .prompt: "Prompt behavior"
            case .account: "User ID of ADAL"
            case .app: "Tokens of an application, by client ID"
            }
        }

        func translation(
            of value: String, _ candidate: RedirectURICandidate, home: (String) -> (uid: String, utid: String)?
        ) throws(TranslationFailure) -> Translation {
            switch self {
            case .resource: try ResourceTranslation.scope(of: value)
            case .scope: try ResourceTranslation.resource(of: value)
            case .authority: try AuthorityTranslation.authority(value)
            case .url: try EndpointTranslation.url(value)
            case .error: try ErrorTranslation.error(value)
            case .redirectURI: try RedirectURITranslation.redirectURI(candidate)
            case .prompt: try PromptTranslation.prompt(value)
            case .account:
                try AccountTranslation.account(
                    value, home: home(value).map { AccountTranslation.Home(uid: $0.uid, utid: $0.utid) })
            case .app: throw .noEqual("The tokens of an application are compared, not translated.")
            }
        }
    }
}

extension MigrationView {
    /// Returns a table that compares two payloads of one token, claim by claim.
    package static func table(
        _ title: String, _ first: [JSONValue.Member], _ second: [JSONValue.Member]
    ) -> Table {
        Table(
            title, head: ["Claim", "v1", "v2", "Change"],
            rows: ClaimComparison(first, second).rows.map { row in
                [
                    Cell(row.name), .code(row.first?.line ?? ""), .code(row.second?.line ?? ""),
                    Cell(row.change.rawValue + (row.note.map { ": \($0)" } ?? "")),
                ]
            })
    }
}

extension AppPlatform {
    static let choices: [(value: String, text: String)] = allCases.map { ($0.rawValue, $0.title) }

    private var title: String {
        switch self {
        case .ios: "iOS"
        case .macos: "macOS"
        case .android: "Android"
        case .spa: "Single-page application"
        case .web: "Web server"
        }
    }
}

extension RedirectURIJudge {
    /// Returns the name that the page shows for the SDK.
    fileprivate func name(on platform: AppPlatform) -> String {
        switch self {
        case .msal1: platform.isApple ? "MSAL before 2.0" : "MSAL, older releases"
        case .msal2: platform.isApple ? "MSAL since 2.0" : "MSAL"
        case .broker: "MSAL with a broker"
        case .adal: "ADAL"
        case .entra: "Registration in Microsoft Entra"
        }
    }
}
