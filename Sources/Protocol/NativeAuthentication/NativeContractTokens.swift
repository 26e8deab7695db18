import Crypto
import Directory
package import Entra
import Formats
import Store

/// The tokens of a test user who is in no directory, for Microsoft's control contract (docs/reference/wire.md#native-contract,
/// `TokenSuccess`). The tokens are signed like any others and have the same shape.
package enum NativeContractTokens {
    private static let tenantID = TenantID("00000000-0000-1234-5678-90abcdefffff")
    private static let userID = ObjectID("fedcba98-7654-3210-0000-000000000000")

    /// Returns the JSON of the token endpoint. Throws AADSTS50000 if OpenSSL fails.
    package static func json(clientID: String, scope: String, services: Services) throws(EntraError) -> [UInt8] {
        let tenant = Tenant(id: tenantID, displayName: "Test tenant", kind: .external, domains: [])
        let user = User(
            id: userID, userPrincipalName: "test@contoso.com", displayName: "Test user", tenantID: tenantID)
        let client = Application(appId: clientID, servicePrincipalID: userID, displayName: "Test application")
        let subject = TokenSubject(
            user: user, tenant: tenant,
            authentication: Authentication(
                home: user.home, time: services.now.seconds, methods: ["pwd"], sessionID: services.random.guid(),
                order: services.store.nextOrder()))
        let settings = services.settings(tenant: nil, application: nil)
        let minter = TokenMinter(services)
        let access = try minter.accessToken(
            AccessTokenRequest(
                client: client, clientAuthentication: .none, resource: client, resourceIdentifier: clientID, scopes: []),
            for: subject, settings: settings)
        var response = TokenResponse(accessToken: access)
        response.scope = scope
        response.refreshToken = RefreshToken.prefix + Base64.url(services.random.bytes(48))
        response.idToken = try minter.idToken(
            IDTokenRequest(client: client, endpoint: .v2, scopes: [.openid, .profile]), for: subject,
            settings: settings)
        response.clientInfo = ClientInfo.encoded(
            for: subject, pairwiseSubject: minter.pairwiseSubject(user, in: tenant, for: client.clientID))
        return response.v2()
    }
}
