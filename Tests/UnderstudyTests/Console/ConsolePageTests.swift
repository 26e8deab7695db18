import ControlPlane
import Formats
import HTTP
import Protocol
import Store
import Testing
@testable import Understudy

/// These tests cover the content of each page of the web console and the access to it.
struct ConsolePageTests {
    private static let mobile = "aaaaaaaa-0000-4000-8000-000000000001"

    @Test(arguments: ConsoleSection.allCases)
    func servesPageOfEachSection(section: ConsoleSection) throws {
        let response = try MockEntra().site.get(section.path)
        #expect(response.status == 200)
        #expect(response.header("Content-Type") == "text/html; charset=utf-8")
        #expect(response.text.ranges(of: "<h1>").count == 1)
        #expect(response.text.contains("aria-current=\"page\">\(section.title)<"))
        #expect(response.text.contains("<footer>Understudy – test identity server, not Microsoft</footer>"))
        #expect(!response.text.contains("style="), "the policy forbids inline style")
    }

    /// The policy forbids inline scripts and styles and resources of other origins.
    @Test
    func contentPolicyForbidsForeignResources() throws {
        let response = try MockEntra().site.get("/_understudy/console/directory")
        let policy = response.header("Content-Security-Policy") ?? ""
        #expect(policy.hasPrefix("default-src 'none'; style-src 'self'; script-src 'self';"))
        #expect(policy.contains("frame-ancestors 'none'"))
        #expect(!response.text.contains("<style"))
        #expect(response.text.ranges(of: "<script").count == 2)
        #expect(response.header("X-Frame-Options") == "DENY")
        #expect(response.header("Cross-Origin-Opener-Policy") == "same-origin")
    }

    @Test(arguments: [
        ("style.css", "text/css; charset=utf-8"), ("console.js", "text/javascript; charset=utf-8"),
        ("theme.js", "text/javascript; charset=utf-8"), ("icon.svg", "image/svg+xml"),
    ])
    func servesStaticFilesWithoutToken(name: String, type: String) throws {
        let response = try MockEntra(settings: ServerSettings(controlToken: "secret")).site
            .get("/_understudy/console/\(name)")
        #expect(response.status == 200)
        #expect(response.header("Content-Type") == type)
        #expect(!response.body.isEmpty)
        #expect(response.header("X-Content-Type-Options") == "nosniff")
    }

    @Test
    func redirectsToPathWithSlash() throws {
        let response = try MockEntra().site.get("/_understudy")
        #expect(response.status == 308)
        #expect(response.header("Location") == "/_understudy/")
    }

    // MARK: - Access

    /// A browser asks for the token as a password. The user name does not matter.
    @Test(arguments: [
        ("", 401), ("Bearer secret", 200), ("Bearer wrong", 401), ("Basic OnNlY3JldA==", 200),
        ("basic YW55b25lOnNlY3JldA==", 200), ("Basic c2VjcmV0Og==", 401), ("Basic Ondyb25n", 401), ("Basic !", 401),
        ("Basic ", 401), ("Basic c2VjcmV0", 401),
    ])
    func requiresControlToken(authorization: String, status: Int) throws {
        let site = try MockEntra(settings: ServerSettings(controlToken: "secret")).site
        let response = try site.get("/_understudy/console/directory", headers: ["Authorization": authorization])
        #expect(response.status == status)
        let challenge = status == 401 ? "Basic realm=\"Understudy control token\", charset=\"UTF-8\"" : nil
        #expect(response.header("WWW-Authenticate") == challenge)
        let api = try site.get("/_understudy/outbox", headers: ["Authorization": authorization])
        #expect(api.status == status)
        #expect(api.header("WWW-Authenticate") == (status == 401 ? "Bearer" : nil))
    }

    @Test("A command to copy contains a variable in place of the control token", arguments: [nil, "secret-7"])
    func commandsContainNoControlToken(token: String?) throws {
        let site = try MockEntra(settings: ServerSettings(controlToken: token)).site
        let headers: Site.Headers = token.map { ["Authorization": "Bearer \($0)"] } ?? [:]
        let page = try site.get("/_understudy/console/scripts", headers: headers)
        #expect(page.status == 200 && page.text.contains("/_understudy/responses"))
        #expect(page.text.contains("Bearer $UNDERSTUDY_CONTROL_TOKEN") == (token != nil))
        #expect(!page.text.contains("secret-7"))
    }

    /// Another site may link to the console, but its scripts, frames and forms are rejected.
    @Test(arguments: [
        ("cross-site", "navigate", "document", 200), ("same-site", "navigate", "document", 200),
        ("none", "navigate", "document", 200), ("same-origin", "cors", "empty", 200),
        ("cross-site", "navigate", "iframe", 403), ("cross-site", "no-cors", "script", 403),
        ("cross-site", "cors", "empty", 403), ("same-site", "no-cors", "image", 403),
    ])
    func opensFromLinksOfOtherSitesOnly(site: String, mode: String, destination: String, status: Int) throws {
        let headers: Site.Headers = [
            "Sec-Fetch-Site": site, "Sec-Fetch-Mode": mode, "Sec-Fetch-Dest": destination,
        ]
        let mock = try MockEntra()
        #expect(try mock.site.get("/_understudy/console/directory", headers: headers).status == status)
        let isOwn = site == "none" || site == "same-origin"
        #expect(try mock.site.get("/_understudy/outbox", headers: headers).status == (isOwn ? 200 : 403))
    }

    // MARK: - Content

    @Test
    func showsTenantsApplicationsAndPolicies() throws {
        let site = try MockEntra().site
        let list = try site.get("/_understudy/console/directory").text
        for name in ["Contoso", "Fabrikam", "Woodgrove", "Adventure Works"] { #expect(list.contains(">\(name)</a>")) }

        let tenant = try site.get("/_understudy/console/directory?tenant=contoso.com").text
        for text in ["alex@contoso.com", "Contoso Mobile", Self.mobile, "Global Administrator", "api://orders"] {
            #expect(tenant.contains(text), "\(text)")
        }
        #expect(!tenant.contains("Microsoft Graph</a>"), "APIs that every tenant has are not the reader's own")

        let app = try site.get("/_understudy/console/directory?tenant=contoso.com&app=\(Self.mobile)").text
        for text in [
            "msauth.com.contoso.app1://auth", "User.Read", "Orders.Read", "redirect-uris?uri=http%3A%2F%2Flocalhost",
        ] {
            #expect(app.contains(text), "\(text)")
        }
        #expect(app.contains("&amp;authority=common"))
        let customers = "/_understudy/console/directory?tenant=\(Seed.adventureWorks)&app=\(Client.adventureWorks.id)"
        #expect(try site.get(customers).text.contains("&amp;authority=b2c"), "the SDKs judge by the authority")
        let policies = try site.get("/_understudy/console/directory?tenant=adventureworks.onmicrosoft.com").text
        #expect(policies.contains("B2C_1_signupsignin"))
    }

    @Test("The page of an application shows the members of its export under their names")
    func showsMembersOfExport() throws {
        let site = try MockEntra(
            yaml: """
                tenants:
                  - id: \(Seed.contoso)
                    domains: [contoso.com]
                    applications:
                      - appId: app
                        identifierUris: ["api://one", "api://two"]
                        web: {logoutUrl: "https://app.example/out", redirectUris: ["https://app.example/cb"]}
                        accountEnabled: false
                        notes: kept
                        clientSecret: misplaced
                """
        ).site
        let page = try site.get("/_understudy/console/directory?tenant=contoso.com&app=app").text
        #expect(!page.contains("misplaced"), "a secret under a name that no key reads")
        for (name, value) in [
            ("appId", "<code>app</code>"), ("identifierUris", "<code>api://two</code>"),
            ("accountEnabled", "<code>false</code>"),
            ("web.logoutUrl", "<code>https://app.example/out</code>"), ("notes", "<code>kept</code>"),
        ] {
            #expect(page.contains("<dt>\(name)</dt><dd>\(value)</dd>"), "\(name)")
        }
        #expect(!page.contains("<dt>web.redirectUris</dt>"), "a table shows the redirect URIs")
    }

    @Test("A directory page shows secrets only after the form requests them")
    func masksSecretsOfDirectoryUnlessRequested() throws {
        let site = try MockEntra().site
        let page = "/_understudy/console/directory"
        for (names, secret) in [
            (["tenant": "contoso.com"], "Understudy!1"),
            (["tenant": "contoso.com", "app": Client.daemon.id], "understudy-daemon-secret"),
        ] as [(Parameters, String)] {
            let masked = try site.get("\(page)?\(names.encoded)").text
            #expect(!masked.contains(secret) && masked.contains("<code>***</code>"))
            #expect(masked.contains("<button class=\"small\">Show secrets</button>"))
            let shown = try site.post(page, names)
            #expect(shown.headers["Cache-Control"] == "no-store")
            #expect(shown.text.contains("<code>\(secret)</code>") && shown.text.contains("This page shows secrets"))
            #expect(try site.post(page, names, headers: [("Origin", "http://evil.test")]).status == 403)
        }
    }

    @Test("The tenant page shows how each user's password is checked")
    func showsHowEachUserSignsIn() throws {
        let site = try MockEntra(
            yaml: """
                settings: {passwords: any}
                tenants:
                  - id: \(Seed.contoso)
                    domains: [strict.example]
                    settings: {passwords: required}
                    users: [{userPrincipalName: free@strict.example}]
                  - id: \(Seed.woodgrove)
                    kind: external
                    domains: [mail.example]
                    policies: [{id: SignUpSignIn, credential: emailOneTimeCode, identityProviders: [Google]}]
                    users: [{userPrincipalName: code@mail.example}]
                  - id: \(Seed.adventureWorks)
                    kind: b2c
                    domains: [b2c.example]
                    policies: [{id: B2C_1_in, kind: signUpOrSignIn, identityProviders: [Google]}]
                    users:
                      - {userPrincipalName: other@b2c.example, identityProvider: google.com}
                      - {userPrincipalName: free@b2c.example}
                """
        ).site
        let mailed = try site.get("/_understudy/console/directory?tenant=mail.example").text
        #expect(mailed.contains("one-time code by email") && !mailed.contains(">any<"))
        let customers = try site.get("/_understudy/console/directory?tenant=b2c.example").text
        #expect(customers.contains(">checked by google.com<") && customers.split(separator: ">any<").count == 2)
        let strict = try site.get("/_understudy/console/directory?tenant=strict.example").text
        #expect(strict.contains(">none<") && !strict.contains(">any<"))
        let federated = try Federated.entra().site.get("/_understudy/console/directory?tenant=contoso.com").text
        #expect(federated.contains("checked by the domain’s identity provider"))
    }

    @Test
    func listsFirst500Objects() throws {
        func entries(_ name: String, _ entry: (Int) -> String) -> String {
            "\(name): [\((1...501).map { "{\(entry($0))}" }.joined(separator: ", "))]"
        }
        let lists = [
            entries("users") { "userPrincipalName: user\($0)@contoso.com, groups: [Group 1]" },
            entries("groups") { "displayName: Group \($0)" },
            entries("applications") { "appId: app-\($0), displayName: App \($0)" },
            entries("oauth2PermissionGrants") {
                "clientId: app-1, resourceId: 00000003-0000-0000-c000-000000000000,"
                    + " consentType: Principal, principalId: user\($0)@contoso.com, scope: User.Read"
            },
        ]
        let tenant = "id: \(Seed.contoso), domains: [contoso.com], \(lists.joined(separator: ", "))"
        let site = try MockEntra(yaml: "tenants: [{\(tenant)}]").site
        let page = try site.get("/_understudy/console/directory?tenant=contoso.com").text
        for title in ["Users", "Groups", "Applications", "Consents"] {
            #expect(page.contains("\(title), the first 500 of 501"), "\(title)")
        }
        #expect(page.contains(">Group 500<") && !page.contains(">Group 501<"))
        #expect(page.contains(">App 500<") && !page.contains(">App 501<"))
        #expect(page.contains(">501<"), "all members of the first group are counted")
        let msal = try site.get("/_understudy/console/msal").text
        #expect(msal.contains("app-500") && !msal.contains("app-501"))
        let chosen = try site.get("/_understudy/console/msal?app=app-501").text
        #expect(chosen.contains("app-500") && chosen.contains("<h2>") && chosen.contains("app-501"))
    }

    @Test(arguments: ["?tenant=nobody.com", "?tenant=contoso.com&app=nothing"])
    func returnsNotFoundPage(query: String) throws {
        let response = try MockEntra().site.get("/_understudy/console/directory\(query)")
        #expect(response.status == 404)
        #expect(response.text.contains("<h1>"))
        #expect(response.text.contains("The directory has no object with the name or ID of this address."))
    }

    @Test
    func showsSentCodes() throws {
        let mock = try MockEntra()
        #expect(try mock.site.get("/_understudy/console/outbox").text.contains("No codes yet."))
        try mock.server.outbox.deliver(
            .init(to: "kim@contoso.com", channel: .email, code: "48151623", sentAt: mock.clock.now(), tenant: nil),
            now: mock.clock.now())
        let text = try mock.site.get("/_understudy/console/outbox").text
        #expect(text.contains("48151623"))
        #expect(text.contains("kim@contoso.com"))
    }

    @Test
    func showsAndRemovesStubs() throws {
        let mock = try MockEntra()
        let page = "/_understudy/console/scripts"
        #expect(try mock.site.get(page).text.contains("There are no stubs."))
        for code in ["AADSTS50034", "AADSTS50126"] {
            let body = #"{"match": {"endpoint": "token", "user": "<b>"}, "responses": [{"error": "\#(code)"}]}"#
            #expect(try mock.site.send("POST", "/_understudy/responses", body: body).status == 201)
        }
        let text = try mock.site.get(page).text
        #expect(text.contains("endpoint: token"))
        #expect(text.contains("user: &lt;b&gt;"))
        #expect(text.contains("AADSTS50034"))
        #expect(text.contains("0 used, 1 left"))

        let id = text.split(separator: "id=\"script-")[1].prefix { $0 != "\"" }
        let response = try mock.site.post(page, ["id": String(id)])
        #expect(response.status == 303)
        #expect(response.header("Location") == page)
        #expect(try !mock.site.get(page).text.contains("AADSTS50034"))
        #expect(try mock.site.get(page).text.contains("AADSTS50126"))
        #expect(try mock.site.post(page, [:], headers: [("Sec-Fetch-Site", "cross-site")]).status == 403)
        _ = try mock.site.post(page, [:])
        #expect(mock.server.stubs.isEmpty)
    }

    @Test
    func changesClockFromForm() throws {
        let mock = try MockEntra()
        let page = "/_understudy/console/clock"
        #expect(try mock.site.get(page).text.contains("<code>2026-09-21T14:13:20Z</code>"))
        let move = { (change: String, value: String, tenant: String) in
            try mock.site.post(page, ["tenant": tenant, "change": change, "value": value])
        }
        #expect(try move("advance", "PT1H", "").header("Location") == page)
        #expect(try mock.site.get(page).text.contains("<code>2026-09-21T15:13:20Z</code>"))
        #expect(try move("frozen", "2030-01-01T00:00:00Z", "contoso.com").status == 303)
        let text = try mock.site.get(page).text
        #expect(text.contains("<bdi>Contoso</bdi>"))
        #expect(text.contains("<code>2030-01-01T00:00:00Z</code>"))
        #expect(try move("reset", "", "").status == 303)
        #expect(try !mock.site.get(page).text.contains("2030-01-01T00:00:00Z</code>"))

        for (change, value, tenant) in [("advance", "<u>", ""), ("", "", ""), ("advance", "PT1H", "<u>")] {
            let response = try move(change, value, tenant)
            #expect(response.status == 400 || response.status == 404)
            #expect(response.text.contains("role=\"alert\""))
            #expect(!response.text.contains("<u>"))
        }
    }

    @Test("The page of a sign-in says that an application without a redirect URI cannot sign users in")
    func warnsAboutApplicationWithoutRedirectURI() throws {
        let site = try MockEntra().site
        let text = { (app: String) in try site.get("/_understudy/console/sign-in?app=\(app)").text }
        #expect(try text(Client.daemon.id).contains("The application has no redirect URI"))
        #expect(try !text(Self.mobile).contains("The application has no redirect URI"))
    }

    @Test
    func checksRedirectURI() throws {
        let site = try MockEntra().site
        let empty = try site.get("/_understudy/console/redirect-uris").text
        #expect(!empty.contains("rejected") && empty.contains("href=\"/_understudy/console/redirect-uris?uri=msauth."))
        let text = try site.get(
            "/_understudy/console/redirect-uris?uri=myapp%3A%2F%2Fauth&bundleId=com.contoso.app1&platform=ios"
        ).text
        #expect(text.contains("rejected"))
        #expect(text.contains("accepted"))
        #expect(text.contains("<code>msauth.com.contoso.app1://auth</code>"))
        #expect(text.contains("value=\"com.contoso.app1\""), "the form keeps the input")
    }

    @Test(arguments: [
        ("resource", "https%3A%2F%2Fgraph.microsoft.com", "https://graph.microsoft.com/.default"),
        ("scope", "https%3A%2F%2Fgraph.microsoft.com%2FUser.Read", "https://graph.microsoft.com"),
        ("error", "AADSTS50076", "MSALErrorInteractionRequired"), ("prompt", "AD_PROMPT_ALWAYS", "login"),
        ("account", "alex%40contoso.com", ".11111111-1111-4111-8111-111111111111"),
        ("account", "alex", "is not an ADAL user id"),
        (
            "redirect-uri", "myapp%3A%2F%2Fcallback&bundleId=com.contoso.app1",
            "msauth.com.contoso.app1://auth"
        ),
        ("app", "nobody", "There is no application"),
        ("nonsense", "https%3A%2F%2Fgraph.microsoft.com", "https://graph.microsoft.com/.default"),
    ])
    func translatesADALToMSAL(kind: String, value: String, expected: String) throws {
        let response = try MockEntra().site.get("/_understudy/console/migration?kind=\(kind)&value=\(value)")
        #expect(response.status == 200)
        #expect(response.text.contains(expected), "\(response.text)")
    }

    /// The page compares an application's tokens of version 1 and version 2.
    @Test
    func comparesTokensOfApplicationByVersion() throws {
        let text = try MockEntra().site.get("/_understudy/console/migration?kind=app&value=\(Self.mobile)").text
        #expect(text.contains("<h2>id_token of alex@contoso.com</h2>"))
        #expect(text.contains("<h2>access_token for api://orders of alex@contoso.com</h2>"))
        #expect(text.contains("removed: now preferred_username"))
        #expect(text.contains("<code>2.0</code>"))
    }

    /// Hostile text in the query does not change the page's markup.
    @Test(arguments: [
        "/_understudy/console/redirect-uris?bundleId=b&clientId=c&uri=",
        "/_understudy/console/redirect-uris?uri=a&bundleId=", "/_understudy/console/migration?kind=error&value=",
        "/_understudy/console/migration?kind=redirect-uri&value=",
        "/_understudy/console/migration?kind=app&value=", "/_understudy/console/msal?app=",
        "/_understudy/console/msal?platform=", "/_understudy/console/directory?tenant=",
    ])
    func escapesQuery(path: String) throws {
        let site = try MockEntra().site
        let hostile = "\"><script>alert(1)</script><img src=x onerror='alert(1)'>"
        let text = try site.get(path + Percent.encode(hostile)).text
        #expect(!text.contains("<script>alert"))
        #expect(!text.contains("<img"))
    }
}
