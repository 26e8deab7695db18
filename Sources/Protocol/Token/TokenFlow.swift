import Directory
package import Entra
package import Formats
import Store

/// The flow of the token endpoint, v1 and v2 (RFC 6749 §3.2; docs/reference/protocol.md#token-request).
package enum TokenFlow {
    /// Returns the JSON of a successful token response, or a challenge for the device that sends the request.
    ///
    /// `form` is nil if the body is not form-encoded. Then every parameter counts as absent. `authorization` and `browserOrigin`
    /// are the values of the headers `Authorization` and `Origin`. `device` is what the request states about its device. The
    /// checks are in the order of the service (docs/reference/protocol.md#token-rules).
    package static func run(
        endpoint: EndpointVersion, address: AuthorityAddress, form: Form?, authorization: String?,
        browserOrigin: String?, device: DeviceAuthentication.Request? = nil, services: Services
    ) throws(EntraError) -> Outcome {
        do {
            return try outcome(
                endpoint: endpoint, address: address, form: form, authorization: authorization,
                browserOrigin: browserOrigin, device: device, services: services)
        } catch {
            throw error.asUserFlowError(at: address, services.directory)
                .asPersonalAccountError(at: endpoint, address, form, services)
        }
    }

    private static func outcome(
        endpoint: EndpointVersion, address: AuthorityAddress, form: Form?, authorization: String?,
        browserOrigin: String?, device: DeviceAuthentication.Request?, services: Services
    ) throws(EntraError) -> Outcome {
        let form = form ?? Form()
        try form.rejectRepeated()
        let authority = try Authority(address, directory: services.directory)
        guard let type = form[Parameter.grantType], !type.isEmpty else {
            throw EntraError(.missingParameter, [.parameter: Parameter.grantType])
        }
        if type.isExactly(ServerNonce.grantType) { return .response(json: ServerNonce.response(services)) }
        let grants = authority.userFlow == nil ? Grants.table : Grants.ofUserFlows
        guard let grant = grants[type] else { throw EntraError(.unsupportedGrantType, [.value: type]) }
        let credentials = try ClientCredentials(
            form: form, authorization: authorization, tlsClient: services.tlsClient)
        var request = TokenRequest(
            endpoint: endpoint, authority: authority, form: form, credentials: credentials, browserOrigin: browserOrigin
        )
        request.deviceProof = device == nil ? .none : .pkeyAuth
        try authority.checkVersion(endpoint)
        try authority.tenant?.checkCloud(services.origin, isConfidential: !credentials.isEmpty)
        if let tenant = authority.tenant { try services.tenantRestrictions?.check(tenant) }
        try credentials.checkRegion(services.origin)
        try grant.admit(request)
        try authority.checkCredentials(credentials)
        let client = try ClientLookup.client(credentials.clientID, at: authority, in: services.directory)
        try client.checkCommon()
        try SimulatedOutage.check(client, services)
        try Throttling.check(client, services)
        try authority.checkResource(request[Parameter.resource], of: client.application, for: type)
        try rejectManagedPath(request)
        request.scopes = try grant.scopes(of: request)
        try authority.checkScope(request[Parameter.scope], of: client.application)
        _ = try services.tlsClient.presentedCertificate()
        request.binding = try TokenBinding(request)
        switch try DeviceAuthentication.atToken(device, request, client, address: address, services: services) {
        case .challenge(let challenge): return .challenge(challenge)
        case .proceed(let proved): request.deviceID = proved
        }
        let response = try grant.exchange(request, client: client, services: services)
        if authority.userFlow != nil { return .response(json: response.userFlow(now: services.now)) }
        if services.isOnPremises { return .response(json: response.onPremises()) }
        return .response(
            json: endpoint == .v2 ? response.v2() : response.v1(now: services.now), ring: response.ring)
    }

    /// Rejects the parameter `fmi_path` with AADSTS90100. No application on this server is the blueprint of an agent, and the
    /// application's own token would not belong to the named identity.
    private static func rejectManagedPath(_ request: TokenRequest) throws(EntraError) {
        guard request[Parameter.federatedManagedIdentityPath] != nil else { return }
        throw EntraError(
            .invalidParameter, [.parameter: Parameter.federatedManagedIdentityPath],
            detail: "The application has no identities of its own below it.")
    }

    package enum Outcome: Sendable {
        /// A successful response. `ring` is `spe_info`, which the telemetry header repeats.
        case response(json: [UInt8], ring: String? = nil)
        /// A challenge. The client must repeat the request and prove on which device the client runs.
        case challenge(DeviceChallenge)
    }
}

/// A token request with a validated form (RFC 6749 §3.2; docs/reference/protocol.md#token-rules).
struct TokenRequest: Sendable {
    let endpoint: EndpointVersion
    let authority: Authority
    let form: Form
    let credentials: ClientCredentials
    /// The `Origin` header, which only browsers send.
    let browserOrigin: String?
    /// The scopes that the grant parsed from the `scope` parameter.
    var scopes: ScopeRequest?
    /// The kind of access token that the request selects.
    var binding = TokenBinding.bearer
    /// The device that proved itself with this request.
    var deviceID: ObjectID?
    /// The way in which the client can prove its device.
    var deviceProof = DeviceProofMethod.none

    /// Returns the value of a parameter, or nil if the parameter is absent or empty.
    subscript(_ name: String) -> String? { form.parameter(name) }

    /// Returns the value of a parameter. Throws AADSTS900144 if the parameter is absent or empty.
    func required(_ name: String) throws(EntraError) -> String {
        guard let value = self[name] else { throw EntraError(.missingParameter, [.parameter: name]) }
        return value
    }

    /// Returns the `scope` parameter for a grant that requires one. Throws AADSTS900144 if the parameter is absent. `ScopeRequest`
    /// rejects an empty scope (28003).
    func requiredScope() throws(EntraError) -> String {
        guard let scope = form[Parameter.scope] else {
            throw EntraError(.missingParameter, [.parameter: Parameter.scope])
        }
        return scope
    }

    /// Returns the scopes that a grant without an authorization request must name at version 2, or nil at version 1, which
    /// requires `resource` (docs/reference/protocol.md#unknown-scopes, docs/reference/protocol.md#resource-places). Throws
    /// AADSTS900144 if the parameter is missing, 28003 for an empty scope, and 70011 for a malformed scope.
    func namedScopes() throws(EntraError) -> ScopeRequest? {
        switch endpoint {
        case .v1:
            _ = try required(Parameter.resource)
            return nil
        case .v2: return try ScopeRequest.parse(try requiredScope())
        }
    }

    /// Checks the `resource` parameter of a version 2 request for a token of an API. Throws AADSTS9010010.
    func checkResourceIndicator(of resource: Application, _ services: Services) throws(EntraError) {
        guard endpoint == .v2, authority.userFlow == nil else { return }
        try resource.checkResourceIndicator(self[Parameter.resource], services.ownOrigins)
    }

    /// Checks the `resource` parameter of a version 1 request that redeems a code or device code requested with scopes. Throws
    /// AADSTS9002313 if the resource differs from the resource of those scopes, and 500011 if the resource does not exist.
    func checkResource(of redeemed: RequestedAccess, by resolver: ResourceResolver) throws(EntraError) {
        guard endpoint == .v1, let resource = self[Parameter.resource] else { return }
        let token = ScopeToken(.identifier(resource), ScopeToken.defaultPermission)
        let named = try resolver.application(resolver.lookUp(resource), for: token, at: .codeRedemption)
        guard named.clientID == redeemed.resource.application.clientID else {
            throw EntraError(.invalidRequest, detail: "The resource differs from the resource of the requested scope.")
        }
    }

    /// Returns the access that a redemption names at version 2, whichever version the authorization request used
    /// (docs/reference/protocol.md#authorization-code). Returns nil if the redemption names no scope and so requests all that was
    /// requested before. Throws AADSTS28000 for several resources.
    func accessToRedeem(by resolver: ResourceResolver) throws(EntraError) -> RequestedAccess? {
        guard let scopes else { return nil }
        return try RequestedAccess.resolve(scopes, at: .codeRedemption, by: resolver)
    }

    /// Returns the access that `namedScopes` names. `oidc` are the sign-in scopes of a version 1 request.
    func namedAccess(oidc: OIDCScopes, by resolver: ResourceResolver) throws(EntraError) -> RequestedAccess {
        if let scopes { return try RequestedAccess.resolve(scopes, at: .directGrant, by: resolver) }
        return try RequestedAccess.fromResource(
            self[Parameter.resource], oidc: oidc, at: .directGrant, by: resolver)
    }
}

/// Limits the token requests of a client, by the setting `throttle`.
enum Throttling {
    /// Counts the request. Throws AADSTS90055 (status 429) with the number of seconds to wait, if the request exceeds the setting
    /// `throttle`.
    static func check(_ client: ResolvedClient, _ services: Services) throws(EntraError) {
        guard let throttle = services.settings(of: client).throttle else { return }
        let tenant = client.authority.tenant ?? client.home
        let made = try services.count(
            .tokenRequests(client.application.clientID, tenant.id), within: Int64(throttle.per), renewing: false)
        guard made.count > throttle.requests else { return }
        var error = EntraError(.tenantThrottled)
        error.retryAfter = max(made.until.seconds - services.now(in: tenant.id).seconds, 1)
        throw error
    }
}

/// The simulated outage of the service for a client, by the setting `outage`.
enum SimulatedOutage {
    /// Applies the simulated outage of a client. Throws AADSTS90033 with the status of the setting and, if the setting has one, the
    /// number of seconds to wait.
    static func check(_ client: ResolvedClient, _ services: Services) throws(EntraError) {
        guard let outage = services.settings(of: client).outage else { return }
        var error = EntraError(
            .serviceUnavailable, status: outage.status, detail: "The setting outage simulates an unavailable service.")
        error.retryAfter = outage.retryAfter.map(Int64.init)
        throw error
    }
}
