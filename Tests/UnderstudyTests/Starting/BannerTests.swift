import Directory
import Testing

@testable import Understudy

@Suite struct BannerTests {
    @Test("the APIs that every tenant has are neither listed as clients nor asked for")
    func ownApplicationsOnly() throws {
        let tenant = try #require(
            try MockEntra.directory(
                """
                tenants:
                - id: \(Seed.contoso)
                  domains: [contoso.com]
                  applications:
                  - {appId: daemon, displayName: Daemon, passwordCredentials: [{secretText: s}]}
                """
            ).tenants.first)
        #expect(Banner.clients(of: tenant) == ["", "  Client ids", "    daemon  Daemon"])
        #expect(!Banner.command("http://localhost", tenant).joined().contains("AzureADTokenExchange"))
    }
}
