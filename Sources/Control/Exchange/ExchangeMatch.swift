import Entra
import HTTP
import Wire

/// Which exchanges are meant: the `match` object of the control plane (docs/reference/interface.md#control-plane). What it does not
/// name may be anything.
///
/// `clientRequestId`, `clientId`, `tenant`, `user`, `endpoint`, `grantType` and `header` are interface.md's; `scope`
/// (scopes that are all asked for, separated by spaces) and `parameter` (`{"prompt": "login"}`) reach the rest.
package struct ExchangeMatch: Sendable {
    package var clientRequestID: String?
    package var clientID: String?
    /// An id, a domain, or a word as `common`.
    package var tenant: String?
    /// A user name or an object id.
    package var user: String?
    /// A name of `EndpointName`.
    package var endpoint: String?
    package var grantType: String?
    package var scopes: [String] = []
    package var headers: [(name: String, value: String)] = []
    /// Of the query or the form.
    package var parameters: [(name: String, value: String)] = []

    package init() {}

    /// Whether it names nothing, so that every exchange is meant.
    package var isEmpty: Bool {
        [clientRequestID, clientID, tenant, user, endpoint, grantType].allSatisfy { $0 == nil } && scopes.isEmpty
            && headers.isEmpty && parameters.isEmpty
    }

    package func matches(_ facts: ExchangeFacts) -> Bool { check(facts, .first).matches }

    /// A member that an exchange fails.
    package struct Miss: Sendable, Equatable {
        /// As in the `match` object: `scope`, `header.x-name`.
        package let member: String
        package let wanted: String
        /// What the exchange has instead; nil: nothing.
        package let found: String?

        /// What there is, masked where it is a secret.
        package func shownFound(_ mask: SecretMask) -> String? {
            let name = member.pieces(separatedBy: ".", atMost: 2).last ?? member
            return found.map {
                member.hasExactPrefix("header.") ? mask.header(name, $0) : mask.text(mask.parameter(name, $0))
            }
        }
    }

    /// The members in which an exchange differs; none where it matches.
    package func misses(_ facts: ExchangeFacts) -> [Miss] { check(facts, .all).misses }
}

extension ExchangeMatch {
    /// How far to look.
    private enum Extent {
        /// To the first member that does not hold; it is not told.
        case first
        case all
    }

    /// Whether every member holds, the cheap ones asked first, and those that do not.
    private func check(_ facts: ExchangeFacts, _ extent: Extent) -> (matches: Bool, misses: [Miss]) {
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
        demand("grantType", grantType, { ExchangeMatch.isGrant(facts, $0) }, { facts.grantType })
        demand("clientId", clientID, { ExchangeMatch.isClient(facts, $0) }, { facts.clientID })
        demand("clientRequestId", clientRequestID, { ExchangeMatch.isRequest(facts, $0) }, { facts.clientRequestID })
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

    private static func isGrant(_ facts: ExchangeFacts, _ wanted: String) -> Bool {
        facts.grantType.map { grantName($0).isExactly(grantName(wanted)) } ?? false
    }

    /// Extension grants go by their last word too, `jwt-bearer`; clients send it for some of them
    /// (docs/reference/protocol.md#contradictions).
    static func grantName(_ type: String) -> String {
        let prefix = "urn:ietf:params:oauth:grant-type:".utf8
        return type.utf8.starts(with: prefix) ? String(Substring(type.utf8.dropFirst(prefix.count))) : type
    }

    private static func isClient(_ facts: ExchangeFacts, _ wanted: String) -> Bool {
        facts.clientID.map { ClientID($0) == ClientID(wanted) } ?? false
    }

    private static func isRequest(_ facts: ExchangeFacts, _ wanted: String) -> Bool {
        facts.correlationID.isExactlyIgnoringASCIICase(wanted)
            || facts.clientRequestID?.isExactlyIgnoringASCIICase(wanted) == true
    }

    private func hasScopes(_ facts: ExchangeFacts) -> Bool {
        scopes.allSatisfy(facts.asksFor)
    }
}
