package import Directory
package import Entra
package import Formats
import Protocol

/// A page with an MSAL configuration for one application, ready to paste.
package struct MSALView: ConsoleView {
    /// A link that selects a platform.
    package struct Choice: Sendable, Equatable {
        package let text: String
        package let href: String
        package let isChosen: Bool

        package init(text: String, href: String, isChosen: Bool) {
            self.text = text
            self.href = href
            self.isChosen = isChosen
        }
    }

    /// The sample for one platform.
    package struct Sample: Sendable, Equatable {
        package let title: String
        package let blocks: [CodeBlock]
        /// The notes to read first, or the reason why there is nothing to paste.
        package let notes: [String]

        package init(title: String, blocks: [CodeBlock], notes: [String] = []) {
            self.title = title
            self.blocks = blocks
            self.notes = notes
        }
    }

    package let applications: [(value: String, text: String)]
    /// The console name of the chosen application.
    package let application: String
    package let platform: String
    package let platforms: [Choice]
    /// The sample, or nil if no application is chosen.
    package let sample: Sample?

    package init(
        applications: [(value: String, text: String)], application: String, platform: String, platforms: [Choice],
        sample: Sample?
    ) {
        self.applications = applications
        self.application = application
        self.platform = platform
        self.platforms = platforms
        self.sample = sample
    }

    package var section: ConsoleSection { .msal }
    package var lead: String { "Choose an application, and copy the MSAL code that signs in at this server." }

    package func write(to html: inout HTMLWriter) {
        html.queryForm(.msal, "Show") { html in
            html.selectField("Application", name: "app", options: applications, chosen: application)
            html.void("input", ["type": "hidden", "name": "platform", "value": platform])
        }
        guard let sample else {
            html.raw("<p class=\"soft\">No application of the directory has this client ID.</p>")
            return
        }
        html.element("ul", ["class": "tabs", "aria-label": "Platform"]) { html in
            for choice in platforms {
                html.raw("<li>")
                html.element(
                    "a", ["href": choice.href, "aria-current": choice.isChosen ? "true" : nil], text: choice.text)
                html.raw("</li>")
            }
        }
        html.element("h2", text: sample.title)
        for note in sample.notes { html.element("p", ["class": "notice"], text: note) }
        for block in sample.blocks { html.codeBlock(block) }
    }
}

extension MSALView {
    /// Creates the page for the application with this console name, or for the first application. `origin` is the origin at which
    /// the reader reached the server, and `secure` is the origin for libraries.
    package init(_ directory: Directory, application: String?, platform: String?, origin: Origin, secure: Origin) {
        let registrations = directory.tenants.flatMap { tenant in tenant.ownApplications.map { (tenant, $0) } }
        let chosen = application.map { directory.ownRegistration(consoleName: $0) } ?? registrations.first
        let name = chosen.map { directory.consoleName(of: $0.1, in: $0.0) } ?? ""
        var offered = registrations.prefix(Table.maximumObjects).map { tenant, application in
            (
                value: directory.consoleName(of: application, in: tenant),
                text: "\(application.displayName) (\(tenant.displayName))"
            )
        }
        // A long list is cut, but the chosen application is always in the list.
        if let chosen, !offered.contains(where: { $0.value.isExactly(name) }) {
            offered.append((name, "\(chosen.1.displayName) (\(chosen.0.displayName))"))
        }
        let platform = platform.flatMap(MSALPlatform.init) ?? .apple
        self.init(
            applications: offered, application: name, platform: platform.rawValue,
            platforms: MSALPlatform.allCases.map { other in
                Choice(
                    text: other.title,
                    href: ConsoleSection.msal.link([Form.Field("app", name), Form.Field("platform", other.rawValue)]),
                    isChosen: other == platform)
            },
            sample: chosen.map { tenant, application in
                platform.sample(
                    MSALTarget(application, in: tenant, of: directory, origin: origin, secure: secure))
            })
    }
}
