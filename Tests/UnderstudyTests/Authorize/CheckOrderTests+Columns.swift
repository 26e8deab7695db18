import Entra
import Protocol

/// The pairs of the columns "authorize B2C" and "device login".
extension CheckOrderTests {
    private static func policy(
        _ more: Parameters, _ client: Client = B2C.native, at policy: String = "B2C_1_signupsignin",
        repeating: Parameters = [:], body: Parameters? = nil
    ) -> Request {
        let usual: Parameters = ["scope": "openid offline_access"]
        return Request(
            path: Site.path("authorize", B2C.policy(policy)), query: client.request(usual.with(more)).adding(repeating),
            body: body)
    }

    /// The endpoint of version 1, at which the query names the policy.
    private static func version1(_ more: Parameters, _ client: Client = B2C.native) -> Request {
        let usual: Parameters = ["scope": "openid", "p": "B2C_1_signupsignin"]
        return Request(path: Site.path("authorize", B2C.tenant, .v1), query: client.request(usual.with(more)))
    }

    private static let nothing = "https://\(B2C.tenant)/nothing/read"
    private static let bothTokens: Parameters = ["response_type": "id_token token", "nonce": "n"]
    private static let sam: Parameters = ["loginfmt": "sam@adventureworks.example", "passwd": "Understudy!1"]

    static let policyParameters: [Pair] = [
        Pair(
            first: "Repeated parameter", second: "Tenant", endpoint: .authorizeB2C,
            both: (policy(["state": "s"], at: "B2C_1_nothing", repeating: ["state": "s2"]), Failure(9_000_411)),
            fixed: (policy([:], at: "B2C_1_nothing"), Failure(90022))),
        Pair(
            first: "Tenant", second: "Client", endpoint: .authorizeB2C,
            both: (policy(["client_id": unknownClient], at: "B2C_1_nothing"), Failure(90022)),
            fixed: (policy(["client_id": unknownClient]), Failure(90018))),
        Pair(
            first: "Client", second: "Redirect URI", endpoint: .authorizeB2C,
            both: (policy(["client_id": unknownClient, "redirect_uri": "https://evil.test/"]), Failure(90018)),
            fixed: (policy(["redirect_uri": "https://evil.test/"]), Failure(90006))),
        Pair(
            first: "Redirect URI", second: "Broker of a nested application", endpoint: .authorizeB2C,
            both: (policy(["redirect_uri": "https://evil.test/", "brk_client_id": "x"]), Failure(90006)),
            fixed: (policy(["brk_client_id": "x"]), Failure(90083))),
        Pair(
            first: "Broker of a nested application", second: "Response type", endpoint: .authorizeB2C,
            both: (policy(["brk_client_id": "x", "response_type": "x"]), Failure(90083)),
            fixed: (policy(["response_type": "x"]), Failure(90013))),
        Pair(
            first: "Response type", second: "Response mode", endpoint: .authorizeB2C,
            both: (policy(["response_type": "x", "response_mode": "x"]), Failure(90013)),
            fixed: (policy(["response_mode": "x"]), Failure(90014))),
        Pair(
            first: "Response mode", second: "Access token from this endpoint", endpoint: .authorizeB2C,
            both: (
                policy(["response_type": "token", "response_mode": "x"], B2C.withoutPermissions), Failure(90014)
            ),
            fixed: (policy(["response_type": "token"], B2C.withoutPermissions), Failure(90057))),
        Pair(
            first: "ID token from this endpoint", second: "Request object", endpoint: .authorizeB2C,
            both: (policy(idToken.with(["request": "e30.e30."])), Failure(90057)),
            fixed: (policy(["request": "e30.e30."]), Failure(90122, "'request'"))),
        Pair(
            first: "Request object", second: "Prompt", endpoint: .authorizeB2C,
            both: (policy(["request": "e30.e30.", "prompt": "x"]), Failure(90122, "'request'")),
            fixed: (policy(["prompt": "x"]), Failure(90043))),
        Pair(
            first: "Prompt", second: "PKCE", endpoint: .authorizeB2C,
            both: (policy(["prompt": "x", "code_challenge": "x"]), Failure(90043)),
            fixed: (policy(["code_challenge": "x"]), Failure(99059))),
        Pair(
            first: "PKCE", second: "Claims", endpoint: .authorizeB2C,
            both: (policy(["code_challenge": "x", "claims": "{"]), Failure(99059)),
            fixed: (policy(["claims": "{"]), Failure(90122))),
        Pair(
            first: "Claims", second: "Nonce", endpoint: .authorizeB2C,
            both: (policy(["response_type": "id_token", "claims": "{"], B2C.web), Failure(90122, "'claims'")),
            fixed: (policy(["response_type": "id_token"], B2C.web), Failure(90083))),
        Pair(
            first: "Nonce", second: "Version of the endpoint", endpoint: .authorizeB2C,
            both: (version1(["response_type": "id_token"], B2C.web), Failure(90083)),
            fixed: (version1([:]), Failure(90022))),
        Pair(
            first: "Version of the endpoint", second: "Resource parameter", endpoint: .authorizeB2C,
            both: (version1(["resource": "x"]), Failure(90022)),
            fixed: (policy(["resource": "x"]), Failure(90122, "'resource'"))),
    ]

    static let policyAccess: [Pair] = [
        Pair(
            first: "Resource parameter", second: "Scope", endpoint: .authorizeB2C,
            both: (policy(["resource": "x", "scope": nil]), Failure(90122, "'resource'")),
            fixed: (policy(["scope": nil]), Failure(90010))),
        Pair(
            first: "Scope of an ID token", second: "Parameters of a policy", endpoint: .authorizeB2C,
            both: (policy(idToken.with(["scope": "User.Read"]), B2C.web), Failure(90110)),
            fixed: (policy(idToken.with(["scope": "openid User.Read"]), B2C.web), Failure(90117))),
        Pair(
            first: "Parameters of a policy", second: "Permissions in the addressed tenant", endpoint: .authorizeB2C,
            both: (policy(["scope": "openid User.Read \(nothing)"]), Failure(90117, "'User.Read'")),
            fixed: (policy(["scope": "openid \(nothing)"]), Failure(90117, nothing))),
        Pair(
            first: "Permissions in the addressed tenant", second: "Access token of a policy", endpoint: .authorizeB2C,
            both: (policy(bothTokens.with(["scope": "openid \(nothing)"]), B2C.web), Failure(90117)),
            fixed: (policy(bothTokens, B2C.web), Failure(90055))),
        Pair(
            first: "Access token of a policy", second: "State of the page", endpoint: .authorizeB2C,
            both: (
                policy(bothTokens, B2C.web, body: ["passwd": "x"]),
                Failure(90055)
            ),
            fixed: (policy(idToken, B2C.web, body: ["passwd": "x"]), Failure(90212))),
        Pair(
            first: "State of the page", second: "Sign-in with a user flow", endpoint: .authorizeB2C,
            both: (policy([:], at: "B2C_1_ROPC", body: ["passwd": "x"]), Failure(90212)),
            fixed: (policy([:], at: "B2C_1_ROPC"), Failure(90037))),
        Pair(
            first: "Sign-in with a user flow", second: "Granted permissions", endpoint: .authorizeB2C,
            both: (
                policy(["scope": "openid \(B2C.readScope)", "prompt": "none"], B2C.withoutPermissions), Failure(90077)
            ),
            fixed: (policy(["scope": "openid \(B2C.readScope)"], B2C.withoutPermissions, body: sam), Failure(90205))),
    ]

    /// A policy that blocks Sam but not Ben, and an API that requires assignment.
    static let blockingPolicy = """
        tenants:
          - id: \(Seed.adventureWorks)
            kind: b2c
            domains: [\(B2C.tenant)]
            policies: [B2C_1_signupsignin]
            users:
              - {id: \(B2C.sam), userPrincipalName: sam@adventureworks.example, password: Understudy!1}
              - {userPrincipalName: ben@adventureworks.example, password: Understudy!1}
            applications:
              - {appId: \(B2C.native.id), publicClient: {redirectUris: ["\(B2C.native.redirectURI)"]}}
              - {appId: \(B2C.api), identifierUris: ["https://\(B2C.tenant)/tasks"],
                 api: {oauth2PermissionScopes: [{value: read, type: Admin}]}}
              - {appId: \(Seed.legacy), identifierUris: ["https://\(B2C.tenant)/strict"], appRoleAssignmentRequired: true,
                 api: {oauth2PermissionScopes: [{value: read, type: Admin}]}}
            oauth2PermissionGrants:
              - {clientId: \(B2C.native.id), resourceId: \(Seed.legacy), consentType: AllPrincipals, scope: read}
            conditionalAccessPolicies:
              - displayName: Block
                conditions: {users: {includeUsers: [\(B2C.sam)]}, applications: {includeApplications: [All]}}
                grantControls: {builtInControls: [block]}
        """

    static let policyUser: [Pair] = [
        Pair(
            first: "Admission to the APIs", second: "Conditional Access", endpoint: .authorizeB2C,
            both: (policy(["scope": "openid https://\(B2C.tenant)/strict/read"], body: sam), Failure(90205)),
            fixed: (policy(["scope": "openid"], body: sam), Failure(90037))),
        Pair(
            first: "Conditional Access", second: "Granted permissions", endpoint: .authorizeB2C,
            both: (policy(["scope": "openid \(B2C.readScope)"], body: sam), Failure(90037)),
            fixed: (
                policy(
                    ["scope": "openid \(B2C.readScope)"],
                    body: sam.with(["loginfmt": "ben@adventureworks.example"])), Failure(90205)
            )),
    ]

    private static func device(
        _ scope: String, _ client: Client, tenant: String = "organizations", at path: String = Site.deviceLogin,
        as user: String = "alex@contoso.com", _ more: Parameters = ["consent": "accept"]
    ) -> Request {
        Request(
            path: path, query: [:], body: (["loginfmt": user, "passwd": "Understudy!1"] as Parameters).with(more),
            device: Device(client: client, scope: scope, tenant: tenant))
    }

    static let deviceCode: [Pair] = [
        Pair(
            first: "Tenant", second: "User code", endpoint: .deviceLogin,
            both: (Request(path: "/nowhere.example/oauth2/deviceauth", query: ["otc": "x"]), Failure(90002)),
            fixed: (Request(path: "/contoso.com/oauth2/deviceauth", query: [:], body: ["otc": "x"]), Failure(70018))),
        Pair(
            first: "User code", second: "State of the page", endpoint: .deviceLogin,
            both: (
                Request(path: Site.deviceLogin, query: [:], body: ["otc": "x", "passwd": "p"]), Failure(70018)
            ),
            fixed: (
                device("api://orders/read", open, ["loginfmt": nil]), Failure(165000)
            )),
        Pair(
            first: "State of the page", second: "Sign-in", endpoint: .deviceLogin,
            both: (
                device("api://orders/read", open, as: "nobody@contoso.com", ["flowToken": "forged"]), Failure(165000)
            ),
            fixed: (device("api://orders/read", open, as: "off@contoso.com"), Failure(50057))),
    ]

    static let deviceUser: [Pair] = [
        Pair(
            first: "Assignment to the client", second: "Permissions in the user's tenant", endpoint: .deviceLogin,
            both: (device("api://nowhere/read", assigned), Failure(50105)),
            fixed: (device("api://nowhere/read", open), Failure(500011))),
        Pair(
            first: "Permissions in the user's tenant", second: "Admission to the APIs", endpoint: .deviceLogin,
            both: (device("api://strict/read api://nowhere/read", open), Failure(500011)),
            fixed: (device("api://strict/read", open), Failure(50105))),
        Pair(
            first: "Admission to the APIs", second: "Conditional Access", endpoint: .deviceLogin,
            both: (device("api://strict/read", open), Failure(50105)),
            fixed: (device("api://orders/read", open), Failure(53003))),
    ]

    static let all =
        client + parameters + scopes + signedIn + adminConsent + policyParameters + policyAccess + policyUser
        + deviceCode + deviceUser

    /// The neighbors of which no request fails both, with the reason.
    static let withoutPair: [InteractiveEndpoint: [String: String]] = [
        .authorizeV2: [
            "Permissions in the addressed tenant, then Device challenge": "a challenge is not a failure",
            "Device challenge, then State of the page": "a challenge is not a failure",
            "Sign-in, then Sign-in with a user flow": "the two exclude each other",
            "Sign-in with a user flow, then Sign-in loop": "only a user who is signed in can loop",
            "Sign-in loop, then Application for personal accounts at common": "such an application never gets a code",
            "Application for personal accounts at common, then Cloud": "personal accounts belong to no cloud",
            "Cloud, then Tenant restrictions": "the names of the clouds need hosts of their own",
            "Tenant restrictions, then Assignment to the client": "the restrictions need a header field",
            "Conditional Access, then Stay signed in": "the prompt is not a failure",
            "Stay signed in, then Consent": "the prompt is not a failure",
            "Consent, then Response": "the response is not a check",
        ],
        .authorizeB2C: [
            "Access token from this endpoint, then ID token from this endpoint": "both report the same code",
            "Scope, then Scope of an ID token": "both report the same code",
            "Access token of a policy, then Device challenge": "a challenge is not a failure",
            "Device challenge, then State of the page": "a challenge is not a failure",
            "Sign-in with a user flow, then Sign-in loop": "only a user who is signed in can loop",
            "Sign-in loop, then Cloud": "a user of another cloud never reaches the loop",
            "Cloud, then Tenant restrictions": "the names of the clouds need hosts of their own",
            "Tenant restrictions, then Assignment to the client": "the restrictions need a header field",
            "Assignment to the client, then Admission to the APIs": "both report the same code",
            "Granted permissions, then Response": "the response is not a check",
        ],
        .deviceLogin: [
            "User code, then Client": "a device gets a user code only for a valid client",
            "Client, then State of the page": "a device gets a user code only for a valid client",
            "Sign-in, then Sign-in with a user flow": "the two exclude each other",
            "Sign-in with a user flow, then Decision of the device's user": "the decision is not a failure",
            "Decision of the device's user, then Version for the account": "the decision is not a failure",
            "Version for the account, then Tenant restrictions": "the restrictions need a header field",
            "Tenant restrictions, then Assignment to the client": "the restrictions need a header field",
            "Conditional Access, then Confirmation of the application": "the confirmation is not a failure",
            "Confirmation of the application, then Consent": "the confirmation is not a failure",
            "Consent, then Response": "the response is not a check",
        ],
    ]
}
