import Crypto
import Entra
import Formats

/// A tenant with two federated domains. The stand-in signs in the users of the first domain. The second domain has its own
/// identity provider, whose part the tests play with `Assertion.key`.
enum Federated {
    static let native = Client.mobile
    static let web = Client.web
    /// A client that is public only because of its redirect URIs.
    static let undecided = Client(id: "aaaaaaaa-0000-4000-8000-000000000041", redirectURI: "http://localhost")
    static let unconsented = Client(id: "aaaaaaaa-0000-4000-8000-000000000042", redirectURI: "http://localhost")

    /// A client that authenticates with a certificate.
    static let certified = Client(id: "aaaaaaaa-0000-4000-8000-000000000043", redirectURI: "http://localhost")

    static let partnerIssuer = "urn:partner"
    static let password = "Understudy!1"

    static func entra() throws -> MockEntra { try MockEntra(directory: directory.get()) }

    private static let directory = Result { try MockEntra.directory(yaml) }

    static let yaml = """
        tenants:
          - id: \(Seed.contoso)
            displayName: Contoso
            settings: {passwords: any}
            domains: [contoso.onmicrosoft.com, contoso.com, federated.contoso.com, partner.contoso.com]
            federatedDomains:
              - {domain: Federated.contoso.com}
              - {domain: partner.contoso.com, issuerUri: "\(partnerIssuer)", signingCertificate: "\(Assertion.certificate)",
                 metadataExchangeUri: "https://sts.partner.example/mex",
                 activeSignInUri: "https://sts.partner.example/usernamemixed",
                 passiveSignInUri: "https://sts.partner.example/ls/?x=1"}
            users:
              - {userPrincipalName: alex@contoso.com, displayName: Alex Wilber, password: Understudy!1}
              - {userPrincipalName: any@contoso.com, displayName: Any}
              - {userPrincipalName: phone@contoso.com, displayName: Phone, passwordless: true}
              - {userPrincipalName: dora@contoso.com, displayName: Dora, password: Understudy!1, accountEnabled: false}
              - {userPrincipalName: fred@federated.contoso.com, displayName: Fred, password: "Under & <study>!"}
              - {userPrincipalName: eva@federated.contoso.com, displayName: Eva, password: Understudy!1,
                 passwordProfile: {forceChangePasswordNextSignIn: true}}
              - {userPrincipalName: dina@federated.contoso.com, displayName: Dina, accountEnabled: false}
              - {userPrincipalName: pat@partner.contoso.com, displayName: Pat, onPremisesImmutableId: cGF0}
              - {userPrincipalName: paul@partner.contoso.com, displayName: Paul, accountEnabled: false,
                 onPremisesImmutableId: cGF1bA==}
            applications:
              - {appId: \(native.id), displayName: Native, signInAudience: AzureADandPersonalMicrosoftAccount,
                 isFallbackPublicClient: true, publicClient: {redirectUris: ["http://localhost"]},
                 requiredResourceAccess: [{resourceAppId: \(Seed.orders), resourceAccess: [
                   {id: 0aaa0005-0000-4000-8000-000000000001, type: Scope}]}]}
              - {appId: \(web.id), displayName: Web, web: {redirectUris: ["http://localhost:5000/signin-oidc"]},
                 passwordCredentials: [{secretText: understudy-web-secret}]}
              - {appId: \(undecided.id), displayName: Undecided, publicClient: {redirectUris: ["http://localhost"]}}
              - {appId: \(unconsented.id), displayName: Unconsented, isFallbackPublicClient: true}
              - {appId: \(certified.id), displayName: Certified, keyCredentials: [{key: "\(Assertion.certificate)"}]}
              - {appId: \(Seed.orders), displayName: Orders API, signInAudience: AzureADandPersonalMicrosoftAccount,
                 identifierUris: ["api://orders"], api: {requestedAccessTokenVersion: 2, oauth2PermissionScopes: [
                   {id: 0aaa0005-0000-4000-8000-000000000001, value: Orders.Read}]}}
            oauth2PermissionGrants:
              - {clientId: \(native.id), resourceId: \(Seed.orders), consentType: AllPrincipals, scope: Orders.Read}
              - {clientId: \(web.id), resourceId: \(Seed.orders), consentType: AllPrincipals, scope: Orders.Read}
              - {clientId: \(undecided.id), resourceId: \(Seed.orders), consentType: AllPrincipals, scope: Orders.Read}
          - id: \(Seed.fabrikam)
            displayName: Fabrikam
            domains: [fabrikam.com]
            users: [{userPrincipalName: megan@fabrikam.com, displayName: Megan, password: Understudy!1, guestOf: [contoso.com]},
              {userPrincipalName: only@fabrikam.com, displayName: Only, password: Understudy!1}]
          - id: consumers
            users: [{userPrincipalName: ada@outlook.com, displayName: Ada, mail: ada@outlook.com, password: Understudy!1,
              guestOf: [contoso.com]}]
        """
}

/// A request for a security token in the form that MSAL sends.
struct SecurityTokenMessage {
    var version = WSTrustVersion.v13
    var username = "fred@federated.contoso.com"
    /// The password as XML text, with escaped characters.
    var password = "Under &amp; &lt;study>!"
    var appliesTo = "urn:federation:MicrosoftOnline"
    var tokenType: String?
    var created = MockEntra.start
    var expires = MockEntra.start.adding(seconds: 600)

    var text: String {
        let type = tokenType.map { "<wst:TokenType>\($0)</wst:TokenType>" } ?? ""
        let wsse = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd"
        let wsu = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd"
        return """
            <s:Envelope xmlns:s='http://www.w3.org/2003/05/soap-envelope' xmlns:wsa='http://www.w3.org/2005/08/addressing' \
            xmlns:wsu='\(wsu)'>
              <s:Header>
                <wsa:Action s:mustUnderstand='1'>\(version.issueAction)</wsa:Action>
                <wsa:messageID>urn:uuid:1</wsa:messageID>
                <wsse:Security s:mustUnderstand='1' xmlns:wsse='\(wsse)'>
                  <wsu:Timestamp wsu:Id='_0'><wsu:Created>\(created.iso8601)</wsu:Created>\
            <wsu:Expires>\(expires.iso8601)</wsu:Expires></wsu:Timestamp>
                  <wsse:UsernameToken wsu:Id='ADALUsernameToken'><wsse:Username>\(username)</wsse:Username>\
            <wsse:Password>\(password)</wsse:Password></wsse:UsernameToken>
                </wsse:Security>
              </s:Header>
              <s:Body>
                <wst:RequestSecurityToken xmlns:wst='\(version.namespace)'>
                  <wsp:AppliesTo xmlns:wsp='http://schemas.xmlsoap.org/ws/2004/09/policy'>
                    <wsa:EndpointReference><wsa:Address>\(appliesTo)</wsa:Address></wsa:EndpointReference>
                  </wsp:AppliesTo>
                  <wst:KeyType>\(version.bearerKeyType)</wst:KeyType>\(type)
                  <wst:RequestType>\(version.issueRequestType)</wst:RequestType>
                </wst:RequestSecurityToken>
              </s:Body>
            </s:Envelope>
            """
    }
}

extension Site {
    func securityToken(_ message: SecurityTokenMessage = SecurityTokenMessage()) throws -> TestResponse {
        try securityToken(message.text, message.version)
    }

    func securityToken(_ message: String, _ version: WSTrustVersion = .v13) throws -> TestResponse {
        let path = version == .v13 ? "13" : "2005"
        return try post(
            "/adfs/services/trust/\(path)/usernamemixed", encoded: message,
            headers: [("Content-Type", "application/soap+xml; charset=utf-8")])
    }

    /// Returns the assertion in the response, extracted as text as in MSAL and ADAL.
    func assertion(_ message: SecurityTokenMessage = SecurityTokenMessage()) throws -> String {
        let response = try securityToken(message)
        let open = response.text.split(separator: "<trust:RequestedSecurityToken>", maxSplits: 1)
        guard open.count == 2 else { throw Unexpected(response) }
        return String(open[1].prefix(while: { _ in true }).split(separator: "</trust:RequestedSecurityToken>")[0])
    }

    /// Redeems an assertion for tokens.
    func bearer(
        _ assertion: String, _ version: SAMLAssertion.Version = .saml11, _ client: Client = Federated.native,
        _ more: Parameters = [:], tenant: String = "organizations", _ endpoint: EndpointVersion = .v2
    ) throws -> TestResponse {
        let type = version == .saml11 ? "saml1_1-bearer" : "saml2-bearer"
        let target: Parameters =
            endpoint == .v2
            ? ["scope": "openid profile offline_access api://orders/Orders.Read"]
            : ["resource": "api://orders", "scope": "openid"]
        return try token(
            client.credentials.with([
                "grant_type": "urn:ietf:params:oauth:grant-type:\(type)", "assertion": Base64.url(assertion.utf8),
            ]).with(target).with(more),
            tenant: tenant, endpoint)
    }

    func password(
        _ username: String = "alex@contoso.com", _ password: String = Federated.password,
        _ client: Client = Federated.native, _ more: Parameters = [:], tenant: String = "contoso.com",
        _ endpoint: EndpointVersion = .v2
    ) throws -> TestResponse {
        let target: Parameters =
            endpoint == .v2
            ? ["scope": "openid profile offline_access api://orders/Orders.Read"]
            : ["resource": "api://orders", "scope": "openid"]
        return try token(
            client.credentials.with(["grant_type": "password", "username": username, "password": password])
                .with(target).with(more),
            tenant: tenant, endpoint)
    }
}

/// A valid or invalid assertion of the partner's identity provider.
struct PartnerAssertion {
    var assertion: SAMLAssertion

    init(
        _ version: SAMLAssertion.Version = .saml11, user: String = "pat@partner.contoso.com",
        immutableID: String = "cGF0"
    ) {
        let now = MockEntra.start
        assertion = SAMLAssertion(
            version: version, id: "_1", issuer: Federated.partnerIssuer, issueInstant: now, notBefore: now,
            notOnOrAfter: now.adding(seconds: 600), audiences: ["urn:federation:MicrosoftOnline"],
            nameIdentifier: immutableID, authenticationMethod: version.password, authenticationInstant: now)
        assertion.attributes = [
            SAMLAssertion.Attribute(SAMLAssertion.ClaimType.userPrincipalName, [user]),
            SAMLAssertion.Attribute(SAMLAssertion.ClaimType.immutableID, [immutableID]),
        ]
    }

    func with(_ change: (inout SAMLAssertion) -> Void) -> PartnerAssertion {
        var changed = self
        change(&changed.assertion)
        return changed
    }

    /// Returns the signed assertion. The change applies before the signature.
    func element(
        by key: SigningKey? = nil, changing change: (inout XMLElement) -> Void = { _ in }
    ) throws -> XMLElement {
        var element = assertion.element
        change(&element)
        return try XMLSignature.sign(
            element, id: assertion.id, at: assertion.version.signaturePosition, key: key ?? Assertion.key.get())
    }

    func signed(
        by key: SigningKey? = nil, changing change: (inout XMLElement) -> Void = { _ in }
    ) throws -> String {
        String(decoding: try element(by: key, changing: change).canonical, as: UTF8.self)
    }
}
