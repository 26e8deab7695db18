package import Directory
import Entra
package import Formats
import Protocol

/// The page "Try a sign-in", on which an operator builds an authorization request for an application.
package struct SignInFormView: ConsoleView {
    package typealias Option = (value: String, text: String)

    /// The permission that a check box adds to the scopes.
    struct Scope: Sendable {
        let value: String
        let text: String
        let isChecked: Bool
    }

    /// The choices for the chosen application.
    struct Choices: Sendable {
        let authorities: [Option]
        let authority: String
        let redirectURIs: [Option]
        let users: [Option]
        let scopes: [Scope]
    }

    let applications: [Option]
    /// The console name of the chosen application.
    let application: String
    /// The choices, or nil if no application is chosen.
    let choices: Choices?
    /// The submitted form, or the usual values.
    let values: Form
    /// The reason why the submitted form was rejected, or nil.
    let problem: String?

    package var section: ConsoleSection { .signIn }
    package var lead: String {
        "Sign a user in to an application, and see the request, the response and every claim of the tokens."
    }

    package func write(to html: inout HTMLWriter) {
        if let problem { html.element("p", ["class": "notice bad", "role": "alert"], text: problem) }
        html.queryForm(.signIn, "Choose") { html in
            html.selectField("Application", name: "app", options: applications, chosen: application)
        }
        guard let choices else {
            html.raw("<p class=\"soft\">No application of the directory has this client ID.</p>")
            return
        }
        html.raw("<h2>Authorization request</h2>\n")
        if choices.redirectURIs.isEmpty {
            html.element(
                "p", ["class": "notice"],
                text: "The application has no redirect URI, so the server rejects its sign-ins. Add a redirect URI to "
                    + "the application in the directory.")
            html.raw("\n")
        }
        html.element("form", ["method": "post", "action": section.path, "class": "question"]) { html in
            html.raw("\n")
            html.void("input", ["type": "hidden", "name": "app", "value": application])
            write(choices, to: &html)
            html.raw("<button class=\"button\" id=\"sign-in\">Sign in</button>")
        }
        html.raw("\n")
        html.element(
            "p", ["class": "soft"],
            text: "The request names a redirect URI of the application and is checked like the application’s own. "
                + "The server delivers the response to the console, because the console started the request.")
    }

    private func write(_ choices: Choices, to html: inout HTMLWriter) {
        html.selectField(
            "Authority", name: "authority", options: choices.authorities,
            chosen: values["authority"] ?? choices.authority)
        html.suggestingField(
            "Redirect URI", name: Parameter.redirectURI,
            value: values[Parameter.redirectURI] ?? choices.redirectURIs.first?.value ?? "",
            suggestions: choices.redirectURIs)
        html.suggestingField(
            "User (login_hint)", name: Parameter.loginHint, value: values[Parameter.loginHint] ?? "",
            hint: "optional", suggestions: choices.users)
        html.raw("<span class=\"label\" id=\"scopes-label\">Scopes</span>\n")
        html.element("div", ["class": "choices", "role": "group", "aria-labelledby": "scopes-label"]) { html in
            for scope in choices.scopes { html.checkBox(Parameter.scope, scope.value, scope.text, scope.isChecked) }
        }
        html.textField("Further scopes", name: "scopes", value: values["scopes"] ?? "", hint: "separated by spaces")
        html.selectField(
            "Prompt", name: Parameter.prompt, options: SignInChoices.prompts, chosen: values[Parameter.prompt] ?? "")
        html.selectField(
            "Response type", name: Parameter.responseType, options: SignInChoices.types,
            chosen: values[Parameter.responseType] ?? "code")
        html.selectField(
            "Response mode", name: Parameter.responseMode, options: SignInChoices.modes,
            chosen: values[Parameter.responseMode] ?? "")
        html.raw("<span class=\"label\">PKCE</span>\n<div class=\"choices\">")
        html.checkBox("pkce", "S256", "Send code_challenge (S256)", values["app"] == nil || values["pkce"] != nil)
        html.raw("</div>\n")
        html.textField("Nonce", name: Parameter.nonce, value: values[Parameter.nonce] ?? "")
        html.textField(
            "Further parameters", name: "parameters", value: values["parameters"] ?? "",
            hint: "domain_hint=contoso.com&max_age=0")
    }
}

extension SignInFormView {
    /// Creates the page for the application with this console name, or for the first application. `values` is the submitted form,
    /// if the server rejected the form.
    package init(
        _ directory: Directory, application: String?, values: Form? = nil, nonce: String, problem: String? = nil
    ) {
        let registrations = directory.tenants.flatMap { tenant in
            tenant.ownApplications.lazy.filter { !$0.redirectURIs.isEmpty }.map { (tenant, $0) }
        }
        let chosen = application.map { directory.ownRegistration(consoleName: $0) } ?? registrations.first
        let name = chosen.map { directory.consoleName(of: $0.1, in: $0.0) } ?? ""
        var offered: [Option] = registrations.prefix(Table.maximumObjects).map { tenant, application in
            (
                directory.consoleName(of: application, in: tenant),
                "\(application.displayName) (\(tenant.displayName))"
            )
        }
        // A long list is cut, but the chosen application is always in the list.
        if let chosen, !offered.contains(where: { $0.value.isExactly(name) }) {
            offered.append((name, "\(chosen.1.displayName) (\(chosen.0.displayName))"))
        }
        applications = offered
        self.application = name
        self.values = values ?? Form([Form.Field(Parameter.nonce, nonce)])
        self.problem = problem
        choices = chosen.map { SignInFormView.choices($0.1, in: $0.0, directory, values) }
    }

    private static func choices(
        _ application: Application, in tenant: Tenant, _ directory: Directory, _ values: Form?
    ) -> Choices {
        Choices(
            authorities: SignInChoices.authorities(of: application, in: tenant),
            authority: SignInChoices.usualAuthority(of: application, in: tenant, directory),
            redirectURIs: application.redirectURIs.map { ($0.uri.string, $0.platform.rawValue) },
            users: tenant.users.prefix(Table.maximumObjects).map { ($0.signInName, $0.displayName) },
            scopes: scopes(application, tenant, values?.fields.filter { $0.name.isExactly(Parameter.scope) }))
    }

    /// Returns the scopes of OpenID Connect, and the permissions of the application. At first, the permissions of one API are
    /// checked, because an access token is for one API.
    private static func scopes(_ application: Application, _ tenant: Tenant, _ sent: [Form.Field]?) -> [Scope] {
        let permissions = MSALTarget.scopes(application, tenant)
        let usual = ["openid", "profile", "offline_access"]
        let checked =
            sent?.map(\.value)
            ?? usual + (permissions.first ?? (tenant.kind == .b2c ? [application.appId] : []))
        let further = permissions.joined() + (tenant.kind == .b2c ? [application.appId] : [])
        return (usual + ["email"] + further).map {
            Scope(value: $0, text: $0, isChecked: checked.containsExactly($0))
        }
    }
}
