import Crypto
package import Directory
import Entra
package import Formats
import HTTP
package import Protocol

extension ControlRoutes {
    /// The routes of stubbed responses.
    static let stubs: [Route<ControlEndpoint>] = [
        Route(["POST"], "/_understudy/responses", .addResponses),
        Route(["GET"], "/_understudy/responses", .listResponses),
        Route(["DELETE"], "/_understudy/responses", .removeResponses),
    ]
}

/// The endpoints at `/_understudy/responses`: stubbed responses and faults for later requests
/// (docs/reference/interface.md#control-plane).
extension ControlEndpoint {
    static var addResponses: ControlEndpoint {
        .control("responses", StubRequest.self) { (request, context, server) throws(ProblemDocument) in
            let stub = request.stub(id: server.random.guid().description, size: context.request.body.count)
            try server.stubs.add(stub)
            return .json(JSONWriter.object { $0.field("id", stub.id) }, status: 201)
        }
    }

    /// Lists the remaining stubs, and how often each was consumed. With `secrets=true`, the list includes their secrets.
    static var listResponses: ControlEndpoint {
        .control("responses", query: StubFilter.listQuery) { (context, server) throws(ProblemDocument) in
            let stubs = try server.listStubs(
                try StubFilter(query: context.controlQuery), in: context.services.directory,
                showsSecrets: try SecretMasks.areSecretsShown(by: context.controlQuery))
            return .json(
                JSONWriter.object { json in
                    json.array("responses") { list in
                        for stub in stubs { list.element(stub.document) }
                    }
                    json.field("total", stubs.count)
                })
        }
    }

    static var removeResponses: ControlEndpoint {
        .control("responses", query: StubFilter.query, takesBody: false) {
            (context, server) throws(ProblemDocument) in
            let count = try server.removeStubs(
                try StubFilter(query: context.controlQuery), in: context.services.directory)
            return .json(JSONWriter.object { $0.field("removed", count) })
        }
    }
}

extension ControlServer {
    /// Returns the stubs that the filter selects, each with its document. The documents have masked secrets unless `showsSecrets`.
    /// Throws a problem of status 404 if the filter has an ID and no stub was found.
    package func listStubs(
        _ filter: StubFilter, in directory: Directory, showsSecrets: Bool
    ) throws(ProblemDocument) -> [(stub: Stub, document: JSONValue)] {
        let found = stubs.list(filter, in: directory)
        try filter.check(found.count)
        let mask = showsSecrets ? masks.showingSecrets : mask(directory)
        return found.map { ($0, mask.json($0.json)) }
    }

    /// Removes the stubs that the filter selects, and returns their number. Throws a problem of status 404 if the filter has an ID
    /// and no stub was found, and 503 if the store is unavailable.
    package func removeStubs(_ filter: StubFilter, in directory: Directory) throws(ProblemDocument) -> Int {
        let count = try stubs.remove(filter, in: directory)
        try filter.check(count)
        return count
    }
}

/// A request to `POST /_understudy/responses` (docs/reference/interface.md#control-plane).
package struct StubRequest: ControlRequest {
    /// The largest number of responses in one stub.
    static let maximumResponses = 1_000
    static let maximumTimes = 10_000

    private let target: Stub.Target
    private let times: Stub.Times
    private let match: JSONValue
    private let responses: JSONValue
    private let stubbedResponses: [StubbedResponse]

    package init(reading body: inout ControlBody) {
        target = body.required("match", .target)
        times = body.optional("times", .times) ?? .count(1)
        match = body.raw("match")
        responses = body.raw("responses")
        stubbedResponses = body.required(
            "responses", .list(.response(to: target), atLeast: 1, atMost: StubRequest.maximumResponses))
    }

    /// Returns the stub with this ID. `size` is the size of the request's body, in bytes.
    func stub(id: String, size: Int) -> Stub {
        Stub(
            id: id, target: target, times: times, match: match, responses: responses, size: size,
            stubbedResponses: stubbedResponses)
    }

    /// Reads a stub and gives it the ID. Throws a problem of status 400 that names all errors.
    package static func stub(_ body: [UInt8], id: String) throws(ProblemDocument) -> Stub {
        try StubRequest(parsing: body).stub(id: id, size: body.count)
    }

    /// Reads a stub from a JSON value and gives it the ID. Throws a problem of status 400 that names all errors.
    package static func stub(_ value: JSONValue, id: String) throws(ProblemDocument) -> Stub {
        try ControlBody.read(value) { StubRequest(reading: &$0) }.stub(id: id, size: JSONWriter.value(value).count)
    }

    /// Reads a stub in the form of `Stub.json`, with some responses consumed. Throws a problem if the content has another form.
    static func stub(recorded content: JSONValue, id: String) throws(ProblemDocument) -> Stub {
        let members = (content.object ?? []).filter { member in
            ["match", "responses", "times"].contains { member.name.isExactly($0) }
        }
        var stub = try stub(.object(members), id: id)
        stub.consumed = consumed(recorded: content)
        stub.position = content["place"]?.integer ?? 0
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

/// A filter of stubs, by ID or by the conditions of their matches.
package struct StubFilter: Sendable {
    let id: String?
    let host: String?
    let match: RequestCriteria

    package init(id: String? = nil, match: RequestCriteria = RequestCriteria()) {
        self.id = id
        host = nil
        self.match = match
    }

    private static let members = ["id", "host"] + RequestCriteria.members

    /// The query parameters of `DELETE responses`.
    package static let query = ControlQuery(members, repeating: RequestCriteria.repeating)
    /// The query parameters of `GET responses`.
    package static let listQuery = ControlQuery(
        members + [SecretMasks.parameter], repeating: RequestCriteria.repeating)

    /// Reads the filter from the parameters of `query` or `listQuery`. Throws a problem of status 400 for an invalid value.
    package init(query: Form) throws(ProblemDocument) {
        id = query["id"]
        host = query["host"]
        match = try RequestCriteria(query: query)
    }

    /// Checks the number of stubs that the filter found. Throws a problem of status 404 if the filter has an ID and no stub was
    /// found.
    fileprivate func check(_ found: Int) throws(ProblemDocument) {
        guard let id, found == 0 else { return }
        throw .notFound(
            "There is no stub with the id \(id.firstScalars(100)) that matches the other query parameters.")
    }

    /// Whether the stub has the ID, and its match contains all conditions of the filter with the same values.
    func admits(_ stub: Stub, in directory: Directory) -> Bool {
        if let id, !stub.id.isExactly(id) { return false }
        switch stub.target {
        case .requests(let own): return host == nil && own.isWithin(match, in: directory)
        case .handshakes(let own):
            return match.isEmpty && (host?.isExactlyIgnoringASCIICase(own) ?? true)
        }
    }
}

extension RequestCriteria {
    /// Whether this match contains every condition of another match with the same value. Every request that this match selects then
    /// meets the other match as well.
    func isWithin(_ other: RequestCriteria, in directory: Directory) -> Bool {
        func agrees(_ expected: String?, _ actual: String?) -> Bool {
            expected.map { expected in actual?.isExactlyIgnoringASCIICase(expected) ?? false } ?? true
        }
        func includes(_ expected: [(name: String, value: String)], _ actual: [(name: String, value: String)]) -> Bool {
            expected.allSatisfy { pair in
                actual.contains { $0.name.isExactlyIgnoringASCIICase(pair.name) && $0.value.isExactly(pair.value) }
            }
        }
        func includesHeaders() -> Bool {
            other.headers.allSatisfy { pair in
                headers.contains { $0.name.isExactlyIgnoringASCIICase(pair.name) && $0.value == pair.value }
            }
        }
        func names(_ endpoints: [String]?) -> Set<ByteString>? {
            endpoints.map { Set(exactly: $0.map(\.asciiLowercased)) }
        }
        return names(other.endpoints).map { $0 == names(endpoints) } ?? true
            && names(other.excludedEndpoints)?.isSubset(of: names(excludedEndpoints) ?? []) ?? true
            && agrees(other.clientRequestID, clientRequestID) && agrees(other.clientID, clientID)
            && agrees(other.user, user) && agrees(other.endpoint, endpoint)
            && agrees(other.grantType.map(RequestCriteria.grantName), grantType.map(RequestCriteria.grantName))
            && other.scopes.allSatisfy { scope in scopes.contains { $0.isExactlyIgnoringASCIICase(scope) } }
            && includesHeaders() && includes(other.parameters, parameters)
            && (agrees(other.tenant, tenant) || isSameTenant(other.tenant, tenant, directory))
    }

    private func isSameTenant(_ one: String?, _ other: String?, _ directory: Directory) -> Bool {
        guard let one = one.flatMap(directory.tenant(segment:)), let other = other.flatMap(directory.tenant(segment:))
        else { return false }
        return one.id == other.id
    }
}
