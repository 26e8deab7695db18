import Entra
import Formats
import Testing

struct ResponseDeliveryTests {
    private func target(_ uri: String, registered: String? = nil) throws -> RedirectTarget {
        let entry = RegisteredRedirectURI(platform: .publicClient, uri: registered ?? uri)
        return try RedirectURIRules.resolve(uri, registered: [entry], clientID: "c", audience: .myOrg)
    }

    private static let code = Form([Form.Field("code", "1.AX"), Form.Field("state", "s1")])

    static let locations: [(String, ResponseMode, String)] = [
        ("https://a.test/cb", .query, "https://a.test/cb?code=1.AX&state=s1#"),
        ("https://a.test/cb", .fragment, "https://a.test/cb#code=1.AX&state=s1"),
        ("https://a.test/cb", .formPost, "https://a.test/cb"),
        ("https://a.test", .query, "https://a.test/?code=1.AX&state=s1#"),
        ("https://a.test", .fragment, "https://a.test/#code=1.AX&state=s1"),
        ("https://a.test", .formPost, "https://a.test"),
        ("https://a.test/", .query, "https://a.test/?code=1.AX&state=s1#"),
        ("http://localhost:8400", .query, "http://localhost:8400/?code=1.AX&state=s1#"),
        ("http://localhost", .fragment, "http://localhost/#code=1.AX&state=s1"),
        ("https://a.test/cb?x=1", .query, "https://a.test/cb?x=1&code=1.AX&state=s1#"),
        ("https://a.test/cb?x=1", .fragment, "https://a.test/cb?x=1#code=1.AX&state=s1"),
        ("https://a.test/cb?", .query, "https://a.test/cb?code=1.AX&state=s1#"),
        ("https://a.test?x=1", .query, "https://a.test/?x=1&code=1.AX&state=s1#"),
        ("https://a.test?x=/", .fragment, "https://a.test/?x=/#code=1.AX&state=s1"),
        ("https://a.test:8443?x=1", .query, "https://a.test:8443/?x=1&code=1.AX&state=s1#"),
        ("msauth.com.contoso.app1://auth", .query, "msauth.com.contoso.app1://auth?code=1.AX&state=s1#"),
        ("msauth.com.contoso.app1://auth", .fragment, "msauth.com.contoso.app1://auth#code=1.AX&state=s1"),
        ("msauth://code/x%3A%2F%2Fauth", .query, "msauth://code/x%3A%2F%2Fauth?code=1.AX&state=s1#"),
        ("x-contoso://com.contoso.app", .query, "x-contoso://com.contoso.app?code=1.AX&state=s1#"),
    ]

    @Test(arguments: locations)
    func addsResponseFieldsToRedirectURI(_ uri: String, mode: ResponseMode, expected: String) throws {
        let location = ResponseDelivery.location(
            target: try target(uri), mode: mode, fields: ResponseDeliveryTests.code)
        #expect(location == expected)
    }

    @Test func loopbackKeepsRequestedPort() throws {
        let target = try target("http://localhost:8400", registered: "http://localhost")
        #expect(
            ResponseDelivery.location(target: target, mode: .query, fields: ResponseDeliveryTests.code)
                == "http://localhost:8400/?code=1.AX&state=s1#")
    }

    static let values: [(String, String)] = [
        ("a b", "a+b"), ("a+b", "a%2bb"), ("a=b==", "a%3db%3d%3d"), ("a&b", "a%26b"), ("#", "%23"), ("%41", "%2541"),
        ("\r\nSet-Cookie: x", "%0d%0aSet-Cookie%3a+x"), ("<script>\"'", "%3cscript%3e%22%27"), ("\u{0}", "%00"),
        ("é\u{212A}", "%c3%a9%e2%84%aa"), ("", ""), ("-._~", "-._%7e"), ("!*()", "!*()"),
    ]

    @Test(arguments: values)
    func encodesValueOnce(_ value: String, encoded: String) throws {
        for mode in [ResponseMode.query, .fragment] {
            let fields = Form([Form.Field("state", value)])
            let location = ResponseDelivery.location(
                target: try target("https://a.test/cb"), mode: mode, fields: fields)
            #expect(
                location
                    == (mode == .query ? "https://a.test/cb?state=\(encoded)#" : "https://a.test/cb#state=\(encoded)"))
            #expect(location.utf8.allSatisfy { (0x21...0x7E).contains($0) })
        }
    }

    @Test func encodesFieldNames() throws {
        let fields = Form([Form.Field("a\r\nb", "c")])
        let location = ResponseDelivery.location(target: try target("https://a.test/cb"), mode: .query, fields: fields)
        #expect(location == "https://a.test/cb?a%0d%0ab=c#")
    }

    @Test func errorUsesSameRedirectAsSuccess() throws {
        let report = ErrorReport(
            EntraError(.unknownScope, [.clientName: "App", .scope: "x", .resource: "r"]),
            timestamp: Timestamp(seconds: 1_769_862_896), traceID: GUID(version4From: []), correlationID: "corr")
        var fields = report.redirectFields()
        fields.append("state", "s1")
        let location = ResponseDelivery.location(target: try target("https://a.test/cb"), mode: .query, fields: fields)
        #expect(
            location.hasPrefix("https://a.test/cb?error=invalid_client&error_description=AADSTS650053%3a+The+app"))
        #expect(
            location.hasSuffix(
                "&error_uri=https%3a%2f%2flogin.microsoftonline.com%2ferror%3fcode%3d650053&state=s1#"))
    }
}
