import Directory
import Entra
import Formats
import HTTP
import Protocol
import Store

extension GraphOperation {
    private static let collection = GraphCollection<ServicePrincipal>(
        path: "/servicePrincipals", type: .servicePrincipal,
        all: { (request) throws(GraphError) in ServicePrincipals(request.tenant, request.services).all },
        find: { (request) throws(GraphError) in try request.servicePrincipal() })

    static let servicePrincipals: [GraphOperation] =
        collection.reading(.readApplications)
        + collection.creating(.createServicePrincipals) { (request) throws(GraphError) in
            let principal = try create(request)
            return request.created(principal, .servicePrincipal, at: "/servicePrincipals")
        }
        + collection.changing(.manageServicePrincipals) { (request, principal) throws(GraphError) in
            let members = try request.members()
            guard principal.home == request.tenant.id else {
                throw unchangeable
            }
            try request.change(principal.application) { (changed) throws(GraphError) in
                var after = ServicePrincipal(
                    id: principal.id, kind: principal.kind, home: principal.home, application: changed)
                try GraphType.servicePrincipal.table.write(members, into: &after, .change)
                changed = after.application
            }
        }
        + collection.deleting(.manageServicePrincipals) { (request, principal) throws(GraphError) in
            guard principal.home != nil else {
                throw .badRequest("The service principal of a Microsoft API or a managed identity cannot be deleted.")
            }
            let client = principal.application.clientID
            try request.edit { (edit: inout TenantEdit) throws(GraphError) in
                edit.removeServicePrincipal(of: client)
            }
            try request.revoke(.application(client))
        }

    private static let unchangeable = GraphError.badRequest(
        "Only the service principal of an application of this tenant can be changed.")

    private static func unkept(_ property: String) -> GraphError {
        .invalidValue(property, "the application belongs to another tenant, so the property cannot be set here")
    }

    /// Creates a service principal. The object ID is derived from the client ID for an application of another tenant, and is new
    /// for an application of this tenant.
    private static func create(_ request: GraphRequest) throws(GraphError) -> ServicePrincipal {
        var wanted = ServicePrincipal(
            id: ObjectID(""), kind: .application, home: nil,
            application: Application(appId: "", servicePrincipalID: ObjectID(""), displayName: ""))
        let (members, owners) = try request.members(binding: "owners")
        for owner in owners { try checkOwner(owner, request) }
        try GraphType.servicePrincipal.table.write(members, into: &wanted, .creation)
        let client = wanted.application.clientID
        let accountEnabled = wanted.application.accountEnabled
        let isAssignmentRequired = wanted.application.appRoleAssignmentRequired
        let newID = request.newID()
        return try request.edit { (edit: inout TenantEdit) throws(GraphError) in
            guard let (home, application) = request.services.directory.registration(of: client, in: edit.tenant),
                home.id == edit.tenant.id || application.signInAudience.isMultiTenant
            else {
                throw .badRequest(
                    "No application that can be used in this tenant has the appId '\(client)'.",
                    [GraphError.Detail(code: "NoBackingApplicationObject", target: "appId")])
            }
            guard request.caller.mayAdd(application, of: home.id, to: edit.tenant.id) else { throw .denied }
            guard ServicePrincipals(edit.tenant, request.services).find(client) == nil else {
                throw .exists("The application '\(client)' already has a service principal.")
            }
            let isHome = home.id == edit.tenant.id
            // These settings cannot be stored for an application of another tenant.
            guard isHome || accountEnabled else { throw unkept("accountEnabled") }
            guard isHome || !isAssignmentRequired else { throw unkept("appRoleAssignmentRequired") }
            let id = isHome ? newID : .servicePrincipal(of: client, in: edit.tenant.id)
            let outcome = edit.addServicePrincipal(of: client, id: id)
            if let rejection = GraphError.rejected(outcome, key: client.description, conflict: "appId") {
                throw rejection
            }
            var made = application
            if isHome {
                made.hasServicePrincipal = true
                made.servicePrincipalID = id
                made.accountEnabled = accountEnabled
                made.appRoleAssignmentRequired = isAssignmentRequired
                made.owners += owners.filter { !application.owners.contains($0) }
                let outcome = edit.update(made)
                if let rejection = GraphError.rejected(outcome, key: client.description, conflict: "appId") {
                    throw rejection
                }
            }
            return ServicePrincipal(id: id, kind: .application, home: home.id, application: made)
        }
    }
}
