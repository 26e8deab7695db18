import Directory
import Entra
import Formats
import HTTP
import Protocol

extension GraphType where Entity == DirectoryPolicy {
    /// Returns the type of the policies of a kind.
    static func policy(_ kind: DirectoryPolicy.Kind) -> GraphType { types[kind] ?? make(kind) }

    private static let types = Dictionary(
        DirectoryPolicy.Kind.allCases.map { ($0, make($0)) }, uniquingKeysWith: { first, _ in first })

    private static func make(_ kind: DirectoryPolicy.Kind) -> GraphType {
        GraphType(kind.typeName, set: "policies/\(kind.rawValue)", id: { $0.id.description }, properties(of: kind))
    }

    private static func properties(of kind: DirectoryPolicy.Kind) -> [GraphProperty<DirectoryPolicy>] {
        guard kind.onlyID == nil else { return only(kind) }
        let identity: [GraphProperty<DirectoryPolicy>] = [
            .derived("id", .text) { $0.id.description }.filterable,
            .derived("deletedDateTime", .text) { _ in nil as String? },
            .stored("description", \.otherProperties, .anyText),
            .property("displayName", \.displayName, .nonEmptyText(upTo: 256)).required.filterable,
        ]
        guard kind.definitionMember != nil else {
            return identity + [
                .stored("isEnabled", \.otherProperties, .anyBoolean, absent: .bool(false)),
                .stored("restrictions", \.otherProperties, .anyObject),
            ]
        }
        return identity + [
            .property("definition", \.definition, .list(.text(upTo: PolicyRules.maximumDefinition))).required,
            .property("isOrganizationDefault", \.isOrganizationDefault, .boolean).filterable,
        ]
    }

    /// Returns the properties of the only policy of a kind, with the values of a new tenant.
    private static func only(_ kind: DirectoryPolicy.Kind) -> [GraphProperty<DirectoryPolicy>] {
        func text(_ name: String, _ value: String) -> GraphProperty<DirectoryPolicy> {
            .stored(name, \.otherProperties, .anyText, absent: .string(value))
        }
        func flag(_ name: String, _ value: Bool) -> GraphProperty<DirectoryPolicy> {
            .stored(name, \.otherProperties, .anyBoolean, absent: .bool(value))
        }
        let none = JSONValue.object([.init("passwordCredentials", .array([])), .init("keyCredentials", .array([]))])
        switch kind {
        case .defaultAppManagement:
            return [
                .derived("id", .text) { $0.id.description },
                text("displayName", "Default app management tenant policy"),
                text(
                    "description",
                    "The restrictions on all applications and service principals without a policy of their own."),
                flag("isEnabled", false),
                .stored("applicationRestrictions", \.otherProperties, .anyObject, absent: none),
                .stored("servicePrincipalRestrictions", \.otherProperties, .anyObject, absent: none),
            ]
        case .securityDefaults:
            return [
                .derived("id", .text) { $0.id.description }, text("displayName", "Security Defaults"),
                text("description", "The basic security settings that Microsoft recommends."),
                flag("isEnabled", false),
            ]
        default:
            return [
                .derived("id", .text) { _ in kind.rawValue }, text("allowInvitesFrom", "everyone"),
                flag("allowedToSignUpEmailBasedSubscriptions", true), flag("allowedToUseSSPR", true),
                flag("allowEmailVerifiedUsersToJoinOrganization", true),
                flag("allowUserConsentForRiskyApps", false), flag("blockMsolPowerShell", false),
                text("displayName", "Authorization Policy"),
                text("description", "The authorization settings of the whole organization."),
                text("guestUserRoleId", "10dae51f-b6af-4016-8d66-8c2a99b929b3"),
                .stored(
                    "defaultUserRolePermissions", \.otherProperties, .anyObject, absent: defaultPermissions),
            ]
        }
    }

    private static let defaultPermissions = JSONValue.object([
        .init("allowedToCreateApps", .bool(true)), .init("allowedToCreateSecurityGroups", .bool(true)),
        .init("allowedToCreateTenants", .bool(true)), .init("allowedToReadBitlockerKeysForOwnedDevice", .bool(true)),
        .init("allowedToReadOtherUsers", .bool(true)),
        .init(
            "permissionGrantPoliciesAssigned",
            .array([.string("ManagePermissionGrantsForSelf.microsoft-user-default-legacy")])),
    ])
}

/// The operations on policies. Each kind has a collection of its own, or one object.
extension GraphOperation {
    static let policies: [GraphOperation] = DirectoryPolicy.Kind.allCases.flatMap { kind -> [GraphOperation] in
        switch kind {
        case .namedLocation: []
        case .defaultAppManagement, .authorization, .securityDefaults: only(kind)
        default: many(kind)
        }
    }

    private static func many(_ kind: DirectoryPolicy.Kind) -> [GraphOperation] {
        let type = GraphType.policy(kind)
        let path = "/policies/\(kind.rawValue)"
        let collection = GraphCollection<DirectoryPolicy>(
            path: path, type: type,
            all: { (request) throws(GraphError) in request.tenant.policyTable.policies(kind) },
            find: { (request) throws(GraphError) in try request.policy(kind) })
        return collection.reading(.read(kind))
            + collection.creating(.managePolicies) { (request) throws(GraphError) in
                let members = try request.members()
                var policy = DirectoryPolicy(kind, id: request.newID())
                try type.table.write(members, into: &policy, .creation)
                let new = policy
                try request.edit { (edit: inout TenantEdit) throws(GraphError) in
                    try check(new, in: edit)
                    let outcome = edit.add(new)
                    try GraphError.check(outcome, key: new.id.description, conflict: "id")
                }
                return request.created(new, type, at: path)
            }
            + collection.changing(.managePolicies) { (request, policy) throws(GraphError) in
                let members = try request.members()
                try request.change(policy) { (changed, edit) throws(GraphError) in
                    try type.table.write(members, into: &changed, .change)
                    try check(changed, in: edit)
                }
            }
            + collection.deleting(.managePolicies) { (request, policy) throws(GraphError) in
                try request.edit { (edit: inout TenantEdit) throws(GraphError) in
                    let outcome = edit.remove(kind, policy.id)
                    try GraphError.check(outcome, key: policy.id.description, conflict: "id")
                }
            }
    }

    private static func only(_ kind: DirectoryPolicy.Kind) -> [GraphOperation] {
        let type = GraphType.policy(kind)
        let path = "/policies/\(kind.rawValue)"
        let read: Run = { (request) throws(GraphError) in try request.entity(request.onlyPolicy(kind), type) }
        let change: Run = { (request) throws(GraphError) in
            let members = try request.members()
            var changed = request.onlyPolicy(kind)
            try type.table.write(members, into: &changed, .change)
            let after = changed
            try AppManagement.check(after)
            try request.edit { (edit: inout TenantEdit) throws(GraphError) in
                let outcome = edit.update(after)
                try GraphError.check(outcome, key: kind.rawValue, conflict: "id")
            }
            return GraphResponse.noContent
        }
        guard kind == .authorization else {
            return [
                GraphOperation("GET", path, .read(kind), read), GraphOperation("PATCH", path, .manage(kind), change),
            ]
        }
        // The beta version has the authorization policy as the only object of a list
        // (authorizationpolicy-get in the reference of the beta version).
        let one = "\(path)/\(kind.rawValue)"
        return [
            GraphOperation("GET", path, .read(kind)) { (request) throws(GraphError) in
                guard request.version == .beta else { return try read(request) }
                return try request.page([request.onlyPolicy(kind)], type)
            },
            GraphOperation("PATCH", path, .manage(kind)) { (request) throws(GraphError) in
                guard request.version == .stable else { throw .methodNotAllowed }
                return try change(request)
            },
            GraphOperation("GET", one, .read(kind)) { (request) throws(GraphError) in
                guard request.version == .beta else { throw .unknownSegment(request.path) }
                return try read(request)
            },
            GraphOperation("PATCH", one, .manage(kind)) { (request) throws(GraphError) in
                guard request.version == .beta else { throw .unknownSegment(request.path) }
                return try change(request)
            },
        ]
    }

    /// Throws 400 for rules that are not valid, and for a second policy of the whole tenant.
    private static func check(_ policy: DirectoryPolicy, in edit: TenantEdit) throws(GraphError) {
        guard policy.rules != nil else { throw .invalidDefinition }
        try AppManagement.check(policy)
        guard policy.isOrganizationDefault, policy.kind.hasDefault else { return }
        let other = edit.policies(policy.kind).first { $0.isOrganizationDefault && $0.id != policy.id }
        if other != nil { throw .policyConflict("isOrganizationDefault") }
    }
}

extension GraphRequest {
    /// Returns the policy with the ID in the path. Throws 404 if the tenant has no such policy.
    func policy(_ kind: DirectoryPolicy.Kind, _ capture: String = "id") throws(GraphError) -> DirectoryPolicy {
        let key = key(capture)
        guard key.property == nil, let policy = tenant.policyTable[kind, ObjectID(key.value)] else {
            throw .notFound(key.value)
        }
        return policy
    }

    /// Returns the only policy of a kind. A tenant in which nobody has written the policy has the one of a new tenant.
    func onlyPolicy(_ kind: DirectoryPolicy.Kind) -> DirectoryPolicy {
        tenant.policyTable.policies(kind).first ?? DirectoryPolicy(kind, id: kind.onlyID ?? ObjectID(kind.rawValue))
    }

    /// Changes the current version of a policy.
    func change(
        _ policy: DirectoryPolicy,
        _ change: (inout DirectoryPolicy, TenantEdit) throws(GraphError) -> Void
    ) throws(GraphError) {
        let key = policy.id.description
        try edit { (edit: inout TenantEdit) throws(GraphError) in
            guard var changed = edit.policy(policy.kind, policy.id) else { throw .notFound(key) }
            try change(&changed, edit)
            try GraphError.check(edit.update(changed), key: key, conflict: "id")
        }
    }
}

extension GraphError {
    /// The error for a definition that is not valid, with the message of the real service.
    static let invalidDefinition = badRequest(
        "Property definition has an invalid value.", [Detail(code: "InvalidValue", target: "definition")])

    /// Returns the error for a second policy where only one is allowed, with the message of the real service.
    static func policyConflict(_ property: String) -> GraphError {
        badRequest(
            "A conflicting object with one or more of the specified property values is present in the directory.",
            [Detail(code: "ObjectConflict", target: property)])
    }
}
