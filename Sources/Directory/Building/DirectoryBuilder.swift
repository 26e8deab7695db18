import Entra
import Formats
import Platform

/// Builds the directory from the drafts of a file: completes IDs, resolves names, and checks every part against the others.
///
/// The steps run in the order of `build()`, and each step reads the results of the steps before. Problems are collected and
/// invalid parts are left out, so that one mistake does not hide the next.
struct DirectoryBuilder {
    var file: FileDraft
    /// The text of the file. An application that adds to a manifest is read again from the text.
    let source: [UInt8]
    let files: ConfigurationFiles
    /// The folder of the configuration file. Paths in the file are relative to the folder.
    let folder: String
    /// The external references that the file may contain, or nil if the file may contain any.
    let externalReferences: ExternalReferences?
    let adviser: RedirectURIAdviser?
    var findings: Findings

    var tenants: [TenantParts] = []
    /// The positions of tenants, by ID and by domain in lower case.
    var tenantsByName: [ByteString: Int] = [:]
    /// The positions of applications that do not share their appId, without Microsoft's APIs.
    var registrations: [ClientID: (tenant: Int, position: Int)] = [:]
    /// The multi-tenant applications of all tenants, or nil before the first lookup of a service principal.
    var multiTenantClients: [ClientID]?

    init(
        _ file: FileDraft, source: [UInt8] = [], files: ConfigurationFiles, folder: String,
        externalReferences: ExternalReferences? = nil,
        adviser: RedirectURIAdviser?, findings: Findings
    ) {
        self.file = file
        self.source = source
        self.files = files
        self.folder = folder
        self.externalReferences = externalReferences
        self.adviser = adviser
        self.findings = findings
    }

    mutating func build() -> Directory {
        loadManifests()
        addClientSecrets()
        resolveTenants()
        resolveRoleDefinitions()
        resolveGroups()
        let accounts = resolveUsersInBackground()
        resolveMicrosoftServicePrincipals()
        resolveApplications()
        resolveApplicationReferences()
        apply(accounts.value())
        resolveGuests()
        resolveManagedIdentities()
        resolveDevices()
        resolveServicePrincipals()
        resolveGrants()
        resolveAssignments()
        resolveDirectoryPolicies()
        resolveRoleAssignments()
        resolveMembers()
        resolvePolicies()
        resolveSubscriptions()
        checkApplicationsOfUserFlows()
        for index in tenants.indices { moveDeletedObjects(of: index) }
        return Directory(
            tenants: tenants.map(\.tenant), settings: file.settings, federatedIssuers: federatedIssuers())
    }

    /// Starts to resolve the users while this thread resolves the applications. Both are large, and neither needs the other in
    /// the first step.
    private func resolveUsersInBackground() -> BackgroundComputation<(accounts: [AccountParts], findings: Findings)> {
        var snapshot = self
        snapshot.findings = Findings()
        // The code that frees the applications' drafts must hold the last reference to them.
        for index in snapshot.tenants.indices { snapshot.tenants[index].draft.applications = [] }
        return BackgroundComputation(count: tenants.reduce(0) { $0 + $1.draft.users.count }) { [snapshot] in
            var builder = snapshot
            builder.resolveUsers()
            return (builder.tenants.map(\.accounts), builder.findings)
        }
    }

    private mutating func apply(_ result: (accounts: [AccountParts], findings: Findings)) {
        for (index, accounts) in result.accounts.enumerated() { tenants[index].accounts = accounts }
        findings.append(contentsOf: result.findings)
    }

    /// Returns an application that some tenant or Microsoft registers.
    func registration(_ id: ClientID) -> Application? {
        guard let home = registrations[id] else { return FirstPartyClients.registration(of: id)?.application }
        return tenants[home.tenant].applications[home.position]
    }

    /// Returns the position of an application that is registered in the tenant.
    func position(of id: ClientID, in tenant: Int) -> Int? {
        if let shared = tenants[tenant].sharedApplications[id] { return shared }
        guard let home = registrations[id], home.tenant == tenant else { return nil }
        return home.position
    }

    /// Returns an application that has, or can have, a service principal in the tenant.
    func application(_ id: ClientID, visibleIn tenant: Int) -> Application? {
        if let own = position(of: id, in: tenant) { return tenants[tenant].applications[own] }
        if let api = microsoftAPI(id, in: tenant) { return api }
        guard let application = registration(id) else { return nil }
        return application.signInAudience.isMultiTenant ? application : nil
    }

    /// Returns one of Microsoft's APIs, if the tenant has it, without the additions of the configuration.
    func microsoftAPI(_ id: ClientID, in tenant: Int) -> Application? {
        tenants[tenant].microsoft.application(id, tenants[tenant].servicePrincipals)
    }

    /// Returns the position of the tenant with the ID or domain.
    func tenant(named name: String) -> Int? { tenantsByName[ByteString(name.asciiLowercased)] }
}

/// The parts of a tenant during the build.
struct TenantParts {
    var draft: TenantDraft
    let id: TenantID
    let kind: Tenant.Kind
    let microsoft: MicrosoftApplications
    var domains: [String] = []
    var subdomain: String?
    var policies: [UserFlow] = []
    var federatedDomains: [FederatedDomain] = []
    var applications: [Application] = []
    /// The positions in `applications` of the applications that share their appId with an application of another tenant.
    var sharedApplications: [ClientID: Int] = [:]
    var servicePrincipals: Set<ClientID> = []
    /// The service principals by object ID, or nil before the first lookup.
    var servicePrincipalIDs: [ObjectID: ClientID]?
    var groups: [Group] = []
    var groupsByName: [ByteString: [ObjectID]] = [:]
    var groupIDs: Set<ObjectID> = []
    var accounts = AccountParts()
    var devices: [Device] = []
    var grants: [PermissionGrant] = []
    var assignments: [AppRoleAssignment] = []
    var roles = TenantRoles()
    var bin = RecycleBin()
    var managedIdentities: [ManagedIdentity] = []
    var conditionalAccessPolicies: [ConditionalAccessPolicy] = []
    var authenticationContexts: [AuthenticationContext] = []
    var subscriptions: [Subscription] = []
    var directoryPolicies: [DirectoryPolicy] = []

    init(_ draft: TenantDraft, id: TenantID, kind: Tenant.Kind) {
        self.draft = draft
        self.id = id
        self.kind = kind
        microsoft = MicrosoftApplications(tenant: id, kind: kind, cloud: draft.cloud)
    }

    var displayName: String { draft.displayName ?? domains.first ?? id.description }

    var tenant: Tenant {
        Tenant(
            id: id, displayName: displayName, kind: kind, domains: domains, settings: draft.settings,
            servicePrincipalProperties: draft.servicePrincipalProperties,
            users: accounts.users,
            groups: groups, devices: devices, applications: applications, grants: grants,
            appRoleAssignments: assignments, managedIdentities: managedIdentities,
            conditionalAccessPolicies: conditionalAccessPolicies, authenticationContexts: authenticationContexts,
            subscriptions: subscriptions,
            policies: policies, federatedDomains: federatedDomains, subdomain: subdomain, cloud: draft.cloud,
            countryLetterCode: draft.countryLetterCode, servicePrincipals: servicePrincipals,
            directoryPolicies: directoryPolicies, roles: roles, bin: bin)
    }
}

/// The users of a tenant during the build.
struct AccountParts {
    var users: [User] = []
    /// The users in the recycle bin, whose names others may have, and what a restore of them brings back.
    var deleted: [(user: User, relations: DeletedRelations)] = []
    var ids = UniqueNames()
    var names = UniqueNames()
    /// The positions in `users`, by user principal name in lower case.
    var byName: [ByteString: Int] = [:]

    /// Reserves capacity, so that large lists and tables do not grow step by step.
    mutating func reserve(_ count: Int) {
        users.reserveCapacity(count)
        ids.reserveCapacity(count)
        names.reserveCapacity(count)
        byName.reserveCapacity(count)
    }
}

/// Names that may be used only once, with the location of the first use.
struct UniqueNames {
    private var locations: [ByteString: ConfigurationLocation] = [:]

    /// Reserves capacity for the total number of names, so that a large table does not grow step by step.
    mutating func reserveCapacity(_ count: Int) { locations.reserveCapacity(count) }

    /// Claims a name, ignoring ASCII case, and reports a name that is already used.
    /// - Parameters:
    ///   - kind: The kind of name in the message, such as "the domain".
    ///   - text: The text in the message, if the name is derived from the text.
    /// - Returns: false if the name is already used.
    mutating func claim(
        _ name: String, _ kind: String, text: String? = nil, at location: ConfigurationLocation,
        _ findings: inout Findings
    ) -> Bool {
        let key = ByteString(name.asciiLowercased)
        // A new name is the usual case, and its hash is computed once.
        guard let first = locations.updateValue(location, forKey: key) else { return true }
        locations[key] = first
        findings.reportDuplicate(text ?? name, kind, at: location, first: first)
        return false
    }

    func contains(_ name: String) -> Bool { locations[ByteString(name.asciiLowercased)] != nil }
}

extension Findings {
    /// Reports a name that was used before. `kind` is the kind of name, such as "the domain".
    mutating func reportDuplicate(
        _ name: String, _ kind: String, at location: ConfigurationLocation, first: ConfigurationLocation?
    ) {
        error(
            location, "\(kind) \(name) is used twice",
            hint: first.map { "first at \($0.file):\($0.mark.line)" })
    }
}
