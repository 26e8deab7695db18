import Entra
import HTTP
import Wire

/// A request as a command line that sends it again.
package enum CurlCommand {
    /// What curl sends by itself, and what only browsers have to say. `Origin` stays: codes and refresh tokens of single-page
    /// applications are good with it alone.
    private static let left: Set<String> = [
        "host", "content-length", "transfer-encoding", "connection", "keep-alive", "te", "expect", "accept-encoding",
        "user-agent", "accept", "accept-language", "upgrade-insecure-requests", "cache-control", "pragma", "priority",
        "referer", "dnt",
    ]
    private static let form = "application/x-www-form-urlencoded"

    /// The control token is read from this variable of the shell: no command shows it.
    static let tokenVariable = "$UNDERSTUDY_CONTROL_TOKEN"

    /// The command, with the secrets that the mask shows. `-k`: the certificate is the server's own.
    static func text(_ entry: JournalEntry, _ mask: SecretMask) -> String {
        let (request, variable) = request(entry, mask)
        var parts = [entry.origin.isSecure ? "curl -k" : "curl"]
        let body = request.body
        if request.method != (body == nil ? "GET" : "POST") { parts[0] += " -X \(quoted(request.method))" }
        parts[0] += " \(argument(request.url, variable))"
        for header in request.headers where isSent(header, hasBody: body != nil) {
            parts.append("-H \(argument("\(header.name): \(header.value)", variable))")
        }
        if let body { parts += pieces(body, entry.request.headers).map { "--data-raw \(argument($0, variable))" } }
        return parts.joined(separator: " \\\n  ")
    }

    private static func isSent(_ header: HeaderList.Field, hasBody: Bool) -> Bool {
        let name = header.name.asciiLowercased
        if name.isExactly("content-type") { return hasBody && !header.value.isExactlyIgnoringASCIICase(form) }
        return !left.contains(name) && !name.hasPrefix("sec-")
    }

    /// A form by its fields: curl puts the `&` between them back.
    private static func pieces(_ body: String, _ headers: HeaderList) -> [String] {
        guard headers["Content-Type"]?.isExactlyIgnoringASCIICase(form) == true else { return [body] }
        return body.pieces(separatedBy: "&")
    }

    /// The command with every secret but the control token.
    static func whole(_ entry: JournalEntry, _ mask: SecretMask) -> String { text(entry, mask.showingSecrets) }

    /// The request with the variable in place of the control token, and the variable. Where the client itself sent the variable's
    /// name, none is expanded: nobody else decides where the token goes.
    private static func request(_ entry: JournalEntry, _ mask: SecretMask) -> (MaskedRequest, variable: String?) {
        let request = MaskedRequest(entry, mask)
        let name = Array(tokenVariable.utf8)
        let isSent = request.texts.contains { Array($0.utf8).firstRange(of: name, from: 0) != nil }
        guard !isSent else { return (request, nil) }
        return (MaskedRequest(entry, mask.naming(controlToken: tokenVariable)), tokenVariable)
    }

    /// An argument for the shell, in which only the variable is expanded.
    private static func argument(_ text: String, _ variable: String?) -> String {
        guard let variable else { return quoted(text) }
        let (bytes, name) = (Array(text.utf8), Array(variable.utf8))
        var parts: [String] = []
        var start = 0
        while let found = bytes.firstRange(of: name, from: start) {
            if found.lowerBound > start { parts.append(quoted(String(utf8: bytes[start..<found.lowerBound]) ?? "")) }
            parts.append("\"\(variable)\"")
            start = found.upperBound
        }
        if start < bytes.count || parts.isEmpty { parts.append(quoted(String(utf8: bytes[start...]) ?? "")) }
        return parts.joined()
    }

    /// For a POSIX shell: nothing inside single quotes means anything.
    package static func quoted(_ text: String) -> String {
        "'" + text.replacing("'", with: "'\\''") + "'"
    }
}
