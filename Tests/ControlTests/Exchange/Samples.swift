import Control
import Crypto
import Directory
import Entra
import HTTP
import State
import Wire

/// Exchanges as the rim takes them in.
enum Sample {
    static let sealing = SealingKeys.make(SystemRandom())
    static let contoso = TenantID("11111111-1111-4111-8111-111111111111")
    static let mobile = "aaaaaaaa-0000-4000-8000-000000000001"

    static func directory() throws -> Directory { try Configuration.load(.seed).directory }

    /// `tenant` is the segment of the path.
    static func facts(
        _ endpoint: String = "token", tenant: String? = "contoso.com", query: [(String, String)] = [],
        form: [(String, String)]? = nil, headers: [(String, String)] = [], correlationID: String = "made-up",
        captures: [(String, String)] = []
    ) throws -> ExchangeFacts {
        let request = HTTPRequest(
            method: form == nil ? "GET" : "POST", path: "/", headers: HeaderList(headers.map { .init($0.0, $0.1) }),
            authority: "localhost")
        var segments = captures.map { (name: $0.0, value: $0.1) }
        if let tenant { segments.append((name: "tenant", value: tenant)) }
        return ExchangeFacts(
            endpoint: endpoint, request: request, captures: Captures(segments),
            query: Form(query.map { Form.Field($0.0, $0.1) }),
            form: form.map { Form($0.map { Form.Field($0.0, $0.1) }) },
            correlationID: correlationID, directory: try directory(), sealing: sealing)
    }

    static func alex() throws -> User {
        guard let user = try directory().tenant(contoso)?.user(named: "alex@contoso.com") else { throw Missing() }
        return user
    }

    struct Missing: Error {}

    /// A refresh token of Alex's, for Contoso Mobile.
    static func refreshToken() throws -> String {
        let alex = try alex()
        let grant = IssuedGrant(
            client: ClientID(mobile), tenant: contoso, user: alex.id,
            authentication: Authentication(
                home: alex.home, time: 1_790_000_000, methods: ["pwd"], sessionID: SystemRandom().guid()),
            platform: .publicClient, endpoint: .v2, scope: "openid", resource: nil, consents: [])
        return RefreshToken(
            id: SystemRandom().guid(), grant: grant, issuedAt: 1_790_000_000, expiresAt: 1_790_090_000
        ).sealed(with: sealing)
    }

    /// A JSON Web Token whose signature nobody will look at.
    static func token(_ claims: [(String, String)]) -> String {
        let payload = JSONWriter.value(.object(claims.map { JSONValue.Member($0.0, .string($0.1)) }))
        return "\(Base64.url(Array(#"{"alg":"RS256"}"#.utf8))).\(Base64.url(payload)).c2ln"
    }

    static func match(_ json: String) throws -> ExchangeMatch {
        guard let value = JSONValue(parsing: Array(json.utf8)) else { throw Missing() }
        return try ExchangeMatch(value)
    }
}
