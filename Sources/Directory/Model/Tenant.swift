package import Entra
import Wire

/// One tenant, immutable. Every lookup is one hash-table access.
package final class Tenant: Sendable {
    /// What the tenant is for: its employees, its customers (external and b2c), or everyone.
    package enum Kind: String, Sendable, CaseIterable {
        case workforce
        case external
        case b2c
        /// The built-in tenant of personal accounts.
        case consumers
    }

    package let id: TenantID
    package let displayName: String
    package let kind: Kind
    /// Verified domains; the first one is the initial domain.
    package let domains: [String]
    package let settings: SettingsOverrides
    package let users: [User]
    package let groups: [Group]
    /// Applications registered here, and the built-in APIs (Microsoft Graph, Azure AD Graph, Azure Service Management).
    package let applications: [Application]
    package let grants: [PermissionGrant]
    package let appRoleAssignments: [AppRoleAssignment]
    /// User flows of a b2c tenant, as configured.
    package let policies: [String]
    /// The label of an external or b2c tenant's own host, `{subdomain}.ciamlogin.com` or `{subdomain}.b2clogin.com`.
    package let subdomain: String?
    /// The national cloud where the tenant is; nil for the one under whose name the server is reached.
    package let cloud: Cloud?

    private let usersByID: [ObjectID: Int]
    private let usersByName: [ExactString: Int]
    private let usersByHome: [User.Home: Int]
    private let applicationsByID: [ClientID: Int]
    private let applicationsByURI: [ExactString: Int]
    private let groupsByID: [ObjectID: Int]
    private let grantsByClient: [ClientID: [Int]]
    private let assignmentsByResource: [ClientID: [Int]]

    /// Builds the indexes. Where two entries share a key, the first one wins; validation reports them before.
    package init(
        id: TenantID, displayName: String, kind: Kind, domains: [String],
        settings: SettingsOverrides = SettingsOverrides(),
        users: [User] = [], groups: [Group] = [], applications: [Application] = [], grants: [PermissionGrant] = [],
        appRoleAssignments: [AppRoleAssignment] = [], policies: [String] = [],
        subdomain: String? = nil, cloud: Cloud? = nil
    ) {
        self.id = id
        self.displayName = displayName
        self.kind = kind
        self.domains = domains
        self.settings = settings
        self.users = users
        self.groups = groups
        self.applications = applications
        self.grants = grants
        self.appRoleAssignments = appRoleAssignments
        self.policies = policies
        self.subdomain = subdomain
        self.cloud = cloud
        usersByID = index(users) { [$0.id] }
        let byMail = index(users) { [$0.mail].compactMap { $0.map { ExactString($0.asciiLowercased) } } }
        usersByName = index(users) { [ExactString($0.userPrincipalName.asciiLowercased)] }
            .merging(byMail) { byPrincipalName, _ in byPrincipalName }
        usersByHome = index(users) { [$0.home] }
        applicationsByID = index(applications) { [$0.clientID] }
        applicationsByURI = index(applications) { $0.identifierUris.map { ExactString($0.asciiLowercased) } }
        groupsByID = index(groups) { [$0.id] }
        grantsByClient = Dictionary(grouping: grants.indices) { grants[$0].client }
        assignmentsByResource = Dictionary(grouping: appRoleAssignments.indices) { appRoleAssignments[$0].resource }
    }

    /// By object id.
    package func user(_ id: ObjectID) -> User? { usersByID[id].map { users[$0] } }

    /// By user principal name, else by mail address, ASCII case folded.
    package func user(named name: String) -> User? { usersByName[ExactString(name.asciiLowercased)].map { users[$0] } }

    /// The member or guest whose account lives there.
    package func user(home: User.Home) -> User? { usersByHome[home].map { users[$0] } }

    /// By object id.
    package func group(_ id: ObjectID) -> Group? { groupsByID[id].map { groups[$0] } }

    /// By application id; built-in APIs included.
    package func application(_ id: ClientID) -> Application? { applicationsByID[id].map { applications[$0] } }

    /// By exact App ID URI, ASCII case folded; a trailing slash counts.
    package func application(identifierUri: String) -> Application? {
        applicationsByURI[ExactString(identifierUri.asciiLowercased)].map { applications[$0] }
    }

    /// Configured consents to a client.
    package func grants(to client: ClientID) -> [PermissionGrant] { (grantsByClient[client] ?? []).map { grants[$0] } }

    /// Configured assignments of a resource's roles.
    package func appRoleAssignments(for resource: ClientID) -> [AppRoleAssignment] {
        (assignmentsByResource[resource] ?? []).map { appRoleAssignments[$0] }
    }
}

/// Positions by key, the first entry of a key kept.
private func index<Element, Key: Hashable>(_ elements: [Element], by keys: (Element) -> [Key]) -> [Key: Int] {
    var table: [Key: Int] = [:]
    table.reserveCapacity(elements.count)
    for (position, element) in elements.enumerated() {
        for key in keys(element) where table[key] == nil { table[key] = position }
    }
    return table
}
