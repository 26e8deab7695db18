import Directory
import Entra
package import Formats
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
            if request.user != nil, request.application != nil { body.reject("Give user or application, not both.") }
            if !["user", "application", "tenant"].contains(where: body.has) {
                body.reject("Give at least one of user, application and tenant.")
            }
            return request
        }
    }

    /// Creates a request from values of a program, of which one must not be nil. Throws a problem of status 400 for an empty text.
    package init(
        checkingUser user: String? = nil, checkingApplication application: String? = nil,
        checkingTenant tenant: String? = nil
    ) throws(ProblemDocument) {
        try ControlArguments.check { arguments in
            for (name, text) in [("user", user), ("application", application), ("tenant", tenant)] {
                arguments.check(name, text, .nonEmptyText)
            }
        }
        self.init(user: user, application: application, tenant: tenant)
    }

    private init(user: String?, application: String?, tenant: String?) {
        self.user = user
        self.application = application
        self.tenant = tenant
    }

    /// The effect of a revocation.
    package struct Revocation: Sendable {
        let tenant: TenantID
        /// The kind and the ID of the subject, or nil if everything of the tenant is revoked.
        let subject: (kind: String, id: String)?
        package let time: Timestamp
    }

    /// Revokes, and returns `{"tenant": …, "user": …, "revokedAt": …}`. Throws a problem of status 404 for an unknown user,
    /// application or tenant, and 503 if the store is unavailable.
    package func run(_ controls: Controls) throws(ProblemDocument) -> [UInt8] {
        let revocation = try revoke(controls)
        return JSONWriter.object { json in
            json.field("tenant", revocation.tenant.description)
            if let (kind, id) = revocation.subject { json.field(kind, id) }
            json.field("revokedAt", revocation.time.iso8601)
        }
    }

    /// Revokes. Throws a problem of status 404 for an unknown user, application or tenant, and 503 if the store is unavailable.
    package func revoke(_ controls: Controls) throws(ProblemDocument) -> Revocation {
        let directory = controls.directory.snapshot
        let named = try controls.tenant(named: tenant)
        if let user {
            let (tenant, person) = try UserLookup.user(user, in: named, directory)
            let subject = RevocationSubject.account(of: person.home, in: tenant.id)
            return try revoke(subject, controls, tenant.id, ("user", person.id.description))
        }
        if let application {
            let client = ClientID(application)
            guard let registered = directory.registration(of: client, in: named) else {
                throw .notFound("There is no application \(application): give the appId of an application.")
            }
            let tenant = named ?? registered.tenant
            return try revoke(
                .application(client, tenant.id), controls, tenant.id,
                ("application", client.description))
        }
        guard let named else { throw .notFound("The request names no tenant: give the id or a domain of a tenant.") }
        return try revoke(.tenant(named.id), controls, named.id, nil)
    }

    private func revoke(
        _ subject: RevocationSubject, _ controls: Controls, _ tenant: TenantID, _ named: (kind: String, id: String)?
    ) throws(ProblemDocument) -> Revocation {
        let now = controls.clock.now { tenant }
        try ProblemDocument.mappingStoreErrors { () throws(EntraError) in
            try controls.store.revoke(subject, before: now)
        }
        return Revocation(tenant: tenant, subject: named, time: now)
    }
}
