package import Entra
package import Wire

/// The token endpoint, v1 and v2 (RFC 6749 §3.2; entra-protocol §3).
package enum TokenFlow {
    /// Answers a token request with the JSON of its success.
    ///
    /// `form` is nil when the body was not form-encoded: then nothing in it counts. `authorization` and `browserOrigin` are
    /// the headers of that name. The order of checks is the service's (entra-protocol §3.1).
    package static func run(
        endpoint: EndpointVersion, tenantSegment: String, form: Form?, authorization: String?, browserOrigin: String?,
        services: Services
    ) throws(EntraError) -> [UInt8] {
        let form = form ?? Form()
        if let name = form.firstDuplicate(where: Parameter.single.contains) {
            throw EntraError(.duplicateParameter, [.parameter: name])
        }
        let authority = try Authority(segment: tenantSegment, directory: services.directory)
        guard let type = form[Parameter.grantType], !type.isEmpty else {
            throw EntraError(.missingParameter, [.parameter: Parameter.grantType])
        }
        guard let grant = Grants.table[type] else { throw EntraError(.unsupportedGrantType, [.value: type]) }
        let credentials = try PresentedCredentials(form: form, authorization: authorization)
        let request = TokenRequest(
            endpoint: endpoint, authority: authority, form: form, credentials: credentials, browserOrigin: browserOrigin
        )
        if endpoint == .v2, request[Parameter.resource] != nil { throw EntraError(.resourceParameterUnsupported) }
        try authority.checkVersion(endpoint)
        try authority.tenant?.checkCloud(services.origin)
        try grant.admit(request)
        let client = try ClientLookup.client(credentials.clientID, at: authority, in: services.directory)
        try grant.checkScopes(request)
        let response = try grant.exchange(request, client: client, services: services)
        return endpoint == .v2 ? response.v2() : response.v1(now: services.now)
    }
}
