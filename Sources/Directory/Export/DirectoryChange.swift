package import Entra
package import Formats
import HashTreeCollections

/// The identity of an object in a directory that can change at run time.
package struct DirectoryObject: Hashable, Sendable {
    package enum Kind: String, Sendable, CaseIterable {
        case tenant
        case user
        case group
        case device
        case application
        case servicePrincipal
        case grant
        case assignment
        case conditionalAccessPolicy
        case claimsMappingPolicies
        case tokenLifetimePolicies
        case tokenIssuancePolicies
        case homeRealmDiscoveryPolicies
        case activityBasedTimeoutPolicies
        case appManagementPolicies
        case namedLocations
        case defaultAppManagementPolicy
        case authorizationPolicy
        case identitySecurityDefaultsEnforcementPolicy
        case roleDefinition
        case directoryRole
        case roleAssignment

        /// The list of the configuration that contains objects of the kind, and the members that identify an object. Without
        /// members, the entry itself is the ID, or an object with the ID as `appId`.
        var exportList: (list: String, members: [String])? {
            switch self {
            case .tenant: nil
            case .user: ("users", ["id"])
            case .group: ("groups", ["id"])
            case .device: ("devices", ["id"])
            case .application: ("applications", ["appId"])
            case .servicePrincipal: ("servicePrincipals", [])
            case .grant: ("oauth2PermissionGrants", ["clientId", "resourceId", "principalId"])
            case .assignment: ("appRoleAssignments", ["principalId", "resourceId", "appRoleId"])
            case .conditionalAccessPolicy: ("conditionalAccessPolicies", ["id"])
            case .claimsMappingPolicies, .tokenLifetimePolicies, .tokenIssuancePolicies, .homeRealmDiscoveryPolicies,
                .activityBasedTimeoutPolicies, .appManagementPolicies, .namedLocations, .defaultAppManagementPolicy,
                .authorizationPolicy, .identitySecurityDefaultsEnforcementPolicy:
                (rawValue, ["id"])
            case .roleDefinition: ("roleDefinitions", ["id"])
            case .directoryRole: ("directoryRoles", [])
            case .roleAssignment: ("roleAssignments", ["principalId", "roleDefinitionId"])
            }
        }

        /// The kind of policy, or nil for any other object.
        var policy: DirectoryPolicy.Kind? { DirectoryPolicy.Kind(rawValue: rawValue) }
    }

    package let tenant: TenantID
    package let kind: Kind
    /// The values that identify the object among those of its kind in the tenant, in ASCII lower case. Empty for the tenant
    /// itself.
    let key: [ByteString]

    /// Returns one part of the key, or an empty text if the key has no such part.
    func part(_ index: Int) -> String { index < key.count ? key[index].string : "" }

    private init(_ tenant: TenantID, _ kind: Kind, _ key: [String]) {
        self.tenant = tenant
        self.kind = kind
        self.key = key.map { ByteString($0.asciiLowercased) }
    }

    package static func tenant(_ id: TenantID) -> DirectoryObject { DirectoryObject(id, .tenant, []) }

    package static func user(_ id: ObjectID, in tenant: TenantID) -> DirectoryObject {
        DirectoryObject(tenant, .user, [id.description])
    }

    package static func group(_ id: ObjectID, in tenant: TenantID) -> DirectoryObject {
        DirectoryObject(tenant, .group, [id.description])
    }

    static func device(_ id: ObjectID, in tenant: TenantID) -> DirectoryObject {
        DirectoryObject(tenant, .device, [id.description])
    }

    package static func application(_ id: ClientID, in tenant: TenantID) -> DirectoryObject {
        DirectoryObject(tenant, .application, [id.description])
    }

    static func servicePrincipal(_ id: ClientID, in tenant: TenantID) -> DirectoryObject {
        DirectoryObject(tenant, .servicePrincipal, [id.description])
    }

    static func grant(_ grant: PermissionGrant, in tenant: TenantID) -> DirectoryObject {
        let principal =
            switch grant.consentType {
            case .allPrincipals: ""
            case .principal(let user): user.description
            }
        return DirectoryObject(tenant, .grant, [grant.client.description, grant.resource.description, principal])
    }

    static func assignment(_ assignment: AppRoleAssignment, in tenant: TenantID) -> DirectoryObject {
        let principal =
            switch assignment.principal {
            case .user(let id), .group(let id): id.description
            case .application(let id): id.description
            }
        return DirectoryObject(
            tenant, .assignment, [principal, assignment.resource.description, assignment.appRole.description])
    }

    static func policy(_ kind: DirectoryPolicy.Kind, _ id: ObjectID, in tenant: TenantID) -> DirectoryObject {
        DirectoryObject(tenant, Kind(rawValue: kind.rawValue) ?? .tenant, [id.description])
    }

    static func conditionalAccessPolicy(_ id: ObjectID, in tenant: TenantID) -> DirectoryObject {
        DirectoryObject(tenant, .conditionalAccessPolicy, [id.description])
    }

    static func roleDefinition(_ id: PermissionID, in tenant: TenantID) -> DirectoryObject {
        DirectoryObject(tenant, .roleDefinition, [id.description])
    }

    static func directoryRole(_ id: PermissionID, in tenant: TenantID) -> DirectoryObject {
        DirectoryObject(tenant, .directoryRole, [id.description])
    }

    static func roleAssignment(
        _ role: PermissionID, of principal: TenantRoles.Principal, in tenant: TenantID
    ) -> DirectoryObject {
        DirectoryObject(tenant, .roleAssignment, [principal.text, role.description])
    }

    /// The user's ID, or nil if the object is not a user.
    package var userID: ObjectID? { kind == .user ? key.first.map { ObjectID($0.string) } : nil }

    /// The application's ID, or nil if the object is not an application.
    var applicationID: ClientID? { kind == .application ? key.first.map { ClientID($0.string) } : nil }

    /// Creates the identity of the object that an entry of a tenant's list in an export describes.
    init(_ kind: Kind, _ entry: JSONValue, in tenant: TenantID) {
        let members = kind.exportList?.members ?? []
        self.init(
            tenant, kind,
            members.isEmpty ? [(entry.string ?? entry["appId"]?.string) ?? ""] : members.map { entry[$0]?.string ?? "" }
        )
    }

    /// The identity as text, in the form that `init(text:)` parses.
    package var text: String {
        let parts = [kind.rawValue, tenant.description] + key.map(\.string)
        return String(decoding: JSONWriter.value(.array(parts.map { .string($0) })), as: UTF8.self)
    }

    /// Parses the form of `text`. Returns nil for any other text.
    package init?(text: String) {
        let parts = JSONValue(parsing: Array(text.utf8))?.array?.compactMap(\.string) ?? []
        guard let kind = parts.first.flatMap(Kind.init(rawValue:)), parts.count >= 2 else { return nil }
        self.init(TenantID(parts[1]), kind, Array(parts.dropFirst(2)))
    }
}

/// A change of one object at run time.
package struct DirectoryChange: Sendable, Equatable {
    package let object: DirectoryObject
    /// The object in the form of the configuration, or nil if the object was deleted.
    package let document: JSONValue?
    /// The fingerprint of the configuration's own version of the object, to which the change applies. Nil if the configuration
    /// has no such object.
    package let base: String?

    package init(_ object: DirectoryObject, document: JSONValue?, base: String?) {
        self.object = object
        self.document = document
        self.base = base
    }
}

extension DirectoryExport {
    /// Returns one object in the form of an export, or nil if the export does not contain the object.
    package static func document(of object: DirectoryObject, in directory: Directory) -> JSONValue? {
        guard let tenant = directory.tenant(object.tenant) else { return nil }
        let live = LiveObjects(tenant: tenant, directory: directory)
        let id = object.part(0)
        switch object.kind {
        case .tenant: return tenant.export(in: directory)
        case .user:
            return (tenant.user(ObjectID(id)) ?? tenant.bin.users[ObjectID(id)]).flatMap {
                tenant.draft(of: $0, directory)
            }.map(UserDraft.value.export)
        case .group:
            return (tenant.group(ObjectID(id)) ?? tenant.bin.groups[ObjectID(id)]).map {
                GroupDraft.value.export(GroupDraft(of: $0, in: tenant))
            }
        case .device:
            return tenant.deviceObject(ObjectID(id)).map { DeviceDraft.value.export(DeviceDraft(of: $0, in: tenant)) }
        case .application:
            return (tenant.application(ClientID(id)) ?? tenant.bin.applications[ClientID(id)]).flatMap {
                tenant.draft(of: $0, live)
            }
            .map(ApplicationDraft.value.export)
        case .servicePrincipal:
            return tenant.servicePrincipals.contains(ClientID(id)) && tenant.isFromOtherTenant(ClientID(id), live)
                ? ServicePrincipalDraft.value.export(ServicePrincipalDraft(of: ClientID(id), in: tenant)) : nil
        case .grant:
            let user = object.part(2)
            return tenant.grantTable
                .grants(to: ClientID(id), as: user.isEmpty ? .allPrincipals : .principal(ObjectID(user)))
                .first { $0.resource == ClientID(object.part(1)) }.flatMap(live.grant)
                .map { GrantDraft.value.export(GrantDraft(of: $0)) }
        case .assignment:
            return tenant.appRoleAssignments(for: ClientID(object.part(1)))
                .first { .assignment($0, in: tenant.id) == object }
                .flatMap(live.assignment).map { AssignmentDraft.value.export(AssignmentDraft(of: $0)) }
        case .conditionalAccessPolicy:
            return tenant.conditionalAccessPolicies.first { $0.id == ObjectID(id) }
                .map { PolicyDraft.value.export(PolicyDraft(of: $0, live)) }
        case .claimsMappingPolicies, .tokenLifetimePolicies, .tokenIssuancePolicies, .homeRealmDiscoveryPolicies,
            .activityBasedTimeoutPolicies, .appManagementPolicies, .namedLocations, .defaultAppManagementPolicy,
            .authorizationPolicy, .identitySecurityDefaultsEnforcementPolicy:
            return object.kind.policy.flatMap { tenant.policyTable[$0, ObjectID(id)] }
                .map { DirectoryPolicyDraft.value(of: $0.kind).export(DirectoryPolicyDraft(of: $0)) }
        case .roleDefinition:
            return tenant.roles.custom[PermissionID(id)].map {
                RoleDefinitionDraft.value.export(RoleDefinitionDraft($0))
            }
        case .directoryRole: return tenant.roles.activated.contains(PermissionID(id)) ? .string(id) : nil
        case .roleAssignment:
            return live.roleAssignments.first { .roleAssignment($0.role, of: $0.principal, in: tenant.id) == object }
                .map { RoleAssignmentDraft.value.export(RoleAssignmentDraft(of: $0.principal, $0.role)) }
        }
    }

    /// Returns the directory of an export. Invalid parts are left out and reported.
    package static func directory(from export: JSONValue) -> (directory: Directory, problems: [String]) {
        Configuration.restored(export)
    }

    /// Returns a directory with changes applied in their order. Invalid parts are left out and reported.
    package static func apply(
        _ changes: [DirectoryChange], to directory: Directory
    ) -> (directory: Directory, problems: [String]) {
        guard !changes.isEmpty else { return (directory, []) }
        var (changed, problems) = Configuration.restored(DirectoryPatch(changes).applied(to: json(directory)))
        let added = changes.filter { $0.base == nil && $0.document != nil && $0.object.kind != .tenant }
        for (id, objects) in Dictionary(grouping: added, by: \.object.tenant) {
            guard let tenant = changed.tenant(id) else { continue }
            changed = changed.replacing(Tenant(tenant, runTimeObjects: objects.count))
        }
        return (changed, problems)
    }
}

/// Changes, grouped by their lists in an export.
private struct DirectoryPatch {
    private var tenants: [TenantID: DirectoryChange] = [:]
    /// The changed tenants in the order of their changes, from which tenants that the export lacks are appended.
    private var changedTenants: [TenantID] = []
    private var lists: [TenantID: [DirectoryObject.Kind: [DirectoryChange]]] = [:]

    init(_ changes: [DirectoryChange]) {
        for change in changes {
            if change.object.kind == .tenant {
                tenants[change.object.tenant] = change
                changedTenants.append(change.object.tenant)
            } else {
                lists[change.object.tenant, default: [:]][change.object.kind, default: []].append(change)
            }
        }
    }

    func applied(to export: JSONValue) -> JSONValue {
        .object(
            (export.object ?? []).map { member in
                guard member.name.isExactly("tenants") else { return member }
                return JSONValue.Member(member.name, .array(tenants(member.value.array ?? [])))
            })
    }

    private func tenants(_ entries: [JSONValue]) -> [JSONValue] {
        var known: Set<TenantID> = []
        var result: [JSONValue] = []
        for entry in entries {
            let id = DirectoryPatch.id(of: entry)
            known.insert(id)
            guard let change = tenants[id] else {
                result.append(patched(entry, id))
                continue
            }
            if let document = change.document { result.append(patched(document, id)) }
        }
        for id in changedTenants where !known.contains(id) {
            if let document = tenants[id]?.document { result.append(patched(document, id)) }
        }
        return result
    }

    private static func id(of entry: JSONValue) -> TenantID {
        let text = entry["id"]?.string ?? ""
        return text.isExactly("consumers") ? .consumers : TenantID(text)
    }

    private func patched(_ entry: JSONValue, _ id: TenantID) -> JSONValue {
        guard let changes = lists[id] else { return entry }
        var members = entry.object ?? []
        for (kind, changes) in changes {
            guard let name = kind.exportList?.list else { continue }
            // The only policy of a kind is an object instead of a list.
            let before = entry[name].map { $0.array ?? [$0] } ?? []
            let list = JSONValue.Member(name, .array(DirectoryPatch.patched(before, kind, changes, id)))
            if let position = members.firstIndex(where: { $0.name.isExactly(name) }) {
                members[position] = list
            } else {
                members.append(list)
            }
        }
        return .object(members)
    }

    private static func patched(
        _ entries: [JSONValue], _ kind: DirectoryObject.Kind, _ changes: [DirectoryChange], _ tenant: TenantID
    ) -> [JSONValue] {
        var remaining = Dictionary(changes.map { ($0.object, $0) }, uniquingKeysWith: { _, last in last })
        var result: [JSONValue] = []
        for entry in entries {
            if let change = remaining.removeValue(forKey: DirectoryObject(kind, entry, in: tenant)) {
                if let document = change.document { result.append(document) }
            } else {
                result.append(entry)
            }
        }
        return result + changes.compactMap { remaining[$0.object]?.document }
    }
}
