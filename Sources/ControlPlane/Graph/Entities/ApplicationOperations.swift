import Directory
import Entra
import Formats
import HTTP
import Protocol
import Store

extension GraphOperation {
    private static let collection = GraphCollection<Application>(
        path: "/applications", type: .application,
        indexes: [
            GraphIndex("appId") { (request, id) in
                request.tenant.application(ClientID(id)).flatMap { $0.isRegistration ? $0 : nil }
            }
        ],
        all: { (request) throws(GraphError) in request.tenant.applications.filter(\.isRegistration) },
        find: { (request) throws(GraphError) in try request.application() })

    static let applications: [GraphOperation] =
        collection.reading(.readApplications, tracksChanges: true)
        + collection.creating(.createApplications) { (request) throws(GraphError) in
            guard request.caller.mayCreateApplications(in: request.tenant) else { throw .denied }
            let application = try create(request)
            // No other response contains the new secrets.
            let entries = application.passwordCredentials.map { Secret.json($0, includesText: true) }
            return request.created(
                application, .application, at: "/applications", [.init("passwordCredentials", .array(entries))])
        }
        + collection.changing(.manageApplications) { (request, application) throws(GraphError) in
            let members = try request.members()
            try request.change(application) { (changed) throws(GraphError) in
                try GraphType.application.table.write(members, into: &changed, .change)
                complete(&changed, request)
            }
        }
        + collection.deleting(.manageApplications) { (request, application) throws(GraphError) in
            let recorded = request.recorded
            try request.edit { (edit: inout TenantEdit) throws(GraphError) in
                let outcome = edit.delete(
                    application: application.clientID, at: request.services.now, recorded)
                try GraphError.check(outcome, key: application.id.description, conflict: "id")
            }
            try request.revoke(.application(application.clientID))
        }

    private static func create(_ request: GraphRequest) throws(GraphError) -> Application {
        let (members, owners) = try request.members(binding: "owners")
        let id = request.newID()
        return try request.edit { (edit: inout TenantEdit) throws(GraphError) in
            var application = Application(
                appId: request.services.random.guid().description, servicePrincipalID: request.newID(), displayName: "")
            application.id = id
            application.hasServicePrincipal = false
            application.signInAudience = .orgsAndPersonal
            application.owners = [request.caller.owner].compactMap(\.self)
            for owner in owners where owner != request.caller.owner { try add(owner, to: &application, request) }
            application.createdDateTime = request.services.now
            // A registration created by Microsoft Graph admits all accounts unless the body says otherwise.
            try GraphType.application.table.write(members, into: &application, .creation)
            if application.signInAudience.admitsPersonalAccounts, application.requestedAccessTokenVersion == nil {
                application.requestedAccessTokenVersion = 2
            }
            complete(&application, request)
            try request.validate(application, before: nil, in: edit.tenant)
            try GraphError.check(
                edit.add(application), key: id.description, conflict: "identifierUris")
            return application
        }
    }

    /// Fills in the absent values of new credentials.
    static func complete(_ application: inout Application, _ request: GraphRequest) {
        for position in application.passwordCredentials.indices
        where application.passwordCredentials[position].secretText.isEmpty {
            Secret.complete(&application.passwordCredentials[position], request.services)
        }
        for position in application.keyCredentials.indices where application.keyCredentials[position].keyId == nil {
            application.keyCredentials[position].keyId = request.newID().description
        }
    }
}

extension GraphRequest {
    fileprivate func validate(_ application: Application, before: Application?, in tenant: Tenant) throws(GraphError) {
        let settings = services.settings(tenant: tenant, application: application)
        try ApplicationValidation(application: application, before: before, tenant: tenant, settings: settings).check()
    }

    /// Changes the current version of a registration, and validates the changes.
    func change(
        _ application: Application, _ change: (inout Application) throws(GraphError) -> Void
    ) throws(GraphError) {
        let key = application.id.description
        try edit { (edit: inout TenantEdit) throws(GraphError) in
            guard let before = edit.tenant.application(application.clientID) else { throw .notFound(key) }
            var changed = before
            try change(&changed)
            try validate(changed, before: before, in: edit.tenant)
            try GraphError.check(edit.update(changed), key: key, conflict: "identifierUris")
        }
    }
}
