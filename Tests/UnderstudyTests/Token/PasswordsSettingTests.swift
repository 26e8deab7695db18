import Formats
import HTTP
import Testing
@testable import Understudy

/// The setting `passwords` decides whether a user without a password signs in with any password.
@Suite struct PasswordsSettingTests {
    /// A workforce tenant and an external tenant, each with a user without a password.
    private static func entra(_ settings: String, tenant: String = "{}") throws -> MockEntra {
        try MockEntra(
            yaml: """
                settings: \(settings)
                tenants:
                  - id: \(Seed.contoso)
                    domains: [contoso.com]
                    settings: \(tenant)
                    users:
                      - {userPrincipalName: bare@contoso.com}
                      - {userPrincipalName: full@contoso.com, password: right}
                      - {userPrincipalName: less@contoso.com, passwordless: true}
                    applications:
                      - {appId: \(Client.mobile.id), isFallbackPublicClient: true, publicClient: {redirectUris: ["http://localhost"]}}
                    oauth2PermissionGrants:
                      - {clientId: \(Client.mobile.id), resourceId: \(Seed.graph), consentType: AllPrincipals, scope: openid}
                  - id: \(Seed.woodgrove)
                    kind: external
                    domains: [woodgrove.onmicrosoft.com]
                    subdomain: woodgrove
                    policies: [{id: SignUpSignIn}]
                    users: [{userPrincipalName: casey@woodgrove.example, mail: casey@woodgrove.example}]
                    applications:
                      - {appId: \(Client.woodgrove.id), nativeAuthentication: true, isFallbackPublicClient: true, publicClient: {redirectUris: ["\(Client.woodgrove.redirectURI)"]}}
                """)
    }

    private static func grant(_ site: Site, _ user: String, _ password: String) throws -> TestResponse {
        try site.token(
            [
                "grant_type": "password", "client_id": Client.mobile.id, "scope": "openid", "username": user,
                "password": password,
            ], tenant: "contoso.com")
    }

    static let layers: [(String, String, Bool)] = [
        ("{}", "{}", false), ("{passwords: required}", "{}", false), ("{passwords: any}", "{}", true),
        ("{passwords: any}", "{passwords: required}", false), ("{}", "{passwords: any}", true),
    ]

    @Test(
        "The password grant rejects a user without a password with AADSTS50056, unless `passwords: any` is set",
        arguments: layers
    )
    func passwordGrantFollowsPasswordsSetting(_ settings: String, _ tenant: String, _ isAny: Bool) throws {
        let site = try PasswordsSettingTests.entra(settings, tenant: tenant).site
        let withoutPassword = try PasswordsSettingTests.grant(site, "bare@contoso.com", "whatever")
        #expect(withoutPassword.code == (isAny ? nil : 50056), "\(withoutPassword.text)")
        #expect(try PasswordsSettingTests.grant(site, "full@contoso.com", "wrong").code == 50126)
        #expect(try PasswordsSettingTests.grant(site, "full@contoso.com", "right").code == nil)
        #expect(try PasswordsSettingTests.grant(site, "less@contoso.com", "whatever").code == 50056)
    }

    @Test("The password page follows the same setting", arguments: layers)
    func passwordPageFollowsPasswordsSetting(_ settings: String, _ tenant: String, _ isAny: Bool) throws {
        let browser = Browser(try PasswordsSettingTests.entra(settings, tenant: tenant).site)
        try browser.open(.mobile, ["scope": "openid"], tenant: "contoso.com")
        try browser.enter("bare@contoso.com", "whatever")
        #expect(browser.page.kind == (isAny ? .staySignedIn : .password))
        let error = browser.page.element(id: "serviceError")?.text
        #expect(error?.hasPrefix("AADSTS50056") == (isAny ? nil : true), "\(error ?? "no error")")
    }

    @Test("The sign-in endpoint of the control plane follows the same setting")
    func signInEndpointRejectsUserWithoutPassword() throws {
        let site = try PasswordsSettingTests.entra("{}").site
        let url =
            "\(MockEntra.origin)\(Site.path("authorize", "contoso.com"))?"
            + Client.mobile.request(["scope": "openid"]).encoded
        let response = try site.control("POST", "signin", #"{"authorizeUrl": "\#(url)", "user": "bare@contoso.com"}"#)
        #expect(response.status == 422 && response.code == 50056, "\(response.text)")
    }

    @Test(
        "A customer without a password signs in with a mailed code, unless `passwords: any` is set",
        arguments: [false, true])
    func customerWithoutPasswordUsesMailedCode(_ isAny: Bool) throws {
        let entra = try PasswordsSettingTests.entra(isAny ? "{passwords: any}" : "{}")
        let browser = Browser(entra.at("https://woodgrove.ciamlogin.com"))
        try browser.open(.woodgrove, ["scope": "openid"], tenant: Seed.woodgrove)
        try browser.press(filling: ["loginfmt": "casey@woodgrove.example"])
        #expect((browser.page.kind == .password) == isAny)
        #expect((browser.page.control(id: "idTxtBx_OTC_Password") != nil) == !isAny)
    }

    @Test("Native authentication offers a code instead of a password to a customer without a password")
    func nativeAuthenticationOffersCodeInsteadOfPassword() throws {
        let site = try PasswordsSettingTests.entra("{}").at("https://woodgrove.ciamlogin.com")
        let started = try site.post(
            "/\(Seed.woodgrove)/oauth2/v2.0/initiate",
            [
                "client_id": Client.woodgrove.id, "username": "casey@woodgrove.example",
                "challenge_type": "password oob redirect",
            ])
        let challenge = try site.post(
            "/\(Seed.woodgrove)/oauth2/v2.0/challenge",
            [
                "client_id": Client.woodgrove.id, "continuation_token": started["continuation_token"],
                "challenge_type": "password oob redirect",
            ])
        #expect(challenge["challenge_type"] == "oob", "\(challenge.text)")
    }
}
