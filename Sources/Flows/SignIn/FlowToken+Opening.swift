import Crypto
import Directory
import Entra
import State
import Wire

extension FlowToken {
    /// The state that a page handed back. Throws AADSTS165000 when it comes from another browser, another request or
    /// nowhere, and AADSTS50089 when the page was left open too long, or a reset came meanwhile. `tenant` is the one that the
    /// request addresses, if it is one.
    init(
        opening text: String, of requestDigest: [UInt8], in session: BrowserSession, tenant: TenantID?,
        services: Services
    ) throws(EntraError) {
        // Allowed (secret-comparison): a digest of the request, in a value that only the server can seal.
        guard let token = FlowToken(sealed: text, keys: services.keys.sealing), token.requestDigest == requestDigest,
            token.sessionID == session.cookie.id
        else { throw EntraError(.stateCookieMissing) }
        try token.checkAge(tenant, services)
        self = token
    }

    /// Throws AADSTS50089 for a page that was left open too long, or is from before a reset of its tenant or of everything.
    func checkAge(_ tenant: TenantID?, _ services: Services) throws(EntraError) {
        let tenants = [tenant, authentication?.home.tenantID].compactMap(\.self).map(RevocationSubject.tenant)
        guard services.now.seconds - issuedAt <= FlowToken.lifetime,
            services.store.revocation(of: tenants + [.everything], after: order) == nil
        else { throw EntraError(.flowTokenExpired) }
    }
}
