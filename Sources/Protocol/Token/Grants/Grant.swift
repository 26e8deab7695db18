import Directory
import Entra
import Formats
import Store

/// A grant type of the token endpoint (RFC 6749 §1.3). A new grant type is a file with a conforming type, and a row in
/// `Grants.table`.
protocol Grant: Sendable {
    /// Checks whether the authority can serve the grant. The service makes this check before it looks the client up.
    func admit(_ request: TokenRequest) throws(EntraError)

    /// Checks the form of the request and parses the `scope` parameter of version 2, before the client is authenticated. Returns
    /// nil without the parameter. A later step looks the scopes up. The parameter may be absent, but not empty (AADSTS28003).
    func scopes(of request: TokenRequest) throws(EntraError) -> ScopeRequest?

    /// Authenticates the client, checks the presented grant, and issues tokens.
    func exchange(
        _ request: TokenRequest, client: ResolvedClient, services: Services
    ) throws(EntraError) -> TokenResponse
}

extension EntraError {
    /// Returns the error for a code or a refresh token that this server did not issue or that was changed. The error is about the
    /// grant, unlike the same code for a request that cannot be read (docs/reference/protocol.md#code-unreadable).
    static func unreadable(_ grant: String) -> EntraError {
        EntraError(.invalidRequest, as: .invalidGrant, detail: "The \(grant) was not issued by this server.")
    }

    /// Returns the error for a code or a refresh token that another application received.
    static func grant(_ grant: String, of owner: ClientID, redeemedBy client: Application) -> EntraError {
        EntraError(
            .grantOfOtherClient, [.clientID: client.appId],
            detail: "The \(grant) was issued to the client \(owner).")
    }
}

extension Grant {
    func admit(_ request: TokenRequest) throws(EntraError) {}

    func scopes(of request: TokenRequest) throws(EntraError) -> ScopeRequest? {
        guard request.endpoint == .v2, let scope = request.form[Parameter.scope] else { return nil }
        return try ScopeRequest.parse(scope)
    }
}

/// The table of grants by `grant_type`.
package enum Grants {
    /// All labels that `label(of:)` may return.
    package static var labels: [String] { names.sorted().map(\.string) + [other] }
    private static let other = "other"
    /// The names of all grants, including the grants of native authentication.
    private static let names = NativeTokens.grants.union(table.keys)

    /// Returns the label of a `grant_type` in metrics, from a fixed set, or nil for a request that issues no tokens.
    package static func label(of type: String?) -> String? {
        guard let type, !type.isExactly(ServerNonce.grantType) else { return nil }
        return names.contains(type) ? type : other
    }

    static let table: [ByteString: any Grant] = [
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

    /// The grants of a b2c policy.
    static let ofUserFlows: [ByteString: any Grant] = [
        "authorization_code": AuthorizationCodeGrant(),
        "refresh_token": RefreshTokenGrant(),
        "client_credentials": ClientCredentialsGrant(),
        "password": UserFlowPasswordGrant(),
    ]
}
