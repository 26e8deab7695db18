import ClientTools
import Entra
import Testing

struct RegistrationAdviceTests {
    struct Row: Sendable {
        let uri: String
        var platform = ClientPlatform.publicClient
        var authority = AuthorityKind.tenant
        /// The hint; nil without a warning.
        let hint: String?
    }

    static let rows: [Row] = [
        Row(uri: "msauth.com.contoso.app1://auth", hint: nil),
        Row(uri: "msauth.com.contoso.app1://auth/", hint: "use msauth.com.contoso.app1://auth"),
        Row(uri: "msauth.com.contoso.app1://auth/", authority: .ciam, hint: nil),
        Row(uri: "x-contoso://com.contoso.app1", hint: nil),
        Row(uri: "contoso://auth", hint: "use msauth.[BUNDLE_ID]://auth"),
        Row(uri: "msalaaaaaaaa-0000-4000-8000-000000000001://auth", hint: "use msauth.[BUNDLE_ID]://auth"),
        Row(uri: "msalaaaaaaaa-0000-4000-8000-000000000001://auth", authority: .b2c, hint: nil),
        Row(uri: "msauth://auth", hint: "use msauth.[BUNDLE_ID]://auth"),
        Row(uri: "msauth://com.contoso.app/ga0RGNYHvNM5d0SLGQfpQWAPGJ8%3D", hint: nil),
        // Seed 004 recommends to register the second URI too (native-and-apple D8).
        Row(uri: "msauth://code/msauth.com.contoso.app1%3A%2F%2Fauth", hint: nil),
        Row(uri: "msauth://code/x-contoso%3A%2F%2Fcom.contoso.app1", hint: nil),
        Row(uri: "http://localhost", hint: nil),
        Row(uri: "https://login.microsoftonline.com/common/oauth2/nativeclient", hint: nil),
        Row(uri: "urn:ietf:wg:oauth:2.0:oob", hint: nil),
        Row(uri: "ms-appx-web://microsoft.aad.brokerplugin/aaaaaaaa-0000-4000-8000-000000000001", hint: nil),
        Row(uri: "https://app.example/cb", platform: .web, hint: nil),
        Row(uri: "brk-multihub://contoso.com", platform: .spa, hint: nil),
    ]

    @Test(arguments: rows)
    func warnsOnlyAboutAppleAppURIs(_ row: Row) {
        let warning = RegistrationAdvice.warning(
            on: RegisteredRedirectURI(platform: row.platform, uri: row.uri),
            clientID: "aaaaaaaa-0000-4000-8000-000000000001", authority: row.authority)
        #expect(warning?.hint == row.hint)
        #expect((warning == nil) == (row.hint == nil), "\(String(describing: warning))")
    }

    @Test(arguments: [
        ("common", AuthorityKind.common), ("AAD", .common), ("organizations", .organizations), ("tenant", .tenant),
        ("workforce", .tenant), ("consumers", .consumers), ("personal", .consumers), ("B2C", .b2c), ("ciam", .ciam),
        ("external", .ciam), ("adfs", .adfs), ("https://login.microsoftonline.com/common", .common),
        ("https://login.microsoftonline.com/Organizations/", .organizations),
        ("https://login.microsoftonline.com/consumers", .consumers),
        ("https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad", .consumersByID),
        ("https://localhost:8443/contoso.com", .tenant), ("https://fs.contoso.com/adfs", .adfs),
        ("https://contoso.b2clogin.com/tfp/contoso.onmicrosoft.com/B2C_1_x", .b2c),
        ("https://contoso.b2clogin.com/contoso.onmicrosoft.com/B2C_1_x", .b2c),
        ("https://localhost/tfp/contoso.onmicrosoft.com/B2C_1_x", .b2c), ("https://woodgrove.ciamlogin.com", .ciam),
        ("https://woodgrove.ciamlogin.com/x", .ciam),
    ])
    func recognizesAuthoritiesByNameOrURL(_ text: String, kind: AuthorityKind) {
        #expect(AuthorityKind(named: text) == kind)
    }

    @Test(arguments: [
        "", "azure", "http://login.microsoftonline.com/common", "https://login.microsoftonline.com", "https:///x",
    ])
    func rejectsTextThatIsNoAuthority(_ text: String) {
        #expect(AuthorityKind(named: text) == nil)
    }
}
