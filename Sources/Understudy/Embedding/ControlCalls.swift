import ControlPlane
import Crypto
import Directory
import Entra
import Formats
import HTTP
import Protocol

/// The calls of the control plane within the process. Typed calls reach the functions of the control plane directly, with the
/// checks and the errors of HTTP. Microsoft Graph and the documents of the server go through the same routes as HTTP, without a
/// socket.
struct ControlCalls: Sendable {
    let server: Server
    /// The origin of the calls: HTTPS, if the server listens for HTTPS.
    let origin: Origin
    /// Handles a request on the server.
    let respond: @Sendable (HTTPRequest, Peer) -> HTTPResponse

    init(_ server: Server, respond: @escaping @Sendable (HTTPRequest, Peer) -> HTTPResponse) {
        self.server = server
        self.respond = respond
        origin =
            server.origins.first(where: \.isSecure) ?? server.origins.first
            ?? Origin(scheme: "http", host: "localhost", port: nil)
    }

    /// The services for a call, with the current directory, store and time.
    var services: Services { server.services(origin: origin, peerAddress: ControlCalls.address) }

    /// The address from which requests within the process come.
    private static let address = "127.0.0.1"

    /// Calls the control plane. Throws the error of the control plane.
    func call<Result>(_ body: (Server) throws(ProblemDocument) -> Result) throws(ControlError) -> Result {
        do throws(ProblemDocument) {
            return try body(server)
        } catch {
            throw ControlError(error)
        }
    }

    /// Handles a request of a browser that the sign-in driver plays.
    func respond(to request: HTTPRequest, isSecure: Bool) -> HTTPResponse {
        respond(request, Peer(address: ControlCalls.address, isSecure: isSecure))
    }
}

/// A request to a route of the server.
extension ControlCalls {
    struct Request: Sendable {
        var method: String
        /// The segments of the path, without percent-encoding.
        var path: [String]
        var query: Form
        /// The tenant of a call to Microsoft Graph with the permissions of the control plane.
        var tenant: String?
        var body: JSON?

        init(
            _ method: String, _ path: [String], query: Form = Form(), tenant: String? = nil, body: JSON? = nil
        ) {
            self.method = method
            self.path = path
            self.query = query
            self.tenant = tenant
            self.body = body
        }

        /// Creates a request for a document below `/_understudy/`.
        static func document(_ path: String..., query: Form = Form()) -> Request {
            Request("GET", ["_understudy"] + path, query: query)
        }
    }

    /// Returns the response. Throws the server's error for a rejected request.
    func send(_ call: Request) throws(ControlError) -> HTTPResponse {
        var headers = HeaderList()
        if let token = server.settings.controlToken { headers.append("Authorization", "Bearer \(token)") }
        if let tenant = call.tenant {
            headers.append(GraphService.tenantHeader, tenant)
            // Microsoft Graph returns counts only to clients that accept eventual consistency.
            headers.append("ConsistencyLevel", "eventual")
        }
        if call.body != nil { headers.append("Content-Type", "application/json") }
        let request = HTTPRequest(
            method: call.method, path: "/" + call.path.map(ControlCalls.segment).joined(separator: "/"),
            query: call.query.encoded, headers: headers, body: call.body.map { JSONWriter.value($0.value) } ?? [],
            authority: origin.authority)
        let response = respond(to: request, isSecure: origin.isSecure)
        guard (200...299).contains(response.status) else {
            throw ControlError(status: response.status, body: response.body)
        }
        return response
    }

    /// Returns an encoded path segment. `$count` and `$ref` of Microsoft Graph stay unchanged, which RFC 3986 §3.3 allows.
    private static func segment(_ text: String) -> String { Percent.encode(text).replacingExactly("%24", with: "$") }

    /// Returns the JSON body of the response, or null for an empty body.
    @discardableResult
    func json(_ call: Request) throws(ControlError) -> JSON {
        let response = try send(call)
        guard !response.body.isEmpty else { return .null }
        guard let value = JSONValue(parsing: response.body) else { throw .unexpected(call.path.last ?? "") }
        return JSON(value)
    }

    /// Returns the text of the response.
    func text(_ call: Request) throws(ControlError) -> String {
        guard let text = String(validating: try send(call).body, as: UTF8.self) else {
            throw .unexpected(call.path.last ?? "")
        }
        return text
    }
}

extension ControlError {
    /// Returns the error for a response of unexpected form.
    static func unexpected(_ name: String) -> ControlError {
        ControlError(
            status: 500, title: "Unexpected response",
            detail: "The control plane's response has no valid value for '\(name)'.")
    }
}

extension Optional {
    /// Returns the value. Throws if there is none although the response must have the value.
    func unwrapped(_ name: String) throws(ControlError) -> Wrapped {
        guard let self else { throw .unexpected(name) }
        return self
    }
}

extension Form {
    /// Creates a form with the parameters that are not nil.
    init(of pairs: KeyValuePairs<String, String?>) {
        self.init(pairs.compactMap { name, value in value.map { Field(name, $0) } })
    }
}
