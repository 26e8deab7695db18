import Entra
import Formats
import Protocol

/// The page of a finished sign-in: the last request and its response, the next requests, and the tokens with each claim explained.
/// The page is the response to a form, so no address leads to the tokens.
struct SignInResultView: ConsoleView {
    let application: String
    /// The authorization request and its response, or nil after a later request.
    let authorization: (request: Form, response: Form)?
    let call: SignInCall?
    let failure: SignInFailure?
    let tokens: SignInTokens
    let cards: [TokenCard]
    /// The sealed `state`, which the forms of the next requests send back.
    let state: String
    let scope: String
    /// The name of the API that can exchange the access token, or nil.
    let middleTier: String?
    let samples: [CodeBlock]
    let flow: String?
    let isSecure: Bool

    var section: ConsoleSection { .signIn }
    var title: String { "Sign-in to \(application)" }
    var lead: String { Console.secretsWarning }

    func write(to html: inout HTMLWriter) {
        html.trail(from: section)
        if let failure { html.failure(failure) }
        write(calls: &html)
        write(next: &html)
        for card in cards { html.token(card, offersInspection: true) }
        if tokens[Parameter.refreshToken] != nil {
            html.raw("<p class=\"soft\">The refresh token is opaque: only the server can read a refresh token.</p>\n")
        }
        html.raw("<h2>The same request</h2>\n")
        for sample in samples {
            html.element("details", ["class": "more"]) { html in
                html.element("summary", text: sample.caption)
                html.raw("\n")
                html.codeBlock(sample)
            }
            html.raw("\n")
        }
    }

    private func write(calls html: inout HTMLWriter) {
        if let authorization {
            html.step("Authorization request and response", isOpen: call == nil) { html in
                html.raw("<div class=\"sides\"><div><h4>Request</h4>")
                html.facts(SignInResultView.facts(authorization.request.fields))
                html.raw("</div><div><h4>Response</h4>")
                html.facts(SignInResultView.facts(authorization.response.fields))
                html.raw("</div></div>")
            }
        }
        if let call {
            html.step("\(call.title): status \(call.status)", isOpen: true) { html in
                html.raw("<div class=\"sides\"><div><h4>Request</h4>")
                html.facts([(name: call.method, value: Cell.code(call.url))])
                html.facts(SignInResultView.facts(call.headers + (call.form?.fields ?? [])))
                html.raw("</div><div><h4>Response</h4>")
                html.facts(
                    SignInResultView.facts(
                        (call.json?.object ?? []).map { Form.Field($0.name, $0.value.line) }))
                html.raw("</div></div>\n")
                if let command = call.curl(isSecure: isSecure) {
                    html.codeBlock(CodeBlock("\(call.title) as curl", command))
                }
            }
        }
        if let flow {
            html.element("p") { $0.element("a", ["href": flow], text: "Open the flow in the request journal") }
        }
    }

    private static func facts(_ fields: [Form.Field]) -> [(name: String, value: Cell)] {
        fields.map { ($0.name, .code(shown($0))) }
    }

    /// Returns a value, or a remark for a token, which the page shows decoded.
    private static func shown(_ field: Form.Field) -> String {
        let isToken = SignInTokens.names.containsExactly(field.name) || field.value.utf8.count > 600
        return isToken ? "\(field.value.utf8.count) characters" : field.value
    }

    private func write(next html: inout HTMLWriter) {
        html.raw("<h2>Next</h2>\n<div class=\"tools next\">\n")
        if tokens[Parameter.refreshToken] != nil {
            action(.refresh, "Refresh", scope: ("Scopes of the refresh", scope), to: &html)
        }
        if tokens[Parameter.accessToken] != nil {
            action(.userInfo, "Call UserInfo", to: &html)
            action(.graph, "Call Graph /me", to: &html)
            if let middleTier {
                action(
                    .onBehalfOf, "Exchange as \(middleTier)",
                    scope: ("Scopes on behalf of the user", "https://graph.microsoft.com/User.Read"), to: &html)
            }
        }
        action(.signOut, "Sign out", to: &html)
        html.element("a", ["href": ConsoleSection.signIn.path], text: "Try another sign-in")
        html.raw("\n</div>\n")
    }

    private func action(
        _ action: SignInAction, _ text: String, scope: (label: String, value: String)? = nil, to html: inout HTMLWriter
    ) {
        html.element("form", ["method": "post", "action": SignInAction.path, "id": action.rawValue]) { html in
            html.void("input", ["type": "hidden", "name": "do", "value": action.rawValue])
            html.void("input", ["type": "hidden", "name": Parameter.state, "value": state])
            if action != .signOut {
                for token in tokens.fields {
                    html.void("input", ["type": "hidden", "name": token.name, "value": token.value])
                }
            }
            if let scope {
                html.void(
                    "input",
                    ["type": "text", "name": Parameter.scope, "value": scope.value, "aria-label": scope.label])
            }
            html.element("button", ["class": "small"], text: text)
        }
        html.raw("\n")
    }
}

extension HTMLWriter {
    /// Writes a part of the page that can be closed.
    fileprivate mutating func step(_ title: String, isOpen: Bool, _ content: (inout HTMLWriter) -> Void) {
        element("details", ["class": "exchange", "open": isOpen ? "" : nil]) { html in
            html.raw("\n<summary>")
            html.element("span", ["class": "line"]) { $0.element("b", text: title) }
            html.raw("</summary>\n<div class=\"inside\">\n")
            content(&html)
            html.raw("\n</div>\n")
        }
        raw("\n")
    }
}

/// The requests that the page of a finished sign-in offers.
enum SignInAction: String, Sendable {
    static let path = ConsoleSection.signIn.path + "/request"

    case refresh
    case userInfo = "userinfo"
    case graph
    case onBehalfOf = "on-behalf-of"
    case signOut = "sign-out"
}
