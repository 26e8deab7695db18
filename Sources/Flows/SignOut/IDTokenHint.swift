import Crypto
import Directory
import Entra
import State
import Wire

/// The client and the user that an `id_token_hint` names: an id_token of this server, whether or not it has ended
/// (OpenID Connect RP-Initiated Logout 1.0 §2).
struct IDTokenHint: Sendable {
    let client: ClientID
    private let tenant: Tenant
    private let subject: String

    /// Nil for what is no id_token of this server: it hints at nothing.
    init?(_ text: String?, services: Services) {
        guard let text, let claims = try? OwnToken.claims(of: text, services: services),
            claims["appid"] == nil, claims["azp"] == nil, let audience = claims["aud"]?.string,
            let subject = claims["sub"]?.string,
            let tenant = claims["tid"]?.string.flatMap({ services.directory.tenant(TenantID($0)) })
        else { return nil }
        client = ClientID(audience)
        self.tenant = tenant
        self.subject = subject
    }

    func isAbout(_ authentication: Authentication, services: Services) -> Bool {
        guard let user = tenant.user(home: authentication.home) else { return false }
        return TokenMinter(services).pairwiseSubject(user, in: tenant, for: client).isExactly(subject)
    }
}
