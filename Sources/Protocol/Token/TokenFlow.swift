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
            throw error.told(at: address, services.directory)
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
        if type.isExactly(ServerNonce.grantType) { return .answer(json: ServerNonce.response(services)) }
        let grants = authority.userFlow == nil ? Grants.table : Grants.ofUserFlows
        guard let grant = grants[type] else { throw EntraError(.unsupportedGrantType, [.value: type]) }
        let credentials = try ClientCredentials(
            form: form, authorization: authorization, tlsClient: services.tlsClient)
        var request = TokenRequest(
            endpoint: endpoint, authority: authority, form: form, credentials: credentials, browserOrigin: browserOrigin
        )
        try authority.checkVersion(endpoint)
        try authority.tenant?.checkCloud(services.origin)
        try grant.admit(request)
        let client = try ClientLookup.client(credentials.clientID, at: authority, in: services.directory)
        try SimulatedOutage.check(client, services)
        try Throttling.check(client, services)
        if endpoint == .v2, request[Parameter.resource] != nil { throw EntraError(.resourceParameterUnsupported) }
        try rejectManagedPath(request)
        request.scopes = try grant.scopes(of: request)
        try authority.checkScope(request[Parameter.scope], of: client.application)
        _ = try services.tlsClient.shown()
        request.binding = try TokenBinding(request)
        switch try DeviceAuthentication.atToken(device, request, client, address: address, services: services) {
        case .challenge(let challenge): return .challenge(challenge)
        case .proceed(let proved): request.deviceID = proved
        }
        let response = try grant.exchange(request, client: client, services: services)
        if authority.userFlow != nil { return .answer(json: response.userFlow(now: services.now)) }
        return .answer(
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
        case answer(json: [UInt8], ring: String? = nil)
        /// A challenge. The client must repeat the request and prove on which device the client runs.
        case challenge(DeviceChallenge)
    }
}
