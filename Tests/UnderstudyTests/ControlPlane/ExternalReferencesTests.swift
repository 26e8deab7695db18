import Crypto
import Directory
import Formats
import Testing
@testable import Understudy

/// Only the configuration file and the startup options may name a folder to write to or an address to fetch from. A control plane
/// that is open to everyone must not change either.
@Suite struct ExternalReferencesTests {
    private static let configuration = """
        settings: {arcKeyFolder: /configured/keys}
        federatedIssuers:
          - {issuer: "https://keys.example", jwksUri: "https://keys.example/keys"}
          - {issuer: "https://found.example", discovery: true}
          - {issuer: "https://else.example", discovery: true, address: "http://localhost:1",
             certificateAuthority: "\(certificate)"}
          - {issuer: "https://given.example", jwks: {keys: [{kty: RSA, kid: k, n: "\(modulus)", e: AQAB}]}}
        tenants: [{id: \(Seed.contoso), domains: [contoso.com]}]
        """
    private static let modulus = Base64.url([UInt8](repeating: 0xC1, count: 256))
    private static let certificate =
        (try? TestKeyMaterial.authority()).map { $0.replacing("\n", with: "\\n") } ?? ""

    private static func entra(token: String? = nil) throws -> MockEntra {
        var settings = ServerSettings()
        settings.controlToken = token
        return try MockEntra(directory: MockEntra.directory(configuration), settings: settings)
    }

    struct Change: Row {
        var name: String { "\(pointer): \(document)" }
        let document: String
        let pointer: String
        /// Whether a client with the control token may make the change. No client may name files.
        var isAllowedWithToken = true
    }

    private static func issuer(_ text: String) -> String { #"{"federatedIssuers": [\#(text)], "tenants": []}"# }

    static let changes: [Change] = [
        Change(document: #"{"settings": {"arcKeyFolder": "/tmp"}}"#, pointer: "/settings/arcKeyFolder"),
        Change(document: #"{"settings": {"arcKeyFolder": "/configured/keys/"}}"#, pointer: "/settings/arcKeyFolder"),
        Change(
            document: issuer(#"{"issuer": "https://keys.example", "jwksUri": "http://169.254.169.254/keys"}"#),
            pointer: "/federatedIssuers/0/jwksUri"),
        Change(
            document: issuer(#"{"issuer": "https://other.example", "jwksUri": "https://keys.example/keys"}"#),
            pointer: "/federatedIssuers/0/jwksUri"),
        Change(
            document: issuer(#"{"issuer": "https://keys.example", "jwksUri": "https://keys.example/other"}"#),
            pointer: "/federatedIssuers/0/jwksUri"),
        Change(
            document: issuer(#"{"issuer": "http://localhost:6379", "discovery": true}"#),
            pointer: "/federatedIssuers/0/discovery"),
        Change(
            document: issuer(#"{"issuer": "https://keys.example", "discovery": true}"#),
            pointer: "/federatedIssuers/0/discovery"),
        Change(
            document: issuer(#"{"issuer": "https://found.example", "discovery": true, "address": "http://10.0.0.1"}"#),
            pointer: "/federatedIssuers/0/address"),
        Change(
            document: issuer(
                #"{"issuer": "https://found.example", "discovery": true, "certificateAuthority": "\#(certificate)"}"#),
            pointer: "/federatedIssuers/0/discovery"),
        Change(
            document: issuer(#"{"issuer": "https://given.example", "jwksFile": "/etc/passwd"}"#),
            pointer: "/federatedIssuers/0/jwksFile", isAllowedWithToken: false),
        Change(
            document: issuer(
                #"{"issuer": "https://x.example", "discovery": true, "certificateAuthority": "/etc/passwd"}"#),
            pointer: "/federatedIssuers/0/certificateAuthority", isAllowedWithToken: false),
        Change(document: #"{"server": {"dataDir": "/tmp"}}"#, pointer: "/server", isAllowedWithToken: false),
        Change(document: #"{"server": {"store": "redis://10.0.0.1"}}"#, pointer: "/server", isAllowedWithToken: false),
    ]

    @Test("An open control plane rejects the change, names the member and states how to allow it", arguments: changes)
    func openControlPlaneRejectsExternalLocations(_ change: Change) throws {
        let entra = try ExternalReferencesTests.entra()
        let before = try entra.site.control("GET", "directory").text
        let response = try entra.site.control("PUT", "directory", change.document)
        #expect(response.status == 400)
        let errors = response.value["errors"]?.array ?? []
        let problems = errors.filter { $0["pointer"]?.string == "#\(change.pointer)" }
        #expect(!problems.isEmpty, "\(response.text)")
        if change.isAllowedWithToken {
            #expect(problems.contains { $0["detail"]?.string?.contains("--control-token") == true }, "\(response.text)")
        }
        #expect(try entra.site.control("GET", "directory").text == before)
    }

    @Test("The control token allows every change except file references and server options", arguments: changes)
    func controlTokenAllowsExternalLocationsExceptFiles(_ change: Change) throws {
        let entra = try ExternalReferencesTests.entra(token: "secret")
        let response = try entra.site.send(
            "PUT", "/_understudy/directory",
            headers: ["Content-Type": "application/json", "Authorization": "Bearer secret"], body: change.document)
        #expect(response.status == (change.isAllowedWithToken ? 204 : 400), "\(response.text)")
    }

    @Test("Current and configured locations may be repeated, alone and in an export")
    func acceptsCurrentAndConfiguredLocations() throws {
        let entra = try ExternalReferencesTests.entra()
        let export = try entra.site.control("GET", "directory").text
        #expect(export.contains("/configured/keys") && export.contains("BEGIN CERTIFICATE"))
        #expect(try entra.site.control("PUT", "directory", export).status == 204)
        #expect(try entra.site.control("GET", "directory").text == export)
        #expect(try entra.site.control("PUT", "directory", #"{"tenants": []}"#).status == 204)
        #expect(try entra.site.control("PUT", "directory", export).status == 204, "the configuration still names them")
        #expect(try entra.site.control("PUT", "directory", #"{"settings": {"consent": "automatic"}}"#).status == 204)
        entra.replaceDirectory(try MockEntra.directory("settings: {arcKeyFolder: /reloaded}"))
        #expect(try entra.site.control("POST", "reset").status == 204)
        #expect(try entra.site.control("PUT", "directory", export).status == 400, "a reload has named others")
        let reloaded = #"{"settings": {"arcKeyFolder": "/reloaded"}}"#
        #expect(try entra.site.control("PUT", "directory", reloaded).status == 204)
    }

    @Test(
        "Neither tenants created at run time nor Microsoft Graph can set an external location",
        arguments: [
            ("POST", "/_understudy/tenants", #"{"settings": {"arcKeyFolder": "/tmp"}}"#),
            ("POST", "/_understudy/tenants", #"{"cloneOf": "contoso.com", "federatedIssuers": []}"#),
            ("PATCH", "/_understudy/directory", #"{"settings": {"arcKeyFolder": "/tmp"}}"#),
            ("PATCH", "/v1.0/organization/\(Seed.contoso)", #"{"arcKeyFolder": "/tmp"}"#),
            ("POST", "/v1.0/users", #"{"arcKeyFolder": "/tmp", "displayName": "x"}"#),
            ("POST", "/v1.0/applications", #"{"displayName": "x", "jwksUri": "http://10.0.0.1"}"#),
        ])
    func rejectsExternalLocationsInTenantsAndGraph(method: String, path: String, body: String) throws {
        let entra = try ExternalReferencesTests.entra()
        let before = try entra.site.control("GET", "directory").text
        let response = try entra.site.send(
            method, path, headers: ["Content-Type": "application/json", "X-Understudy-Tenant": Seed.contoso], body: body
        )
        #expect((400...499).contains(response.status), "\(response.status)")
        #expect(try entra.site.control("GET", "directory").text == before)
    }
}

private enum TestKeyMaterial {
    static func authority() throws -> String { try MockEntra().server.keys.authority.certificatePEM }
}
