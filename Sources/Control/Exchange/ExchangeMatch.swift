import Entra
import HTTP
import Wire

/// Which exchanges are meant: the `match` object of the control plane (interface.md §6). What it does not name may be anything.
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
    package var isEmpty: Bool { conditions.isEmpty }

    package func matches(_ facts: ExchangeFacts) -> Bool {
        conditions.allSatisfy { $0.holds(facts) }
    }

    /// A member that an exchange fails.
    package struct Miss: Sendable, Equatable {
        /// As in the `match` object: `scope`, `header.x-name`.
        package let member: String
        package let wanted: String
        /// What the exchange has instead; nil: nothing.
        package let found: String?

        /// What there is, masked where it is a secret.
        package var shownFound: String? {
            let mask = SecretMask()
            let name = member.split(separator: ".", maxSplits: 1).last.map(String.init) ?? member
            return found.map {
                member.hasPrefix("header.") ? mask.header(name, $0) : mask.parameter(name, $0)
            }
        }
    }

    /// The members in which an exchange differs; none where it matches.
    package func misses(_ facts: ExchangeFacts) -> [Miss] {
        conditions.filter { !$0.holds(facts) }.map {
            Miss(member: $0.member, wanted: $0.wanted, found: $0.found(facts))
        }
    }
}

extension ExchangeMatch {
    /// One member as a question to the facts.
    private struct Condition {
        let member: String
        let wanted: String
        let holds: (ExchangeFacts) -> Bool
        let found: (ExchangeFacts) -> String?
    }

    /// The cheap ones first.
    private var conditions: [Condition] {
        var list: [Condition] = []
        func add(
            _ member: String, _ wanted: String?, _ holds: @escaping (ExchangeFacts, String) -> Bool,
            found: @escaping (ExchangeFacts) -> String?
        ) {
            guard let wanted else { return }
            list.append(Condition(member: member, wanted: wanted, holds: { holds($0, wanted) }, found: found))
        }
        add("endpoint", endpoint, { $0.endpoint.isExactlyIgnoringASCIICase($1) }, found: { $0.endpoint })
        add("grantType", grantType, ExchangeMatch.isGrant, found: \.grantType)
        add("clientId", clientID, ExchangeMatch.isClient, found: \.clientID)
        add("clientRequestId", clientRequestID, ExchangeMatch.isRequest, found: { $0.clientRequestID })
        for (name, value) in headers {
            add(
                "header.\(name)", value,
                { facts, value in facts.request.headers.values(name).contains { $0.isExactly(value) } },
                found: { $0.request.headers[name] })
        }
        for (name, value) in parameters {
            add(
                "parameter.\(name)", value, { facts, value in facts.values(of: name).contains { $0.isExactly(value) } },
                found: { $0.values(of: name).first })
        }
        add(
            "scope", scopes.isEmpty ? nil : scopes.joined(separator: " "), hasScopes,
            found: { $0.parameter(Parameter.scope) })
        add("tenant", tenant, { $0.isOfTenant($1) }, found: { $0.tenantSegment })
        add("user", user, { $0.person.isNamed($1, in: $0.directory) }, found: { $0.person.name(in: $0.directory) })
        return list
    }

    /// Extension grants go by their last word too: `jwt-bearer`.
    private static func isGrant(_ facts: ExchangeFacts, _ wanted: String) -> Bool {
        facts.grantType.map { $0.isExactly(wanted) || $0.isExactly(extensionGrant + wanted) } ?? false
    }

    private static let extensionGrant = "urn:ietf:params:oauth:grant-type:"

    private static func isClient(_ facts: ExchangeFacts, _ wanted: String) -> Bool {
        facts.clientID.map { ClientID($0) == ClientID(wanted) } ?? false
    }

    private static func isRequest(_ facts: ExchangeFacts, _ wanted: String) -> Bool {
        facts.correlationID.isExactlyIgnoringASCIICase(wanted)
            || facts.clientRequestID?.isExactlyIgnoringASCIICase(wanted) == true
    }

    private func hasScopes(_ facts: ExchangeFacts, _ wanted: String) -> Bool {
        let asked = facts.scopes
        return scopes.allSatisfy { scope in asked.contains { $0.isExactlyIgnoringASCIICase(scope) } }
    }
}
