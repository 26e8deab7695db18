import Entra
import Formats
import HTTP
import Protocol
import Store

extension ControlRoutes {
    /// The routes of the page of the signing keys.
    static let consoleKeys: [Route<ControlEndpoint>] = [
        Route(["GET"], "/_understudy/console/keys", .consoleKeys),
        Route(["POST"], "/_understudy/console/keys", .consoleKeyChange),
    ]
}

extension ControlEndpoint {
    static var consoleKeys: ControlEndpoint {
        ControlEndpoint("console", errors: .problem, isConsole: true, keys: .allTenants) {
            (context, server) throws(EntraError) in
            .console(KeysView.page(server, try context.query.get()))
        }
    }

    /// Rotates or removes a key, and redirects to the page of the keys. The form names a key in `drop`, or confirms a rotation.
    static var consoleKeyChange: ControlEndpoint {
        ControlEndpoint("console", errors: .problem, isConsole: true, isSlow: true, keys: .allTenants) {
            (context, server) throws(EntraError) in
            let form = try context.form.get() ?? Form()
            do throws(ProblemDocument) {
                try KeysView.apply(form, server)
            } catch {
                var response = HTTPResponse.console(
                    KeysView.page(server, form, problem: error.sentences), status: error.status)
                response.setRetryAfter(error.retryAfter)
                return response
            }
            return .seeOther(ConsoleSection.keys.path)
        }
    }
}

extension KeysView {
    fileprivate static func page(_ server: any ControlServer, _ form: Form, problem: String? = nil) -> KeysView {
        KeysView(
            server.controls.keys, server.directory, now: server.clock.now(), hasAuthority: !server.hasOwnCertificate,
            form: form, problem: problem)
    }

    fileprivate static func apply(_ form: Form, _ server: any ControlServer) throws(ProblemDocument) {
        if let id = form["drop"] { return try SigningKeys.drop(id, server.controls) }
        guard form["confirm"] != nil else { throw .invalid("Confirm the rotation: a new key then signs all tokens.") }
        let members = ["for", "grace"].compactMap { name in
            form[name].flatMap { $0.isEmpty ? nil : JSONValue.Member(name, .string($0)) }
        }
        _ = try KeyRotation(parsing: JSONWriter.value(.object(members))).rotate(server.controls)
    }
}
