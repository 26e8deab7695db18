import Entra
import Formats

/// The objects of a tenant to which references may point. Objects are deleted at run time, and references to them remain. An
/// export leaves such references out, because no configuration may contain them.
struct LiveObjects {
    let tenant: Tenant
    let directory: Directory

    /// Returns an application that has, or can have, a service principal in the tenant.
    func application(_ id: ClientID) -> Application? {
        if let own = tenant.application(id) { return own }
        guard let application = directory.registration(of: id)?.application, application.signInAudience.isMultiTenant
        else { return nil }
        return application
    }

    /// Returns whether an appId alone names an application of another tenant.
    func isRegisteredElsewhere(_ id: ClientID) -> Bool {
        directory.registration(of: id).map { $0.tenant.id != tenant.id } ?? false
    }

    func grant(_ grant: PermissionGrant) -> PermissionGrant? {
        guard application(grant.client) != nil, let resource = application(grant.resource) else { return nil }
        if case .principal(let user) = grant.consentType, tenant.user(user) == nil { return nil }
        var live = grant
        live.scopes = grant.scopes.filter { name in
            resource.scope(named: name) != nil
        }
        return live
    }

    func assignment(_ assignment: AppRoleAssignment) -> AppRoleAssignment? {
        guard let resource = application(assignment.resource) else { return nil }
        let role = resource.role(assignment.appRole)
        let isForAll = assignment.appRole == .defaultAccess
        let isLive =
            switch assignment.principal {
            case .user(let id): tenant.user(id) != nil && (isForAll || role?.allowsUsers == true)
            case .group(let id): tenant.group(id) != nil && (isForAll || role?.allowsUsers == true)
            case .application(let id):
                (application(id) != nil || tenant.managedIdentities.contains { $0.clientID == id })
                    && (isForAll || role?.allowsApplications == true)
            }
        return isLive ? assignment : nil
    }

    /// The roles of groups and service principals that exist.
    var roleAssignments: [(principal: TenantRoles.Principal, role: PermissionID)] {
        tenant.roleAssignments.filter { principal, role in
            guard tenant.role(role) != nil else { return false }
            return switch principal {
            case .user: false
            case .group(let id): tenant.group(id)?.isAssignableToRole == true
            case .application(let id):
                application(id) != nil || tenant.managedIdentities.contains { $0.clientID == id }
            }
        }
    }

    func required(_ required: RequiredResource) -> RequiredResource? {
        guard let resource = application(required.resourceAppId) else { return nil }
        return RequiredResource(
            resourceAppId: required.resourceAppId,
            scopes: required.scopes.filter { resource.scope($0) != nil },
            roles: required.roles.filter { resource.role($0) != nil })
    }

    func names(_ names: PolicyUsers.Names) -> PolicyUsers.Names {
        var live = names
        live.users = names.users.filter { tenant.user($0) != nil }
        live.groups = names.groups.filter { tenant.group($0) != nil }
        return live
    }

    func selection(_ selection: Selection<ClientID>) -> Selection<ClientID> {
        var live = selection
        live.included = selection.included.filter(isLive)
        live.excluded = selection.excluded.filter(isLive)
        return live
    }

    private func isLive(_ id: ClientID) -> Bool {
        application(id) != nil || ApplicationGroup.allCases.contains { $0.id == id }
    }
}
