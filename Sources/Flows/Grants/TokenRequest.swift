import Entra
import Wire

/// A token request whose shape is known to be right (RFC 6749 §3.2; entra-protocol §3.1).
struct TokenRequest: Sendable {
    let endpoint: EndpointVersion
    let authority: Authority
    let form: Form
    let credentials: PresentedCredentials
    /// The `Origin` header: sent by browsers only.
    let browserOrigin: String?

    /// The value of a parameter; an empty one counts as absent.
    subscript(_ name: String) -> String? {
        guard let value = form[name], !value.isEmpty else { return nil }
        return value
    }

    /// Throws AADSTS900144 when the parameter is absent or empty.
    func required(_ name: String) throws(EntraError) -> String {
        guard let value = self[name] else { throw EntraError(.missingParameter, [.parameter: name]) }
        return value
    }
}

/// One way of getting tokens (RFC 6749 §1.3). A new one is a file with a conforming type and a row in `Grants.table`.
protocol Grant: Sendable {
    /// Checks what the service checks before it looks at the client.
    func admit(_ request: TokenRequest) throws(EntraError)

    /// Checks the shape of the scopes, before the client has proved itself. What they name is looked up afterwards.
    func checkScopes(_ request: TokenRequest) throws(EntraError)

    /// Authenticates the client, checks what it presents, and issues tokens.
    func exchange(
        _ request: TokenRequest, client: ResolvedClient, services: Services
    ) throws(EntraError) -> TokenResponse
}

extension Grant {
    func admit(_ request: TokenRequest) throws(EntraError) {}

    func checkScopes(_ request: TokenRequest) throws(EntraError) {
        if request.endpoint == .v2, let scope = request[Parameter.scope] { _ = try ScopeRequest.parse(scope) }
    }
}

/// The grants by `grant_type`.
enum Grants {
    static let table: [String: any Grant] = [
        "authorization_code": AuthorizationCodeGrant(),
        "refresh_token": RefreshTokenGrant(),
        "client_credentials": ClientCredentialsGrant(),
    ]
}
