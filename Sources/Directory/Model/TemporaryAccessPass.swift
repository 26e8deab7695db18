package import Entra
package import Formats

/// A pass with which a user signs in for a limited time (Microsoft Graph `temporaryAccessPassAuthenticationMethod`).
package struct TemporaryAccessPass: Sendable, Equatable {
    /// The lifetimes that a pass may have, in minutes.
    package static let lifetimes = 10...43_200
    /// The lifetime by the default policy of a tenant, in minutes.
    package static let defaultLifetime = 60

    package var id = ObjectID("")
    package var pass: String
    package var createdDateTime: Timestamp?
    package var startDateTime = Timestamp.distantPast
    package var lifetimeInMinutes = defaultLifetime
    package var isUsableOnce = false
    package var isUsed = false

    package init(pass: String) {
        self.pass = pass
    }

    /// The reason why a pass can or cannot be used (Graph `methodUsabilityReason`).
    package enum Usability: String, Sendable {
        case enabledByPolicy = "EnabledByPolicy"
        case notYetValid = "NotYetValid"
        case expired = "Expired"
        case oneTimeUsed = "OneTimeUsed"
    }

    package func usability(at now: Timestamp) -> Usability {
        if now < startDateTime { return .notYetValid }
        if now >= startDateTime.adding(seconds: Int64(lifetimeInMinutes) * 60) { return .expired }
        return isUsableOnce && isUsed ? .oneTimeUsed : .enabledByPolicy
    }
}
