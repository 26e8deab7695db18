import ControlPlane
import Crypto
import Directory
import Entra
import Formats
import HTTP
import Platform
import Store
import Synchronization
import TestTags
import Testing
import Transport
@testable import Understudy

/// The server generates keys when a request first needs them. Generation takes tens of milliseconds and never runs on the thread of
/// an event loop.
@Suite struct MissingKeysTests {
    private static let directory = Result { () throws(Configuration.Problems) in
        try Configuration.load(.seed).directory
    }

    /// A server without generated keys, except those that sign the tokens of workforce tenants. With `hasTimedOut`, these are
    /// missing too.
    private static func entra(hasTimedOut: Bool = false) throws -> MockEntra {
        let fresh = try KeyMaterial.seeded("missing keys")
        if !hasTimedOut { _ = try fresh.signing.get() }
        return try MockEntra(keys: fresh)
    }

    struct Request: Row {
        let name: String
        var method = "GET"
        let path: String
        var headers: [(String, String)] = []
        var body = ""
        var isForm = false

        func message() -> HTTPRequest {
            var list = HeaderList([.init("Host", "localhost:8443")])
            for (name, value) in headers { list.append(name, value) }
            if !body.isEmpty {
                list.append("Content-Type", isForm ? "application/x-www-form-urlencoded" : "application/json")
            }
            let parts = path.split(separator: "?", maxSplits: 1)
            return HTTPRequest(
                method: method, path: String(parts[0]), query: parts.count > 1 ? String(parts[1]) : "", headers: list,
                body: Array(body.utf8), authority: "localhost:8443")
        }
    }

    /// A token that names a tenant and has no valid signature.
    private static func token(tenant: String) -> String {
        let parts = [#"{"alg":"RS256","kid":"x"}"#, #"{"tid":"\#(tenant)","iss":"x"}"#, "signature"]
        return parts.map { Base64.url(Array($0.utf8)) }.joined(separator: ".")
    }

    private static func tenant(_ kind: Tenant.Kind) throws -> Tenant {
        try #require(try directory.get().tenants.first { $0.kind == kind })
    }

    private static let external = (try? tenant(.external).id.description) ?? ""
    private static let b2c = (try? tenant(.b2c).id.description) ?? ""

    /// Requests that need keys that the server does not generate at startup.
    static let requests: [Request] = [
        Request(name: "keys of an external tenant", path: "/\(external)/discovery/v2.0/keys"),
        Request(name: "keys of a b2c tenant", path: "/\(b2c)/discovery/v2.0/keys"),
        Request(
            name: "token of an external tenant", method: "POST", path: "/\(external)/oauth2/v2.0/token",
            body: "grant_type=client_credentials&client_id=x", isForm: true),
        Request(
            name: "userinfo for a token of an external tenant", path: "/oidc/userinfo",
            headers: [("Authorization", "Bearer \(token(tenant: external))")]),
        Request(
            name: "Graph for a token of an external tenant", path: "/v1.0/me",
            headers: [("Authorization", "Bearer \(token(tenant: external))")]),
        Request(
            name: "assertion of an external tenant", method: "POST", path: "/\(Seed.contoso)/oauth2/v2.0/token",
            body: "grant_type=x&client_id=x&assertion=\(token(tenant: external))", isForm: true),
        Request(
            name: "id_token_hint of an external tenant",
            path: "/\(Seed.contoso)/oauth2/v2.0/logout?id_token_hint=\(token(tenant: external))"),
        Request(
            name: "SAML assertion", method: "POST", path: "/\(Seed.contoso)/oauth2/v2.0/token",
            body: "grant_type=urn:ietf:params:oauth:grant-type:saml2-bearer&client_id=x&assertion=x", isForm: true),
        Request(
            name: "WS-Trust", method: "POST", path: "/adfs/services/trust/13/usernamemixed", body: "<a/>"),
        Request(
            name: "minting for an external tenant", method: "POST", path: "/_understudy/tokens",
            body: #"{"tenant": "\#(external)", "client": "x"}"#),
        Request(
            name: "inspecting a token of an external tenant", method: "POST", path: "/_understudy/tokens/inspect",
            body: #"{"token": "\#(token(tenant: external))"}"#),
        Request(name: "all keys", path: "/_understudy/keys"),
        Request(name: "a driven sign-in", method: "POST", path: "/_understudy/signin", body: "{}"),
    ]

    @Test("A request that needs missing keys waits without blocking the event loop", .tags(.slow), arguments: requests)
    func waitsForMissingKeysWithoutBlockingLoop(_ request: Request) throws {
        let entra = try MissingKeysTests.entra()
        let before = entra.server.keys.lazyRings.filter(\.isCreated).count
        guard case .later(let deferral) = MissingKeysTests.reply(entra, request) else {
            Issue.record("the response is not delayed")
            return
        }
        #expect(entra.server.keys.lazyRings.filter(\.isCreated).count == before, "the caller's thread creates no key")
        var next = MissingKeysTests.wait(deferral)
        while case .later(let deferral) = next { next = MissingKeysTests.wait(deferral) }
        guard case .now(let response) = next else {
            Issue.record("the response is delayed again")
            return
        }
        // A WS-Trust fault has status 500 whatever its cause.
        #expect(
            response.status < 500 || request.path.hasPrefix("/adfs/"),
            "\(String(decoding: response.body, as: UTF8.self))")
        guard !["/_understudy/signin"].contains(request.path) else { return }
        #expect(entra.server.keys.lazyRings.filter(\.isCreated).count > before)
        if case .later = MissingKeysTests.reply(entra, request) { Issue.record("the request waits again") }
    }

    @Test(
        "A request that needs no missing keys does not wait", .tags(.slow),
        arguments: [
            "/\(Seed.contoso)/discovery/v2.0/keys", "/\(external)/v2.0/.well-known/openid-configuration",
            "/common/discovery/keys", "/_understudy/health", "/_understudy/clock", "/nowhere",
        ])
    func doesNotWaitIfNoKeysAreMissing(path: String) throws {
        let entra = try MissingKeysTests.entra()
        if case .later = MissingKeysTests.reply(entra, Request(name: path, path: path)) {
            Issue.record("the request waits")
        }
        #expect(entra.server.keys.lazyRings.filter(\.isCreated).count == 1)
    }

    @Test("At startup, requests wait for the keys of workforce tenants in the same way")
    func waitsForWorkforceKeysAtStartup() throws {
        let entra = try MissingKeysTests.entra(hasTimedOut: true)
        let health = Request(name: "health", path: "/_understudy/health")
        guard case .later(let deferral) = MissingKeysTests.reply(entra, health) else {
            Issue.record("the response is not delayed")
            return
        }
        #expect(!entra.server.keys.signing.isCreated)
        guard case .now(let response) = MissingKeysTests.wait(deferral) else {
            Issue.record("the request waits again")
            return
        }
        #expect(response.status == 200)
    }

    private static func reply(_ entra: MockEntra, _ request: Request) -> Reply {
        entra.reply(to: request.message(), Peer(address: "127.0.0.1", isSecure: true))
    }

    private static func wait(_ deferral: Deferral) -> Reply {
        let over = Over()
        deferral.begin { over.isOver.store(true, ordering: .releasing) }
        waitUntil { over.isOver.load(ordering: .acquiring) }
        return deferral.next()
    }

    private final class Over: Sendable {
        let isOver = Atomic(false)
    }
}
