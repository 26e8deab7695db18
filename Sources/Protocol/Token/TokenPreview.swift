import Crypto
package import Directory
package import Entra
package import Formats
import Store

/// The claims that the tokens of a directory would have, for display. The preview issues no token, signs no user in, and neither
/// requests nor records a consent.
package struct TokenPreview: Sendable {
    private let services: Services
    private let tenant: Tenant

    package init(_ services: Services, in tenant: Tenant) {
        self.services = services
        self.tenant = tenant
    }

    /// Returns the claims of the id_token that an endpoint issues for `openid profile`.
    package func idToken(
        of client: Application, for user: User, from endpoint: EndpointVersion
    ) throws(EntraError) -> [JSONValue.Member] {
        let request = IDTokenRequest(client: client, endpoint: endpoint, scopes: [.openid, .profile])
        return claims(
            try TokenMinter(services).idToken(request, for: subject(user), settings: settings(client)))
    }

    /// Returns the claims of a user's access token for a resource, as if the registration of the resource requested the given
    /// version. The token has the permissions that the client lists for the resource.
    package func accessToken(
        of client: Application, to resource: Application, named identifier: String, for user: User,
        version: EndpointVersion
    ) throws(EntraError) -> [JSONValue.Member] {
        let request = request(client, resource, identifier, version)
        return claims(
            try TokenMinter(services).accessToken(request, for: subject(user), settings: settings(client)).token)
    }

    /// Returns the claims of an app-only access token, with the application permissions that are assigned to the client.
    package func applicationToken(
        of client: Application, to resource: Application, named identifier: String, version: EndpointVersion
    ) throws(EntraError) -> [JSONValue.Member] {
        let assigned = AppPermissions.assigned(
            to: client.clientID, on: resource, in: tenant,
            and: services.store.appRoleAssignments(to: client.clientID, in: tenant.id))
        let token = try TokenMinter(services).applicationToken(
            request(client, resource, identifier, version), in: tenant,
            servicePrincipal: tenant.servicePrincipal(of: client), roles: AppPermissions.roles(of: resource, assigned),
            settings: settings(client))
        return claims(token.token)
    }

    private func request(
        _ client: Application, _ resource: Application, _ identifier: String, _ version: EndpointVersion
    ) -> AccessTokenRequest {
        var versioned = resource
        versioned.requestedAccessTokenVersion = version == .v2 ? 2 : 1
        let listed = client.requiredResourceAccess.first { $0.resourceAppId == resource.clientID }
        let listedScopes = listed.map { Set($0.scopes) }
        let scopes = resource.oauth2PermissionScopes.filter { scope in
            scope.isEnabled && listedScopes?.contains(scope.id) != false
        }
        var token = AccessTokenRequest(
            client: client, clientAuthentication: client.usualAuthentication, resource: versioned,
            resourceIdentifier: identifier, scopes: scopes.map(\.value))
        token.hasProfile = true
        return token
    }

    private func subject(_ user: User) -> TokenSubject {
        TokenSubject(
            user: user, tenant: tenant,
            authentication: Authentication(
                home: user.home, time: services.now.seconds, methods: ["pwd"], sessionID: services.random.guid(),
                order: services.store.nextOrder()))
    }

    private func settings(_ client: Application) -> Settings {
        services.settings(tenant: tenant, application: client)
    }

    private func claims(_ token: String) -> [JSONValue.Member] {
        let jwt = OpaqueAccessToken.jwt(in: token, services.keys.sealing)
        return CompactJWS(jwt, maximumBytes: jwt.utf8.count).flatMap { JSONValue(parsing: $0.payload)?.object } ?? []
    }
}
