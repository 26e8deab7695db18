import Entra
package import Formats
import HashTreeCollections

/// A directory in the form of the configuration. Reading the export results in the same directory. The export contains secrets,
/// passwords, and all IDs, including derived ones.
package enum DirectoryExport {
    private static let members = FileDraft.keys.exporter(FileDraft())

    package static func json(_ directory: Directory) -> JSONValue {
        var file = FileDraft()
        file.settings = directory.settings
        file.tenants = directory.tenants.map { TenantDraft(of: $0, in: directory) }
        file.federatedIssuers = directory.federatedIssuers.map { FederatedIssuerDraft(of: $0) }
        return .object(members(file))
    }

    /// Returns one application of a tenant in the form of the configuration, also a built-in API.
    package static func json(
        _ application: Application, in tenant: Tenant, of directory: Directory
    ) -> JSONValue {
        let live = LiveObjects(tenant: tenant, directory: directory)
        return ApplicationDraft.value.export(ApplicationDraft(of: application.properties, live))
    }
}

extension TenantDraft {
    /// Creates the draft from which a tenant is exported. References to deleted objects are left out.
    fileprivate init(of tenant: Tenant, in directory: Directory) {
        let live = LiveObjects(tenant: tenant, directory: directory)
        self.init(location: .none)
        id = .exported(tenant.kind == .consumers ? "consumers" : tenant.id.description)
        displayName = tenant.displayName
        kind = Kind(rawValue: tenant.kind.rawValue).map { Marked(value: $0, location: .none) }
        let builtIn = tenant.kind == .consumers ? DirectoryBuilder.personalDomains : []
        domains = tenant.domains.filter { !builtIn.containsExactly($0) }.map { .exported($0) }
        subdomain = tenant.subdomain.map { .exported($0) }
        cloud = tenant.cloud
        countryLetterCode = tenant.countryLetterCode
        settings = tenant.settings
        users = (tenant.users + tenant.bin.users.values.sorted { $0.id < $1.id }).compactMap {
            tenant.draft(of: $0, directory)
        }
        groups = (tenant.groups + tenant.bin.groups.values.sorted { $0.id < $1.id }).map {
            GroupDraft(of: $0, in: tenant)
        }
        devices = tenant.devices.map { DeviceDraft(of: $0, in: tenant) }
        let deleted = tenant.bin.applications.values.sorted { $0.clientID < $1.clientID }
        applications = (tenant.applications + deleted).compactMap { tenant.draft(of: $0, live) }
        servicePrincipals = tenant.servicePrincipals.filter { tenant.isFromOtherTenant($0, live) }
            .sorted { $0.description.precedes($1.description) }
            .map { ServicePrincipalDraft(of: $0, in: tenant) }
        grants = tenant.grants.compactMap(live.grant).map { GrantDraft(of: $0) }
        assignments = tenant.appRoleAssignments.compactMap(live.assignment).map { AssignmentDraft(of: $0) }
        roleDefinitions = tenant.customRoles.map { RoleDefinitionDraft($0) }
        directoryRoles = tenant.roles.activated.sorted().map { .exported($0) }
        roleAssignments = live.roleAssignments.map { RoleAssignmentDraft(of: $0.principal, $0.role) }
        managedIdentities = tenant.managedIdentities.map { ManagedIdentityDraft(of: $0) }
        conditionalAccessPolicies = tenant.conditionalAccessPolicies.map { PolicyDraft(of: $0, live) }
        authenticationContexts = tenant.authenticationContexts.map { AuthenticationContextDraft(of: $0) }
        subscriptions = tenant.subscriptions.map { SubscriptionDraft(of: $0) }
        directoryPolicies = Dictionary(
            grouping: tenant.policyTable.all.map { DirectoryPolicyDraft(of: $0) }, by: \.policy.kind)
        federatedDomains = tenant.federatedDomains.map { FederatedDomainDraft(of: $0) }
        policies = tenant.policies.map { UserFlowDraft(of: $0) }
    }
}

extension Tenant {
    func export(in directory: Directory) -> JSONValue {
        TenantDraft.value.export(TenantDraft(of: self, in: directory))
    }

    /// Returns the draft of an application, which for one of Microsoft's APIs has the additions alone.
    func draft(of application: Application, _ live: LiveObjects) -> ApplicationDraft? {
        let draft = ApplicationDraft(of: application.properties, live)
        return application.microsoft == nil ? draft : draft.additions
    }

    /// Returns whether the application can be used in the tenant and is registered in another one.
    func isFromOtherTenant(_ id: ClientID, _ live: LiveObjects) -> Bool {
        live.application(id) != nil && applicationTable[id] == nil
    }

    /// Returns the draft of a user, or nil for a guest, whose account is exported with the account at home.
    func draft(of user: User, _ directory: Directory) -> UserDraft? {
        guard user.deletedDateTime == nil else {
            var draft = UserDraft(of: user.properties)
            draft.groups = user.groups.filter { group($0) != nil || bin.groups[$0] != nil }.map { .exported($0) }
            draft.deletedRelations = bin.relations[user.id] ?? DeletedRelations()
            if user.isGuest(in: id) {
                draft.homeAccountId = .exported("\(user.home.objectID).\(user.home.tenantID)")
            }
            return draft
        }
        if user.isInvited, directory.tenant(user.home.tenantID) == nil {
            var draft = UserDraft(of: user.properties)
            draft.homeAccountId = .exported("\(user.home.objectID).\(user.home.tenantID)")
            return draft
        }
        guard isAtHome(user, directory) else { return nil }
        guard user.isGuest(in: id) else { return ownDraft(of: user, directory) }
        // A reader of the export takes the account for one of this tenant, with the password of the deleted home account.
        var orphan = user
        orphan.accountEnabled = false
        return ownDraft(of: orphan, directory)
    }

    /// Whether the user's account is exported here. A guest whose home account is deleted is exported as a user of this tenant.
    private func isAtHome(_ user: User, _ directory: Directory) -> Bool {
        !user.isGuest(in: id) || directory.tenant(user.home.tenantID)?.user(user.home.objectID) == nil
    }

    private func ownDraft(of user: User, _ directory: Directory) -> UserDraft {
        var draft = UserDraft(of: user.properties)
        draft.guestOf = directory.tenants.filter { $0.id != id }.compactMap { $0.guest(of: user) }
        return draft
    }

    /// Returns the guest account of another tenant's user, or nil if the user is not a guest of this tenant.
    private func guest(of original: User) -> GuestDraft? {
        user(home: original.home).map { guest in
            var defaults = UserDraft(of: original.properties)
            defaults.user.mail = original.mail ?? original.userPrincipalName
            let account = UserDraft(of: guest.properties)
            let isCopy = UserDraft.account.export(account) == UserDraft.account.export(defaults)
            return GuestDraft(
                location: .none, tenant: .exported(id), id: account.id,
                userPrincipalName: guest.userPrincipalName, groups: account.groups, roles: account.roles,
                account: isCopy ? nil : account)
        }
    }
}

extension User {
    /// Whether the user is a guest by an invitation, whose home account need not be on this server.
    fileprivate var isInvited: Bool {
        self.id != self.home.objectID
            && self.otherProperties.contains { $0.name.isExactly("creationType") && $0.value == .string("Invitation") }
    }
}
