import Entra
package import Formats

/// A directory in the form of the configuration. Reading the export results in the same directory. The export contains secrets,
/// passwords, and all IDs, including derived ones.
package enum DirectoryExport {
    package static func json(_ directory: Directory) -> JSONValue {
        .exported { file in
            file.set("settings", unlessEmpty: SettingsOverrides.value.export(directory.settings))
            file.set("tenants", directory.tenants.map { $0.export(in: directory) })
            file.set("federatedIssuers", directory.federatedIssuers.map(\.exported))
        }
    }

    /// Returns one application of a tenant in the form of the configuration, also a built-in API.
    package static func json(
        _ application: Application, in tenant: Tenant, of directory: Directory
    ) -> JSONValue {
        application.properties.exported(LiveObjects(tenant: tenant, directory: directory))
    }
}

extension Tenant {
    func export(in directory: Directory) -> JSONValue {
        let live = LiveObjects(tenant: self, directory: directory)
        return .exported { tenant in
            tenant.set("id", kind == .consumers ? "consumers" : id.description)
            tenant.set("displayName", displayName)
            if kind != .consumers { tenant.set("kind", kind.rawValue) }
            let builtIn = kind == .consumers ? DirectoryBuilder.personalDomains : []
            tenant.set("domains", domains.filter { !builtIn.containsExactly($0) })
            tenant.set("subdomain", subdomain)
            tenant.set("cloud", cloud?.rawValue)
            tenant.set("countryLetterCode", countryLetterCode)
            tenant.set("settings", unlessEmpty: SettingsOverrides.tenantValue.export(settings))
            tenant.set("users", users.compactMap { exported($0, directory) })
            tenant.set("groups", groups.map(\.exported))
            tenant.set("devices", devices.map { $0.exported(live) })
            tenant.set("applications", applications.compactMap { exported($0, live) })
            tenant.set(
                "servicePrincipals",
                servicePrincipals.filter { isFromOtherTenant($0, live) }.sorted {
                    $0.description.precedes($1.description)
                })
            tenant.set("oauth2PermissionGrants", grants.compactMap(live.grant).map(\.exported))
            tenant.set("appRoleAssignments", appRoleAssignments.compactMap(live.assignment).map(\.exported))
            tenant.set("managedIdentities", managedIdentities.map(\.exported))
            tenant.set("conditionalAccessPolicies", conditionalAccessPolicies.map { $0.export(live) })
            tenant.set("authenticationContextClassReferences", authenticationContexts.map(\.exported))
            tenant.set("federatedDomains", federatedDomains.map(\.exported))
            tenant.set("policies", policies.map(\.exported))
        }
    }

    /// Returns the exported application, or nil for a built-in API, which every tenant has.
    func exported(_ application: Application, _ live: LiveObjects) -> JSONValue? {
        BuiltInResources.contains(application.clientID) ? nil : application.properties.exported(live)
    }

    /// Returns whether the application can be used in the tenant and is registered in another one.
    func isFromOtherTenant(_ id: ClientID, _ live: LiveObjects) -> Bool {
        live.application(id) != nil && application(id) == nil
    }

    /// Returns the exported user, or nil for a guest, whose account is exported with the account at home.
    func exported(_ user: User, _ directory: Directory) -> JSONValue? {
        guard isAtHome(user, directory) else { return nil }
        guard user.isGuest(in: id) else { return export(user, directory) }
        // A reader of the export takes the account for one of this tenant, with the password of the deleted home account.
        var orphan = user
        orphan.accountEnabled = false
        return export(orphan, directory)
    }

    /// Whether the user's account is exported here. A guest whose home account is deleted is exported as a user of this tenant.
    private func isAtHome(_ user: User, _ directory: Directory) -> Bool {
        !user.isGuest(in: id) || directory.tenant(user.home.tenantID)?.user(user.home.objectID) == nil
    }

    private func export(_ user: User, _ directory: Directory) -> JSONValue {
        var draft = UserDraft(of: user.properties)
        draft.guestOf = directory.tenants.filter { $0.id != id }.compactMap { $0.guest(of: user) }
        return UserDraft.value.export(draft)
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
