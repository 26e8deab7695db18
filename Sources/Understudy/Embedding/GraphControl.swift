import Formats
import HTTP

/// The objects of a tenant's directory, as in Microsoft Graph. The calls have the permissions of the control plane
/// and need no access token.
///
/// Objects are JSON with the property names of Microsoft Graph. Unlike other control-plane calls, these calls are recorded in
/// the journal.
public struct GraphControl: Sendable {
    let control: ControlCalls
    /// The ID or domain of the tenant.
    let tenant: String

    /// Returns objects of a collection.
    ///
    /// - Parameters:
    ///   - collection: The collection.
    ///   - filter: An OData filter, such as `startswith(displayName, 'Contoso')`.
    ///   - select: The properties to return, or an empty list for the default properties.
    ///   - limit: The largest number of objects, up to 999.
    /// - Throws: ``ControlError`` of status 404 if the owner of the collection does not exist, and 400 for an invalid filter.
    public func list(
        _ collection: GraphCollection, filter: String? = nil, select: [String] = [], limit: Int = 999
    ) throws(ControlError) -> [JSON] {
        let query = Form(of: [
            "$filter": filter, "$select": select.isEmpty ? nil : select.joined(separator: ","),
            "$top": String(limit),
        ])
        return try (call("GET", collection.path, query)["value"]?.array).unwrapped("value")
    }

    /// Returns the number of objects in a collection.
    ///
    /// - Parameters:
    ///   - collection: The collection. The members, the owners, and the groups of a user cannot be counted.
    ///   - filter: An OData filter.
    /// - Throws: ``ControlError`` of status 404 if the owner of the collection does not exist, and 400 for an invalid filter.
    public func count(_ collection: GraphCollection, filter: String? = nil) throws(ControlError) -> Int {
        let text = try control.text(
            ControlCalls.Request(
                "GET", GraphControl.root + collection.path + ["$count"], query: Form(of: ["$filter": filter]),
                tenant: tenant))
        return try Int(text).unwrapped("$count")
    }

    /// Returns an object.
    ///
    /// - Parameters:
    ///   - collection: The collection that contains the object.
    ///   - id: The ID of the object. A user's name is valid, too.
    /// - Throws: ``ControlError`` of status 404 if there is no such object.
    public func get(_ collection: GraphCollection, _ id: String) throws(ControlError) -> JSON {
        try call("GET", collection.path + [id])
    }

    /// Creates an object.
    ///
    /// - Parameters:
    ///   - collection: The collection for the object.
    ///   - properties: The properties of the object.
    /// - Returns: The object with its ID.
    /// - Throws: ``ControlError`` of status 400 for invalid properties, and 409 if the object already exists.
    @discardableResult
    public func create(_ collection: GraphCollection, _ properties: JSON) throws(ControlError) -> JSON {
        try call("POST", collection.path, body: properties)
    }

    /// Changes an object.
    ///
    /// - Parameters:
    ///   - collection: The collection that contains the object.
    ///   - id: The ID of the object. A user's name is valid, too.
    ///   - properties: The properties to change.
    /// - Throws: ``ControlError`` of status 404 if there is no such object, and 400 for invalid properties.
    public func update(_ collection: GraphCollection, _ id: String, _ properties: JSON) throws(ControlError) {
        try call("PATCH", collection.path + [id], body: properties)
    }

    /// Deletes an object.
    ///
    /// - Parameters:
    ///   - collection: The collection that contains the object.
    ///   - id: The ID of the object. A user's name is valid, too.
    /// - Throws: ``ControlError`` of status 404 if there is no such object.
    public func delete(_ collection: GraphCollection, _ id: String) throws(ControlError) {
        try call("DELETE", collection.path + [id])
    }

    /// Adds an object of the directory to owners or members.
    ///
    /// - Parameters:
    ///   - id: The ID of the object.
    ///   - collection: ``GraphCollection/owners(application:)`` or ``GraphCollection/members(group:)``.
    /// - Throws: ``ControlError`` of status 404 if one of the two does not exist, and 400 if the object is already in the
    ///   collection.
    public func add(_ id: String, to collection: GraphCollection) throws(ControlError) {
        let reference = "https://graph.microsoft.com/v1.0/directoryObjects/\(id)"
        try call("POST", collection.path + ["$ref"], body: ["@odata.id": .string(reference)])
    }

    /// Removes an object from owners or members.
    ///
    /// - Parameters:
    ///   - id: The ID of the object.
    ///   - collection: ``GraphCollection/owners(application:)`` or ``GraphCollection/members(group:)``.
    /// - Throws: ``ControlError`` of status 404 if one of the two does not exist.
    public func remove(_ id: String, from collection: GraphCollection) throws(ControlError) {
        try call("DELETE", collection.path + [id, "$ref"])
    }

    /// Performs an action on an object.
    ///
    /// - Parameter action: The action with its object and parameters.
    /// - Returns: The result of the action, or null if the action has none.
    /// - Throws: ``ControlError`` of status 404 if there is no such object, and 400 for invalid parameters.
    @discardableResult
    public func perform(_ action: GraphAction) throws(ControlError) -> JSON {
        let (path, body) = action.call
        return try call("POST", path, body: body)
    }

    /// Sends any request to Microsoft Graph, such as `GET` and `users/alex@contoso.com/memberOf`. Prefer the members for
    /// collections and actions. This function also calls operations that have no member.
    ///
    /// - Parameters:
    ///   - method: The HTTP method.
    ///   - path: The path below `/v1.0/`, without percent-encoding.
    ///   - query: The query options, such as `$filter`.
    ///   - body: The body, or nil for a request without a body.
    /// - Returns: The body of the response: JSON, a string for any other text, or null for a response without a body.
    /// - Throws: ``ControlError`` with the status of a rejected request, and for a body that is neither JSON nor text.
    @discardableResult
    public func request(
        _ method: String, _ path: String, query: KeyValuePairs<String, String> = [:], body: JSON? = nil
    ) throws(ControlError) -> JSON {
        let options = Form(query.map { Form.Field($0.key, $0.value) })
        let response = try control.send(
            ControlCalls.Request(
                method, GraphControl.root + path.pieces(separatedBy: "/"), query: options, tenant: tenant, body: body))
        guard !response.body.isEmpty else { return .null }
        if let value = JSONValue(parsing: response.body) { return JSON(value) }
        return .string(try String(validating: response.body, as: UTF8.self).unwrapped(path))
    }

    private static let root = ["v1.0"]

    @discardableResult
    private func call(
        _ method: String, _ path: [String], _ query: Form = Form(), body: JSON? = nil
    ) throws(ControlError) -> JSON {
        try control.json(
            ControlCalls.Request(method, GraphControl.root + path, query: query, tenant: tenant, body: body))
    }
}

/// The collections of Microsoft Graph. Applications and service principals are named by object ID, and users by ID or name.
public enum GraphCollection: Sendable, Hashable {
    /// The registered applications.
    case applications
    /// The service principals.
    case servicePrincipals
    /// The users.
    case users
    /// The groups.
    case groups
    /// The consents, which are granted delegated permissions.
    case permissionGrants
    /// The federated credentials of an application.
    case federatedIdentityCredentials(application: String)
    /// The owners of an application.
    case owners(application: String)
    /// The members of a group.
    case members(group: String)
    /// The members of a group and of its nested groups.
    case transitiveMembers(group: String)
    /// The users among the members of a group.
    case userMembers(group: String)
    /// The objects of which a user is a member.
    case memberships(user: String)
    /// The objects of which a user is a direct or indirect member.
    case transitiveMemberships(user: String)
    /// The groups of which a user is a member.
    case groupMemberships(user: String)
    /// The groups of which a user is a direct or indirect member.
    case transitiveGroupMemberships(user: String)
    /// The consents to a client.
    case permissionGrantsOfClient(servicePrincipal: String)
    /// The consents of a user.
    case permissionGrantsOfUser(user: String)
    /// The app roles of a user.
    case roleAssignmentsOfUser(user: String)
    /// The app roles of a group.
    case roleAssignmentsOfGroup(group: String)
    /// The app roles of a client.
    case roleAssignmentsOfClient(servicePrincipal: String)
    /// The assignments of an API's app roles.
    case roleAssignmentsOfResource(servicePrincipal: String)
    /// The authentication contexts of Conditional Access, which can only be read.
    case authenticationContexts

    /// The segments of the path after the version.
    var path: [String] {
        switch self {
        case .applications: ["applications"]
        case .servicePrincipals: ["servicePrincipals"]
        case .users: ["users"]
        case .groups: ["groups"]
        case .permissionGrants: ["oauth2PermissionGrants"]
        case .federatedIdentityCredentials(let id): ["applications", id, "federatedIdentityCredentials"]
        case .owners(let id): ["applications", id, "owners"]
        case .members(let id): ["groups", id, "members"]
        case .transitiveMembers(let id): ["groups", id, "transitiveMembers"]
        case .userMembers(let id): ["groups", id, "members", "microsoft.graph.user"]
        case .memberships(let id): ["users", id, "memberOf"]
        case .transitiveMemberships(let id): ["users", id, "transitiveMemberOf"]
        case .groupMemberships(let id): ["users", id, "memberOf", "microsoft.graph.group"]
        case .transitiveGroupMemberships(let id): ["users", id, "transitiveMemberOf", "microsoft.graph.group"]
        case .permissionGrantsOfClient(let id): ["servicePrincipals", id, "oauth2PermissionGrants"]
        case .permissionGrantsOfUser(let id): ["users", id, "oauth2PermissionGrants"]
        case .roleAssignmentsOfUser(let id): ["users", id, "appRoleAssignments"]
        case .roleAssignmentsOfGroup(let id): ["groups", id, "appRoleAssignments"]
        case .roleAssignmentsOfClient(let id): ["servicePrincipals", id, "appRoleAssignments"]
        case .roleAssignmentsOfResource(let id): ["servicePrincipals", id, "appRoleAssignedTo"]
        case .authenticationContexts: ["identity", "conditionalAccess", "authenticationContextClassReferences"]
        }
    }
}

/// The actions of Microsoft Graph.
public enum GraphAction: Sendable, Hashable {
    /// Creates a client secret for an application. Only the result of this action contains the secret.
    case addPassword(application: String, displayName: String? = nil)
    /// Removes a client secret from an application.
    case removePassword(application: String, keyID: String)
    /// Revokes the sessions and refresh tokens of a user.
    case revokeSignInSessions(user: String)
    /// Revokes the sessions and refresh tokens of a user, under the action's name with its namespace.
    case qualifiedRevokeSignInSessions(user: String)
    /// Revokes the sessions and refresh tokens of a user, under the action's older name.
    case invalidateAllRefreshTokens(user: String)
    /// Returns the IDs of the groups of which a user is a direct or indirect member.
    case memberGroups(user: String, securityEnabledOnly: Bool = false)
    /// Returns the IDs of the groups and roles of which a user is a member.
    case memberObjects(user: String, securityEnabledOnly: Bool = false)
    /// Returns the groups in the list of which a user is a member.
    case checkMemberGroups(user: String, groups: [String])

    /// The segments of the path after the version, and the body.
    var call: (path: [String], body: JSON?) {
        switch self {
        case .addPassword(let id, let name):
            (
                ["applications", id, "addPassword"],
                ["passwordCredential": .members(["displayName": name.map { .string($0) }])]
            )
        case .removePassword(let id, let keyID):
            (["applications", id, "removePassword"], ["keyId": .string(keyID)])
        case .revokeSignInSessions(let id): (["users", id, "revokeSignInSessions"], nil)
        case .qualifiedRevokeSignInSessions(let id): (["users", id, "microsoft.graph.revokeSignInSessions"], nil)
        case .invalidateAllRefreshTokens(let id): (["users", id, "invalidateAllRefreshTokens"], nil)
        case .memberGroups(let id, let only):
            (["users", id, "getMemberGroups"], ["securityEnabledOnly": .bool(only)])
        case .memberObjects(let id, let only):
            (["users", id, "getMemberObjects"], ["securityEnabledOnly": .bool(only)])
        case .checkMemberGroups(let id, let groups):
            (["users", id, "checkMemberGroups"], ["groupIds": .list(groups)])
        }
    }
}
