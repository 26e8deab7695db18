import Crypto
import Directory
import Entra
import Formats
import Store

/// Checks the passwords of users.
enum Credentials {
    /// Returns the reason why this service rejects a password, or nil for the correct password. Pages and grants have the same
    /// rules. The reason is `.absent` for a user of a federated domain, whose password is on premises, and for a member of an
    /// organization without a password. With `isSynchronized`, a federated user has the password here too. Throws only errors of
    /// the store.
    static func rejection(
        of password: String, for user: User, settings: Settings, services: Services, isSynchronized: Bool = false
    ) throws(EntraError) -> CredentialRejection? {
        guard services.isOnPremises || isSynchronized || keepsPassword(of: user, in: services.directory) else {
            return .absent
        }
        return try rejectionIfLocked(password, user, settings, services)
    }

    /// Checks a password for a grant. Throws AADSTS50056 for an absent password, 50053 during a lockout, and 50126 for a wrong
    /// password.
    static func check(
        _ password: String, of user: User, settings: Settings, services: Services, isSynchronized: Bool = false
    ) throws(EntraError) {
        let rejection = try rejection(
            of: password, for: user, settings: settings, services: services, isSynchronized: isSynchronized)
        if let rejection { throw rejection.error }
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
        return home.user(user.home.objectID).map(directory.acceptsPassword) ?? true
    }

    /// Whether the password is the user's. A guest's password is the password of the home account, and a guest without a home
    /// account has none. For a user without a password, every password is correct if `passwords: any` is set, and no password
    /// otherwise.
    static func isPassword(_ password: String, of user: User, in directory: Directory) -> Bool {
        guard let home = directory.homeAccount(of: user), directory.acceptsPassword(home) else { return false }
        guard let expected = home.password else { return true }
        return ConstantTime.equal(password, expected)
    }
}

/// The reason why a password is rejected. The reason is a value and not an error, because a check throws only failures of the
/// store. A caller need not catch those failures to learn the reason.
enum CredentialRejection: Sendable {
    /// The user cannot have a password here.
    case absent
    /// Too many wrong attempts preceded this one.
    case lockedOut
    case wrong

    private var code: AADSTS {
        switch self {
        case .absent: .passwordAbsent
        case .lockedOut: .accountLocked
        case .wrong: .wrongPassword
        }
    }

    /// The error for a client.
    var error: EntraError { EntraError(code) }

    /// The problem that a page shows.
    var problem: FieldProblem {
        switch self {
        case .absent: FieldProblem(.passwordAbsent, of: code)
        case .lockedOut: FieldProblem(.accountLocked, of: code)
        case .wrong: FieldProblem(.passwordWrong, of: code)
        }
    }
}

/// Smart lockout. After a number of wrong passwords and codes, counted together, the user must wait, whoever made the attempts
/// (AADSTS50053).
struct Lockout {
    enum Factor {
        /// A password, or a code that replaces the password.
        case first
        case second
    }

    private let factor: Factor
    private let home: User.Home
    private let settings: Settings
    private let services: Services

    init(_ factor: Factor, of home: User.Home, _ settings: Settings, _ services: Services) {
        self.factor = factor
        self.home = home
        self.settings = settings
        self.services = services
    }

    private var wrongFirst: CountedEvent { .wrongFirstFactor(home) }
    private var wrongSecond: CountedEvent { .wrongSecondFactor(home) }

    /// Whether the user is locked out. Attempts during a lockout do not count, whether correct or wrong.
    var isLockedOut: Bool {
        get throws(EntraError) {
            var made = 0
            for event in [wrongFirst, wrongSecond] {
                made += try services.counted(event, within: Int64(settings.lockoutDuration)).count
            }
            return made >= settings.lockoutThreshold
        }
    }

    /// Throws AADSTS50053 during a lockout.
    func check() throws(EntraError) {
        guard try !isLockedOut else { throw EntraError(.accountLocked) }
    }

    func recordFailure() throws(EntraError) {
        let event =
            switch factor {
            case .first: wrongFirst
            case .second: wrongSecond
            }
        _ = try services.count(event, within: Int64(settings.lockoutDuration), renewing: true)
    }

    /// Resets the counts after a correct attempt. A correct first factor resets the count of wrong first factors; a correct second
    /// factor resets both counts. Otherwise an attacker with the first factor could guess the second factor without limit.
    func forget() throws(EntraError) {
        try services.store.forget(wrongFirst)
        if factor == .second { try services.store.forget(wrongSecond) }
    }
}
