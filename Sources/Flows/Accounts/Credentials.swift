import Crypto
import Directory
import Entra

/// Checks what a person proves themselves with.
enum Credentials {
    /// Why this service does not accept a password, in pages and grants alike; nil for the right one. `.absent` for a user of a
    /// federated domain, whose password is on premises, and for a member of an organization who has none. Throws only what the
    /// store throws.
    static func refusal(
        of password: String, for user: User, settings: Settings, services: Services
    ) throws(EntraError) -> CredentialRefusal? {
        guard services.isOnPremises || keepsPassword(of: user, in: services.directory) else { return .absent }
        return try refusalWhereKept(password, user, settings, services)
    }

    /// The same for a grant: throws AADSTS50056 for an absent password, 50053 while the person is locked out, and 50126 for a
    /// wrong password.
    static func check(
        _ password: String, of user: User, settings: Settings, services: Services
    ) throws(EntraError) {
        if let refusal = try refusal(of: password, for: user, settings: settings, services: services) {
            throw refusal.error
        }
    }

    /// The same at whoever keeps the password, the stand-in for an identity provider too: the wrong passwords of a person count
    /// together, wherever they are entered.
    static func refusalWhereKept(
        _ password: String, _ user: User, _ settings: Settings, _ services: Services
    ) throws(EntraError) -> CredentialRefusal? {
        let lockout = Lockout(.first, of: user.home, settings, services)
        guard try !lockout.isLockedOut else { return .lockedOut }
        guard services.knows(user), isPassword(password, of: user, in: services.directory) else {
            try lockout.recordFailure()
            return .wrong
        }
        try lockout.forget()
        return nil
    }

    /// Whether there can be a password here. External and b2c tenants do not tell it apart from a wrong one.
    private static func keepsPassword(of user: User, in directory: Directory) -> Bool {
        guard directory.federatedDomain(of: user) == nil else { return false }
        guard let home = directory.tenant(user.home.tenantID), home.kind == .workforce else { return true }
        return home.user(user.home.objectID).map(directory.takesPassword) ?? true
    }

    /// Whether the password is the user's. A guest's password is the one at home, none where the person is gone from there. For a
    /// user without a password every password is right where `passwords: any` is set, and none elsewhere.
    static func isPassword(_ password: String, of user: User, in directory: Directory) -> Bool {
        guard let home = directory.homeAccount(of: user), directory.takesPassword(home) else { return false }
        guard let expected = home.password else { return true }
        return ConstantTime.equal(password, expected)
    }
}
