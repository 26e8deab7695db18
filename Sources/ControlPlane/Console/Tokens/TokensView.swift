import Directory
import Entra
package import Formats
import HTTP
import Protocol

/// The page "Tokens": inspect a pasted token, and mint a token. A page with a token is the response to a form.
package struct TokensView: ConsoleView {
    package typealias Option = (value: String, text: String)

    /// The result of the submitted form.
    enum Result: Sendable {
        /// A pasted token with the comparison of its versions, or the reason why there is none.
        case inspected(TokenCard, versions: Table?, note: String)
        /// A minted token, and the command that mints such a token.
        case minted(TokenCard, command: String)
        case rejected(String)
    }

    static let mintPath = ConsoleSection.tokens.path + "/mint"

    let users: [Option]
    let clients: [Option]
    let resources: [Option]
    /// The submitted form, or an empty form.
    let values: Form
    /// The result, or nil before a form is submitted.
    let result: Result?

    package var section: ConsoleSection { .tokens }
    package var lead: String {
        result.map { if case .rejected = $0 { false } else { true } } == true
            ? Console.secretsWarning : "Decode and verify any token, or mint one for a test of an API."
    }

    package func write(to html: inout HTMLWriter) {
        switch result {
        case .inspected(let card, let versions, let note):
            html.token(card, offersInspection: false)
            html.raw("<h2>Version 1 and version 2</h2>\n")
            html.element("p", ["class": "soft"], text: note)
            if let versions { html.table(versions) }
        case .minted(let card, let command):
            html.codeBlock(CodeBlock("Minted token", card.text))
            html.token(card, offersInspection: true)
            html.codeBlock(CodeBlock("Mint the token with curl", command))
        case .rejected(let problem):
            html.element("p", ["class": "notice bad", "role": "alert"], text: problem)
        case nil: break
        }
        writeInspection(to: &html)
        writeMinting(to: &html)
    }

    private func writeInspection(to html: inout HTMLWriter) {
        html.raw("<h2>Inspect a token</h2>\n")
        html.element("form", ["method": "post", "action": section.path, "class": "question"]) { html in
            html.raw("\n")
            html.textArea(
                "Token", name: "token", value: values["token"] ?? "", hint: "eyJ0eXAiOiJKV1QiLCJhbGciOiJSUzI1NiIs…",
                rows: 5)
            html.textField("Expected audience", name: "audience", value: values["audience"] ?? "", hint: "optional")
            html.textField("Expected scope", name: "scope", value: values["scope"] ?? "", hint: "optional")
            html.textField("Expected role", name: "role", value: values["role"] ?? "", hint: "optional")
            html.raw("<button class=\"button\" id=\"inspect\">Inspect</button>")
        }
        html.raw("\n")
    }

    private func writeMinting(to html: inout HTMLWriter) {
        html.raw("<h2>Mint a token</h2>\n")
        html.element(
            "p",
            text: "No user signs in, and no consent is checked. The fault makes a token that a recipient must reject.")
        html.raw("\n")
        html.element("form", ["method": "post", "action": TokensView.mintPath, "class": "question"]) { html in
            html.raw("\n")
            html.selectField(
                "Kind", name: "kind", options: [("access", "access token"), ("id", "ID token")],
                chosen: values["kind"] ?? "access")
            html.suggestingField(
                "User", name: "user", value: values["user"] ?? "", hint: "empty: the client’s own token",
                suggestions: users)
            html.suggestingField(
                "Client", name: "client", value: values["client"] ?? "", hint: "appId", suggestions: clients)
            html.suggestingField(
                "API", name: "resource", value: values["resource"] ?? "", hint: "appId or App ID URI",
                suggestions: resources)
            html.textField("Scopes", name: "scopes", value: values["scopes"] ?? "", hint: "Orders.Read")
            html.textField("Roles", name: "roles", value: values["roles"] ?? "", hint: "Orders.Read.All")
            html.selectField(
                "Version", name: "version", options: [("", "as the API requests"), ("1", "1"), ("2", "2")],
                chosen: values["version"] ?? "")
            html.textField("Nonce", name: "nonce", value: values["nonce"] ?? "", hint: "for an ID token")
            html.textField("Lifetime", name: "lifetime", value: values["lifetime"] ?? "", hint: "PT1H")
            html.textField(
                "Claims", name: "claims", value: values["claims"] ?? "", hint: "{\"department\": \"Sales\"}")
            html.selectField("Fault", name: "fault", options: MintForm.faults, chosen: values["fault"] ?? "")
            html.raw("<button class=\"button\" id=\"mint\">Mint</button>")
        }
        html.raw("\n")
    }
}

extension TokensView {
    /// Creates the page with the users, clients and APIs of the directory as suggestions.
    init(_ directory: Directory, values: Form = Form(), result: Result? = nil) {
        let applications = directory.tenants.flatMap { tenant in
            tenant.ownApplications.map { (tenant, $0) }
        }
        users = directory.tenants.flatMap(\.users).prefix(Table.maximumObjects).map {
            ($0.signInName, $0.displayName)
        }
        clients = applications.prefix(Table.maximumObjects).map { tenant, application in
            (application.appId, "\(application.displayName) (\(tenant.displayName))")
        }
        resources = applications.filter { !$0.1.oauth2PermissionScopes.isEmpty || !$0.1.appRoles.isEmpty }
            .prefix(Table.maximumObjects).map { tenant, api in
                (api.identifierUris.first ?? api.appId, "\(api.displayName) (\(tenant.displayName))")
            }
        self.values = values
        self.result = result
    }
}
