import Directory
import Formats
import HTTP
import Testing
import Transport
@testable import Understudy

/// `GET` and `PUT /_understudy/directory` read and replace the directory.
@Suite struct DirectoryDocumentTests {
    @Test("Putting the exported directory changes nothing")
    func puttingExportChangesNothing() throws {
        let entra = try MockEntra()
        let before = try entra.site.control("GET", "directory")
        #expect(before.status == 200)
        #expect(try entra.site.control("PUT", "directory", before.text).status == 204)
        #expect(try entra.site.control("GET", "directory").text == before.text)
        #expect(try entra.site.tokens(tenant: "contoso.com").status == 200)
    }

    @Test("Reading and replacing the directory run outside the event loop", arguments: ["GET", "PUT"])
    func runsDirectoryRequestsOutsideEventLoop(method: String) throws {
        let request = HTTPRequest(
            method: method, path: "/_understudy/directory", query: "",
            headers: HeaderList([.init("Content-Type", "application/json")]), body: Array("{}".utf8),
            authority: "localhost:8443")
        let pipeline = try Pipeline(MockEntra().server)
        guard case .later = pipeline.reply(to: request, from: Peer(address: "::1", isSecure: true)) else {
            Issue.record("the response is not delayed")
            return
        }
    }

    @Test("A replaced directory is current until the next reset")
    func usesReplacedDirectoryUntilReset() throws {
        let site = try MockEntra().site
        let directory =
            #"{"tenants": [{"id": "\#(Seed.fabrikam)", "domains": ["new.example"], "users": [{"userPrincipalName": "u@new.example"}]}]}"#
        #expect(try site.control("PUT", "directory", directory).status == 204)
        #expect(try site.get("/new.example/v2.0/.well-known/openid-configuration").status == 200)
        #expect(try site.get("/contoso.com/v2.0/.well-known/openid-configuration").status == 400)
        #expect(try site.control("POST", "reset").status == 204)
        #expect(try site.get("/contoso.com/v2.0/.well-known/openid-configuration").status == 200)
    }

    @Test("Resetting a tenant restores it from the configuration, or removes it if the configuration lacks it")
    func resetRestoresOrRemovesOneTenant() throws {
        let site = try MockEntra().site
        let extra = "55555555-5555-4555-8555-555555555555"
        func reachableDomains() throws -> [String] {
            try ["extra.example", "contoso.com", "fabrikam.com"].filter {
                try site.get("/\($0)/v2.0/.well-known/openid-configuration").status == 200
            }
        }
        let directory = #"{"tenants": [{"id": "\#(extra)", "domains": ["extra.example"]}]}"#
        #expect(try site.control("PUT", "directory", directory).status == 204)
        #expect(try reachableDomains() == ["extra.example"])
        #expect(try site.control("POST", "reset?tenant=extra.example").status == 204)
        #expect(try site.control("POST", "reset?tenant=contoso.com").status == 204)
        #expect(try reachableDomains() == ["contoso.com"])
        #expect(try site.tokens(tenant: "contoso.com").status == 200)
        #expect(try site.control("POST", "reset?tenant=extra.example").status == 404)
    }

    @Test("Every error is reported with its JSON pointer, and nothing is applied")
    func reportsEveryErrorWithoutApplying() throws {
        let site = try MockEntra().site
        let before = try site.control("GET", "directory").text
        let directory =
            #"{"tenants": [{"id": "no GUID", "domians": ["a.example"], "users": [{"displayName": "nameless"}]}], "settings": {"signIn": "never"}}"#
        let response = try site.control("PUT", "directory", directory)
        #expect(response.status == 400)
        let errors = response.value["errors"]?.array ?? []
        #expect(
            errors.compactMap { $0["pointer"]?.string }.sorted() == [
                "#/settings/signIn", "#/tenants/0/domians", "#/tenants/0/id", "#/tenants/0/users/0",
            ])
        #expect(errors.contains { $0["detail"]?.string?.contains("did you mean domains?") == true })
        #expect(try site.control("GET", "directory").text == before)
    }

    @Test(
        "A directory with file references, server options or invalid JSON is rejected",
        arguments: [
            #"{"applicationsFrom": ["/etc/passwd"]}"#,
            #"{"tenants": [{"id": "\#(Seed.contoso)", "domains": ["a.example"]}], "applicationsFrom": ["apps/*.json"]}"#,
            #"{"tenants": [{"id": "\#(Seed.contoso)", "domains": ["a.example"], "applicationsFrom": ["apps/*.json"]}]}"#,
            #"{"server": {"host": "::"}}"#, "tenants: []", "", "[]",
            #"{"federatedIssuers": [{"issuer": "https://i.example", "jwksFile": "/etc/passwd"}]}"#,
            #"{"tenants": [{"id": "\#(Seed.contoso)", "applications": [{"appId": "a", "keyCredentials": [{"certificate": "/etc/passwd"}]}]}]}"#,
        ])
    func rejectsFilesServerOptionsAndInvalidJSON(_ body: String) throws {
        let response = try MockEntra().site.control("PUT", "directory", body)
        #expect(response.status == 400)
        #expect(!response.text.contains("root:"))
    }
}
