import ControlPlane
import Entra
import Formats
import HTTP

/// The calls of the control plane within the process. They use the same routes, guards and checks as HTTP, without a socket.
struct ControlPlane: Sendable {
    /// A call of the control plane.
    struct Call: Sendable {
        var method: String
        /// The segments of the path, without percent-encoding.
        var path: [String]
        var query: Form
        /// The tenant of a call to Microsoft Graph with the permissions of the control plane.
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

        /// Creates a call to a path below `/_understudy/`.
        static func control(
            _ method: String, _ path: String..., query: Form = Form(), body: Understudy.JSON? = nil
        ) -> Call {
            Call(method, ["_understudy"] + path, query: query, body: body)
        }
    }

    /// The host and port of the calls. `isSecure` says whether the calls count as HTTPS.
    let authority: String
    let isSecure: Bool
    /// The control token, or nil if none is required.
    let token: String?
    /// Handles a request on the server.
    let respond: @Sendable (HTTPRequest, Peer) -> HTTPResponse

    /// Returns the response. Throws the server's error for a rejected call.
    func send(_ call: Call) throws(Understudy.ControlError) -> HTTPResponse {
        var headers = HeaderList()
        if let token { headers.append("Authorization", "Bearer \(token)") }
        if let tenant = call.tenant {
            headers.append(GraphService.tenantHeader, tenant)
            // Microsoft Graph returns counts only to clients that accept eventual consistency.
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

    /// Returns an encoded path segment. `$count` and `$ref` of Microsoft Graph stay unchanged, which RFC 3986 §3.3 allows.
    private static func segment(_ text: String) -> String { Percent.encode(text).replacingExactly("%24", with: "$") }

    /// Returns the JSON body of the response, or null for an empty body.
    @discardableResult
    func json(_ call: Call) throws(Understudy.ControlError) -> Understudy.JSON {
        let response = try send(call)
        guard !response.body.isEmpty else { return .null }
        guard let value = JSONValue(parsing: response.body) else { throw .unexpected(call.path.last ?? "") }
        return Understudy.JSON(value)
    }

    /// Returns the text of the response.
    func text(_ call: Call) throws(Understudy.ControlError) -> String {
        guard let text = String(validating: try send(call).body, as: UTF8.self) else {
            throw .unexpected(call.path.last ?? "")
        }
        return text
    }
}

extension ControlPlane {
    /// Creates the control plane of a server that knows its origins. Calls use the HTTPS origin, if there is one.
    init(_ server: Server, _ pipeline: Pipeline) {
        let origin = server.origins.first(where: \.isSecure) ?? server.origins.first
        authority = origin?.authority ?? "localhost"
        isSecure = origin?.isSecure ?? false
        token = server.settings.controlToken
        respond = { pipeline.respond(to: $0, from: $1) }
    }
}

extension Understudy.ControlError {
    /// Returns the error for a response of unexpected form.
    static func unexpected(_ what: String) -> Understudy.ControlError {
        Understudy.ControlError(
            status: 500, title: "Unexpected response",
            detail: "The control plane's response has no valid value for '\(what)'.")
    }
}

extension Optional {
    /// Returns the value. Throws if there is none although the response must have the value.
    func promised(_ what: String) throws(Understudy.ControlError) -> Wrapped {
        guard let self else { throw .unexpected(what) }
        return self
    }
}

extension Form {
    /// Creates a form with the parameters that are not nil.
    init(of pairs: KeyValuePairs<String, String?>) {
        self.init(pairs.compactMap { name, value in value.map { Field(name, $0) } })
    }
}
