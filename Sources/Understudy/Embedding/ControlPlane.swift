import Control
import Entra
import HTTP
import Wire

/// Calls of the control plane in process: through the same routes, guards and checks as over HTTP, without a socket.
struct ControlPlane: Sendable {
    /// One call.
    struct Call: Sendable {
        var method: String
        /// The segments of the path, not yet encoded.
        var path: [String]
        var query: Form
        /// The tenant of a call to Microsoft Graph by the right of the control plane.
        var tenant: String?
        var body: Understudy.JSON?

        init(
            _ method: String, _ path: [String], query: Form = Form(), tenant: String? = nil,
            body: Understudy.JSON? = nil
        ) {
            self.method = method
            self.path = path
            self.query = query
            self.tenant = tenant
            self.body = body
        }

        /// Below `/_understudy/`.
        static func control(
            _ method: String, _ path: String..., query: Form = Form(), body: Understudy.JSON? = nil
        ) -> Call {
            Call(method, ["_understudy"] + path, query: query, body: body)
        }
    }

    /// The host and port that calls are for, and whether they come by HTTPS.
    let authority: String
    let isSecure: Bool
    /// What `Authorization` says; nil where no token is wanted.
    let token: String?
    /// The server.
    let respond: @Sendable (HTTPRequest, Peer) -> HTTPResponse

    /// The answer. Throws what the server says where it refuses.
    func send(_ call: Call) throws(Understudy.ControlError) -> HTTPResponse {
        var headers = HeaderList()
        if let token { headers.append("Authorization", "Bearer \(token)") }
        if let tenant = call.tenant {
            headers.append(GraphService.tenantHeader, tenant)
            // Microsoft Graph counts for who knows that counts may be late.
            headers.append("ConsistencyLevel", "eventual")
        }
        if call.body != nil { headers.append("Content-Type", "application/json") }
        let request = HTTPRequest(
            method: call.method, path: "/" + call.path.map(ControlPlane.segment).joined(separator: "/"),
            query: call.query.encoded, headers: headers, body: call.body.map { JSONWriter.value($0.value) } ?? [],
            authority: authority)
        let response = respond(request, Peer(address: "127.0.0.1", isSecure: isSecure))
        guard (200...299).contains(response.status) else {
            throw Understudy.ControlError(status: response.status, body: response.body)
        }
        return response
    }

    /// `$count` and `$ref` of Microsoft Graph stay as they are, which RFC 3986 §3.3 allows.
    private static func segment(_ text: String) -> String { Percent.encode(text).replacingExactly("%24", with: "$") }

    /// The answer's JSON; null where it has no body.
    @discardableResult
    func json(_ call: Call) throws(Understudy.ControlError) -> Understudy.JSON {
        let response = try send(call)
        guard !response.body.isEmpty else { return .null }
        guard let value = JSONValue(parsing: response.body) else { throw .unexpected(call.path.last ?? "") }
        return Understudy.JSON(value)
    }

    /// The answer's text.
    func text(_ call: Call) throws(Understudy.ControlError) -> String {
        guard let text = String(validating: try send(call).body, as: UTF8.self) else {
            throw .unexpected(call.path.last ?? "")
        }
        return text
    }
}

extension ControlPlane {
    /// Of a server that knows its origins, of which calls take that of HTTPS.
    init(_ server: Server, _ dispatcher: Dispatcher) {
        let origin = server.origins.first(where: \.isSecure) ?? server.origins.first
        authority = origin?.authority ?? "localhost"
        isSecure = origin?.isSecure ?? false
        token = server.settings.controlToken
        respond = { dispatcher.respond(to: $0, from: $1) }
    }
}

extension Understudy.ControlError {
    /// The answer has not the shape that it should have.
    static func unexpected(_ what: String) -> Understudy.ControlError {
        Understudy.ControlError(
            status: 500, title: "Unexpected response",
            detail: "The control plane's response has no valid value for '\(what)'.")
    }
}

extension Optional {
    /// The value. Throws where there is none, which an answer promised.
    func promised(_ what: String) throws(Understudy.ControlError) -> Wrapped {
        guard let self else { throw .unexpected(what) }
        return self
    }
}

extension Form {
    /// The parameters that are there.
    init(of pairs: KeyValuePairs<String, String?>) {
        self.init(pairs.compactMap { name, value in value.map { Field(name, $0) } })
    }
}
