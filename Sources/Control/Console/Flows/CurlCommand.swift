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

    /// `-k`: the certificate is the server's own.
    static func text(_ entry: JournalEntry) -> String {
        let request = entry.request
        let query = request.query.isEmpty ? "" : "?\(request.query)"
        var parts = [entry.origin.isSecure ? "curl -k" : "curl"]
        let body = request.body.isEmpty ? nil : String(utf8: request.body)
        if request.method != (body == nil ? "GET" : "POST") { parts[0] += " -X \(quoted(request.method))" }
        parts[0] += " \(quoted("\(entry.origin)\(request.path)\(query)"))"
        for header in request.headers.fields where isSent(header, hasBody: body != nil) {
            parts.append("-H \(quoted("\(header.name): \(header.value)"))")
        }
        if let body { parts += pieces(body, request.headers).map { "--data-raw \(quoted($0))" } }
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

    /// For a POSIX shell: nothing inside single quotes means anything.
    package static func quoted(_ text: String) -> String {
        "'" + text.replacing("'", with: "'\\''") + "'"
    }
}
