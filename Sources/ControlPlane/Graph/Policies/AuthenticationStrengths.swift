import Directory
import Formats
import HTTP
import Protocol

/// The built-in authentication strengths, which a Conditional Access policy may name in place of `mfa`.
struct AuthenticationStrength: Sendable {
    let id: String
    let displayName: String
    let description: String
    let combinations: [String]

    private static let phishingResistant = ["windowsHelloForBusiness", "fido2", "x509CertificateMultiFactor"]
    private static let passwordless = phishingResistant + ["deviceBasedPush"]

    static let all = [
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
    init?(id: String) {
        guard let found = AuthenticationStrength.all.first(where: { $0.id.isExactly(id) }) else { return nil }
        self = found
    }

    var json: JSONValue { GraphType.authenticationStrength.table.json(self) }
}

extension GraphType where Entity == AuthenticationStrength {
    static let authenticationStrength = GraphType(
        "authenticationStrengthPolicy", set: "policies/authenticationStrengthPolicies", id: { $0.id },
        [
            .derived("id", .text) { $0.id },
            .derived("createdDateTime", .text) { _ in "2021-12-01T00:00:00Z" },
            .derived("modifiedDateTime", .text) { _ in "2021-12-01T00:00:00Z" },
            .derived("displayName", .text) { $0.displayName },
            .derived("description", .text) { $0.description },
            .derived("policyType", .text) { _ in "builtIn" }.filterable,
            .derived("requirementsSatisfied", .text) { _ in "mfa" },
            .derived("allowedCombinations", .list(.text)) { $0.combinations },
        ])
}

extension GraphOperation {
    /// The operations that read the built-in strengths. A tenant has no others here.
    static let authenticationStrengths: [GraphOperation] = [
        "/policies/authenticationStrengthPolicies", "/identity/conditionalAccess/authenticationStrength/policies",
    ].flatMap { path in
        GraphCollection<AuthenticationStrength>(
            path: path, type: .authenticationStrength, all: { (_) throws(GraphError) in AuthenticationStrength.all },
            find: { (request) throws(GraphError) in
                let key = request.key().value
                guard let strength = AuthenticationStrength(id: key) else { throw .notFound(key) }
                return strength
            }
        ).reading(.readAuthenticationStrengths)
    }
}
