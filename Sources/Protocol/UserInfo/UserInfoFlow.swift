import Directory
import Entra
import Formats
import Store

/// The flow of the UserInfo endpoints (OpenID Connect Core §5.3; docs/reference/protocol.md#userinfo): the endpoint of Microsoft
/// Graph, and the endpoint of version 1.
package enum UserInfoFlow {
    /// The kind of UserInfo endpoint.
    package enum Kind: Sendable {
        case graph
        /// The endpoint under a tenant segment, which accepts only tokens of the authority's tenants.
        case tenant(Authority)
    }

    /// Returns the claims about the token's user that the client may see, as JSON. `authorization` is the value of the
    /// `Authorization` header.
    ///
    /// Throws an error with status 401 for a token that is missing, expired, not issued by this server or for another API, and for
    /// a token whose user was deleted. Throws an error with status 403 for a token without the scope `openid`.
    package static func run(at kind: Kind, authorization: String?, services: Services) throws(GraphError) -> [UInt8] {
        let token = try SelfIssuedAccessToken(bearer: authorization, services: services)
        guard isAdmitted(token, kind),
            let client = services.directory.registration(of: token.client, in: token.tenant)?.application
        else { throw .invalidToken("Access token validation failure.") }
        let user = try token.user(services)
        guard try isForGraph(token, kind, services) else { throw .denied }
        let subject = TokenSubject(user: user, tenant: token.tenant, authentication: token.authentication(of: user))
        let minter = TokenMinter(services)
        if case .tenant = kind { return try versionOne(subject, client, minter) }
        let scopes = token.scopes.compactMap(OIDCScopes.init(name:)).reduce(into: OIDCScopes()) { $0.insert($1) }
        return JSONWriter.object { json in
            json.field("sub", minter.pairwiseSubject(user, in: token.tenant, for: client.clientID))
            if scopes.contains(.profile) || !scopes.contains(.openid) {
                json.field("name", user.displayName)
                if let surname = user.surname { json.field("family_name", surname) }
                if let givenName = user.givenName { json.field("given_name", givenName) }
                let graph = services.cloud(of: token.tenant).microsoftGraphHost
                json.field("picture", "https://\(graph)/v1.0/me/photo/$value")
            }
            if scopes.contains(.email), let email = minter.email(of: subject, for: client) {
                json.field("email", email)
            }
        }
    }

    /// Returns the claims about the user in the client's version 1 id_token (docs/reference/protocol.md#userinfo-v1).
    private static func versionOne(
        _ subject: TokenSubject, _ client: Application, _ minter: TokenMinter
    ) throws(GraphError) -> [UInt8] {
        let request = IDTokenRequest(client: client, endpoint: .v1, scopes: [])
        let settings = minter.services.settings(tenant: subject.tenant, application: client)
        do throws(EntraError) {
            return try minter.idTokenClaims(request, for: subject, settings: settings).userInformation
        } catch {
            throw GraphError(error)
        }
    }

    private static func isAdmitted(_ token: SelfIssuedAccessToken, _ kind: Kind) -> Bool {
        switch kind {
        case .graph: true
        case .tenant(let authority): authority.admits(token.tenant)
        }
    }

    /// Whether the token is for Microsoft Graph and has `openid`. At version 1, a token for Azure AD Graph is valid too, because
    /// the code flow issues such a token to a client that names no resource. Throws an error with status 401 for another audience.
    private static func isForGraph(
        _ token: SelfIssuedAccessToken, _ kind: Kind, _ services: Services
    ) throws(GraphError) -> Bool {
        if token.isForGraph(services) {
            return token.scopes.contains { OIDCScopes(name: $0) == .openid }
        }
        if case .tenant = kind, let graph = token.tenant.application(.azureADGraph), token.isFor(graph) { return true }
        throw .invalidToken("Access token validation failure. Invalid audience.")
    }
}
