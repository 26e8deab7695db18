import Crypto
import Directory
import Entra
import Formats
import Store
import Testing
@testable import Understudy

/// An API calls another API on behalf of its caller (docs/reference/protocol.md#on-behalf-of).
@Suite struct OnBehalfOfTests {
    static let grantType = "urn:ietf:params:oauth:grant-type:jwt-bearer"

    static func request(_ client: Client, _ assertion: String) -> Parameters {
        client.credentials.with([
            "grant_type": grantType, "assertion": assertion, "requested_token_use": "on_behalf_of",
            "scope": "api://orders/Orders.Read",
        ])
    }

    /// The token with which a user's application calls the middle tier.
    static func callersToken(
        _ site: Site, scope: String = "api://middle/access", as user: String = "alex@contoso.com"
    ) throws -> String {
        let response = try site.tokens(.mobile, ["scope": scope], as: user, tenant: "contoso.com")
        return response["access_token"] ?? ""
    }

    static func daemonsToken(_ site: Site) throws -> String {
        let response = try site.token(
            Client.daemon.credentials.with(["grant_type": "client_credentials", "scope": "api://middle/.default"]),
            tenant: "contoso.com")
        return response["access_token"] ?? ""
    }

    private func exchange(
        _ site: Site, _ change: Parameters = [:], tenant: String = "contoso.com", _ version: EndpointVersion = .v2
    ) throws -> TestResponse {
        try site.token(
            OnBehalfOfTests.request(Lab.middle, OnBehalfOfTests.callersToken(site)).with(change), tenant: tenant,
            version)
    }

    @Test("The token is for the other API and the same user, and names the middle tier")
    func issuesTokenForOtherAPIAndSameUser() throws {
        let site = try Lab.entra().site
        let response = try exchange(site)
        let token = try Token(response["access_token"])
        #expect(token["aud"] == Seed.orders)
        #expect(token["oid"] == Seed.alex)
        #expect(token["tid"] == Seed.contoso)
        #expect(token["azp"] == Lab.middle.id)
        #expect(token["azpacr"] == "1")
        #expect(token["scp"] == "Orders.Read")
        #expect(response["scope"] == "api://orders/Orders.Read")
        #expect(response["refresh_token"] == nil)
        #expect(response["id_token"] == nil)
    }

    @Test("A refresh token and an ID token are issued on request")
    func issuesRefreshAndIDTokensOnRequest() throws {
        let site = try Lab.entra().site
        let response = try exchange(
            site, ["scope": "openid profile offline_access api://orders/Orders.Read", "client_info": "1"])
        let idToken = try Token(response["id_token"])
        #expect(idToken["aud"] == Lab.middle.id)
        #expect(idToken["oid"] == Seed.alex)
        #expect(response["client_info"] != nil)
        let refreshed = try site.token(
            Lab.middle.refresh(try #require(response["refresh_token"])), tenant: "contoso.com")
        #expect(try Token(refreshed["access_token"])["aud"] == Seed.orders)
    }

    @Test("Version 1 names a resource, returns strings and issues a refresh token")
    func versionOneNamesResourceAndIssuesRefreshToken() throws {
        let response = try exchange(
            Lab.entra().site, ["scope": "openid", "resource": "https://legacy.contoso.com/"], .v1)
        #expect(try Token(response["access_token"])["aud"] == "https://legacy.contoso.com/", "\(response.text)")
        #expect(response["expires_in"] != nil)
        #expect(response["resource"] == "https://legacy.contoso.com/")
        #expect(response["refresh_token"] != nil)
        #expect(response["id_token"] != nil)
    }

    @Test("The .default scope returns the permissions granted to the middle tier")
    func defaultScopeReturnsGrantedPermissions() throws {
        let response = try exchange(Lab.entra().site, ["scope": "api://orders/.default"])
        #expect(try Token(response["access_token"])["scp"] == "Orders.Read")
    }

    @Test("A guest's token is exchanged in the issuing tenant and remains the guest's")
    func exchangesGuestTokenInIssuingTenant() throws {
        let site = try Lab.entra().site
        let token = try OnBehalfOfTests.callersToken(site, as: "megan@fabrikam.com")
        let response = try site.token(
            OnBehalfOfTests.request(Lab.middle, token).with(["client_info": "1"]), tenant: "contoso.com")
        #expect(
            try Token(response["access_token"])["oid"] == "eeeeeeee-0000-4000-8000-0000000000aa", "\(response.text)")
        let info = try #require(response["client_info"].flatMap { Base64.decodeURL($0.utf8) }.flatMap(JSONValue.init))
        #expect(info["uid"]?.string == Seed.megan)
        #expect(info["utid"]?.string == Seed.fabrikam)
    }

    struct Rejection: Row {
        let name: String
        let change: Parameters
        let outcome: Outcome
        var tenant = "contoso.com"
    }

    static let rejections: [Rejection] = [
        Rejection(
            name: "no use", change: ["requested_token_use": nil], outcome: .jsonError(400, "invalid_request", 900144)),
        Rejection(
            name: "another use", change: ["requested_token_use": "x"],
            outcome: .jsonError(400, "invalid_request", 90100)),
        Rejection(
            name: "no assertion", change: ["assertion": nil], outcome: .jsonError(400, "invalid_request", 900144)),
        Rejection(name: "no scope", change: ["scope": nil], outcome: .jsonError(400, "invalid_request", 900144)),
        Rejection(
            name: "another kind of token", change: ["requested_token_type": "urn:ietf:params:oauth:token-type:jwt"],
            outcome: .jsonError(400, "invalid_request", 90100)),
        Rejection(
            name: "no credential", change: ["client_secret": nil], outcome: .jsonError(401, "invalid_client", 7_000_218)
        ),
        Rejection(
            name: "a wrong secret", change: ["client_secret": "x"],
            outcome: .jsonError(401, "invalid_client", 7_000_215)),
        Rejection(name: "no JWT", change: ["assertion": "x"], outcome: .jsonError(400, "invalid_request", 50027)),
        Rejection(
            name: "no consent", change: ["scope": "api://orders/Orders.Write"],
            outcome: .jsonError(400, "invalid_grant", 65001)),
        Rejection(
            name: "several resources", change: ["scope": "api://orders/Orders.Read User.Read"],
            outcome: .jsonError(400, "invalid_request", 28000)),
        Rejection(
            name: "over common", change: [:], outcome: .jsonError(400, "invalid_request", 9_001_023), tenant: "common"),
        Rejection(
            name: "in another tenant", change: [:], outcome: .jsonError(400, "unauthorized_client", 700016),
            tenant: "fabrikam.com"),
        Rejection(
            name: "claims that are no JSON", change: ["claims": "x"],
            outcome: .jsonError(400, "invalid_request", 9_000_410)),
    ]

    @Test("An invalid request is rejected", arguments: rejections)
    func rejectsInvalidRequest(_ row: Rejection) throws {
        let response = try exchange(Lab.entra().site, row.change, tenant: row.tenant)
        #expect(response.outcome == row.outcome, "\(response.text)")
    }

    @Test("An API that accepts SAML only gets an assertion", arguments: ["saml1", "saml2"])
    func issuesSAMLAssertionOnRequest(_ version: String) throws {
        let type = "urn:ietf:params:oauth:token-type:\(version)"
        let response = try exchange(Lab.entra().site, ["requested_token_type": type])
        #expect(response["issued_token_type"] == type)
        #expect(response["token_type"] == "Bearer")
        let bytes = try #require(response["access_token"].flatMap { Base64.decodeURL($0.utf8) })
        let assertion = String(decoding: bytes, as: UTF8.self)
        #expect(assertion.contains("urn:oasis:names:tc:SAML:\(version == "saml1" ? "1.0" : "2.0"):assertion"))
        #expect(assertion.contains("api://orders"))
        #expect(assertion.contains("alex@contoso.com"))
        // v2-oauth2-on-behalf-of-flow, § SAML assertions obtained with an OAuth2.0 OBO flow.
        #expect(response.json?["expires_on"]?.integer == MockEntra.start.seconds + 3600)
        #expect(response["resource"] == "api://orders")
        #expect(assertion.contains("Recipient") == false, "the API has no reply URL")
    }

    @Test(
        "The recipient of an assertion is the first reply URL of the API without a wildcard",
        arguments: [("https://saml.contoso.com", "https://saml.contoso.com"), ("testapp", "spn:testapp")])
    func namesRecipientOfAssertion(_ entityID: String, _ resource: String) throws {
        let api = "aaaaaaaa-0000-4000-8000-0000000003a1"
        let site = try MockEntra(
            yaml: """
                settings: {consent: automatic}
                tenants:
                  - id: \(Seed.contoso)
                    domains: [contoso.com]
                    users: [{userPrincipalName: alex@contoso.com, password: Understudy!1}]
                    applications:
                      - {appId: \(Client.mobile.id), publicClient: {redirectUris: ["http://localhost"]}}
                      - {appId: \(Lab.middle.id), identifierUris: ["api://middle"], passwordCredentials: [{secretText: middle-secret}],
                         api: {oauth2PermissionScopes: [{value: access}]}}
                      - {appId: \(api), identifierUris: ["\(entityID)"], api: {oauth2PermissionScopes: [{value: read}]},
                         web: {redirectUris: ["https://*.saml.contoso.com/acs", "https://saml.contoso.com/acs", "https://saml.contoso.com/b"]}}
                    oauth2PermissionGrants:
                      - {clientId: \(Lab.middle.id), resourceId: \(api), consentType: AllPrincipals, scope: read}
                """
        ).site
        let response = try site.token(
            OnBehalfOfTests.request(Lab.middle, OnBehalfOfTests.callersToken(site)).with([
                "requested_token_type": "urn:ietf:params:oauth:token-type:saml2", "scope": "\(resource)/.default",
            ]), tenant: "contoso.com")
        let bytes = try #require(response["access_token"].flatMap { Base64.decodeURL($0.utf8) }, "\(response.text)")
        #expect(String(decoding: bytes, as: UTF8.self).contains("Recipient=\"https://saml.contoso.com/acs\""))
        #expect(response["resource"] == resource)
    }

    @Test("A token for Microsoft Graph is not a valid assertion, because only Graph can verify it")
    func rejectsTokenForGraph() throws {
        // msal.net#1317, adal-java#233, msgraph-sdk-php#1585, azure-sdk-for-java#25109.
        let site = try Lab.entra().site
        let token = try #require(try site.tokens()["access_token"])
        let graph = try site.tokens(.mobile, ["scope": "User.Read"])["access_token"] ?? ""
        let response = try site.token(OnBehalfOfTests.request(Lab.middle, graph), tenant: "contoso.com")
        #expect(response.outcome == .jsonError(400, "invalid_grant", 50013))
        let other = try site.token(OnBehalfOfTests.request(Lab.middle, token), tenant: "contoso.com")
        #expect(other.outcome == .jsonError(400, "invalid_grant", 500131))
    }

    @Test("Stubbed token faults apply to SAML assertions", arguments: ["saml1", "saml2"])
    func appliesTokenFaultsToSAMLAssertions(_ word: String) throws {
        let entra = try Lab.entra()
        let key = try entra.server.keys.signing.get().current.publicKey
        let version = word == "saml1" ? SAMLAssertion.Version.saml11 : .saml2
        let form = try OnBehalfOfTests.request(Lab.middle, OnBehalfOfTests.callersToken(entra.site)).with([
            "requested_token_type": "urn:ietf:params:oauth:token-type:\(word)"
        ])
        try entra.site.stub(
            #"{"parameter":{"requested_token_use":"on_behalf_of"}}"#,
            #"{"fault":"wrongSignature"},{"fault":"expiredToken"},{"fault":"notYetValidToken"},{"fault":"unknownKid"}"#)
        let now = MockEntra.start
        for (isSigned, isBegun, isOver) in [
            (false, true, false), (true, true, true), (true, false, false), (false, true, false), (true, true, false),
        ] {
            let token = try #require(entra.site.token(form, tenant: "contoso.com")["access_token"])
            let element = try XMLReader.read(try #require(Base64.decodeURL(token.utf8)))
            let verified = try? XMLSignature.verify(element, id: element.attribute(version.idAttribute), key: key)
            #expect((verified != nil) == isSigned)
            let assertion = try #require(SAMLAssertion(reading: element, version))
            #expect((assertion.notBefore <= now) == isBegun && (assertion.notOnOrAfter <= now) == isOver)
        }
    }

    @Test("Missing consent has the suberror consent_required")
    func reportsMissingConsentWithSuberror() throws {
        let response = try exchange(Lab.entra().site, ["scope": "api://orders/Orders.Write"])
        #expect(response["suberror"] == "consent_required")
    }

    struct Statement: Row {
        let name: String
        let code: Int
        var error = "invalid_grant"
        let make: @Sendable (Site) throws -> String
    }

    static let statements: [Statement] = [
        Statement(name: "for another API", code: 500131) { try callersToken($0, scope: "api://orders/Orders.Read") },
        Statement(name: "for Graph", code: 50013) { try callersToken($0, scope: "User.Read") },
        Statement(name: "an id_token", code: 240_002) { site in
            try site.tokens(Lab.middle, ["scope": "openid"], tenant: "contoso.com")["id_token"] ?? ""
        },
        Statement(name: "of an application, msal.net#2130", code: 7_000_114, error: "unauthorized_client") {
            try daemonsToken($0)
        },
        Statement(name: "of another type", code: 5_002_727, error: "invalid_client") { site in
            let parts = try callersToken(site).split(separator: ".")
            return "\(Base64.url(Array(#"{"typ":"at+jwt","alg":"RS256","kid":"k"}"#.utf8))).\(parts[1]).\(parts[2])"
        },
        Statement(name: "changed", code: 50013) { site in
            let parts = try callersToken(site).split(separator: ".")
            let claims = try #require(Base64.decodeURL(parts[1].utf8))
            let text = String(decoding: claims, as: UTF8.self).replacing(Seed.alex, with: Seed.megan)
            return "\(parts[0]).\(Base64.url(Array(text.utf8))).\(parts[2])"
        },
        Statement(name: "of a key of one's own", code: 50013) { site in
            let token = try Token(callersToken(site))
            var assertion = try Assertion(Lab.middle)
            assertion.claims = token.claims.object ?? []
            return try assertion.with(header: ["kid": token.header["kid"]]).signed()
        },
        Statement(name: "unsigned", code: 50013) { site in
            let parts = try callersToken(site).split(separator: ".")
            return "\(Base64.url(Array(#"{"alg":"none"}"#.utf8))).\(parts[1])."
        },
    ]

    @Test("Only an access token for the middle tier is accepted as the assertion", arguments: statements)
    func acceptsOnlyAccessTokenForMiddleTier(_ row: Statement) throws {
        let site = try Lab.entra().site
        let response = try site.token(
            OnBehalfOfTests.request(Lab.middle, try row.make(site)), tenant: "contoso.com")
        #expect(response.code == row.code, "\(response.text)")
        #expect(response.error == row.error)
    }

    @Test("A chain of three APIs keeps the user and the sign-in, and a revocation ends the chain")
    func chainKeepsUserUntilRevocation() throws {
        let entra = try MockEntra(yaml: OnBehalfOfTests.chain)
        let site = entra.site
        let first = Client(id: OnBehalfOfTests.api("b"), redirectURI: "", secret: "b")
        let second = Client(id: OnBehalfOfTests.api("c"), redirectURI: "", secret: "c")
        let caller = try site.tokens(.mobile, ["scope": "api://b/access"], tenant: "contoso.com")
        let middle = try site.token(
            OnBehalfOfTests.request(first, try #require(caller["access_token"])).with(["scope": "api://c/access"]),
            tenant: "contoso.com")
        let last = try site.token(
            OnBehalfOfTests.request(second, try #require(middle["access_token"])).with(["scope": "User.Read"]),
            tenant: "contoso.com")
        let graph = try Token(last["access_token"])
        #expect(graph["oid"] == Seed.alex, "\(last.text)")
        #expect(graph["appid"] == second.id)
        let direct = try site.token(
            OnBehalfOfTests.request(first, try #require(caller["access_token"])).with(["scope": "User.Read"]),
            tenant: "contoso.com")
        let sid = try Token(direct["access_token"])["sid"]
        #expect(sid != nil)
        #expect(graph["sid"] == sid)

        entra.clock.advance(seconds: 1)
        // Signing out of the browser does not end an application's own sign-in, but revoking the user does.
        entra.store.revoke(.session(try #require(sid.flatMap { GUID($0) })), before: entra.clock.now())
        let request = OnBehalfOfTests.request(second, try #require(middle["access_token"])).with(["scope": "User.Read"])
        #expect(try entra.site.token(request, tenant: "contoso.com").status == 200)
        entra.revoke(user: Seed.alex, of: Seed.contoso)
        let ended = try site.token(
            OnBehalfOfTests.request(second, try #require(middle["access_token"])).with(["scope": "User.Read"]),
            tenant: "contoso.com")
        #expect(ended.outcome == .jsonError(400, "invalid_grant", 50173))
    }

    @Test("A deleted, disabled or revoked user gets no token")
    func rejectsDeletedDisabledOrRevokedUser() throws {
        let entra = try Lab.entra()
        let token = try OnBehalfOfTests.callersToken(entra.site)
        func outcome() throws -> Outcome {
            try entra.site.token(OnBehalfOfTests.request(Lab.middle, token), tenant: "contoso.com").outcome
        }
        #expect(try outcome() == .json)
        entra.clock.advance(seconds: 1)
        entra.revoke(user: Seed.alex, of: Seed.contoso)
        #expect(try outcome() == .jsonError(400, "invalid_grant", 50173))
        for (users, code) in [
            ("", 500341),
            ("users: [{id: \(Seed.alex), userPrincipalName: alex@contoso.com, accountEnabled: false}]", 50057),
        ] {
            let other = try Lab.entra()
            let token = try OnBehalfOfTests.callersToken(other.site)
            other.replaceDirectory(try MockEntra.directory(OnBehalfOfTests.without(users)))
            let response = try other.site.token(OnBehalfOfTests.request(Lab.middle, token), tenant: "contoso.com")
            #expect(response.outcome == .jsonError(400, "invalid_grant", code))
            let isNamed = response["error_description"]?.contains("The user account  has") == false
            #expect(isNamed, "the message names the user")
        }
    }

    @Test("A known client's consent to the .default scope of an API covers the permissions of that API")
    func knownClientConsentCoversPermissionsOfAPI() throws {
        let site = try MockEntra(yaml: OnBehalfOfTests.chain).site
        let first = Client(id: OnBehalfOfTests.api("d"), redirectURI: "", secret: "d")
        let token = try site.tokens(.mobile, ["scope": "api://d/.default"], tenant: "contoso.com")
        let response = try site.token(
            OnBehalfOfTests.request(first, try #require(token["access_token"])).with([
                "scope": "https://graph.microsoft.com/.default"
            ]), tenant: "contoso.com")
        #expect(try Token(response["access_token"])["appid"] == first.id, "\(response.text)")
    }

    private static func api(_ letter: String) -> String { "bbbbbbbb-0000-4000-8000-00000000000\(letter)" }

    /// B calls C and Graph, C calls Graph, and D names the mobile application as a known client.
    private static let chain = """
        tenants:
          - id: \(Seed.contoso)
            domains: [contoso.com]
            users: [{id: \(Seed.alex), userPrincipalName: alex@contoso.com, password: Understudy!1}]
            applications:
              - {appId: \(Client.mobile.id), publicClient: {redirectUris: ["http://localhost"]},
                 requiredResourceAccess: [{resourceAppId: \(api("d")), resourceAccess: [{id: access, type: Scope}]}]}
              - {appId: \(api("b")), identifierUris: ["api://b"], passwordCredentials: [{secretText: b}],
                 api: {requestedAccessTokenVersion: 2, oauth2PermissionScopes: [{value: access}]}}
              - {appId: \(api("c")), identifierUris: ["api://c"], passwordCredentials: [{secretText: c}],
                 api: {requestedAccessTokenVersion: 1, oauth2PermissionScopes: [{value: access}]}}
              - {appId: \(api("d")), identifierUris: ["api://d"], passwordCredentials: [{secretText: d}],
                 requiredResourceAccess: [{resourceAppId: \(Seed.graph), resourceAccess: [{id: User.Read, type: Scope}]}],
                 api: {requestedAccessTokenVersion: 2, oauth2PermissionScopes: [{value: access}],
                   knownClientApplications: [\(Client.mobile.id)]}}
            oauth2PermissionGrants:
              - {clientId: \(api("b")), resourceId: \(api("c")), consentType: AllPrincipals, scope: access}
              - {clientId: \(api("b")), resourceId: \(Seed.graph), consentType: AllPrincipals, scope: User.Read}
              - {clientId: \(api("c")), resourceId: \(Seed.graph), consentType: AllPrincipals, scope: User.Read}
        """

    private static func without(_ users: String) -> String {
        """
        tenants:
          - id: \(Seed.contoso)
            domains: [contoso.com]
            \(users)
            applications: [{appId: \(Lab.middle.id), identifierUris: ["api://middle"],
              passwordCredentials: [{secretText: middle-secret}]}]
        """
    }
}
