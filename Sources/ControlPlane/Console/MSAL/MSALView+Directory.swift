package import Directory
package import Entra
import Formats
import Protocol

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
