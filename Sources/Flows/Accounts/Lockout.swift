import Directory
import Entra
import State
import Wire

/// Smart lockout: after so many wrong passwords or codes a person waits, whoever guessed (AADSTS50053).
struct Lockout {
    private let event: CountedEvent
    private let settings: Settings
    private let services: Services

    init(_ home: User.Home, _ settings: Settings, _ services: Services) {
        event = .wrongCredentials(home)
        self.settings = settings
        self.services = services
    }

    /// Throws AADSTS50053 while the person is locked out. What was typed meanwhile, right or wrong, does not count.
    func check() throws(EntraError) {
        let made = try services.store.counted(event, within: Int64(settings.lockoutDuration), now: services.now)
        guard made.count < settings.lockoutThreshold else { throw EntraError(.accountLocked) }
    }

    func recordFailure() throws(EntraError) {
        _ = try services.store.count(
            event, within: Int64(settings.lockoutDuration), renewing: true, now: services.now)
    }

    func forget() throws(EntraError) {
        try services.store.forget(event)
    }
}
