import Directory
import Entra
import Formats
import Store

/// The checks of the requested scopes. The form is checked before the sign-in, and the APIs are looked up when the tenant is
/// known: in the tenant that the request addresses, or else in the user's tenant.
enum ScopeChecks {
    /// Throws AADB2C90122 for `resource` at a policy.
    static func resourceParameter(_ request: inout InteractiveRequest) throws(EntraError) {
        guard request.received[Parameter.resource] == nil else { throw .resourceAtPolicy }
    }

    /// Throws AADSTS900144 for a missing scope, and 70011 for a malformed one.
    static func scope(_ request: inout InteractiveRequest) throws(EntraError) {
        request.parameters.scopes = try ScopeRequest.parse(required: request.received[Parameter.scope])
    }

    /// Throws AADSTS70005 for an id_token without `openid` (docs/reference/protocol.md#id-token-without-openid).
    static func openID(_ request: inout InteractiveRequest) throws(EntraError) {
        let scopes = try InteractiveRequest.known(request.parameters.scopes)
        guard !request.parameters.responseType.contains(.idToken) || scopes.oidc.contains(.openid) else {
            try request.client.authority.rejectMissingOpenID()
            throw EntraError(
                .unsupportedResponseType,
                [
                    .value: request.received[Parameter.responseType] ?? "", .parameter: Parameter.scope,
                    .scope: scopes.text, .reason: "The response type 'id_token' requires the 'openid' scope.",
                ])
        }
    }

    /// Throws AADSTS9010010 for a `resource` that is not the API of the scopes. A request that addresses no tenant is checked
    /// with the APIs that the client's own tenant knows (docs/reference/protocol.md#resource-at-v2).
    static func resourceIndicator(_ request: inout InteractiveRequest) throws(EntraError) {
        guard let indicator = request.received[Parameter.resource] else { return }
        let client = try request.client
        let resolver = request.services.resolver(
            for: client.application, in: client.authority.tenant ?? client.home)
        try InteractiveRequest.known(request.parameters.scopes).checkResourceIndicator(indicator, by: resolver)
    }

    /// Throws the errors of `Authority.checkScope` and `Authority.checkParameters`.
    static func policyScope(_ request: inout InteractiveRequest) throws(EntraError) {
        let client = try request.client
        try client.authority.checkScope(request.received[Parameter.scope], of: client.application)
        try client.authority.checkParameters(request.parameters, maxAge: request.received[Parameter.maxAge])
    }

    /// Looks up the APIs if the request addresses a tenant, before the user is asked to sign in.
    static func permissionsInTenant(_ request: inout InteractiveRequest) throws(EntraError) {
        guard let tenant = try request.client.authority.tenant else { return }
        request.found.permissions = try request.permissions(in: tenant)
    }

    /// Throws the errors of `Authority.checkAccess`.
    static func policyAccess(_ request: inout InteractiveRequest) throws(EntraError) {
        try request.client.authority.checkAccess(
            try request.permissions.access, for: request.parameters.responseType, as: request.received[Parameter.scope])
    }

    /// Looks up the APIs in the user's tenant, unless the request addressed the tenant.
    static func permissionsOfUser(_ request: inout InteractiveRequest) throws(EntraError) {
        guard request.found.permissions == nil else { return }
        request.found.permissions = try request.permissions(in: try request.account.account.tenant)
        try request.checkTokenVersions()
    }

    /// Looks up the APIs in the administrator's tenant.
    static func permissionsOfAdministrator(_ request: inout InteractiveRequest) throws(EntraError) {
        request.found.permissions = try request.permissions(in: try request.account.account.tenant)
    }
}

extension InteractiveRequest {
    /// Returns the requested access in a tenant. Throws the errors of `RequestedAccess`.
    fileprivate func permissions(in tenant: Tenant) throws(EntraError) -> Permissions {
        let resolver = services.resolver(for: try client.application, in: tenant)
        return Permissions(access: try access(by: resolver), resolver: resolver)
    }

    /// Throws AADSTS90129 for an API with access tokens of version 1, if an application for all accounts requests the API over
    /// `common` at version 2. Microsoft's own APIs are exempt (docs/reference/protocol.md#token-version-over-common).
    fileprivate func checkTokenVersions() throws(EntraError) {
        let client = try client
        guard endpoint == .authorizeV2, case .common = client.authority,
            client.application.signInAudience.admitsPersonalAccounts
        else { return }
        for resource in try permissions.access.resources {
            let application = resource.application
            guard application.requestedAccessTokenVersion == 2 || application.isOfMicrosoft else {
                throw EntraError(
                    .tokenVersionOverCommon,
                    [.resource: resource.name.identifier, .resourceName: application.displayName])
            }
        }
    }

    private func access(by resolver: ResourceResolver) throws(EntraError) -> RequestedAccess {
        if let authorization = found.authorization { return try authorization.access(by: resolver) }
        let scopeEndpoint: ScopeEndpoint =
            parameters.responseType.contains(.token) ? .authorizeForToken : .authorizeForCode
        if let scopes = parameters.scopes {
            return try RequestedAccess.resolve(scopes, at: scopeEndpoint, by: resolver)
        }
        // Version 1 of admin consent grants all that the registration lists, whatever the request names.
        guard endpoint != .adminConsentV1 else {
            return try RequestedAccess.fromResource(nil, at: scopeEndpoint, by: resolver)
        }
        let words = received[Parameter.scope]?.pieces(separatedBy: " ") ?? []
        return try RequestedAccess.fromResource(
            received[Parameter.resource],
            oidc: words.compactMap(OIDCScopes.init(name:)).reduce(into: []) { $0.insert($1) }, at: scopeEndpoint,
            by: resolver)
    }
}
