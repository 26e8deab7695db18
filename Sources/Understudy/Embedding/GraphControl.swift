import Wire

extension Understudy {
    /// The directory of a tenant object by object, as Microsoft Graph version 1.0 has it, by the right of the control plane: no
    /// access token is wanted.
    ///
    /// Objects are JSON with the property names of Microsoft Graph. Unlike other calls, these stand in the journal.
    public struct GraphControl: Sendable {
        let control: ControlPlane
        /// Id or domain.
        let tenant: String

        /// Objects of a collection.
        ///
        /// - Parameters:
        ///   - collection: Which collection.
        ///   - filter: An OData filter, `startswith(displayName, 'Contoso')`.
        ///   - select: The properties to tell; empty for the usual ones.
        ///   - limit: How many at most, up to 999.
        /// - Throws: ``ControlError`` of status 404 where the owner of the collection is not there, 400 for a filter that is none.
        public func list(
            _ collection: GraphCollection, filter: String? = nil, select: [String] = [], limit: Int = 999
        ) throws(ControlError) -> [JSON] {
            let query = Form(of: [
                "$filter": filter, "$select": select.isEmpty ? nil : select.joined(separator: ","),
                "$top": String(limit),
            ])
            return try (call("GET", collection.path, query)["value"]?.array).promised("value")
        }

        /// How many objects a collection has.
        ///
        /// - Parameters:
        ///   - collection: Which collection; members, owners and groups of a user cannot be counted.
        ///   - filter: An OData filter.
        /// - Throws: ``ControlError`` of status 404 where the owner of the collection is not there, 400 for a filter that is none.
        public func count(_ collection: GraphCollection, filter: String? = nil) throws(ControlError) -> Int {
            let text = try control.text(
                ControlPlane.Call(
                    "GET", GraphControl.root + collection.path + ["$count"], query: Form(of: ["$filter": filter]),
                    tenant: tenant))
            return try Int(text).promised("$count")
        }

        /// One object.
        ///
        /// - Parameters:
        ///   - collection: The collection that it is in.
        ///   - id: Its id; of users also the name.
        /// - Throws: ``ControlError`` of status 404 where it is not there.
        public func get(_ collection: GraphCollection, _ id: String) throws(ControlError) -> JSON {
            try call("GET", collection.path + [id])
        }

        /// Makes an object.
        ///
        /// - Parameters:
        ///   - collection: The collection that it goes into.
        ///   - properties: Its properties.
        /// - Returns: The object, with its id.
        /// - Throws: ``ControlError`` of status 400 for properties that cannot be, 409 for what is there already.
        @discardableResult
        public func create(_ collection: GraphCollection, _ properties: JSON) throws(ControlError) -> JSON {
            try call("POST", collection.path, body: properties)
        }

        /// Changes an object.
        ///
        /// - Parameters:
        ///   - collection: The collection that it is in.
        ///   - id: Its id; of users also the name.
        ///   - properties: The properties that change.
        /// - Throws: ``ControlError`` of status 404 where it is not there, 400 for properties that cannot be.
        public func update(_ collection: GraphCollection, _ id: String, _ properties: JSON) throws(ControlError) {
            try call("PATCH", collection.path + [id], body: properties)
        }

        /// Removes an object.
        ///
        /// - Parameters:
        ///   - collection: The collection that it is in.
        ///   - id: Its id; of users also the name.
        /// - Throws: ``ControlError`` of status 404 where it is not there.
        public func delete(_ collection: GraphCollection, _ id: String) throws(ControlError) {
            try call("DELETE", collection.path + [id])
        }

        /// Adds an object of the directory to owners or members.
        ///
        /// - Parameters:
        ///   - id: The object's id.
        ///   - collection: ``GraphCollection/owners(application:)`` or ``GraphCollection/members(group:)``.
        /// - Throws: ``ControlError`` of status 404 where one of them is not there, 400 where it is among them already.
        public func add(_ id: String, to collection: GraphCollection) throws(ControlError) {
            let reference = "https://graph.microsoft.com/v1.0/directoryObjects/\(id)"
            try call("POST", collection.path + ["$ref"], body: ["@odata.id": .string(reference)])
        }

        /// Takes an object out of owners or members.
        ///
        /// - Parameters:
        ///   - id: The object's id.
        ///   - collection: ``GraphCollection/owners(application:)`` or ``GraphCollection/members(group:)``.
        /// - Throws: ``ControlError`` of status 404 where one of them is not there.
        public func remove(_ id: String, from collection: GraphCollection) throws(ControlError) {
            try call("DELETE", collection.path + [id, "$ref"])
        }

        /// Does something with an object.
        ///
        /// - Parameter action: What, and with which.
        /// - Returns: What it gives; null for nothing.
        /// - Throws: ``ControlError`` of status 404 where the object is not there, 400 for parameters that cannot be.
        @discardableResult
        public func perform(_ action: GraphAction) throws(ControlError) -> JSON {
            let (path, body) = action.call
            return try call("POST", path, body: body)
        }

        private static let root = ["v1.0"]

        @discardableResult
        private func call(
            _ method: String, _ path: [String], _ query: Form = Form(), body: JSON? = nil
        ) throws(ControlError) -> JSON {
            try control.json(
                ControlPlane.Call(method, GraphControl.root + path, query: query, tenant: tenant, body: body))
        }
    }

    /// Collections of Microsoft Graph. Applications and service principals go by their object id, users by id or name.
    public enum GraphCollection: Sendable, Hashable {
        /// The registered applications.
        case applications
        /// The service principals.
        case servicePrincipals
        /// The users.
        case users
        /// The groups.
        case groups
        /// Consents: delegated permissions that were granted.
        case permissionGrants
        /// The federated credentials of an application.
        case federatedIdentityCredentials(application: String)
        /// The owners of an application.
        case owners(application: String)
        /// The members of a group.
        case members(group: String)
        /// The members of a group and of the groups in it.
        case transitiveMembers(group: String)
        /// The users among the members of a group.
        case userMembers(group: String)
        /// What a user is a member of.
        case memberships(user: String)
        /// What a user is a member of, groups of groups included.
        case transitiveMemberships(user: String)
        /// The groups that a user is a member of.
        case groupMemberships(user: String)
        /// The groups that a user is a member of, groups of groups included.
        case transitiveGroupMemberships(user: String)
        /// The consents to a client.
        case permissionGrantsOfClient(servicePrincipal: String)
        /// The consents of a user.
        case permissionGrantsOfUser(user: String)
        /// The roles of a user.
        case roleAssignmentsOfUser(user: String)
        /// The roles of a group.
        case roleAssignmentsOfGroup(group: String)
        /// The roles of a client.
        case roleAssignmentsOfClient(servicePrincipal: String)
        /// Who has the roles of an API.
        case roleAssignmentsOfResource(servicePrincipal: String)

        /// The segments below the version.
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
            }
        }
    }

    /// Actions of Microsoft Graph.
    public enum GraphAction: Sendable, Hashable {
        /// Gives an application a secret, which is told this once.
        case addPassword(application: String, displayName: String? = nil)
        /// Takes a secret from an application.
        case removePassword(application: String, keyID: String)
        /// Ends the sessions and refresh tokens of a user.
        case revokeSignInSessions(user: String)
        /// The same by the name that the action has with its namespace.
        case qualifiedRevokeSignInSessions(user: String)
        /// The same by its older name.
        case invalidateAllRefreshTokens(user: String)
        /// The ids of the groups that a user is in, groups of groups included.
        case memberGroups(user: String, securityEnabledOnly: Bool = false)
        /// The ids of the groups and roles that a user is in.
        case memberObjects(user: String, securityEnabledOnly: Bool = false)
        /// Which of these groups a user is in.
        case checkMemberGroups(user: String, groups: [String])

        /// The segments below the version, and the body.
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
}
