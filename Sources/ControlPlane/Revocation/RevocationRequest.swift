import Directory
import Entra
import Formats
package import Protocol
import Store

/// A request to `POST /_understudy/revocations`, which revokes everything issued until now to a user, to an application or in a
/// tenant. What other tenants issued to a guest stays valid, as in Microsoft Graph.
package struct RevocationRequest: Sendable {
    var user: String?
    var application: String?
    var tenant: String?

    /// Reads `{"user": …}`, `{"application": …, "tenant": …}` or `{"tenant": …}`. The user is an object ID or a name. Throws a
    /// problem of status 400 for any other body.
    package init(parsing body: [UInt8]) throws(ProblemDocument) {
        self = try ControlBody.read(body) { body in
            let request = RevocationRequest(
                user: body.optional("user", .nonEmptyText), application: body.optional("application", .nonEmptyText),
                tenant: body.optional("tenant", .nonEmptyText))
            if request.user != nil, request.application != nil { body.refuse("Give user or application, not both.") }
            if !["user", "application", "tenant"].contains(where: body.has) {
                body.refuse("Give at least one of user, application and tenant.")
            }
            return request
        }
    }

    private init(user: String?, application: String?, tenant: String?) {
        self.user = user
        self.application = application
        self.tenant = tenant
    }

    /// Revokes, and returns `{"tenant": …, "user": …, "revokedAt": …}`. Throws a problem of status 404 for an unknown user,
    /// application or tenant, and 503 if the store is unavailable.
    package func run(_ controls: Controls) throws(ProblemDocument) -> [UInt8] {
        let directory = controls.directory.snapshot
        let named = try controls.tenant(named: tenant)
        if let user {
            let (tenant, person) = try UserLookup.user(user, in: named, directory)
            let subject = RevocationSubject.account(of: person.home, in: tenant.id)
            return try revoke(subject, controls, tenant, "user", person.id.description)
        }
        if let application {
            let client = ClientID(application)
            guard let registered = directory.registration(of: client, in: named) else {
                throw .notFound("There is no application \(application): give the appId of an application.")
            }
            let tenant = named ?? registered.tenant
            return try revoke(.application(client, tenant.id), controls, tenant, "application", client.description)
        }
        guard let named else { throw .notFound("The request names no tenant: give the id or a domain of a tenant.") }
        return try revoke(.tenant(named.id), controls, named, nil, "")
    }

    private func revoke(
        _ subject: RevocationSubject, _ controls: Controls, _ tenant: Tenant, _ kind: String?, _ id: String
    ) throws(ProblemDocument) -> [UInt8] {
        let now = controls.clock.now { tenant.id }
        try ProblemDocument.keeping { () throws(EntraError) in try controls.store.revoke(subject, before: now) }
        return JSONWriter.object { json in
            json.field("tenant", tenant.id.description)
            if let kind { json.field(kind, id) }
            json.field("revokedAt", now.iso8601)
        }
    }
}
