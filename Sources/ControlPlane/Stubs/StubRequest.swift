import Crypto
package import Formats
package import Protocol

/// Reads the body of `POST responses` (docs/reference/interface.md#control-plane).
package enum StubRequest {
    /// The largest number of responses in one stub.
    static let maximumAnswers = 1_000
    static let maximumTimes = 10_000

    /// Reads a stub and gives it the ID. Throws a problem of status 400 that names all errors.
    package static func stub(_ body: [UInt8], id: String) throws(ProblemDocument) -> Stub {
        try stub(ControlBody.value(body), size: body.count, id: id)
    }

    /// Reads a stub from a JSON value and gives it the ID. Throws a problem of status 400 that names all errors.
    package static func stub(_ value: JSONValue, id: String) throws(ProblemDocument) -> Stub {
        try stub(value, size: JSONWriter.value(value).count, id: id)
    }

    private static func stub(_ value: JSONValue, size: Int, id: String) throws(ProblemDocument) -> Stub {
        try ControlBody.read(value) { request in
            let target = request.required("match", .target)
            let answers = FieldKind.list(
                .answer(to: target), atLeast: 1, atMost: StubRequest.maximumAnswers)
            return Stub(
                id: id, target: target, times: request.optional("times", .times) ?? .count(1),
                match: request.raw("match"), responses: request.raw("responses"), size: size,
                answers: request.required("responses", answers))
        }
    }

    /// Reads a stub in the form of `Stub.json`, with some responses consumed. Throws a problem if the content has another form.
    static func stub(recorded content: JSONValue, id: String) throws(ProblemDocument) -> Stub {
        let members = (content.object ?? []).filter { member in
            ["match", "responses", "times"].contains { member.name.isExactly($0) }
        }
        var stub = try stub(.object(members), id: id)
        stub.consumed = consumed(recorded: content)
        stub.place = content["place"]?.integer ?? 0
        return stub
    }

    static func consumed(recorded content: JSONValue) -> Int {
        max(0, content["consumed"]?.integer.flatMap(Int.init(exactly:)) ?? 0)
    }
}

extension FieldKind where Value == Stub.Target {
    /// A match of requests, or `{"host": …}` alone for TLS handshakes, which come before any request. An empty match is rejected,
    /// because any request of any test would consume the stub.
    fileprivate static var target: FieldKind {
        .object { body in
            let host = body.optional("host", .host)
            let requests = RequestCriteria(&body)
            let isOfHandshakes = body.has("host")
            if isOfHandshakes, RequestCriteria.members.contains(where: body.has) {
                body.reject(
                    "host",
                    "host must be the only member: a TLS handshake has no request that other members could match.")
            } else if !isOfHandshakes, requests.isEmpty, body.isSound {
                body.reject(
                    "The match is empty, so the requests of other tests would use the stub: give at least one of "
                        + "\(RequestCriteria.members.joined(separator: ", ")), or host for TLS handshakes.")
            }
            return isOfHandshakes ? .handshakes(host: host ?? "") : .requests(requests)
        }
    }
}

extension FieldKind where Value == String {
    fileprivate static var host: FieldKind {
        FieldKind("a host name or an IP address", placeholder: "") { value in
            guard let text = value.string, ServerName(text.utf8) != nil || ServerName.isAddress(text) else {
                return nil
            }
            return text.asciiLowercased
        }
    }
}

extension FieldKind where Value == Stub.Times {
    fileprivate static var times: FieldKind {
        let maximum = StubRequest.maximumTimes
        return FieldKind("a whole number from 1 to \(maximum), or \"always\"", placeholder: .always) { value in
            if value.string?.isExactly("always") == true { return .always }
            return value.integer.flatMap(Int.init(exactly:)).flatMap { (1...maximum).contains($0) ? .count($0) : nil }
        }
    }
}
