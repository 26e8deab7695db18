import Formats

/// The permissions of users without a directory role: `defaultUserRolePermissions` of the authorization policy
/// (docs/reference/protocol.md#authorization-policy). A member that the policy lacks has the value of a new tenant.
package struct DefaultUserPermissions: Sendable {
    private let members: JSONValue?

    package init(of tenant: Tenant) {
        members = tenant.policyTable.policies(.authorization).first?["defaultUserRolePermissions"]
    }

    /// Whether users may register applications.
    package var mayCreateApplications: Bool { members?["allowedToCreateApps"]?.bool ?? true }

    /// The permissions to which users may consent for themselves. A policy that is not built in counts as one that allows all
    /// permissions of type `User`.
    package var userConsent: UserConsentPolicy {
        guard let assigned = members?["permissionGrantPoliciesAssigned"]?.array else { return .allowed }
        let names = assigned.compactMap { $0.string?.asciiLowercased }.filter {
            $0.hasExactPrefix("managepermissiongrantsforself.")
        }
        guard !names.isEmpty else { return .disabled }
        return names.allSatisfy { $0.hasExactSuffix(".microsoft-user-default-low") } ? .verifiedPublishers : .allowed
    }
}

extension UserConsentPolicy {
    /// Returns the policy that allows less.
    package func limited(by other: UserConsentPolicy) -> UserConsentPolicy {
        [UserConsentPolicy.disabled, .verifiedPublishers].first { $0 == self || $0 == other } ?? .allowed
    }
}
