import Entra
import Formats
import HTTP
package import Protocol

/// The conditions that select requests: the `match` object of the control plane (docs/reference/interface.md#control-plane). All
/// conditions must hold. An empty match selects every request.
///
/// `clientRequestId`, `clientId`, `tenant`, `user`, `endpoint`, `grantType` and `header` are defined in interface.md. `scope`
/// requires that the request contains all of its space-separated scopes. `parameter` (`{"prompt": "login"}`) covers everything
/// else.
package struct RequestCriteria: Sendable {
    package var clientRequestID: String?
    package var clientID: String?
    /// The tenant's ID or domain, or a word such as `common`.
    package var tenant: String?
    /// The user's name or object ID.
    package var user: String?
    /// The endpoint, a name of `EndpointName`.
    package var endpoint: String?
    package var grantType: String?
    package var scopes: [String] = []
    package var headers: [(name: String, value: String)] = []
    /// The parameters of the query or the form.
    package var parameters: [(name: String, value: String)] = []

    package init() {}

    /// Whether the match has no conditions, so that every request matches.
    package var isEmpty: Bool {
        [clientRequestID, clientID, tenant, user, endpoint, grantType].allSatisfy { $0 == nil } && scopes.isEmpty
            && headers.isEmpty && parameters.isEmpty
    }

    package func matches(_ facts: RequestFacts) -> Bool { check(facts, .first).matches }

    /// A condition that a request does not meet.
    package struct Miss: Sendable, Equatable {
        /// The name in the `match` object, such as `scope` or `header.x-name`.
        package let member: String
        package let wanted: String
        /// The value in the request, or nil if there is none.
        package let found: String?

        /// Returns the value in the request, masked if it is a secret.
        package func maskedActual(_ mask: SecretMask) -> String? {
            let name = member.pieces(separatedBy: ".", atMost: 2).last ?? member
            return found.map {
                member.hasExactPrefix("header.") ? mask.header(name, $0) : mask.text(mask.parameter(name, $0))
            }
        }
    }

    /// Returns the conditions that a request does not meet. The list is empty if the request matches.
    package func misses(_ facts: RequestFacts) -> [Miss] { check(facts, .all).misses }
}

extension RequestCriteria {
    /// The extent of a check.
    private enum Extent {
        /// A check that stops at the first condition that does not hold, and reports no conditions.
        case first
        case all
    }

    /// Checks the conditions, the inexpensive ones first, and returns whether all of them hold. With `.all`, also returns the
    /// conditions that do not hold.
    private func check(_ facts: RequestFacts, _ extent: Extent) -> (matches: Bool, misses: [Miss]) {
        var matches = true
        var misses: [Miss] = []
        func demand(
            _ member: @autoclosure () -> String, _ wanted: String?, _ holds: (String) -> Bool, _ found: () -> String?
        ) {
            guard let wanted, matches || extent == .all, !holds(wanted) else { return }
            matches = false
            if extent == .all { misses.append(Miss(member: member(), wanted: wanted, found: found())) }
        }
        demand("endpoint", endpoint, { facts.endpoint.isExactlyIgnoringASCIICase($0) }, { facts.endpoint })
        demand("grantType", grantType, { RequestCriteria.isGrant(facts, $0) }, { facts.grantType })
        demand("clientId", clientID, { RequestCriteria.isClient(facts, $0) }, { facts.clientID })
        demand("clientRequestId", clientRequestID, { RequestCriteria.isRequest(facts, $0) }, { facts.clientRequestID })
        for (name, value) in headers {
            let values = { facts.request.headers.values(name) }
            demand("header.\(name)", value, { value in values().contains { $0.isExactly(value) } }, { values().first })
        }
        for (name, value) in parameters {
            demand(
                "parameter.\(name)", value, { facts.hasParameter(name, $0) }, { facts.firstValue(of: name) })
        }
        if !scopes.isEmpty {
            demand(
                "scope", scopes.joined(separator: " "), { _ in hasScopes(facts) }, { facts.parameter(Parameter.scope) })
        }
        demand(
            "tenant", tenant, { facts.isOfTenant($0) }, { facts.tenantSegment ?? facts.tenants.first?.description })
        demand(
            "user", user, { facts.person.isNamed($0, in: facts.directory) }, { facts.person.name(in: facts.directory) })
        return (matches, misses)
    }

    private static func isGrant(_ facts: RequestFacts, _ wanted: String) -> Bool {
        facts.grantType.map { grantName($0).isExactly(grantName(wanted)) } ?? false
    }

    /// Returns the name of a grant type without the URN prefix. Clients also send the short name, such as `jwt-bearer`, for some
    /// extension grants (docs/reference/protocol.md#contradictions).
    static func grantName(_ type: String) -> String {
        let prefix = "urn:ietf:params:oauth:grant-type:".utf8
        return type.utf8.starts(with: prefix) ? String(Substring(type.utf8.dropFirst(prefix.count))) : type
    }

    private static func isClient(_ facts: RequestFacts, _ wanted: String) -> Bool {
        facts.clientID.map { ClientID($0) == ClientID(wanted) } ?? false
    }

    private static func isRequest(_ facts: RequestFacts, _ wanted: String) -> Bool {
        facts.correlationID.isExactlyIgnoringASCIICase(wanted)
            || facts.clientRequestID?.isExactlyIgnoringASCIICase(wanted) == true
    }

    private func hasScopes(_ facts: RequestFacts) -> Bool {
        scopes.allSatisfy(facts.requestsScope)
    }
}
