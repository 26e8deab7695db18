package import Directory
package import Entra
package import Pages
import Wire

extension MSALView {
    /// For the application that is asked for by its id, else the first. `origin` is where the reader reached the server,
    /// `secure` where libraries are to come.
    package init(_ directory: Directory, application: String?, platform: String?, origin: Origin, secure: Origin) {
        let registrations = directory.tenants.flatMap { tenant in tenant.ownApplications.map { (tenant, $0) } }
        let wanted = application.map { ClientID($0) }
        let chosen = wanted.map { id in registrations.first { $0.1.clientID == id } } ?? registrations.first
        // The chosen one can be chosen again, wherever in a long list it stands.
        var offered = Array(registrations.prefix(Table.maximumObjects))
        if let chosen, !offered.contains(where: { $0.1.clientID == chosen.1.clientID }) { offered.append(chosen) }
        let platform = platform.flatMap(MSALPlatform.init) ?? .apple
        let appId = chosen?.1.appId ?? ""
        self.init(
            applications: offered.map { ($0.1.appId, "\($0.1.displayName) (\($0.0.displayName))") },
            application: appId, platform: platform.rawValue,
            platforms: MSALPlatform.allCases.map { other in
                Choice(
                    text: other.title,
                    href: ConsoleSection.msal.link([Form.Field("app", appId), Form.Field("platform", other.rawValue)]),
                    isChosen: other == platform)
            },
            sample: chosen.map { tenant, application in
                platform.sample(MSALTarget(application, in: tenant, origin: origin, secure: secure))
            })
    }
}
