import Directory
import Entra
import Formats
import HTTP
import Protocol

extension ControlRoutes {
    /// The routes of the console's page "Tokens".
    static let consoleTokens: [Route<ControlEndpoint>] = [
        Route(["GET"], "/_understudy/console/tokens", .consoleTokens),
        Route(["POST"], "/_understudy/console/tokens", .consoleTokenInspection),
        Route(["POST"], "/_understudy/console/tokens/mint", .consoleTokenMinting),
    ]
}

extension ControlEndpoint {
    fileprivate static var consoleTokens: ControlEndpoint {
        consolePage { _, context, _ in .console(TokensView(context.services.directory)) }
    }

    /// Decodes and verifies the token of the form.
    static var consoleTokenInspection: ControlEndpoint {
        ControlEndpoint("console", errors: .problem, isConsole: true, keys: .any) { (context, _) throws(EntraError) in
            let form = try context.form.get() ?? Form()
            return .console(
                TokensView(
                    context.services.directory, values: form,
                    result: TokensView.inspected(form, services: context.services)))
        }
    }

    /// Mints the token of the form.
    static var consoleTokenMinting: ControlEndpoint {
        ControlEndpoint("console", errors: .problem, isConsole: true, keys: .any) {
            (context, server) throws(EntraError) in
            let form = try context.form.get() ?? Form()
            do throws(ProblemDocument) {
                let body = try MintForm(form).body
                let token = try MintRequest(parsing: JSONWriter.value(body)).mint(
                    server.controls, services: context.services)
                let inspection = TokenInspection(
                    token.text, TokenInspection.Expectation(), services: context.services)
                return .console(
                    TokensView(
                        context.services.directory, values: form,
                        result: .minted(
                            TokenCard("Minted token", token.text, inspection),
                            command: ControlCommand(context, server).post("/_understudy/tokens", body))))
            } catch {
                let details = [error.detail] + error.causes.map(\.detail)
                return .console(
                    TokensView(
                        context.services.directory, values: form,
                        result: .rejected(details.joined(separator: " "))), status: error.status)
            }
        }
    }
}

extension TokensView {
    /// Inspects the token of a form. Spaces around the token, and the word `Bearer` before the token, are ignored.
    fileprivate static func inspected(_ form: Form, services: Services) -> Result {
        let words = (form["token"] ?? "").pieces(separatedBy: "\n").flatMap { $0.pieces(separatedBy: "\r") }
            .flatMap { $0.pieces(separatedBy: " ") }
        guard let token = words.last, words.count == 1 || words[0].isExactlyIgnoringASCIICase("bearer") else {
            return .rejected("Paste one token. A token has no spaces.")
        }
        var expectation = TokenInspection.Expectation()
        let text = { (name: String) in form[name].flatMap { $0.isEmpty ? nil : $0 } }
        expectation.audience = text("audience")
        expectation.scope = text("scope")
        expectation.role = text("role")
        let inspection = TokenInspection(token, expectation, services: services)
        let versions = TokenVersions(inspection.claims, of: inspection.tenant, services: services)
        return .inspected(
            TokenCard("Token", token, inspection), versions: versions?.table,
            note: versions?.note
                ?? "There is no comparison: the token names no user, client and API that are in the directory."
        )
    }
}
