import Entra
import State
import Wire

/// One way of getting tokens (RFC 6749 §1.3). A new one is a file with a conforming type and a row in `Grants.table`.
protocol Grant: Sendable {
    /// Checks what the service checks before it looks at the client: whether the authority can serve the grant.
    func admit(_ request: TokenRequest) throws(EntraError)

    /// Checks the shape of the request, and reads the `scope` parameter of version 2, before the client has proved itself; nil
    /// without one. What the scopes name is looked up afterwards. The parameter may be left out, but not empty (AADSTS28003).
    func scopes(of request: TokenRequest) throws(EntraError) -> ScopeRequest?

    /// Authenticates the client, checks what it presents, and issues tokens.
    func exchange(
        _ request: TokenRequest, client: ResolvedClient, services: Services
    ) throws(EntraError) -> TokenResponse
}

extension Grant {
    func admit(_ request: TokenRequest) throws(EntraError) {}

    func scopes(of request: TokenRequest) throws(EntraError) -> ScopeRequest? {
        guard request.endpoint == .v2, let scope = request.form[Parameter.scope] else { return nil }
        return try ScopeRequest.parse(scope)
    }
}

/// The grants by `grant_type`.
package enum Grants {
    /// What `label` may answer.
    package static var labels: [String] { names.sorted().map(\.string) + [other] }
    private static let other = "other"
    /// Those of native authentication among them.
    private static let names = NativeTokens.grants.union(table.keys)

    /// The name of a `grant_type` in figures, one of a fixed set; nil for what gives no tokens.
    package static func label(of type: String?) -> String? {
        guard let type, !type.isExactly(ServerNonce.grantType) else { return nil }
        return names.contains(type) ? type : other
    }

    static let table: [ExactString: any Grant] = [
        "authorization_code": AuthorizationCodeGrant(),
        "refresh_token": RefreshTokenGrant(),
        "client_credentials": ClientCredentialsGrant(),
        "urn:ietf:params:oauth:grant-type:jwt-bearer": OnBehalfOfGrant(),
        "password": PasswordGrant(),
        "urn:ietf:params:oauth:grant-type:saml1_1-bearer": SAMLBearerGrant(version: .saml11),
        "urn:ietf:params:oauth:grant-type:saml2-bearer": SAMLBearerGrant(version: .saml2),
        "urn:ietf:params:oauth:grant-type:device_code": DeviceCodeGrant(),
        "device_code": DeviceCodeGrant(),
    ]

    /// Those of a b2c policy.
    static let ofUserFlows: [ExactString: any Grant] = [
        "authorization_code": AuthorizationCodeGrant(),
        "refresh_token": RefreshTokenGrant(),
        "client_credentials": ClientCredentialsGrant(),
        "password": UserFlowPasswordGrant(),
    ]
}
