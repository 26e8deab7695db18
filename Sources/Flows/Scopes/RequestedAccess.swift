import Directory
package import Entra
import Wire

/// What a request asks for on behalf of a user, looked up: reserved scopes, and permissions by resource.
package struct RequestedAccess: Sendable {
    /// The version of the endpoint that was asked; the tokens may come from the other.
    package let version: EndpointVersion
    package let oidc: OIDCScopes
    /// The resource that a token would be for.
    package let resource: ResourceAccess
    /// Further resources, at the places that allow them: they only widen consent (docs/reference/protocol.md#several-resources).
    package let furtherResources: [ResourceAccess]

    package var resources: [ResourceAccess] { [resource] + furtherResources }

    /// Whether it stands for what the registration lists, instead of naming permissions.
    package var isStatic: Bool { version == .v1 || resource.isDefault }

    /// Whether an API is asked for, and not the sign-in alone.
    var namesAPI: Bool { resource.extent != .signIn }

    /// The same for the first resource alone: what a code is worth whose redemption names no scope. Throws AADSTS28000 where
    /// `.default` is asked of several (docs/reference/protocol.md#default-scope, rule 5); `scope` is what the code was asked with.
    package func forFirstResource(of scope: String) throws(EntraError) -> RequestedAccess {
        guard resources.count(where: \.isDefault) < 2 else {
            throw EntraError(.severalResources, [.scope: scope])
        }
        return RequestedAccess(version: version, oidc: oidc, resource: resource, furtherResources: [])
    }

    /// Looks up a `scope` parameter. Scopes of OpenID Connect alone ask for Microsoft Graph.
    ///
    /// Throws 70011, 500011 or 650052 for a resource that is not there, 28000 or 700022 for more than one where only one can
    /// be served, 650053 or 28002 for an unknown permission, 90009 for `.default` of the client itself by URI.
    package static func resolve(
        _ request: ScopeRequest, at place: ScopePlace, by resolver: ResourceResolver
    ) throws(EntraError) -> RequestedAccess {
        var oidc = request.oidc
        var groups: [(resource: Application, tokens: [ScopeToken])] = []
        for asked in request.permissions {
            let token = asked.asOwnResource(of: resolver.client, in: resolver.tenant)
            let resource = try resolver.resource(of: token, at: place)
            if resource.clientID == .microsoftGraph, let reserved = OIDCScopes(name: token.permission) {
                oidc.insert(reserved)
            } else if let group = groups.firstIndex(where: { $0.resource.clientID == resource.clientID }) {
                groups[group].tokens.append(token)
            } else {
                groups.append((resource, [token]))
            }
        }
        groups = try limit(groups, at: place, text: request.text)

        var resources: [ResourceAccess] = []
        for group in groups {
            resources.append(try ResourceAccess(group.resource, group.tokens, resolver.client, at: place))
        }
        guard let first = resources.first else {
            let graph = ScopeToken(.microsoftGraph, "")
            let resource = ResourceAccess(signInTo: try resolver.resource(of: graph, at: place), as: graph.resource)
            return RequestedAccess(version: .v2, oidc: oidc, resource: resource, furtherResources: [])
        }
        return RequestedAccess(
            version: .v2, oidc: oidc, resource: first, furtherResources: Array(resources.dropFirst()))
    }

    /// Looks up the `resource` parameter of a version 1 endpoint: `.default` of that resource, which the client must list in
    /// its registration (docs/reference/protocol.md#resource-parameter). Without the parameter the request is to sign in, and a
    /// token is for Azure AD Graph.
    ///
    /// Throws 500011 or 650052 for a resource that is not there, 650057 for one that is not listed, 90009 for the client itself
    /// by URI.
    package static func fromResource(
        _ resource: String?, oidc: OIDCScopes = [], at place: ScopePlace, by resolver: ResourceResolver
    ) throws(EntraError) -> RequestedAccess {
        let name = ResourceName.identifier(resource ?? ClientID.azureADGraph.description)
        let token = ScopeToken(name, ScopeToken.defaultPermission)
        let application = try resolver.application(resolver.lookUp(name.identifier), asked: token, at: place)
        let access: ResourceAccess
        if resource == nil {
            access = ResourceAccess(signInTo: application, as: name)
        } else {
            access = try ResourceAccess(application, [token], resolver.client, at: place)
            guard resolver.mayAsk(for: application) else { throw resolver.notListed(application, as: name) }
        }
        return RequestedAccess(version: .v1, oidc: oidc, resource: access, furtherResources: [])
    }

    private static func limit(
        _ groups: [(resource: Application, tokens: [ScopeToken])], at place: ScopePlace, text: String
    ) throws(EntraError) -> [(resource: Application, tokens: [ScopeToken])] {
        guard groups.count > 1 else { return groups }
        switch place.severalResources {
        case .allowed: return groups
        case .firstOnly: return Array(groups.prefix(1))
        case .refused(let code): throw EntraError(code, [.scope: text])
        }
    }
}

extension ScopeToken {
    /// In a b2c tenant the client's bare id is a scope: a token for the client itself.
    fileprivate func asOwnResource(of client: Application, in tenant: Tenant) -> ScopeToken {
        guard tenant.kind == .b2c, resource == .microsoftGraph, ClientID(permission) == client.clientID else {
            return self
        }
        return ScopeToken(.identifier(permission), ScopeToken.defaultPermission, text: permission)
    }
}

extension ResourceResolver {
    /// Static consent reaches the APIs that the client lists, itself, and those it was let into otherwise.
    func mayAsk(for resource: Application) -> Bool {
        resource.clientID == client.clientID
            || client.requiredResourceAccess.contains { $0.resourceAppId == resource.clientID }
            || resource.preAuthorizedApplications.contains { $0.appId == client.clientID }
            || grants.connects(client.clientID, to: resource.clientID)
    }

    func notListed(_ resource: Application, as name: ResourceName) -> EntraError {
        EntraError(
            .resourceNotListed,
            [
                .clientID: client.appId, .clientName: client.displayName, .resource: name.identifier,
                .value: resource.appId,
            ])
    }
}
