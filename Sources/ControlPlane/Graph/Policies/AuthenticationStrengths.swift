import Directory
import Formats
import HTTP
import Protocol

extension AuthenticationStrength {
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
