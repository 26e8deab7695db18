/// An external tenant for native authentication, with users of every kind and applications with and without the API.
enum NativeLab {
    static let yaml = """
        tenants:
          - id: 33333333-3333-4333-8333-333333333333
            displayName: Woodgrove
            kind: external
            domains: [woodgrove.onmicrosoft.com]
            users:
              - {userPrincipalName: casey@woodgrove.example, displayName: Casey, mail: casey@mail.example, password: Understudy!1}
              - {userPrincipalName: olga@woodgrove.example, displayName: Olga, mail: olga@mail.example}
              - {userPrincipalName: anna@woodgrove.example, displayName: Anna}
              - {userPrincipalName: mia@woodgrove.example, displayName: Mia, mail: mia@mail.example, password: Understudy!1,
                 mfa: mia@second.example}
              - {userPrincipalName: tess@woodgrove.example, displayName: Tess, mail: tess@mail.example, password: Understudy!1,
                 mfa: "+15550100"}
              - {userPrincipalName: theo@woodgrove.example, displayName: Theo, mail: theo@mail.example, password: Understudy!1,
                 mfa: "totp:JBSWY3DPEHPK3PXP"}
              - {userPrincipalName: dora@woodgrove.example, displayName: Dora, password: Understudy!1, accountEnabled: false}
              - {userPrincipalName: fixed@woodgrove.example, displayName: Fixed, mail: fixed@mail.example, oneTimeCode: "12345678"}
            applications:
              - {appId: cccccccc-0000-4000-8000-000000000001, displayName: Woodgrove App, nativeAuthentication: true,
                 isFallbackPublicClient: true, publicClient: {redirectUris: ["msauth.com.woodgrove.app://auth"]}}
              - {appId: cccccccc-0000-4000-8000-000000000002, displayName: Guarded App, nativeAuthentication: true,
                 isFallbackPublicClient: true, publicClient: {redirectUris: ["msauth.com.woodgrove.guarded://auth"]}}
              - {appId: cccccccc-0000-4000-8000-000000000005, displayName: Codes App, nativeAuthentication: true,
                 isFallbackPublicClient: true, publicClient: {redirectUris: ["msauth.com.woodgrove.codes://auth"]}}
              - {appId: cccccccc-0000-4000-8000-000000000003, displayName: Browser App,
                 publicClient: {redirectUris: ["msauth.com.woodgrove.browser://auth"]}}
              - {appId: cccccccc-0000-4000-8000-000000000004, displayName: Confidential App, nativeAuthentication: true,
                 isFallbackPublicClient: false, web: {redirectUris: ["https://app.test/cb"]}}
            conditionalAccessPolicies:
              - displayName: Second factor for the guarded application
                conditions: {users: {includeUsers: [All]}, applications: {includeApplications: [All]},
                  clients: {includeApplications: [cccccccc-0000-4000-8000-000000000002]}}
                grantControls: {builtInControls: [mfa]}
            policies:
              - {id: Sign up, applications: [cccccccc-0000-4000-8000-000000000001], attributes: [displayName,
                 {name: city, pattern: "^[A-Z][a-z]+$"}, {name: jobTitle, required: false}]}
              - {id: By code, credential: emailOneTimeCode, applications: [cccccccc-0000-4000-8000-000000000005], attributes: []}
            oauth2PermissionGrants:
              - {clientId: cccccccc-0000-4000-8000-000000000001, resourceId: 00000003-0000-0000-c000-000000000000,
                 consentType: AllPrincipals, scope: openid profile offline_access User.Read}
              - {clientId: cccccccc-0000-4000-8000-000000000002, resourceId: 00000003-0000-0000-c000-000000000000,
                 consentType: AllPrincipals, scope: openid profile offline_access User.Read}
          - id: 11111111-1111-4111-8111-111111111111
            displayName: Contoso
            domains: [contoso.com]
            applications:
              - {appId: aaaaaaaa-0000-4000-8000-000000000001, displayName: Contoso Mobile, nativeAuthentication: true,
                 isFallbackPublicClient: true, publicClient: {redirectUris: ["http://localhost"]}}
        """

    static let guarded = "cccccccc-0000-4000-8000-000000000002"

    /// The application whose user flow signs up with one-time codes only.
    static let codes = "cccccccc-0000-4000-8000-000000000005"

    /// Returns an application that uses version 2 of the API.
    static func interaction(settings: String = "{}") throws -> InteractionApp {
        InteractionApp(try MockEntra(yaml: "settings: \(settings)\n\(yaml)"))
    }

    static func app(settings: String = "") throws -> NativeApp {
        NativeApp(try MockEntra(yaml: settings + yaml))
    }
}
