@testable import ControlPlane
import Crypto
import Directory
import Entra
import Formats
import HTTP
@testable import Protocol
import Store

/// Sample requests, as the stub and journal middleware sees them.
enum Sample {
    static let sealing = SealingKeys.make(SystemRandom())
    static let contoso = TenantID("11111111-1111-4111-8111-111111111111")
    static let mobile = "aaaaaaaa-0000-4000-8000-000000000001"

    private static let seed = Result { () throws(Configuration.Problems) in try Configuration.load(.seed).directory }

    static func directory() throws -> Directory { try seed.get() }

    /// `tenant` is the path segment.
    static func facts(
        _ endpoint: String = "token", tenant: String? = "contoso.com", query: [(String, String)] = [],
        form: [(String, String)]? = nil, headers: [(String, String)] = [], correlationID: String = "made-up",
        captures: [(String, String)] = []
    ) throws -> RequestFacts {
        let request = HTTPRequest(
            method: form == nil ? "GET" : "POST", path: "/", query: encoded(query),
            headers: HeaderList(headers.map { .init($0.0, $0.1) }), body: Array(encoded(form ?? []).utf8),
            authority: "localhost")
        var segments = captures.map { (name: $0.0, value: $0.1) }
        if let tenant { segments.append((name: "tenant", value: tenant)) }
        return RequestFacts(
            endpoint: endpoint, request: request, captures: Captures(segments),
            query: Form(query.map { Form.Field($0.0, $0.1) }),
            form: form.map { Form($0.map { Form.Field($0.0, $0.1) }) },
            correlationID: correlationID, directory: try directory(), sealing: sealing)
    }

    private static func encoded(_ fields: [(String, String)]) -> String {
        fields.map { "\(Percent.encode($0.0))=\(Percent.encode($0.1))" }.joined(separator: "&")
    }

    static func alex() throws -> User {
        guard let user = try directory().tenant(contoso)?.user(named: "alex@contoso.com") else { throw Missing() }
        return user
    }

    struct Missing: Error {}

    /// A refresh token for Alex, issued to Contoso Mobile.
    static func refreshToken() throws -> String {
        let alex = try alex()
        let grant = IssuedGrant(
            client: ClientID(mobile), tenant: contoso, user: alex.id,
            authentication: Authentication(
                home: alex.home, time: 1_790_000_000, methods: ["pwd"], sessionID: SystemRandom().guid(), order: 1),
            platform: .publicClient, endpoint: .v2, scope: "openid", resource: nil, consents: [], order: 1)
        return RefreshToken(
            id: SystemRandom().guid(), grant: grant, issuedAt: 1_790_000_000, begunAt: 1_790_000_000,
            expiresAt: 1_790_090_000
        ).sealed(with: sealing)
    }

    /// A JSON Web Token whose signature no test verifies.
    static func token(_ claims: [(String, String)]) -> String {
        let payload = JSONWriter.value(.object(claims.map { JSONValue.Member($0.0, .string($0.1)) }))
        return "\(Base64.url(Array(#"{"alg":"RS256"}"#.utf8))).\(Base64.url(payload)).c2ln"
    }

    static func match(_ json: String) throws -> RequestCriteria {
        try ControlBody.read(Array("{\"match\":\(json)}".utf8)) { $0.required("match", .match) }
    }
}

extension Sample {
    /// A journal entry. `size` is the size of the response body in bytes.
    static func entry(
        _ endpoint: String = "token", tenant: String = "contoso.com", query: [(String, String)] = [],
        form: [(String, String)]? = nil, headers: [(String, String)] = [], status: Int = 200, json: String? = nil,
        size: Int = 0, time: Int64 = 1_790_000_000,
        sharing: SharedBody? = nil
    ) throws -> JournalEntry {
        let facts = try facts(endpoint, tenant: tenant, query: query, form: form, headers: headers)
        let body = json.map { Array($0.utf8) } ?? Array(repeating: UInt8(ascii: "x"), count: size)
        return JournalEntry(
            endpoint: endpoint, request: facts.request, captures: facts.captures, query: facts.query, form: facts.form,
            origin: Origin(scheme: "https", host: "localhost", port: nil),
            peer: Peer(address: "127.0.0.1", isSecure: true), correlationID: "made-up",
            traceID: SystemRandom().guid(), time: Timestamp(seconds: time), duration: 1000,
            response: sharing.map { HTTPResponse(status: status, headers: HeaderList(), sharing: $0) }
                ?? HTTPResponse(
                    status: status, contentType: json == nil ? "text/plain" : "application/json", body: body),
            notes: ResponseNotes())
    }

    static func journal(_ entries: [JournalEntry]) throws -> Journal {
        let journal = Journal()
        let directory = try directory()
        for entry in entries { journal.append(entry, directory) }
        return journal
    }

    static let reader = JournalReader(sealing: sealing)

    static func json(_ text: String) throws -> JSONValue {
        guard let value = JSONValue(parsing: Array(text.utf8)) else { throw Missing() }
        return value
    }
}
