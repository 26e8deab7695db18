import Entra
import HTTP
import Wire

/// A request as a command line of a POSIX shell that sends it again, byte for byte.
enum CurlCommand {
    /// What curl sends by itself, and what only browsers have to say. `Origin` stays: codes and refresh tokens of single-page
    /// applications are good with it alone.
    private static let left: Set<ExactString> = [
        "host", "content-length", "transfer-encoding", "connection", "keep-alive", "te", "expect", "accept-encoding",
        "user-agent", "accept", "accept-language", "upgrade-insecure-requests", "cache-control", "pragma", "priority",
        "referer", "dnt",
    ]
    /// What Linux lets one argument of a program be (MAX_ARG_STRLEN), with room for its end.
    private static let longestArgument = 128 * 1024 - 1
    private static let form = "application/x-www-form-urlencoded"
    private static let refusal =
        "# No command can send this request: a command-line argument cannot contain a NUL byte."

    /// The control token is read from this variable of the shell: no command shows it.
    static let tokenVariable = "$UNDERSTUDY_CONTROL_TOKEN"

    /// The command, with the secrets that the mask shows. The body follows the headers as arguments, where arguments can hold it;
    /// else it comes from a pipe.
    static func text(_ entry: JournalEntry, _ mask: SecretMask) -> String {
        let (request, variable) = request(entry, mask)
        let fields = arguments(request.body, entry.request.headers)
        var words = [curl(request, isSecure: entry.origin.isSecure, variable)]
        for header in request.headers where isSent(header, hasBody: !request.body.isEmpty) {
            // Behind a colon without a value curl would leave the header out.
            let line = header.value.isEmpty ? "\(header.name);" : "\(header.name): \(header.value)"
            words.append(word("-H", line, variable))
        }
        if let fields {
            words += fields.map { word("--data-raw", $0, variable) }
        } else {
            words.append("--data-binary @-")
        }
        let command = words.compactMap(\.self).joined(separator: " \\\n  ")
        guard words.count == words.compactMap(\.self).count else { return refusal }
        return fields == nil ? "\(ShellWord.printf(request.body)) | \(command)" : command
    }

    /// `-k`: the certificate is the server's own. `-g`: curl would take brackets and braces for a pattern of several URLs.
    private static func curl(_ request: MaskedRequest, isSecure: Bool, _ variable: String?) -> String? {
        var options = isSecure ? "curl -k" : "curl"
        if request.url.utf8.contains(where: { "[]{}".utf8.contains($0) }) { options += " -g" }
        // curl would resolve dot segments.
        let path = request.url.utf8.prefix { $0 != UInt8(ascii: "?") }
        if path.split(separator: UInt8(ascii: "/")).contains(where: { $0.first == UInt8(ascii: ".") }) {
            options += " --path-as-is"
        }
        if !request.method.isExactly(request.body.isEmpty ? "GET" : "POST") {
            guard let method = word("-X", request.method, nil) else { return nil }
            options += " \(method)"
        }
        return word(options, request.url, variable)
    }

    private static func word(_ option: String, _ value: String, _ variable: String?) -> String? {
        argument(value, variable).map { "\(option) \($0)" }
    }

    private static func isSent(_ header: HeaderList.Field, hasBody: Bool) -> Bool {
        let name = header.name.asciiLowercased
        if name.isExactly("content-type") { return hasBody && !header.value.isExactlyIgnoringASCIICase(form) }
        return !left.contains(ExactString(name)) && !name.utf8.starts(with: "sec-".utf8)
    }

    /// The command with every secret but the control token.
    static func whole(_ entry: JournalEntry, _ mask: SecretMask) -> String { text(entry, mask.showingSecrets) }

    /// The request with the variable in place of the control token, and the variable. Where the client itself sent the variable's
    /// name, none is expanded: nobody else decides where the token goes.
    private static func request(_ entry: JournalEntry, _ mask: SecretMask) -> (MaskedRequest, variable: String?) {
        let request = MaskedRequest(entry, mask)
        let name = Array(tokenVariable.utf8)
        let isSent = request.texts.contains { $0.firstRange(of: name, from: 0) != nil }
        guard !isSent else { return (request, nil) }
        return (MaskedRequest(entry, mask.naming(controlToken: tokenVariable)), tokenVariable)
    }

    /// An argument for the shell, in which only the variable is expanded; nil where no argument can hold the text.
    private static func argument(_ text: String, _ variable: String?) -> String? {
        guard let variable else { return ShellWord.quoted(text) }
        let (bytes, name) = (Array(text.utf8), Array(variable.utf8))
        var parts: [String?] = []
        var start = 0
        while let found = bytes.firstRange(of: name, from: start) {
            if found.lowerBound > start {
                parts.append(String(utf8: bytes[start..<found.lowerBound]).flatMap(ShellWord.quoted))
            }
            parts.append("\"\(variable)\"")
            start = found.upperBound
        }
        if start < bytes.count || parts.isEmpty {
            parts.append(String(utf8: bytes[start...]).flatMap(ShellWord.quoted))
        }
        let words = parts.compactMap(\.self)
        return words.count == parts.count ? words.joined() : nil
    }

    /// A form by its fields, as curl puts the `&` between them back; any other body whole. Nil where the body is no text that
    /// a reader sees all of, or too long for an argument.
    private static func arguments(_ body: [UInt8], _ headers: HeaderList) -> [String]? {
        guard !body.isEmpty else { return [] }
        guard body.count <= longestArgument, let text = String(utf8: body), ShellWord.isVisible(text) else {
            return nil
        }
        guard headers["Content-Type"]?.isExactlyIgnoringASCIICase(form) == true else { return [text] }
        return text.pieces(separatedBy: "&")
    }
}
