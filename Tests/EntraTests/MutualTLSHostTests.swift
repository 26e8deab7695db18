import Entra
import Testing

/// The names under which clients are asked for a certificate: these and no others, so that no browser is prompted.
@Suite struct MutualTLSHostTests {
    @Test(
        "one label makes an mTLS host of any other",
        arguments: [
            ("mtls.localhost", "localhost"), ("mtls.contoso.ciamlogin.com", "contoso.ciamlogin.com"),
            ("mtls.mtls.localhost", "mtls.localhost"), ("mtlsauth.microsoft.com", "login.microsoftonline.com"),
            ("mtlsauth.microsoftonline.us", "login.microsoftonline.us"),
            ("mtlsauth.partner.microsoftonline.cn", "login.partner.microsoftonline.cn"),
        ])
    func standsFor(_ host: String, _ plain: String) {
        #expect(MutualTLSHost.isOne(host))
        #expect(
            Origin(scheme: "https", host: host, port: 8443).plain == Origin(scheme: "https", host: plain, port: 8443))
    }

    @Test(
        "others are none",
        arguments: [
            "localhost", "mtls", "mtls.", "mtlsauth", "mtlsauth.localhost", "mtlsauth.microsoft.com.evil.test",
            "mtls-localhost", "a.mtls.localhost", "login.microsoftonline.com", "",
        ])
    func none(_ host: String) {
        #expect(!MutualTLSHost.isOne(host))
        #expect(Origin(scheme: "https", host: host, port: nil).plain == nil)
    }

    @Test(
        "every host leads to its mTLS host and back", arguments: ["localhost", "login.microsoftonline.com", "a.test"])
    func back(_ host: String) throws {
        let origin = Origin(scheme: "https", host: host, port: 8443)
        let mutual = try #require(origin.mutualTLS)
        #expect(MutualTLSHost.isOne(mutual.host))
        #expect(mutual.plain == origin)
    }
}
