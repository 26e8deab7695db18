package import Directory
import Entra
package import Formats
import Protocol

/// The web console: server-rendered HTML with one style sheet and one script, all from this server. Every page works without
/// the script, which adds copy buttons and live updates.
package enum Console {
    /// The path of the console's first page.
    package static let root = "/_understudy/"
    /// The path that shows one request as a curl command with its secrets. A form names the request.
    package static let curlPath = root + "console/curl"
    /// The warning on a page that shows secrets.
    static let secretsWarning = "This page shows secrets. Anyone who sees this page can use the secrets."
    package static let stylesheetPath = root + "console/style.css"
    package static let iconPath = root + "console/icon.svg"
    package static let scriptPath = root + "console/console.js"
    /// The path of the script that chooses the colors before the page is drawn.
    package static let themePath = root + "console/theme.js"

    /// Renders the whole document of a view as UTF-8. Send the document uncompressed, because a page mixes secrets with reflected
    /// input (BREACH).
    package static func render(_ view: some ConsoleView) -> [UInt8] {
        var html = HTMLWriter(capacity: 32_768)
        html.consoleDocument(view)
        return html.bytes
    }

    /// The parts of the style sheet. Each section with styles of its own adds a part.
    private static let stylesheetParts: [StaticString] = [
        ConsoleFrame.style, ConsoleStylesheet.text, ConsoleStylesheet.diagrams, ConsoleFields.style, LogsStyle.style,
        TrustStyle.style, StubBuilderAssets.style, DirectoryStylesheet.text, FormStylesheet.text, FlowAssets.styles,
        ConsoleFrame.phoneStyle,
    ]

    /// The parts of the script. Each section with a script of its own adds a part.
    private static let scriptParts: [StaticString] = [
        ConsoleScript.text, StubBuilderAssets.script, SignInScript.text, FlowAssets.script,
    ]

    package static var stylesheet: [UInt8] { ConsoleFrame.colors + stylesheetParts.flatMap(bytes) }
    package static var icon: [UInt8] {
        bytes(
            """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 -4 32 32"><circle cx="20" cy="12" r="9.25" fill="none" \
            stroke="#a8628f" stroke-width="1.5"/><circle cx="12" cy="12" r="10" fill="#a8628f"/></svg>

            """)
    }
    package static var script: [UInt8] { scriptParts.flatMap(bytes) }
    package static var theme: [UInt8] { bytes(ConsoleFrame.theme) }

    /// The headers of every page. The headers forbid inline scripts and styles, forbid content from other origins, and isolate the
    /// window from pages of other origins.
    package static let headers: [(name: String, value: String)] = [
        ("Content-Type", "text/html; charset=utf-8"),
        (
            "Content-Security-Policy",
            "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; "
                + "base-uri 'none'; frame-ancestors 'none'"
        ),
        ("Cross-Origin-Opener-Policy", "same-origin"),
        ("X-Frame-Options", "DENY"),
        ("Referrer-Policy", "same-origin"),
        ("X-Content-Type-Options", "nosniff"),
        ("Cache-Control", "no-store"),
    ]

    static func bytes(_ text: StaticString) -> [UInt8] { text.withUTF8Buffer { Array($0) } }
}

/// The sections of the console, in the order of the navigation.
package enum ConsoleSection: String, Sendable, CaseIterable {
    case flows
    case outbox
    case logs
    case directory
    case msal
    case keys
    case trust
    case signIn = "sign-in"
    case stubs = "scripts"
    case clock
    case tokens
    case redirectURIs = "redirect-uris"
    case migration

    /// The title of the section in the navigation and in the heading.
    package var title: String {
        switch self {
        case .flows: "Request journal"
        case .outbox: "Outbox"
        case .logs: "Logs"
        case .directory: "Directory"
        case .msal: "MSAL configuration"
        case .keys: "Keys"
        case .trust: "Trust"
        case .signIn: "Try a sign-in"
        case .stubs: "Stubs"
        case .clock: "Clock"
        case .tokens: "Tokens"
        case .redirectURIs: "Redirect URIs"
        case .migration: "Migration"
        }
    }

    /// The path of the section on the server.
    package var path: String { self == .flows ? Console.root : "\(Console.root)console/\(rawValue)" }

    /// The groups of the navigation, each with its heading and its sections.
    static let groups: [(title: String, sections: [ConsoleSection])] = [
        ("Activity", [.flows, .outbox, .logs]), ("Configuration", [.directory, .msal, .keys, .trust]),
        ("Control", [.signIn, .stubs, .clock]), ("Tools", [.tokens, .redirectURIs, .migration]),
    ]
}

/// A page of the console: the values that the page shows, and the code that draws them.
package protocol ConsoleView: Sendable {
    var section: ConsoleSection { get }
    /// The heading, which is also the start of the document's title.
    var title: String { get }
    /// The sentence below the heading.
    var lead: String { get }
    func write(to html: inout HTMLWriter)
}

extension ConsoleView {
    package var title: String { section.title }
}

extension HTMLWriter {
    /// Writes the whole document around a view: navigation, heading and content.
    mutating func consoleDocument(_ view: some ConsoleView) {
        head(title: "\(view.title) – Understudy") { html in
            html.void("link", ["rel": "icon", "href": Console.iconPath])
            html.raw("\n")
            html.void("link", ["rel": "stylesheet", "href": Console.stylesheetPath])
            html.raw("\n")
            // The script of the colors is not deferred, so that the page is never drawn in other colors first.
            html.element("script", ["src": Console.themePath]) { _ in }
            html.raw("\n")
            html.element("script", ["src": Console.scriptPath, "defer": ""]) { _ in }
        }
        raw(
            """
            <body>
            <a class="skip" href="#main">Skip to content</a>
            <header class="bar">

            """)
        element("a", ["class": "brand", "href": Console.root]) { html in
            html.raw(
                """
                <svg viewBox="0 0 32 24" width="32" height="24" aria-hidden="true">\
                <circle class="star" cx="20" cy="12" r="9.25"/><circle class="understudy" cx="12" cy="12" r="10"/>\
                </svg> Understudy
                """)
        }
        consoleMenuButton(of: view.section)
        navigation(view.section)
        consoleThemeButton()
        raw("</header>\n<main id=\"main\" tabindex=\"-1\">\n")
        element("h1", text: view.title)
        raw("\n")
        element("p", ["class": "lead"], text: view.lead)
        raw("\n")
        view.write(to: &self)
        raw("\n</main>\n")
        footer()
        raw("</body>\n</html>\n")
    }

    private mutating func navigation(_ current: ConsoleSection) {
        element("nav", ["aria-label": "Console", "id": ConsoleFrame.menu, "popover": ""]) { html in
            for group in ConsoleSection.groups {
                html.raw("\n<section>")
                html.element("h2", text: group.title)
                html.raw("<ul>")
                for section in group.sections {
                    html.raw("<li>")
                    html.element(
                        "a", ["href": section.path, "aria-current": section == current ? "page" : nil],
                        text: section.title)
                    html.raw("</li>")
                }
                html.raw("</ul></section>")
            }
        }
        raw("\n")
    }
}

/// The names of applications in the URLs of the console. A client ID alone names the registration that the ID leads to in every
/// tenant. A copy of a tenant can have the same client IDs; its applications are named by tenant ID and client ID.
extension Directory {
    /// Returns the client ID, preceded by the tenant's ID and a slash if the client ID alone leads to another tenant.
    func consoleName(of application: Application, in tenant: Tenant) -> String {
        registration(of: application.clientID)?.tenant.id == tenant.id
            ? application.appId : "\(tenant.id)/\(application.appId)"
    }

    /// Returns the registration with this name, and its tenant. A client ID may contain a slash, so the lookup by client ID is
    /// first.
    package func registration(consoleName name: String) -> (tenant: Tenant, application: Application)? {
        if let home = ownRegistration(of: ClientID(name)) { return home }
        let parts = name.pieces(separatedBy: "/", atMost: 2)
        guard parts.count == 2, let tenant = tenant(TenantID(parts[0])),
            let application = tenant.application(ClientID(parts[1]))
        else { return nil }
        return (tenant, application)
    }

    /// Returns the registration with this name, and its tenant, unless the application is a built-in API.
    func ownRegistration(consoleName name: String) -> (tenant: Tenant, application: Application)? {
        registration(consoleName: name).flatMap { found in
            found.tenant.ownApplications.contains { $0.clientID == found.application.clientID } ? found : nil
        }
    }
}
