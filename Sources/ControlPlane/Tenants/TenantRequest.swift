package import Directory
import Entra
package import Formats
import HTTP
package import Protocol
import Store

extension ControlRoutes {
    /// The routes that create and delete tenants.
    static let tenants: [Route<ControlEndpoint>] = [
        Route(["POST"], "/_understudy/tenants", .makeTenant),
        Route(["DELETE"], "/_understudy/tenants/{tenant}", .deleteTenant),
    ]
}

extension ControlEndpoint {
    static var makeTenant: ControlEndpoint {
        .control("tenants", TenantRequest.self, isSlow: true) { (request, _, server) throws(ProblemDocument) in
            .json(try request.run(server.controls, random: server.random), status: 201)
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
}

/// A request to `POST /_understudy/tenants`, which creates a tenant for one test: an empty tenant, or a copy of another.
package struct TenantRequest: ControlRequest {
    package static var allowsEmptyBody: Bool { true }

    var cloneOf: String?
    var displayName: String?
    var keepsAppIds: Bool
    var kind: Tenant.Kind?

    /// Reads `{"cloneOf"?: id or domain, "displayName"?: …, "keepAppIds"?: true, "kind"?: "workforce"}`. Without a body, the tenant
    /// is an empty workforce tenant.
    package init(reading body: inout ControlBody) {
        self.init(
            cloneOf: body.optional("cloneOf", .nonEmptyText),
            displayName: body.optional("displayName", .nonEmptyText),
            keepsAppIds: body.optional("keepAppIds", .boolean) ?? false,
            kind: body.optional("kind", .newTenantKind))
        if cloneOf == nil, keepsAppIds {
            body.reject("keepAppIds", "keepAppIds is valid only with cloneOf.")
        }
        if cloneOf != nil, kind != nil {
            body.reject("kind", "kind is not valid with cloneOf: a copy has the kind of the original.")
        }
    }

    /// Creates a request for a copy from values of a program. Throws a problem of status 400 for an empty text.
    package init(
        checkingCopyOf original: String, displayName: String?, keepsAppIds: Bool
    ) throws(ProblemDocument) {
        try ControlArguments.check { arguments in
            arguments.check("cloneOf", original, .nonEmptyText)
            arguments.check("displayName", displayName, .nonEmptyText)
        }
        self.init(cloneOf: original, displayName: displayName, keepsAppIds: keepsAppIds, kind: nil)
    }

    /// Creates a request for an empty tenant from values of a program. Throws a problem of status 400 for an empty text.
    package init(checking kind: Tenant.Kind, displayName: String?) throws(ProblemDocument) {
        try ControlArguments.check { $0.check("displayName", displayName, .nonEmptyText) }
        self.init(cloneOf: nil, displayName: displayName, keepsAppIds: false, kind: kind)
    }

    private init(cloneOf: String?, displayName: String?, keepsAppIds: Bool, kind: Tenant.Kind?) {
        self.cloneOf = cloneOf
        self.displayName = displayName
        self.keepsAppIds = keepsAppIds
        self.kind = kind
    }

    /// Creates the tenant, and returns its IDs as JSON. Throws the problems of `make`.
    package func run(_ controls: Controls, random: any RandomSource) throws(ProblemDocument) -> [UInt8] {
        TenantRequest.json(try make(controls, random: random))
    }

    /// Creates the tenant, and returns it with its IDs. Throws a problem of status 404 for an unknown original, 400 for the tenant
    /// of personal accounts, 409 if there are too many tenants, and 503 if the store is unavailable.
    package func make(_ controls: Controls, random: any RandomSource) throws(ProblemDocument) -> TenantClone {
        let source = try controls.tenant(named: cloneOf)
        guard source?.kind != .consumers else {
            throw ProblemDocument(
                status: 400, title: "Invalid request",
                detail: "The tenant of personal accounts (consumers) cannot be copied.")
        }
        // Eight hexadecimal digits name the tenant's domain. If they are taken, the loop tries others.
        for _ in 0..<8 {
            let id = random.guid().description
            let clone = clone(source, id: id, random)
            let outcome = try ProblemDocument.mappingStoreErrors { () throws(EntraError) in
                try controls.directory.add(clone.tenant)
            }
            switch outcome {
            case .done: return clone
            case .taken, .notFound: continue
            case .full:
                throw ProblemDocument(
                    status: 409, title: "Too many tenants",
                    detail: "At most \(DirectoryStore.maximumMadeTenants) tenants can be created at run time: "
                        + "delete the tenants that you no longer need.")
            }
        }
        throw ProblemDocument(status: 500, title: "Tenant not created", detail: "Every random id is in use: try again.")
    }

    private func clone(_ source: Tenant?, id: String, _ random: any RandomSource) -> TenantClone {
        let domain = "\(id.firstScalars(8)).onmicrosoft.com"
        let empty = Tenant(
            id: TenantID(id), displayName: domain, kind: kind ?? .workforce, domains: [domain])
        let request = TenantClone.Request(displayName: displayName, keepsAppIds: keepsAppIds)
        return TenantClone(of: source ?? empty, as: TenantID(id), domain: domain, request, random: random)
    }

    private static func json(_ clone: TenantClone) -> [UInt8] {
        JSONWriter.object { json in
            json.field("id", clone.tenant.id.description)
            json.field("displayName", clone.tenant.displayName)
            json.field("kind", clone.tenant.kind.rawValue)
            json.field("domains", clone.tenant.domains)
            for (name, ids) in [
                ("applications", clone.applications), ("users", clone.users), ("groups", clone.groups),
            ] {
                json.object(name) { list in for id in ids { list.field(id.old, id.new) } }
            }
        }
    }
}

extension FieldKind where Value == Tenant.Kind {
    fileprivate static var newTenantKind: FieldKind {
        FieldKind("workforce, external or b2c", placeholder: .workforce) { value in
            value.string.flatMap(Tenant.Kind.init(rawValue:)).flatMap { $0 == .consumers ? nil : $0 }
        }
    }
}
