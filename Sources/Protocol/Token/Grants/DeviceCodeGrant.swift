import Crypto
import Directory
import Entra
import Formats
import Store

/// The grant `urn:ietf:params:oauth:grant-type:device_code`, or short `device_code` (RFC 8628 §3.4, §3.5;
/// docs/reference/protocol.md#device-code). A device polls whether the user has signed in.
struct DeviceCodeGrant: Grant {
    func exchange(
        _ request: TokenRequest, client: ResolvedClient, services: Services
    ) throws(EntraError) -> TokenResponse {
        let text = try request.required(request.endpoint == .v1 ? Parameter.code : Parameter.deviceCode)
        try ClientAuthentication.checkBrowser(nil, request)
        let method = try ClientAuthentication.authenticate(
            client, as: ClientAuthentication.typeWithoutRedirect(of: client.application), with: request.credentials,
            services: services)
        let code = try open(text, request, client, services)
        let (authorization, grant) = try poll(code, request, services)
        guard let tenant = services.directory.tenant(grant.tenant), request.authority.admits(tenant) else {
            throw EntraError(.grantForOtherTenant)
        }
        let account = try GrantValidity.account(
            of: grant, in: tenant, client: client, endpoint: request.endpoint, services: services)
        let (offer, access) = try requestedAccess(authorization, grant, request, client, tenant, services)
        let issue = UserTokenIssue(
            request: request, client: client, authenticatedBy: method, account: account, grant: grant, access: access,
            missing: .declined(offer), services: services)
        let claims = try ClaimsRequest(parsing: request[Parameter.claims] ?? authorization.claims)
        let granted = try issue.granted(claims)
        // The code is used up last, so that a rejected poll leaves the code for its rightful client.
        try redeem(code, services)
        let extras = UserTokenIssue.Extras(offer.oidc, of: grant, client: client, services: services)
        return try issue.response(granted, extras, claims: claims)
    }

    /// Opens a device code. Throws AADSTS7000014 for a text that is not a device code, 70000 for another client's code, 700005 at
    /// another tenant, and 70020 or 70019 for an expired code.
    private func open(
        _ text: String, _ request: TokenRequest, _ client: ResolvedClient, _ services: Services
    ) throws(EntraError) -> DeviceCode {
        guard let code = DeviceCode(sealed: text, keys: services.keys.sealing) else {
            throw EntraError(.invalidDeviceCode, detail: "The device code was not issued by this server.")
        }
        guard code.client == client.application.clientID else {
            throw EntraError(.invalidGrant, detail: "The device code was issued to the client \(code.client).")
        }
        if let tenant = services.directory.tenant(named: code.authority), !request.authority.admits(tenant) {
            throw EntraError(.grantForOtherTenant)
        }
        guard services.now.seconds < code.expiresAt else { throw expired(request) }
        return code
    }

    /// Returns the error for an expired code, whose number depends on the version of the endpoint
    /// (docs/reference/protocol.md#device-expired).
    private func expired(_ request: TokenRequest) -> EntraError {
        EntraError(request.endpoint == .v1 ? .verificationCodeExpired : .deviceCodeExpired)
    }

    private func poll(
        _ code: DeviceCode, _ request: TokenRequest, _ services: Services
    ) throws(EntraError) -> (DeviceAuthorization, IssuedGrant) {
        switch try services.store.pollDevice(code.id, now: services.now) {
        case .approved(let authorization, let grant): return (authorization, grant)
        case .pending: throw EntraError(.deviceAuthorizationPending)
        case .tooSoon: throw EntraError(.deviceAuthorizationPending, as: .slowDown)
        case .declined: throw EntraError(.consentDeclined)
        case .expired: throw expired(request)
        }
    }

    /// Returns the access that the device requested, and the part of that access that this poll names. Scopes of several resources
    /// are rejected here unless the poll names scopes of one resource (AADSTS28000, docs/reference/protocol.md#several-resources).
    private func requestedAccess(
        _ authorization: DeviceAuthorization, _ grant: IssuedGrant, _ request: TokenRequest, _ client: ResolvedClient,
        _ tenant: Tenant, _ services: Services
    ) throws(EntraError) -> (offer: RequestedAccess, access: RequestedAccess) {
        let resolver = services.resolver(
            for: client.application, in: tenant, carried: grant.carriedGrants(in: tenant.id))
        let offer = try authorization.access(by: resolver)
        guard let scope = grant.scope else {
            if let requested = request[Parameter.resource], !requested.isExactly(grant.resource ?? "") {
                throw EntraError(
                    .invalidRequest,
                    detail: "The resource differs from the resource of the device authorization request.")
            }
            return (offer, try request.accessToRedeem(by: resolver) ?? offer)
        }
        let scopes = if let named = request.scopes { named } else { try ScopeRequest.parse(scope) }
        let access = try RequestedAccess.resolve(scopes, at: .codeRedemption, by: resolver)
        try request.checkResource(of: access, by: resolver)
        return (offer, access)
    }

    private func redeem(_ code: DeviceCode, _ services: Services) throws(EntraError) {
        guard try services.isFirstUse(code.id, until: Timestamp(seconds: code.expiresAt)) else {
            throw EntraError(.authorizationCodeRedeemed)
        }
    }
}
