import Crypto
import Directory
import Entra

/// Checks what a person proves themselves with.
enum Credentials {
    /// The check of a password that this service makes itself, in pages and grants alike.
    ///
    /// Throws AADSTS50056 for a user of a federated domain, whose password is on premises, and for a member of an organization
    /// who has none, and as `verify`.
    static func check(
        _ password: String, of user: User, settings: Settings, services: Services
    ) throws(EntraError) {
        guard services.isOnPremises || keepsPassword(of: user, in: services.directory) else {
            throw EntraError(.passwordAbsent)
        }
        try verify(password, of: user, settings: settings, services: services)
    }

    /// The same at whoever keeps the password, the stand-in for an identity provider too: whatever the door, the guesses
    /// count together. Throws AADSTS50053 while the person is locked out, and 50126 for a wrong password.
    static func verify(
        _ password: String, of user: User, settings: Settings, services: Services
    ) throws(EntraError) {
        let lockout = Lockout(.first, of: user.home, settings, services)
        try lockout.check()
        guard services.knows(user), isPassword(password, of: user, in: services.directory) else {
            try lockout.recordFailure()
            throw EntraError(.wrongPassword)
        }
        try lockout.forget()
    }

    /// Whether there can be a password here. External and b2c tenants do not tell it apart from a wrong one.
    private static func keepsPassword(of user: User, in directory: Directory) -> Bool {
        guard directory.federatedDomain(of: user) == nil else { return false }
        guard let home = directory.tenant(user.home.tenantID), home.kind == .workforce else { return true }
        return home.user(user.home.objectID)?.takesPassword ?? true
    }

    /// Whether the password is the user's. A guest's password is the one at home, none where the person is gone from there. A user
    /// without one takes any, or none.
    static func isPassword(_ password: String, of user: User, in directory: Directory) -> Bool {
        guard let home = directory.homeAccount(of: user), home.takesPassword else { return false }
        guard let expected = home.password else { return true }
        return ConstantTime.equal(password, expected)
    }
}
