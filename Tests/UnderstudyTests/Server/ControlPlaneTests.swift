import ControlPlane
import Crypto
import Entra
import Formats
import Store
import Synchronization
import Testing
@testable import Understudy

/// The control plane serves health, the CA and the outbox (docs/reference/interface.md#control-plane;
/// docs/reference/security-checklist.md#rule-84).
@Suite struct ControlPlaneTests {
    private static let paths = ["health", "ca.pem", "ca.der", "ca.mobileconfig", "ssh-ca.pub"].map {
        "/_understudy/\($0)"
    }

    @Test("Health reports the version and the origins")
    func healthReportsVersionAndOrigins() throws {
        let entra = try MockEntra()
        entra.server.origins = [Origin(scheme: "http", host: "localhost", port: 8080)]
        let response = try entra.site.get("/_understudy/health")
        #expect(response.status == 200)
        let name = try #require(response["replica"])
        #expect(name.utf8.count == 8)
        #expect(
            response.text
                == #"{"status":"ok","version":"\#(Version.text)","replica":"\#(name)","origins":["http://localhost:8080"]}"#
        )
        #expect(try entra.site.get("/_understudy/requests").header("X-Understudy-Replica") == name)
    }

    @Test("Health waits for the signing keys and fails without them")
    func healthWaitsForSigningKeys() throws {
        let keys = try MockEntra().server.keys
        func health(_ signing: LazyKeyRing) throws -> Int {
            let others = keys.with(
                signing: signing, externalSigning: keys.externalSigning, userFlowSigning: keys.userFlowSigning)
            return try MockEntra(keys: others).site.get("/_understudy/health").status
        }
        let isCreated = Atomic(false)
        let slow = LazyKeyRing { () throws(CryptoFailure) in
            let ring = try keys.signing.get()
            isCreated.store(true, ordering: .relaxed)
            return ring
        }
        #expect(try health(slow) == 200)
        let wasMade = isCreated.load(ordering: .relaxed)
        #expect(wasMade)
        let none = LazyKeyRing { () throws(CryptoFailure) in throw CryptoFailure("a simulated failure") }
        #expect(try health(none) == 500)
    }

    @Test("Health reports keys that cannot be stored until storing succeeds")
    func healthReportsKeysThatCannotBeStored() throws {
        let keys = try MockEntra().server.keys
        let isFull = Atomic(true)
        let external = LazyKeyRing { () throws(CryptoFailure) in
            if isFull.load(ordering: .relaxed) { throw CryptoFailure("/data/keys/signing-external.pem: no room") }
            return try keys.externalSigning.get()
        }
        let others = keys.with(
            signing: keys.signing, externalSigning: external, userFlowSigning: keys.userFlowSigning)
        let check = WriteCheck(nil, interval: 0)
        let obstacles = {
            check.obstacles(others) { job in
                job()
                return true
            }
        }
        #expect(obstacles() == [], "no request has needed the keys")
        #expect(throws: CryptoFailure.self) { try external.get() }
        let expected = [Health.WriteFailure(.keys, "/data/keys/signing-external.pem: no room")]
        #expect(obstacles() == expected)
        #expect(obstacles() == expected)
        isFull.store(false, ordering: .relaxed)
        #expect(obstacles() == expected, "this call retries")
        #expect(obstacles() == [])
        #expect(external.isCreated)
    }

    @Test("Health is degraded and states the reason if a file cannot be written")
    func healthReportsUnwritableFiles() throws {
        let json = try #require(
            JSONValue(
                parsing: Health.json(
                    version: "1", replica: "r", origins: [],
                    Health.Condition(unwritable: [
                        Health.WriteFailure(.state, "/data/state.sqlite: cannot be written: No space left on device")
                    ]))))
        #expect(json["status"]?.string == "degraded")
        #expect(json["unwritable"]?.array?.first?["name"]?.string == "state")
        #expect(
            json["unwritable"]?.array?.first?["reason"]?.string
                == "/data/state.sqlite: cannot be written: No space left on device")
    }

    @Test("A server with its own certificate offers no CA", arguments: ["pem", "der", "mobileconfig"])
    func offersNoCAWithOwnCertificate(format: String) throws {
        var settings = ServerSettings()
        settings.hasOwnCertificate = true
        let response = try MockEntra(settings: settings).site.get("/_understudy/ca.\(format)")
        #expect(response.status == 404)
        #expect(response.header("Content-Type") == "application/problem+json")
        #expect(response.value["detail"]?.string == ControlEndpoint.noAuthority)
    }

    @Test("The CA is available as PEM, DER and configuration profile")
    func servesCAInThreeFormats() throws {
        let site = try MockEntra().at("http://localhost:8080")
        let pem = try site.get("/_understudy/ca.pem")
        #expect(pem.text.hasPrefix("-----BEGIN CERTIFICATE-----\n"))
        #expect(pem.header("Content-Type") == "application/x-pem-file")
        let der = try site.get("/_understudy/ca.der")
        let body = pem.text.split(separator: "\n").filter { !$0.hasPrefix("-----") }.joined()
        #expect(Base64.decodeStandard(body.utf8) == der.body)
        #expect(der.header("Content-Type") == "application/x-x509-ca-cert")
        let profile = try site.get("/_understudy/ca.mobileconfig")
        #expect(profile.text.contains("com.apple.security.root"))
        #expect(profile.header("Content-Type") == "application/x-apple-aspen-config")
    }

    @Test("The outbox lists sent codes, newest first, and filters by recipient")
    func outboxListsCodesNewestFirst() throws {
        let entra = try MockEntra()
        for (to, code) in [("a@x.example", "111111"), ("+41000", "222222")] {
            try entra.server.outbox.deliver(
                Outbox.Message(
                    to: to, channel: to.hasPrefix("+") ? .sms : .email, code: code, sentAt: MockEntra.start, tenant: nil
                ),
                now: MockEntra.start)
        }
        let first =
            "{\"to\":\"a@x.example\",\"channel\":\"email\",\"code\":\"111111\",\"sentAt\":\"2026-09-21T14:13:20Z\"}"
        let second = "{\"to\":\"+41000\",\"channel\":\"sms\",\"code\":\"222222\",\"sentAt\":\"2026-09-21T14:13:20Z\"}"
        #expect(try entra.site.get("/_understudy/outbox").text == "{\"messages\":[\(second),\(first)]}")
        #expect(try entra.site.get("/_understudy/outbox?to=A%40x.example").text == "{\"messages\":[\(first)]}")
        #expect(try entra.site.get("/_understudy/outbox?to=nobody").text == "{\"messages\":[]}")
        let guarded = try MockEntra(settings: ServerSettings(controlToken: "secret"))
        #expect(try guarded.site.get("/_understudy/outbox").status == 401)
    }

    struct Sender: Row {
        let name: String
        let headers: Site.Headers
        let isRejected: Bool
    }

    static let senders: [Sender] = [
        Sender(name: "a script", headers: [:], isRejected: false),
        Sender(name: "typed by the user", headers: ["Sec-Fetch-Site": "none"], isRejected: false),
        Sender(
            name: "our own page", headers: ["Sec-Fetch-Site": "same-origin", "Origin": MockEntra.origin],
            isRejected: false),
        Sender(name: "another site", headers: ["Origin": "https://evil.test"], isRejected: true),
        Sender(name: "another site, new browser", headers: ["Sec-Fetch-Site": "cross-site"], isRejected: true),
        Sender(name: "another host of the site", headers: ["Sec-Fetch-Site": "same-site"], isRejected: true),
        Sender(name: "another port", headers: ["Origin": "https://localhost:1"], isRejected: true),
        Sender(name: "a longer name", headers: ["Origin": "https://localhost:8443.evil.test"], isRejected: true),
        Sender(name: "a name that ends alike", headers: ["Origin": "https://evil-localhost:8443"], isRejected: true),
    ]

    @Test("Browser requests from other origins are rejected", arguments: senders)
    func rejectsBrowserRequestsFromOtherOrigins(_ row: Sender) throws {
        let site = try MockEntra().site
        for path in ControlPlaneTests.paths {
            let response = try site.get(path, headers: row.headers)
            #expect(response.status == (row.isRejected ? 403 : 200))
            if row.isRejected { #expect(response.header("Content-Type") == "application/problem+json") }
            #expect(response.header("Access-Control-Allow-Origin") == nil)
        }
    }

    @Test("Public paths require no control token")
    func publicPathsRequireNoControlToken() throws {
        var settings = ServerSettings()
        settings.controlToken = "secret"
        let site = try MockEntra(settings: settings).site
        for path in ControlPlaneTests.paths { #expect(try site.get(path).status == 200) }
    }
}
