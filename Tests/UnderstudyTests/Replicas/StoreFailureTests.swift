import ControlPlane
import Directory
import Entra
import Formats
import HTTP
import Protocol
import TestChangeLog
import TestTags
import Testing
@testable import Understudy

/// These tests show that a failing store never looks like a mistake of the user or the client. Requests that need the store return
/// 503 with `Retry-After`, and all others work as usual.
@Suite struct StoreFailureTests {
    /// The endpoints that work as usual while the store fails, because they read only memory or nothing.
    static let unaffected: Set<String> = [
        "discovery", "keys", "instance", "nativeclient", "userrealm", "webfinger", "enrollment", "mex",
        "federationmetadata", "kerberos",
        "error", "passwordreset",
        "instancemetadata", "checksession", "endauth", "userinfo", "federation", "resourcemanager",
        "contract-response", "contract-list", "contract-clear", "landing", "favicon",
        EndpointName.unknown,
    ]

    /// The steps that do not change the store.
    static let stateless: Set<String> = [
        "initiate", "introspect", "signup-start", "signup-challenge", "resetpassword-start", "resetpassword-challenge",
        "register-introspect", "register-challenge",
    ]

    struct RouteRow: Row {
        let route: Route<Endpoint>

        var name: String { "\(route.methods.first ?? "any") \(route.pattern)" }

        /// Sends a request that matches the route's pattern.
        func send(to site: Site) throws -> TestResponse {
            let path = route.pattern.split(separator: "/", omittingEmptySubsequences: false).map { segment in
                switch segment {
                case "{tenant}": "contoso.com"
                case "{policy}": "B2C_1_signupsignin"
                case "{tenant=adfs}": "adfs"
                case let name where name.hasPrefix("{"): "x"
                default: String(segment)
                }
            }
            return try site.send(route.methods.first ?? "GET", path.joined(separator: "/"))
        }
    }

    static let routes = Routes.table.map(RouteRow.init)

    @Test("Every endpoint of the route table either has a scenario that uses the store or works without the store")
    func everyEndpointIsClassifiedByStoreUse() {
        let scenarios = Set(StoreScenario.table.map(\.endpoint))
        // A test below covers every operation of the control plane that the OpenAPI description has.
        let described = Set(DescribedOperation.controlPlane.map(\.path))
        let others = Routes.table.filter { !described.contains($0.pattern) }.map(\.handler.name)
        let named = Set(others).union(scenarios.intersection(Routes.endpointNames))
        let classified = scenarios.union(Self.unaffected).union(Self.stateless)
        #expect(named.subtracting(classified) == [])
        #expect(classified.subtracting(named) == [])
        #expect(Self.unaffected.isDisjoint(with: scenarios))
    }

    @Test(
        "An endpoint that does not need the store works as usual while the store fails", .tags(.slow),
        arguments: routes.filter { unaffected.contains($0.route.handler.name) })
    func endpointsWithoutStoreWorkAsUsual(_ row: RouteRow) throws {
        let healthy = try StoreScenario.seed()
        let failing = try StoreScenario.seed()
        failing.fuse.blow()
        let response = try row.send(to: failing.site)
        #expect(response.status == (try row.send(to: healthy.site).status))
        #expect(response.status != 503)
    }

    @Test(
        "An operation of the control plane works as usual while the store fails, or reports 503 if it uses the store",
        .tags(.slow), arguments: DescribedOperation.controlPlane)
    func controlOperationWorksOrReportsFailure(_ operation: DescribedOperation) throws {
        let healthy = try StoreScenario.seed()
        let failing = try StoreScenario.seed()
        failing.fuse.blow()
        let (usual, status) = (try operation.status(at: healthy.site), try operation.status(at: failing.site))
        let usesStore = Routes.table.contains { route in
            route.pattern == operation.path && route.methods.contains(operation.method) && route.handler.usesStore
        }
        #expect(status == usual || usesStore && status == 503, "\(status) instead of \(usual)")
    }

    @Test(
        "Every endpoint reports a failure of the store with 503 and Retry-After, in its own format", .tags(.slow),
        arguments: routes)
    func reportsStoreFailureInFormatOfEndpoint(_ row: RouteRow) throws {
        let mock = try MockEntra()
        let request = HTTPRequest(
            method: row.route.methods.first ?? "GET", path: "/contoso.com/x", query: "",
            headers: HeaderList([.init("Host", "localhost:8443")]), body: [], authority: "localhost:8443")
        let context = try RequestRouter(mock.server).routed(
            request, Peer(address: "203.0.113.7", isSecure: true), for: Pipeline(mock.server))
        let error = EntraError.storeUnavailable("a simulated failure")
        let response = ErrorRendering.unavailable(error, row.route.handler, context)
        #expect(response.status == 503)
        #expect(response.headers["Retry-After"] == "1")
        #expect(response.headers["Location"] == nil)
        #expect(!response.body.isEmpty)
    }

    private static let users = [
        User.Home(objectID: ObjectID(Seed.alex), tenantID: TenantID(Seed.contoso)),
        User.Home(objectID: ObjectID(B2C.sam), tenantID: TenantID(Seed.adventureWorks)),
    ]

    @Test(
        "Each failing use of the store returns 503 and counts no wrong password", .tags(.slow),
        arguments: StoreScenario.table)
    func returnsServiceUnavailableForEachStoreFailure(_ row: StoreScenario) throws {
        let healthy = try row.entra()
        let request = try row.prepare(healthy)
        healthy.fuse.set(failing: nil)
        let expected = try request()
        let uses = healthy.fuse.uses
        #expect(expected.status != 503)
        #expect(uses > 0 || Self.stateless.contains(row.endpoint), "The scenario does not use the store.")
        for number in 0..<uses {
            let entra = try row.entra()
            let request = try row.prepare(entra)
            let counted = Self.users.map(entra.wrongFactors)
            entra.fuse.set(failing: number)
            let response = try request()
            #expect(response.status == 503, "use \(number) of \(uses): \(response.text.prefix(400))")
            #expect(response.header("Retry-After") == "1", "use \(number)")
            #expect(response.header("Location") == nil, "use \(number)")
            #expect(response.reportsTemporarilyUnavailable, "use \(number): \(response.text.prefix(400))")
            #expect(Self.users.map(entra.wrongFactors) == counted, "use \(number)")
        }
    }

    @Test("A correct password signs in after a failure of the store", arguments: [0, 1, 2, 3])
    func signsInAfterStoreFailure(failing: Int) throws {
        let entra = try StoreScenario.b2c()
        let signIn = {
            try entra.site.signIn(B2C.native, .openID, as: "sam@adventureworks.example", tenant: B2C.policy())
        }
        for _ in 0..<12 {
            entra.fuse.set(failing: failing)
            #expect(try [302, 503].contains(signIn().status))
        }
        entra.fuse.set(failing: nil)
        #expect(try signIn().fields["code"] != nil)
    }
}

extension TestResponse {
    /// Whether the body reports the failure in the format of its endpoint.
    fileprivate var reportsTemporarilyUnavailable: Bool {
        let type = header("Content-Type") ?? ""
        if type.hasPrefix("text/html") {
            return text.contains("temporarily unavailable") || text.contains("a simulated failure")
        }
        if type.hasPrefix("application/soap+xml") { return text.contains("s:Receiver") && text.contains("AADSTS90033") }
        guard let json else { return false }
        // Version 2 of native authentication has no such code (docs/reference/wire.md#native-auth-v2), and Microsoft Graph has its
        // own code.
        let code = json["error"]?["code"]?.string
        return json["error"]?.string == "temporarily_unavailable" || code == "serverError"
            || code == "ServiceUnavailable"
    }
}
