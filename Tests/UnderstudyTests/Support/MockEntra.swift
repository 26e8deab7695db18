import ControlPlane
import Crypto
import Directory
import Entra
import Formats
import HTTP
import Logging
import Platform
import Store
import Synchronization
import TestTags
import Transport
@testable import Understudy

/// A whole server in process without a socket: the pipeline, a movable clock and keys that are generated once per test run.
struct MockEntra: Backend {
    /// 2026-09-21 14:13:20Z, the time of the examples in docs/reference/protocol.md#examples.
    static let start = Timestamp(seconds: 1_790_000_000)
    static let origin = "https://localhost:8443"
    /// All tests share one set of RSA keys, because key generation is slow.
    private static let keys = Result { () throws(CryptoFailure) in try KeyMaterial.seeded("end-to-end tests") }
    private static let seed = Result { () throws(Configuration.Problems) in try Configuration.load(.seed).directory }

    let clock: MovableClock
    let store: MemoryStore
    let server: Server
    private let pipeline: Pipeline

    /// Creates a server with the seed directory.
    init(
        settings: ServerSettings = ServerSettings(), clock: MovableClock = MovableClock(start), keys: KeyMaterial? = nil
    ) throws {
        try self.init(directory: MockEntra.seed.get(), settings: settings, clock: clock, keys: keys)
    }

    /// Creates a server with the configuration text.
    init(yaml: String) throws {
        try self.init(directory: MockEntra.directory(yaml))
    }

    init(
        directory: Directory, settings: ServerSettings = ServerSettings(), clock: MovableClock = MovableClock(start),
        keys: KeyMaterial? = nil, logger: Logger = Logger(label: "tests") { _ in SwiftLogNoOpLogHandler() },
        replica: Replica = Replica(), store customStore: (any Store)? = nil
    ) throws {
        self.clock = clock
        store = MemoryStore()
        server = Server(
            settings: settings, directory: directory, store: customStore ?? store,
            keys: try keys ?? MockEntra.keys.get(),
            random: SystemRandom(), clock: clock, log: RequestLog(logger), replica: replica)
        pipeline = try Pipeline(server)
    }

    static func directory(_ yaml: String) throws -> Directory {
        do {
            return try Configuration.load(.inline(yaml)).directory
        } catch {
            throw Unusable(problems: error.problems.map(\.description))
        }
    }

    /// Returns a server whose tenant Contoso has one user, m@contoso.com with the password `p`, and one application. Every sign-in
    /// needs a second factor: `method`, a value of the member `mfa`.
    static func requiringSecondFactor(_ method: String) throws -> MockEntra {
        try MockEntra(
            directory: directory(
                """
                tenants:
                  - id: \(Seed.contoso)
                    domains: [contoso.com]
                    users:
                      - { userPrincipalName: m@contoso.com, password: p, mfa: "\(method)" }
                    applications:
                      - { appId: app, publicClient: { redirectUris: ["http://localhost"] } }
                    conditionalAccessPolicies:
                      - displayName: MFA
                        conditions: { users: { includeUsers: [All] }, applications: { includeApplications: [All] } }
                        grantControls: { builtInControls: [mfa] }
                """))
    }

    /// The problems of an invalid test configuration.
    struct Unusable: Error {
        let problems: [String]
    }

    func exchange(_ request: HTTPRequest, isSecure: Bool) -> HTTPResponse {
        exchange(request, Peer(address: "203.0.113.7", isSecure: isSecure))
    }

    /// Sends a request and runs `meanwhile` while the response is delayed.
    func exchange(_ request: HTTPRequest, _ peer: Peer, meanwhile: () -> Void = {}) -> HTTPResponse {
        finalize(pipeline.reply(to: request, from: peer), meanwhile)
    }

    /// Returns the first reply of the pipeline: a response or a deferral.
    func reply(to request: HTTPRequest, _ peer: Peer) -> Reply { pipeline.reply(to: request, from: peer) }

    /// Returns the final response without waiting for delays.
    private func finalize(_ reply: Reply, _ meanwhile: () -> Void) -> HTTPResponse {
        switch reply {
        case .now(let response): return response
        case .after(_, let next):
            meanwhile()
            return finalize(next(), meanwhile)
        case .later(let deferral):
            let done = Flag()
            deferral.begin { done.isSet.store(true, ordering: .releasing) }
            waitUntil { done.isSet.load(ordering: .acquiring) }
            return finalize(deferral.next(), meanwhile)
        }
    }

    private final class Flag: Sendable {
        let isSet = Atomic<Bool>(false)
    }

    func replaceDirectory(_ directory: Directory) { server.replaceDirectory(directory) }

    /// Revokes everything that was issued to the user before now.
    func revoke(user: String, of tenant: String) {
        let home = User.Home(objectID: ObjectID(user), tenantID: TenantID(tenant))
        store.revoke(.user(home), before: clock.now())
    }

    /// Returns the refresh token as if a device of `PolicyLab`, named by the last digit of its id, had authenticated at the
    /// sign-in.
    func refreshToken(_ text: String, provedBy device: String?) throws -> String {
        guard let device else { return text }
        guard var token = RefreshToken(sealed: text, keys: server.keys.sealing) else { throw NoToken() }
        let known = token.grant.authentication
        token.grant.authentication = Authentication(
            home: known.home, time: known.time, methods: known.methods, sessionID: known.sessionID,
            deviceID: ObjectID("dddddddd-0000-4000-8000-00000000000\(device)"), order: known.order)
        return token.sealed(with: server.keys.sealing)
    }

    struct NoToken: Error {}

    /// Returns the site of the server at the origin.
    func at(_ origin: String) -> Site { Site(backend: self, origin: origin) }

    var site: Site { at(MockEntra.origin) }
}
