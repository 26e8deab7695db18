import Directory
import Formats

/// A B2C tenant with an application for each rule and every kind of policy.
enum B2C {
    static let tenant = "adventureworks.onmicrosoft.com"
    static let host = "https://adventureworks.b2clogin.com"
    static let sam = "eeeeeeee-0000-4000-8000-000000000006"
    static let api = "dddddddd-0000-4000-8000-000000000002"
    static let readScope = "https://\(tenant)/tasks/read"
    static let native = Client.adventureWorks
    static let web = Client(
        id: "dddddddd-0000-4000-8000-000000000003", redirectURI: "https://web.test/cb", secret: "web-secret")
    static let spa = Client(
        id: "dddddddd-0000-4000-8000-000000000004", redirectURI: "https://spa.test/", browserOrigin: "https://spa.test")
    /// A client without permissions for any API.
    static let withoutPermissions = Client(
        id: "dddddddd-0000-4000-8000-000000000005", redirectURI: "https://poor.test/cb")

    static func entra(settings: String = "") throws -> MockEntra {
        try MockEntra(yaml: settings + yaml)
    }

    /// Returns a server with this tenant only. `members` are the members of the tenant after its policies, in YAML.
    static func entra(settings: String = "", policies: String, _ members: String) throws -> MockEntra {
        let lines = members.split(separator: "\n", omittingEmptySubsequences: false).map { "    \($0)" }
        return try MockEntra(
            yaml: """
                \(settings)
                tenants:
                  - id: \(Seed.adventureWorks)
                    kind: b2c
                    domains: [\(tenant)]
                    policies: [\(policies)]
                \(lines.joined(separator: "\n"))
                """)
    }

    /// Returns the path of a policy, which takes the place of the tenant.
    static func policy(_ name: String = "B2C_1_signupsignin") -> String { "\(tenant)/\(name)" }

    static let yaml = """

        tenants:
          - id: \(Seed.adventureWorks)
            displayName: Adventure Works
            kind: b2c
            domains: [\(tenant)]
            policies:
              - B2C_1_signupsignin
              - B2C_1_signin
              - {id: B2C_1_register, kind: signUp, attributes: [displayName, givenName, surname, jobTitle, country]}
              - B2C_1_edit_profile
              - B2C_1_password_reset
              - B2C_1_ROPC
              - {id: B2C_1_social, kind: signUpOrSignIn, identityProviders: [Google, Contoso.example], attributes: [displayName, country]}
              - {id: B2C_1_builtin, kind: signUpOrSignIn, resetsPassword: true, claims: [emails]}
            users:
              - {id: \(sam), userPrincipalName: sam@adventureworks.example, displayName: Sam Centrell, givenName: Sam,
                 surname: Centrell, mail: sam@adventureworks.example, password: Understudy!1}
              - {userPrincipalName: off@adventureworks.example, password: Understudy!1, accountEnabled: false}
              - {userPrincipalName: fixed@adventureworks.example, mail: fixed@adventureworks.example, password: Understudy!1,
                 oneTimeCode: "424242"}
            applications:
              - {appId: \(native.id), displayName: Adventure Works App, publicClient: {redirectUris: ["http://localhost"]},
                 web: {implicitGrantSettings: {enableAccessTokenIssuance: true}}}
              - {appId: \(api), displayName: Tasks, identifierUris: ["https://\(tenant)/tasks"],
                 api: {oauth2PermissionScopes: [{value: read, type: Admin}, {value: write, type: Admin}]},
                 appRoles: [{value: Tasks.All, displayName: All, allowedMemberTypes: [Application]}]}
              - {appId: \(web.id), displayName: Web, web: {redirectUris: ["https://web.test/cb"],
                 implicitGrantSettings: {enableIdTokenIssuance: true, enableAccessTokenIssuance: true}},
                 passwordCredentials: [{secretText: web-secret}], keyCredentials: [{key: "\(Assertion.certificate)"}]}
              - {appId: \(spa.id), displayName: SPA, spa: {redirectUris: ["https://spa.test/"]}}
              - {appId: \(withoutPermissions.id), displayName: Poor, publicClient: {redirectUris: ["https://poor.test/cb"]}}
              - {appId: dddddddd-0000-4000-8000-000000000006, displayName: Bare}
              - {appId: dddddddd-0000-4000-8000-000000000007, displayName: Disabled, accountEnabled: false}
            oauth2PermissionGrants:
              - {clientId: \(native.id), resourceId: \(api), consentType: AllPrincipals, scope: read}
              - {clientId: \(web.id), resourceId: \(api), consentType: AllPrincipals, scope: read write}
            appRoleAssignments: [{principalId: \(web.id), resourceId: \(api), appRole: Tasks.All}]
          - id: \(Seed.contoso)
            domains: [contoso.com]
            users: [{userPrincipalName: alex@contoso.com, password: Understudy!1}]
            applications: [{appId: \(Client.mobile.id), signInAudience: AzureADMultipleOrgs, publicClient: {redirectUris: ["http://localhost"]}}]
        """
}

extension TestResponse {
    /// The digits after `AADB2C` in a body, a redirect or a page. `nil` if there are none.
    var policyCode: Int? {
        let source = fields["error_description"] ?? text
        let parts = source.split(separator: "AADB2C", maxSplits: 1, omittingEmptySubsequences: false)
        return parts.count > 1 ? Int(parts[1].prefix { $0.isNumber }) : nil
    }
}

extension Site {
    /// Signs in at a policy and redeems the code.
    func policyTokens(
        _ client: Client = B2C.native, _ scope: String = "openid offline_access \(B2C.readScope)",
        policy: String = "B2C_1_signupsignin", redeeming: Parameters = [:]
    ) throws -> TestResponse {
        try tokens(
            client, ["scope": scope], as: "sam@adventureworks.example", redeeming: redeeming,
            tenant: B2C.policy(policy))
    }
}
