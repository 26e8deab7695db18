package import Formats

/// The built-in authentication strengths, which a Conditional Access policy may name in place of `mfa`.
package struct AuthenticationStrength: Sendable {
    package let id: String
    package let displayName: String
    package let description: String
    /// The combinations of methods that meet the strength (Graph `allowedCombinations`).
    package let combinations: [String]

    private static let phishingResistant = ["windowsHelloForBusiness", "fido2", "x509CertificateMultiFactor"]
    private static let passwordless = phishingResistant + ["deviceBasedPush"]

    package static let all = [
        AuthenticationStrength(
            id: "00000000-0000-0000-0000-000000000002", displayName: "Multifactor authentication",
            description: "Any combination of methods that satisfies multifactor authentication.",
            combinations: passwordless + [
                "temporaryAccessPassOneTime", "temporaryAccessPassMultiUse", "password,microsoftAuthenticatorPush",
                "password,softwareOath", "password,hardwareOath", "password,sms", "password,voice",
                "federatedMultiFactor", "microsoftAuthenticatorPush,federatedSingleFactor",
                "softwareOath,federatedSingleFactor", "hardwareOath,federatedSingleFactor",
                "sms,federatedSingleFactor", "voice,federatedSingleFactor",
            ]),
        AuthenticationStrength(
            id: "00000000-0000-0000-0000-000000000003", displayName: "Passwordless MFA",
            description: "Methods without a password that satisfy multifactor authentication.",
            combinations: passwordless),
        AuthenticationStrength(
            id: "00000000-0000-0000-0000-000000000004", displayName: "Phishing-resistant MFA",
            description: "Methods without a password that resist phishing.", combinations: phishingResistant),
    ]

    private init(id: String, displayName: String, description: String, combinations: [String]) {
        self.id = id
        self.displayName = displayName
        self.description = description
        self.combinations = combinations
    }

    /// Finds the strength with the ID.
    package init?(id: String) {
        guard let found = AuthenticationStrength.all.first(where: { $0.id.isExactly(id) }) else { return nil }
        self = found
    }

    /// Returns the combinations that meet the strength of a policy: those of the built-in strength with the ID, or those that the
    /// policy lists. No combination meets a strength without either.
    package static func combinations(of strength: JSONValue) -> [String] {
        AuthenticationStrength(id: strength["id"]?.string ?? "")?.combinations ?? strength.texts("allowedCombinations")
    }
}
