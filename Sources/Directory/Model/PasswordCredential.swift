package import Formats

/// A client secret (Graph `passwordCredential`). `secretText` is the secret itself, because a test double must know the secret.
package struct PasswordCredential: Sendable {
    package var keyId: String?
    package var displayName: String?
    package var secretText: String
    package var startDateTime: Timestamp?
    package var endDateTime: Timestamp?

    package init(secretText: String) {
        self.secretText = secretText
    }

    package func isValid(at now: Timestamp) -> Bool {
        (startDateTime ?? .distantPast) <= now && now < (endDateTime ?? .distantFuture)
    }
}

/// The description of a client secret in an exported manifest, which has everything except the secret.
package struct RedactedPassword: Sendable, Equatable {
    package var keyId: String?
    package var displayName: String?
    /// The first characters of the secret.
    package var hint: String?
    package var startDateTime: Timestamp?
    package var endDateTime: Timestamp?

    package init() {}
}
