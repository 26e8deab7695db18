package import Directory
package import Entra
import Formats

/// The access that a request names on behalf of a user, after the lookup: reserved scopes, and permissions by resource.
package struct RequestedAccess: Sendable {
    /// The version of the endpoint that received the request. The endpoint that issues the tokens may have the other version.
    package let version: EndpointVersion
    package let oidc: OIDCScopes
    /// The resource of the token.
    package let resource: ResourceAccess
    /// The further resources, at endpoints that allow several. Further resources only widen consent
    /// (docs/reference/protocol.md#several-resources).
    package let furtherResources: [ResourceAccess]

    package var resources: [ResourceAccess] { [resource] + furtherResources }

    /// Whether the request means the permissions that the registration lists, instead of naming permissions.
    package var isStatic: Bool { version == .v1 || resource.isDefault }

    /// Whether the request is for an API, and not for the sign-in alone.
    var namesAPI: Bool { resource.extent != .signIn }

    /// Returns the access to the first resource alone, for the redemption of a code without a scope. Throws AADSTS28000 if the
    /// request named `.default` of several resources (docs/reference/protocol.md#default-scope, rule 5). `scope` is the scope
    /// of the authorize request.
    package func forFirstResource(of scope: String) throws(EntraError) -> RequestedAccess {
        guard resources.count(where: \.isDefault) < 2 else {
            throw EntraError(.severalResources, [.scope: scope])
        }
        return RequestedAccess(version: version, oidc: oidc, resource: resource, furtherResources: [])
    }

    /// Looks up a `scope` parameter. A parameter with only OpenID Connect scopes means Microsoft Graph.
    ///
    /// Throws AADSTS70011, 500011 or 650052 for a resource that does not exist, 28000 or 700022 for more than one resource at an
    /// endpoint that allows only one, 650053 or 65001 for an unknown permission, 650057 for a refresh with `.default` of an API
    /// that is not listed, and 90009 for `.default` of the client itself by URI.
    package static func resolve(
        _ request: ScopeRequest, at endpoint: ScopeEndpoint, by resolver: ResourceResolver
    ) throws(EntraError) -> RequestedAccess {
        var oidc = request.oidc
        var groups: [(resource: Application, tokens: [ScopeToken])] = []
        for scope in request.permissions {
            let token = scope.asOwnResource(of: resolver.client, in: resolver.tenant)
            let resource = try resolver.resource(of: token, at: endpoint)
            if resource.clientID == .microsoftGraph, let reserved = OIDCScopes(name: token.permission) {
                oidc.insert(reserved)
            } else if let group = groups.firstIndex(where: { $0.resource.clientID == resource.clientID }) {
                groups[group].tokens.append(token)
            } else {
                groups.append((resource, [token]))
            }
        }
        groups = try limit(groups, at: endpoint, text: request.text)

        var resources: [ResourceAccess] = []
        for group in groups {
            resources.append(try ResourceAccess(group.resource, group.tokens, at: endpoint, by: resolver))
        }
        if case .refresh = endpoint, let first = resources.first, first.isDefault {
            try resolver.checkListed(first.application, as: first.name, at: endpoint)
        }
        guard let first = resources.first else {
            let graph = ScopeToken(.microsoftGraph, "")
            let resource = ResourceAccess(signInTo: try resolver.resource(of: graph, at: endpoint), as: graph.resource)
            return RequestedAccess(version: .v2, oidc: oidc, resource: resource, furtherResources: [])
        }
        return RequestedAccess(
            version: .v2, oidc: oidc, resource: first, furtherResources: Array(resources.dropFirst()))
    }

    /// Looks up the `resource` parameter of a version 1 endpoint. The parameter means `.default` of that resource, which the
    /// client's registration must list (docs/reference/protocol.md#resource-parameter). Without the parameter, the request asks
    /// for the sign-in alone, and a token is for Azure AD Graph.
    ///
    /// Throws AADSTS500011 or 650052 for a resource that does not exist, 650057 for a resource that is not listed, and 90009 for
    /// the client itself by URI.
    package static func fromResource(
        _ resource: String?, oidc: OIDCScopes = [], at endpoint: ScopeEndpoint, by resolver: ResourceResolver
    ) throws(EntraError) -> RequestedAccess {
        let name = ResourceName.identifier(resource ?? ClientID.azureADGraph.description)
        let token = ScopeToken(name, ScopeToken.defaultPermission)
        let application = try resolver.application(resolver.lookUp(name.identifier), for: token, at: endpoint)
        let access: ResourceAccess
        if resource == nil {
            access = ResourceAccess(signInTo: application, as: name)
        } else {
            access = try ResourceAccess(application, [token], at: endpoint, by: resolver)
            try resolver.checkListed(application, as: name, at: endpoint)
        }
        return RequestedAccess(version: .v1, oidc: oidc, resource: access, furtherResources: [])
    }

    private static func limit(
        _ groups: [(resource: Application, tokens: [ScopeToken])], at endpoint: ScopeEndpoint, text: String
    ) throws(EntraError) -> [(resource: Application, tokens: [ScopeToken])] {
        guard groups.count > 1 else { return groups }
        switch endpoint.severalResources {
        case .allowed: return groups
        case .firstOnly: return Array(groups.prefix(1))
        case .rejected(let code): throw EntraError(code, [.scope: text])
        }
    }
}

extension EntraError {
    /// Returns the error for access that nobody has consented to. Nobody but Microsoft can give one of Microsoft's own clients
    /// access to one of Microsoft's APIs (docs/reference/protocol.md#first-party-clients).
    static func missingConsent(
        of client: Application, to resource: Application, detail: String = ""
    ) -> EntraError {
        client.isFirstPartyClient && resource.isOfMicrosoft
            ? EntraError(
                .preauthorizationRequired, [.clientID: client.appId, .resource: resource.appId], detail: detail)
            : EntraError(
                .consentRequired, [.clientID: client.appId, .clientName: client.displayName], detail: detail)
    }

    /// The error for `resource` at a policy. The service of policies does not know the parameter.
    static var resourceAtPolicy: EntraError { EntraError(AADB2C.invalidInput, [.parameter: Parameter.resource]) }
}

extension Application {
    /// Checks the resource indicator (RFC 8707 §2) of a version 2 request for a token of this API. Throws AADSTS9010010 unless the
    /// indicator is exactly an App ID URI of the API (docs/reference/protocol.md#resource-at-v2). The origins of this server are
    /// names of Microsoft Graph.
    func checkResourceIndicator(_ indicator: String?, _ ownOrigins: OwnOrigins?) throws(EntraError) {
        guard let indicator, !isIdentified(by: indicator) else { return }
        if self.clientID == .microsoftGraph, ownOrigins?.contains(indicator) == true { return }
        throw EntraError(.resourceMismatch)
    }
}

extension ScopeRequest {
    /// Checks the resource indicator before the permissions are looked up. Throws AADSTS9010010 unless the indicator is exactly an
    /// App ID URI of the API of the token: the first API that the scopes name, or else Microsoft Graph. An API that does not
    /// exist has an error of its own.
    func checkResourceIndicator(_ indicator: String, by resolver: ResourceResolver) throws(EntraError) {
        // `https://graph.microsoft.com/openid` is an OpenID Connect scope, which names no API.
        let first = permissions.lazy.map { $0.asOwnResource(of: resolver.client, in: resolver.tenant) }.first {
            OIDCScopes(name: $0.permission) == nil
                || resolver.lookUp($0.resource.identifier).application?.clientID != .microsoftGraph
        }
        let name = first?.resource ?? .microsoftGraph
        try resolver.lookUp(name.identifier).application?
            .checkResourceIndicator(indicator, resolver.ownOrigins)
    }
}

extension ScopeToken {
    /// Returns the client's own API if the scope is the client's bare ID in a b2c tenant, and the scope itself otherwise.
    fileprivate func asOwnResource(of client: Application, in tenant: Tenant) -> ScopeToken {
        guard tenant.kind == .b2c, resource == .microsoftGraph, ClientID(permission) == client.clientID else {
            return self
        }
        return ScopeToken(.identifier(permission), ScopeToken.defaultPermission, text: permission)
    }
}

extension ResourceResolver {
    /// Whether static consent may reach an API: an API that the client lists, the client itself, or an API that the client has
    /// access to in another way.
    func mayRequest(_ resource: Application) -> Bool {
        resource.clientID == client.clientID
            || client.requiredResourceAccess.contains { $0.resourceAppId == resource.clientID }
            || resource.preAuthorizedApplications.contains { $0.appId == client.clientID }
            || grants.connects(client.clientID, to: resource.clientID)
    }

    /// Throws AADSTS650057 if static consent may not reach the API. The registrations of Microsoft's own clients list no APIs: what
    /// the clients lack is reported as missing consent, except that the authorization endpoint reports 650057 for an API of anyone
    /// else (docs/reference/protocol.md#first-party-other-apis).
    func checkListed(
        _ resource: Application, as name: ResourceName, at endpoint: ScopeEndpoint
    ) throws(EntraError) {
        let lacksConsent = client.isFirstPartyClient && (resource.isOfMicrosoft || !endpoint.precedesConsent)
        guard lacksConsent || mayRequest(resource) else { throw notListed(resource, as: name) }
    }

    /// Returns the error of the token endpoint for a permission that the API does not have. The service reports a missing consent,
    /// and a b2c policy a scope that is not valid (docs/reference/protocol.md#unknown-permission-at-token).
    func missingPermission(_ token: ScopeToken, of resource: Application) -> EntraError {
        switch tenant.kind {
        case .consumers:
            return EntraError(
                .unknownScope, [.clientName: client.displayName, .scope: token.text, .resource: resource.appId])
        case .b2c: return EntraError(AADB2C.unsupportedScope, [.scope: token.text])
        case .workforce, .external:
            return EntraError.missingConsent(
                of: client, to: resource,
                detail: "The API \(resource.displayName) has no permission '\(token.permission)'.")
        }
    }

    func notListed(_ resource: Application, as name: ResourceName) -> EntraError {
        EntraError(
            .resourceNotListed,
            [
                .clientID: client.appId, .clientName: client.displayName, .resource: name.identifier,
                .value: resource.appId,
                .validResources: client.requiredResourceAccess.map(\.resourceAppId.description).joined(separator: ", "),
            ])
    }
}

/// The endpoint at which delegated access is requested. The rules on several resources and on missing service principals differ by
/// endpoint.
package enum ScopeEndpoint: Sendable, Equatable {
    /// The authorize endpoint, without an access token in the response. Consent may cover several resources.
    case authorizeForCode
    /// The authorize endpoint, with a `response_type` that includes `token`.
    case authorizeForToken
    /// The device authorization endpoint. The redemption of a device code counts as `codeRedemption`.
    case deviceAuthorization
    /// The token endpoint, for a code or a device code.
    case codeRedemption
    case refresh(SeveralResources)
    /// The grants whose request itself identifies the user: password, on-behalf-of and SAML bearer. Client credentials have the
    /// same rules.
    case directGrant

    /// The rule for a request that names more than one resource (docs/reference/protocol.md#several-resources,
    /// docs/reference/protocol.md#contradictions).
    enum SeveralResourcesRule {
        case allowed
        case firstOnly
        case rejected(AADSTS)
    }

    var severalResources: SeveralResourcesRule {
        switch self {
        case .authorizeForCode, .deviceAuthorization: .allowed
        case .authorizeForToken: .rejected(.severalResourcesForToken)
        case .codeRedemption, .directGrant, .refresh(.error): .rejected(.severalResources)
        case .refresh(.first): .firstOnly
        }
    }

    /// Whether the user can still consent. Only then do errors name a missing service principal or permission as such
    /// (docs/reference/protocol.md#unknown-scopes).
    var precedesConsent: Bool {
        switch self {
        case .authorizeForCode, .authorizeForToken, .deviceAuthorization: true
        case .codeRedemption, .refresh, .directGrant: false
        }
    }
}
