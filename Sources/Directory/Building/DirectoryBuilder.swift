import Entra
import Platform
import Wire

/// Makes the directory from the drafts of a file: completes ids, resolves names, checks every part against the others.
///
/// The steps run in the order of `build()`; each one reads what those before it made. Problems are collected, and what is
/// broken is left out, so that one mistake does not hide the next.
struct DirectoryBuilder {
    var file: FileDraft
    /// The text of the file, from which an application is read again that adds to a manifest.
    let source: [UInt8]
    let files: ConfigurationFiles
    /// The configuration file's folder, to which its paths are relative.
    let folder: String
    /// Those that the file may name; nil where it may name any.
    let places: OutsidePlaces?
    let adviser: RedirectURIAdviser?
    var findings: Findings

    var tenants: [TenantParts] = []
    /// By id and by domain, in lower case.
    var tenantsByName: [ExactString: Int] = [:]
    /// Where each application is registered that shares its appId with none; the built-in APIs are in `builtIn`.
    var registrations: [ClientID: (tenant: Int, position: Int)] = [:]
    /// Of all tenants, once a service principal has been looked for.
    var multiTenantClients: [ClientID]?
    let builtIn = Dictionary(
        BuiltInResources.all.map { ($0.clientID, $0) }, uniquingKeysWith: { first, _ in first })

    init(
        _ file: FileDraft, source: [UInt8] = [], files: ConfigurationFiles, folder: String,
        places: OutsidePlaces? = nil,
        adviser: RedirectURIAdviser?, findings: Findings
    ) {
        self.file = file
        self.source = source
        self.files = files
        self.folder = folder
        self.places = places
        self.adviser = adviser
        self.findings = findings
    }

    mutating func build() -> Directory {
        loadManifests()
        addClientSecrets()
        resolveTenants()
        resolveGroups()
        let accounts = resolvedUsersBeside()
        resolveApplications()
        resolveApplicationReferences()
        take(accounts.value())
        resolveGuests()
        resolveManagedIdentities()
        resolveDevices()
        resolveServicePrincipals()
        resolveGrants()
        resolveAssignments()
        resolvePolicies()
        checkApplicationsOfUserFlows()
        addBuiltInResources()
        return Directory(
            tenants: tenants.map(\.tenant), settings: file.settings, federatedIssuers: federatedIssuers())
    }

    /// Users and applications are the many: neither's first step knows of the other, so they are taken at once.
    private func resolvedUsersBeside() -> SideWork<(accounts: [AccountParts], findings: Findings)> {
        var beside = self
        beside.findings = Findings()
        // Whoever lets go of the applications' drafts is to be the last that holds them.
        for index in beside.tenants.indices { beside.tenants[index].draft.applications = [] }
        return SideWork(count: tenants.reduce(0) { $0 + $1.draft.users.count }) { [beside] in
            var builder = beside
            builder.resolveUsers()
            return (builder.tenants.map(\.accounts), builder.findings)
        }
    }

    private mutating func take(_ made: (accounts: [AccountParts], findings: Findings)) {
        for (index, accounts) in made.accounts.enumerated() { tenants[index].accounts = accounts }
        findings.append(contentsOf: made.findings)
    }

    /// In place: a large list is not copied.
    private mutating func addBuiltInResources() {
        for index in tenants.indices {
            tenants[index].applications += BuiltInResources.resources(
                in: tenants[index].id, cloud: tenants[index].draft.cloud)
        }
    }

    func application(_ id: ClientID) -> Application? {
        if let resource = builtIn[id] { return resource }
        return registrations[id].map { tenants[$0.tenant].applications[$0.position] }
    }

    /// The position of an application that is registered in the tenant.
    func position(of id: ClientID, in tenant: Int) -> Int? {
        if let shared = tenants[tenant].sharedApplications[id] { return shared }
        guard let home = registrations[id], home.tenant == tenant else { return nil }
        return home.position
    }

    /// An application that has, or can have, a service principal in the tenant.
    func application(_ id: ClientID, visibleIn tenant: Int) -> Application? {
        if let own = position(of: id, in: tenant) { return tenants[tenant].applications[own] }
        guard let application = application(id) else { return nil }
        return application.signInAudience.isMultiTenant ? application : nil
    }

    /// By id or domain.
    func tenant(named name: String) -> Int? { tenantsByName[ExactString(name.asciiLowercased)] }
}

/// A tenant while it is built.
struct TenantParts {
    var draft: TenantDraft
    let id: TenantID
    let kind: Tenant.Kind
    var domains: [String] = []
    var subdomain: String?
    var policies: [UserFlow] = []
    var federatedDomains: [FederatedDomain] = []
    var applications: [Application] = []
    /// Positions in `applications` of those that share their appId with another tenant's.
    var sharedApplications: [ClientID: Int] = [:]
    var servicePrincipals: Set<ClientID> = []
    /// By object id, once one has been looked for.
    var servicePrincipalIDs: [ObjectID: ClientID]?
    var groups: [Group] = []
    var groupsByName: [ExactString: [ObjectID]] = [:]
    var groupIDs: Set<ObjectID> = []
    var accounts = AccountParts()
    var devices: [Device] = []
    var grants: [PermissionGrant] = []
    var assignments: [AppRoleAssignment] = []
    var managedIdentities: [ManagedIdentity] = []
    var conditionalAccessPolicies: [ConditionalAccessPolicy] = []
    var authenticationContexts: [AuthenticationContext] = []

    var displayName: String { draft.displayName ?? domains.first ?? id.description }

    var tenant: Tenant {
        Tenant(
            id: id, displayName: displayName, kind: kind, domains: domains, settings: draft.settings,
            users: accounts.users,
            groups: groups, devices: devices, applications: applications, grants: grants,
            appRoleAssignments: assignments, managedIdentities: managedIdentities,
            conditionalAccessPolicies: conditionalAccessPolicies, authenticationContexts: authenticationContexts,
            policies: policies, federatedDomains: federatedDomains, subdomain: subdomain, cloud: draft.cloud,
            countryLetterCode: draft.countryLetterCode, servicePrincipals: servicePrincipals)
    }
}

/// The users of a tenant while it is built.
struct AccountParts {
    var users: [User] = []
    var ids = UniqueNames()
    var names = UniqueNames()
    /// Positions in `users`.
    var byName: [ExactString: Int] = [:]

    /// Makes room, so that large lists and tables do not grow step by step.
    mutating func reserve(_ count: Int) {
        users.reserveCapacity(count)
        ids.reserveCapacity(count)
        names.reserveCapacity(count)
        byName.reserveCapacity(count)
    }
}
