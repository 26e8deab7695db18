import Crypto
import Directory
import Entra
import Formats
import Store

/// The limit on the one-time codes that pages, sign-up and the second factor send to a user. The limit stops an attacker from
/// guessing one code after another. Only the native API's sign-in by code and its password reset do not count.
struct CodeRateLimit: Sendable {
    /// The maximum number of codes in a period. An address without a user may get more codes, because tests sign up with the same
    /// address repeatedly.
    private static let maximum = (person: 10, stranger: 50)
    /// The length of the period, in seconds.
    private static let period: Int64 = 600

    private let event: CountedEvent
    private let maximum: Int
    private let services: Services

    /// Counts one more code. Returns false if the limit was already reached.
    func take() throws(EntraError) -> Bool {
        try services.count(event, within: CodeRateLimit.period, renewing: false).count <= maximum
    }

    /// Whether another code may be sent. The check does not count a code.
    var isLeft: Bool {
        get throws(EntraError) {
            try services.counted(event, within: CodeRateLimit.period).count < maximum
        }
    }
}

extension CodeRateLimit {
    /// Creates the limit of a user.
    init(_ user: User, _ services: Services) {
        self.init(event: .codesSent(user.home), maximum: CodeRateLimit.maximum.person, services: services)
    }

    /// Creates the limit of an address: the limit of the user with that address, or the limit of an address without a user in the
    /// tenant.
    init(_ address: String, of user: User?, in tenant: Tenant, _ services: Services) {
        guard let user else {
            let hash = Digest.sha256(Array(address.asciiLowercased.utf8))
            self.init(
                event: .codesSentToStranger(tenant.id, hash), maximum: CodeRateLimit.maximum.stranger,
                services: services)
            return
        }
        self.init(user, services)
    }
}
