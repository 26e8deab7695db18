package import Directory
import Entra
package import Formats
import HTTP
import Protocol

/// The page at the root of the server: the purpose of the server, its links, and the users who can sign in.
package struct LandingPage: Sendable {
    /// A user who can sign in. `password` is set only if the user has the password of the public seed directory.
    package struct User: Sendable, Equatable {
        package let name: String
        package let tenant: String
        package let password: String?

        package init(name: String, tenant: String, password: String?) {
            self.name = name
            self.tenant = tenant
            self.password = password
        }
    }

    /// A registered application. `link` is the application's page in the console.
    package struct Client: Sendable, Equatable {
        package let id: String
        package let name: String
        package let link: String

        package init(id: String, name: String, link: String) {
            self.id = id
            self.name = name
            self.link = link
        }
    }

    /// The users and clients, which only an operator sees. The numbers of users and clients that the page leaves out are in
    /// `moreUsers` and `moreClients`.
    package struct Directory: Sendable {
        package let users: [User]
        package let moreUsers: Int
        package let clients: [Client]
        package let moreClients: Int

        package init(users: [User], moreUsers: Int, clients: [Client], moreClients: Int) {
            self.users = users
            self.moreUsers = moreUsers
            self.clients = clients
            self.moreClients = moreClients
        }
    }

    package let version: String
    /// The authority of a tenant for a client's configuration, or nil if there is no tenant.
    package let authority: String?
    /// Whether the server has its own CA, which clients must trust.
    package let hasAuthority: Bool
    /// The users and clients, or nil if the reader is not an operator.
    package let directory: Directory?

    package init(version: String, authority: String?, hasAuthority: Bool, directory: Directory?) {
        self.version = version
        self.authority = authority
        self.hasAuthority = hasAuthority
        self.directory = directory
    }
}

extension LandingPage.Directory {
    /// The largest number of users, and of clients, on the page.
    private static let most = 12

    /// Creates the list of the first users and clients of a directory, tenant by tenant.
    package init(_ directory: Directory) {
        var users: [LandingPage.User] = []
        var clients: [LandingPage.Client] = []
        var (userCount, clientCount) = (0, 0)
        for tenant in directory.tenants {
            let (ownUsers, ownClients) = (tenant.ownUsers, tenant.ownApplications)
            userCount += ownUsers.count
            clientCount += ownClients.count
            users += ownUsers.prefix(Self.most - users.count).map {
                LandingPage.User(name: $0.signInName, tenant: tenant.displayName, password: $0.publicPassword)
            }
            clients += ownClients.prefix(Self.most - clients.count).map {
                LandingPage.Client(id: $0.appId, name: $0.displayName, link: tenant.consolePath(of: $0))
            }
        }
        self.init(
            users: users, moreUsers: userCount - users.count, clients: clients,
            moreClients: clientCount - clients.count)
    }
}

extension LandingPage: StyledPage {
    package var title: String { "Understudy – test identity server" }

    /// The whole document in UTF-8.
    package var document: [UInt8] {
        var html = HTMLWriter(capacity: 16_384)
        html.document(self)
        return html.bytes
    }

    package func writeHead(to html: inout HTMLWriter) { html.favicon() }

    package func write(to html: inout HTMLWriter) {
        html.raw("<h1>Understudy</h1>\n")
        html.element(
            "p", ["class": "lead"],
            text: "A test identity server that stands in for Microsoft Entra ID. Version \(version).")
        html.raw("\n<h2>Go to</h2>\n")
        html.links(links)
        if let authority {
            html.raw("<h2>Authority</h2>\n")
            html.element("p") { $0.element("code", text: authority) }
            html.raw("\n")
        }
        guard let directory else {
            html.raw(
                "<p class=\"notice\">Open the console with the control token to see users and clients.</p>\n")
            return
        }
        write(directory, to: &html)
    }

    private var links: [(text: String, href: String, meaning: String)] {
        let authority = [
            (
                text: "CA certificate", href: "/_understudy/ca.pem",
                meaning: "the certificate that clients must trust for HTTPS"
            ),
            (
                text: "CA profile", href: "/_understudy/ca.mobileconfig",
                meaning: "the same certificate for iPhone, iPad and Mac"
            ),
        ]
        return [(text: "Console", href: Console.root, meaning: "requests, users, clients, stubs and the clock")]
            + (hasAuthority ? authority : [])
            + [
                (text: "Error codes", href: "/error", meaning: "what each error code means, and how to fix the error"),
                (
                    text: "Control plane", href: "/_understudy/openapi.yaml",
                    meaning: "the OpenAPI description of the endpoints that tests can call"
                ),
                (
                    text: "Configuration schema", href: "/_understudy/schema.json",
                    meaning: "every key of the configuration file"
                ),
            ]
    }

    private func write(_ directory: Directory, to html: inout HTMLWriter) {
        html.raw("<h2>Users</h2>\n")
        html.element("dl", ["class": "facts"]) { html in
            for user in directory.users {
                html.element("dt", text: user.tenant)
                html.element("dd") { html in
                    html.element("bdi", text: user.name)
                    if let password = user.password {
                        html.raw(" · ")
                        html.element("code", text: password)
                    }
                }
                html.raw("\n")
            }
        }
        html.more(directory.moreUsers, "users")
        html.raw("<h2>Clients</h2>\n")
        html.element("dl", ["class": "facts"]) { html in
            for client in directory.clients {
                html.element("dt") { $0.element("a", ["class": "link", "href": client.link], text: client.name) }
                html.element("dd", text: client.id)
                html.raw("\n")
            }
        }
        html.more(directory.moreClients, "clients")
    }
}

extension HTMLWriter {
    /// Writes links, each with a few words about its target.
    mutating func links(_ links: [(text: String, href: String, meaning: String)]) {
        element("ul", ["class": "tiles"]) { html in
            for link in links {
                html.raw("<li>")
                html.element("a", ["class": "link", "href": link.href], text: link.text)
                html.raw(" – ")
                html.text(link.meaning)
                html.raw("</li>\n")
            }
        }
        raw("\n")
    }

    /// Writes how many items a limited list leaves out, with a link to the rest.
    fileprivate mutating func more(_ count: Int, _ what: String) {
        guard count > 0 else { return }
        element("p", ["class": "soft"]) { html in
            html.text("\(count) more \(what) are in ")
            html.element("a", ["class": "link", "href": ConsoleSection.directory.path], text: "the console")
            html.raw(".")
        }
        raw("\n")
    }
}

extension ControlRoutes {
    /// The routes of the landing page and its icon.
    static let landing: [Route<ControlEndpoint>] = [
        Route(["GET"], "/", .landing),
        Route(["GET"], "/favicon.ico", .favicon),
    ]
}

extension ControlEndpoint {
    /// The root of the server: a page for browsers, one line of JSON for all other clients. Only operators, who may use the control
    /// plane, see users and clients.
    static var landing: ControlEndpoint {
        ControlEndpoint("landing", usesStore: false, errors: .problem, isPublic: true, isConsole: true, keys: .none) {
            (context, server) throws(EntraError) in
            let directory = context.services.directory
            let tenant = directory.tenants.leading
            let authority = tenant.map { "\(server.secureOrigin(near: context.origin))/\($0.id)" }
            var response: HTTPResponse
            if context.request.headers.acceptsHTML {
                let isOperator =
                    server.controlGuard.rejection(
                        context.request, at: context.origin, by: context.hosts, isPublic: false, isConsole: true) == nil
                let page = LandingPage(
                    version: server.version, authority: authority, hasAuthority: !server.hasOwnCertificate,
                    directory: isOperator ? LandingPage.Directory(directory) : nil)
                response = HTTPResponse(
                    status: 200, headers: HeaderList(pairs: Pages.headersOfOwnPage()), body: page.document)
            } else {
                response = .json(summary(context.origin, authority, server) + [UInt8(ascii: "\n")])
            }
            response.headers.append("Vary", "Accept")
            return response
        }
    }

    private static func summary(_ origin: Origin, _ authority: String?, _ server: any ControlServer) -> [UInt8] {
        JSONWriter.object { json in
            json.field("name", "Understudy")
            json.field("version", server.version)
            json.field("description", "A test identity server, not Microsoft.")
            json.field("console", "\(origin)\(Console.root)")
            if let authority { json.field("authority", authority) }
            if !server.hasOwnCertificate { json.field("ca", "\(origin)/_understudy/ca.pem") }
            json.field("health", "\(origin)/_understudy/health")
            json.field("openapi", "\(origin)/_understudy/openapi.yaml")
            json.field("schema", "\(origin)/_understudy/schema.json")
            json.field("errors", "\(origin)/_understudy/errors")
        }
    }

    /// The icon that browsers request from every server.
    static var favicon: ControlEndpoint {
        ControlEndpoint("favicon", usesStore: false, errors: .problem, isPublic: true, keys: .none) {
            (_, _) throws(EntraError) in
            HTTPResponse(
                status: 200,
                headers: HeaderList([
                    .init("Content-Type", Favicon.mediaType), .init("Cache-Control", "public, max-age=86400"),
                ]), body: Favicon.bytes)
        }
    }
}

/// The icon at `/favicon.ico`: the two circles of the brand, 32 by 32 pixels, as a PNG image in an ICO container.
package enum Favicon {
    package static let path = "/favicon.ico"
    package static let mediaType = "image/x-icon"

    package static let bytes: [UInt8] = Base64.decodeStandard(base64.utf8) ?? []

    private static let base64 = """
        AAABAAEAICAAAAEAIAASAQAAFgAAAIlQTkcNChoKAAAADUlIRFIAAAAgAAAAIAgGAAAAc3p69AAAANlJREFUeNrtl9ENhCAMQBmBERzBURiB\
        3CS3gSP46x8j3AiOwAiOwGFSkh4KnF4v7Qcf78ca+tJSRLU8JsWJ6gJdgHjBESAVsBEX8ZEAeHi2x6bIimKJFWLDXQGTJW3xysCx51WB+ULi\
        xJytoaFCG6qI/kbgTvKSRBJxSKIqYH5InjCFqrqzduQveQIBXxDQqB3DmYAlSJ6wlYkKMB0HAUco4CpV+NgL1OVvtUGhET0IBGJaAqM4AfYW\
        sG9C9jFkP4hEHMXsHyMRn2MRFxIRVzIxl9L+X9AF/sob+GzdSn7TBD0AAAAASUVORK5CYII=
        """
}

extension HTMLWriter {
    /// Writes a link to the icon, so that browsers need not guess its path.
    mutating func favicon() {
        void("link", ["rel": "icon", "href": Favicon.path])
        raw("\n")
    }
}
