import Entra
import Testing

/// Checks the host names under which the server requests a client certificate. Other names never prompt a browser.
@Suite struct MutualTLSHostTests {
    @Test(
        "A prefix label turns any host into its mTLS host",
        arguments: [
            ("mtls.localhost", "localhost"), ("mtls.contoso.ciamlogin.com", "contoso.ciamlogin.com"),
            ("mtls.mtls.localhost", "mtls.localhost"), ("mtlsauth.microsoft.com", "login.microsoftonline.com"),
            ("mtlsauth.microsoftonline.us", "login.microsoftonline.us"),
            ("mtlsauth.partner.microsoftonline.cn", "login.partner.microsoftonline.cn"),
        ])
    func prefixMakesMutualTLSHost(_ host: String, _ plain: String) {
        #expect(MutualTLSHost.isMutualTLSHost(host))
        #expect(
            Origin(scheme: "https", host: host, port: 8443).plain == Origin(scheme: "https", host: plain, port: 8443))
    }

    @Test(
        "Other host names are not mTLS hosts",
        arguments: [
            "localhost", "mtls", "mtls.", "mtlsauth", "mtlsauth.localhost", "mtlsauth.microsoft.com.evil.test",
            "mtls-localhost", "a.mtls.localhost", "login.microsoftonline.com", "",
        ])
    func otherHostsAreNotMutualTLS(_ host: String) {
        #expect(!MutualTLSHost.isMutualTLSHost(host))
        #expect(Origin(scheme: "https", host: host, port: nil).plain == nil)
    }

    @Test(
        "Every host maps to its mTLS host and back", arguments: ["localhost", "login.microsoftonline.com", "a.test"])
    func hostMapsToMutualTLSHostAndBack(_ host: String) throws {
        let origin = Origin(scheme: "https", host: host, port: 8443)
        let mutual = try #require(origin.mutualTLS)
        #expect(MutualTLSHost.isMutualTLSHost(mutual.host))
        #expect(mutual.plain == origin)
    }
}
