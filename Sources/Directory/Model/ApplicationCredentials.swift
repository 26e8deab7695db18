package import Entra
package import Formats

/// A client secret (Graph `passwordCredential`). `secretText` is the secret itself, because a test double must know the secret.
package struct PasswordCredential: Sendable {
    package var keyId: String?
    package var displayName: String?
    package var secretText: String
    package var startDateTime: Timestamp?
    package var endDateTime: Timestamp?
    /// Whether the service principal has the secret, and not the registration. Such a secret is valid in the home tenant alone.
    package var isOfServicePrincipal = false

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

/// A client certificate (Graph `keyCredential`).
package struct KeyCredential: Sendable {
    package var keyId: String?
    package var displayName: String?
    /// The certificate in DER, from `key` (base64) or from the PEM file that `certificate` names.
    package var certificate: [UInt8]?
    /// The usage, one of `usages`: `Verify` for what the client signs, or `Sign` for the service's own key for a SAML
    /// application. A nil value means `Verify`.
    package var usage: String?
    package var startDateTime: Timestamp?
    package var endDateTime: Timestamp?
    /// Whether the service principal has the certificate, and not the registration. Such a certificate is valid in the home tenant
    /// alone.
    package var isOfServicePrincipal = false

    /// The usages of a key in Graph.
    package static let usages = [
        "Verify", "Sign", "Encrypt", "Decrypt", "None", "PairwiseIdentifier", "Delegation", "HashedIdentifier",
        "SelfSignedTls",
    ]

    package init() {}

    /// Whether a client can authenticate with the key.
    package var authenticates: Bool { usage?.isExactly("Verify") ?? true }
}

/// The trust in a token of another issuer (Graph `federatedIdentityCredential`).
package struct FederatedIdentityCredential: Sendable {
    package var name: String
    package var issuer: String
    /// The subject of the token, or nil if an expression matches the claims of the token.
    package var subject: String?
    package var claimsMatchingExpression: ClaimsMatchingExpression?
    package var audiences: [String]
    package var description: String?

    package init(name: String, issuer: String, subject: String? = nil, audiences: [String]) {
        self.name = name
        self.issuer = issuer
        self.subject = subject
        self.audiences = audiences
    }
}

extension ApplicationProperties {
    /// Whether the service principal in the home tenant has credentials of its own.
    package var hasServicePrincipalCredentials: Bool {
        passwordCredentials.contains(where: \.isOfServicePrincipal)
            || keyCredentials.contains(where: \.isOfServicePrincipal)
    }

    /// Removes the credentials of the service principal in the home tenant.
    package mutating func removeServicePrincipalCredentials() {
        passwordCredentials.removeAll(where: \.isOfServicePrincipal)
        keyCredentials.removeAll(where: \.isOfServicePrincipal)
    }
}
