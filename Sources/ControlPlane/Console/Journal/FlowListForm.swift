package import Directory
package import Entra
import Formats
import Protocol

extension FlowListView {
    /// Writes the search form. The fields become the query of the URL, so that a search can be bookmarked and shared.
    func writeForm(to html: inout HTMLWriter) {
        html.element("form", ["method": "get", "action": section.path, "class": "search", "role": "search"]) { html in
            html.raw("\n")
            html.searchField("Search", FlowFilter.Name.text, filter, type: "search", hint: "URL, name, code or message")
            html.choice(
                "Outcome", FlowFilter.Name.outcome, filter,
                FlowOutcome.Kind.allCases.map { ($0.rawValue, $0.title) })
            if filter.showsNoise {
                html.void("input", ["type": "hidden", "name": FlowFilter.Name.noise, "value": FlowFilter.shown])
            }
            html.raw("<button class=\"button\">Search</button>\n")
            html.element("details", ["class": "more", "open": filter.hasDetails ? "" : nil]) { html in
                html.raw("<summary>More conditions</summary>\n<div class=\"conditions\">\n")
                html.searchField("Application", FlowFilter.Name.application, filter)
                html.searchField("User", FlowFilter.Name.user, filter)
                html.searchField("Tenant", FlowFilter.Name.tenant, filter)
                html.choice("Endpoint", FlowFilter.Name.endpoint, filter, endpoints.map { ($0, $0) })
                html.searchField("Code or status", FlowFilter.Name.code, filter, hint: "AADSTS50011")
                html.searchField("Correlation ID", FlowFilter.Name.correlationID, filter)
                html.searchField("Since (UTC)", FlowFilter.Name.since, filter, type: "datetime-local")
                html.searchField("Until (UTC)", FlowFilter.Name.until, filter, type: "datetime-local")
                html.raw("</div>\n")
            }
        }
        html.raw("\n")
        html.element("form", ["method": "post", "action": Console.clearPath, "class": "tools clear"]) { html in
            html.raw("<button class=\"small\">Clear the journal</button>")
        }
        html.raw("\n")
    }
}

extension FlowOutcome.Kind {
    /// The name in the form.
    fileprivate var title: String {
        switch self {
        case .completed: "Completed"
        case .page: "Page shown or waiting"
        case .error: "Error"
        }
    }
}

extension HTMLWriter {
    fileprivate mutating func searchField(
        _ label: String, _ name: String, _ filter: FlowFilter, type: String = "text", hint: String? = nil
    ) {
        element("label") { html in
            html.text(label)
            html.void(
                "input",
                [
                    "type": type, "name": name, "id": "flow-\(name)", "value": filter[name], "placeholder": hint,
                    "step": type.isExactly("datetime-local") ? "1" : nil, "autocomplete": "off",
                    "autocapitalize": "none", "spellcheck": "false",
                ])
        }
        raw("\n")
    }

    fileprivate mutating func choice(
        _ label: String, _ name: String, _ filter: FlowFilter, _ options: [(value: String, text: String)]
    ) {
        element("label") { html in
            html.text(label)
            html.element("select", ["name": name, "id": "flow-\(name)"]) { html in
                html.raw("<option value=\"\">Any</option>")
                for option in options {
                    html.element(
                        "option",
                        ["value": option.value, "selected": filter[name]?.isExactly(option.value) == true ? "" : nil],
                        text: option.text)
                }
            }
        }
        raw("\n")
    }

    /// Writes the dialog that lists the keyboard shortcuts. The script opens the dialog.
    mutating func shortcuts() {
        raw(
            """
            <p class="soft keys" hidden>Press <kbd>?</kbd> for keyboard shortcuts.</p>
            <dialog id="shortcuts" aria-labelledby="shortcuts-title">
            <h2 id="shortcuts-title">Keyboard shortcuts</h2>
            <dl class="facts">
            <div><dt><kbd>/</kbd></dt><dd>Go to the search field</dd></div>
            <div><dt><kbd>j</kbd> <kbd>k</kbd></dt><dd>Next and previous row</dd></div>
            <div><dt><kbd>Enter</kbd></dt><dd>Open the row</dd></div>
            <div><dt><kbd>u</kbd></dt><dd>Back to the list</dd></div>
            <div><dt><kbd>?</kbd></dt><dd>Show this list</dd></div>
            </dl>
            <form method="dialog"><button class="small">Close</button></form>
            </dialog>

            """)
    }
}

/// Requests that a reader can make at once, for the empty list.
package struct FirstRequests: Sendable, Equatable {
    /// A shell command, which works in every shell, also interactively in zsh.
    package let command: String?
    /// The address of a sign-in page.
    package let signIn: String?

    /// Creates requests for the first application with a fitting registration. Neither request has a secret.
    package init(_ directory: Directory, origin: Origin) {
        let all = directory.tenants.lazy.filter { $0.kind == .workforce && !$0.domains.isEmpty }.flatMap { tenant in
            tenant.ownApplications.lazy.map { (tenant, $0) }
        }
        let device = all.first { $0.1.isFallbackPublicClient == true }
        command = device.flatMap { tenant, application in
            FirstRequests.command(tenant.domains.last ?? "", application.appId, origin)
        }
        let web = all.lazy.compactMap { tenant, application in
            application.redirectURIs.first { $0.uri.string.hasExactPrefix("http") }.map { (tenant, application, $0) }
        }.first
        signIn = web.map { tenant, application, uri in
            let query = Form([
                Form.Field(Parameter.clientID, application.appId), Form.Field(Parameter.responseType, "code"),
                Form.Field(Parameter.redirectURI, uri.uri.string), Form.Field(Parameter.scope, "openid profile"),
                Form.Field(Parameter.state, "first"),
            ])
            return "\(origin)/\(tenant.domains.last ?? "")/oauth2/v2.0/authorize?\(query.encoded)"
        }
    }

    private static func command(_ domain: String, _ client: String, _ origin: Origin) -> String? {
        let trust = origin.isSecure ? " -k" : ""
        let words = [
            ShellWord.quoted("\(origin)/\(domain)/oauth2/v2.0/devicecode"), ShellWord.quoted("client_id=\(client)"),
            ShellWord.quoted("scope=openid profile"),
        ].compactMap(\.self)
        return words.count < 3 ? nil : "curl -s\(trust) \(words[0]) \\\n  -d \(words[1]) \\\n  -d \(words[2])"
    }
}

extension HTMLWriter {
    /// Writes the text for a journal without entries, with requests to begin with.
    mutating func firstRequests(_ requests: FirstRequests) {
        raw("<div class=\"card\">\n<p>No requests yet. New requests appear here as they arrive.</p>\n")
        if let signIn = requests.signIn {
            element("p") { html in
                html.element("a", ["href": signIn], text: "Open a sign-in page")
                html.raw(" to see a flow with pages, or send a request from a terminal:")
            }
            raw("\n")
        }
        if let command = requests.command { codeBlock(CodeBlock("A device code for an application", command)) }
        raw("</div>\n")
    }
}
