import Directory
import Entra
package import Formats
import HTTP
package import Protocol

/// An endpoint of the control plane, which the route table turns into an `Endpoint` of one server.
package struct ControlEndpoint: Sendable {
    typealias Handler = @Sendable (RequestContext, any ControlServer) throws(EntraError) -> HTTPResponse

    package let name: String
    /// Returns the members of the JSON object in the body, or nil if the body is no such object.
    let members: @Sendable () -> ControlBody.Members?
    private let bind: @Sendable (any ControlServer) -> Endpoint

    init(
        _ name: String, usesStore: Bool = true, crossOrigin: Endpoint.CrossOrigin = .rejected,
        errors: Endpoint.ErrorStyle = .json, isPublic: Bool = false, isConsole: Bool = false, query: [String]? = nil,
        members: @escaping @Sendable () -> ControlBody.Members? = { nil }, maximumBody: Endpoint.BodySize = .form,
        isSlow: Bool = false,
        keys: Endpoint.KeyUse = .tenant, _ handler: @escaping Handler, raise: Endpoint.Raise? = nil
    ) {
        self.name = name
        self.members = members
        bind = { server in
            Endpoint(
                name, usesStore: usesStore, crossOrigin: crossOrigin, errors: errors, isPublic: isPublic,
                isConsole: isConsole, query: query, maximumBody: maximumBody, isSlow: isSlow, keys: keys,
                { (context) throws(EntraError) in try handler(context, server) }, raise: raise)
        }
    }

    /// Returns the endpoint for a server.
    package func endpoint(of server: any ControlServer) -> Endpoint { bind(server) }

    /// Returns an endpoint whose errors are problem documents (RFC 9457). An unknown query parameter, and a body that the endpoint
    /// would not read, are rejected with a problem of status 400 before the handler runs.
    static func control(
        _ name: String, usesStore: Bool = true, query: ControlQuery = .none, isPublic: Bool = false,
        members: @escaping @Sendable () -> ControlBody.Members? = { nil }, maximumBody: Endpoint.BodySize = .any,
        takesBody: Bool = true,
        isSlow: Bool = false, keys: Endpoint.KeyUse = .none,
        _ handler: @escaping @Sendable (RequestContext, any ControlServer) throws(ProblemDocument) -> HTTPResponse
    ) -> ControlEndpoint {
        ControlEndpoint(
            name, usesStore: usesStore, errors: .problem, isPublic: isPublic, query: query.known,
            members: members, maximumBody: maximumBody, isSlow: isSlow, keys: keys
        ) {
            (context, server) throws(EntraError) in
            do throws(ProblemDocument) {
                try query.check(try context.controlQuery)
                if !takesBody { try query.checkUnused(context.request.body) }
                return try handler(context, server)
            } catch {
                return error.response
            }
        }
    }
}

extension ControlEndpoint {
    /// Returns an endpoint that reads its body as a request, and passes the request to the handler.
    static func control<Request: ControlRequest>(
        _ name: String, _ request: Request.Type, usesStore: Bool = true, query: ControlQuery = .none,
        maximumBody: Endpoint.BodySize = .any, isSlow: Bool = false, keys: Endpoint.KeyUse = .none,
        _ handler:
            @escaping @Sendable (Request, RequestContext, any ControlServer) throws(ProblemDocument) -> HTTPResponse
    ) -> ControlEndpoint {
        .control(
            name, usesStore: usesStore, query: query, members: { Request.members }, maximumBody: maximumBody,
            isSlow: isSlow, keys: keys
        ) { (context, server) throws(ProblemDocument) in
            try handler(Request(parsing: context.request.body), context, server)
        }
    }
}

extension ControlQuery {
    /// The query of an endpoint that may be limited to one tenant.
    static let tenant = ControlQuery(["tenant"])
}

extension RequestContext {
    /// Returns the tenant that `?tenant=` names, or nil if the parameter is absent.
    func controlTenant(_ server: any ControlServer) throws(ProblemDocument) -> Tenant? {
        try server.controls.tenant(named: try controlQuery["tenant"])
    }

    /// Returns the decoded query. Throws a problem of status 400 if the query is malformed.
    var controlQuery: Form {
        get throws(ProblemDocument) {
            guard let query = try? query.get() else {
                throw ProblemDocument(status: 400, title: "Malformed query", detail: "The query cannot be decoded.")
            }
            return query
        }
    }
}

/// The query parameters of a control request. Each endpoint declares its parameters. An unknown, repeated or empty parameter is
/// rejected.
package struct ControlQuery: Sendable {
    package let known: [String]
    /// The parameters that may occur several times.
    let repeating: [String]

    /// The query of an endpoint without parameters.
    package static let none = ControlQuery([])

    package init(_ known: [String], repeating: [String] = []) {
        self.known = known
        self.repeating = repeating
    }

    /// Throws a problem of status 400 that names every parameter that is unknown or empty, or that is repeated without being one of
    /// `repeating`. An ignored parameter would widen the request: a test would see more than expected, and a deletion with an unset
    /// shell variable would delete everything.
    package func check(_ query: Form) throws(ProblemDocument) {
        var seen: [String] = []
        var faults: [String] = []
        for field in query.fields {
            if !known.contains(where: { $0.isExactly(field.name) }) {
                let hint =
                    known.isEmpty ? "this endpoint has no parameters." : ControlBody.hint(for: field.name, among: known)
                faults.append("Unknown parameter '\(ControlQuery.shortened(field.name))': \(hint)")
            } else if seen.contains(where: { $0.isExactly(field.name) }),
                !repeating.contains(where: { $0.isExactly(field.name) })
            {
                faults.append("The parameter '\(field.name)' occurs more than once: give it once.")
            } else if field.value.isEmpty {
                faults.append("The parameter '\(field.name)' is empty: give it a value, or omit it.")
            }
            seen.append(field.name)
        }
        guard faults.isEmpty else {
            throw .invalid(faults.prefix(3).joined(separator: " ") + (faults.count > 3 ? " …" : ""))
        }
    }

    /// Throws a problem of status 400 for a body if only the query selects what the request affects. Ignored conditions in a body
    /// would widen the request to everything. An empty object is accepted.
    package func checkUnused(_ body: [UInt8]) throws(ProblemDocument) {
        guard body.contains(where: { !" \t\r\n{}".utf8.contains($0) }) else { return }
        let names = known.isEmpty ? "" : " Use the query parameters instead: \(known.joined(separator: ", "))."
        throw .invalid("The request must have no body.\(names)")
    }

    /// Returns a name from the client, shortened for an error message.
    private static func shortened(_ name: String) -> String {
        name.utf8.count <= 100 ? name : String(decoding: name.utf8.prefix(100), as: UTF8.self) + "…"
    }
}
