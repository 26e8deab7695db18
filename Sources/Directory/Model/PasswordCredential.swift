package import Wire

/// A client secret (Graph `passwordCredential`; `secretText` is the value itself, as a test double must know it).
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

/// What an exported manifest tells of a client secret: everything but the secret.
package struct UndisclosedPassword: Sendable, Equatable {
    package var keyId: String?
    package var displayName: String?
    /// The first characters of the secret.
    package var hint: String?
    package var startDateTime: Timestamp?
    package var endDateTime: Timestamp?

    package init() {}
}
