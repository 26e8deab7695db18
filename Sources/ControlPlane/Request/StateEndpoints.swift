import Crypto
import Directory
import Entra
package import Formats
import HTTP
package import Protocol
import Store

extension ControlRoutes {
    /// The routes of the directory, of the reset and of revocations.
    static let state: [Route<ControlEndpoint>] = [
        Route(["GET"], "/_understudy/directory", .directory),
        Route(["PUT"], "/_understudy/directory", .putDirectory),
        Route(["POST"], "/_understudy/reset", .reset),
        Route(["POST"], "/_understudy/revocations", .revocations),
    ]
}

extension ControlEndpoint {
    /// Resets everything to the configuration, or everything of one tenant. The endpoint is slow, like the deletion of a tenant,
    /// because the server searches the whole journal for the tenant's entries.
    static var reset: ControlEndpoint {
        .control("reset", query: .tenant, takesBody: false, isSlow: true) { (context, server) throws(ProblemDocument) in
            let name = try context.controlQuery["tenant"]
            try server.controls.reset(tenant: try server.controls.tenant(toReset: name))
            return HTTPResponse(status: 204)
        }
    }

    /// The whole directory in the format of the configuration.
    static var directory: ControlEndpoint {
        .control("directory", isSlow: true) { (_, server) throws(ProblemDocument) in
            .json(DirectoryRequest.export(server.controls), isCompressible: true)
        }
    }

    static var putDirectory: ControlEndpoint {
        .control("directory", isSlow: true) { (context, server) throws(ProblemDocument) in
            try DirectoryRequest.put(
                context.request.body, isOpen: !server.controlGuard.needsToken, server.controls)
            return HTTPResponse(status: 204)
        }
    }

    /// Revokes everything that was issued to a user, to an application, or in a tenant.
    static var revocations: ControlEndpoint {
        .control("revocations", RevocationRequest.self) { (request, _, server) throws(ProblemDocument) in
            .json(try request.run(server.controls))
        }
    }
}

/// The requests `GET` and `PUT /_understudy/directory`, which read and replace the whole directory in the configuration's form.
package enum DirectoryRequest {
    /// Returns the current directory with secrets and passwords, so that a `PUT` of the result changes nothing. The result does not
    /// contain the consents that users gave on pages.
    package static func export(_ controls: Controls) -> [UInt8] {
        JSONWriter.value(DirectoryExport.json(controls.directory.snapshot))
    }

    /// Replaces the whole directory until a reset; on an error nothing changes. The body must name no files and no `server`
    /// settings. If `isOpen`, because no control token is required, the body may only name folders to write to and addresses to
    /// fetch from that the current or the configured directory names. Throws a problem of status 400 that lists every error, as
    /// `understudy check` does, and of status 503 if the store is unavailable.
    package static func put(_ body: [UInt8], isOpen: Bool, _ controls: Controls) throws(ProblemDocument) {
        guard let value = JSONValue(parsing: body) else {
            throw ProblemDocument(status: 400, title: "Malformed body", detail: "The body is not JSON (RFC 8259).")
        }
        guard value["server"] == nil else {
            throw ProblemDocument(
                status: 400, title: "Invalid directory",
                detail: "The server reads its settings only at startup: remove the member server.",
                causes: [
                    .init(
                        pointer: "#/server",
                        detail: "The server reads its settings only at startup: remove this member.")
                ])
        }
        let configuration: Configuration
        do throws(Configuration.Problems) {
            let references = ExternalReferences(of: controls.directory.snapshot, controls.directory.configured)
            configuration = try Configuration.load(
                .body(body), files: .none, externalReferences: isOpen ? references : nil)
        } catch {
            let causes = error.problems.map { problem in
                ProblemDocument.Cause(
                    pointer: "#\(problem.pointer)",
                    detail: problem.message + (problem.hint.map { " (\($0))" } ?? ""))
            }
            let count = causes.count == 1 ? "a problem:" : "\(causes.count) problems. The first:"
            let first = causes.first.map { "\($0.pointer.dropping(prefix: "#") ?? $0.pointer): \($0.detail)" } ?? ""
            throw ProblemDocument(
                status: 400, title: "Invalid directory",
                detail: "The current directory is unchanged. The new directory has \(count) \(first)", causes: causes)
        }
        try ProblemDocument.mappingStoreErrors { () throws(EntraError) in
            try controls.directory.put(configuration.directory)
        }
    }
}

/// A request to `POST /_understudy/revocations`, which revokes everything issued until now to a user, to an application or in a
/// tenant. What other tenants issued to a guest stays valid, as in Microsoft Graph.
package struct RevocationRequest: ControlRequest {
    var user: String?
    var application: String?
    var tenant: String?

    /// Reads `{"user": …}`, `{"application": …, "tenant": …}` or `{"tenant": …}`. The user is an object ID or a name.
    package init(reading body: inout ControlBody) {
        self.init(
            user: body.optional("user", .nonEmptyText), application: body.optional("application", .nonEmptyText),
            tenant: body.optional("tenant", .nonEmptyText))
        if user != nil, application != nil { body.reject("Give user or application, not both.") }
        if !["user", "application", "tenant"].contains(where: body.has) {
            body.reject("Give at least one of user, application and tenant.")
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
            guard let tenant = named ?? directory.tenant(registered.tenant.id) else {
                throw .notFound("The request names no tenant: give the id or a domain of a tenant.")
            }
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
