import Testing
@testable import Understudy

/// Objects of Contoso by their object ids, freshly looked up.
private struct Contoso {
    let graph: GraphControl
    let application: String
    let client: String
    let api: String

    init(_ server: UnderstudyServer) throws {
        graph = server.graph(forTenant: "contoso.com")
        application = try Contoso.id(graph, .applications, Client.daemon.id)
        client = try Contoso.id(graph, .servicePrincipals, Client.daemon.id)
        api = try Contoso.id(graph, .servicePrincipals, Seed.orders)
    }

    private static func id(
        _ graph: GraphControl, _ collection: GraphCollection, _ appID: String
    ) throws -> String {
        try #require(try graph.list(collection, filter: "appId eq '\(appID)'").first?["id"]?.string)
    }

    /// A new group with Alex in it.
    func group() throws -> String {
        let id = try create(
            .groups, ["displayName": "G", "mailNickname": "g", "mailEnabled": false, "securityEnabled": true])
        try graph.add(Seed.alex, to: .members(group: id))
        return id
    }

    func create(_ collection: GraphCollection, _ properties: JSON) throws -> String {
        try #require(try graph.create(collection, properties)["id"]?.string)
    }

    func assignment(_ principal: String) -> JSON {
        [
            "principalId": .string(principal), "resourceId": .string(api),
            "appRoleId": "00000000-0000-0000-0000-000000000000",
        ]
    }

    var grant: JSON {
        [
            "clientId": .string(client), "consentType": "Principal", "principalId": .string(Seed.alex),
            "resourceId": .string(api), "scope": "Orders.Read",
        ]
    }

    var credential: JSON {
        [
            "name": "build", "issuer": "https://ci.test", "subject": "repo:x",
            "audiences": ["api://AzureADTokenExchange"],
        ]
    }
}

/// The life cycle of an object in a collection: created, listed, counted, read, changed and removed.
private struct Lifecycle: Sendable {
    /// The names in the operations: `Application`, `Applications`.
    let singular: String
    let plural: String
    let collection: @Sendable (Contoso) throws -> GraphCollection
    let properties: @Sendable (Contoso) throws -> JSON
    /// The changed properties, or nil if the collection does not support changes.
    var change: JSON?

    var rows: [TypedOperation] {
        [
            row("list" + plural), row("create" + singular), row("count" + plural), row("get" + singular),
            row("delete" + singular),
        ]
            + (change == nil ? [] : [row("update" + singular)])
    }

    /// Returns an operation that runs the whole life cycle. The caller checks that the operation itself is among the requests.
    private func row(_ id: String) -> TypedOperation {
        TypedOperation(id) { server in
            let contoso = try Contoso(server)
            let graph = contoso.graph
            let collection = try collection(contoso)
            let properties = try properties(contoso)
            let before = try graph.count(collection)
            let id = try contoso.create(collection, properties)
            #expect(try graph.count(collection) == before + 1)
            if let change { try graph.update(collection, id, change) }
            let changed = try graph.get(collection, id)
            for (name, value) in change?.object ?? [:] { #expect(changed[name] == value) }
            #expect(try graph.list(collection).contains { $0["id"]?.string == id })
            try graph.delete(collection, id)
            #expect(throws: ControlError.self) { try graph.get(collection, id) }
        }
    }
}

extension TypedOperation {
    static let graphObjects: [TypedOperation] = [
        Lifecycle(
            singular: "Application", plural: "Applications", collection: { _ in .applications },
            properties: { _ in ["displayName": "Made"] }, change: ["displayName": "Changed"]),
        Lifecycle(
            singular: "ServicePrincipal", plural: "ServicePrincipals", collection: { _ in .servicePrincipals },
            properties: { contoso in
                let created = try contoso.graph.create(.applications, ["displayName": "Made"])
                return ["appId": created["appId"] ?? .null]
            }, change: ["accountEnabled": false]),
        Lifecycle(
            singular: "User", plural: "Users", collection: { _ in .users },
            properties: { _ in
                [
                    "displayName": "New", "userPrincipalName": "new@contoso.com", "mailNickname": "new",
                    "accountEnabled": true, "passwordProfile": ["password": "Understudy!1"],
                ]
            }, change: ["displayName": "Renamed"]),
        Lifecycle(
            singular: "Group", plural: "Groups", collection: { _ in .groups },
            properties: { _ in
                ["displayName": "New", "mailNickname": "new", "mailEnabled": false, "securityEnabled": true]
            }, change: ["displayName": "Renamed"]),
        Lifecycle(
            singular: "PermissionGrant", plural: "PermissionGrants", collection: { _ in .permissionGrants },
            properties: { $0.grant }, change: ["scope": "Orders.Write"]),
        Lifecycle(
            singular: "FederatedIdentityCredential", plural: "FederatedIdentityCredentials",
            collection: { .federatedIdentityCredentials(application: $0.application) },
            properties: { $0.credential }, change: ["subject": "repo:y"]),
        Lifecycle(
            singular: "AppRoleAssignmentOfUser", plural: "AppRoleAssignmentsOfUser",
            collection: { _ in .roleAssignmentsOfUser(user: Seed.alex) }, properties: { $0.assignment(Seed.alex) }),
    ].flatMap(\.rows)

    /// The collections of role assignments other than those of users.
    static let graphCollections: [TypedOperation] = [
        Lifecycle(
            singular: "AppRoleAssignmentOfGroup", plural: "AppRoleAssignmentsOfGroup",
            collection: { .roleAssignmentsOfGroup(group: try $0.staff()) },
            properties: { $0.assignment(try $0.staff()) }),
        Lifecycle(
            singular: "AppRoleAssignmentOfClient", plural: "AppRoleAssignmentsOfClient",
            collection: { .roleAssignmentsOfClient(servicePrincipal: $0.client) },
            properties: { $0.assignment($0.client) }),
        Lifecycle(
            singular: "AppRoleAssignmentOfResource", plural: "AppRoleAssignmentsOfResource",
            collection: { .roleAssignmentsOfResource(servicePrincipal: $0.api) },
            properties: { $0.assignment(Seed.alex) }),
    ].flatMap(\.rows)

    static let graphActions: [TypedOperation] = [
        onContoso("addPassword") { contoso in
            let secret = try contoso.graph.perform(.addPassword(application: contoso.application, displayName: "ci"))
            #expect(secret["secretText"]?.string?.isEmpty == false)
        },
        onContoso("removePassword") { contoso in
            let secret = try contoso.graph.perform(.addPassword(application: contoso.application))
            let key = try #require(secret["keyId"]?.string)
            try contoso.graph.perform(.removePassword(application: contoso.application, keyID: key))
        },
        onContoso("listOwners", owners), onContoso("addOwner", owners), onContoso("removeOwner", owners),
        onContoso("addMember", members), onContoso("removeMember", members), onContoso("listMembers", members),
        onContoso("listTransitiveMembers", members), onContoso("listUserMembers", members),
        onContoso("listMemberOf", memberships), onContoso("listTransitiveMemberOf", memberships),
        onContoso("listMemberOfMicrosoftGraphGroup", memberships),
        onContoso("listTransitiveMemberOfMicrosoftGraphGroup", memberships),
        onContoso("getMemberGroups", memberships), onContoso("getMemberObjects", memberships),
        onContoso("checkMemberGroups", memberships),
        onContoso("listServicePrincipalsPermissionGrants", consents), onContoso("listUsersPermissionGrants", consents),
        onContoso("listAuthenticationContexts", contexts), onContoso("countAuthenticationContexts", contexts),
        onContoso("getAuthenticationContext", contexts),
        onContoso("revokeSignInSessions") { contoso throws in
            #expect(try contoso.graph.perform(.revokeSignInSessions(user: Seed.alex))["value"] == true)
        },
        onContoso("microsoft_graph_revokeSignInSessions") { contoso throws in
            #expect(try contoso.graph.perform(.qualifiedRevokeSignInSessions(user: Seed.alex))["value"] == true)
        },
        onContoso("invalidateAllRefreshTokens") { contoso throws in
            #expect(try contoso.graph.perform(.invalidateAllRefreshTokens(user: Seed.alex))["value"] == true)
        },
    ]

    private static func onContoso(_ id: String, _ call: @escaping @Sendable (Contoso) throws -> Void) -> TypedOperation
    {
        TypedOperation(id) { try call(Contoso($0)) }
    }

    @Sendable private static func owners(_ contoso: Contoso) throws {
        let owners = GraphCollection.owners(application: contoso.application)
        try contoso.graph.add(Seed.alex, to: owners)
        #expect(try contoso.graph.list(owners).map { $0["id"] } == [.string(Seed.alex)])
        try contoso.graph.remove(Seed.alex, from: owners)
        #expect(try contoso.graph.list(owners).isEmpty)
    }

    @Sendable private static func contexts(_ contoso: Contoso) throws {
        let contexts = try contoso.graph.list(.authenticationContexts)
        #expect(try contoso.graph.count(.authenticationContexts) == contexts.count)
        for id in contexts.compactMap({ $0["id"]?.string }) {
            #expect(try contoso.graph.get(.authenticationContexts, id)["id"] == .string(id))
        }
        #expect(throws: ControlError.self) { try contoso.graph.get(.authenticationContexts, "c99") }
    }

    @Sendable private static func members(_ contoso: Contoso) throws {
        let group = try contoso.group()
        for collection in [
            GraphCollection.members(group: group), .transitiveMembers(group: group),
            .userMembers(group: group),
        ] {
            #expect(try contoso.graph.list(collection).map { $0["id"] } == [.string(Seed.alex)])
        }
        try contoso.graph.remove(Seed.alex, from: .members(group: group))
        #expect(try contoso.graph.list(.members(group: group)).isEmpty)
    }

    @Sendable private static func memberships(_ contoso: Contoso) throws {
        let group = try contoso.group()
        for collection in [
            GraphCollection.memberships(user: Seed.alex), .transitiveMemberships(user: Seed.alex),
            .groupMemberships(user: Seed.alex), .transitiveGroupMemberships(user: Seed.alex),
        ] {
            #expect(try contoso.graph.list(collection).contains { $0["id"]?.string == group })
        }
        for action in [
            GraphAction.memberGroups(user: Seed.alex), .memberObjects(user: Seed.alex),
            .checkMemberGroups(user: Seed.alex, groups: [group]),
        ] {
            #expect(try contoso.graph.perform(action)["value"]?.array?.contains(.string(group)) == true)
        }
    }

    @Sendable private static func consents(_ contoso: Contoso) throws {
        let id = try contoso.create(.permissionGrants, contoso.grant)
        for collection in [
            GraphCollection.permissionGrantsOfClient(servicePrincipal: contoso.client),
            .permissionGrantsOfUser(user: Seed.alex),
        ] {
            #expect(try contoso.graph.list(collection).contains { $0["id"]?.string == id })
        }
    }
}

extension Contoso {
    /// The one group of the tenant, made where there is none.
    fileprivate func staff() throws -> String {
        try graph.list(.groups).first?["id"]?.string ?? group()
    }
}
