package import Entra
import Platform
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
    package var settings: SettingsOverrides { ownSettings?.value ?? SettingsOverrides() }
    package let ownSettings: OwnSettings?
    /// Those of the configuration, and those that came at run time. Lists of objects are put together when they are asked for:
    /// what is found by a key is not looked for in them.
    package var users: [User] { userTable.all.array }
    /// Without guests, whose account is in another tenant.
    package var ownUsers: [User] { users.filter { !$0.isGuest(in: id) } }
    package var groups: [Group] { groupTable.all.array }
    package var devices: [Device] { deviceTable.all.array }
    /// Applications registered here, and the built-in APIs (Microsoft Graph, Azure AD Graph, Azure Service Management).
    package var applications: [Application] { applicationTable.all.array }
    /// Without the APIs that every tenant has.
    package var ownApplications: [Application] { applications.filter { !BuiltInResources.contains($0.clientID) } }
    /// Delegated consents on record.
    package var grants: [PermissionGrant] { grantTable.all.array }
    package let grantTable: GrantTable
    package var appRoleAssignments: [AppRoleAssignment] { assignmentTable.all.array }
    package let managedIdentities: [ManagedIdentity]
    package let conditionalAccessPolicies: [ConditionalAccessPolicy]
    package let authenticationContexts: [AuthenticationContext]
    /// User flows of a b2c or external tenant.
    package let policies: [UserFlow]
    /// Domains whose users another identity provider signs in.
    package let federatedDomains: [FederatedDomain]
    /// The label of an external or b2c tenant's own host, `{subdomain}.ciamlogin.com` or `{subdomain}.b2clogin.com`.
    package let subdomain: String?
    /// The national cloud where the tenant is; nil for the one under whose name the server is reached.
    package let cloud: Cloud?
    /// The organization's country (Graph `organization`), two letters.
    package let countryLetterCode: String?
    /// Applications registered in other tenants that were given a service principal here by itself, without a grant.
    package let servicePrincipals: Set<ClientID>
    /// Objects added at run time, less those removed.
    let runTimeObjects: Int

    let userTable: UserTable
    let groupTable: GroupTable
    let applicationTable: ApplicationTable
    let assignmentTable: AssignmentTable
    private let deviceTable: DeviceTable

    /// Builds the tables, that of the users beside the others. Where two entries share a key, the first one wins; validation
    /// reports them before.
    package init(
        id: TenantID, displayName: String, kind: Kind, domains: [String],
        settings: SettingsOverrides = SettingsOverrides(),
        users: [User] = [], groups: [Group] = [], devices: [Device] = [], applications: [Application] = [],
        grants: [PermissionGrant] = [], appRoleAssignments: [AppRoleAssignment] = [],
        managedIdentities: [ManagedIdentity] = [],
        conditionalAccessPolicies: [ConditionalAccessPolicy] = [], authenticationContexts: [AuthenticationContext] = [],
        policies: [UserFlow] = [], federatedDomains: [FederatedDomain] = [], subdomain: String? = nil,
        cloud: Cloud? = nil, countryLetterCode: String? = nil, servicePrincipals: Set<ClientID> = []
    ) {
        let userTable = SideWork(count: users.count) { UserTable(users) }
        self.id = id
        self.displayName = displayName
        self.kind = kind
        self.domains = domains
        ownSettings = OwnSettings(settings)
        groupTable = GroupTable(groups)
        deviceTable = DeviceTable(devices)
        applicationTable = ApplicationTable(applications)
        grantTable = GrantTable(grants)
        assignmentTable = AssignmentTable(appRoleAssignments)
        self.managedIdentities = managedIdentities
        self.conditionalAccessPolicies = conditionalAccessPolicies
        self.authenticationContexts = authenticationContexts
        self.policies = policies
        self.federatedDomains = federatedDomains
        self.subdomain = subdomain
        self.cloud = cloud
        self.countryLetterCode = countryLetterCode
        self.servicePrincipals = servicePrincipals
        runTimeObjects = 0
        self.userTable = userTable.value()
    }

    /// The tenant as one that has been given so many objects at run time.
    convenience init(_ tenant: Tenant, runTimeObjects: Int) {
        var edit = TenantEdit(tenant)
        edit.runTimeObjects = runTimeObjects
        self.init(edit)
    }

    /// The tenant as an edit leaves it; what that did not change is shared.
    init(_ edit: TenantEdit) {
        let tenant = edit.tenant
        id = tenant.id
        displayName = tenant.displayName
        kind = tenant.kind
        domains = tenant.domains
        ownSettings = tenant.ownSettings
        userTable = edit.users
        groupTable = edit.groups
        deviceTable = tenant.deviceTable
        applicationTable = edit.applications
        grantTable = edit.grants
        assignmentTable = edit.assignments
        managedIdentities = tenant.managedIdentities
        conditionalAccessPolicies = tenant.conditionalAccessPolicies
        authenticationContexts = tenant.authenticationContexts
        policies = tenant.policies
        federatedDomains = tenant.federatedDomains
        subdomain = tenant.subdomain
        cloud = tenant.cloud
        countryLetterCode = tenant.countryLetterCode
        servicePrincipals = edit.servicePrincipals
        runTimeObjects = edit.runTimeObjects
    }

    /// By name, ASCII case folded.
    package func policy(named name: String) -> UserFlow? {
        policies.first { $0.id.isExactlyIgnoringASCIICase(name) }
    }

    /// The user flow that the application is linked to (external tenants).
    package func userFlow(serving client: ClientID) -> UserFlow? { policies.first { $0.serves(client) } }

    package var userCount: Int { userTable.all.count }

    /// By object id.
    package func user(_ id: ObjectID) -> User? { userTable[id] }

    /// By user principal name, else by mail address, ASCII case folded.
    package func user(named name: String) -> User? { userTable[named: name] }

    /// The member or guest whose account lives there.
    package func user(home: User.Home) -> User? { userTable[home: home] }

    /// By object id.
    package func group(_ id: ObjectID) -> Group? { groupTable[id] }

    /// By device id.
    package func device(_ id: ObjectID) -> Device? { deviceTable[.id(id)] }

    /// By the DER of the certificate it proves itself with.
    package func device(certificate: [UInt8]) -> Device? { deviceTable[.certificate(certificate)] }

    /// By the object id of the registration.
    package func application(object id: ObjectID) -> Application? { applications.first { $0.id == id } }

    /// By application id; built-in APIs included.
    package func application(_ id: ClientID) -> Application? { applicationTable[id] }

    /// By exact App ID URI, ASCII case folded; a trailing slash counts.
    package func application(identifierUri: String) -> Application? { applicationTable[identifierUri: identifierUri] }

    /// Configured assignments of a resource's roles.
    package func appRoleAssignments(for resource: ClientID) -> [AppRoleAssignment] {
        assignmentTable.assignments(for: resource)
    }
}

extension [Tenant] {
    /// The tenant that examples for people name: the first workforce tenant, else the first of all.
    package var leading: Tenant? { first { $0.kind == .workforce } ?? first }
}
