import Directory
import Entra
import State
import Wire

/// Smart lockout: after so many wrong passwords and codes together a person waits, whoever guessed (AADSTS50053).
struct Lockout {
    /// What a person proves themselves with.
    enum Proof {
        case password
        case code
    }

    private let proof: Proof
    private let home: User.Home
    private let settings: Settings
    private let services: Services

    init(_ proof: Proof, of home: User.Home, _ settings: Settings, _ services: Services) {
        self.proof = proof
        self.home = home
        self.settings = settings
        self.services = services
    }

    private var wrongPasswords: CountedEvent { .wrongPasswords(home) }
    private var wrongCodes: CountedEvent { .wrongCodes(home) }

    /// Throws AADSTS50053 while the person is locked out. What was typed meanwhile, right or wrong, does not count.
    func check() throws(EntraError) {
        var made = 0
        for event in [wrongPasswords, wrongCodes] {
            made += try services.store.counted(event, within: Int64(settings.lockoutDuration), now: services.now).count
        }
        guard made < settings.lockoutThreshold else { throw EntraError(.accountLocked) }
    }

    func recordFailure() throws(EntraError) {
        let event =
            switch proof {
            case .password: wrongPasswords
            case .code: wrongCodes
            }
        _ = try services.store.count(
            event, within: Int64(settings.lockoutDuration), renewing: true, now: services.now)
    }

    /// What was right makes up for what was wrong before: a code for all, a password for passwords only, since who knows it could
    /// guess codes without end.
    func forget() throws(EntraError) {
        try services.store.forget(wrongPasswords)
        if proof == .code { try services.store.forget(wrongCodes) }
    }
}
