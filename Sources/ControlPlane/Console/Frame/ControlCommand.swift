import Entra
import Formats
import HTTP
import Protocol

/// Writes curl commands for the control plane, for an operator who pastes them into a shell.
struct ControlCommand: Sendable {
    /// The origin at which the operator reached the server.
    let origin: Origin
    /// Whether the control plane requires the control token. The command reads the token from a shell variable.
    let needsToken: Bool

    init(origin: Origin, needsToken: Bool) {
        self.origin = origin
        self.needsToken = needsToken
    }

    init(_ context: RequestContext, _ server: any ControlServer) {
        self.init(origin: context.origin, needsToken: server.controlGuard.needsToken)
    }

    /// Returns the command that posts a JSON value.
    func post(_ path: String, _ body: JSONValue) -> String {
        let text = String(utf8: JSONWriter.value(body)).flatMap(ShellWord.quoted) ?? "'{}'"
        return "\(start) \(origin)\(path) -H 'Content-Type: application/json' \\\n  -d \(text)"
    }

    /// Returns the command that requests a path, which has no characters that are special to a shell.
    func get(_ path: String) -> String { "\(start) \(origin)\(path)" }

    /// The option that accepts the server's own certificate, or an empty text for plain HTTP.
    var trust: String { origin.isSecure ? " -k" : "" }

    /// The option with the control token, or nil if the control plane requires none.
    var authorization: String? {
        needsToken ? "-H \"Authorization: Bearer \(CurlCommand.tokenVariable)\"" : nil
    }

    /// The command up to the URL.
    private var start: String { "curl -s\(trust)\(authorization.map { " \($0)" } ?? "")" }
}
