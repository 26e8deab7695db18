package import Entra
import Formats

extension DirectoryBuilder {
    /// Adds the service principals of the Microsoft APIs that a tenant lists by appId or display name. References to the APIs can
    /// then be resolved.
    mutating func resolveMicrosoftServicePrincipals() {
        for index in tenants.indices {
            for position in tenants[index].draft.servicePrincipals.indices {
                let name = tenants[index].draft.servicePrincipals[position].value
                guard let api = MicrosoftAPI.find(ClientID(name)) ?? MicrosoftAPI.find(named: name) else { continue }
                tenants[index].draft.servicePrincipals[position].appId = .exported(api.clientID.description)
                let isUsual =
                    tenants[index].draft.servicePrincipals[position].properties == ServicePrincipalProperties()
                if !api.isCore || !isUsual { tenants[index].servicePrincipals.insert(api.clientID) }
            }
        }
    }

    /// Resolves the listed service principals, which are of applications of other tenants.
    mutating func resolveServicePrincipals() {
        for index in tenants.indices {
            for name in tenants[index].draft.servicePrincipals {
                let id = ClientID(name.value)
                if MicrosoftAPI.find(id) != nil { continue }
                if application(id, visibleIn: index) != nil, position(of: id, in: index) == nil {
                    tenants[index].servicePrincipals.insert(id)
                } else {
                    findings.error(
                        name.location, "no other tenant has a multi-tenant application \(name.value)",
                        hint:
                            "servicePrincipals lists appIds of multi-tenant applications that other tenants register, and "
                            + "appIds or names of Microsoft's APIs")
                }
            }
        }
    }

    /// Resolves the recorded consent. Entries for the same client, resource and principal are merged, as in Microsoft Graph.
    mutating func resolveGrants() {
        for index in tenants.indices {
            var positions: [PermissionGrant.Parties: Int] = [:]
            for draft in tenants[index].draft.grants {
                let client = application(draft.client, in: index)
                let resource = application(draft.resource, in: index)
                let consent = consentType(draft, in: index)
                let scopes = resource.map { values(draft.scope, of: $0) } ?? []
                guard let client, let resource, let consent else { continue }
                let grant = PermissionGrant(
                    client: client.clientID, resource: resource.clientID, consentType: consent, scopes: scopes)
                if let position = positions[grant.parties] {
                    tenants[index].grants[position].merge(grant)
                } else {
                    positions[grant.parties] = tenants[index].grants.count
                    tenants[index].grants.append(grant)
                }
            }
        }
    }

    private mutating func consentType(_ draft: GrantDraft, in index: Int) -> PermissionGrant.ConsentType? {
        switch draft.consentType {
        case nil: return nil
        case .allPrincipals:
            if let principal = draft.principal {
                findings.error(
                    principal.location, "a grant to AllPrincipals must not have a principalId",
                    hint: "or use consentType Principal")
            }
            return .allPrincipals
        case .principal:
            guard let principal = draft.principal else {
                findings.error(
                    draft.location, "principalId is missing", hint: "add principalId, or use consentType AllPrincipals")
                return nil
            }
            guard let user = user(principal.value, in: index) else {
                findings.error(principal.location, "this tenant has no user \(principal.value)")
                return nil
            }
            return .principal(user)
        }
    }

    private mutating func values(_ scope: Marked<String>?, of resource: Application) -> [String] {
        guard let scope else { return [] }
        return scope.value.pieces(separatedBy: " ").compactMap { name in
            if let found = resource.scope(named: name) { return found.value }
            findings.error(
                scope.location, "\(resource.displayName) has no scope \(name)",
                hint: Suggestion.hint(for: name, among: resource.oauth2PermissionScopes.map(\.value)))
            return nil
        }
    }

    /// Resolves the app role assignments of users, groups and clients. Each assignment is stored once.
    mutating func resolveAssignments() {
        for index in tenants.indices {
            var known: Set<AppRoleAssignment> = []
            for draft in tenants[index].draft.assignments {
                let principal = principal(draft.principal, in: index)
                let resource = application(draft.resource, in: index)
                let role = assignedRole(draft, resource, principal)
                guard let principal, let resource, let role else { continue }
                let assignment = AppRoleAssignment(principal: principal, resource: resource.clientID, appRole: role)
                if known.insert(assignment).inserted { tenants[index].assignments.append(assignment) }
            }
        }
    }

    private mutating func assignedRole(
        _ draft: AssignmentDraft, _ resource: Application?, _ principal: AppRoleAssignment.Principal?
    ) -> PermissionID? {
        guard let name = draft.role else {
            findings.error(draft.location, "appRoleId or appRole is missing")
            return nil
        }
        if PermissionID(name.value) == .defaultAccess { return .defaultAccess }
        guard let resource else { return nil }
        guard let role = role(name.value, of: resource) else {
            findings.error(
                name.location, "\(resource.displayName) has no app role \(name.value)",
                hint: Suggestion.hint(for: name.value, among: resource.appRoles.map(\.value)))
            return nil
        }
        switch principal {
        case .application where !role.allowsApplications:
            findings.error(
                name.location, "the role \(role.value) cannot be assigned to an application",
                hint: "its allowedMemberTypes lacks Application")
        case .user where !role.allowsUsers, .group where !role.allowsUsers:
            findings.error(
                name.location, "the role \(role.value) cannot be assigned to a user or group",
                hint: "its allowedMemberTypes lacks User")
        default: break
        }
        return role.id
    }

    mutating func principal(_ name: Marked<String>?, in index: Int) -> AppRoleAssignment.Principal? {
        guard let name else { return nil }
        if let user = user(name.value, in: index) { return .user(user) }
        let id = ObjectID(name.value)
        if tenants[index].groupIDs.contains(id) { return .group(id) }
        if let identity = tenants[index].managedIdentities.first(where: {
            $0.principalID == id || $0.clientID == ClientID(name.value)
        }) {
            return .application(identity.clientID)
        }
        if let client = client(name.value, in: index) { return .application(client.clientID) }
        let isNameOfGroup = tenants[index].groupsByName[ByteString(name.value.asciiLowercased)] != nil
        findings.error(
            name.location, "this tenant has no user, group or application \(name.value)",
            hint: isNameOfGroup ? "refer to the group by its id" : nil)
        return nil
    }

    private mutating func application(_ name: Marked<String>?, in index: Int) -> Application? {
        guard let name else { return nil }
        if let application = client(name.value, in: index) ?? api(name.value, in: index) { return application }
        findings.error(
            name.location, "no application \(name.value) is known in this tenant",
            hint: "use an appId or the id of a service principal")
        return nil
    }

    /// Returns the application with the appId, or with the object ID of its service principal.
    mutating func client(_ name: String, in index: Int) -> Application? {
        if let application = application(ClientID(name), visibleIn: index) { return application }
        return servicePrincipals(in: index)[ObjectID(name)].flatMap { application($0, visibleIn: index) }
    }

    /// Returns the ID of the user with the ID or user principal name.
    func user(_ name: String, in index: Int) -> ObjectID? {
        if tenants[index].accounts.ids.contains(name) { return ObjectID(name) }
        return tenants[index].accounts.byName[ByteString(name.asciiLowercased)].map {
            tenants[index].accounts.users[$0].id
        }
    }

    /// Returns the service principals that a tenant has or can have, by object ID. The table is built on first use.
    private mutating func servicePrincipals(in index: Int) -> [ObjectID: ClientID] {
        if let cached = tenants[index].servicePrincipalIDs { return cached }
        let (shared, own) = (multiTenantApplications(), tenants[index].applications.indices)
        var table: [ObjectID: ClientID] = [:]
        table.reserveCapacity(shared.count + own.count)
        let microsoft = tenants[index].microsoft.clients(tenants[index].servicePrincipals)
        for client in shared + microsoft { table[.servicePrincipal(of: client, in: tenants[index].id)] = client }
        for position in own {
            table[tenants[index].applications[position].servicePrincipalID] =
                tenants[index].applications[position].clientID
        }
        tenants[index].servicePrincipalIDs = table
        return table
    }

    /// Returns the applications that can have a service principal in every tenant. The list is built on first use.
    private mutating func multiTenantApplications() -> [ClientID] {
        if let cached = multiTenantClients { return cached }
        var clients: [ClientID] = []
        for tenant in tenants.indices {
            for position in tenants[tenant].applications.indices
            where tenants[tenant].applications[position].signInAudience.isMultiTenant {
                clients.append(tenants[tenant].applications[position].clientID)
            }
        }
        multiTenantClients = clients
        return clients
    }
}

extension PermissionID {
    /// The role ID for access without a role (Graph `appRoleAssignment.appRoleId` of all zeros).
    package static let defaultAccess = PermissionID("00000000-0000-0000-0000-000000000000")
}
