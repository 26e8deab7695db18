import Directory
import State

/// How many one-time codes a person is sent, whatever asks for them, so that nobody guesses at code after code.
enum CodeAllowance {
    private static let maximum = 10
    /// Seconds.
    private static let period: Int64 = 600

    /// Counts one more code; false when the person was sent enough already.
    static func take(for user: User, _ services: Services) -> Bool {
        services.store.count(.codesSent(user.home), within: period, renewing: false, now: services.now).count <= maximum
    }

    /// Whether there is one left, without taking it.
    static func isLeft(for user: User, _ services: Services) -> Bool {
        services.store.counted(.codesSent(user.home), now: services.now).count < maximum
    }
}
