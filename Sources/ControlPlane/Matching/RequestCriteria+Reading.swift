import Directory
import Formats
import Protocol

extension FieldKind where Value == RequestCriteria {
    /// A `match` object.
    static var match: FieldKind { .object { RequestCriteria(&$0) } }
}

extension RequestCriteria {
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
        headers = body.optional("header", .map(.shortText, atMost: RequestCriteria.maximumPairs)) ?? []
        parameters = body.optional("parameter", .map(.shortText, atMost: RequestCriteria.maximumPairs)) ?? []
    }

    /// Checks the values of a program. `place` is the place of the match in the body of a request, such as `match/`.
    package func check(_ arguments: inout ControlArguments, at place: String = "") {
        for (name, text) in [
            ("clientRequestId", clientRequestID), ("clientId", clientID), ("tenant", tenant), ("user", user),
            ("grantType", grantType),
        ] { arguments.check(place + name, text, .shortText) }
        if let problem = endpoint.flatMap(EndpointName.problem) { arguments.reject(place + "endpoint", problem) }
        if !scopes.isEmpty { arguments.check(place + "scope", scopes, .scopes) }
        for (name, pairs) in [("header", headers), ("parameter", parameters)] {
            if pairs.count > RequestCriteria.maximumPairs {
                arguments.reject(place + name, "Must be an object of at most \(RequestCriteria.maximumPairs) members.")
            }
            for pair in pairs { arguments.check("\(place)\(name)/\(pair.name)", pair.value, .shortText) }
        }
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
                guard let scopes = RequestCriteria.words(text) else {
                    throw .invalid("The parameter scope is blank: give at least one scope.")
                }
                return scopes
            } ?? []
        headers = try RequestCriteria.pairs("header", in: query)
        parameters = try RequestCriteria.pairs("parameter", in: query)
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
        let maximum = FieldKind<String>.maximumShortText
        return FieldKind(
            "scopes separated by spaces, at most \(maximum) bytes", placeholder: [],
            where: { !$0.isEmpty && $0.allSatisfy { !$0.isEmpty } && $0.joined(separator: " ").utf8.count <= maximum }
        ) { value in
            value.string.flatMap { $0.utf8.count <= maximum ? RequestCriteria.words($0) : nil }
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
