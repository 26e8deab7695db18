import Directory
import Entra
import Formats
import Store

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
