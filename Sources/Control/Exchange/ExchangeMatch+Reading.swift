import Directory
package import Wire

extension ExchangeMatch {
    /// The members of the object.
    package static let members = [
        "clientRequestId", "clientId", "tenant", "user", "endpoint", "grantType", "scope", "header", "parameter",
    ]

    /// Reads a `match` object; `place` is where it stands, for messages. Throws a problem of status 400 that names the
    /// member: one that is not known, of a wrong type, too long, or an endpoint that there is not.
    package init(_ value: JSONValue, at place: String = "match") throws(ProblemDocument) {
        try self.init(ControlObject(value, at: place, known: ExchangeMatch.members))
    }

    /// The same from an object that may have further members.
    package init(_ object: ControlObject) throws(ProblemDocument) {
        clientRequestID = try object.string("clientRequestId")
        clientID = try object.string("clientId")
        tenant = try object.string("tenant")
        user = try object.string("user")
        endpoint = try object.string("endpoint")
        grantType = try object.string("grantType")
        scopes = ExchangeMatch.words(try object.string("scope"))
        headers = try object.strings("header")
        parameters = try object.strings("parameter")
        try checkEndpoint(at: object.name("endpoint"))
    }

    /// From query parameters of the same names; `header` and `parameter` stand once for each pair, as `x-name:value`.
    package init(query: Form) throws(ProblemDocument) {
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
        try checkEndpoint(at: "endpoint")
    }

    private func checkEndpoint(at place: String) throws(ProblemDocument) {
        guard let endpoint, !EndpointName.isKnown(endpoint) else { return }
        throw ControlObject.unknown("\(place) \(endpoint)", endpoint, among: EndpointName.names)
    }

    private static func words(_ text: String?) -> [String] {
        (text ?? "").utf8.split(separator: ASCII.space).map { String(decoding: $0, as: UTF8.self) }
    }

    private static func pairs(_ name: String, in query: Form) throws(ProblemDocument) -> [(name: String, value: String)]
    {
        var pairs: [(name: String, value: String)] = []
        for field in query.fields where field.name.isExactly(name) {
            let bytes = field.value.utf8
            guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon > bytes.startIndex,
                pairs.count < ControlObject.maximumEntries
            else { throw ControlObject.problem("\(name) must be name:value, and stand there at most 64 times.") }
            let value = bytes[bytes.index(after: colon)...].drop { $0 == ASCII.space }
            pairs.append((String(Substring(bytes[..<colon])), String(Substring(value))))
        }
        return pairs
    }
}
