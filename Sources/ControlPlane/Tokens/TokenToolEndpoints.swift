import Directory
import Entra
package import Formats
import HTTP
package import Protocol
import Store

extension ControlRoutes {
    /// The routes that mint tokens and inspect tokens.
    static let tokens: [Route<ControlEndpoint>] = [
        Route(["POST"], "/_understudy/tokens", .mintToken),
        Route(["POST"], "/_understudy/tokens/inspect", .inspectToken),
    ]
}

extension ControlEndpoint {
    /// Issues a token as requested, either valid or with a fault.
    static var mintToken: ControlEndpoint {
        .control("tokens", MintRequest.self, keys: .body) { (request, context, server) throws(ProblemDocument) in
            .json(try request.run(server.controls, services: context.services))
        }
    }

    /// Reports the content of a token, and why the token would be rejected.
    static var inspectToken: ControlEndpoint {
        .control("tokens-inspect", InspectRequest.self, keys: .body) {
            (request, context, _) throws(ProblemDocument) in
            .json(request.run(services: context.services))
        }
    }
}

/// A request to `POST /_understudy/tokens`, which issues a token for a test. Members that are nil or empty have the values that the
/// service would use.
package struct MintRequest: ControlRequest {
    package var kind: MintedToken.Kind
    package var tenant: String?
    package var client: String?
    package var user: String?
    package var resource: String?
    package var scopes: [String] = []
    package var roles: [String] = []
    package var version: Int?
    package var nonce: String?
    package var lifetime: Duration?
    package var notBefore: Timestamp?
    package var expiresAt: Timestamp?
    package var claims: [JSONValue.Member] = []
    package var header: [JSONValue.Member] = []
    package var faults: [TokenFault.Kind] = []

    package init(_ kind: MintedToken.Kind) {
        self.kind = kind
    }

    package init(reading body: inout ControlBody) {
        self.init(body.optional("kind", .word(placeholder: .access)) ?? .access)
        tenant = body.optional("tenant", .nonEmptyText)
        client = body.optional("client", .nonEmptyText)
        user = body.optional("user", .nonEmptyText)
        resource = body.optional("resource", .nonEmptyText)
        scopes = body.optional("scopes", .list(.nonEmptyText)) ?? []
        roles = body.optional("roles", .list(.nonEmptyText)) ?? []
        version = body.optional("version", .integer(1...2))
        nonce = body.optional("nonce", .text)
        lifetime = body.optional("lifetime", .duration)
        notBefore = body.optional("notBefore", .time)
        expiresAt = body.optional("expiresAt", .time)
        claims = body.optional("claims", .members()) ?? []
        header = body.optional("header", .members()) ?? []
        faults = body.optional("faults", .list(.tokenFault)) ?? []
        for contradiction in contradictions { body.reject(contradiction) }
    }

    /// Checks the values of a program. Throws a problem of status 400 for invalid or contradictory values.
    package func check() throws(ProblemDocument) {
        try ControlArguments.check { arguments in
            for (name, text) in [("tenant", tenant), ("client", client), ("user", user), ("resource", resource)] {
                arguments.check(name, text, .nonEmptyText)
            }
            arguments.check("scopes", scopes, .list(.nonEmptyText))
            arguments.check("roles", roles, .list(.nonEmptyText))
            arguments.check("version", version, .integer(1...2))
            arguments.check("lifetime", lifetime, .duration)
            arguments.check("claims", claims, .members())
            arguments.check("header", header, .members())
            arguments.check("faults", faults, .list(.tokenFault))
            for contradiction in contradictions { arguments.reject(contradiction) }
        }
    }

    private var contradictions: [Contradiction] {
        var found: [Contradiction] = []
        if kind == .id, user == nil { found.append(.init("user", "An ID token is about a user: give user.")) }
        if user == nil, client == nil { found.append(.init(nil, "Give at least one of user and client.")) }
        if lifetime != nil, expiresAt != nil {
            found.append(.init("lifetime", "Give lifetime or expiresAt, not both."))
        }
        if faults.count(where: \.isOfSignature) > 1 {
            let names = TokenFault.Kind.all.filter(\.isOfSignature).map(\.name)
            found.append(.init("faults", "Give at most one of \(names.joined(separator: ", "))."))
        }
        return found
    }

    /// Issues the token, and returns `{"token": …, "header": {…}, "claims": {…}}`. Throws a problem of status 404 for an unknown
    /// tenant, user, client or API.
    package func run(_ controls: Controls, services: Services) throws(ProblemDocument) -> [UInt8] {
        let token = try mint(controls, services: services)
        return JSONWriter.object { json in
            json.field("token", token.text)
            json.field("header", token.header)
            json.field("claims", token.claims)
        }
    }

    /// Issues the token. Throws a problem of status 404 for an unknown tenant, user, client or API.
    package func mint(_ controls: Controls, services: Services) throws(ProblemDocument) -> MintedToken {
        let request = try order(controls, services)
        do throws(EntraError) {
            return try MintedToken(request, services: services)
        } catch {
            throw ProblemDocument(status: error.status, title: error.error.rawValue, detail: error.message)
        }
    }

    private func order(_ controls: Controls, _ services: Services) throws(ProblemDocument) -> MintedToken.Request {
        let directory = controls.directory.snapshot
        let named = try controls.tenant(named: tenant)
        var home = named
        var person: User?
        if let user {
            let found = try UserLookup.user(user, in: named, directory)
            home = found.0
            person = found.1
        }
        let registered = client.flatMap { directory.registration(of: ClientID($0), in: named) }
        if let client, registered == nil {
            throw .notFound("There is no application \(client): give the appId of an application.")
        }
        guard let tenant = home ?? registered.flatMap({ directory.tenant($0.tenant.id) }) else {
            throw .notFound("The request names no tenant: give the id or a domain of a tenant.")
        }
        guard let application = registered?.application ?? tenant.applications.first else {
            throw .notFound("The tenant \(tenant.displayName) has no application: give client.")
        }
        var request = MintedToken.Request(tenant: tenant, client: application)
        request.kind = kind
        request.user = person
        if kind == .access { try name(resource, in: tenant, services, &request) }
        request.scopes = scopes
        request.roles = roles
        request.version = version.map { $0 == 2 ? .v2 : .v1 }
        request.nonce = nonce
        let now = services.now(in: tenant.id)
        request.notBefore = notBefore?.seconds
        request.expiresAt = (expiresAt ?? lifetime.map { now.adding($0) })?.seconds
        for fault in faults { apply(fault, now, to: &request) }
        request.claims += claims
        request.header = header
        return request
    }

    /// Sets the API, by its client ID or one of its App ID URIs. Without a name, the client itself is the API.
    private func name(
        _ resource: String?, in tenant: Tenant, _ services: Services, _ request: inout MintedToken.Request
    ) throws(ProblemDocument) {
        guard let resource else {
            request.resourceIdentifier = request.client.appId
            return
        }
        guard
            let application = tenant.application(identifierUri: resource, in: services.cloud(of: tenant))
                ?? services.graph(atOwnOrigin: resource, in: tenant)
                ?? services.directory.registration(of: ClientID(resource), in: tenant)?.application
        else { throw .notFound("There is no API \(resource): give an application id or an App ID URI.") }
        request.resource = application
        request.resourceIdentifier = resource
    }

    private func apply(_ fault: TokenFault.Kind, _ now: Timestamp, to request: inout MintedToken.Request) {
        let hour: Int64 = 3_600
        if let time = fault.begins.map({ now.adding(seconds: $0) }) {
            request.notBefore = time.seconds
            request.expiresAt = request.expiresAt ?? time.adding(seconds: hour).seconds
        }
        if let time = fault.ends.map({ now.adding(seconds: $0) }) {
            request.notBefore = request.notBefore ?? time.adding(seconds: -hour).seconds
            request.expiresAt = time.seconds
        }
        if let (name, value) = fault.claim { request.claims.append(.init(name, .string(value))) }
        if fault.isOfSignature { request.fault = fault }
    }
}

/// A request to `POST /_understudy/tokens/inspect`, which returns a token's content and the reasons to reject the token.
package struct InspectRequest: ControlRequest {
    var token: String
    var expectation: TokenInspection.Expectation

    /// Reads `{"token": …, "audience"?: …, "issuer"?: …, "nonce"?: …, "scope"?: …, "role"?: …}`.
    package init(reading body: inout ControlBody) {
        var expectation = TokenInspection.Expectation()
        let token = body.required("token", .nonEmptyText)
        expectation.audience = body.optional("audience", .nonEmptyText)
        expectation.issuer = body.optional("issuer", .nonEmptyText)
        expectation.nonce = body.optional("nonce", .nonEmptyText)
        expectation.scope = body.optional("scope", .nonEmptyText)
        expectation.role = body.optional("role", .nonEmptyText)
        self.init(token: token, expectation: expectation)
    }

    /// Creates a request from values of a program. Throws a problem of status 400 for an empty text.
    package init(checking token: String, _ expectation: TokenInspection.Expectation) throws(ProblemDocument) {
        try ControlArguments.check { arguments in
            for (name, text) in [
                ("token", token), ("audience", expectation.audience), ("issuer", expectation.issuer),
                ("nonce", expectation.nonce), ("scope", expectation.scope), ("role", expectation.role),
            ] { arguments.check(name, text, .nonEmptyText) }
        }
        self.init(token: token, expectation: expectation)
    }

    private init(token: String, expectation: TokenInspection.Expectation) {
        self.token = token
        self.expectation = expectation
    }

    /// Inspects the token.
    package func inspection(services: Services) -> TokenInspection {
        TokenInspection(token, expectation, services: services)
    }

    /// Returns `{"valid": …, "time": …, "tenant": …, "header": {…}, "claims": {…}, "reasons": [{"check": …, "detail": …}],
    /// "remarks": […]}`.
    package func run(services: Services) -> [UInt8] {
        let inspection = inspection(services: services)
        return JSONWriter.object { json in
            json.field("valid", inspection.reasons.isEmpty)
            json.field("time", inspection.time.iso8601)
            if let tenant = inspection.tenant { json.field("tenant", tenant.description) } else { json.null("tenant") }
            json.field("header", inspection.header)
            json.field("claims", inspection.claims)
            json.array("reasons") { list in
                for reason in inspection.reasons {
                    list.objectElement { entry in
                        entry.field("check", reason.check)
                        entry.field("detail", reason.detail)
                    }
                }
            }
            json.field("remarks", inspection.remarks)
        }
    }
}
