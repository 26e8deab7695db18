import Directory
import Entra
package import Formats
package import Protocol

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
    package func check(_ found: Int) throws(ProblemDocument) {
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
        func agrees(_ wanted: String?, _ own: String?) -> Bool {
            wanted.map { wanted in own?.isExactlyIgnoringASCIICase(wanted) ?? false } ?? true
        }
        func holds(_ wanted: [(name: String, value: String)], _ own: [(name: String, value: String)]) -> Bool {
            wanted.allSatisfy { pair in
                own.contains { $0.name.isExactlyIgnoringASCIICase(pair.name) && $0.value.isExactly(pair.value) }
            }
        }
        return agrees(other.clientRequestID, clientRequestID) && agrees(other.clientID, clientID)
            && agrees(other.user, user) && agrees(other.endpoint, endpoint)
            && agrees(other.grantType.map(RequestCriteria.grantName), grantType.map(RequestCriteria.grantName))
            && other.scopes.allSatisfy { scope in scopes.contains { $0.isExactlyIgnoringASCIICase(scope) } }
            && holds(other.headers, headers) && holds(other.parameters, parameters)
            && (agrees(other.tenant, tenant) || isSameTenant(other.tenant, tenant, directory))
    }

    private func isSameTenant(_ one: String?, _ other: String?, _ directory: Directory) -> Bool {
        guard let one = one.flatMap(directory.tenant(segment:)), let other = other.flatMap(directory.tenant(segment:))
        else { return false }
        return one.id == other.id
    }
}
