import Crypto
import Directory
import Entra
import Formats
import HTTP
import Protocol
import Store

extension ControlRoutes {
    /// The routes of clock, directory, tenants, revocations and signing keys.
    static let state: [Route<ControlEndpoint>] = [
        Route(["GET"], "/_understudy/clock", .clock),
        Route(["PUT"], "/_understudy/clock", .adjustClock),
        Route(["GET"], "/_understudy/directory", .directory),
        Route(["PUT"], "/_understudy/directory", .putDirectory),
        Route(["POST"], "/_understudy/reset", .reset),
        Route(["POST"], "/_understudy/tenants", .makeTenant),
        Route(["DELETE"], "/_understudy/tenants/{tenant}", .deleteTenant),
        Route(["POST"], "/_understudy/revocations", .revocations),
        Route(["GET"], "/_understudy/keys", .signingKeys),
        Route(["POST"], "/_understudy/keys/rotate", .rotateKeys),
        Route(["DELETE"], "/_understudy/keys/{key}", .dropKey),
    ]
}

extension ControlEndpoint {
    /// The time on the server's clock, or on the clock of a tenant.
    static var clock: ControlEndpoint {
        .control("clock", query: .tenant) { (context, server) throws(ProblemDocument) in
            let tenant = try context.controlTenant(server)
            return .json(server.clock.json(of: tenant?.id))
        }
    }

    static var adjustClock: ControlEndpoint {
        .control("clock", query: .tenant) { (context, server) throws(ProblemDocument) in
            let tenant = try context.controlTenant(server)
            try ClockRequest(parsing: context.request.body).apply(to: server.clock, of: tenant?.id)
            return .json(server.clock.json(of: tenant?.id))
        }
    }

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

    static var makeTenant: ControlEndpoint {
        .control("tenants", isSlow: true) { (context, server) throws(ProblemDocument) in
            let request = try TenantRequest(parsing: context.request.body)
            return .json(try request.run(server.controls, random: server.random), status: 201)
        }
    }

    static var deleteTenant: ControlEndpoint {
        .control("tenants", takesBody: false, isSlow: true) { (context, server) throws(ProblemDocument) in
            guard let tenant = try server.controls.tenant(named: context.captures["tenant"]) else {
                throw .notFound("There is no such tenant.")
            }
            try server.controls.delete(tenant)
            return HTTPResponse(status: 204)
        }
    }

    /// Revokes everything that was issued to a user, to an application, or in a tenant.
    static var revocations: ControlEndpoint {
        .control("revocations") { (context, server) throws(ProblemDocument) in
            let request = try RevocationRequest(parsing: context.request.body)
            return .json(try request.run(server.controls))
        }
    }

    /// The published signing keys, with the information which of them sign.
    static var signingKeys: ControlEndpoint {
        .control("keys", keys: .ofAllTenants) { (context, server) throws(ProblemDocument) in
            .json(SigningKeys.json(context.services.keys))
        }
    }

    static var rotateKeys: ControlEndpoint {
        .control("keys-rotate", isSlow: true) { (context, server) throws(ProblemDocument) in
            .json(try KeyRotation(parsing: context.request.body).run(server.controls))
        }
    }

    static var dropKey: ControlEndpoint {
        .control("keys-drop", takesBody: false, keys: .ofAllTenants) { (context, server) throws(ProblemDocument) in
            try SigningKeys.drop(context.captures["key"] ?? "", server.controls)
            return HTTPResponse(status: 204)
        }
    }
}

extension ControlQuery {
    /// The query of an endpoint that may be limited to one tenant.
    fileprivate static let tenant = ControlQuery(["tenant"])
}

extension RequestContext {
    /// Returns the tenant that `?tenant=` names, or nil if the parameter is absent.
    func controlTenant(_ server: any ControlServer) throws(ProblemDocument) -> Tenant? {
        try server.controls.tenant(named: try controlQuery["tenant"])
    }
}
