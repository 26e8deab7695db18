import Entra
package import Formats

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
        users = tenant.users.compactMap { tenant.draft(of: $0, directory) }
        groups = tenant.groups.map { GroupDraft(of: $0) }
        devices = tenant.devices.map { DeviceDraft(of: $0, in: tenant) }
        applications = tenant.applications.compactMap { tenant.draft(of: $0, live) }
        servicePrincipals = tenant.servicePrincipals.filter { tenant.isFromOtherTenant($0, live) }
            .sorted { $0.description.precedes($1.description) }.map { .exported($0) }
        grants = tenant.grants.compactMap(live.grant).map { GrantDraft(of: $0) }
        assignments = tenant.appRoleAssignments.compactMap(live.assignment).map { AssignmentDraft(of: $0) }
        managedIdentities = tenant.managedIdentities.map { ManagedIdentityDraft(of: $0) }
        conditionalAccessPolicies = tenant.conditionalAccessPolicies.map { PolicyDraft(of: $0, live) }
        authenticationContexts = tenant.authenticationContexts.map { AuthenticationContextDraft(of: $0) }
        federatedDomains = tenant.federatedDomains.map { FederatedDomainDraft(of: $0) }
        policies = tenant.policies.map { UserFlowDraft(of: $0) }
    }
}

extension Tenant {
    func export(in directory: Directory) -> JSONValue {
        TenantDraft.value.export(TenantDraft(of: self, in: directory))
    }

    /// Returns the draft of an application, or nil for a built-in API, which every tenant has.
    func draft(of application: Application, _ live: LiveObjects) -> ApplicationDraft? {
        BuiltInResources.contains(application.clientID) ? nil : ApplicationDraft(of: application.properties, live)
    }

    /// Returns whether the application can be used in the tenant and is registered in another one.
    func isFromOtherTenant(_ id: ClientID, _ live: LiveObjects) -> Bool {
        live.application(id) != nil && application(id) == nil
    }

    /// Returns the draft of a user, or nil for a guest, whose account is exported with the account at home.
    func draft(of user: User, _ directory: Directory) -> UserDraft? {
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
