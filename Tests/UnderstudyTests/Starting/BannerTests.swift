import Directory
import Store
import Testing
@testable import Understudy

@Suite struct BannerTests {
    @Test("The banner omits the APIs that every tenant has from clients and command")
    func omitsBuiltInAPIs() throws {
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
        #expect(Banner.clients(of: [tenant]) == ["", "  Client IDs", "    daemon  Daemon"])
        #expect(
            !Banner.command("http://localhost", tenant, now: MockEntra.start).joined().contains("AzureADTokenExchange"))
    }

    @Test("The banner shows every client id of the seed directory, with the tenant if it differs from the authority")
    func listsClientsOfSeedDirectory() throws {
        let tenants = try Configuration.load(.seed).directory.tenants
        let lines = Banner.clients(of: tenants)
        for client in [Client.mobile, .spa, .web, .daemon, .woodgrove, .adventureWorks] {
            #expect(lines.contains { $0.contains(client.id) })
        }
        #expect(lines.contains("    \(Client.daemon.id)  Contoso Daemon"))
        #expect(lines.contains("    \(Client.woodgrove.id)  Woodgrove App   (Woodgrove)"))
        #expect(lines.contains { $0.hasPrefix("    \(Client.adventureWorks.id)  ") })
    }

    @Test("The banner escapes control characters in names")
    func escapesControlCharacters() throws {
        let tenants = try MockEntra.directory(
            """
            tenants:
            - id: \(Seed.contoso)
              domains: [contoso.com]
            - id: \(Seed.fabrikam)
              domains: [fabrikam.com]
              displayName: "F\\x9B"
              applications: [{appId: a, displayName: "A\\e[2J\\u202E"}]
            """
        ).tenants
        #expect(Banner.clients(of: tenants).last == "    a  A\\u001b[2J\\u202e   (F\\u009b)")
    }

    @Test("The banner shows users, and passwords only of the seed directory")
    func showsOnlyPublicSeedPasswords() throws {
        let seeded = Banner.users(of: try Configuration.load(.seed).directory.tenants)
        #expect(seeded.contains("    alex@contoso.com            \(SeedPassword.text)"))
        #expect(seeded.filter { $0.contains("megan@fabrikam.com") }.count == 1)
        let tenants = try MockEntra.directory(
            """
            tenants:
            - id: \(Seed.contoso)
              domains: [contoso.com]
              users: [{userPrincipalName: a@contoso.com, password: quite-secret}]
            """
        ).tenants
        #expect(Banner.users(of: tenants) == ["", "  Users", "    a@contoso.com"])
    }

    @Test("The banner states whether the CA survives a restart")
    func statesWhetherCertificateAuthorityPersists() {
        var options = ServerOptions()
        #expect(Banner.persistence(options).contains("new at every start"))
        options.dataDir = "data"
        #expect(Banner.persistence(options).contains("stored in data"))
        options.seed = "x"
        #expect(Banner.persistence(options).contains("derived from the seed"))
    }

    @Test("The banner shows at most twelve client ids")
    func limitsNumberOfClients() throws {
        let applications = (0..<40).map { "{appId: client-\($0)}" }.joined(separator: ", ")
        let tenants = try MockEntra.directory(
            """
            tenants:
            - { id: \(Seed.contoso), domains: [contoso.com], applications: [\(applications)] }
            """
        ).tenants
        #expect(Banner.clients(of: tenants).count == 2 + 12)
    }

    @Test("The command uses a valid secret, quoted for the shell and encoded by curl")
    func commandUsesCurrentSecretAndIsQuoted() throws {
        let tenant = try #require(
            try MockEntra.directory(
                """
                tenants:
                - id: \(Seed.contoso)
                  domains: [contoso.com]
                  applications:
                  - {appId: "the daemon", passwordCredentials: [{secretText: old, endDateTime: "2020-01-01T00:00:00Z"}, {secretText: "a&b+c%20d$e'f=g"}]}
                  - {appId: orders, identifierUris: ["api://orders"]}
                """
            ).tenants.first)
        let command = try #require(Banner.command("http://localhost:8080", tenant, now: MockEntra.start).last)
        #expect(
            command.hasSuffix(
                " -d grant_type=client_credentials --data-urlencode 'client_id=the daemon'"
                    + #" --data-urlencode 'client_secret=a&b+c%20d$e'\''f=g' --data-urlencode 'scope=api://orders/.default'"#
            ))
    }
}
