import Crypto
import Directory
import Entra
import State
import Wire

extension FlowToken {
    /// The state that a page handed back. Throws AADSTS165000 when it comes from another browser, another request or
    /// nowhere, and AADSTS50089 when the page was left open too long, or has been overtaken meanwhile. `client` is the one that
    /// the user signs in to, if it is one.
    init(
        opening text: String, of requestDigest: [UInt8], in session: BrowserSession, client: ResolvedClient?,
        services: Services
    ) throws(EntraError) {
        // Allowed (secret-comparison): a digest of the request, in a value that only the server can seal.
        guard let token = FlowToken(sealed: text, keys: services.keys.sealing), token.requestDigest == requestDigest,
            session.showed(token)
        else { throw EntraError(.stateCookieMissing) }
        try token.checkAge(client, services)
        self = token
    }

    /// Throws AADSTS50089 for a page that was left open too long, is from before a reset or a revocation of what it belongs to,
    /// or of somebody whose sign-in has ended since: by sign-out, revocation or another password.
    func checkAge(_ client: ResolvedClient?, _ services: Services) throws(EntraError) {
        let tenant = client?.authority.tenant?.id ?? authentication?.home.tenantID
        var subjects: [RevocationSubject] = [.everything]
        if let tenant { subjects.append(.tenant(tenant)) }
        if let tenant, let client { subjects.append(.application(client.application.clientID, tenant)) }
        guard services.now.seconds - issuedAt <= FlowToken.lifetime,
            services.store.revocation(of: subjects, after: order) == nil,
            authentication.map(services.isGood) ?? true
        else { throw EntraError(.flowTokenExpired) }
    }
}
