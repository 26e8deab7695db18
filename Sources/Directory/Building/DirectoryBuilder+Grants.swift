package import Entra
import Wire

extension DirectoryBuilder {
    /// Service principals of applications of other tenants, known by themselves.
    mutating func resolveServicePrincipals() {
        for index in tenants.indices {
            for name in tenants[index].draft.servicePrincipals {
                let id = ClientID(name.value)
                if application(id, visibleIn: index) != nil, position(of: id, in: index) == nil {
                    tenants[index].servicePrincipals.insert(id)
                } else {
                    findings.error(
                        name.place, "no application \(name.value) of another tenant can be used in this one",
                        hint: "the appId of one that is registered elsewhere, and multi-tenant")
                }
            }
        }
    }

    /// By the object id of the service principal, for each tenant whose grants or assignments may name one.
    typealias ServicePrincipals = [[ObjectID: ClientID]]

    func servicePrincipals() -> ServicePrincipals {
        let shared = sharedApplications
        return tenants.indices.map { index in
            let isNamed = !tenants[index].draft.grants.isEmpty || !tenants[index].draft.assignments.isEmpty
            return isNamed ? servicePrincipals(in: index, shared) : [:]
        }
    }

    /// Consent on record.
    mutating func resolveGrants(_ servicePrincipals: ServicePrincipals) {
        for (index, principals) in servicePrincipals.enumerated() {
            for draft in tenants[index].draft.grants {
                let client = application(draft.client, principals, in: index)
                let resource = application(draft.resource, principals, in: index)
                let consent = consentType(draft, in: index)
                let scopes = resource.map { values(draft.scope, of: $0) } ?? []
                guard let client, let resource, let consent else { continue }
                tenants[index].grants.append(
                    PermissionGrant(
                        client: client.clientID, resource: resource.clientID, consentType: consent, scopes: scopes))
            }
        }
    }

    private mutating func consentType(_ draft: GrantDraft, in index: Int) -> PermissionGrant.ConsentType? {
        switch draft.consentType {
        case nil: return nil
        case .allPrincipals:
            if let principal = draft.principal {
                findings.error(principal.place, "AllPrincipals has no principalId", hint: "or use Principal")
            }
            return .allPrincipals
        case .principal:
            guard let principal = draft.principal else {
                findings.error(draft.place, "principalId is missing", hint: "or use consentType AllPrincipals")
                return nil
            }
            guard let user = user(principal.value, in: index) else {
                findings.error(principal.place, "this tenant has no user \(principal.value)")
                return nil
            }
            return .principal(user)
        }
    }

    private mutating func values(_ scope: Marked<String>?, of resource: Application) -> [String] {
        guard let scope else { return [] }
        return scope.value.pieces(separatedBy: " ").compactMap { name in
            let known = resource.oauth2PermissionScopes
            if let found = known.first(where: { $0.value.isExactlyIgnoringASCIICase(name) }) { return found.value }
            findings.error(
                scope.place, "\(resource.displayName) has no scope \(name)",
                hint: Suggestion.hint(for: name, among: known.map(\.value)))
            return nil
        }
    }

    /// Roles given to users, groups and clients.
    mutating func resolveAssignments(_ servicePrincipals: ServicePrincipals) {
        for (index, principals) in servicePrincipals.enumerated() {
            for draft in tenants[index].draft.assignments {
                let principal = principal(draft.principal, principals, in: index)
                let resource = application(draft.resource, principals, in: index)
                let role = assignedRole(draft, resource, principal)
                guard let principal, let resource, let role else { continue }
                tenants[index].assignments.append(
                    AppRoleAssignment(principal: principal, resource: resource.clientID, appRole: role))
            }
        }
    }

    private mutating func assignedRole(
        _ draft: AssignmentDraft, _ resource: Application?, _ principal: AppRoleAssignment.Principal?
    ) -> PermissionID? {
        guard let name = draft.role else {
            findings.error(draft.place, "appRoleId or appRole is missing")
            return nil
        }
        if PermissionID(name.value) == .defaultAccess { return .defaultAccess }
        guard let resource else { return nil }
        guard let role = role(name.value, of: resource) else {
            findings.error(
                name.place, "\(resource.displayName) has no app role \(name.value)",
                hint: Suggestion.hint(for: name.value, among: resource.appRoles.map(\.value)))
            return nil
        }
        switch principal {
        case .application where !role.allowsApplications:
            findings.error(name.place, "the role \(role.value) is not for applications", hint: "see allowedMemberTypes")
        case .user where !role.allowsUsers, .group where !role.allowsUsers:
            findings.error(name.place, "the role \(role.value) is not for users", hint: "see allowedMemberTypes")
        default: break
        }
        return role.id
    }

    private mutating func principal(
        _ name: Marked<String>?, _ principals: [ObjectID: ClientID], in index: Int
    ) -> AppRoleAssignment.Principal? {
        guard let name else { return nil }
        if let user = user(name.value, in: index) { return .user(user) }
        let id = ObjectID(name.value)
        if tenants[index].groupIDs.contains(id) { return .group(id) }
        if let identity = tenants[index].managedIdentities.first(where: {
            $0.principalID == id || $0.clientID == ClientID(name.value)
        }) {
            return .application(identity.clientID)
        }
        if let client = client(name.value, principals, in: index) { return .application(client.clientID) }
        findings.error(name.place, "this tenant has no user, group or application \(name.value)")
        return nil
    }

    private mutating func application(
        _ name: Marked<String>?, _ principals: [ObjectID: ClientID], in index: Int
    ) -> Application? {
        guard let name else { return nil }
        if let application = client(name.value, principals, in: index) { return application }
        findings.error(
            name.place, "no application \(name.value) is known in this tenant",
            hint: "a service principal id or an appId")
        return nil
    }

    private func client(_ name: String, _ principals: [ObjectID: ClientID], in index: Int) -> Application? {
        let id = principals[ObjectID(name)] ?? ClientID(name)
        return application(id, visibleIn: index)
    }

    /// By id or user principal name.
    func user(_ name: String, in index: Int) -> ObjectID? {
        if tenants[index].accounts.ids.contains(name) { return ObjectID(name) }
        return tenants[index].accounts.byName[ExactString(name.asciiLowercased)].map {
            tenants[index].accounts.users[$0].id
        }
    }

    /// Applications that can have a service principal in every tenant.
    private var sharedApplications: [ClientID] {
        var clients: [ClientID] = []
        for tenant in tenants.indices {
            for position in tenants[tenant].applications.indices
            where tenants[tenant].applications[position].signInAudience.isMultiTenant {
                clients.append(tenants[tenant].applications[position].clientID)
            }
        }
        return clients + builtIn.keys
    }

    /// The tenant's service principals by object id.
    private func servicePrincipals(in index: Int, _ shared: [ClientID]) -> [ObjectID: ClientID] {
        let own = tenants[index].applications.indices
        var table: [ObjectID: ClientID] = [:]
        table.reserveCapacity(shared.count + own.count)
        for client in shared { table[.servicePrincipal(of: client, in: tenants[index].id)] = client }
        for position in own {
            table[tenants[index].applications[position].servicePrincipalID] =
                tenants[index].applications[position].clientID
        }
        return table
    }
}

extension PermissionID {
    /// Access without a role (Graph `appRoleAssignment.appRoleId` of all zeros).
    package static let defaultAccess = PermissionID("00000000-0000-0000-0000-000000000000")
}
