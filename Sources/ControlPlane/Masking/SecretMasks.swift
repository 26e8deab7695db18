package import Crypto
package import Directory
import Entra
package import Formats
package import Protocol
import Synchronization

/// The masks of a server. Each mask knows the secrets of the server and of one version of the directory.
package final class SecretMasks: Sendable {
    /// The number of directory versions whose secrets are cached. A reader of the journal goes through the versions in order.
    private static let maximumVersions = 2

    /// The server's own credentials, such as the control token, which are never shown.
    private let own: ServerSecrets
    private let versions = Mutex<[(directory: Directory, known: KnownSecrets)]>([])

    package init(controlToken: String? = nil, storePassword: String? = nil) {
        own = ServerSecrets(controlToken: controlToken, others: [storePassword].compactMap(\.self))
    }

    /// Returns the mask for texts from the time of a directory version.
    package func mask(_ directory: Directory, _ sealing: SealingKeys?) -> SecretMask {
        SecretMask(own: own, known: [known(directory)], sealing: sealing)
    }

    /// The mask that shows secrets, except for the server's own credentials.
    package var showingSecrets: SecretMask { SecretMask(isOff: true, own: own) }

    /// The query parameter that requests secrets.
    package static let parameter = "secrets"

    /// Whether a query requests secrets. Throws a problem of status 400 for a value other than `true` and `false`.
    package static func areSecretsShown(by query: Form) throws(ProblemDocument) -> Bool {
        switch query[parameter] ?? "false" {
        case "true": return true
        case "false": return false
        default: throw .invalid("The parameter secrets must be true or false.")
        }
    }

    /// The number of directory versions whose secrets are cached.
    var keptVersions: Int { versions.withLock(\.count) }

    private func known(_ directory: Directory) -> KnownSecrets {
        if let known = versions.withLock({ $0.first { $0.directory === directory }?.known }) { return known }
        let known = KnownSecrets(directory.secrets)
        versions.withLock { versions in
            versions = ([(directory, known)] + versions.filter { $0.directory !== directory })
                .prefix(SecretMasks.maximumVersions).map(\.self)
        }
        return known
    }
}

extension Directory {
    /// The secrets of the directory: of applications, of users, and of the hosts of managed identities.
    fileprivate var secrets: [String] {
        var secrets: [String] = []
        for tenant in tenants {
            for application in tenant.applications { secrets += application.passwordCredentials.map(\.secretText) }
            for user in tenant.users { secrets += [user.password, user.mfa?.secret].compactMap(\.self) }
            secrets.append(settings(tenant: tenant, application: nil).managedIdentityHeader)
        }
        return secrets
    }
}

extension MFAMethod {
    /// The fixed code, or the secret of an authenticator app in base32.
    fileprivate var secret: String? {
        switch self {
        case .code(let code): code
        case .authenticator(let bytes): Base32.encode(bytes)
        case .email, .sms: nil
        }
    }
}
