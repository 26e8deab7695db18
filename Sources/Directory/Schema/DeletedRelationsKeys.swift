import Entra

extension DeletedRelations {
    static let keys = ObjectSpec<DeletedRelations>(
        "deletedRelations", "The relations that a restore from the recycle bin brings back.", unknownKeys: .rejected,
        keys: [
            .key("memberOf", \.memberOf, .list(.objectID), "The ids of groups of which the object was a member."),
            .key("ownerOf", \.ownerOf, .list(.objectID), "The ids of groups that the object owned."),
            .key("roles", \.roles, .list(.permissionID), "The template ids of directory roles."),
            .key(
                "appRoleAssignments", \.assignments, .list(DeletedAssignmentDraft.value), "App role assignments."),
            .key("oauth2PermissionGrants", \.grants, .list(DeletedGrantDraft.value), "Delegated consents."),
        ])

    static let value = keys.value { _ in DeletedRelations() }
}

/// An app role assignment of a deleted object. The holder may be deleted, too, so nothing is resolved.
private struct DeletedAssignmentDraft: Sendable {
    enum Holder: String, Sendable, CaseIterable {
        case user = "User"
        case group = "Group"
        case application = "ServicePrincipal"
    }

    var holder = Holder.user
    var principal = ""
    var resource = ClientID("")
    var role = PermissionID.defaultAccess

    init() {}

    init(of assignment: AppRoleAssignment) {
        resource = assignment.resource
        role = assignment.appRole
        switch assignment.principal {
        case .user(let id):
            holder = .user
            principal = id.description
        case .group(let id):
            holder = .group
            principal = id.description
        case .application(let id):
            holder = .application
            principal = id.description
        }
    }

    var assignment: AppRoleAssignment {
        let party: AppRoleAssignment.Principal =
            switch holder {
            case .user: .user(ObjectID(principal))
            case .group: .group(ObjectID(principal))
            case .application: .application(ClientID(principal))
            }
        return AppRoleAssignment(principal: party, resource: resource, appRole: role)
    }

    private static let keys = ObjectSpec<DeletedAssignmentDraft>(
        "deletedAppRoleAssignment", "An app role assignment that a restore brings back.", unknownKeys: .rejected,
        keys: [
            .key("principalType", \.holder, .word, "The kind of the holder: User, Group or ServicePrincipal.").required,
            .key(
                "principalId", \.principal, .nonEmptyText,
                "The object id of a user or group, or the appId of a service principal."
            ).required,
            .key("resourceId", \.resource, .clientID, "The appId of the API.").required,
            .key("appRoleId", \.role, .permissionID, "The id of the role.").required,
        ])

    static let value: ValueSpec<AppRoleAssignment> = {
        let object = keys.value { _ in DeletedAssignmentDraft() }
        return ValueSpec(object.shape, export: { object.export(DeletedAssignmentDraft(of: $0)) }) {
            input, location, findings in
            object.read(input, location, &findings)?.assignment
        }
    }()
}

/// A delegated consent of a deleted object.
private struct DeletedGrantDraft: Sendable {
    var client = ClientID("")
    var resource = ClientID("")
    /// The user to whom the consent applies, or nil for all users.
    var principal: ObjectID?
    var scopes: [String] = []

    init() {}

    init(of grant: PermissionGrant) {
        client = grant.client
        resource = grant.resource
        scopes = grant.scopes
        if case .principal(let id) = grant.consentType { principal = id }
    }

    var grant: PermissionGrant {
        PermissionGrant(
            client: client, resource: resource,
            consentType: principal.map(PermissionGrant.ConsentType.principal) ?? .allPrincipals, scopes: scopes)
    }

    private static let keys = ObjectSpec<DeletedGrantDraft>(
        "deletedPermissionGrant", "A delegated consent that a restore brings back.", unknownKeys: .rejected,
        keys: [
            .key("clientId", \.client, .clientID, "The appId of the client.").required,
            .key("resourceId", \.resource, .clientID, "The appId of the API.").required,
            .key("principalId", \.principal, .objectID, "The object id of the user. Default: all users."),
            .key("scopes", \.scopes, .list(.nonEmptyText), "The permissions.").required,
        ])

    static let value: ValueSpec<PermissionGrant> = {
        let object = keys.value { _ in DeletedGrantDraft() }
        return ValueSpec(object.shape, export: { object.export(DeletedGrantDraft(of: $0)) }) {
            input, location, findings in
            object.read(input, location, &findings)?.grant
        }
    }()
}

extension ValueSpec where Value == PermissionID {
    static let permissionID = ValueSpec(text: .text, of: \.description) { $0.isEmpty ? nil : PermissionID($0) }
}
