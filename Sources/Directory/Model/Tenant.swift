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
    /// Those of the configuration, and those that came at run time.
    package var users: [User] { userTable.all }
    package let groups: [Group]
    package let devices: [Device]
    /// Applications registered here, and the built-in APIs (Microsoft Graph, Azure AD Graph, Azure Service Management).
    package let applications: [Application]
    /// Delegated consents on record.
    package var grants: [PermissionGrant] { grantTable.all }
    package let grantTable: GrantTable
    package let appRoleAssignments: [AppRoleAssignment]
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
    /// Applications registered in other tenants that were given a service principal here by itself, without a grant.
    package let servicePrincipals: Set<ClientID>
    /// Objects added at run time, less those removed.
    let runTimeObjects: Int

    let userTable: UserTable
    private let applicationsByID: [ClientID: Int]
    private let applicationsByURI: [ExactString: Int]
    private let groupsByID: [ObjectID: Int]
    private let devicesByID: [ObjectID: Int]
    private let devicesByCertificate: [[UInt8]: Int]
    private let assignmentsByResource: [ClientID: [Int]]

    package convenience init(
        id: TenantID, displayName: String, kind: Kind, domains: [String],
        settings: SettingsOverrides = SettingsOverrides(),
        users: [User] = [], groups: [Group] = [], devices: [Device] = [], applications: [Application] = [],
        grants: [PermissionGrant] = [], appRoleAssignments: [AppRoleAssignment] = [],
        managedIdentities: [ManagedIdentity] = [],
        conditionalAccessPolicies: [ConditionalAccessPolicy] = [], authenticationContexts: [AuthenticationContext] = [],
        policies: [UserFlow] = [], federatedDomains: [FederatedDomain] = [], subdomain: String? = nil,
        cloud: Cloud? = nil, servicePrincipals: Set<ClientID> = []
    ) {
        self.init(
            id: id, displayName: displayName, kind: kind, domains: domains, settings: settings,
            users: SideWork(count: users.count) { UserTable(users) }, groups: groups, devices: devices,
            applications: applications, grants: grants,
            appRoleAssignments: appRoleAssignments, managedIdentities: managedIdentities,
            conditionalAccessPolicies: conditionalAccessPolicies, authenticationContexts: authenticationContexts,
            policies: policies, federatedDomains: federatedDomains, subdomain: subdomain, cloud: cloud,
            servicePrincipals: servicePrincipals)
    }

    /// Builds the indexes, that of the users beside the others. Where two entries share a key, the first one wins; validation
    /// reports them before.
    private init(
        id: TenantID, displayName: String, kind: Kind, domains: [String], settings: SettingsOverrides,
        users: consuming SideWork<UserTable>, groups: [Group], devices: [Device], applications: [Application],
        grants: [PermissionGrant], appRoleAssignments: [AppRoleAssignment], managedIdentities: [ManagedIdentity],
        conditionalAccessPolicies: [ConditionalAccessPolicy], authenticationContexts: [AuthenticationContext],
        policies: [UserFlow], federatedDomains: [FederatedDomain], subdomain: String?, cloud: Cloud?,
        servicePrincipals: Set<ClientID> = [], runTimeObjects: Int = 0
    ) {
        self.id = id
        self.displayName = displayName
        self.kind = kind
        self.domains = domains
        ownSettings = OwnSettings(settings)
        self.groups = groups
        self.devices = devices
        self.applications = applications
        grantTable = GrantTable(grants)
        self.appRoleAssignments = appRoleAssignments
        self.managedIdentities = managedIdentities
        self.conditionalAccessPolicies = conditionalAccessPolicies
        self.authenticationContexts = authenticationContexts
        self.policies = policies
        self.federatedDomains = federatedDomains
        self.subdomain = subdomain
        self.cloud = cloud
        self.servicePrincipals = servicePrincipals
        self.runTimeObjects = runTimeObjects
        applicationsByID = positions(applications) { $0.clientID }
        var byURI: [ExactString: Int] = [:]
        for position in applications.indices {
            for uri in applications[position].identifierUris {
                byURI.insertFirst(position, ExactString(uri.asciiLowercased))
            }
        }
        applicationsByURI = byURI
        groupsByID = positions(groups) { $0.id }
        devicesByID = positions(devices) { $0.deviceId }
        devicesByCertificate = positions(devices) { $0.certificate }
        assignmentsByResource = Dictionary(grouping: appRoleAssignments.indices) { appRoleAssignments[$0].resource }
        userTable = users.value()
    }

    /// The tenant as an edit leaves it. Where that changed users only, everything else is shared.
    convenience init(_ tenant: Tenant, _ edit: TenantEdit) {
        guard edit.changesMoreThanUsers else {
            self.init(tenant, users: edit.users, runTimeObjects: edit.runTimeObjects)
            return
        }
        self.init(
            id: tenant.id, displayName: tenant.displayName, kind: tenant.kind, domains: tenant.domains,
            settings: tenant.settings, users: SideWork(count: 0) { [users = edit.users] in users }, groups: edit.groups,
            devices: tenant.devices,
            applications: edit.applications, grants: edit.grants, appRoleAssignments: edit.appRoleAssignments,
            managedIdentities: tenant.managedIdentities,
            conditionalAccessPolicies: tenant.conditionalAccessPolicies,
            authenticationContexts: tenant.authenticationContexts, policies: tenant.policies,
            federatedDomains: tenant.federatedDomains, subdomain: tenant.subdomain, cloud: tenant.cloud,
            servicePrincipals: edit.servicePrincipals, runTimeObjects: edit.runTimeObjects)
    }

    /// The tenant as one that has been given so many objects at run time.
    convenience init(_ tenant: Tenant, runTimeObjects: Int) {
        self.init(tenant, users: tenant.userTable, runTimeObjects: runTimeObjects)
    }

    private init(_ tenant: Tenant, users: UserTable, runTimeObjects: Int) {
        id = tenant.id
        displayName = tenant.displayName
        kind = tenant.kind
        domains = tenant.domains
        ownSettings = tenant.ownSettings
        userTable = users
        groups = tenant.groups
        devices = tenant.devices
        applications = tenant.applications
        grantTable = tenant.grantTable
        appRoleAssignments = tenant.appRoleAssignments
        managedIdentities = tenant.managedIdentities
        conditionalAccessPolicies = tenant.conditionalAccessPolicies
        authenticationContexts = tenant.authenticationContexts
        policies = tenant.policies
        federatedDomains = tenant.federatedDomains
        subdomain = tenant.subdomain
        cloud = tenant.cloud
        servicePrincipals = tenant.servicePrincipals
        self.runTimeObjects = runTimeObjects
        applicationsByID = tenant.applicationsByID
        applicationsByURI = tenant.applicationsByURI
        groupsByID = tenant.groupsByID
        devicesByID = tenant.devicesByID
        devicesByCertificate = tenant.devicesByCertificate
        assignmentsByResource = tenant.assignmentsByResource
    }

    /// By name, ASCII case folded.
    package func policy(named name: String) -> UserFlow? {
        policies.first { $0.id.isExactlyIgnoringASCIICase(name) }
    }

    package var userCount: Int { userTable.count }

    /// By object id.
    package func user(_ id: ObjectID) -> User? { userTable[id] }

    /// By user principal name, else by mail address, ASCII case folded.
    package func user(named name: String) -> User? { userTable[named: name] }

    /// The member or guest whose account lives there.
    package func user(home: User.Home) -> User? { userTable[home: home] }

    /// By object id.
    package func group(_ id: ObjectID) -> Group? { groupsByID[id].map { groups[$0] } }

    /// By device id.
    package func device(_ id: ObjectID) -> Device? { devicesByID[id].map { devices[$0] } }

    /// By the DER of the certificate it proves itself with.
    package func device(certificate: [UInt8]) -> Device? { devicesByCertificate[certificate].map { devices[$0] } }

    /// Whether the same application ids are registered, for which an edit of users need not look.
    func hasSameRegistrations(as other: Tenant) -> Bool {
        applicationsByID.count == other.applicationsByID.count
            && applicationsByID.keys.allSatisfy { other.applicationsByID[$0] != nil }
    }

    /// By the object id of the registration.
    package func application(object id: ObjectID) -> Application? { applications.first { $0.id == id } }

    /// By application id; built-in APIs included.
    package func application(_ id: ClientID) -> Application? { applicationsByID[id].map { applications[$0] } }

    /// By exact App ID URI, ASCII case folded; a trailing slash counts.
    package func application(identifierUri: String) -> Application? {
        applicationsByURI[ExactString(identifierUri.asciiLowercased)].map { applications[$0] }
    }

    /// Configured assignments of a resource's roles.
    package func appRoleAssignments(for resource: ClientID) -> [AppRoleAssignment] {
        (assignmentsByResource[resource] ?? []).map { appRoleAssignments[$0] }
    }
}
