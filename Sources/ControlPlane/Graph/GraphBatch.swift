import Entra
import Formats
import HTTP
import Protocol

/// A batch of requests to Microsoft Graph, `POST /$batch` (Microsoft Learn, "Combine multiple HTTP requests using JSON batching").
/// Each request passes the whole pipeline of the server: stubs, permissions and the journal apply to each one.
struct GraphBatch {
    private static let maximumRequests = 20

    private struct Request {
        let id: String
        let dependencies: [String]
        let message: HTTPRequest
    }

    private let requests: [Request]

    /// Whether the request is a batch.
    static func isBatch(_ request: HTTPRequest) -> Bool {
        let path = request.path.pieces(separatedBy: "/")
        return path.count == 2 && path.last?.isExactlyIgnoringASCIICase("$batch") == true
    }

    /// Returns the responses of all requests. Throws 400 if the batch itself is malformed, and then runs none of its requests.
    static func response(_ context: RequestContext) throws(GraphError) -> HTTPResponse {
        guard context.request.method.isExactly("POST") else {
            throw GraphError(
                status: 405, code: "Request_BadRequest",
                message: "Specified HTTP method is not allowed for the request target.")
        }
        let batch = try GraphBatch(context)
        var statuses: [ByteString: Int] = [:]
        var responses: [JSONValue] = []
        for request in try batch.inOrder() {
            let hasFailed = request.dependencies.contains { !(200...299).contains(statuses[key($0)] ?? 0) }
            let response =
                hasFailed ? failedDependency : context.responder.respond(to: request.message, from: context.peer)
            statuses[key(request.id)] = response.status
            responses.append(json(response, id: request.id))
        }
        return GraphResponse.json([.init("responses", .array(responses))])
    }

    private init(_ context: RequestContext) throws(GraphError) {
        guard let entries = JSONValue(parsing: context.request.body)?["requests"]?.array else { throw .unreadable }
        guard entries.count <= GraphBatch.maximumRequests else {
            throw .malformed(
                "Number of batch request steps exceeds the maximum value of \(GraphBatch.maximumRequests).")
        }
        guard !entries.isEmpty else { throw .malformed("The batch has no requests.") }
        var seen: Set<ByteString> = []
        var requests: [Request] = []
        for entry in entries {
            guard let id = entry["id"]?.string, !id.isEmpty else {
                throw .malformed("Request Id cannot be null or empty.")
            }
            guard seen.insert(GraphBatch.key(id)).inserted else {
                throw .malformed("Request Id : \(id) has to be unique in a batch.")
            }
            requests.append(
                Request(
                    id: id, dependencies: entry["dependsOn"]?.array?.compactMap(\.string) ?? [],
                    message: try GraphBatch.message(entry, id: id, of: context)))
        }
        self.requests = requests
    }

    /// The IDs of a batch are not case-sensitive.
    private static func key(_ id: String) -> ByteString { ByteString(id.asciiLowercased) }

    /// Returns the requests so that each one follows the requests that it depends on. Throws 400 for an unknown request and for a
    /// circle.
    private func inOrder() throws(GraphError) -> [Request] {
        let known = Set(requests.map { GraphBatch.key($0.id) })
        for request in requests {
            for dependency in request.dependencies where !known.contains(GraphBatch.key(dependency)) {
                throw .malformed("The request '\(request.id)' depends on '\(dependency)', which is not in the batch.")
            }
        }
        var ordered: [Request] = []
        var done: Set<ByteString> = []
        var waiting = requests
        while !waiting.isEmpty {
            guard
                let next = waiting.firstIndex(where: { request in
                    request.dependencies.allSatisfy { done.contains(GraphBatch.key($0)) }
                })
            else { throw .malformed("The requests of the batch depend on one another in a circle.") }
            let request = waiting.remove(at: next)
            done.insert(GraphBatch.key(request.id))
            ordered.append(request)
        }
        return ordered
    }

    /// The headers of the batch that its requests have, unless a request has its own.
    private static let inherited = ["Authorization", "client-request-id"]
    /// The headers that decide who may send the batch. Its requests have these of the batch and no others, because a page of
    /// another site writes the body of a batch but not these headers.
    private static let fixed = [
        "Host", "Origin", "Referer", "Sec-Fetch-Site", "Sec-Fetch-Mode", "Sec-Fetch-Dest", "Cookie", "X-Forwarded-Host",
        "X-Forwarded-Proto", "X-Forwarded-For", GraphService.tenantHeader,
    ]

    private static func message(
        _ entry: JSONValue, id: String, of context: RequestContext
    ) throws(GraphError) -> HTTPRequest {
        let batch = context.request
        guard let method = entry["method"]?.string, !method.isEmpty, method.utf8.allSatisfy(ASCII.isLetter) else {
            throw .malformed("Request method cannot be null or empty in the request '\(id)'.")
        }
        guard let url = entry["url"]?.string, !url.isEmpty, let target = target(url, context) else {
            throw .malformed("Request url must be a url of this version of the service in the request '\(id)'.")
        }
        var headers = HeaderList()
        for member in entry["headers"]?.object ?? [] {
            guard let value = member.value.string, isField(member.name, value) else {
                throw .malformed("Request header '\(member.name)' is not valid in the request '\(id)'.")
            }
            guard !fixed.contains(where: { $0.isExactlyIgnoringASCIICase(member.name) }) else { continue }
            headers.append(member.name, value)
        }
        for name in fixed + inherited.filter({ headers[$0] == nil }) {
            for value in batch.headers.values(name) { headers.append(name, value) }
        }
        let body = entry["body"].flatMap { $0 == .null ? nil : $0 }
        let isWrite = ["POST", "PATCH", "PUT"].containsExactly(method.asciiUppercased)
        guard !isWrite || body != nil && headers["Content-Type"] != nil else {
            throw .malformed("Write request id : \(id) does not contain Content-Type header or body.")
        }
        return HTTPRequest(
            method: method.asciiUppercased, path: target.path, query: target.query, headers: headers,
            body: body.map(bytes) ?? [], authority: batch.authority)
    }

    /// Returns the path and the query of a URL, which is relative to the version of the batch, or an absolute URL of this version:
    /// the Graph SDK for Python sends absolute ones. Returns nil for a URL of another server or version.
    private static func target(_ url: String, _ context: RequestContext) -> (path: String, query: String)? {
        let version = "/" + (context.request.path.pieces(separatedBy: "/").first ?? "")
        let parts = url.pieces(separatedBy: "?", atMost: 2, keepingEmpty: true)
        guard let address = parts.first else { return nil }
        let query = parts.count > 1 ? encoded(parts[1]) : ""
        guard address.containsExactly("://") else {
            return (version + encoded(address.utf8.first == UInt8(ascii: "/") ? address : "/\(address)"), query)
        }
        let pieces = address.pieces(separatedBy: "/", atMost: 4, keepingEmpty: true)
        guard pieces.count == 4, let origin = Origin(of: address),
            origin == context.origin || Cloud(microsoftGraphHost: origin.host) != nil,
            "/\(pieces[3])".asciiLowercased.hasExactPrefix("\(version)/".asciiLowercased)
        else { return nil }
        return ("/" + encoded(pieces[3]), query)
    }

    private static func isField(_ name: String, _ value: String) -> Bool {
        !name.isEmpty && name.utf8.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "-") }
            && value.utf8.allSatisfy { $0 >= ASCII.space && $0 != 0x7F }
    }

    /// Returns the URL with spaces and other characters encoded that a request line cannot have.
    private static func encoded(_ text: String) -> String {
        text.utf8.reduce(into: "") { result, byte in
            if byte > ASCII.space, byte < 0x7F {
                result.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                result += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
    }

    /// Returns the bytes of a body: JSON, or the content of a text in base64.
    private static func bytes(_ body: JSONValue) -> [UInt8] {
        guard let text = body.string else { return JSONWriter.value(body) }
        return Base64.decodeURL(text.utf8) ?? Base64.decodeStandard(text.utf8) ?? Array(text.utf8)
    }

    private static let failedDependency = HTTPResponse(
        status: 424, contentType: "application/json",
        body: JSONWriter.value(
            .object([
                .init(
                    "error",
                    .object([
                        .init("code", .string("FailedDependency")),
                        .init("message", .string("A request that this request depends on failed.")),
                    ]))
            ])))

    private static func json(_ response: HTTPResponse, id: String) -> JSONValue {
        var members: [JSONValue.Member] = [.init("id", .string(id)), .init("status", .integer(Int64(response.status)))]
        let headers = response.headers.fields.filter { field in
            reported.contains { $0.isExactlyIgnoringASCIICase(field.name) }
        }
        if !headers.isEmpty {
            members.append(.init("headers", .object(headers.map { .init($0.name, .string($0.value)) })))
        }
        guard !response.body.isEmpty else { return .object(members) }
        let isJSON = response.headers["Content-Type"]?.hasExactPrefix("application/json") == true
        let body = isJSON ? JSONValue(parsing: response.body) : nil
        return .object(members + [.init("body", body ?? .string(Base64.standard(response.body)))])
    }

    /// The headers of a response that the batch contains.
    private static let reported = [
        "Content-Type", "Location", "Retry-After", "WWW-Authenticate", "ETag", "OData-EntityId", "Preference-Applied",
        "Cache-Control",
    ]
}
