import Crypto
import Directory
import Entra
import State
import Wire

/// How many one-time codes a person is sent by pages, for sign-up and as a second factor, so that nobody guesses at code after
/// code. Only the native API's sign-in by code and password reset are not counted.
struct CodeAllowance: Sendable {
    /// Codes in a period. A stranger may be sent more: the same address signs up again and again in tests.
    private static let maximum = (person: 10, stranger: 50)
    /// Seconds.
    private static let period: Int64 = 600

    private let event: CountedEvent
    private let maximum: Int
    private let services: Services

    /// Counts one more code; false when enough were sent already.
    func take() throws(EntraError) -> Bool {
        try services.count(event, within: CodeAllowance.period, renewing: false).count <= maximum
    }

    /// Whether there is one left, without taking it.
    var isLeft: Bool {
        get throws(EntraError) {
            try services.counted(event, within: CodeAllowance.period).count < maximum
        }
    }
}

extension CodeAllowance {
    /// A person's.
    init(_ user: User, _ services: Services) {
        self.init(event: .codesSent(user.home), maximum: CodeAllowance.maximum.person, services: services)
    }

    /// That of an address: of the user who has it, or of nobody in the tenant.
    init(_ address: String, of user: User?, in tenant: Tenant, _ services: Services) {
        guard let user else {
            let hash = Digest.sha256(Array(address.asciiLowercased.utf8))
            self.init(
                event: .codesSentToStranger(tenant.id, hash), maximum: CodeAllowance.maximum.stranger,
                services: services)
            return
        }
        self.init(user, services)
    }
}
