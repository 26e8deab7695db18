import ControlPlane
package import Directory
import Entra
import Formats
import Protocol

/// The text that `serve` prints when the server listens: its addresses, values to paste, and a command to try.
package enum Banner {
    /// Returns the lines for a terminal. The command contains the secret of a configured client.
    package static func text(
        _ server: UnderstudyServer, _ options: ServerOptions, _ configuration: Configuration,
        _ source: Configuration.Source
    ) -> String {
        let own = server.server.origins.map(\.description)
        let origins = options.publicOrigin.map { [$0] } ?? own
        let secure = origins.first { $0.hasExactPrefix("https:") }
        let plain = own.first { $0.hasExactPrefix("http:") }
        let tenants = configuration.directory.tenants
        let tenant = tenants.leading
        var lines = ["Understudy \(Version.text), a test identity server", ""]
        lines.append("  Listening    \(own.joined(separator: "  "))")
        if let first = plain ?? own.first { lines.append("  Console      \(first)/_understudy/") }
        lines.append("  Directory    \(Escaping.line.escaped(source.name))")
        if let tenant, let origin = secure ?? origins.first {
            lines.append("  Authority    \(origin)/\(tenant.id)   (\(Escaping.line.escaped(tenant.displayName)))")
        }
        if options.tls == nil {
            lines.append("  CA           \(certificateAuthority(plain, own.first))")
            lines.append("               \(persistence(options))")
        }
        lines.append(contentsOf: users(of: tenants))
        if let tenant { lines.append(contentsOf: clients(of: [tenant] + tenants.filter { $0.id != tenant.id })) }
        if let tenant, let origin = plain ?? secure {
            lines.append(contentsOf: command(origin, tenant, now: SystemClock().now()))
        }
        return Escaping.terminal.escaped(lines.joined(separator: "\n") + "\n")
    }

    private static func certificateAuthority(_ plain: String?, _ secure: String?) -> String {
        if let plain { return "\(plain)/_understudy/ca.pem" }
        return secure.map { "curl -sk \($0)/_understudy/ca.pem" } ?? "understudy ca"
    }

    /// Returns a sentence on whether the CA stays the same after a restart.
    static func persistence(_ options: ServerOptions) -> String {
        if options.seed != nil { return "The CA is derived from the seed, and is the same after a restart." }
        if let folder = options.dataDir { return "The CA is stored in \(folder), and is the same after a restart." }
        return "The CA is new at every start. To keep the CA, use --seed TEXT or --data-dir DIR."
    }

    /// The largest number of users in the text.
    private static let maximumUsers = 12

    /// Returns the users who can sign in. A user of the seed directory is listed with the public password.
    static func users(of tenants: [Tenant]) -> [String] {
        var shown: [User] = []
        for tenant in tenants where shown.count < maximumUsers {
            shown += tenant.ownUsers.prefix(maximumUsers - shown.count)
        }
        let width = shown.map(\.signInName.unicodeScalars.count).max() ?? 0
        let lines = shown.map { user in
            let name = user.signInName
            let padding = String(repeating: " ", count: width - name.unicodeScalars.count)
            return "    \(Escaping.line.escaped(name))" + (user.publicPassword.map { "\(padding)  \($0)" } ?? "")
        }
        return lines.isEmpty ? [] : ["", "  Users"] + lines
    }

    /// The largest number of client IDs in the text.
    private static let maximumClients = 12

    /// Returns the client IDs. `tenants` begins with the tenant of the shown authority; clients of other tenants are listed with
    /// the tenant's name.
    static func clients(of tenants: [Tenant]) -> [String] {
        var shown: [String] = []
        for (position, tenant) in tenants.enumerated() where shown.count < maximumClients {
            for application in tenant.ownApplications.prefix(maximumClients - shown.count) {
                shown.append(
                    "    \(application.appId)  \(Escaping.line.escaped(application.displayName))"
                        + (position == 0 ? "" : "   (\(Escaping.line.escaped(tenant.displayName)))"))
            }
        }
        return shown.isEmpty ? [] : ["", "  Client IDs"] + shown
    }

    /// Returns a command that requests a token for a client with a valid secret. Without such a client, the command requests the
    /// discovery document.
    static func command(_ origin: String, _ tenant: Tenant, now: Timestamp) -> [String] {
        let isSecure = origin.hasExactPrefix("https:")
        let curl = isSecure ? "curl -k" : "curl"
        let resource = tenant.ownApplications.first { $0.identifierUris.first?.hasExactPrefix("api://") == true }
        let client = tenant.applications.lazy.filter(\.redirectURIs.isEmpty).compactMap { application in
            application.passwordCredentials.first { $0.isValid(at: now) }.map { (application.appId, $0.secretText) }
        }.first
        guard let (appId, secret) = client, let scope = resource?.identifierUris.first
        else { return ["", "  Try", "    \(curl) \(origin)/\(tenant.id)/v2.0/.well-known/openid-configuration"] }
        return [
            "", "  Try",
            "    \(curl) \(origin)/\(tenant.id)/oauth2/v2.0/token -d grant_type=client_credentials "
                + [("client_id", appId), ("client_secret", secret), ("scope", "\(scope)/.default")]
                .map(field).joined(separator: " "),
        ]
    }

    /// Returns a form field for curl. A value that no argument can hold is percent-encoded.
    private static func field(_ name: String, _ value: String) -> String {
        ShellWord.quoted("\(name)=\(value)").map { "--data-urlencode \($0)" } ?? "-d \(name)=\(Percent.encode(value))"
    }
}
