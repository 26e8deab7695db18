import Crypto
import Directory
import Entra
import State
import Wire

/// The client and the user that an `id_token_hint` names: an id_token of this server, whether or not it has ended
/// (OpenID Connect RP-Initiated Logout 1.0 §2).
struct IDTokenHint: Sendable {
    let client: ClientID
    let tenant: Tenant
    private let subject: String
    /// A policy names people by their object ids, whatever the client.
    private let isOfPolicy: Bool

    /// Nil for what is no id_token of this server: it hints at nothing.
    init?(_ text: String?, services: Services) {
        guard let text, let claims = try? OwnToken.claims(of: text, services: services),
            claims["appid"] == nil, claims["azp"] == nil, let audience = claims["aud"]?.string,
            let subject = claims["sub"]?.string,
            let tenant = OwnToken.tenant(of: claims, in: services.directory)
        else { return nil }
        client = ClientID(audience)
        self.tenant = tenant
        self.subject = subject
        isOfPolicy = OwnToken.isOfPolicy(claims)
    }

    func isAbout(_ authentication: Authentication, services: Services) -> Bool {
        guard let user = tenant.user(home: authentication.home) else { return false }
        let expected =
            isOfPolicy
            ? user.id.description : TokenMinter(services).pairwiseSubject(user, in: tenant, for: client)
        return expected.isExactly(subject)
    }
}
