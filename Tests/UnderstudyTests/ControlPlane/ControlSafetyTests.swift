import Directory
import Entra
import Formats
import HTTP
import Protocol
import Testing
@testable import Understudy

/// The control plane protects every path in the route table that is not public.
@Suite struct ControlSafetyTests {
    /// The method and path of every protected route.
    private static var guarded: [(method: String, path: String)] {
        Routes.table.filter { $0.pattern.hasPrefix("/_understudy/") && !$0.handler.isPublic }.flatMap { route in
            route.methods.map { ($0, route.pattern.replacing("{tenant}", with: "x").replacing("{key}", with: "x")) }
        }
    }

    @Test("The control plane rejects a rebound host name on every protected path")
    func rejectsReboundHostOnProtectedPaths() throws {
        let entra = try MockEntra()
        let site = entra.at("http://evil.example:8080")
        #expect(ControlSafetyTests.guarded.count > 12)
        for (method, path) in ControlSafetyTests.guarded {
            let response = try site.send(method, path)
            #expect(response.status == 403, "\(method) \(path)")
            #expect(response.value["title"]?.string == "Unknown host name")
        }
        #expect(try site.get("/_understudy/health").status == 200)
        #expect(try site.get("/common/discovery/v2.0/keys").status == 200)
        var settings = ServerSettings()
        settings.controlHosts = ["evil.example"]
        #expect(try MockEntra(settings: settings).at("http://evil.example").get("/_understudy/clock").status == 200)
    }

    @Test("The control plane rejects a rebound host name when a public origin is set")
    func rejectsReboundHostDespitePublicOrigin() throws {
        var settings = ServerSettings()
        settings.publicOrigin = Origin(scheme: "https", host: "id.example", port: nil)
        let entra = try MockEntra(settings: settings)
        for (method, path) in ControlSafetyTests.guarded {
            let response = try entra.at("http://evil.example:8080").send(method, path)
            #expect(response.status == 403, "\(method) \(path)")
            #expect(response.value["title"]?.string == "Unknown host name")
        }
        let graph = try entra.at("http://evil.example:8080").get(
            "/v1.0/users", headers: ["X-Understudy-Tenant": Seed.contoso])
        #expect(graph.status == 403)
        for origin in [
            "http://127.0.0.1:8080", "https://id.example", "http://id.example:8080", "http://understudy:8080",
        ] {
            #expect(try entra.at(origin).get("/_understudy/clock").status == 200, "\(origin)")
        }
        #expect(try entra.at("http://evil.example:8080").get("/common/discovery/v2.0/keys").status == 200)
    }

    @Test(
        "The control plane checks the forwarded host of a trusted proxy in addition to the Host header",
        arguments: [true, false])
    func checksForwardedHostFromTrustedProxy(isTrusted: Bool) throws {
        var settings = ServerSettings()
        settings.publicOrigin = Origin(scheme: "https", host: "id.example", port: nil)
        settings.trustsProxy = isTrusted
        let entra = try MockEntra(settings: settings)
        let status = { (host: String, forwarded: String) throws in
            try entra.at("http://\(host)").get("/_understudy/clock", headers: ["X-Forwarded-Host": forwarded]).status
        }
        for inner in ["127.0.0.1:8080", "inner:8080", "id.example"] {
            #expect(try status(inner, "id.example") == 200)
        }
        // A page under a rebound host name can send the same headers as a proxy.
        for forwarded in ["id.example", "localhost:8080"] {
            #expect(try status("evil.example:8080", forwarded) == 403)
        }
        #expect(try status("id.example", "evil.example") == (isTrusted ? 403 : 200))
    }

    @Test("Every protected path requires the control token")
    func requiresControlToken() throws {
        let site = try MockEntra(settings: ServerSettings(controlToken: "secret")).site
        for (method, path) in ControlSafetyTests.guarded {
            #expect(try site.send(method, path).status == 401, "\(method) \(path)")
            #expect(try site.send(method, path, headers: ["Authorization": "Bearer wrong"]).status == 401)
        }
        for header in ["Bearer secret", "bearer secret", "Basic eDpzZWNyZXQ=", "BASIC eDpzZWNyZXQ="] {
            #expect(try site.get("/_understudy/clock", headers: ["Authorization": header]).status == 200, "\(header)")
        }
        for header in ["Bearer", "Bearer ", "secret", "Bearersecret", "bearer Secret", "Basic eDpTZWNyZXQ="] {
            #expect(try site.get("/_understudy/clock", headers: ["Authorization": header]).status == 401, "\(header)")
        }
    }

    @Test("Every protected path rejects requests from another origin")
    func rejectsCrossOriginRequests() throws {
        let site = try MockEntra().site
        for (method, path) in ControlSafetyTests.guarded {
            #expect(try site.send(method, path, headers: ["Origin": "https://evil.example"]).status == 403)
        }
    }

    @Test("A body over the size limit is rejected and changes nothing")
    func rejectsOversizedBodyWithoutEffect() throws {
        let site = try MockEntra().site
        let body = "{\"offset\": \"PT1H\", \"x\": \"\(String(repeating: "x", count: 1 << 20))\"}"
        let response = try site.control("PUT", "clock", body)
        #expect(response.status == 413)
        #expect(response.header("Content-Type") == "application/problem+json")
        #expect(try site.control("GET", "clock").value["offset"]?.string == "PT0S")
    }

    @Test(
        "The server warns at startup if other machines can reach an open control plane",
        arguments: [
            ("0.0.0.0", nil, true), ("::", nil, true), ("192.168.1.2", nil, true), ("0.0.0.0", "secret", false),
            ("127.0.0.1", nil, false), ("localhost", nil, false), ("::1", nil, false), (nil, nil, false),
            ("127.9.0.1", nil, false), ("::ffff:127.0.0.1", nil, false), ("127.evil.test", nil, true),
            ("::ffff:127.evil.test", nil, true), ("127.0.0.1.evil.test", nil, true),
        ] as [(String?, String?, Bool)])
    func warnsAboutReachableOpenControlPlane(host: String?, token: String?, isWarned: Bool) {
        var options = ServerOptions()
        options.host = host
        options.controlToken = token
        #expect((ControlExposure.warning(options) != nil) == isWarned)
    }
}
