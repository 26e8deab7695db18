package import Entra
import Formats
import Platform

/// One tenant. The class is immutable. Lookups by a key of a table take a few hash-table accesses.
package final class Tenant: Sendable {
    /// The purpose of a tenant: for employees, for customers (external and b2c), or for everyone.
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
    /// The verified domains. The first one is the initial domain.
    package let domains: [String]
    package var settings: SettingsOverrides { settingsReference?.value ?? SettingsOverrides() }
    package let settingsReference: SettingsReference?
    /// The properties of the service principals in `servicePrincipals`, if they are not the usual ones.
    package let servicePrincipalProperties: [ClientID: ServicePrincipalProperties]
    /// The users of the configuration and the users added at run time. The property builds a new list on each access, so lookups
    /// by key use the table.
    package var users: [User] { userTable.all.array }
    /// The users without guests, whose account is in another tenant.
    package var ownUsers: [User] { users.filter { !$0.isGuest(in: id) } }
    package var groups: [Group] { groupTable.all.array }
    package var devices: [Device] { deviceTable.all.array }
    /// The applications that are registered here, and those of Microsoft's APIs to which the configuration adds something.
    package var applications: [Application] { applicationTable.all.array }
    /// The applications that are registered here.
    package var ownApplications: [Application] { applications.filter { $0.microsoft == nil } }
    /// The recorded delegated consents.
    package var grants: [PermissionGrant] { grantTable.all.array }
    package let grantTable: GrantTable
    package var appRoleAssignments: [AppRoleAssignment] { assignmentTable.all.array }
    package let managedIdentities: [ManagedIdentity]
    package let conditionalAccessPolicies: [ConditionalAccessPolicy]
    package let authenticationContexts: [AuthenticationContext]
    package let subscriptions: [Subscription]
    /// The policies that Microsoft Graph manages, and the named locations.
    package let policyTable: PolicyTable
    /// The user flows of a B2C or external tenant.
    package let policies: [UserFlow]
    /// The domains whose users another identity provider signs in.
    package let federatedDomains: [FederatedDomain]
    /// The label of an external or b2c tenant's own host, `{subdomain}.ciamlogin.com` or `{subdomain}.b2clogin.com`.
    package let subdomain: String?
    /// The national cloud of the tenant, or nil for the cloud under whose name the client reached the server.
    package let cloud: Cloud?
    /// The organization's country (Graph `organization`), two letters.
    package let countryLetterCode: String?
    /// The applications of other tenants that have a service principal here by configuration or request, without a grant.
    package let servicePrincipals: Set<ClientID>
    /// The custom roles, the activated roles, and the roles of groups and service principals.
    package let roles: TenantRoles
    package let bin: RecycleBin
    /// The number of objects added at run time, minus those removed.
    let runTimeObjects: Int

    let userTable: UserTable
    let groupTable: GroupTable
    let applicationTable: ApplicationTable
    /// Microsoft's APIs, which every tenant has.
    let microsoft: MicrosoftApplications
    let assignmentTable: AssignmentTable
    let memberships: MembershipIndex
    let transitiveMemberCache = TransitiveMemberCache()
    let deviceTable: DeviceTable

    /// Creates a tenant and builds its tables, the table of users in parallel with the others. If two entries share a key, the
    /// first wins; validation reports them before.
    package init(
        id: TenantID, displayName: String, kind: Kind, domains: [String],
        settings: SettingsOverrides = SettingsOverrides(),
        servicePrincipalProperties: [ClientID: ServicePrincipalProperties] = [:],
        users: [User] = [], groups: [Group] = [], devices: [Device] = [], applications: [Application] = [],
        grants: [PermissionGrant] = [], appRoleAssignments: [AppRoleAssignment] = [],
        managedIdentities: [ManagedIdentity] = [],
        conditionalAccessPolicies: [ConditionalAccessPolicy] = [], authenticationContexts: [AuthenticationContext] = [],
        subscriptions: [Subscription] = [],
        policies: [UserFlow] = [], federatedDomains: [FederatedDomain] = [], subdomain: String? = nil,
        cloud: Cloud? = nil, countryLetterCode: String? = nil, servicePrincipals: Set<ClientID> = [],
        directoryPolicies: [DirectoryPolicy] = [], roles: TenantRoles = TenantRoles(), bin: RecycleBin = RecycleBin()
    ) {
        let userTable = BackgroundComputation(count: users.count) { UserTable(users) }
        let memberships = BackgroundComputation(count: users.count) { MembershipIndex(users, groups) }
        self.id = id
        self.displayName = displayName
        self.kind = kind
        self.domains = domains
        settingsReference = SettingsReference(settings)
        self.servicePrincipalProperties = servicePrincipalProperties
        groupTable = GroupTable(groups)
        deviceTable = DeviceTable(devices)
        applicationTable = ApplicationTable(applications)
        microsoft = MicrosoftApplications(tenant: id, kind: kind, cloud: cloud)
        grantTable = GrantTable(grants)
        assignmentTable = AssignmentTable(appRoleAssignments)
        self.managedIdentities = managedIdentities
        self.conditionalAccessPolicies = conditionalAccessPolicies
        self.authenticationContexts = authenticationContexts
        self.subscriptions = subscriptions
        self.policies = policies
        self.federatedDomains = federatedDomains
        self.subdomain = subdomain
        self.cloud = cloud
        self.countryLetterCode = countryLetterCode
        self.servicePrincipals = servicePrincipals
        policyTable = PolicyTable(directoryPolicies)
        self.roles = roles
        self.bin = bin
        runTimeObjects = 0
        self.memberships = memberships.value()
        self.userTable = userTable.value()
    }

    /// Creates the tenant with another number of objects added at run time.
    convenience init(_ tenant: Tenant, runTimeObjects: Int) {
        var edit = TenantEdit(tenant)
        edit.runTimeObjects = runTimeObjects
        self.init(edit)
    }

    /// Creates the tenant that an edit results in. Unchanged tables are shared.
    init(_ edit: TenantEdit) {
        let tenant = edit.tenant
        id = tenant.id
        displayName = tenant.displayName
        kind = tenant.kind
        domains = tenant.domains
        settingsReference = tenant.settingsReference
        servicePrincipalProperties = edit.servicePrincipalProperties
        userTable = edit.users
        groupTable = edit.groups
        deviceTable = edit.devices
        applicationTable = edit.applications
        microsoft = tenant.microsoft
        grantTable = edit.grants
        assignmentTable = edit.assignments
        memberships = edit.memberships
        managedIdentities = tenant.managedIdentities
        conditionalAccessPolicies = edit.conditionalAccessPolicies
        policyTable = edit.policyTable
        authenticationContexts = tenant.authenticationContexts
        subscriptions = tenant.subscriptions
        policies = tenant.policies
        federatedDomains = tenant.federatedDomains
        subdomain = tenant.subdomain
        cloud = tenant.cloud
        countryLetterCode = tenant.countryLetterCode
        servicePrincipals = edit.servicePrincipals
        roles = edit.roles
        bin = edit.bin
        runTimeObjects = edit.runTimeObjects
    }

    /// Returns the user flow with the name, ignoring ASCII case.
    package func policy(named name: String) -> UserFlow? {
        policies.first { $0.id.isExactlyIgnoringASCIICase(name) }
    }

    /// Returns the user flow that is linked to the application (external tenants).
    package func userFlow(serving client: ClientID) -> UserFlow? { policies.first { $0.serves(client) } }

    package var userCount: Int { userTable.all.count }

    /// Returns the user with the object ID.
    package func user(_ id: ObjectID) -> User? { userTable[id] }

    /// Returns the user with the user principal name, or else with the mail address, ignoring ASCII case.
    package func user(named name: String) -> User? { userTable[named: name] }

    /// Returns the member or guest with the home account.
    package func user(home: User.Home) -> User? { userTable[home: home] }

    /// Returns the group with the object ID.
    package func group(_ id: ObjectID) -> Group? { groupTable[id] }

    /// Returns the device with the device ID.
    package func device(_ id: ObjectID) -> Device? { deviceTable[.id(id)] }

    /// Returns the device with the object ID.
    package func deviceObject(_ id: ObjectID) -> Device? { deviceTable[.object(id)] }

    /// Returns the device that authenticates with the certificate, in DER.
    package func device(certificate: [UInt8]) -> Device? { deviceTable[.certificate(certificate)] }

    /// Returns the application with the object ID of the registration. The lookup searches all applications.
    package func application(object id: ObjectID) -> Application? { applications.first { $0.id == id } }

    /// Returns the application with the application ID, also one of Microsoft's APIs.
    package func application(_ id: ClientID) -> Application? {
        applicationTable[id] ?? microsoft.application(id, servicePrincipals).map(inTenant)
    }

    /// Returns the application with the exact App ID URI, ignoring ASCII case. A trailing slash is significant.
    package func application(identifierUri: String) -> Application? { applicationTable[identifierUri: identifierUri] }

    /// Returns the assignments of a resource's roles.
    package func appRoleAssignments(for resource: ClientID) -> [AppRoleAssignment] {
        assignmentTable.assignments(for: resource)
    }
}

extension [Tenant] {
    /// The tenant that examples name: the first workforce tenant, or else the first tenant.
    package var leading: Tenant? { first { $0.kind == .workforce } ?? first }
}
