import Directory
import Entra
import Formats
package import Protocol
import Store

/// A request to `POST /_understudy/tokens`, which issues a token for a test.
package struct MintRequest: Sendable {
    /// The token faults. Each fault changes the token that the service would issue.
    enum Fault: String, Sendable, CaseIterable {
        case expired
        case notYetValid
        case wrongAudience
        case wrongIssuer
        case badSignature
        case algNone
        case unknownKey
        case noKeyID

        var flaw: MintedToken.Flaw? { MintedToken.Flaw(rawValue: rawValue) }
    }

    var kind: MintedToken.Kind
    var tenant: String?
    var client: String?
    var user: String?
    var resource: String?
    var scopes: [String]
    var roles: [String]
    var version: Int?
    var nonce: String?
    var lifetime: Duration?
    var notBefore: Timestamp?
    var expiresAt: Timestamp?
    var claims: [JSONValue.Member]
    var header: [JSONValue.Member]
    var faults: [Fault]

    /// Reads the request. Throws a problem of status 400 for an invalid body.
    package init(parsing body: [UInt8]) throws(ProblemDocument) {
        self = try ControlBody.read(body) { body in
            let request = MintRequest(
                kind: body.optional("kind", .word(placeholder: .access)) ?? .access,
                tenant: body.optional("tenant", .nonEmptyText), client: body.optional("client", .nonEmptyText),
                user: body.optional("user", .nonEmptyText), resource: body.optional("resource", .nonEmptyText),
                scopes: body.optional("scopes", .list(.nonEmptyText)) ?? [],
                roles: body.optional("roles", .list(.nonEmptyText)) ?? [],
                version: body.optional("version", .integer(1...2)), nonce: body.optional("nonce", .text),
                lifetime: body.optional("lifetime", .duration), notBefore: body.optional("notBefore", .time),
                expiresAt: body.optional("expiresAt", .time), claims: body.optional("claims", .members()) ?? [],
                header: body.optional("header", .members()) ?? [],
                faults: body.optional("faults", .list(.word(placeholder: .expired))) ?? [])
            if request.kind == .id, request.user == nil {
                body.refuse("user", "An ID token is about a user: give user.")
            }
            if request.user == nil, request.client == nil { body.refuse("Give at least one of user and client.") }
            if request.lifetime != nil, request.expiresAt != nil {
                body.refuse("lifetime", "Give lifetime or expiresAt, not both.")
            }
            if request.faults.compactMap(\.flaw).count > 1 {
                body.refuse("faults", "Give at most one of badSignature, algNone, unknownKey and noKeyID.")
            }
            return request
        }
    }

    private init(
        kind: MintedToken.Kind, tenant: String?, client: String?, user: String?, resource: String?, scopes: [String],
        roles: [String], version: Int?, nonce: String?, lifetime: Duration?, notBefore: Timestamp?,
        expiresAt: Timestamp?, claims: [JSONValue.Member], header: [JSONValue.Member], faults: [Fault]
    ) {
        self.kind = kind
        self.tenant = tenant
        self.client = client
        self.user = user
        self.resource = resource
        self.scopes = scopes
        self.roles = roles
        self.version = version
        self.nonce = nonce
        self.lifetime = lifetime
        self.notBefore = notBefore
        self.expiresAt = expiresAt
        self.claims = claims
        self.header = header
        self.faults = faults
    }

    /// Issues the token, and returns `{"token": …, "header": {…}, "claims": {…}}`. Throws a problem of status 404 for an unknown
    /// tenant, user, client or API.
    package func run(_ controls: Controls, services: Services) throws(ProblemDocument) -> [UInt8] {
        let request = try order(controls, services)
        let token: MintedToken
        do throws(EntraError) {
            token = try MintedToken(request, services: services)
        } catch {
            throw ProblemDocument(status: error.status, title: error.error.rawValue, detail: error.message)
        }
        return JSONWriter.object { json in
            json.field("token", token.text)
            json.field("header", token.header)
            json.field("claims", token.claims)
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
        guard let tenant = home ?? registered?.tenant else {
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
                ?? services.directory.registration(of: ClientID(resource), in: tenant)?.application
        else { throw .notFound("There is no API \(resource): give an application id or an App ID URI.") }
        request.resource = application
        request.resourceIdentifier = resource
    }

    private func apply(_ fault: Fault, _ now: Timestamp, to request: inout MintedToken.Request) {
        switch fault {
        case .expired:
            request.notBefore = request.notBefore ?? now.adding(seconds: -7_200).seconds
            request.expiresAt = now.adding(seconds: -3_600).seconds
        case .notYetValid:
            request.notBefore = now.adding(seconds: 3_600).seconds
            request.expiresAt = request.expiresAt ?? now.adding(seconds: 7_200).seconds
        case .wrongAudience: request.claims.append(.init("aud", .string("api://another")))
        case .wrongIssuer: request.claims.append(.init("iss", .string("https://issuer.invalid/v2.0")))
        case .badSignature, .algNone, .unknownKey, .noKeyID: request.flaw = fault.flaw
        }
    }
}
