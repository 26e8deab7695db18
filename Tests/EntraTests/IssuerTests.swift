import Entra
import Testing

/// Checks the issuer of each host name under which the server is reachable
/// (docs/reference/interface.md#hosts-tls-and-origins).
@Suite struct IssuerTests {
    @Test(
        "On Microsoft's host names the issuer is the cloud's, and on any other host it is the server's",
        arguments: [
            ("http://localhost:8080", "http://localhost:8080/t/", "http://localhost:8080/t/v2.0"),
            (
                "https://login.windows.net", "https://sts.windows.net/t/", "https://login.microsoftonline.com/t/v2.0"
            ),
            (
                "https://graph.microsoft.com", "https://sts.windows.net/t/", "https://login.microsoftonline.com/t/v2.0"
            ),
            (
                "https://westus2.login.microsoft.com", "https://sts.windows.net/t/",
                "https://login.microsoftonline.com/t/v2.0"
            ),
            (
                "https://usgovvirginia.login.microsoftonline.us", "https://sts.windows.net/t/",
                "https://login.microsoftonline.us/t/v2.0"
            ),
            (
                "https://a.b.login.microsoft.com", "https://a.b.login.microsoft.com/t/",
                "https://a.b.login.microsoft.com/t/v2.0"
            ),
            ("https://graph.microsoft.us", "https://sts.windows.net/t/", "https://login.microsoftonline.us/t/v2.0"),
            (
                "https://microsoftgraph.chinacloudapi.cn", "https://sts.chinacloudapi.cn/t/",
                "https://login.partner.microsoftonline.cn/t/v2.0"
            ),
            ("https://x.ciamlogin.com", "https://sts.windows.net/t/", "https://t.ciamlogin.com/t/v2.0"),
        ])
    func issuerFollowsHost(url: String, v1: String, v2: String) throws {
        let origin = try #require(Origin(url: url))
        #expect(origin.issuerV1("t") == v1)
        #expect(origin.issuerV2("t") == v2)
        #expect(Origin.tenant(ofIssuer: v1) == "t")
        #expect(Origin.tenant(ofIssuer: v2) == "t")
    }

    @Test(
        "A URL of another form is not the issuer of a tenant",
        arguments: [
            "https://ci.test", "https://ci.test/", "https://ci.test/t", "https://ci.test/t/v2.0/",
            "https://ci.test/t/v2.0/x", "https://login.windows.net/t/v2.0", "https://x.ciamlogin.com/t/v2.0", "t",
        ])
    func rejectsURLThatIsNoTenantIssuer(url: String) { #expect(Origin.tenant(ofIssuer: url) == nil) }
}
