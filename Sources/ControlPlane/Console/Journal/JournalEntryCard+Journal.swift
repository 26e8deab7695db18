import Entra
import Formats
import HTTP
import Protocol

extension JournalEntryCard {
    /// Creates the card from the JSON of a journal entry, with masked secrets. A card with an error is always open.
    init(_ value: JSONValue, _ entry: JournalEntry, _ mask: SecretMask, isOpen: Bool) {
        let decision = value["decision"]
        let error = decision?["error"]
        let command = CurlCommand.text(entry, mask)
        let milliseconds = (value["durationMicroseconds"]?.integer ?? 0) / 1000
        self.init(
            id: JournalEntryCard.id(of: value), method: value["method"]?.string ?? "",
            path: mask.text(entry.request.path),
            timing: "\(entry.time.timeOfDay), \(milliseconds) ms", outcome: Badge(outcomeOf: value),
            rejection: error.map(JournalEntryCard.rejection), reasons: DecisionFacts.all(decision),
            sides: JournalEntryCard.tokens(decision?["tokens"]) + JournalEntryCard.requestAndEqual(value)
                + JournalEntryCard.messages(value),
            curl: JournalEntryCard.curl(command, of: value, isWhole: command.isExactly(CurlCommand.whole(entry, mask))),
            isOpen: isOpen || error != nil)
    }

    private static func curl(_ command: String, of value: JSONValue, isWhole: Bool) -> Curl {
        let caption =
            isWhole
            ? "Repeats the request"
            : "Repeats the request without its secrets: \(SecretMask.text) replaces each"
        return Curl(CodeBlock(caption, command), request: isWhole ? nil : "\(value["id"]?.integer ?? 0)")
    }

    static func id(of value: JSONValue) -> String { "request-\(value["id"]?.integer ?? 0)" }

    /// Creates the error part of the card. A message of the error catalog begins with its code, which the card shows separately.
    private static func rejection(_ error: JSONValue) -> Rejection {
        let code = error["code"]?.string ?? error["error"]?.string ?? "Rejected"
        let message = error["message"]?.string ?? ""
        return Rejection(
            code: code, message: message.behind("\(code): ") ?? message,
            detail: error["detail"]?.string, fix: error["fix"]?.string)
    }

    /// Returns the tokens of a response, next to each other.
    private static func tokens(_ tokens: JSONValue?) -> [Sides] {
        guard let tokens = tokens?.object, !tokens.isEmpty else { return [] }
        let columns = tokens.map { token -> (title: String, facts: [Fact]) in
            let version = token.value["claims"]?["ver"]?.string
            let name = token.name.replacingExactly("_", with: " ")
            return (version.map { "\(name), version \($0)" } ?? name, ClaimFacts.all(token.value))
        }
        return [Sides("Tokens issued", columns: columns)]
    }

    /// Returns a version 1 request next to the equivalent version 2 request.
    private static func requestAndEqual(_ value: JSONValue) -> [Sides] {
        guard let equal = value["v2"] else { return [] }
        let notes = (equal["notes"]?.array ?? []).compactMap(\.string)
        guard let url = equal["url"]?.string else { return [Sides("Equivalent in v2", columns: [], notes: notes)] }
        let request = value["request"]
        let form = facts(request?["form"])
        let asked = form.isEmpty || value["endpoint"]?.string == "authorize" ? facts(request?["query"]) : form
        let address = value["url"]?.string.map { $0.upTo("?") } ?? ""
        return [
            Sides(
                "The v1 request and its equivalent in v2",
                columns: [
                    ("v1", [("URL", .code(address))] + asked),
                    ("v2", [("URL", .code(url))] + facts(equal["parameters"])),
                ], notes: notes)
        ]
    }

    /// Returns the parts of the request and of the response.
    private static func messages(_ value: JSONValue) -> [Sides] {
        let request = value["request"]
        let response = value["response"]
        let sent: [(title: String, facts: [Fact])] = [
            ("Query", facts(request?["query"])), ("Form", facts(request?["form"])), ("JSON", facts(request?["json"])),
            ("Client assertion", ClaimFacts.all(request?["clientAssertion"])),
            ("Assertion", ClaimFacts.all(request?["assertion"])), ("Bearer token", ClaimFacts.all(request?["bearer"])),
            ("Headers", facts(request?["headers"])),
        ]
        let answered: [(title: String, facts: [Fact])] = [
            ("Parameters", facts(response?["parameters"])), ("JSON", facts(response?["json"])),
            ("Headers", facts(response?["headers"])),
        ]
        return [
            Sides("Request", columns: sent.filter { !$0.facts.isEmpty }),
            Sides("Response", columns: answered.filter { !$0.facts.isEmpty }),
        ].filter { !$0.columns.isEmpty }
    }

    private static func facts(_ value: JSONValue?) -> [Fact] {
        (value?.object ?? []).map { ($0.name, .code($0.value.line)) }
    }
}

extension JSONValue {
    /// The value on one line: a string as is, a list of strings separated by spaces, and any other value as JSON.
    var line: String {
        switch self {
        case .string(let text): text
        case .array(let values) where values.allSatisfy { $0.string != nil }:
            values.compactMap(\.string).joined(separator: " ")
        case .null: ""
        default: String(decoding: JSONWriter.value(self), as: UTF8.self)
        }
    }
}
