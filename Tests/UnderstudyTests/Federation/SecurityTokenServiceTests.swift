import Crypto
import Entra
import Formats
import Protocol
import Testing
@testable import Understudy

@Suite struct SecurityTokenServiceTests {
    @Test("The metadata links the https ports of both versions to policies with a user name token")
    func metadataLinksPortsToUserNamePolicies() throws {
        let response = try Federated.entra().at("https://sts.contoso.test:8443").get("/adfs/services/trust/mex")
        #expect(response.header("Content-Type") == "application/soap+xml; charset=utf-8")
        let root = try XMLReader.read(response.body)
        let wsdl = "http://schemas.xmlsoap.org/wsdl/"
        let policies = root.elements("Policy", in: "http://schemas.xmlsoap.org/ws/2004/09/policy")
        let ids = policies.flatMap(\.attributes).filter { $0.name.local == "Id" }.map(\.value)
        let ports = root.only("service", in: wsdl)?.elements("port", in: wsdl) ?? []
        #expect(ports.count == 2)
        for port in ports {
            let address = port.only("EndpointReference", in: "http://www.w3.org/2005/08/addressing")?.elements.first?
                .content
            #expect(address?.hasPrefix("https://sts.contoso.test:8443/adfs/services/trust/") == true)
            let name = try #require(port.attribute("binding")?.split(separator: ":").last)
            let binding = try #require(
                root.elements("binding", in: wsdl).first { $0.attribute("name") == String(name) })
            #expect(ids.contains(String(binding.elements.first?.attribute("URI")?.dropFirst() ?? "")))
        }
    }

    @Test(
        "The service issues a signed assertion about the user", arguments: WSTrustVersion.allCases,
        SAMLAssertion.Version.allCases)
    func issuesSignedAssertionAboutUser(_ version: WSTrustVersion, _ tokenVersion: SAMLAssertion.Version) throws {
        let entra = try Federated.entra()
        let message = SecurityTokenMessage(version: version, tokenType: tokenVersion.tokenTypes.last)
        let response = try entra.site.securityToken(message)
        #expect(response.status == 200)
        #expect(response.text.contains("<trust:TokenType>\(tokenVersion.namespace)</trust:TokenType>"))
        #expect(response.text.contains("RequestSecurityTokenResponseCollection") == (version == .v13))
        let element = try XMLReader.read(Array(try entra.site.assertion(message).utf8))
        let verified = try XMLSignature.verify(
            element, id: element.attribute(tokenVersion.idAttribute),
            key: entra.server.keys.identityProvider.get().current.publicKey)
        let assertion = try #require(SAMLAssertion(reading: verified, tokenVersion))
        #expect(assertion.issuer == "http://federated.contoso.com/adfs/services/trust")
        #expect(assertion.audiences == ["urn:federation:MicrosoftOnline"])
        #expect(assertion.value(of: SAMLAssertion.ClaimType.userPrincipalName) == "fred@federated.contoso.com")
        #expect(assertion.notOnOrAfter == MockEntra.start.adding(seconds: 3600))
    }

    @Test("The default token type is SAML 1.1, signed with a stable key that Entra does not use")
    func issuesSAML11ByDefaultWithSeparateKey() throws {
        let entra = try Federated.entra()
        #expect(try entra.site.assertion().contains(SAMLAssertion.Version.saml11.namespace))
        let key = try entra.server.keys.identityProvider.get().current
        #expect(try entra.server.keys.identityProvider.get().current === key)
        #expect(try entra.server.keys.signing.get().key(id: key.id) == nil)
    }

    struct Failure: Row {
        let name: String
        let code: String
        let change: @Sendable (inout SecurityTokenMessage) -> Void
    }

    static let failures: [Failure] = [
        Failure(name: "wrong password", code: "wsse:FailedAuthentication") { $0.password = "x" },
        Failure(name: "blank around the password", code: "wsse:FailedAuthentication") { $0.password += " " },
        Failure(name: "unknown user", code: "wsse:FailedAuthentication") { $0.username = "x@federated.contoso.com" },
        Failure(name: "unknown domain", code: "wsse:FailedAuthentication") { $0.username = "x@nowhere.example" },
        Failure(name: "no domain", code: "wsse:FailedAuthentication") { $0.username = "fred" },
        Failure(name: "managed user", code: "wsse:FailedAuthentication") {
            $0.username = "alex@contoso.com"
            $0.password = Federated.password
        },
        Failure(name: "user of another provider", code: "wsse:FailedAuthentication") {
            $0.username = "pat@partner.contoso.com"
        },
        Failure(name: "disabled user", code: "wsse:FailedAuthentication") {
            $0.username = "dina@federated.contoso.com"
        },
        Failure(name: "unknown relying party", code: "trust:RequestFailed") { $0.appliesTo = "urn:other" },
        Failure(name: "unknown token type", code: "trust:InvalidRequest") { $0.tokenType = "urn:other" },
        Failure(name: "expired", code: "wsse:MessageExpired") { $0.expires = MockEntra.start.adding(seconds: -300) },
        Failure(name: "of the future", code: "wsse:MessageExpired") {
            $0.created = MockEntra.start.adding(seconds: 301)
        },
        Failure(name: "no user name", code: "trust:InvalidRequest") { $0.username = "" },
        Failure(name: "no audience", code: "trust:InvalidRequest") { $0.appliesTo = "" },
        Failure(name: "not well-formed", code: "trust:InvalidRequest") { $0.password = "&" },
    ]

    @Test(
        "An invalid request returns a SOAP fault of the sender with status 500", arguments: failures,
        WSTrustVersion.allCases)
    func returnsSOAPFaultWithStatus500(_ row: Failure, _ version: WSTrustVersion) throws {
        var message = SecurityTokenMessage(version: version)
        row.change(&message)
        let response = try Federated.entra().site.securityToken(message)
        #expect(response.status == 500)
        let soap = "http://www.w3.org/2003/05/soap-envelope"
        let fault = try XMLReader.read(response.body).only("Body", in: soap)?.only("Fault", in: soap)
        let code = fault?.only("Code", in: soap)
        #expect(code?.only("Value", in: soap)?.content == "s:Sender")
        #expect(code?.only("Subcode", in: soap)?.only("Value", in: soap)?.content == row.code)
        #expect(fault?.only("Reason", in: soap)?.only("Text", in: soap)?.content?.isEmpty == false)
    }

    @Test("Wrong passwords at any endpoint lock the account for a minute")
    func locksAccountAfterWrongPasswordsAtAnyEndpoint() throws {
        let entra = try Federated.entra()
        let site = entra.site
        for _ in 0..<5 { #expect(try site.securityToken(SecurityTokenMessage(password: "x")).status == 500) }
        let page =
            "/adfs/ls/?wa=wsignin1.0&wtrealm=urn%3Afederation%3AMicrosoftOnline&username=fred%40federated.contoso.com"
        let browser = Browser(site)
        try browser.open(page)
        for _ in 0..<5 { try browser.press(filling: ["passwd": "wrong"]) }
        #expect(try site.securityToken().text.contains("wsse:FailedAuthentication"))
        try browser.press(filling: ["passwd": "Under & <study>!"])
        #expect(browser.page.kind == .password)
        entra.clock.advance(seconds: 61)
        #expect(
            try site.securityToken(SecurityTokenMessage(created: entra.clock.now(), expires: .distantFuture)).status
                == 200)
    }

    @Test(
        "A message that is not a request of that version returns a fault",
        arguments: [
            "", "x", "<a/>", "<!DOCTYPE a [<!ENTITY x 'y'>]><a>&x;</a>",
            "<s:Envelope xmlns:s='http://www.w3.org/2003/05/soap-envelope'><s:Header/><s:Body/></s:Envelope>",
            SecurityTokenMessage(version: .v2005).text,
        ])
    func returnsFaultForMalformedMessage(_ message: String) throws {
        let response = try Federated.entra().site.securityToken(message, .v13)
        #expect(response.status == 500)
        #expect(response.text.contains("trust:InvalidRequest"))
    }

    @Test("The response omits the password, and a large body is rejected")
    func omitsPasswordAndLimitsBodySize() throws {
        let site = try Federated.entra().site
        #expect(try !site.securityToken().text.contains("study"))
        let large = SecurityTokenMessage(password: String(repeating: "x", count: 65_536)).text
        #expect(try site.securityToken(large).status == 413)
    }
}
