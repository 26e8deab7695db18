import Directory
import Entra
package import Formats
import HTTP
import Protocol

/// The stub that repeats a recorded response for similar requests.
enum StubFromResponse {
    /// The headers of a response that the stub repeats.
    private static let headers: [String] = ["Content-Type", "Location", "Retry-After", "WWW-Authenticate"]
    /// The largest body that the stub repeats, in bytes.
    private static let maximumBody = 65_536

    /// Returns the body of the request to `POST /_understudy/responses`. Returns nil for a page, which belongs to one browser, and
    /// for a body that is not text.
    static func json(_ item: Journal.Item, _ reader: JournalReader) -> JSONValue? {
        guard let response = response(item.entry, reader.mask(item)) else { return nil }
        return .object([
            .init("match", match(item, reader)), .init("times", .integer(1)), .init("responses", .array([response])),
        ])
    }

    /// Returns the conditions that similar requests meet: the same endpoint, tenant, application and grant.
    private static func match(_ item: Journal.Item, _ reader: JournalReader) -> JSONValue {
        let decision = Decision(item, reader)
        let mask = reader.mask(item)
        let texts: [(String, String?)] = [
            ("tenant", decision.tenant?.id.description), ("clientId", decision.facts.clientID.map(mask.text)),
            ("endpoint", item.entry.endpoint), ("grantType", decision.facts.grantType.map(mask.text)),
        ]
        return .object(texts.compactMap { name, text in text.map { .init(name, .string($0)) } })
    }

    private static func response(_ entry: JournalEntry, _ mask: SecretMask) -> JSONValue? {
        let recorded = RecordedResponse(entry)
        if let failure = recorded.failure, let error = error(failure) {
            var members = [JSONValue.Member("error", .string(error))]
            if let suberror = failure.suberror { members.append(.init("suberror", .string(mask.text(suberror)))) }
            if let claims = recorded.json?["claims"]?.string {
                members.append(.init("claims", .string(mask.text(claims))))
            }
            return .object(members)
        }
        guard recorded.page == nil, entry.response.body.count <= maximumBody, let body = body(entry, recorded, mask)
        else { return nil }
        let kept = headers.compactMap { name in
            entry.response.headers[name].map { JSONValue.Member(name, .string(mask.header(name, $0))) }
        }
        return .object([
            .init("status", .integer(Int64(entry.response.status))), .init("headers", .object(kept)),
            .init("body", body),
        ])
    }

    private static func body(_ entry: JournalEntry, _ recorded: RecordedResponse, _ mask: SecretMask) -> JSONValue? {
        if let json = recorded.json { return mask.json(json) }
        guard let text = String(utf8: entry.response.body) else { return nil }
        let isPlain = text.isEmpty || entry.response.headers["Content-Type"]?.hasExactPrefix("text/plain") == true
        return isPlain || mask.isOff ? .string(mask.text(text)) : nil
    }

    /// Returns the name by which a stub requests the error, or nil if stubs cannot have the error.
    private static func error(_ failure: RecordedResponse.Failure) -> String? {
        if let code = failure.code, AADSTS.lookup(code) != nil { return code }
        return failure.error.flatMap { OAuthError.named($0) == nil ? nil : $0 }
    }
}

/// A page that shows the stub for a recorded response, and adds the stub.
package struct StubFromResponseView: ConsoleView {
    let request: String
    /// The stub with masked secrets, or nil if no stub can repeat the response.
    let stub: String?
    let command: String
    let hasSecrets: Bool

    package var section: ConsoleSection { .flows }
    package var title: String { "Stub from the response to request \(request)" }
    package var lead: String { "The next request to the same endpoint, by the same application, gets this response." }

    package func write(to html: inout HTMLWriter) {
        html.trail(from: section, [("Flow of request \(request)", Console.flow(of: request))])
        guard let stub else {
            html.raw(
                """
                <p class="notice">No stub can repeat this response: a page belongs to one browser, and a stub contains \
                only text.</p>

                """)
            return
        }
        html.codeBlock(CodeBlock("The stub, for POST /_understudy/responses", stub))
        html.codeBlock(CodeBlock("The same as a command", command))
        if hasSecrets {
            html.raw("<p class=\"soft\">*** replaces each secret. The button adds the stub with the secrets.</p>\n")
        }
        html.element("form", ["method": "post", "action": Console.stubPath, "class": "tools"]) { html in
            html.void("input", ["type": "hidden", "name": "id", "value": request])
            html.raw("<button class=\"button\">Add this stub</button>")
        }
        html.raw("\n")
    }
}

extension StubFromResponseView {
    /// Creates the page for a journal entry. Returns nil if the journal has no such entry.
    init?(_ id: Int64, in journal: Journal, _ reader: JournalReader, _ command: ControlCommand) {
        guard let item = journal[id] else { return nil }
        let json = StubFromResponse.json(item, reader)
        request = "\(id)"
        stub = json.map(\.indented)
        hasSecrets = json != StubFromResponse.json(item, reader.showingSecrets)
        self.command = command.post("/_understudy/responses", json ?? .object([]))
    }
}

extension Console {
    /// The path of the page that makes a stub from a response. A form post adds the stub.
    static let stubPath = root + "console/stub"
}
