import Directory
import Wire

extension FieldKind where Value == ExchangeMatch {
    /// A `match` object.
    static var match: FieldKind { .object { ExchangeMatch(&$0) } }
}

extension ExchangeMatch {
    /// The members of the object.
    package static let members = [
        "clientRequestId", "clientId", "tenant", "user", "endpoint", "grantType", "scope", "header", "parameter",
    ]

    /// Names and values that a match may have of headers, and of parameters.
    private static let maximumPairs = 64

    /// From the members of an object, which may have further ones.
    init(_ body: inout ControlBody) {
        clientRequestID = body.optional("clientRequestId", .shortText)
        clientID = body.optional("clientId", .shortText)
        tenant = body.optional("tenant", .shortText)
        user = body.optional("user", .shortText)
        endpoint = body.optional("endpoint", .endpoint)
        grantType = body.optional("grantType", .shortText)
        scopes = ExchangeMatch.words(body.optional("scope", .shortText))
        headers = body.optional("header", .map(.shortText, atMost: ExchangeMatch.maximumPairs)) ?? []
        parameters = body.optional("parameter", .map(.shortText, atMost: ExchangeMatch.maximumPairs)) ?? []
    }

    /// Parameters of a query that may stand several times.
    static let repeating = ["header", "parameter"]

    /// From query parameters of the same names; `header` and `parameter` stand once for each pair, as `x-name:value`. Throws
    /// a problem of status 400 for an endpoint that there is not, and for what is no pair.
    init(query: Form) throws(ProblemDocument) {
        func text(_ name: String) -> String? { query[name].flatMap { $0.isEmpty ? nil : $0 } }
        clientRequestID = text("clientRequestId")
        clientID = text("clientId")
        tenant = text("tenant")
        user = text("user")
        endpoint = text("endpoint")
        grantType = text("grantType")
        scopes = ExchangeMatch.words(text("scope"))
        headers = try ExchangeMatch.pairs("header", in: query)
        parameters = try ExchangeMatch.pairs("parameter", in: query)
        if let endpoint, let problem = EndpointName.problem(of: endpoint) { throw .invalid("endpoint: \(problem)") }
    }

    private static func words(_ text: String?) -> [String] {
        (text ?? "").pieces(separatedBy: " ")
    }

    private static func pairs(_ name: String, in query: Form) throws(ProblemDocument) -> [(name: String, value: String)]
    {
        var pairs: [(name: String, value: String)] = []
        for field in query.fields where field.name.isExactly(name) {
            let bytes = field.value.utf8
            guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon > bytes.startIndex,
                pairs.count < maximumPairs
            else { throw .invalid("\(name) must be name:value, and stand there at most \(maximumPairs) times.") }
            let value = bytes[bytes.index(after: colon)...].drop { $0 == ASCII.space }
            pairs.append((String(Substring(bytes[..<colon])), String(Substring(value))))
        }
        return pairs
    }
}

extension FieldKind where Value == String {
    /// A name of `EndpointName`, in any letter case.
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

extension EndpointName {
    /// What is wrong with a name that is none; nil for one that is.
    fileprivate static func problem(of name: String) -> String? {
        guard !isKnown(name) else { return nil }
        return "There is no such endpoint: \(ControlBody.hint(for: name, among: names))"
    }
}
