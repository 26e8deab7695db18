import Directory
import Entra
import State
import Wire

/// Smart lockout: after so many wrong passwords and codes together a person waits, whoever guessed (AADSTS50053).
struct Lockout {
    enum Factor {
        /// A password, or the code that stands in its place.
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

    /// Whether the person is locked out. What was typed meanwhile, right or wrong, does not count.
    var isLockedOut: Bool {
        get throws(EntraError) {
            var made = 0
            for event in [wrongFirst, wrongSecond] {
                made += try services.counted(event, within: Int64(settings.lockoutDuration)).count
            }
            return made >= settings.lockoutThreshold
        }
    }

    /// Throws AADSTS50053 while the person is locked out.
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

    /// What was right makes up for what was wrong before: the second factor for all, the first one for first ones only, since who
    /// has it could guess the second without end.
    func forget() throws(EntraError) {
        try services.store.forget(wrongFirst)
        if factor == .second { try services.store.forget(wrongSecond) }
    }
}
