import Crypto
import Directory
import Entra

/// Checks the passwords of users.
enum Credentials {
    /// Returns the reason why this service rejects a password, or nil for the correct password. Pages and grants have the same
    /// rules. The reason is `.absent` for a user of a federated domain, whose password is on premises, and for a member of an
    /// organization without a password. Throws only errors of the store.
    static func rejection(
        of password: String, for user: User, settings: Settings, services: Services
    ) throws(EntraError) -> CredentialRejection? {
        guard services.isOnPremises || keepsPassword(of: user, in: services.directory) else { return .absent }
        return try rejectionIfLocked(password, user, settings, services)
    }

    /// Checks a password for a grant. Throws AADSTS50056 for an absent password, 50053 during a lockout, and 50126 for a wrong
    /// password.
    static func check(
        _ password: String, of user: User, settings: Settings, services: Services
    ) throws(EntraError) {
        if let rejection = try rejection(of: password, for: user, settings: settings, services: services) {
            throw rejection.error
        }
    }

    /// Returns the reason why the service that keeps the password rejects a password. The stand-in identity provider uses this
    /// check too, so that a user's wrong passwords have one count, wherever the user enters them.
    static func rejectionIfLocked(
        _ password: String, _ user: User, _ settings: Settings, _ services: Services
    ) throws(EntraError) -> CredentialRejection? {
        let lockout = Lockout(.first, of: user.home, settings, services)
        guard try !lockout.isLockedOut else { return .lockedOut }
        guard services.knows(user), isPassword(password, of: user, in: services.directory) else {
            try lockout.recordFailure()
            return .wrong
        }
        try lockout.forget()
        return nil
    }

    /// Whether the user can have a password here. External and b2c tenants report an absent password as a wrong password.
    private static func keepsPassword(of user: User, in directory: Directory) -> Bool {
        guard directory.federatedDomain(of: user) == nil else { return false }
        guard let home = directory.tenant(user.home.tenantID), home.kind == .workforce else { return true }
        return home.user(user.home.objectID).map(directory.takesPassword) ?? true
    }

    /// Whether the password is the user's. A guest's password is the password of the home account, and a guest without a home
    /// account has none. For a user without a password, every password is correct if `passwords: any` is set, and no password
    /// otherwise.
    static func isPassword(_ password: String, of user: User, in directory: Directory) -> Bool {
        guard let home = directory.homeAccount(of: user), directory.takesPassword(home) else { return false }
        guard let expected = home.password else { return true }
        return ConstantTime.equal(password, expected)
    }
}
