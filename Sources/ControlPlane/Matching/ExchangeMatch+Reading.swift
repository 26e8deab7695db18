import Directory
import Formats
import Protocol

extension FieldKind where Value == ExchangeMatch {
    /// A `match` object.
    static var match: FieldKind { .object { ExchangeMatch(&$0) } }
}

extension ExchangeMatch {
    /// The names of the members.
    package static let members = [
        "clientRequestId", "clientId", "tenant", "user", "endpoint", "grantType", "scope", "header", "parameter",
    ]

    /// The largest number of header conditions, and of parameter conditions, in a match.
    private static let maximumPairs = 64

    /// Reads the match from the members of an object, which may have other members too.
    init(_ body: inout ControlBody) {
        clientRequestID = body.optional("clientRequestId", .shortText)
        clientID = body.optional("clientId", .shortText)
        tenant = body.optional("tenant", .shortText)
        user = body.optional("user", .shortText)
        endpoint = body.optional("endpoint", .endpoint)
        grantType = body.optional("grantType", .shortText)
        scopes = body.optional("scope", .scopes) ?? []
        headers = body.optional("header", .map(.shortText, atMost: ExchangeMatch.maximumPairs)) ?? []
        parameters = body.optional("parameter", .map(.shortText, atMost: ExchangeMatch.maximumPairs)) ?? []
    }

    /// The query parameters that may occur several times.
    static let repeating = ["header", "parameter"]

    /// Reads the match from query parameters of the same names. `ControlQuery` rejects empty values. `header` and `parameter` occur
    /// once for each pair, as `x-name:value`. Throws a problem of status 400 for an unknown endpoint and for a malformed pair.
    init(query: Form) throws(ProblemDocument) {
        clientRequestID = query["clientRequestId"]
        clientID = query["clientId"]
        tenant = query["tenant"]
        user = query["user"]
        endpoint = query["endpoint"]
        grantType = query["grantType"]
        scopes =
            try query["scope"].map { text throws(ProblemDocument) in
                guard let scopes = ExchangeMatch.words(text) else {
                    throw .invalid("The parameter scope is blank: give at least one scope.")
                }
                return scopes
            } ?? []
        headers = try ExchangeMatch.pairs("header", in: query)
        parameters = try ExchangeMatch.pairs("parameter", in: query)
        if let endpoint, let problem = EndpointName.problem(of: endpoint) { throw .invalid("endpoint: \(problem)") }
    }

    /// Returns the words of a text, which are separated by spaces, or nil if there are none.
    fileprivate static func words(_ text: String) -> [String]? {
        let words = text.pieces(separatedBy: " ")
        return words.isEmpty ? nil : words
    }

    private static func pairs(_ name: String, in query: Form) throws(ProblemDocument) -> [(name: String, value: String)]
    {
        var pairs: [(name: String, value: String)] = []
        for field in query.fields where field.name.isExactly(name) {
            let bytes = field.value.utf8
            let colon = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
            let value = bytes[colon...].dropFirst().drop { $0 == ASCII.space }
            guard colon > bytes.startIndex, !value.isEmpty, pairs.count < maximumPairs else {
                throw .invalid(
                    "The parameter \(name) must have the form name:value and can occur at most \(maximumPairs) times.")
            }
            pairs.append((String(Substring(bytes[..<colon])), String(Substring(value))))
        }
        return pairs
    }
}

extension FieldKind where Value == String {
    /// A name of `EndpointName` in any letter case.
    fileprivate static var endpoint: FieldKind {
        FieldKind(placeholder: { "" }) { value, pointer, causes in
            guard let text = value.string, EndpointName.isKnown(text) else {
                let detail = value.string.flatMap(EndpointName.problem) ?? "Must be the name of an endpoint."
                causes.append(.init(pointer: pointer, detail: detail))
                return nil
            }
            return text
        }
    }
}

extension FieldKind where Value == [String] {
    /// A list of scopes separated by spaces.
    fileprivate static var scopes: FieldKind {
        FieldKind("scopes separated by spaces, at most \(FieldKind<String>.maximumShortText) bytes", placeholder: []) {
            value in
            value.string.flatMap { text in
                text.utf8.count <= FieldKind<String>.maximumShortText ? ExchangeMatch.words(text) : nil
            }
        }
    }
}

extension EndpointName {
    /// Returns the problem of an unknown endpoint name, or nil for a known name.
    fileprivate static func problem(of name: String) -> String? {
        guard !isKnown(name) else { return nil }
        return "There is no endpoint '\(name.firstScalars(100))': \(ControlBody.hint(for: name, among: names))"
    }
}
