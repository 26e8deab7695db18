import Crypto
import Directory
import Entra
import Formats
import Store

/// SAML assertions that the service itself issues, for APIs that accept no other token (docs/reference/protocol.md#on-behalf-of,
/// `requested_token_type`).
extension TokenMinter {
    /// Returns an assertion about a user for a resource, in base64url, with its lifetime in seconds. `audience` is the name that
    /// the resource uses for itself. The tenant's token signing key signs the assertion. Throws AADSTS50000 if OpenSSL fails.
    func samlToken(
        _ version: SAMLAssertion.Version, for subject: TokenSubject, audience: String, resource: Application,
        settings: Settings
    ) throws(EntraError) -> IssuedAccessToken {
        let lifetime = Int64(settings.idTokenLifetime)
        let fault = services.tokenFault?.kind(for: .access)
        let (notBefore, notOnOrAfter) = validity(lifetime, fault)
        var assertion = SAMLAssertion(
            version: version, id: "_\(services.random.guid())",
            issuer: fault == .wrongIssuer ? TokenFault.Kind.otherIssuer : issuer(of: subject.tenant, .v1),
            issueInstant: services.now, notBefore: notBefore, notOnOrAfter: notOnOrAfter,
            audiences: [fault == .wrongAudience ? TokenFault.Kind.otherAudience : audience],
            nameIdentifier: pairwiseSubject(subject.user, in: subject.tenant, for: resource.clientID),
            nameFormat: SAMLAssertion.persistentName, authenticationMethod: version.password,
            authenticationInstant: Timestamp(seconds: subject.authentication.time))
        assertion.attributes = samlClaims(subject)
        let key = try signingKey(fault, of: subject.tenant)
        do {
            let made = try assertion.signed(by: key).canonical
            return IssuedAccessToken(
                token: Base64.url(fault?.applied(toAssertion: made) ?? made), lifetime: lifetime)
        } catch {
            throw EntraError(.serviceFailure, detail: error.reason)
        }
    }

    private func samlClaims(_ subject: TokenSubject) -> [SAMLAssertion.Attribute] {
        let microsoft = "http://schemas.microsoft.com/identity/claims"
        let soap = "http://schemas.xmlsoap.org/ws/2005/05/identity/claims"
        let user = subject.user
        let claims: [(type: String, value: String?)] = [
            ("\(microsoft)/tenantid", subject.tenant.id.description),
            ("\(microsoft)/objectidentifier", user.id.description),
            ("\(microsoft)/displayname", user.displayName),
            ("\(microsoft)/identityprovider", services.identityProvider(of: user.home.tenantID)),
            ("\(soap)/givenname", user.givenName), ("\(soap)/surname", user.surname),
            ("\(soap)/emailaddress", user.mail), ("\(soap)/name", user.signInName),
        ]
        return claims.compactMap { claim in claim.value.map { SAMLAssertion.Attribute(claim.type, [$0]) } }
    }
}
