import Directory
import Entra
import Formats
import Protocol

/// A field of the form that builds a stub. The name is the name of the member in the match or in the response.
struct StubField: Sendable {
    /// The suggestions for a text, by the ID of the `datalist`.
    enum Suggestions: String, Sendable, CaseIterable {
        case clients
        case tenants
        case users
        case endpoints
        case grants
    }

    enum Kind: Sendable {
        case text(Suggestions?)
        /// A text of several lines.
        case lines
        /// A choice of the endpoints.
        case endpoint
        /// A choice of the faults, grouped by what they break.
        case fault
        /// A choice of the tokens that a token fault changes.
        case token
    }

    let name: String
    let label: String
    let kind: Kind
    let hint: String?
    /// Whether the field is in the part that is closed at first.
    let isRare: Bool

    init(_ name: String, _ label: String, _ kind: Kind = .text(nil), hint: String? = nil, isRare: Bool = false) {
        self.name = name
        self.label = label
        self.kind = kind
        self.hint = hint
        self.isRare = isRare
    }

    /// The members of the match. A test compares the names with `RequestCriteria.members` and `host`.
    static let match = [
        StubField("clientId", "Client ID", .text(.clients)),
        StubField("tenant", "Tenant", .text(.tenants), hint: "ID or domain"),
        StubField("user", "User", .text(.users), hint: "name or object ID"),
        StubField("endpoint", "Endpoint", .endpoint),
        StubField("grantType", "Grant type", .text(.grants)),
        StubField("clientRequestId", "client-request-id", hint: "the correlation ID of one request", isRare: true),
        StubField("scope", "Scopes", hint: "openid User.Read", isRare: true),
        StubField("parameter", "Parameters", .lines, hint: "prompt: login", isRare: true),
        StubField(
            "header", "Headers", .lines, hint: "X-Test: exact value\nX-Test ^= prefix\nX-Test\n!X-Absent", isRare: true),
        StubField("notEndpoint", "Not at the endpoint", .text(.endpoints), isRare: true),
        StubField(
            "host", "Host of TLS handshakes", hint: "for the faults of TLS, without other conditions", isRare: true),
    ]

    /// The members of the response. A test compares the names with those that a response reads.
    static let response = [
        StubField("error", "Error code", hint: "AADSTS50076, or “consent”"),
        StubField("description", "Description", hint: "empty: the text of the code", isRare: true),
        StubField("suberror", "Suberror", isRare: true),
        StubField("claims", "Claims challenge", .lines, hint: "{\"access_token\": …}", isRare: true),
        StubField("status", "Status", hint: "200 to 599, in place of an error code"),
        StubField("headers", "Response headers", .lines, hint: "Retry-After: 30", isRare: true),
        StubField("body", "Body", .lines, hint: "JSON or text", isRare: true),
        StubField("delay", "Delay", hint: "seconds, or PT2S"),
        StubField("fault", "Fault", .fault),
        StubField("duration", "Duration of drip", hint: "seconds, or PT5S", isRare: true),
        StubField("token", "Token with the fault", .token, isRare: true),
    ]

    static let times = StubField("times", "Times", hint: "1 to \(StubRequest.maximumTimes), or always")

    static let all = match + response + [times]

    /// The groups of the faults, each with its title and its names.
    static let faults: [(title: String, names: [String])] = [
        ("Connection", names { if case .connection = $0 { true } else { false } }),
        ("Tokens in the response", names { $0.ofTokens != nil }),
        ("TLS handshake (match: host only)", names { $0.ofHandshakes != nil }),
    ]

    private static func names(where isOfKind: (StubbedFault) -> Bool) -> [String] {
        StubbedFault.named.filter { isOfKind($0.value) }.map(\.name)
    }

    /// The endpoints, with the group of native authentication first.
    static let endpoints =
        [(value: "", text: "any"), (EndpointName.nativeGroup, "\(EndpointName.nativeGroup) – native authentication")]
        + EndpointName.all.filter { !EndpointName.isNative($0.name) }.map { (value: $0.name, text: $0.name) }
}

extension StubField.Suggestions {
    /// The largest number of suggestions of one kind.
    private static let maximum = 40

    /// Returns the suggestions, each with a label.
    func values(_ directory: Directory) -> [(value: String, text: String)] {
        switch self {
        case .clients:
            Array(
                directory.tenants.lazy.flatMap { tenant in tenant.ownApplications.map { ($0.appId, $0.displayName) } }
                    .prefix(Self.maximum))
        case .tenants:
            directory.tenants.prefix(Self.maximum).map { ($0.domains.first ?? $0.id.description, $0.displayName) }
        case .users:
            Array(
                directory.tenants.lazy.flatMap { tenant in tenant.ownUsers.map { ($0.signInName, tenant.displayName) } }
                    .prefix(Self.maximum))
        case .endpoints: EndpointName.names.filter { !EndpointName.isNative($0) }.map { ($0, "") }
        case .grants: Grants.labels.map { ($0, "") }
        }
    }
}
