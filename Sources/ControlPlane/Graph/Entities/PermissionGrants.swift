import Directory
import Entra
import Formats
import HTTP
import Protocol
import Store

/// A delegated consent, with the object IDs of its parties.
struct PermissionGrantEntry: Sendable {
    enum ConsentType: String, Sendable, CaseIterable {
        case allPrincipals = "AllPrincipals"
        case principal = "Principal"
    }

    var clientId = ObjectID("")
    var consentType = ConsentType.allPrincipals
    var principalId: ObjectID?
    var resourceId = ObjectID("")
    /// The permission values, separated by spaces.
    var scope = ""

    /// The ID: the IDs of the parties in sequence, which identify a consent.
    var id: String { Base64.url([clientId, resourceId, principalId].compactMap(\.self).flatMap(\.bytes)) }
}

extension GraphType where Entity == PermissionGrantEntry {
    static let permissionGrant = GraphType(
        "oAuth2PermissionGrant", set: "oauth2PermissionGrants", id: { $0.id },
        [
            .property("clientId", \.clientId, .guid).required.creationOnly.filterable,
            .property("consentType", \.consentType, .word).required.creationOnly.filterable,
            .derived("id", .text) { $0.id },
            .property("principalId", \.principalId, .guid).creationOnly.filterable,
            .property("resourceId", \.resourceId, .guid).required.creationOnly.filterable,
            .property("scope", \.scope, .text).required,
        ])
}

/// The operations on delegated consent. One list contains consent from the configuration, from pages and from earlier requests.
extension GraphOperation {
    private static let collection = GraphCollection<PermissionGrantEntry>(
        path: "/oauth2PermissionGrants", type: .permissionGrant,
        all: { (request) throws(GraphError) in entries(request) },
        find: { (request) throws(GraphError) in
            let key = request.key().value
            guard let entry = entries(request).first(where: { $0.id.isExactly(key) }) else { throw .notFound(key) }
            return entry
        })

    static let permissionGrants: [GraphOperation] =
        collection.reading(.readGrants, tracksChanges: true)
        + collection.creating(.manageGrants) { (request) throws(GraphError) in
            var entry = PermissionGrantEntry()
            try GraphType.permissionGrant.table.write(try request.members(), into: &entry, .creation)
            let grant = try grant(entry, request)
            guard !entries(request).contains(where: { $0.id.isExactly(entry.id) }) else {
                throw .exists("A permission grant for this client, resource and principal already exists.")
            }
            try put(grant, request)
            return request.created(entry, .permissionGrant, at: "/oauth2PermissionGrants")
        }
        + collection.changing(.manageGrants) { (request, entry) throws(GraphError) in
            var changed = entry
            try GraphType.permissionGrant.table.write(try request.members(), into: &changed, .change)
            try put(try grant(changed, request), request)
        }
        + collection.deleting(.manageGrants) { (request, entry) throws(GraphError) in
            guard
                let (grant, _) = recordedGrants(request.tenant, request.services).first(where: {
                    $0.entry.id.isExactly(entry.id)
                })
            else {
                throw .notFound(entry.id)
            }
            try request.edit { (edit: inout TenantEdit) throws(GraphError) in edit.remove(grant) }
            try request.revoke(.grant(grant))
        }
        + ["/servicePrincipals", "/users"].map { set in
            GraphOperation("GET", "\(set)/{id}/oauth2PermissionGrants", .readGrants) { (request) throws(GraphError) in
                let all = entries(request)
                if set == "/users" {
                    let user = try request.user().id
                    return try request.page(all.filter { $0.principalId == user }, .permissionGrant)
                }
                let client = try request.servicePrincipal().id
                return try request.page(all.filter { $0.clientId == client }, .permissionGrant)
            }
        }

    /// Writes a consent, and removes the record that a page made for the same parties, so that one record remains.
    private static func put(_ grant: PermissionGrant, _ request: GraphRequest) throws(GraphError) {
        try request.edit { (edit: inout TenantEdit) throws(GraphError) in
            try GraphError.check(edit.set(grant), key: "", conflict: "id")
        }
        try request.revoke(.grant(grant))
    }

    private static func entries(_ request: GraphRequest) -> [PermissionGrantEntry] {
        recordedGrants(request.tenant, request.services).map(\.entry)
    }

    /// Returns the recorded consents, including consents to scopes that were deleted.
    static func recordedGrants(
        _ tenant: Tenant, _ services: Services
    ) -> [(grant: PermissionGrant, entry: PermissionGrantEntry)] {
        let principals = ServicePrincipals(tenant, services)
        let runtime = services.store.grants(in: tenant.id)
        var merged: [PermissionGrant] = []
        var positions: [PermissionGrant.Parties: Int] = [:]
        for grant in tenant.grants + runtime.sorted(by: { $0.order < $1.order }) {
            if let position = positions[grant.parties] {
                merged[position].merge(grant)
            } else {
                positions[grant.parties] = merged.count
                merged.append(grant)
            }
        }
        let ids = Dictionary(
            principals.all.map { ($0.application.clientID, $0.id) }, uniquingKeysWith: { first, _ in first })
        return merged.compactMap { grant in
            guard let client = ids[grant.client], let resource = ids[grant.resource] else { return nil }
            let entry = PermissionGrantEntry(
                clientId: client, consentType: grant.principal == nil ? .allPrincipals : .principal,
                principalId: grant.principal, resourceId: resource, scope: grant.scopes.joined(separator: " "))
            return (grant, entry)
        }
    }

    /// Returns the consent by application IDs. Throws 404 if a party does not exist, and 400 for a scope that the resource does not
    /// have.
    private static func grant(
        _ entry: PermissionGrantEntry, _ request: GraphRequest
    ) throws(GraphError) -> PermissionGrant {
        let principals = ServicePrincipals(request.tenant, request.services)
        guard let client = principals.find(entry.clientId) else { throw .notFound(entry.clientId.description) }
        guard let resource = principals.find(entry.resourceId) else { throw .notFound(entry.resourceId.description) }
        let consentType: PermissionGrant.ConsentType
        switch (entry.consentType, entry.principalId) {
        case (.allPrincipals, nil): consentType = .allPrincipals
        case (.allPrincipals, _):
            throw .invalidValue("principalId", "principalId must be absent if consentType is AllPrincipals")
        case (.principal, nil): throw .missingValue("principalId")
        case (.principal, let id?):
            guard request.tenant.user(id) != nil else { throw .notFound(id.description) }
            consentType = .principal(id)
        }
        var scopes: [String] = []
        for name in entry.scope.pieces(separatedBy: " ") {
            guard let scope = resource.application.scope(named: name) else {
                throw .invalidValue("scope", "\(resource.application.displayName) has no scope '\(name)'")
            }
            scopes.append(scope.value)
        }
        return PermissionGrant(
            client: client.application.clientID, resource: resource.application.clientID, consentType: consentType,
            scopes: scopes)
    }
}

extension PermissionGrant {
    fileprivate var principal: ObjectID? {
        if case .principal(let id) = consentType { id } else { nil }
    }

    /// The sort key, which keeps the order of the list stable.
    fileprivate var order: (ClientID, ClientID, ObjectID) { (client, resource, principal ?? ObjectID("")) }
}
