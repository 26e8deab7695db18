import Crypto
import Formats

/// A client assertion, and the outcome of the request that sends it.
struct AssertionCase: Row {
    let name: String
    let outcome: Outcome
    let make: @Sendable (Assertion) throws -> String

    init(_ name: String, _ outcome: Outcome, _ make: @escaping @Sendable (Assertion) throws -> String) {
        self.name = name
        self.outcome = outcome
        self.make = make
    }
}

/// Creates valid and invalid client assertions.
struct Assertion {
    /// The key of the applications that authenticate by certificate.
    static let key = Result { () throws(CryptoFailure) in
        try SigningKey.make(SeededStream(seed: "client assertions", label: "key"))
    }
    static let otherKey = Result { () throws(CryptoFailure) in
        try SigningKey.make(SeededStream(seed: "client assertions", label: "other key"))
    }

    /// The DER certificate in standard base64, the format of `keyCredentials[].key`.
    static let certificate = (try? key.get().jwk.x5c.first) ?? ""

    /// Another issuer, which signs with `otherKey`.
    static let issuer = "https://ci.test"

    /// The key set of the other issuer as JSON.
    static let issuerKeys = (try? keySet(of: otherKey.get())) ?? ""

    static func keySet(of key: SigningKey) -> String {
        let members = [("kty", "RSA"), ("use", "sig"), ("kid", key.jwk.kid), ("n", key.jwk.n), ("e", key.jwk.e)]
        let entry = JSONValue.object(members.map { JSONValue.Member($0.0, .string($0.1)) })
        return String(decoding: JSONWriter.value(.object([.init("keys", .array([entry]))])), as: UTF8.self)
    }

    static let type = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"

    var header: [JSONValue.Member]
    var claims: [JSONValue.Member]

    /// Creates the assertion that a library sends for `client` to the v2 token endpoint of contoso.com at `MockEntra.start`.
    init(_ client: Client) throws {
        let now = MockEntra.start.seconds
        header = [
            .init("alg", .string("RS256")), .init("typ", .string("JWT")),
            .init("x5t", .string(try Assertion.key.get().jwk.x5t)),
        ]
        claims = [
            .init("aud", .string("\(MockEntra.origin)/contoso.com/oauth2/v2.0/token")),
            .init("iss", .string(client.id)), .init("sub", .string(client.id)), .init("jti", .string("1")),
            .init("nbf", .integer(now)), .init("iat", .integer(now)), .init("exp", .integer(now + 600)),
        ]
    }

    /// Creates the assertion that the other issuer issues to a workload trusted by `Lab.federated`.
    init(issuedBy issuer: String = Assertion.issuer) throws {
        let now = MockEntra.start.seconds
        header = [
            .init("alg", .string("RS256")), .init("typ", .string("JWT")),
            .init("kid", .string(try Assertion.otherKey.get().jwk.kid)),
        ]
        claims = [
            .init("aud", .string("api://AzureADTokenExchange")), .init("iss", .string(issuer)),
            .init("sub", .string("repo:contoso/orders")), .init("jti", .string("1")),
            .init("nbf", .integer(now)), .init("iat", .integer(now)), .init("exp", .integer(now + 600)),
        ]
    }

    /// Returns a copy with the members set. A `nil` value removes the member.
    func with(
        header changes: KeyValuePairs<String, JSONValue?> = [:],
        claims claimChanges: KeyValuePairs<String, JSONValue?> = [:]
    ) -> Assertion {
        var changed = self
        Assertion.apply(changes, to: &changed.header)
        Assertion.apply(claimChanges, to: &changed.claims)
        return changed
    }

    private static func apply(_ changes: KeyValuePairs<String, JSONValue?>, to members: inout [JSONValue.Member]) {
        for (name, value) in changes {
            members.removeAll { $0.name == name }
            if let value { members.append(.init(name, value)) }
        }
    }

    /// Returns the assertion signed with padded base64url parts, as some libraries produce it.
    func signedWithPadding() throws -> String {
        let parts = [header, claims].map { members in
            Base64.standard(JSONWriter.value(.object(members))).replacing("+", with: "-").replacing("/", with: "_")
        }
        let input = parts.joined(separator: ".")
        return "\(input).\(Base64.url(try Assertion.key.get().signRS256(Array(input.utf8))))=="
    }

    func signed(by key: SigningKey? = nil) throws -> String {
        try JWS.sign(
            header: JSONWriter.value(.object(header)), payload: JSONWriter.value(.object(claims)),
            key: key ?? Assertion.key.get())
    }
}
