import Crypto
import Directory
import Entra
import Formats
import Store

extension FlowToken {
    /// Opens the state that a page's form sends back. Throws AADSTS165000 if the state is forged, or belongs to another browser or
    /// to another request. Throws AADSTS50089 if the page was open too long or has become obsolete. `client` is the client that
    /// the user signs in to, or nil if there is none.
    init(
        opening text: String, of requestDigest: [UInt8], in session: BrowserSession, client: ResolvedClient?,
        services: Services
    ) throws(EntraError) {
        // Allowed (secret-comparison): the digest of a request, in a value that only the server can seal.
        guard let token = FlowToken(sealed: text, keys: services.keys.sealing), token.requestDigest == requestDigest,
            session.showed(token)
        else { throw EntraError(.stateCookieMissing) }
        try token.checkAge(client, services)
        self = token
    }

    /// Throws AADSTS50089 for a page that was open too long, for a page from before a reset or a revocation that affects the page,
    /// and for a page of a user whose sign-in has ended since, by sign-out, revocation or another password.
    func checkAge(_ client: ResolvedClient?, _ services: Services) throws(EntraError) {
        let tenant = client?.authority.tenant?.id ?? authentication?.home.tenantID
        var subjects: [RevocationSubject] = [.everything]
        if let tenant { subjects.append(.tenant(tenant)) }
        if let tenant, let client { subjects.append(.application(client.application.clientID, tenant)) }
        guard services.now.seconds - issuedAt <= FlowToken.lifetime,
            services.store.revocation(of: subjects, after: order) == nil,
            authentication.map(services.isValid) ?? true
        else { throw EntraError(.flowTokenExpired) }
    }
}
