import Crypto
import Directory
import Entra
import Formats
@testable import Protocol
import Store
import Testing

/// Checks the assertions that this service issues.
@Suite struct SAMLTokenTests {
    private static let now = Timestamp(seconds: 1_790_000_000)
    private static let keys = Result { () throws(CryptoFailure) in try KeyMaterial.seeded("SAML tokens") }

    @Test(
        "The assertion names the user, audience and lifetime, and the tenant's token key signs it",
        arguments: [Tenant.Kind.workforce, .external])
    func issuesSignedAssertionForUser(_ kind: Tenant.Kind) throws {
        let tenantID = TenantID("11111111-1111-4111-8111-111111111111")
        var user = User(
            id: ObjectID("eeeeeeee-0000-4000-8000-000000000001"), userPrincipalName: "alex@contoso.com",
            displayName: "Alex Wilber", tenantID: tenantID)
        user.givenName = "Alex"
        let tenant = Tenant(
            id: tenantID, displayName: "Contoso", kind: kind, domains: ["contoso.com"], users: [user])
        let keys = try SAMLTokenTests.keys.get()
        let directory = Directory(tenants: [tenant])
        let services = Services(
            directory: directory, editor: DirectoryStore(directory), store: MemoryStore(), outbox: Outbox(),
            keys: keys, random: SystemRandom(),
            now: SAMLTokenTests.now, origin: Origin(scheme: "https", host: "localhost", port: 8443),
            peerAddress: "203.0.113.7")
        let subject = TokenSubject(
            user: user, tenant: tenant,
            authentication: Authentication(
                home: user.home, time: SAMLTokenTests.now.seconds - 60, methods: ["pwd"],
                sessionID: services.random.guid(), order: 0))
        let key = try (kind == .external ? keys.externalSigning : keys.signing).get().current.publicKey
        let resource = Application(
            appId: "aaaaaaaa-0000-4000-8000-000000000005", servicePrincipalID: ObjectID(""), displayName: "Orders")
        for version in SAMLAssertion.Version.allCases {
            let issued = try TokenMinter(services).samlToken(
                version, for: subject, audience: "api://orders", resource: resource, client: resource,
                settings: Settings(SettingsProperties()))
            #expect(issued.lifetime == 3_600)
            let element = try XMLReader.read(#require(Base64.decodeURL(issued.token.utf8)))
            let verified = try XMLSignature.verify(
                element, id: element.attribute(version.idAttribute), key: key)
            let assertion = try #require(SAMLAssertion(reading: verified, version))
            #expect(assertion.issuer == "https://localhost:8443/\(tenantID)/")
            #expect(assertion.audiences == ["api://orders"])
            #expect(assertion.notOnOrAfter == SAMLTokenTests.now.adding(seconds: 3_600))
            #expect(assertion.authenticationInstant == SAMLTokenTests.now.adding(seconds: -60))
            #expect(assertion.nameIdentifier.utf8.count == 43)
            let soap = "http://schemas.xmlsoap.org/ws/2005/05/identity/claims"
            #expect(assertion.value(of: "\(soap)/name") == "alex@contoso.com")
            #expect(assertion.value(of: "\(soap)/givenname") == "Alex")
            #expect(assertion.value(of: "\(soap)/surname") == nil)
        }
    }
}
