package import Formats
import Protocol

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
