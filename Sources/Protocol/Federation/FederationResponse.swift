import Crypto
import Directory
package import Entra
package import Formats
import Store

/// The endpoint to which an identity provider returns the browser. The endpoint verifies the assertion and continues the
/// sign-in.
package enum FederationResponse {
    /// Returns the page that continues the request, and the session for the response.
    ///
    /// Throws AADSTS165000 if the return belongs to no sign-in of this browser, AADSTS50089 if the sign-in took too long,
    /// AADSTS50008 if the provider reused a session where a new authentication was requested, AADSTS50057 for a disabled user,
    /// and the errors of `FederatedAssertion`.
    package static func run(
        _ body: Form, cookies: BrowserCookies, services: Services
    ) throws(EntraError) -> (page: PageModel, session: BrowserSession) {
        var session = BrowserSession(opening: cookies, services: services)
        guard let text = body[PassiveSignIn.Field.context],
            var context = FederationContext(sealed: text, keys: services.keys.sealing),
            session.showed(context.flow)
        else { throw EntraError(.stateCookieMissing) }
        try context.flow.checkAge(nil, services)
        let (element, version) = try assertion(in: body[PassiveSignIn.Field.result] ?? "")
        let federated = try FederatedAssertion(element, version, services: services)
        let user = federated.user
        // Without this check, a provider that ignores a request for new credentials would cause an endless loop.
        if let earliest = context.earliest, federated.authenticationTime < earliest {
            throw FederatedAssertion.invalid("the user was authenticated longer ago than the request allows")
        }
        guard user.accountEnabled else { throw EntraError(.userDisabled) }
        let authentication = session.signIn(
            user.home, methods: [Authentication.federated], time: federated.authenticationTime, services: services)
        context.flow.authentication = authentication
        // A code that was sent to another person does not authenticate this user.
        context.flow.pendingCode = nil
        context.flow.isFresh = true
        let flow = Form.Field(PageField.flowToken, context.flow.sealed(with: services.keys.sealing))
        let page = FormPostPage(action: context.action, fields: context.fields + [flow], purpose: .signIn)
        return (.formPost(page), session)
    }

    /// Returns the assertion in a security token response of either WS-Trust version.
    private static func assertion(in result: String) throws(EntraError) -> (XMLElement, SAMLAssertion.Version) {
        var response = try FederatedAssertion.parse(Array(result.utf8))
        for trust in WSTrustVersion.allCases {
            if let only = response.only("RequestSecurityTokenResponse", in: trust.namespace) { response = only }
            guard let token = response.only("RequestedSecurityToken", in: trust.namespace) else { continue }
            for version in SAMLAssertion.Version.allCases {
                if let assertion = token.only("Assertion", in: version.namespace) { return (assertion, version) }
            }
        }
        throw EntraError(.samlAssertionInvalid, [.reason: "the response has no assertion"])
    }
}

/// A SAML assertion of a federated domain's identity provider, verified from the issuer to the user
/// (docs/reference/protocol.md#saml-bearer; RFC 7522 §3).
struct FederatedAssertion {
    let user: User
    let tenant: Tenant
    let assertion: SAMLAssertion
    /// The time at which the provider authenticated the user, in seconds since 1970 UTC. The time may be long ago.
    let authenticationTime: Int64

    /// Verifies the XML of an assertion.
    ///
    /// Throws AADSTS50008 if the XML is not an assertion of the version, lacks a part or has another audience; AADSTS50107 for an
    /// unknown issuer; AADSTS50006 for an invalid signature; AADSTS500133 outside the validity period; and AADSTS51004 for a
    /// user whom the provider does not sign in.
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
        // The time is limited to now, because the provider's clock may be ahead.
        authenticationTime = min(assertion.authenticationInstant.seconds, services.now.seconds)
    }

    /// Parses the XML that contains an assertion. Throws AADSTS50008 for invalid XML.
    static func parse(_ xml: [UInt8]) throws(EntraError) -> XMLElement {
        do {
            return try XMLReader.read(xml)
        } catch {
            throw invalid("it is not XML: \(error.message)")
        }
    }

    /// Returns the signed part of the XML. Callers read only that part.
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

    /// Returns the user with the assertion's user principal name and ImmutableID. The name must belong to the provider's
    /// domain, because a provider may sign in only users of its own domain.
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
