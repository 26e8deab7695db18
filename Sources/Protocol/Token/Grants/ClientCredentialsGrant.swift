import Directory
import Entra
import Formats
import Store

/// The grant `client_credentials` (RFC 6749 §4.4; docs/reference/protocol.md#client-credentials). The client acts for itself, in
/// one concrete tenant.
struct ClientCredentialsGrant: Grant {
    /// Checks the authority of the request. Throws AADSTS50059 if the authority names no tenant, and AADSTS7000216 for a request
    /// that has neither a client ID nor a credential: the service misses the credential first.
    func admit(_ request: TokenRequest) throws(EntraError) {
        guard request.credentials.clientID != nil || !request.credentials.isEmpty else {
            throw EntraError(.appOnlyCredentialMissing)
        }
        switch request.authority {
        case .tenant, .userFlow, .consumers: return
        case .common, .organizations: throw EntraError(.noTenantInformation)
        }
    }

    /// Returns the scope of the request, or nil at version 1. Throws AADSTS90014 for a missing scope, 900144 for a missing
    /// resource, 28003 for an empty scope, and 1002012 and 70011 for a malformed scope.
    func scopes(of request: TokenRequest) throws(EntraError) -> ScopeRequest? {
        switch request.endpoint {
        case .v1:
            _ = try request.required(Parameter.resource)
            return nil
        case .v2:
            guard let scope = request.form[Parameter.scope] else {
                throw EntraError(.missingField, [.parameter: Parameter.scope])
            }
            return try AppPermissions.scopes(scope)
        }
    }

    /// Issues an app-only token. The parameter `claims` may declare capabilities of the client and demand a recent token. Policies
    /// and contexts in the parameter are ignored, because only users can satisfy them. Throws AADSTS9001023 in the tenant of
    /// personal accounts: only Microsoft's own services get a token there.
    func exchange(
        _ request: TokenRequest, client: ResolvedClient, services: Services
    ) throws(EntraError) -> TokenResponse {
        let application = client.application
        guard let tenant = request.authority.tenant, tenant.kind != .consumers else {
            throw EntraError(.grantTypeOverCommon)
        }
        let resolver = services.resolver(for: application, in: tenant)
        let isAtHome = tenant.id == client.home.id && application.hasServicePrincipal
        guard isAtHome || resolver.grants.hasServicePrincipal(application.clientID) else {
            throw EntraError(
                .missingServicePrincipal, [.clientID: client.requestedID, .tenant: tenant.id.description])
        }
        try ClientAuthentication.checkBrowser(nil, request)
        let type: ClientAuthentication.ClientType =
            application.isFallbackPublicClient == true ? .publicClient : .confidential
        if type == .publicClient, request.credentials.isEmpty { throw EntraError(.appOnlyCredentialMissing) }
        let method = try ClientAuthentication.authenticate(
            client, as: type, with: request.credentials, services: services, missing: .appOnlyCredentialMissing)
        let permissions = try permissions(request, resolver, tenant, services)
        if case .sshCertificate = request.binding {
            throw EntraError(
                .invalidParameter, [.parameter: Parameter.tokenType], detail: "A certificate names a user.")
        }
        let claims = try ClaimsRequest(parsing: request[Parameter.claims])
        var token = AccessTokenRequest(
            client: application, clientAuthentication: method, resource: permissions.resource,
            resourceIdentifier: permissions.audience, scopes: [])
        token.requestedResource = request[Parameter.resource]
        token.clientCapabilities = claims.clientCapabilities
        token.notBefore = claims.notBefore
        token.confirmation = request.binding.confirmation
        let settings = services.settings(tenant: tenant, application: application)
        var response = TokenResponse(
            accessToken: try TokenMinter(services, request.authority.userFlow).applicationToken(
                token, in: tenant, servicePrincipal: tenant.servicePrincipal(of: application), roles: permissions.roles,
                settings: settings))
        response.tokenType = request.binding.tokenType
        response.extendedLifetime = settings.extendedAccessTokenLifetime.map(Int64.init)
        response.ring = settings.speInfo
        response.userFlowResource = permissions.resource.appId
        if services.isOnPremises {
            response.scope = request.scopes == nil ? nil : OnPremisesAudience.signInScope
        } else if request.endpoint == .v1 {
            response.resource = request[Parameter.resource]
        }
        return response
    }

    private func permissions(
        _ request: TokenRequest, _ resolver: ResourceResolver, _ tenant: Tenant, _ services: Services
    ) throws(EntraError) -> AppPermissions {
        let assignments = services.store.appRoleAssignments(to: resolver.client.clientID, in: tenant.id)
        if let scopes = request.scopes {
            let permissions = try AppPermissions.resolve(scopes, by: resolver, assignments: assignments)
            try request.checkResourceIndicator(of: permissions.resource, services)
            return permissions
        }
        return try AppPermissions.fromResource(request[Parameter.resource], by: resolver, assignments: assignments)
    }
}
