import Crypto
import Entra
import Formats
import Protocol

/// A journal entry as lists of values, for a comparison.
struct ComparedEntry: Sendable {
    struct Key: Sendable, Equatable {
        enum Kind: String, Sendable {
            case line
            case parameter
            case member
            case header
            case assertion = "client assertion"
            case decision
            case result
        }

        let kind: Kind
        let name: String

        init(_ kind: Kind, _ name: String) {
            self.kind = kind
            self.name = name
        }

        /// The name, after its kind unless the name says enough.
        var text: String { [.line, .decision, .result].contains(kind) ? name : "\(kind.rawValue) \(name)" }

        static func == (left: Key, right: Key) -> Bool { left.kind == right.kind && left.name.isExactly(right.name) }
    }

    struct Value: Sendable {
        let key: Key
        let plain: ByteString
        /// The name and the value with masked secrets.
        let name: String
        let shown: String
    }

    let status: Int64
    /// The error code of the response, or nil.
    let error: ByteString?
    /// The names of the values that the error is about.
    let subjects: [String]
    /// The values of the request, and of the decision about the request.
    let request: [Value]
    let response: [Value]

    init(_ item: Journal.Item, _ reader: JournalReader) {
        self.init(
            EntryJSON(item, reader).value(.full), plain: EntryJSON(item, reader.showingSecrets).value(.full))
    }

    /// Creates the lists from the JSON of an entry with masked secrets, and from the same JSON with secrets.
    init(_ shown: JSONValue, plain: JSONValue) {
        status = plain["status"]?.integer ?? 0
        error = plain["error"]?.string.map { ByteString($0) }
        let request = ComparedEntry.values(shown, plain, ComparedEntry.request)
        let message = plain["decision"]?["error"]?["message"]?.string ?? ""
        subjects = error.map { ErrorSubjects.names($0, message, request) } ?? []
        self.request = request
        response = ComparedEntry.values(shown, plain, ComparedEntry.response)
    }

    private typealias Line = (key: Key, text: String)

    /// Pairs the values with their masked texts. Masking keeps the order. Only names that become equal merge, which can pair a
    /// value with the masked text of another one.
    private static func values(_ shown: JSONValue, _ plain: JSONValue, _ lines: (JSONValue) -> [Line]) -> [Value] {
        zip(lines(shown), lines(plain)).map {
            Value(key: $1.key, plain: ByteString($1.text), name: $0.key.text, shown: $0.text)
        }
    }

    private static func request(_ entry: JSONValue) -> [Line] {
        let request = entry["request"]
        let lists: [(Key.Kind, JSONValue?)] = [
            (.parameter, request?["query"]), (.parameter, request?["form"]), (.member, request?["json"]),
            (.assertion, request?["clientAssertion"]?["claims"]),
        ]
        return [
            (Key(.line, "method"), entry["method"]?.string ?? ""),
            (Key(.line, "URL"), (entry["url"]?.string ?? "").upTo("?")),
            (Key(.line, "client authentication"), authentication(request)),
        ] + lists.flatMap { members(of: $0.1, $0.0) } + headers(request?["headers"], .header) + decision(entry)
    }

    /// Returns the way in which the application authenticates.
    private static func authentication(_ request: JSONValue?) -> String {
        let form = request?["form"]
        if form?[Parameter.clientAssertion] != nil { return "certificate or federated credential" }
        if form?[Parameter.clientSecret] != nil { return "secret in the form" }
        let headers = (request?["headers"]?.object ?? []).filter { $0.name.isExactlyIgnoringASCIICase("authorization") }
        let isBasic = headers.first?.value.line.asciiLowercased.hasExactPrefix("basic ") == true
        return isBasic ? "secret in the Authorization header" : "none"
    }

    private static func decision(_ entry: JSONValue) -> [Line] {
        let facts = DecisionFacts.all(entry["decision"]).filter { !outcomes.contains($0.name) }
        let names = facts.map(\.name).firstOfEach { ByteString($0) }
        let lines = names.map { name in
            (Key(.decision, name), facts.filter { $0.name.isExactly(name) }.map(\.value.text).joined(separator: "; "))
        }
        return lines + (entry["script"]?.string.map { [(Key(.decision, "stub"), $0)] } ?? [])
    }

    /// The parts of the decision that describe the response.
    private static let outcomes: Set<ByteString> = ["Code issued", "Page shown", "Grant presented"]

    private static func response(_ entry: JSONValue) -> [Line] {
        let response = entry["response"]
        let tokens = (entry["decision"]?["tokens"]?.object ?? []).flatMap { token in
            (token.value["claims"]?.object ?? []).map { claim in
                (Key(.result, "\(token.name): \(claim.name)"), claim.value.line)
            }
        }
        // A JSON response has the message with its trace, and a member `error` with the error of OAuth.
        let message = response?["json"]?["error_description"] == nil ? entry["decision"]?["error"]?["message"] : nil
        let texts: [(String, String?)] = [
            ("status", entry["status"]?.integer.map(String.init)), ("error code", entry["error"]?.string),
            ("page", entry["page"]?.string), ("message", message?.string),
        ]
        return texts.compactMap { name, text in text.map { (Key(.result, name), $0) } }
            + members(of: response?["parameters"], .result) + members(of: response?["json"], .result)
            + tokens + headers(response?["headers"], .result)
    }

    private static func members(of value: JSONValue?, _ kind: Key.Kind) -> [Line] {
        (value?.object ?? []).map { (Key(kind, $0.name), $0.value.line) }
    }

    private static func headers(_ value: JSONValue?, _ kind: Key.Kind) -> [Line] {
        (value?.object ?? []).map { header in
            let name = header.name.asciiLowercased
            return (Key(kind, kind == .result ? "header \(name)" : name), header.value.line)
        }
    }
}

/// The values that an error is about.
enum ErrorSubjects {
    /// The shortest value that a message can repeat by intention, in bytes.
    private static let minimumLength = 6

    /// Returns the names by the error code, and the names of the values that the message repeats or names in quotation marks.
    static func names(_ code: ByteString, _ message: String, _ request: [ComparedEntry.Value]) -> [String] {
        let mentioned = request.filter { value in
            guard value.key.kind == .parameter else { return false }
            return message.containsExactly("'\(value.key.name)'")
                || value.plain.string.utf8.count >= minimumLength && message.containsExactly(value.plain.string)
        }
        return mentioned.map(\.key.name) + (byCode.first { $0.codes.contains(code) }?.names ?? [])
    }

    private static let secret = [Parameter.clientSecret, "client authentication", "authorization"]
    private static let assertion = [Parameter.clientAssertion, "client authentication", "aud", "iss", "sub"]
    private static let scope = [Parameter.scope, Parameter.resource, "Consent"]
    private static let user = ["loginfmt", "username", "passwd", "password"]

    private static let byCode: [(codes: Set<ByteString>, names: [String])] = [
        (["AADSTS50011", "AADSTS500113", "AADSTS900971", "AADSTS90102"], [Parameter.redirectURI]),
        (["AADSTS7000215", "AADSTS7000222", "AADSTS7000218", "AADSTS7000216", "AADSTS700025"], secret),
        (["AADSTS700027", "AADSTS700021", "AADSTS700023", "AADSTS700024", "AADSTS50027", "AADSTS70021"], assertion),
        (
            ["AADSTS50148", "AADSTS501481", "AADSTS50147", "AADSTS9002325"],
            [
                "code_verifier", "code_challenge", "code_challenge_method",
            ]
        ),
        (["AADSTS9002326", "AADSTS9002327"], ["origin"]),
        (
            [
                "AADSTS65001", "AADSTS65004", "AADSTS70011", "AADSTS650053", "AADSTS650057", "AADSTS500011",
                "AADSTS1002012", "AADSTS28000", "AADSTS28003", "AADSTS90094", "AADSTS650052",
            ], scope
        ),
        (["AADSTS50126", "AADSTS50034", "AADSTS50053", "AADSTS50055", "AADSTS50057"], user),
        (["AADSTS700016", "AADSTS7000112"], [Parameter.clientID, "URL"]),
        (["AADSTS90002", "AADSTS900023", "AADSTS50020"], ["URL"]),
        (["AADSTS54005", "AADSTS70008", "AADSTS70000", "AADSTS700082"], [Parameter.code, Parameter.refreshToken]),
        (["AADSTS50058", "AADSTS50076", "AADSTS50079", "AADSTS16000"], ["prompt", "cookie", Parameter.loginHint]),
        (["AADSTS70003", "AADSTS70001"], [Parameter.grantType]),
    ]
}
