import Crypto
import Directory
import Entra
import Wire

/// A SAML assertion of a federated domain's identity provider, checked from the issuer to the user it speaks of
/// (docs/reference/protocol.md#saml-bearer; RFC 7522 §3).
struct FederatedAssertion {
    let user: User
    let tenant: Tenant
    let assertion: SAMLAssertion
    /// When the provider asked the user for credentials, which may be long ago.
    let authenticationTime: Int64

    /// Verifies the assertion's XML.
    ///
    /// Throws AADSTS50008 for what is no assertion of that version, lacks a part or is for another audience, 50107 for an
    /// unknown issuer, 50006 for a bad signature, 500133 outside its time, 51004 for a user whom that provider does not sign in.
    init(_ element: XMLElement, _ version: SAMLAssertion.Version, services: Services) throws(EntraError) {
        guard let issuer = SAMLAssertion.issuer(of: element, version) else {
            throw FederatedAssertion.invalid("it is not an assertion of the expected SAML version with an issuer")
        }
        guard let (tenant, domain) = services.directory.federation(issuer: issuer) else {
            throw EntraError(.unknownSAMLIssuer, [.value: issuer])
        }
        let verified = try FederatedAssertion.verify(element, version, domain, services)
        guard let assertion = SAMLAssertion(reading: verified, version), assertion.issuer.isExactly(issuer) else {
            throw FederatedAssertion.invalid("a required element is missing or a condition is not supported")
        }
        try FederatedAssertion.check(assertion, of: tenant, services)
        user = try FederatedAssertion.user(of: assertion, in: tenant, domain)
        self.tenant = tenant
        self.assertion = assertion
        // A clock that runs ahead tells of the future.
        authenticationTime = min(assertion.authenticationInstant.seconds, services.now.seconds)
    }

    /// Reads what an assertion comes in. Throws AADSTS50008 for what is not XML.
    static func parse(_ xml: [UInt8]) throws(EntraError) -> XMLElement {
        do {
            return try XMLReader.read(xml)
        } catch {
            throw invalid("it is not XML: \(error.message)")
        }
    }

    /// What was signed; only that is read on.
    private static func verify(
        _ element: XMLElement, _ version: SAMLAssertion.Version, _ domain: FederatedDomain, _ services: Services
    ) throws(EntraError) -> XMLElement {
        let key: RSAPublicKey
        do {
            key =
                if let certificate = domain.signingCertificate {
                    try RSAPublicKey(certificateDER: certificate)
                } else {
                    try services.keys.identityProvider.get().current.publicKey
                }
        } catch {
            throw EntraError(.samlSignature, [.reason: "The signing certificate cannot be used."], detail: error.reason)
        }
        do {
            return try XMLSignature.verify(element, id: element.attribute(version.idAttribute), key: key)
        } catch {
            throw EntraError(.samlSignature, [.reason: error.reason])
        }
    }

    private static func check(
        _ assertion: SAMLAssertion, of tenant: Tenant, _ services: Services
    ) throws(EntraError) {
        let skew = Federation.clockSkew
        guard assertion.notBefore <= services.now.adding(seconds: skew),
            services.now.adding(seconds: -skew) < assertion.notOnOrAfter
        else {
            throw EntraError(
                .assertionOutsideValidity,
                [.currentTime: services.now.iso8601, .validUntil: assertion.notOnOrAfter.iso8601])
        }
        let audience = Federation.audience(in: services.cloud(of: tenant))
        guard assertion.audiences.contains(where: audience.isExactly) else {
            throw invalid("its audience is not \(audience)")
        }
    }

    /// By user principal name, which must be of the provider's domain, and by ImmutableID. A provider speaks for its own
    /// domain's users only.
    private static func user(
        of assertion: SAMLAssertion, in tenant: Tenant, _ domain: FederatedDomain
    ) throws(EntraError) -> User {
        let immutableID =
            assertion.value(of: SAMLAssertion.ClaimType.immutableID) ?? assertion.nameIdentifier
        guard let name = assertion.value(of: SAMLAssertion.ClaimType.userPrincipalName) else {
            throw invalid("it has no UPN claim")
        }
        guard tenant.federatedDomain(of: name)?.issuerUri.isExactly(domain.issuerUri) == true,
            let user = tenant.user(named: name), user.userPrincipalName.isExactlyIgnoringASCIICase(name),
            user.immutableID.isExactly(immutableID)
        else {
            throw EntraError(.accountMissingInDirectory, [.user: name, .tenant: tenant.displayName])
        }
        return user
    }

    static func invalid(_ reason: String) -> EntraError {
        EntraError(.samlAssertionInvalid, [.reason: reason])
    }
}
