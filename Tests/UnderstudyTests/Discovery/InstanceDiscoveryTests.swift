import Formats
import Testing

/// `GET /common/discovery/instance` returns the metadata of known hosts (docs/reference/protocol.md#instance-discovery).
@Suite struct InstanceDiscoveryTests {
    private static func path(_ endpoint: String, _ version: String = "1.1") -> String {
        "/common/discovery/instance?api-version=\(version)&authorization_endpoint=\(Percent.encode(endpoint))"
    }

    struct Case: Row {
        var name: String { endpoint }
        let endpoint: String
        let document: String
    }

    static let known: [Case] = [
        Case(
            endpoint: "https://login.microsoftonline.com/common/oauth2/v2.0/authorize",
            document: "https://login.microsoftonline.com/common/v2.0/.well-known/openid-configuration"),
        Case(
            endpoint: "https://login.windows.net/contoso.com/oauth2/authorize",
            document: "https://login.windows.net/contoso.com/.well-known/openid-configuration"),
        Case(
            endpoint: "https://login.microsoftonline.us/organizations/oauth2/v2.0/authorize",
            document: "https://login.microsoftonline.us/organizations/v2.0/.well-known/openid-configuration"),
        Case(
            endpoint: "https://localhost:8443/contoso.com/oauth2/v2.0/authorize",
            document: "https://localhost:8443/contoso.com/v2.0/.well-known/openid-configuration"),
        Case(
            endpoint: "https://LOCALHOST:8443/common/oauth2/authorize",
            document: "https://localhost:8443/common/.well-known/openid-configuration"),
    ]

    @Test("The endpoint knows Microsoft's clouds and the server's own name", arguments: known)
    func knowsMicrosoftCloudsAndOwnName(_ row: Case) throws {
        let response = try MockEntra().site.get(InstanceDiscoveryTests.path(row.endpoint))
        #expect(response["tenant_discovery_endpoint"] == row.document)
        #expect(response["api-version"] == "1.1")
    }

    @Test("The aliases contain the server's own name with and without the port")
    func listsOwnNameWithAndWithoutPort() throws {
        let response = try MockEntra().site.get(InstanceDiscoveryTests.path(InstanceDiscoveryTests.known[3].endpoint))
        let own = try #require(response.json?["metadata"]?.array?.last)
        #expect(own["preferred_network"]?.string == "localhost:8443")
        #expect(own["preferred_cache"]?.string == "localhost:8443")
        #expect(own["aliases"]?.array?.compactMap(\.string) == ["localhost:8443", "localhost"])
    }

    @Test(
        "The response matches its golden file",
        arguments: [
            ("https://localhost:8443", "instance-own.json"), ("https://login.microsoftonline.com", "instance.json"),
        ])
    func responseMatchesGoldenFile(_ origin: String, _ file: String) throws {
        let endpoint = "https://login.microsoftonline.com/common/oauth2/v2.0/authorize"
        let response = try MockEntra().at(origin).get(InstanceDiscoveryTests.path(endpoint))
        try Golden.expect(Golden.lines(response.body), file)
    }

    @Test("Version 1.0 returns no metadata")
    func firstAPIVersionReturnsNoMetadata() throws {
        let endpoint = "https://login.microsoftonline.com/common/oauth2/v2.0/authorize"
        let response = try MockEntra().site.get(InstanceDiscoveryTests.path(endpoint, "1.0"))
        #expect(response.json?.object?.map(\.name) == ["tenant_discovery_endpoint", "api-version"])
    }

    struct Rejection: Row {
        let name: String
        let path: String
        let code: Int
        let error: String
    }

    static let rejections: [Rejection] = [
        Rejection(
            name: "unknown host", path: path("https://evil.test/common/oauth2/v2.0/authorize"), code: 50049,
            error: "invalid_instance"),
        Rejection(
            name: "known host as a prefix",
            path: path("https://login.microsoftonline.com.evil.test/common/oauth2/v2.0/authorize"), code: 50049,
            error: "invalid_instance"),
        Rejection(
            name: "user information", path: path("https://login.microsoftonline.com@evil.test/common/oauth2/authorize"),
            code: 50049, error: "invalid_instance"),
        Rejection(
            name: "no https", path: path("http://login.microsoftonline.com/common/oauth2/authorize"), code: 50049,
            error: "invalid_instance"),
        Rejection(
            name: "no tenant", path: path("https://login.microsoftonline.com"), code: 50049, error: "invalid_instance"),
        Rejection(name: "no URL", path: path("common"), code: 50050, error: "invalid_request"),
        Rejection(
            name: "no endpoint", path: "/common/discovery/instance?api-version=1.1", code: 900144,
            error: "invalid_request"),
        Rejection(
            name: "no version",
            path: "/common/discovery/instance?authorization_endpoint=https%3A%2F%2Flogin.windows.net%2Fcommon",
            code: 900144, error: "invalid_request"),
        Rejection(
            name: "unknown version",
            path: path("https://login.microsoftonline.com/common/oauth2/v2.0/authorize", "2.0"), code: 90100,
            error: "invalid_request"),
        Rejection(
            name: "broken escape", path: "/common/discovery/instance?api-version=%zz", code: 9_002_313,
            error: "invalid_request"),
    ]

    @Test("An invalid request is rejected", arguments: rejections)
    func rejectsInvalidRequest(_ row: Rejection) throws {
        let response = try MockEntra().site.get(row.path)
        #expect(response.outcome == .jsonError(400, row.error, row.code))
    }
}
