import Crypto
import Entra
import Formats
import Testing

@Suite struct SAMLBearerTests {
    @Test("An assertion of the stand-in is redeemed for tokens", arguments: SAMLAssertion.Version.allCases)
    func redeemsAssertionOfStandIn(_ version: SAMLAssertion.Version) throws {
        let site = try Federated.entra().site
        let assertion = try site.assertion(SecurityTokenMessage(tokenType: version.namespace))
        let response = try site.bearer(assertion, version)
        #expect(response["scope"] == "api://orders/Orders.Read")
        let identity = try Token(response["id_token"])
        #expect(identity["preferred_username"] == "fred@federated.contoso.com")
        let refreshed = try site.token(
            Federated.native.refresh(try #require(response["refresh_token"])), tenant: "contoso.com")
        #expect(refreshed.outcome == .json)
    }

    @Test("Version 1 accepts either base64 alphabet and reports the authentication method")
    func acceptsEitherBase64AndReportsMethodInVersion1() throws {
        let site = try Federated.entra().site
        let assertion = try site.assertion()
        for text in [Base64.standard(assertion.utf8), Base64.url(assertion.utf8)] {
            let response = try site.bearer(assertion, .saml11, .mobile, ["assertion": text], tenant: "contoso.com", .v1)
            #expect(response["resource"] == "api://orders")
            #expect(try Token(response["id_token"]).list("amr") == ["fed"])
        }
    }

    @Test(
        "A confidential client redeems an assertion of another identity provider",
        arguments: SAMLAssertion.Version.allCases)
    func redeemsPartnerAssertionForConfidentialClient(_ version: SAMLAssertion.Version) throws {
        let site = try Federated.entra().site
        let assertion = try PartnerAssertion(version).signed()
        #expect(try site.bearer(assertion, version, Federated.web, tenant: "contoso.com").outcome == .json)
        #expect(
            try site.bearer(assertion, version, Federated.web, ["client_secret": nil], tenant: "contoso.com").code
                == 7_000_218)
    }

    @Test("White space, line breaks in base64 and comments do not affect an assertion")
    func ignoresWhiteSpaceAndComments() throws {
        let element = try PartnerAssertion().element { element in
            element.children.insert(.text("\n  "), at: 0)
        }
        let text = String(decoding: element.canonical, as: UTF8.self)
        let broken = text.replacing("</ds:SignatureValue>", with: "\n</ds:SignatureValue>")
        let commented =
            "<?xml version=\"1.0\"?>" + broken.replacing("<ds:SignedInfo>", with: "<!-- c --><ds:SignedInfo>")
        #expect(try Federated.entra().site.bearer(commented).outcome == .json)
    }

    struct Failure: Row {
        let name: String
        let outcome: Outcome
        var version = SAMLAssertion.Version.saml11
        let make: @Sendable () throws -> String

        init(
            _ name: String, _ code: Int, _ error: String = "invalid_grant",
            _ version: SAMLAssertion.Version = .saml11, _ make: @escaping @Sendable () throws -> String
        ) {
            self.name = name
            outcome = .jsonError(400, error, code)
            self.version = version
            self.make = make
        }

        init(
            _ name: String, _ code: Int, _ error: String = "invalid_grant", _ version: SAMLAssertion.Version = .saml11,
            changing change: @escaping @Sendable (inout SAMLAssertion) -> Void
        ) {
            self.init(name, code, error, version) { try PartnerAssertion(version).with(change).signed() }
        }
    }

    private static let skew: Int64 = 300

    static let failures: [Failure] = [
        Failure("not XML", 50008) { "x" },
        Failure("another element", 50008) { "<a/>" },
        Failure("the other version", 50008) { try PartnerAssertion(.saml2).signed() },
        Failure("the other version, in reverse", 50008, "invalid_grant", .saml2) { try PartnerAssertion().signed() },
        Failure("a document type", 50008) { "<!DOCTYPE a>" + (try PartnerAssertion().signed()) },
        Failure("unknown issuer", 50107, "invalid_request", changing: { $0.issuer = "urn:other" }),
        Failure("issuer in other letters", 50107, "invalid_request", changing: { $0.issuer = "URN:partner" }),
        Failure("unsigned", 50006) {
            String(decoding: PartnerAssertion().assertion.element.canonical, as: UTF8.self)
        },
        Failure("another key", 50006) { try PartnerAssertion().signed(by: Assertion.otherKey.get()) },
        Failure("the issuer of another domain", 50006) {
            try PartnerAssertion().with { $0.issuer = "http://federated.contoso.com/adfs/services/trust" }.signed()
        },
        Failure("changed text", 50006) {
            try PartnerAssertion().signed().replacing("pat@partner", with: "alex@partner")
        },
        Failure("changed attribute", 50006) {
            try PartnerAssertion().signed().replacing("NotOnOrAfter=\"2026", with: "NotOnOrAfter=\"2036")
        },
        Failure("expired", 500133, changing: { $0.notOnOrAfter = MockEntra.start.adding(seconds: -skew) }),
        Failure(
            "expired confirmation", 500133, "invalid_grant", .saml2,
            changing: { $0.notOnOrAfter = MockEntra.start.adding(seconds: -skew) }),
        Failure("not yet valid", 500133, changing: { $0.notBefore = MockEntra.start.adding(seconds: skew + 1) }),
        Failure("another audience", 50008, changing: { $0.audiences = ["urn:other"] }),
        Failure("no audience", 50008, changing: { $0.audiences = [] }),
        Failure("no user", 50008, changing: { $0.attributes = [] }),
        Failure(
            "two users", 50008,
            changing: { assertion in
                assertion.attributes.append(
                    .init(SAMLAssertion.ClaimType.userPrincipalName, ["paul@partner.contoso.com"]))
            }),
        Failure("no name identifier", 50008, changing: { $0.nameIdentifier = "" }),
        Failure("a condition that is not known", 50008) {
            try PartnerAssertion().signed { element in
                guard case .element(var conditions)? = element.children.first else { return }
                conditions.children.append(.element(XMLElement(XMLElement.Name("Condition"))))
                element.children[0] = .element(conditions)
            }
        },
        Failure("user of a managed domain", 51004) { try PartnerAssertion(user: "alex@contoso.com").signed() },
        Failure("user of another provider's domain", 51004) {
            try PartnerAssertion(user: "fred@federated.contoso.com").signed()
        },
        Failure("unknown user", 51004) { try PartnerAssertion(user: "x@partner.contoso.com").signed() },
        Failure("another immutable id", 51004) { try PartnerAssertion(immutableID: "x").signed() },
        Failure("disabled user", 50057) {
            try PartnerAssertion(user: "paul@partner.contoso.com", immutableID: "cGF1bA==").signed()
        },
    ]

    @Test("An invalid assertion is rejected with its own code", arguments: failures)
    func rejectsInvalidAssertion(_ row: Failure) throws {
        let response = try Federated.entra().site.bearer(row.make(), row.version)
        #expect(response.outcome == row.outcome, "\(response.text)")
    }

    /// Signature-wrapping attacks. The signed element stays in the document, and a forged element takes its place.
    static let wrapped: [Failure] = [
        Failure("signed assertion inside a forged one", 50006) {
            let signed = try PartnerAssertion().element()
            var forged = PartnerAssertion(user: "paul@partner.contoso.com").with { $0.id = "_2" }.assertion.element
            forged.children.append(.element(signed))
            return text(forged)
        },
        Failure("its signature moved to a forged one", 50006) {
            let signed = try PartnerAssertion().element()
            var forged = PartnerAssertion(user: "paul@partner.contoso.com").with { $0.id = "_2" }.assertion.element
            if let signature = signed.elements.last { forged.children.append(.element(signature)) }
            forged.children.append(.element(signed))
            return text(forged)
        },
        Failure("forged one of the same id around it", 50006) {
            let signed = try PartnerAssertion().element()
            var forged = PartnerAssertion(user: "paul@partner.contoso.com").assertion.element
            if var signature = signed.elements.last {
                signature.children.append(.element(XMLElement(XMLElement.Name("Object"), elements: [signed])))
                forged.children.append(.element(signature))
            }
            return text(forged)
        },
        Failure("two signatures", 50006) {
            var signed = try PartnerAssertion().element()
            if let signature = signed.elements.last { signed.children.append(.element(signature)) }
            return text(signed)
        },
        Failure("a wrapper element", 50008) {
            text(XMLElement(XMLElement.Name("Response"), elements: [try PartnerAssertion().element()]))
        },
        Failure("a forged statement next to the signed ones", 50006) {
            var signed = try PartnerAssertion().element()
            let other = PartnerAssertion(user: "paul@partner.contoso.com").assertion.element
            signed.children.insert(.element(other.elements[1]), at: 1)
            return text(signed)
        },
        Failure("an attribute value in the signature", 50006) {
            var signed = try PartnerAssertion().with { $0.attributes = [] }.element()
            if case .element(var signature)? = signed.children.last {
                signature.children += PartnerAssertion().assertion.element.elements.map(XMLElement.Child.element)
                signed.children[signed.children.count - 1] = .element(signature)
            }
            return text(signed).replacing("URI=\"#_1\"", with: "URI=\"\"")
        },
    ]

    private static func text(_ element: XMLElement) -> String { String(decoding: element.canonical, as: UTF8.self) }

    @Test("An assertion with a wrapped signature is rejected", arguments: wrapped)
    func rejectsSignatureWrapping(_ row: Failure) throws {
        #expect(try Federated.entra().site.bearer(row.make()).outcome == row.outcome)
    }

    @Test("An expired password of a federated user is reported")
    func reportsExpiredFederatedPassword() throws {
        let site = try Federated.entra().site
        let message = SecurityTokenMessage(username: "eva@federated.contoso.com", password: Federated.password)
        let response = try site.bearer(site.assertion(message))
        #expect(response.outcome == .jsonError(400, "invalid_grant", 50144))
    }

    @Test("A malformed or missing assertion and an unsuitable authority are rejected")
    func rejectsInvalidAssertionRequests() throws {
        let site = try Federated.entra().site
        let assertion = try PartnerAssertion().signed()
        #expect(try site.bearer(assertion, .saml11, .mobile, ["assertion": "%"]).code == 50008)
        #expect(try site.bearer(assertion, .saml11, .mobile, ["assertion": nil]).code == 900144)
        #expect(try site.bearer(assertion, tenant: "common").code == 9_001_023)
        #expect(try site.bearer(assertion, tenant: "fabrikam.com").code == 50020)
        #expect(try site.bearer(assertion, .saml11, Federated.unconsented, tenant: "contoso.com").code == 65001)

        let customers = try MockEntra().site.bearer(assertion, .saml2, .woodgrove, tenant: Seed.woodgrove)
        #expect(customers.code == 90090)
        #expect(customers["error_description"]?.contains("grant-type:saml2-bearer") == true)
    }
}
