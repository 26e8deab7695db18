import Crypto
import Directory
package import Entra
import Formats
import Store

/// The flow that issues tokens of managed identities, as Azure's hosts do (docs/reference/protocol.md#managed-identity).
package enum ManagedIdentityFlow {
    /// The lifetime of a token, in seconds. The host caches a token and returns it until half of the lifetime is over.
    static let lifetime: Int64 = 86_400

    /// Returns the JSON of a successful response. The caller must have checked the origin of the request.
    package static func run(
        _ request: ManagedIdentityRequest, _ rules: ManagedIdentityProtocol, services: Services
    ) throws(ManagedIdentityFailure) -> [UInt8] {
        let tenants = try request.tenants(rules, services)
        try request.checkVersion(rules)
        let resource = try request.resource()
        let selector = try request.selector(rules)
        let (tenant, identity) = try identity(selector, rules, tenants)
        // The token has the same issuer as all other tokens of the tenant, although hosts use plain HTTP.
        let services = services.at(tenant.id).atSecureOrigin()
        let token = try token(
            of: identity, on: host(of: identity, in: tenant, rules), in: tenant, for: resource, services)
        return JSONWriter.object { json in
            for field in rules.fields {
                write(field, token, identity, resource, selector, now: services.now, to: &json)
            }
        }
    }

    /// Returns the tenant of the requested identity, or nil if the request selects no identity.
    package static func tenant(
        of request: ManagedIdentityRequest, _ rules: ManagedIdentityProtocol, services: Services
    ) -> TenantID? {
        do throws(ManagedIdentityFailure) {
            return try identity(request.selector(rules), rules, request.tenants(rules, services)).0.id
        } catch {
            return nil
        }
    }

    /// Returns the named user-assigned identity, or the host's own identity if none is named.
    private static func identity(
        _ selector: ManagedIdentityRequest.Selector?, _ rules: ManagedIdentityProtocol, _ tenants: [Tenant]
    ) throws(ManagedIdentityFailure) -> (Tenant, ManagedIdentity) {
        let assigned = tenants.flatMap { tenant in
            tenant.managedIdentities.filter { $0.hosts.contains(rules.host) }.map { (tenant, $0) }
        }
        let userAssigned = assigned.filter { $0.1.kind == .userAssigned }
        if let selector {
            guard let named = userAssigned.first(where: { selector.names($0.1) }) else { throw .identityNotFound }
            return named
        }
        if let own = assigned.first(where: { $0.1.kind == .systemAssigned }) { return own }
        guard rules.takesOnlyIdentity, let first = userAssigned.first else { throw .identityNotFound }
        guard userAssigned.count == 1 else { throw .identityAmbiguous }
        return first
    }

    /// Returns the host that uses a user-assigned identity, or nil if the identity is the host's own or the host has none. The
    /// system-assigned identity has the resource ID of its host.
    private static func host(
        of identity: ManagedIdentity, in tenant: Tenant, _ rules: ManagedIdentityProtocol
    ) -> ManagedIdentity? {
        guard identity.kind == .userAssigned else { return nil }
        return tenant.managedIdentities.first { $0.kind == .systemAssigned && $0.hosts.contains(rules.host) }
    }

    private static func token(
        of identity: ManagedIdentity, on host: ManagedIdentity?, in tenant: Tenant, for resource: String,
        _ services: Services
    ) throws(ManagedIdentityFailure) -> HostToken {
        let key = HostToken.Key(
            tenant: tenant.id, identity: identity, host: host?.resourceID ?? "", resource: resource,
            issuer: services.origin.issuerV2(tenant.id.description))
        do {
            let keys = try services.signingKeys(of: tenant)
            let published = keys.published.map(\.id)
            if let cached = services.store.hostToken(key, now: services.now, published: published) { return cached }
            let token = HostToken(
                token: try mint(identity, on: host, tenant, resource, services), keyID: keys.current.id,
                issuedAt: services.now.seconds, expiresAt: services.now.seconds + lifetime)
            return services.store.keep(token, for: key, now: services.now, published: published)
        } catch {
            throw .rejected(error)
        }
    }

    /// Returns an app-only token of the identity, with the roles that are assigned to the service principal of the identity.
    private static func mint(
        _ identity: ManagedIdentity, on host: ManagedIdentity?, _ tenant: Tenant, _ resource: String,
        _ services: Services
    ) throws(EntraError) -> String {
        let application = identity.application
        let permissions = try AppPermissions.fromResource(
            resource, by: services.resolver(for: application, in: tenant),
            assignments: services.store.appRoleAssignments(to: identity.clientID, in: tenant.id))
        var request = AccessTokenRequest(
            client: application, clientAuthentication: .certificate, resource: permissions.resource,
            resourceIdentifier: permissions.audience, scopes: [])
        request.applicationLifetime = lifetime
        request.managedIdentity = identity.claim
        request.azureHost = host?.claim
        return try TokenMinter(services).applicationToken(
            request, in: tenant, servicePrincipal: identity.principalID, roles: permissions.roles,
            settings: services.settings(tenant: tenant, application: nil)
        ).token
    }

    private static func write(
        _ field: ManagedIdentityProtocol.Field, _ token: HostToken, _ identity: ManagedIdentity, _ resource: String,
        _ selector: ManagedIdentityRequest.Selector?, now: Timestamp, to json: inout JSONWriter
    ) {
        switch field {
        case .accessToken: json.field(Parameter.accessToken, token.token)
        case .clientID: json.field(Parameter.clientID, identity.clientID.description)
        case .refreshToken: json.field(Parameter.refreshToken, "")
        case .expiresIn: json.field(Parameter.expiresIn, String(token.expiresAt - now.seconds))
        case .extendedExpiresIn: json.field("ext_expires_in", String(token.expiresAt - token.issuedAt - 1))
        case .expiresOn: json.field("expires_on", String(token.expiresAt))
        case .expiresOnNumber: json.field("expires_on", token.expiresAt)
        case .expiresOnDate: json.field("expires_on", Timestamp(seconds: token.expiresAt).appServiceText)
        case .notBefore: json.field("not_before", String(token.issuedAt - TokenMinter.backdating))
        case .resource: json.field(Parameter.resource, resource)
        case .tokenType: json.field(Parameter.tokenType, "Bearer")
        case .identifier:
            if let selector { json.field(selector.name, selector.value) }
        }
    }
}

extension ManagedIdentity {
    /// The value of the claims `xms_mirid` and `xms_az_rid`: the resource ID with the segment `resourcegroups` in lower case, as in
    /// real tokens.
    fileprivate var claim: String {
        resourceID.pieces(separatedBy: "/", keepingEmpty: true)
            .map { $0.isExactlyIgnoringASCIICase("resourcegroups") ? "resourcegroups" : $0 }
            .joined(separator: "/")
    }
}

extension Timestamp {
    /// The time in the format of App Service on Linux, such as `06/20/2019 02:57:58 +00:00`.
    fileprivate var appServiceText: String {
        let (year, month, day, hour, minute, second, _) = civil
        let two = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
        return "\(two(month))/\(two(day))/\(year) \(two(hour)):\(two(minute)):\(two(second)) +00:00"
    }
}

/// The responses of the instance metadata service other than tokens.
package enum InstanceMetadata {
    /// Returns `/metadata/instance/compute`, which contains the region. Clients use the region to choose a regional token
    /// endpoint.
    package static func compute(_ services: Services) -> [UInt8] {
        JSONWriter.object { json in
            json.field("azEnvironment", "AzurePublicCloud")
            json.field("location", region(services))
        }
    }

    /// Returns `/metadata/instance/compute/location`, the region alone. A single value exists only as text.
    package static func location(
        _ request: ManagedIdentityRequest, _ services: Services
    ) throws(ManagedIdentityFailure) -> String {
        guard request.form["format"].isExactly("text") else { throw .malformed }
        return region(services)
    }

    private static func region(_ services: Services) -> String {
        services.settings(tenant: nil, application: nil).azureRegion
    }
}
