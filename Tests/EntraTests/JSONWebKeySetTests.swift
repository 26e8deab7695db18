import Entra
import Formats
import Testing

@Suite struct JSONWebKeySetTests {
    private static let key = #"{"kty":"RSA","kid":"a","n":"AQID","e":"AQAB"}"#

    private func parse(_ text: String) -> JSONWebKeySet? {
        JSONValue(parsing: Array(text.utf8)).flatMap(JSONWebKeySet.init)
    }

    @Test func findsKeyByExactID() {
        let keys = parse(#"{"keys":[\#(JSONWebKeySetTests.key)]}"#)
        #expect(keys?.key(id: "a")?.modulus == [1, 2, 3])
        #expect(keys?.key(id: "a")?.exponent == [1, 0, 1])
        #expect(keys?.key(id: "A") == nil)
    }

    @Test(
        "Keys that cannot verify are skipped",
        arguments: [
            #"{"kty":"EC","kid":"b","crv":"P-256","x":"AQ","y":"AQ"}"#, #"{"kty":"RSA","n":"AQID","e":"AQAB"}"#,
            #"{"kty":"RSA","kid":"b","use":"enc","n":"AQID","e":"AQAB"}"#,
            #"{"kty":"RSA","kid":"b","n":"A","e":"AQAB"}"#,
            #"{"kty":"RSA","kid":"b","n":"","e":"AQAB"}"#, "1", "null", "[]",
        ])
    func skipsUnusableKeys(_ key: String) {
        #expect(parse(#"{"keys":[\#(key)]}"#) == nil)
        #expect(parse(#"{"keys":[\#(key),\#(JSONWebKeySetTests.key)]}"#)?.keys.count == 1)
    }

    @Test(arguments: ["{}", "[]", #"{"keys":{}}"#, #"{"keys":[]}"#])
    func rejectsJSONThatIsNoKeySet(_ text: String) {
        #expect(parse(text) == nil)
    }

    @Test func limitsNumberOfKeys() {
        let many = Array(repeating: JSONWebKeySetTests.key, count: 1_000).joined(separator: ",")
        #expect(parse(#"{"keys":[\#(many)]}"#)?.keys.count == JSONWebKeySet.maximumCount)
    }
}

@Suite struct WebAddressTests {
    @Test(
        arguments: [
            ("https://ci.test", "https://ci.test", ""), ("http://localhost:9000/a/", "http://localhost:9000", "/a/"),
            ("https://CI.test:443/A", "https://ci.test", "/A"), ("http://[::1]:80/x", "http://[::1]", "/x"),
        ])
    func splitsURLIntoOriginAndPath(_ url: String, _ origin: String, _ path: String) {
        #expect(WebAddress(url)?.origin.description == origin)
        #expect(WebAddress(url)?.path == path)
    }

    @Test(
        arguments: [
            "", "ci.test", "ftp://ci.test", "https://", "https:///x", "https://user@ci.test", "https://ci.test?x",
            "https://ci.test/#x", "https://ci.test/ x", "https://ci.test/\r\nHost:evil", "https://ci.test\\@evil",
            "https://é.test", "HTTPS://ci.test", "https://ci.test:99999",
        ])
    func rejectsInvalidURLs(_ url: String) {
        #expect(WebAddress(url) == nil)
    }

    @Test func appendsPathToAddress() {
        #expect(WebAddress("https://a.test/b/")?.appending("/c").description == "https://a.test/b/c")
        #expect(WebAddress("https://a.test")?.appending("/c").description == "https://a.test/c")
    }
}
