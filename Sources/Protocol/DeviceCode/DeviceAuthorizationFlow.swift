import Crypto
import Directory
package import Entra
package import Formats
import Store

/// The device authorization endpoint, v1 and v2 (RFC 8628 §3.1, §3.2; docs/reference/protocol.md#device-code). A device without
/// a browser requests a code that a person enters elsewhere.
package enum DeviceAuthorizationFlow {
    /// Returns the JSON of a successful response. `form` is nil if the body was not form-encoded; the request then has no
    /// parameters. `texts` has the language of the message.
    ///
    /// Checks in the order of the service: repeated parameters, tenant, client, scope or resource. Throws AADB2C90086 for a B2C
    /// policy and AADSTS90090 for a B2C tenant, which have no such endpoint.
    package static func run(
        endpoint: EndpointVersion, address: AuthorityAddress, form: Form?, texts: PageTexts = .english,
        services: Services
    ) throws(EntraError) -> [UInt8] {
        do {
            return try respond(endpoint, address, form, texts, services)
        } catch {
            throw error.asUserFlowError(at: address, services.directory)
                .asPersonalAccountError(at: endpoint, address, form, services)
        }
    }

    private static func respond(
        _ endpoint: EndpointVersion, _ address: AuthorityAddress, _ form: Form?, _ texts: PageTexts,
        _ services: Services
    ) throws(EntraError) -> [UInt8] {
        let form = form ?? Form()
        try form.rejectRepeated()
        let authority = try Authority(address, directory: services.directory)
        try authority.checkVersion(endpoint)
        guard authority.userFlow == nil else {
            throw EntraError(AADB2C.unsupportedGrantType, [.value: Parameter.deviceCode])
        }
        guard authority.tenant?.kind != .b2c else {
            throw EntraError(.unacceptableGrantType, [.value: Parameter.deviceCode])
        }
        let client = try client(form[Parameter.clientID], at: authority, in: services.directory)
        try SimulatedOutage.check(client, services)
        let settings = services.settings(of: client)
        var authorization = try authorization(form, endpoint, client, settings, services)
        if endpoint == .v2, let indicator = form.parameter(Parameter.resource), let scope = authorization.scope {
            // Without a tenant in the request, only the client's own tenant can say to which API the resource belongs.
            let resolver = services.resolver(for: client.application, in: authority.tenant ?? client.home)
            try ScopeRequest.parse(scope).checkResourceIndicator(indicator, by: resolver)
        }
        if let tenant = authority.tenant {
            _ = try authorization.access(by: services.resolver(for: client.application, in: tenant))
        }
        try start(&authorization, services)
        return response(authorization, texts, services)
    }

    /// Looks up the client as other endpoints do, with the errors of this flow: AADSTS50059 for a single-tenant application if
    /// the request names no tenant, AADSTS90133 for an application without personal accounts over `common` or `consumers` (except
    /// Microsoft's own clients over `common`), 9002331 for an application for personal accounts only over `common`, and 70002 at
    /// `consumers` for a client that is not public.
    private static func client(
        _ id: String?, at authority: Authority, in directory: Directory
    ) throws(EntraError) -> ResolvedClient {
        let client: ResolvedClient
        do {
            client = try ClientLookup.client(id, at: authority, in: directory)
        } catch {
            switch error.code {
            case .applicationIsSingleTenant: throw EntraError(.noTenantInformation)
            case .applicationIsWorkOnly: throw EntraError(.deviceCodeOverCommon)
            default: throw error
            }
        }
        if case .common = authority, client.application.signInAudience == .multipleOrgs,
            !client.application.isFirstPartyClient
        {
            throw EntraError(.deviceCodeOverCommon)
        }
        try client.checkCommon()
        if case .consumers = authority,
            ClientAuthentication.typeWithoutRedirect(of: client.application) != .publicClient
        {
            throw .clientNotMarkedAsMobile
        }
        return client
    }

    private static func authorization(
        _ form: Form, _ endpoint: EndpointVersion, _ client: ResolvedClient, _ settings: Settings, _ services: Services
    ) throws(EntraError) -> DeviceAuthorization {
        let scope = endpoint == .v2 ? try ScopeRequest.parse(required: form.parameter(Parameter.scope)).text : nil
        let resource = endpoint == .v1 ? form.parameter(Parameter.resource) : nil
        guard scope != nil || resource != nil else {
            throw EntraError(.missingParameter, [.parameter: Parameter.resource])
        }
        return DeviceAuthorization(
            id: services.random.guid(), userCode: UserCode(random: services.random),
            client: client.application.clientID, authority: client.authority.segment, endpoint: endpoint,
            scope: scope, resource: resource,
            claims: try ClaimsRequest(parsing: form.parameter(Parameter.claims)).text,
            expiresAt: services.now.seconds + Int64(settings.deviceCodeLifetime),
            interval: Int64(settings.deviceCodeInterval))
    }

    /// Stores the authorization. Retries twice on a user-code collision.
    private static func start(_ authorization: inout DeviceAuthorization, _ services: Services) throws(EntraError) {
        for _ in 0..<3 {
            if try services.store.startDevice(authorization, now: services.horizon) == .started { return }
            authorization.userCode = UserCode(random: services.random)
        }
        throw .storeUnavailable("three random user codes in a row were already in use")
    }

    /// Returns the JSON of the response. Version 1 has another name for the address and sends numbers as strings.
    private static func response(
        _ authorization: DeviceAuthorization, _ texts: PageTexts, _ services: Services
    ) -> [UInt8] {
        if services.isOnPremises { return onPremisesResponse(authorization, texts, services) }
        let address = services.origin.verificationURI
        let lifetime = authorization.expiresAt - services.now.seconds
        return JSONWriter.object { json in
            json.field(Parameter.userCode, authorization.userCode.description)
            json.field(Parameter.deviceCode, DeviceCode(authorization).sealed(with: services.keys.sealing))
            switch authorization.endpoint {
            case .v1:
                json.field(Parameter.verificationURL, address)
                json.field(Parameter.expiresIn, String(lifetime))
                json.field(Parameter.interval, String(authorization.interval))
            case .v2:
                json.field(Parameter.verificationURI, address)
                json.field(Parameter.expiresIn, lifetime)
                json.field(Parameter.interval, authorization.interval)
            }
            json.field(Parameter.message, texts[.deviceMessage, address, authorization.userCode.description])
        }
    }

    /// Returns the JSON of the on-premises service (docs/reference/protocol.md#adfs-device-code).
    private static func onPremisesResponse(
        _ authorization: DeviceAuthorization, _ texts: PageTexts, _ services: Services
    ) -> [UInt8] {
        let address = "\(services.origin.issuerADFS)/\(Origin.deviceLogin)"
        let code = authorization.userCode.description
        return JSONWriter.object { json in
            json.field(Parameter.deviceCode, DeviceCode(authorization).sealed(with: services.keys.sealing))
            json.field(Parameter.expiresIn, authorization.expiresAt - services.now.seconds)
            json.field(Parameter.interval, authorization.interval)
            json.field(Parameter.message, texts[.deviceMessage, address, code])
            json.field(Parameter.userCode, code)
            json.field(Parameter.verificationURI, address)
            json.field("verification_uri_complete", "\(address)?\(Parameter.userCode)=\(code)")
            json.field(Parameter.verificationURL, address)
        }
    }
}

extension DeviceAuthorization {
    /// Returns the requested access. Version 1 always includes a sign-in. Throws the errors of `RequestedAccess`.
    func access(by resolver: ResourceResolver) throws(EntraError) -> RequestedAccess {
        guard let scope else {
            return try RequestedAccess.fromResource(
                resource, oidc: [.openid, .profile], at: .deviceAuthorization, by: resolver)
        }
        return try RequestedAccess.resolve(try ScopeRequest.parse(scope), at: .deviceAuthorization, by: resolver)
    }
}
