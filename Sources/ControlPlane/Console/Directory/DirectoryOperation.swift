import Directory
import Entra
import Formats
import HTTP
import Protocol

/// An operation of Microsoft Graph or of the control plane that a form of the console performs. The operation passes the whole
/// pipeline of the server, as if a client had sent it: stubs, validation, the journal and persistence apply.
struct DirectoryOperation: Sendable, Equatable {
    let method: String
    let path: String
    let query: String
    /// The tenant of an operation of Microsoft Graph, or nil for an operation of the control plane.
    let tenant: TenantID?
    let body: JSONValue?

    /// Returns an operation of Microsoft Graph. `path` is the path below the version, with its keys encoded.
    static func graph(
        _ method: String, _ path: String, in tenant: Tenant, _ body: JSONValue? = nil
    ) -> DirectoryOperation {
        DirectoryOperation(method: method, path: "/v1.0\(path)", query: "", tenant: tenant.id, body: body)
    }

    /// Returns an operation of the control plane. `path` is the path below `/_understudy`.
    static func control(
        _ method: String, _ path: String, query: String = "", _ body: JSONValue? = nil
    ) -> DirectoryOperation {
        DirectoryOperation(method: method, path: "/_understudy\(path)", query: query, tenant: nil, body: body)
    }

    /// Returns an object's ID as a segment of a path.
    static func key(_ id: some CustomStringConvertible) -> String { Percent.encode(id.description) }

    /// The headers of the operation besides those of the request that submitted the form.
    private var ownHeaders: [HeaderList.Field] {
        (tenant.map { [HeaderList.Field(GraphService.tenantHeader, $0.description)] } ?? [])
            + (body == nil ? [] : [HeaderList.Field("Content-Type", "application/json")])
    }

    /// The headers of the submitted form that say who sent it and under which name of the server. The guard of the control plane
    /// has accepted them for the form.
    private static let inherited = [
        "Host", "Authorization", "Sec-Fetch-Site", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Forwarded-For",
    ]

    /// Returns the request that performs the operation for the sender of a form.
    func request(of form: HTTPRequest) -> HTTPRequest {
        let copied = DirectoryOperation.inherited.flatMap { name in
            form.headers.values(name).map { HeaderList.Field(name, $0) }
        }
        return HTTPRequest(
            method: method, path: path, query: query, headers: HeaderList(copied + ownHeaders),
            body: body.map { JSONWriter.value($0) } ?? [], authority: form.authority)
    }

    /// Returns the curl command that performs the operation.
    func curl(_ command: ControlCommand) -> String {
        let target = "\(command.origin)\(path)" + (query.isEmpty ? "" : "?\(query)")
        var words = ["curl -sS\(command.trust)"]
        if !method.isExactly(body == nil ? "GET" : "POST") { words[0] += " -X \(method)" }
        words[0] += " \(ShellWord.quoted(target) ?? "")"
        if let authorization = command.authorization { words.append(authorization) }
        words += ownHeaders.map { "-H '\($0.name): \($0.value)'" }
        if let body { words.append("-d \(ShellWord.quotedLines(body.indented) ?? "")") }
        return words.joined(separator: " \\\n  ")
    }
}

/// The result of an operation.
struct DirectoryOutcome: Sendable {
    let response: HTTPResponse
    /// The ID of the request's journal entry, or nil if the journal has none.
    let entry: Int64?

    var isSuccess: Bool { (200...299).contains(response.status) }
    var json: JSONValue { JSONValue(parsing: response.body) ?? .null }

    var problem: DirectoryProblem { DirectoryProblem(response) }
}

/// The reason why an operation failed, in the words of the operation.
struct DirectoryProblem: Sendable, Equatable {
    let message: String
    /// The properties that the message is about, as paths.
    let properties: [String]

    init(_ message: String, properties: [String] = []) {
        self.message = message
        self.properties = properties
    }

    /// Reads an error of Microsoft Graph, or a problem document of the control plane.
    init(_ response: HTTPResponse) {
        let json = JSONValue(parsing: response.body) ?? .null
        if let error = json["error"], let message = error["message"]?.string {
            let code = error["code"]?.string ?? ""
            let targets = (error["details"]?.array ?? []).compactMap { $0["target"]?.string }
            self.init("\(code): \(message)", properties: targets)
        } else {
            let detail = json["detail"]?.string ?? "The server responded with status \(response.status)."
            let pointers = (json["errors"]?.array ?? []).compactMap { $0["pointer"]?.string }
            self.init(
                detail,
                properties: pointers.map { $0.utf8.split(separator: UInt8(ascii: "/")).dropFirst() }
                    .map { parts in parts.map { String(Substring($0)) }.joined(separator: ".") })
        }
    }

    /// Whether the problem is about a property, about an object that contains it, or about an element of its list. The name of a
    /// list may come without the object that contains the list.
    func concerns(_ property: String) -> Bool {
        properties.contains { named in
            let name = named.upTo("[")
            return name.isExactly(property) || name.hasExactPrefix("\(property).")
                || property.hasExactPrefix("\(name).") || name.hasExactSuffix(".\(property)")
        }
    }
}

extension RequestContext {
    /// Performs an operation for the sender of the request.
    func perform(_ operation: DirectoryOperation, _ journal: Journal) -> DirectoryOutcome {
        let response = responder.respond(to: operation.request(of: request), from: peer)
        let trace = response.headers["request-id"] ?? ""
        // The newest entries are last. Other requests may have come in between.
        let entry = journal.storedEntries.suffix(32).reversed().lazy.compactMap(\.item).first {
            $0.entry.traceID.description.isExactly(trace)
        }
        return DirectoryOutcome(response: response, entry: trace.isEmpty ? nil : entry?.id)
    }
}
