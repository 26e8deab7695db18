import Crypto
import Directory
package import Entra
package import Formats
import Store

/// The server's own identity provider for federated domains without a configured provider. The provider signs users in with
/// SAML assertions.
struct StandInIdentityProvider {
    /// The lifetime of an assertion, in seconds.
    static let lifetime: Int64 = 3_600

    let services: Services

    /// Returns the user of a stand-in domain with the name and password. Returns nil, without distinction, for any other user,
    /// a wrong password, a disabled account and a locked account. Throws `EntraError.storeUnavailable` if the store cannot
    /// count wrong passwords.
    func user(
        named username: String, password: String
    ) throws(EntraError) -> (user: User, domain: FederatedDomain)? {
        guard let (tenant, domain) = services.directory.federation(ofName: username), domain.isStandIn,
            let user = tenant.user(named: username), user.userPrincipalName.isExactlyIgnoringASCIICase(username),
            try isPassword(password, of: user, in: tenant), user.accountEnabled
        else { return nil }
        return (user, domain)
    }

    private func isPassword(_ password: String, of user: User, in tenant: Tenant) throws(EntraError) -> Bool {
        let settings = services.settings(tenant: tenant, application: nil)
        return try Credentials.rejectionIfLocked(password, user, settings, services) == nil
    }

    /// Returns the signed assertion for a user and an audience. Throws AADSTS50000 if OpenSSL fails.
    func assertion(
        for user: User, of domain: FederatedDomain, to audience: String, _ version: SAMLAssertion.Version
    ) throws(EntraError) -> XMLElement {
        var assertion = SAMLAssertion(
            version: version, id: "_\(services.random.guid())", issuer: domain.issuerUri, issueInstant: services.now,
            notBefore: services.now, notOnOrAfter: services.now.adding(seconds: StandInIdentityProvider.lifetime),
            audiences: [audience], nameIdentifier: user.immutableID, authenticationMethod: version.password,
            authenticationInstant: services.now)
        assertion.attributes = [
            SAMLAssertion.Attribute(SAMLAssertion.ClaimType.userPrincipalName, [user.userPrincipalName]),
            SAMLAssertion.Attribute(SAMLAssertion.ClaimType.immutableID, [user.immutableID]),
        ]
        do {
            return try assertion.signed(by: services.keys.identityProvider.get().current)
        } catch {
            throw EntraError(.serviceFailure, detail: error.reason)
        }
    }
}

extension SAMLAssertion {
    /// Returns the assertion as XML, with the signature at the position that the SAML version defines.
    func signed(by key: SigningKey) throws(CryptoFailure) -> XMLElement {
        try XMLSignature.sign(element, id: id, at: version.signaturePosition, key: key)
    }
}

/// The stand-in's sign-in page, `/adfs/ls/` (WS-Federation 1.2 §13.2). The page asks for the password and returns the browser
/// with an assertion. Cancel returns to the original request as a cancel there, because the protocol has no response for a
/// canceled sign-in.
package enum StandInSignInPage {
    /// Returns the next page. `request` contains the fields of the query and of the body. Throws AADSTS900144 and AADSTS90100
    /// for a request that is not a sign-in for Entra, AADSTS165000 for a cancel without a sign-in in progress, and AADSTS50000 if
    /// OpenSSL fails.
    package static func page(_ request: Form, services: Services) throws(EntraError) -> PageModel {
        _ = try value(of: PassiveSignIn.Field.action, in: request, where: PassiveSignIn.signIn.isExactly)
        let audience = try value(of: PassiveSignIn.Field.realm, in: request, where: Federation.isAudience)
        let context = request[PassiveSignIn.Field.context] ?? ""
        var signIn = PassiveSignIn(audience: audience, context: context)
        let username = request[PageField.username] ?? request[Parameter.username] ?? ""
        if PageField.action(in: request).isExactly(PageAction.cancel) { return try abandon(context, services) }
        guard !username.isEmpty else { return usernamePage(username, signIn) }
        signIn.username = username
        guard let password = request[PageField.password] else { return passwordPage(username, signIn, nil) }
        guard !password.isEmpty else { return passwordPage(username, signIn, FieldProblem(.passwordEmpty)) }
        let provider = StandInIdentityProvider(services: services)
        guard let (user, domain) = try provider.user(named: username, password: password) else {
            return passwordPage(username, signIn, FieldProblem(.federatedPasswordWrong))
        }
        let assertion = try provider.assertion(for: user, of: domain, to: audience, .saml11)
        let result = SecurityTokenResponse.response(
            assertion, .saml11, appliesTo: audience, from: services.now,
            until: services.now.adding(seconds: StandInIdentityProvider.lifetime), .v2005)
        let fields = [
            Form.Field(PassiveSignIn.Field.action, PassiveSignIn.signIn),
            Form.Field(PassiveSignIn.Field.result, String(decoding: result.canonical, as: UTF8.self)),
            Form.Field(PassiveSignIn.Field.context, context),
        ]
        return .formPost(FormPostPage(action: PassiveSignIn.replyPath, fields: fields, purpose: .signIn))
    }

    private static func abandon(_ context: String, _ services: Services) throws(EntraError) -> PageModel {
        guard let signIn = FederationContext(sealed: context, keys: services.keys.sealing) else {
            throw EntraError(.stateCookieMissing)
        }
        let fields = [
            Form.Field(PageField.flowToken, signIn.flow.sealed(with: services.keys.sealing)),
            Form.Field(PageField.action, PageAction.cancel),
        ]
        return .formPost(FormPostPage(action: signIn.action, fields: signIn.fields + fields, purpose: .signIn))
    }

    private static func value(
        of name: String, in request: Form, where isExpected: (String) -> Bool
    ) throws(EntraError) -> String {
        guard let value = request[name], !value.isEmpty else {
            throw EntraError(.missingParameter, [.parameter: name])
        }
        guard isExpected(value) else { throw EntraError(.invalidParameter, [.parameter: name]) }
        return value
    }

    private static func usernamePage(_ username: String, _ signIn: PassiveSignIn) -> PageModel {
        .username(
            UsernamePage(
                form: form(signIn), applicationName: "Microsoft Entra ID", tenantName: nil, username: username,
                problem: nil))
    }

    private static func passwordPage(_ username: String, _ signIn: PassiveSignIn, _ problem: FieldProblem?) -> PageModel
    {
        .password(
            PasswordPage(
                form: form(signIn), applicationName: "Microsoft Entra ID", tenantName: nil, username: username,
                problem: problem))
    }

    private static func form(_ signIn: PassiveSignIn) -> FormTarget {
        FormTarget(action: "/adfs/ls/", hidden: signIn.fields.fields, design: .federationService)
    }
}
