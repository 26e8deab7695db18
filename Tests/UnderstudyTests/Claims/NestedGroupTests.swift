import Formats
import Testing
@testable import Understudy

/// Groups in groups, as tokens and policies see them.
@Suite struct NestedGroupTests {
    private static let web = Client(
        id: "aaaaaaaa-0000-4000-8000-0000000000e1", redirectURI: "http://localhost", secret: "web-secret")
    private static let inner = "bbbbbbbb-0000-4000-8000-0000000000e1"
    private static let outer = "bbbbbbbb-0000-4000-8000-0000000000e2"
    private static let mail = "bbbbbbbb-0000-4000-8000-0000000000e3"

    /// A user in a group in a group, and a client in the inner group. `more` are further groups that contain the outer one.
    private static func entra(
        claims: String, assigned: String = outer, more: Int = 0, tenant: String = ""
    ) throws -> MockEntra {
        let others = (0..<more).map { "- {displayName: More \($0), members: [\(outer)]}" }
        return try MockEntra(
            yaml: """
                tenants:
                  - id: \(Seed.contoso)
                    displayName: Contoso
                    domains: [contoso.com]
                    groups:
                      - {id: \(inner), displayName: Inner, members: [\(web.id), \(outer)]}
                      - {id: \(outer), displayName: Outer, members: [\(inner)]}
                      - {id: \(mail), displayName: Mail, securityEnabled: false, members: [\(outer)]}
                \(others.map { "      \($0)" }.joined(separator: "\n"))
                    users:
                      - {id: \(Seed.alex), userPrincipalName: alex@contoso.com, password: Understudy!1, groups: [Inner]}
                      - {userPrincipalName: adele@contoso.com, password: Understudy!1}
                    applications:
                      - appId: \(web.id)
                        displayName: Web
                        identifierUris: ["api://web"]
                        groupMembershipClaims: \(claims)
                        web: {redirectUris: ["http://localhost"], implicitGrantSettings: {enableIdTokenIssuance: true}}
                        passwordCredentials: [{secretText: web-secret}]
                        api: {oauth2PermissionScopes: [{value: Read}]}
                        appRoles:
                          - {id: 0aaa0005-0000-4000-8000-0000000000e1, value: Admin, displayName: Admin,
                             allowedMemberTypes: [User, Application]}
                    appRoleAssignments:
                      - {principalId: \(assigned), resourceId: \(web.id), appRole: Admin}
                    oauth2PermissionGrants:
                      - {clientId: \(web.id), resourceId: \(Seed.graph), consentType: AllPrincipals, scope: openid profile}
                \(tenant)
                """)
    }

    private static func idToken(_ entra: MockEntra, _ user: String = "alex@contoso.com") throws -> Token {
        try Token(entra.site.tokens(web, ["scope": "openid"], as: user, tenant: Seed.contoso)["id_token"])
    }

    private static func appToken(_ entra: MockEntra) throws -> Token {
        try Token(
            entra.site.token(
                web.credentials.with(["grant_type": "client_credentials", "scope": "api://web/.default"]),
                tenant: Seed.contoso)["access_token"])
    }

    @Test(
        "Group claims include groups in groups, except those of an application's own groups",
        arguments: [
            // how-to-connect-fed-group-claims (Microsoft Learn)
            ("SecurityGroup", [inner, outer]), ("All", [inner, outer, mail]),
            ("ApplicationGroup", nil), ("None", nil),
        ])
    func claimsOfNestedGroups(_ claims: String, _ groups: [String]?) throws {
        let entra = try NestedGroupTests.entra(claims: claims)
        #expect(try NestedGroupTests.idToken(entra).list("groups") == groups)
        #expect(try NestedGroupTests.idToken(entra, "adele@contoso.com").list("groups") == nil)
        #expect(try NestedGroupTests.appToken(entra).list("groups") == groups)
    }

    @Test("Only direct members of a group have its roles", arguments: [(inner, ["Admin"]), (outer, nil)])
    func rolesOfDirectMembers(_ assigned: String, _ roles: [String]?) throws {
        let entra = try NestedGroupTests.entra(claims: "ApplicationGroup", assigned: assigned)
        let token = try NestedGroupTests.idToken(entra)
        #expect(token.list("roles") == roles)
        #expect(token.list("groups") == (roles == nil ? nil : [assigned]))
        // howto-add-app-roles-in-apps (Microsoft Learn): service principals get no roles through groups.
        #expect(try NestedGroupTests.appToken(entra).list("roles") == nil)
    }

    @Test("Overage counts groups in groups, and Graph returns all of them", arguments: [198, 199])
    func countsNestedGroupsForOverage(more: Int) throws {
        let entra = try NestedGroupTests.entra(claims: "SecurityGroup", more: more)
        let token = try NestedGroupTests.idToken(entra)
        #expect(token.list("groups")?.count == (more == 198 ? 200 : nil))
        let source = token.claims["_claim_sources"]?["src1"]?["endpoint"]?.string
        #expect(source?.hasSuffix("/users/\(Seed.alex)/getMemberObjects") == (more == 198 ? nil : true))
        let app = try NestedGroupTests.appToken(entra)
        #expect(app.list("groups")?.count == (more == 198 ? 200 : nil))
        let graph = GraphCalls(site: entra.site, headers: [("X-Understudy-Tenant", "contoso.com")])
        let all = try graph.post("/users/\(Seed.alex)/getMemberObjects", #"{"securityEnabledOnly":true}"#)
        #expect(all.json?["value"]?.array?.count == more + 2)
    }

    @Test("The address of the groups claim rejects every token, because Azure AD Graph is retired")
    func rejectsRequestsToAzureADGraph() throws {
        let entra = try NestedGroupTests.entra(claims: "SecurityGroup")
        let path = "/\(Seed.contoso)/users/\(Seed.alex)/getMemberObjects"
        let body = #"{"securityEnabledOnly":false}"#
        let type = [("Content-Type", "application/json")]
        let anonymous = try entra.site.send("POST", path, headerList: type, body: body)
        #expect(anonymous.status == 401)
        #expect(anonymous.json?["odata.error"]?["code"]?.string == "Authentication_MissingOrMalformed")
        let response = try entra.site.send("POST", path, headerList: type + [("Authorization", "Bearer x")], body: body)
        #expect(response.status == 403)
        #expect(response.json?["odata.error"]?["code"]?.string == "Authentication_Unauthorized")
    }

    @Test("A policy for a group applies to members of the groups in it", arguments: [inner, outer])
    func appliesPoliciesToNestedMembers(_ group: String) throws {
        let policy = """
                conditionalAccessPolicies:
                  - displayName: Block
                    state: enabled
                    conditions: {users: {includeGroups: [\(group)]}, applications: {includeApplications: [All]}}
                    grantControls: {operator: OR, builtInControls: [block]}
            """
        let entra = try NestedGroupTests.entra(claims: "None", tenant: policy)
        #expect(throws: (any Error).self) { try NestedGroupTests.idToken(entra) }
        #expect(try NestedGroupTests.idToken(entra, "adele@contoso.com").list("groups") == nil)
    }

    @Test(
        "A SAML assertion has the groups and roles of the user, and a link beyond 150 groups", arguments: [0, 148, 149])
    func claimsOfAssertion(_ more: Int) throws {
        let api = "aaaaaaaa-0000-4000-8000-0000000003a1"
        let others = (0..<more).map { "- {displayName: More \($0), members: [\(NestedGroupTests.outer)]}" }
        let site = try MockEntra(
            yaml: """
                settings: {consent: automatic}
                tenants:
                  - id: \(Seed.contoso)
                    domains: [contoso.com]
                    groups:
                      - {id: \(NestedGroupTests.inner), displayName: Inner}
                      - {id: \(NestedGroupTests.outer), displayName: Outer, members: [\(NestedGroupTests.inner)]}
                \(others.map { "      \($0)" }.joined(separator: "\n"))
                    users:
                      - {id: \(Seed.alex), userPrincipalName: alex@contoso.com, password: Understudy!1, groups: [Inner]}
                    applications:
                      - {appId: \(Client.mobile.id), publicClient: {redirectUris: ["http://localhost"]}}
                      - {appId: \(Lab.middle.id), identifierUris: ["api://middle"], passwordCredentials: [{secretText: middle-secret}],
                         api: {oauth2PermissionScopes: [{value: access}]}}
                      - {appId: \(api), identifierUris: ["https://saml.contoso.com"], groupMembershipClaims: All,
                         api: {oauth2PermissionScopes: [{value: read}]},
                         appRoles: [{value: Admin, displayName: Admin, allowedMemberTypes: [User]}]}
                    appRoleAssignments:
                      - {principalId: \(NestedGroupTests.inner), resourceId: \(api), appRole: Admin}
                    oauth2PermissionGrants:
                      - {clientId: \(Lab.middle.id), resourceId: \(api), consentType: AllPrincipals, scope: read}
                """
        ).site
        let response = try site.token(
            OnBehalfOfTests.request(Lab.middle, OnBehalfOfTests.callersToken(site)).with([
                "requested_token_type": "urn:ietf:params:oauth:token-type:saml2",
                "scope": "https://saml.contoso.com/.default",
            ]), tenant: "contoso.com")
        let bytes = try #require(response["access_token"].flatMap { Base64.decodeURL($0.utf8) }, "\(response.text)")
        let assertion = String(decoding: bytes, as: UTF8.self)
        let microsoft = "http://schemas.microsoft.com/ws/2008/06/identity/claims"
        #expect(assertion.contains("\(microsoft)/role") && assertion.contains(">Admin<"))
        #expect(assertion.contains("\(microsoft)/wids"))
        #expect(assertion.contains("\(microsoft)/groups") == (more < 149))
        #expect(assertion.contains(">\(NestedGroupTests.outer)<") == (more < 149))
        #expect(assertion.contains("http://schemas.microsoft.com/claims/groups.link") == (more == 149))
        let link = "https://graph.windows.net/\(Seed.contoso)/users/\(Seed.alex)/getMemberObjects"
        #expect(assertion.contains(link) == (more == 149))
    }
}
