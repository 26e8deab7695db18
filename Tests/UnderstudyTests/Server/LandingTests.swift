import Directory
import Formats
import HTTP
import Testing
@testable import Understudy

/// The server root returns a landing page or a summary, and the server has its own icon.
@Suite struct LandingTests {
    private static let browser: Site.Headers = [
        "Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
    ]

    @Test("A browser gets a page with links, users and clients")
    func browserGetsPageWithLinksAndUsers() throws {
        let response = try MockEntra().site.get("/", headers: LandingTests.browser)
        #expect(response.status == 200)
        #expect(response.header("Content-Type") == "text/html; charset=utf-8")
        #expect(response.header("Vary") == "Accept")
        for link in [
            "/_understudy/", "/_understudy/ca.pem", "/_understudy/ca.mobileconfig", "/error",
            "/_understudy/openapi.yaml",
            "/_understudy/schema.json", "/favicon.ico",
        ] {
            #expect(response.text.contains("href=\"\(link)\""), "\(link)")
        }
        for text in ["alex@contoso.com", "megan@fabrikam.com", SeedPassword.text, Client.daemon.id, "Contoso Daemon"] {
            #expect(response.text.contains(text), "\(text)")
        }
    }

    @Test("Every link on the landing page works")
    func everyLinkOfLandingPageWorks() throws {
        let site = try MockEntra().site
        let text = try site.get("/", headers: LandingTests.browser).text
        let targets = text.split(separator: "href=\"").dropFirst().map { String($0.prefix { $0 != "\"" }) }
        #expect(targets.count > 10)
        for target in targets {
            let path = target.replacing("&amp;", with: "&")
            #expect(try site.get(path, headers: LandingTests.browser).status == 200, "\(path)")
        }
    }

    @Test(
        "A client that does not accept HTML gets one line of JSON",
        arguments: [nil, "*/*", "application/json", "text/html;q=0", "text/plain, TEXT/HTML; Q=0.0"])
    func clientWithoutHTMLGetsOneLineOfJSON(_ accept: String?) throws {
        let response = try MockEntra().site.send("GET", "/", headerList: accept.map { [("Accept", $0)] } ?? [])
        #expect(response.status == 200)
        #expect(response.text.utf8.filter { $0 == UInt8(ascii: "\n") }.count == 1 && response.text.hasSuffix("\n"))
        #expect(response["name"] == "Understudy" && response["version"] == Version.text)
        #expect(response["console"] == "\(MockEntra.origin)/_understudy/")
        #expect(response["ca"] == "\(MockEntra.origin)/_understudy/ca.pem")
        #expect(response["authority"] == "\(MockEntra.origin)/\(Seed.contoso)")
    }

    @Test(
        "The page hides private passwords and lists a guest only in the home tenant")
    func hidesPrivatePasswordsAndListsGuestsOnce() throws {
        let yaml = """
            tenants:
              - id: \(Seed.contoso)
                domains: [contoso.com]
                users:
                  - { userPrincipalName: a@contoso.com, password: quite-secret }
              - id: \(Seed.fabrikam)
                domains: [fabrikam.com]
                users:
                  - { userPrincipalName: b@fabrikam.com, password: Understudy!1, guestOf: [contoso.com] }
            """
        let text = try MockEntra(yaml: yaml).site.get("/", headers: LandingTests.browser).text
        #expect(text.contains("a@contoso.com") && !text.contains("quite-secret"))
        #expect(text.split(separator: "b@fabrikam.com").count == 2)
    }

    @Test("For a large directory, the page lists a dozen users and clients and counts the rest")
    func limitsListsOfLargeDirectory() throws {
        let users = (0..<40).map { "{userPrincipalName: u\($0)@contoso.com}" }.joined(separator: ", ")
        let clients = (0..<13).map { "{appId: client-\($0)}" }.joined(separator: ", ")
        let text = try MockEntra(
            yaml: """
                tenants:
                  - { id: \(Seed.contoso), domains: [contoso.com], users: [\(users)], applications: [\(clients)] }
                """
        ).site.get("/", headers: LandingTests.browser).text
        #expect(text.contains("28 more users") && text.contains("1 more clients"))
        #expect(!text.contains("u12@contoso.com"))
    }

    @Test("Only operators see users and clients")
    func showsUsersOnlyToOperators() throws {
        let entra = try MockEntra(settings: ServerSettings(controlToken: "secret"))
        let closed = try entra.site.get("/", headers: LandingTests.browser)
        #expect(closed.status == 200 && !closed.text.contains("alex@contoso.com"))
        let open = try entra.site.send(
            "GET", "/", headerList: [("Accept", "text/html"), ("Authorization", "Bearer secret")])
        #expect(open.text.contains("alex@contoso.com"))
        let rebound = try entra.at("http://attacker.example").get("/", headers: LandingTests.browser)
        #expect(!rebound.text.contains("alex@contoso.com"))
    }

    @Test("The server has its own icon, and the journal omits the icon and the root")
    func servesIconWithoutJournalEntry() throws {
        let site = try MockEntra().site
        let response = try site.get("/favicon.ico")
        #expect(response.status == 200 && response.header("Content-Type") == "image/x-icon")
        #expect(response.body.starts(with: [0, 0, 1, 0, 1, 0]))
        #expect(response.body.dropFirst(22).starts(with: [0x89, 0x50, 0x4E, 0x47]))
        _ = try site.get("/", headers: LandingTests.browser)
        _ = try site.get("/")
        #expect(try site.get("/_understudy/requests").json?["requests"]?.array?.isEmpty == true)
    }

    @Test("The configuration schema is served without a control token")
    func servesSchemaWithoutControlToken() throws {
        let site = try MockEntra(settings: ServerSettings(controlToken: "secret")).site
        let response = try site.get("/_understudy/schema.json")
        #expect(response.status == 200 && response.body == ConfigurationSchema.json())
        #expect(StarterConfiguration.text.hasPrefix("# yaml-language-server: $schema="))
        #expect(StarterConfiguration.text.contains("/_understudy/schema.json\n"))
    }

    @Test("The documented daemon gets a token with the configuration that init writes")
    func starterConfigurationIssuesDaemonToken() throws {
        let site = try MockEntra(yaml: StarterConfiguration.text).site
        let response = try site.post(
            "/contoso.com/oauth2/v2.0/token",
            [
                "grant_type": "client_credentials", "client_id": Client.daemon.id,
                "client_secret": "understudy-daemon-secret", "scope": "api://orders/.default",
            ])
        #expect(response.status == 200, "\(response.text)")
    }
}
