package import Entra

/// A limit of a registration that depends on the accounts that can sign in (docs/reference/protocol.md#registration-limits).
/// The configuration and Microsoft Graph check the same rows.
package struct RegistrationLimit: Sendable {
    /// Returns whether another tenant registers an API.
    package typealias IsForeign = (ClientID) -> Bool

    /// The property, under its path in Microsoft Graph.
    package let property: String
    /// The unit that the limit counts, for messages.
    private let unit: String
    /// The maximum for applications that only work or school accounts can use, or nil for no limit.
    private let work: Int?
    /// The maximum for applications that both kinds of accounts can use, or nil for no limit.
    private let both: Int?
    /// The maximum for applications that only personal accounts can use, or nil for no limit.
    private let personal: Int?
    private let count: @Sendable (Application, IsForeign) -> Int

    private init(
        _ property: String, _ unit: String, work: Int? = nil, both: Int? = nil, personal: Int? = nil,
        _ count: @escaping @Sendable (Application, IsForeign) -> Int
    ) {
        self.property = property
        self.unit = unit
        self.work = work
        self.both = both
        self.personal = personal
        self.count = count
    }

    /// The limit that the service reports as an object that is too large, and not as an invalid value.
    package static let foreignAPIs = RegistrationLimit(
        "requiredResourceAccess", "APIs of other tenants in requiredResourceAccess", work: 10, both: 10, personal: 10
    ) { application, isForeign in application.requiredResourceAccess.count { isForeign($0.resourceAppId) } }

    /// The limits that do not depend on other tenants.
    package static let own: [RegistrationLimit] = [
        .init("displayName", "characters in displayName", work: 120, both: 90, personal: 90) { application, _ in
            application.displayName.utf16.count
        },
        .init("identifierUris", "identifier URIs", both: 50, personal: 50) { application, _ in
            application.identifierUris.count
        },
        .init(
            "redirectUris", "redirect URIs", work: RedirectURIRegistration.maximumCount(for: .myOrg),
            both: RedirectURIRegistration.maximumCount(for: .orgsAndPersonal),
            personal: RedirectURIRegistration.maximumCount(for: .personalOnly)
        ) { application, _ in application.redirectURIs.count },
        .init("passwordCredentials", "client secrets", both: 2, personal: 2) { application, _ in
            application.passwordCredentials.count + application.undisclosedPasswords.count
        },
        .init("api.oauth2PermissionScopes", "scopes", both: 100, personal: 100) { application, _ in
            application.oauth2PermissionScopes.count
        },
        .init("api.preAuthorizedApplications", "pre-authorized clients", both: 100, personal: 100) { application, _ in
            application.preAuthorizedApplications.count
        },
        .init("api.preAuthorizedApplications", "scopes of one pre-authorized client", both: 30, personal: 30) {
            application, _ in application.preAuthorizedApplications.map(\.delegatedPermissionIds.count).max() ?? 0
        },
        .init("api.preAuthorizedApplications", "scopes of pre-authorized clients", both: 500, personal: 500) {
            application, _ in application.preAuthorizedApplications.reduce(0) { $0 + $1.delegatedPermissionIds.count }
        },
        .init("appRoles", "app roles", personal: 0) { application, _ in application.appRoles.count },
        .init("requiredResourceAccess", "APIs in requiredResourceAccess", work: 50, both: 50, personal: 50) {
            application, _ in application.requiredResourceAccess.count
        },
        .init("requiredResourceAccess", "permissions in requiredResourceAccess", work: 400, both: 200, personal: 200) {
            application, _ in application.requiredResourceAccess.reduce(0) { $0 + $1.permissionCount }
        },
        .init("requiredResourceAccess", "permissions of one API in requiredResourceAccess", both: 30, personal: 30) {
            application, _ in application.requiredResourceAccess.map(\.permissionCount).max() ?? 0
        },
    ]

    package static let all = own + [foreignAPIs]

    /// Returns the reason why an application exceeds the limit, or nil if the application is within the limit.
    package func problem(of application: Application, isForeign: IsForeign = { _ in false }) -> String? {
        guard let maximum = maximum(for: application.signInAudience) else { return nil }
        let count = count(application, isForeign)
        guard count > maximum else { return nil }
        return maximum == 0 ? "must have no \(unit)" : "has \(count) \(unit); at most \(maximum) are allowed"
    }

    private func maximum(for audience: SignInAudience) -> Int? {
        switch audience {
        case .myOrg, .multipleOrgs: work
        case .orgsAndPersonal: both
        case .personalOnly: personal
        }
    }
}

extension RequiredResource {
    fileprivate var permissionCount: Int { scopes.count + roles.count }
}
