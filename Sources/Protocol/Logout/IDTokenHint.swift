import Crypto
import Directory
import Entra
import Formats
import Store

/// The client and the user that an `id_token_hint` names. The hint is an id_token of this server, whether expired or not (OpenID
/// Connect RP-Initiated Logout 1.0 §2).
struct IDTokenHint: Sendable {
    let client: ClientID
    let tenant: Tenant
    private let subject: String
    /// Whether a policy issued the token. A policy identifies users by their object IDs, whatever the client.
    private let isOfPolicy: Bool

    /// Parses the hint. Returns nil for a text that is no id_token of this server, because such a text has no meaning.
    init?(_ text: String?, services: Services) {
        guard let text, let claims = try? SelfIssuedToken.claims(of: text, services: services),
            claims["appid"] == nil, claims["azp"] == nil, let audience = claims["aud"]?.string,
            let subject = claims["sub"]?.string,
            let tenant = SelfIssuedToken.tenant(of: claims, in: services.directory)
        else { return nil }
        client = ClientID(audience)
        self.tenant = tenant
        self.subject = subject
        isOfPolicy = SelfIssuedToken.isOfPolicy(claims)
    }

    func isAbout(_ authentication: Authentication, services: Services) -> Bool {
        guard let user = tenant.user(home: authentication.home) else { return false }
        let expected =
            isOfPolicy
            ? user.id.description : TokenMinter(services).pairwiseSubject(user, in: tenant, for: client)
        return expected.isExactly(subject)
    }
}
