import Crypto
import Formats
import Testing

/// These tests cover the policies of a B2C tenant: URL forms, discovery and tokens (docs/reference/protocol.md#b2c-and-ciam-urls,
/// docs/reference/protocol.md#b2c).
@Suite struct PolicyProtocolTests {
    struct URLForm: Row {
        let name: String
        let path: String
        var query = ""
        let endpoint: String
    }

    private static let urlForms = [
        URLForm(name: "path", path: "/\(B2C.tenant)/B2C_1_signupsignin", endpoint: "/\(B2C.tenant)/b2c_1_signupsignin"),
        URLForm(
            name: "other case", path: "/\(B2C.tenant)/b2c_1_SIGNUPSIGNIN", endpoint: "/\(B2C.tenant)/b2c_1_signupsignin"
        ),
        URLForm(
            name: "tenant id", path: "/\(Seed.adventureWorks)/B2C_1_signupsignin",
            endpoint: "/\(Seed.adventureWorks)/b2c_1_signupsignin"),
        URLForm(
            name: "tfp", path: "/tfp/\(B2C.tenant)/B2C_1_signupsignin",
            endpoint: "/tfp/\(B2C.tenant)/b2c_1_signupsignin"),
        URLForm(name: "query", path: "/\(B2C.tenant)", query: "?p=B2C_1_signupsignin", endpoint: "/\(B2C.tenant)"),
    ]

    @Test(
        "Every URL form has a discovery document with working endpoints", arguments: urlForms,
        [B2C.host, MockEntra.origin])
    func everyURLFormHasWorkingEndpoints(_ form: URLForm, _ origin: String) throws {
        let site = try B2C.entra().at(origin)
        let document = try site.get("\(form.path)/v2.0/.well-known/openid-configuration\(form.query)")
        #expect(document.status == 200)
        #expect(document["issuer"] == "\(origin)/\(Seed.adventureWorks)/v2.0/")
        let suffix = form.query.isEmpty ? "" : "?p=b2c_1_signupsignin"
        #expect(document["token_endpoint"] == "\(origin)\(form.endpoint)/oauth2/v2.0/token\(suffix)")
        #expect(document["jwks_uri"] == "\(origin)\(form.endpoint)/discovery/v2.0/keys\(suffix)")

        let client = B2C.native
        let authorize = try #require(document["authorization_endpoint"])
        let separator = suffix.isEmpty ? "?" : "&"
        let request = client.request(["scope": "openid offline_access \(B2C.readScope)", "client_info": "1"])
        let response = try site.post(
            String((authorize + separator + request.encoded).dropFirst(origin.count)),
            ["loginfmt": "sam@adventureworks.example", "passwd": "Understudy!1"])
        let code = try #require(response.fields["code"])
        #expect(response.redirect?.names == ["code", "client_info", "state"])
        let tokens = try site.post(
            String(try #require(document["token_endpoint"]).dropFirst(origin.count)),
            client.redemption(code, ["client_info": "1"]))
        #expect(tokens.status == 200)
        let keys = String(try #require(document["jwks_uri"]).dropFirst(origin.count))
        #expect(try Token(tokens["id_token"]).isSigned(by: site, keys: keys))
        #expect(try Token(tokens["access_token"]).isSigned(by: site, keys: keys))
        let user = try site.get(
            String(try #require(document["userinfo_endpoint"]).dropFirst(origin.count)),
            headers: ["Authorization": "Bearer \(tokens["access_token"] ?? "")"])
        #expect(user["sub"] == B2C.sam && user["name"] == "Sam Centrell")
    }

    @Test("Tokens and the token response have the format of a policy")
    func tokensAndResponseHavePolicyFormat() throws {
        let site = try B2C.entra().at(B2C.host)
        let tokens = try site.policyTokens(redeeming: ["client_info": "1"])
        let names = tokens.json?.object?.map(\.name)
        #expect(
            names == [
                "access_token", "id_token", "token_type", "not_before", "expires_in", "expires_on", "resource",
                "client_info",
                "scope", "refresh_token", "refresh_token_expires_in",
            ])
        let now = MockEntra.start.seconds
        #expect(tokens.json?["not_before"] == .integer(now) && tokens.json?["expires_on"] == .integer(now + 3_600))
        #expect(tokens.json?["refresh_token_expires_in"] == .integer(14 * 86_400))
        #expect(tokens["resource"] == B2C.api && tokens["scope"] == "\(B2C.readScope) offline_access")
        let info = Base64.decodeURL((tokens["client_info"] ?? "").utf8).map { String(decoding: $0, as: UTF8.self) }
        #expect(info == "{\"uid\":\"\(B2C.sam)-b2c_1_signupsignin\",\"utid\":\"\(Seed.adventureWorks)\"}")

        let id = try Token(tokens["id_token"])
        #expect(
            id.names == [
                "aud", "iss", "iat", "nbf", "exp", "ver", "tfp", "sub", "auth_time", "name", "given_name",
                "family_name",
                "emails", "oid", "at_hash",
            ])
        #expect(id["ver"] == "1.0" && id["tfp"] == "B2C_1_signupsignin" && id["sub"] == B2C.sam && id["oid"] == B2C.sam)
        #expect(id["iss"] == "\(B2C.host)/\(Seed.adventureWorks)/v2.0/" && id["aud"] == B2C.native.id)
        #expect(id.list("emails") == ["sam@adventureworks.example"])
        #expect(id["at_hash"] == Digest.leftHalfHash(tokens["access_token"] ?? ""))
        #expect(id.number("iat") == now && id.number("nbf") == now && id.number("exp") == now + 3_600)

        let access = try Token(tokens["access_token"])
        #expect(access["aud"] == B2C.api && access["azp"] == B2C.native.id && access["scp"] == "read")
        #expect(access["ver"] == "1.0" && access["tfp"] == "B2C_1_signupsignin" && access["appid"] == nil)
        // The sample in access-tokens, azure-docs#29240, and a sample of 2024.
        #expect(access.number("auth_time") == nil)
    }

    @Test(
        "A client without client_info gets profile_info and id_token_expires_in",
        arguments: [("B2C_1_signupsignin", "\"Sam Centrell\""), ("B2C_1_builtin", "null")])
    func returnsProfileInfoWithoutClientInfo(_ policy: String, _ name: String) throws {
        // access-tokens, next-auth#3067, and the value in add-ropc-policy.
        let tokens = try B2C.entra().site.policyTokens(policy: policy)
        #expect(tokens.json?["id_token_expires_in"] == .integer(3_600) && tokens["client_info"] == nil)
        let info = Base64.decodeURL((tokens["profile_info"] ?? "").utf8).map { String(decoding: $0, as: UTF8.self) }
        #expect(
            info == "{\"ver\":\"1.0\",\"tid\":\"\(Seed.adventureWorks)\",\"sub\":null,\"name\":\(name),"
                + "\"preferred_username\":null,\"idp\":null}")
    }

    @Test("The token has the granted permissions if at least one is granted (access-tokens, Scopes)")
    func omitsPermissionsThatAreNotGranted() throws {
        let site = try B2C.entra().site
        let scope = "openid \(B2C.readScope) https://\(B2C.tenant)/tasks/write"
        let tokens = try site.policyTokens(B2C.native, scope)
        #expect(try Token(tokens["access_token"])["scp"] == "read")
        #expect(tokens["scope"] == B2C.readScope)
    }

    @Test("An access token contains the nonce of its authorization request (access-tokens, decoded example)")
    func accessTokenContainsNonce() throws {
        let site = try B2C.entra().site
        let tokens = try site.tokens(
            B2C.native, ["scope": "openid \(B2C.readScope)", "nonce": "defaultNonce"], as: "sam@adventureworks.example",
            tenant: B2C.policy())
        #expect(try Token(tokens["access_token"])["nonce"] == "defaultNonce")
    }

    @Test("The client id as scope yields an access token for the client, and sign-in scopes alone yield none")
    func clientIDAsScopeYieldsTokenForClient() throws {
        let site = try B2C.entra().site
        let own = try site.policyTokens(B2C.native, "openid offline_access \(B2C.native.id)")
        #expect(try Token(own["access_token"])["aud"] == B2C.native.id && Token(own["access_token"])["scp"] == nil)
        let refreshed = try site.token(B2C.native.refresh(own["refresh_token"] ?? ""), tenant: B2C.policy())
        #expect(try Token(refreshed["access_token"])["aud"] == B2C.native.id)
        let signIn = try site.policyTokens(B2C.native, "openid offline_access")
        #expect(signIn.json?["access_token"] == nil && signIn.json?["expires_in"] == nil)
        // openid-client#717.
        #expect(signIn["scope"] == "offline_access openid")
        // The test data of MSAL.NET, which sends client_info.
        let known = try site.policyTokens(B2C.native, "openid offline_access", redeeming: ["client_info": "1"])
        #expect(known["scope"]?.isEmpty == true)
        #expect(signIn["id_token"] != nil && signIn["refresh_token"] != nil)
        #expect(try Token(signIn["id_token"])["at_hash"] == nil)
    }

    @Test("The issuer and the policy claim follow the settings")
    func issuerAndPolicyClaimFollowSettings() throws {
        let site = try B2C.entra(settings: "settings: {userFlowIssuer: policy, policyClaim: acr, idTokenLifetime: 60}")
            .at(B2C.host)
        let issuer = "\(B2C.host)/tfp/\(Seed.adventureWorks)/b2c_1_signupsignin/v2.0/"
        #expect(try site.get("/\(B2C.policy())/v2.0/.well-known/openid-configuration")["issuer"] == issuer)
        let id = try Token(try site.policyTokens()["id_token"])
        #expect(id["iss"] == issuer && id["acr"] == "B2C_1_signupsignin" && id["tfp"] == nil)
        #expect(id.number("exp") == MockEntra.start.seconds + 60)
    }

    @Test("A policy returns the configured claims")
    func returnsConfiguredClaims() throws {
        let id = try Token(try B2C.entra().site.policyTokens(policy: "B2C_1_builtin")["id_token"])
        #expect(id.list("emails") != nil && id["name"] == nil && id["oid"] == nil)
    }

    @Test("A web application receives an ID token with its code, and a daemon receives its roles")
    func supportsHybridFlowAndClientCredentials() throws {
        let site = try B2C.entra().site
        let hybrid = try site.signIn(
            B2C.web,
            [
                "scope": "openid \(B2C.readScope)", "response_type": "code id_token", "nonce": "n",
                "response_mode": "form_post",
            ],
            as: "sam@adventureworks.example", tenant: B2C.policy())
        let code = try #require(hybrid.fields["code"])
        let id = try Token(hybrid.fields["id_token"])
        #expect(id["nonce"] == "n" && id["c_hash"] == Digest.leftHalfHash(code))
        #expect(try site.token(B2C.web.redemption(code), tenant: B2C.policy()).status == 200)
        let app = try site.token(
            B2C.web.credentials.with([
                "grant_type": "client_credentials", "scope": "https://\(B2C.tenant)/tasks/.default",
            ]),
            tenant: B2C.policy())
        let token = try Token(app["access_token"])
        // msal.net#3639
        #expect(token["aud"] == B2C.api && token["scp"] == "Tasks.All" && token["ver"] == "1.0")
        #expect(!token.names.contains("roles"))
        #expect(app.json?["refresh_token"] == nil)
    }

    @Test(
        "A policy delivers a code together with an access token, as its discovery document says (loginpass#34)",
        arguments: ["code token", "code id_token token"])
    func deliversCodeWithAccessToken(_ type: String) throws {
        let site = try B2C.entra().site
        let response = try site.signIn(
            B2C.web, ["scope": "openid \(B2C.readScope)", "response_type": type, "nonce": "n"],
            as: "sam@adventureworks.example", tenant: B2C.policy())
        #expect(response.redirect?.part == .fragment)
        let code = try #require(response.fields["code"])
        #expect(try Token(response.fields["access_token"])["azp"] == B2C.web.id)
        #expect((response.fields["id_token"] != nil) == type.contains("id_token"))
        #expect(try site.token(B2C.web.redemption(code), tenant: B2C.policy()).status == 200)
        let document = try site.get("/\(B2C.policy())/v2.0/.well-known/openid-configuration")
        let types = document.json?["response_types_supported"]?.array?.compactMap(\.string)
        #expect(types?.count == 8 && types?.contains(type) == true)
        #expect(document.json?["claims_supported"]?.array?.compactMap(\.string).contains("acr") == true)
    }

    @Test("A single-page application redeems its code with PKCE and its origin")
    func singlePageApplicationRedeemsCode() throws {
        let tokens = try B2C.entra().site.policyTokens(B2C.spa, "openid offline_access \(B2C.spa.id)")
        #expect(tokens.status == 200 && tokens.json?["refresh_token_expires_in"] == .integer(86_400))
    }

    @Test("The resource owner policy accepts a password")
    func resourceOwnerPolicyAcceptsPassword() throws {
        let site = try B2C.entra().site
        func requestTokens(_ more: Parameters, policy: String = "B2C_1_ROPC") throws -> TestResponse {
            let base: Parameters = [
                "grant_type": "password", "client_id": B2C.native.id, "username": "sam@adventureworks.example",
                "password": "Understudy!1", "scope": "openid offline_access \(B2C.native.id)",
            ]
            return try site.token(base.with(more), tenant: B2C.policy(policy))
        }
        let tokens = try requestTokens([:])
        #expect(try Token(tokens["id_token"])["tfp"] == "B2C_1_ROPC" && Token(tokens["access_token"])["sub"] == B2C.sam)
        let refreshed = try site.token(
            B2C.native.refresh(tokens["refresh_token"] ?? ""), tenant: B2C.policy("B2C_1_ROPC"))
        #expect(refreshed.status == 200)
        #expect(tokens.json?["expires_in"] == .string("3600"), "add-ropc-policy")
        let named = B2C.native.refresh(tokens["refresh_token"] ?? "", ["resource": B2C.native.id])
        #expect(try site.token(named, tenant: B2C.policy("B2C_1_ROPC")).status == 200, "add-ropc-policy")
        let other = B2C.native.refresh(tokens["refresh_token"] ?? "", ["resource": B2C.api])
        #expect(try site.token(other, tenant: B2C.policy("B2C_1_ROPC")).policyCode == 90122)
        for wrong: Parameters in [
            ["password": "x"], ["username": "nobody@x.example"], ["username": "off@adventureworks.example"],
        ] {
            let rejected = try requestTokens(wrong)
            #expect(rejected.error == "access_denied" && rejected.policyCode == 90225)
        }
        #expect(try requestTokens([:], policy: "B2C_1_signin").policyCode == 90224)
        #expect(try requestTokens(["scope": nil]).policyCode == 90010)
        #expect(try requestTokens(["client_secret": "x"]).policyCode == 90084)
    }

    @Test(
        "The resource owner policy checks password expiry and assignment",
        arguments: [("expired@own.example", 90225), ("stranger@own.example", 90205), ("staff@own.example", nil)]
            as [(String, Int?)])
    func resourceOwnerPolicyChecksAccount(_ name: String, _ code: Int?) throws {
        let site = try B2C.entra(
            policies: "B2C_1_ROPC",
            """
            users:
              - {userPrincipalName: staff@own.example, password: Understudy!1}
              - {userPrincipalName: stranger@own.example, password: Understudy!1}
              - {userPrincipalName: expired@own.example,
                 passwordProfile: {password: Understudy!1, forceChangePasswordNextSignIn: true}}
            applications:
              - {appId: \(B2C.native.id), appRoleAssignmentRequired: true, publicClient: {redirectUris: ["http://localhost"]},
                 web: {implicitGrantSettings: {enableAccessTokenIssuance: true}},
                 appRoles: [{value: Staff, displayName: Staff, allowedMemberTypes: [User]}]}
            appRoleAssignments:
              - {principalId: staff@own.example, resourceId: \(B2C.native.id), appRole: Staff}
              - {principalId: expired@own.example, resourceId: \(B2C.native.id), appRole: Staff}
            """
        ).site
        let form: Parameters = [
            "grant_type": "password", "client_id": B2C.native.id, "username": name, "password": "Understudy!1",
            "scope": "openid",
        ]
        let response = try site.token(form, tenant: B2C.policy("B2C_1_ROPC"))
        #expect(response.policyCode == code)
        #expect(response.error == code.map { $0 == 90205 ? "invalid_request" : "access_denied" })
    }

    @Test("The keys of a policy have no certificates and belong to no other authority")
    func policyKeysHaveNoCertificates() throws {
        let site = try B2C.entra().site
        let keys = try site.get("/\(B2C.policy())/discovery/v2.0/keys").json?["keys"]?.array ?? []
        #expect(keys.first?.object?.map(\.name) == ["kid", "use", "kty", "e", "n"])
        let common = try site.get("/common/discovery/v2.0/keys").json?["keys"]?.array ?? []
        let kids = Set(keys.compactMap { $0["kid"]?.string })
        #expect(kids.count == 2 && kids.isDisjoint(with: common.compactMap { $0["kid"]?.string }))
    }
}
