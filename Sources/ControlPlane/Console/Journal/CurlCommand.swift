import Entra
package import Formats
import HTTP
import Protocol

/// The POSIX shell command that sends a recorded request again, byte for byte.
enum CurlCommand {
    /// The headers that the command leaves out: curl sends them itself, or only browsers need them. `Origin` is kept, because the
    /// codes and refresh tokens of single-page applications are valid only with this header.
    private static let omittedHeaders: Set<ByteString> = [
        "host", "content-length", "transfer-encoding", "connection", "keep-alive", "te", "expect", "accept-encoding",
        "user-agent", "accept", "accept-language", "upgrade-insecure-requests", "cache-control", "pragma", "priority",
        "referer", "dnt",
    ]
    /// The largest argument of a program on Linux, in bytes (MAX_ARG_STRLEN), without its terminating NUL.
    private static let maximumArgumentBytes = 128 * 1024 - 1
    private static let formContentType = "application/x-www-form-urlencoded"
    private static let unsendableComment =
        "# No command can send this request: a command-line argument cannot contain a NUL byte."

    /// The shell variable with the control token, so that no command contains the token.
    static let tokenVariable = "$UNDERSTUDY_CONTROL_TOKEN"

    /// Returns the command, with the secrets that `mask` does not hide. The body is passed as arguments if possible, and otherwise
    /// through a pipe.
    static func text(_ entry: JournalEntry, _ mask: SecretMask) -> String {
        let (request, variable) = request(entry, mask)
        let fields = arguments(request.body, entry.request.headers)
        var words = [curl(request, isSecure: entry.origin.isSecure, variable)]
        for header in request.headers where isSent(header, hasBody: !request.body.isEmpty) {
            // curl leaves out a header that ends with the colon. A semicolon sends the header without a value.
            let line = header.value.isEmpty ? "\(header.name);" : "\(header.name): \(header.value)"
            words.append(option("-H", value: line, variable: variable))
        }
        if let fields {
            words += fields.map { option("--data-raw", value: $0, variable: variable) }
        } else {
            words.append("--data-binary @-")
        }
        let command = words.compactMap(\.self).joined(separator: " \\\n  ")
        guard words.count == words.compactMap(\.self).count else { return unsendableComment }
        return fields == nil ? "\(ShellWord.printf(request.body)) | \(command)" : command
    }

    /// Returns the curl command with its options and the URL. `-k` accepts the server's own certificate. `-g` stops curl from
    /// reading brackets and braces as a pattern of several URLs.
    private static func curl(_ request: MaskedRequest, isSecure: Bool, _ variable: String?) -> String? {
        var options = isSecure ? "curl -k" : "curl"
        if request.url.utf8.contains(where: { "[]{}".utf8.contains($0) }) { options += " -g" }
        // Without the option, curl resolves dot segments.
        let path = request.url.utf8.prefix { $0 != UInt8(ascii: "?") }
        if path.split(separator: UInt8(ascii: "/")).contains(where: { $0.first == UInt8(ascii: ".") }) {
            options += " --path-as-is"
        }
        if !request.method.isExactly(request.body.isEmpty ? "GET" : "POST") {
            guard let method = option("-X", value: request.method, variable: nil) else { return nil }
            options += " \(method)"
        }
        return option(options, value: request.url, variable: variable)
    }

    private static func option(_ name: String, value: String, variable: String?) -> String? {
        argument(value, variable).map { "\(name) \($0)" }
    }

    private static func isSent(_ header: HeaderList.Field, hasBody: Bool) -> Bool {
        let name = header.name.asciiLowercased
        if name.isExactly("content-type") {
            return hasBody && !header.value.isExactlyIgnoringASCIICase(formContentType)
        }
        return !omittedHeaders.contains(ByteString(name)) && !name.utf8.starts(with: "sec-".utf8)
    }

    /// Returns the commands of a flow, each after a line that names the step. The line is a command that does nothing, because an
    /// interactive zsh has no comments.
    static func text(_ flow: Flow, _ reader: JournalReader, atMost limit: Int) -> String {
        flow.items.prefix(limit).enumerated().map { position, item in
            let mask = reader.mask(item)
            let name = "Step \(position + 1): \(mask.text(item.entry.request.method)) \(item.entry.endpoint)"
            return ": \(ShellWord.quoted(name) ?? "''")\n\(text(item.entry, mask))"
        }.joined(separator: "\n")
    }

    /// Returns the command with every secret except the control token.
    static func textWithSecrets(_ entry: JournalEntry, _ mask: SecretMask) -> String {
        text(entry, mask.showingSecrets)
    }

    /// Returns the request with the variable in place of the control token, and the variable. If the recorded request already
    /// contains the variable's name, the command expands nothing. Otherwise, a client could choose where the token is inserted.
    private static func request(_ entry: JournalEntry, _ mask: SecretMask) -> (MaskedRequest, variable: String?) {
        let request = MaskedRequest(entry, mask)
        let name = Array(tokenVariable.utf8)
        let mentionsVariable = request.texts.contains { $0.firstRange(of: name, from: 0) != nil }
        guard !mentionsVariable else { return (request, nil) }
        return (MaskedRequest(entry, mask.naming(controlToken: tokenVariable)), tokenVariable)
    }

    /// Returns a shell argument in which only the variable is expanded, or nil if no argument can hold the text.
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

    /// Returns the arguments that hold the body: one argument per field of a form (curl joins them with `&`), or one argument for
    /// any other body. Returns nil if the body is not UTF-8, has characters that `ShellWord` does not show, or is too long for an
    /// argument.
    private static func arguments(_ body: [UInt8], _ headers: HeaderList) -> [String]? {
        guard !body.isEmpty else { return [] }
        guard body.count <= maximumArgumentBytes, let text = String(utf8: body), ShellWord.isVisible(text) else {
            return nil
        }
        guard headers["Content-Type"]?.isExactlyIgnoringASCIICase(formContentType) == true else { return [text] }
        return text.pieces(separatedBy: "&")
    }
}

/// A request of the journal with its secrets masked, in the form in which the request was sent.
struct MaskedRequest {
    let method: String
    let url: String
    let headers: [HeaderList.Field]
    /// The body, which is empty if the request has none.
    let body: [UInt8]

    init(_ entry: JournalEntry, _ mask: SecretMask) {
        let request = entry.request
        let query = request.query.isEmpty ? "" : "?\(request.query)"
        method = mask.text(request.method)
        url = mask.url("\(entry.origin)\(request.path)\(query)")
        headers = request.headers.fields.map {
            HeaderList.Field(mask.text($0.name), mask.header($0.name, $0.value))
        }
        body = request.body.isEmpty ? [] : MaskedRequest.body(entry, mask)
    }

    /// All texts of the request, in UTF-8 except for a binary body.
    var texts: [[UInt8]] {
        ([method, url] + headers.flatMap { [$0.name, $0.value] }).map { Array($0.utf8) } + [body]
    }

    /// Returns the masked body. In JSON and forms, field names show which values are secret. Any other body is masked as a
    /// whole, because its secrets are unknown.
    private static func body(_ entry: JournalEntry, _ mask: SecretMask) -> [UInt8] {
        let bytes = entry.request.body
        if let json = JSONValue(parsing: bytes) {
            let masked = mask.json(json)
            return masked == json ? bytes : JSONWriter.value(masked)
        }
        guard let text = String(utf8: bytes) else {
            return mask.isOff ? MaskedRequest.latin1(bytes, mask) : Array(SecretMask.text.utf8)
        }
        return mask.isOff || entry.form != nil ? Array(mask.text(text).utf8) : Array(SecretMask.text.utf8)
    }

    /// Returns a body that is not UTF-8, with only the server's own credentials masked. These credentials are ASCII, so the body
    /// can be read as Latin-1.
    private static func latin1(_ bytes: [UInt8], _ mask: SecretMask) -> [UInt8] {
        let scalars = String.UnicodeScalarView(bytes.map(Unicode.Scalar.init))
        return mask.text(String(scalars)).unicodeScalars.compactMap { UInt8(exactly: $0.value) }
    }
}

/// A page that shows one request as a command with its secrets. No other page shows the secrets of a flow.
package struct CurlView: ConsoleView {
    package let request: String
    package let command: CodeBlock
    /// Whether the page shows all requests of the flow.
    package let isWholeFlow: Bool

    package init(request: String, command: CodeBlock, isWholeFlow: Bool = false) {
        self.request = request
        self.command = command
        self.isWholeFlow = isWholeFlow
    }

    /// The largest number of commands for a flow.
    private static let maximumCommands = 100

    /// Creates the page of all requests of a flow with their secrets except the control token. Returns nil if the journal has no
    /// such request.
    package init?(flowOf id: Int64, in journal: Journal, _ reader: JournalReader) {
        guard let flow = Flow.having(id, in: journal) else { return nil }
        let text = CurlCommand.text(flow, reader.showingSecrets, atMost: CurlView.maximumCommands)
        self.init(
            request: "\(id)", command: CodeBlock("Repeats every request, with its secrets", text), isWholeFlow: true)
    }

    /// Creates the page of one request with all its secrets except the control token. Returns nil if the journal has no such
    /// request.
    package init?(_ id: Int64, in journal: Journal, _ reader: JournalReader) {
        guard let item = journal[id] else { return nil }
        let command = CurlCommand.text(item.entry, reader.showingSecrets.mask(item))
        self.init(request: "\(id)", command: CodeBlock("Repeats the request, with its secrets", command))
    }

    package var section: ConsoleSection { .flows }
    package var title: String {
        isWholeFlow
            ? "Flow of request \(request) as curl commands with secrets"
            : "Request \(request) as a curl command with secrets"
    }
    package var lead: String { Console.secretsWarning }

    package func write(to html: inout HTMLWriter) {
        html.trail(from: section, [("Flow of request \(request)", Console.flow(of: request))])
        html.codeBlock(command)
    }
}
