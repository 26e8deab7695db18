import Crypto
import Directory
import Entra
import Formats
import Testing

/// These tests cover the exact claims of each kind of token and their values (docs/reference/protocol.md#resource-parameter,
/// docs/reference/protocol.md#tokens).
@Suite struct TokenClaimsTests {
    private static let common: Set<String> = [
        "aud", "iss", "iat", "nbf", "exp", "aio", "rh", "sub", "tid", "uti", "ver",
    ]

    private static let access = common.union(["xms_ftd"])

    struct Case: Row {
        let name: String
        let names: Set<String>
        let header: [String]
        let token: @Sendable (Site) throws -> String?
    }

    private static let v1Header = ["typ", "alg", "x5t", "kid"]
    private static let v2Header = ["typ", "alg", "kid"]
    private static let unsignedHeader = ["typ", "alg"]
    private static let graphHeader = ["typ", "nonce", "alg", "x5t", "kid"]
    /// The claims of tokens for Microsoft Graph that the service has issued since 2025.
    private static let graphFacts: Set<String> = [
        "app_displayname", "idtyp", "tenant_region_scope", "wids", "xms_acd", "xms_act_fct", "xms_idrel", "xms_sub_fct",
        "xms_tcdt", "xms_tnt_fct",
    ]
    private static let v1Profile: Set<String> = [
        "amr", "family_name", "given_name", "ipaddr", "name", "oid", "unique_name", "upn",
    ]
    private static let listing: Parameters = ["resource": "https://legacy.contoso.com/"]

    static let cases: [Case] = [
        Case(
            name: "id_token, version 2", names: common.union(["name", "nonce", "oid", "preferred_username"]),
            header: v2Header
        ) { try $0.tokens(.mobile, ["scope": usualScope, "nonce": "n1"])["id_token"] },
        Case(name: "id_token, version 2, openid alone", names: common, header: v2Header) {
            try $0.tokens(.mobile, ["scope": "openid"])["id_token"]
        },
        Case(name: "id_token, version 2, email", names: common.union(["email"]), header: v2Header) {
            try $0.tokens(.mobile, ["scope": "openid email"])["id_token"]
        },
        Case(
            name: "id_token of a personal account",
            names: common.subtracting(["rh", "uti"]).union(["name", "oid", "preferred_username"]), header: v2Header
        ) { try $0.tokens(.mobile, ["scope": usualScope], as: "ada@outlook.com")["id_token"] },
        // Without acr: frappe#5525, adal-ts#42 and the sample of id-tokens.md.
        Case(name: "id_token, version 1", names: common.union(v1Profile), header: unsignedHeader) {
            try $0.tokens(Lab.listing, listing, tenant: "contoso.com", .v1)["id_token"]
        },
        Case(
            name: "access token, version 2",
            names: access.union(["azp", "azpacr", "name", "oid", "preferred_username", "scp", "sid"]), header: v2Header
        ) { try $0.tokens()["access_token"] },
        Case(
            name: "access token, version 1",
            names: access.union(v1Profile).union(["acr", "appid", "appidacr", "scp", "sid"]),
            header: v1Header
        ) { try $0.tokens(Lab.listing, listing, tenant: "contoso.com", .v1)["access_token"] },
        Case(
            name: "access token for Graph",
            names: access.union(v1Profile).union(graphFacts).union([
                "acct", "acr", "appid", "appidacr", "puid", "scp", "sid", "xms_st",
            ]), header: graphHeader
        ) { try $0.tokens(.mobile, ["scope": "openid User.Read"])["access_token"] },
        Case(
            name: "app-only, version 2", names: access.union(["azp", "azpacr", "oid", "roles"]), header: v2Header
        ) { try $0.appToken("api://orders/.default") },
        Case(
            name: "app-only, version 1", names: access.union(["appid", "appidacr", "idp", "oid"]), header: v1Header
        ) { try $0.appToken("https://legacy.contoso.com//.default") },
        Case(
            name: "app-only, version 1, with roles", names: access.union(["appid", "appidacr", "idp", "oid", "roles"]),
            header: v1Header
        ) { try $0.appToken("api://strict/.default") },
        Case(
            name: "app-only for Graph",
            names: access.union(graphFacts).union(["appid", "appidacr", "idp", "oid", "xms_rd"]), header: graphHeader
        ) { try $0.appToken("https://graph.microsoft.com/.default") },
    ]

    @Test("Each kind of token contains exactly its claims", arguments: cases)
    func containsExactlyItsClaims(_ row: Case) throws {
        let site = try Lab.entra().site
        let token = try Token(row.token(site))
        #expect(token.names == row.names)
        #expect(token.header.object?.map(\.name) == row.header)
        let isUnsigned = row.header == TokenClaimsTests.unsignedHeader
        #expect(token.header["typ"]?.string == "JWT" && token.header["alg"]?.string == (isUnsigned ? "none" : "RS256"))
        if let thumbprint = token.header["x5t"] { #expect(thumbprint == token.header["kid"]) }
        let isForGraph = token.header["nonce"] != nil
        for keys in ["/common/discovery/v2.0/keys", "/contoso.com/discovery/keys"] {
            #expect(try token.isSigned(by: site, keys: keys) == (!isForGraph && !isUnsigned))
        }
        if isForGraph { #expect(try token.isSignedForGraph(by: site)) }
        try Golden.expect(
            Golden.lines(token.goldenClaims),
            "claims-\(row.name.replacing(", ", with: "-").replacing(" ", with: "-")).json")
    }

    @Test("A setting makes the signature of Microsoft Graph tokens verifiable")
    func issuesVerifiableGraphTokenBySetting() throws {
        let seed = try Configuration.load(.seed).directory
        var settings = seed.settings
        settings.graphTokenSignature = .verifiable
        let site = try MockEntra(directory: Directory(tenants: seed.tenants, settings: settings)).site
        let token = try Token(site.tokens(.mobile, ["scope": "openid User.Read"])["access_token"])
        #expect(token.header["nonce"] == nil)
        #expect(try token.isSigned(by: site))
    }

    // MARK: - Times and ids

    @Test("The issue time is five minutes ago, and expires_in counts from now")
    func issueTimeIsFiveMinutesAgo() throws {
        let site = try Lab.entra().site
        let now = MockEntra.start.seconds
        let tokens = try site.tokens()
        let access = try Token(tokens["access_token"])
        let lifetime = try #require(tokens.json?["expires_in"]?.integer)
        #expect((3600...5399).contains(lifetime))
        #expect(tokens.json?["ext_expires_in"]?.integer == lifetime)
        #expect(access.number("iat") == now - 300 && access.number("nbf") == now - 300)
        #expect(access.number("exp") == now + lifetime)
        let id = try Token(tokens["id_token"])
        #expect(id.number("iat") == now - 300 && id.number("exp") == now + 3600)
        #expect(try Token(site.appToken("api://orders/.default")).number("exp") == now + 3600)
        let personal = try Token(site.tokens(.mobile, ["scope": "openid"], as: "ada@outlook.com")["id_token"])
        #expect(personal.number("exp") == now + 86_400)
    }

    @Test(
        "A response with a long-lived token contains refresh_in",
        arguments: [(7199, nil), (7200, 3600), (86_400, 43_200)] as [(Int, Int64?)])
    func longLivedTokenHasRefreshTime(_ lifetime: Int, _ refreshIn: Int64?) throws {
        let seed = try Configuration.load(.seed).directory
        var settings = seed.settings
        settings.accessTokenLifetime = lifetime...lifetime
        let entra = try MockEntra(directory: Directory(tenants: seed.tenants, settings: settings))
        let tokens = try entra.site.tokens()
        #expect(tokens.json?["expires_in"]?.integer == Int64(lifetime))
        #expect(tokens.json?["refresh_in"]?.integer == refreshIn)
    }

    @Test("Every token has a unique id")
    func everyTokenHasUniqueID() throws {
        let site = try MockEntra().site
        let ids = try (0..<20).map { _ in try Token(site.appToken("api://orders/.default"))["uti"] }
        #expect(Set(ids).count == 20)
        #expect(ids.allSatisfy { $0?.utf8.count == 22 })
    }

    @Test("The subject differs between applications and is stable")
    func subjectIsPairwiseAndStable() throws {
        let site = try Lab.entra().site
        let request: Parameters = ["scope": "openid profile User.Read"]
        func tokens(_ client: Client, _ user: String = "alex@contoso.com") throws -> [Token] {
            let response = try site.tokens(client, request, as: user, tenant: "contoso.com")
            return [try Token(response["id_token"]), try Token(response["access_token"])]
        }
        let first = try tokens(.mobile)
        let again = try tokens(.mobile)
        let other = try tokens(Lab.plain)
        let adele = try tokens(.mobile, "adele@contoso.com")
        #expect(first.map { $0["sub"] } == again.map { $0["sub"] })
        #expect(first[0]["sub"]?.utf8.count == 43)
        let subjects = [first[0]["sub"], first[1]["sub"], other[0]["sub"], adele[0]["sub"]]
        #expect(Set(subjects).count == 4)
        // The subject of an access token depends on the resource, not on the client.
        #expect(first[1]["sub"] == other[1]["sub"])
        #expect(Set((first + other).map { $0["oid"] }).count == 1)
        let restarted = try Lab.entra().site.tokens(.mobile, request, tenant: "contoso.com")
        #expect(try Token(restarted["id_token"])["sub"] == first[0]["sub"])
    }

    @Test(
        "The issuer follows the version, the tenant and the host",
        arguments: [
            (
                "https://localhost:8443", "https://localhost:8443/\(Seed.contoso)/v2.0",
                "https://localhost:8443/\(Seed.contoso)/"
            ),
            (
                "https://login.microsoftonline.com", "https://login.microsoftonline.com/\(Seed.contoso)/v2.0",
                "https://sts.windows.net/\(Seed.contoso)/"
            ),
            (
                "https://login.windows.net", "https://login.microsoftonline.com/\(Seed.contoso)/v2.0",
                "https://sts.windows.net/\(Seed.contoso)/"
            ),
        ])
    func issuerFollowsVersionTenantAndHost(_ origin: String, _ v2: String, _ v1: String) throws {
        let site = try Lab.entra().at(origin)
        let tokens = try site.tokens()
        #expect(try Token(tokens["id_token"])["iss"] == v2)
        #expect(try Token(tokens["access_token"])["iss"] == v2)
        #expect(try site.get("/\(Seed.contoso)/v2.0/.well-known/openid-configuration")["issuer"] == v2)
        let old = try site.tokens(Lab.listing, TokenClaimsTests.listing, tenant: "contoso.com", .v1)
        #expect(try Token(old["id_token"])["iss"] == v1)
        #expect(try Token(old["access_token"])["iss"] == v1)
        #expect(try site.get("/\(Seed.contoso)/.well-known/openid-configuration")["issuer"] == v1)
        // The resource determines the version, not the endpoint.
        let mixed = try site.tokens(.mobile, ["scope": "openid User.Read"])
        #expect(try Token(mixed["id_token"])["iss"] == v2)
        #expect(try Token(mixed["access_token"])["iss"] == v1)
    }

    @Test("The issuer of an external tenant has the tenant's own host")
    func externalTenantIssuesUnderItsHost() throws {
        let yaml = """
            tenants:
              - id: \(Seed.woodgrove)
                kind: external
                domains: [woodgrove.onmicrosoft.com]
                users: [{userPrincipalName: casey@woodgrove.example, password: Understudy!1}]
                applications: [{appId: \(Lab.woodgrove.id), publicClient: {redirectUris: ["\(Lab.woodgrove.redirectURI)"]}}]
                oauth2PermissionGrants: [{clientId: \(Lab.woodgrove.id), resourceId: \(Seed.graph), consentType: AllPrincipals, scope: openid}]
            """
        let site = try MockEntra(yaml: yaml).at("https://woodgrove.ciamlogin.com")
        let tokens = try site.tokens(
            Lab.woodgrove, ["scope": "openid profile"], as: "casey@woodgrove.example",
            tenant: "woodgrove.onmicrosoft.com")
        #expect(
            try Token(tokens["id_token"])["iss"] == "https://\(Seed.woodgrove).ciamlogin.com/\(Seed.woodgrove)/v2.0")
        // Version 1 has one token service for every host.
        #expect(try Token(tokens["access_token"])["iss"] == "https://sts.windows.net/\(Seed.woodgrove)/")
    }

    // MARK: - Front channel

    @Test(
        "The ID token contains hashes of the code and the access token",
        arguments: ["code id_token", "id_token token", "id_token"])
    func idTokenContainsHashesOfCodeAndToken(_ type: String) throws {
        let site = try Lab.entra().site
        let response = try site.signIn(
            Lab.implicit, ["scope": "openid User.Read", "response_type": type, "nonce": "n1"], tenant: "contoso.com")
        let token = try Token(response.fields["id_token"])
        #expect(token["nonce"] == "n1")
        func halfHash(_ text: String?) -> String? { text.map { Base64.url(Digest.sha256($0.utf8).prefix(16)) } }
        #expect(token["c_hash"] == halfHash(response.fields["code"]))
        #expect(token["at_hash"] == halfHash(response.fields["access_token"]))
        #expect(try token.isSigned(by: site))
    }

    @Test("An ID token of the token endpoint contains no hashes")
    func omitsHashesAtTokenEndpoint() throws {
        let token = try Token(try MockEntra().site.tokens()["id_token"])
        #expect(token["c_hash"] == nil && token["at_hash"] == nil)
    }

    @Test(
        "A front-channel token contains at most six groups, otherwise the claim hasgroups",
        arguments: [("alex@contoso.com", 1), ("seven@contoso.com", nil)] as [(String, Int?)])
    func limitsGroupsInFrontChannel(_ user: String, _ count: Int?) throws {
        let response = try Lab.entra().site.signIn(
            Lab.implicit, ["scope": "openid", "response_type": "id_token", "nonce": "n"], as: user,
            tenant: "contoso.com")
        let token = try Token(response.fields["id_token"])
        #expect(token.list("groups")?.count == count)
        #expect(token.claims["hasgroups"]?.bool == (count == nil ? true : nil))
        #expect(token.claims["_claim_names"] == nil)
    }

    // MARK: - Groups, roles, options

    private func claims(_ user: String = "alex@contoso.com", _ more: Parameters = [:]) throws -> (
        id: Token, access: Token
    ) {
        let tokens = try Lab.entra().site.tokens(
            Lab.claims, ["scope": "openid profile api://claims/read"], as: user, redeeming: more, tenant: "contoso.com")
        return (try Token(tokens["id_token"]), try Token(tokens["access_token"]))
    }

    @Test("Both tokens contain security groups and no other groups")
    func containsSecurityGroupsInBothTokens() throws {
        let (id, access) = try claims()
        #expect(id.list("groups") == ["bbbbbbbb-0000-4000-8000-000000000001"])
        #expect(access.list("groups") == ["bbbbbbbb-0000-4000-8000-000000000001"])
    }

    @Test("A token with more than 200 groups refers to the group endpoint")
    func overageRefersToGraph() throws {
        let (id, _) = try claims("many@contoso.com")
        #expect(id.list("groups") == nil)
        #expect(id.claims["_claim_names"]?["groups"]?.string == "src1")
        let oid = try #require(id["oid"])
        #expect(
            id.claims["_claim_sources"]?["src1"]?["endpoint"]?.string
                == "https://graph.windows.net/\(Seed.contoso)/users/\(oid)/getMemberObjects")
    }

    @Test(
        "Tokens contain app roles and directory roles on request",
        arguments: [
            ("alex@contoso.com", ["Reader"], ["b79fbf4d-3ef9-4689-8143-76b194e85509"]),
            ("adele@contoso.com", nil, ["b79fbf4d-3ef9-4689-8143-76b194e85509"]),
            (
                "admin@contoso.com", nil,
                ["62e90394-69f5-4237-9190-012177145e10", "b79fbf4d-3ef9-4689-8143-76b194e85509"]
            ),
        ] as [(String, [String]?, [String])])
    func containsAppAndDirectoryRolesOnRequest(_ user: String, _ roles: [String]?, _ wids: [String]) throws {
        let (id, access) = try claims(user)
        for token in [id, access] {
            #expect(token.list("roles") == roles)
            #expect(token.list("wids") == wids)
        }
    }

    @Test("Optional claims follow the client's manifest for ID tokens and the resource's for access tokens")
    func optionalClaimsFollowManifests() throws {
        let (id, access) = try claims()
        #expect(id.number("auth_time") == MockEntra.start.seconds)
        #expect(id["sid"].flatMap { GUID($0) } != nil)
        #expect(id["login_hint"]?.isEmpty == false)
        #expect(id["email"] == "alex@contoso.com" && id["upn"] == "alex@contoso.com")
        #expect(id.number("acct") == 0)
        #expect(id["given_name"] == "Alex" && id["family_name"] == "Wilber")
        #expect(id["ctry"] == "CH" && id["xms_pl"] == "de-CH" && id["tenant_ctry"] == "AT")
        // A country name is not a country code.
        let other = try claims("adele@contoso.com").id
        #expect(other["ctry"] == nil && other["tenant_ctry"] == "AT")
        #expect(id["extn.color"] == "green")
        #expect(id["ipaddr"] == "203.0.113.7" && access["ipaddr"] == "203.0.113.7")
        #expect(id["unheard_of"] == nil)
        #expect(access["sid"] == id["sid"])
        #expect(access["idtyp"] == "user")
        #expect(access["email"] == "alex@contoso.com")
        #expect(access["given_name"] == nil && access.claims["xms_cc"] == nil)
    }

    @Test(
        "An optional claim makes the application id the audience of a version 1 token",
        arguments: ["api://legacyclaims", "aaaaaaaa-0000-4000-8000-000000000024"])
    func audienceCanBeApplicationID(_ resource: String) throws {
        let tokens = try Lab.entra().site.tokens(Lab.claims, ["scope": "\(resource)/read"], tenant: "contoso.com")
        #expect(try Token(tokens["access_token"])["aud"] == "aaaaaaaa-0000-4000-8000-000000000024")
    }

    @Test(
        "The claim xms_cc contains the client's capabilities in upper case if client and API request them",
        arguments: ["cp1", "CP1"])
    func capabilitiesNeedClientAndResource(_ value: String) throws {
        let capabilities = "{\"access_token\":{\"xms_cc\":{\"values\":[\"\(value)\"]}}}"
        #expect(try claims("alex@contoso.com", ["claims": capabilities]).access.list("xms_cc") == ["CP1"])
        let site = try Lab.entra().site
        let authorized = try site.tokens(
            Lab.claims, ["scope": "api://claims/read", "claims": capabilities], tenant: "contoso.com")
        #expect(try Token(authorized["access_token"]).list("xms_cc") == ["CP1"])
        let other = try site.tokens(
            Lab.claims, ["scope": "api://orders/Orders.Read", "claims": capabilities], tenant: "contoso.com")
        #expect(try Token(other["access_token"]).claims["xms_cc"] == nil)
        let legacy = try site.tokens(
            Lab.claims, ["scope": "api://legacyclaims/read", "claims": capabilities], tenant: "contoso.com")
        #expect(try Token(legacy["access_token"]).list("xms_cc") == ["CP1"])
    }
}
