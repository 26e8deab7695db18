import Directory
import Entra
import Testing

/// Checks `federatedIssuers`: the trusted issuers and the locations of their keys.
@Suite struct FederatedIssuerTests {
    private static let key = "{kty: RSA, kid: a, n: AQID, e: AQAB}"

    private func issuer(_ text: String, files: [String: [UInt8]] = [:]) -> FederatedIssuer? {
        load("federatedIssuers: [{issuer: \"https://ci.test/\", \(text)}]\ntenants: []", files: files)
            .configuration?.directory.federatedIssuer("https://ci.test/")
    }

    private func location(_ text: String, files: [String: [UInt8]] = [:]) -> KeyLocation? {
        if case .fetched(let location)? = issuer(text, files: files)?.keys { location } else { nil }
    }

    @Test func readsKeysFromConfigurationOrFile() {
        let file = Array(#"{"keys":[{"kty":"RSA","kid":"b","n":"AQID","e":"AQAB"}]}"#.utf8)
        for (text, id) in [("jwks: {keys: [\(FederatedIssuerTests.key)]}", "a"), ("jwksFile: keys.json", "b")] {
            guard case .configured(let keys)? = issuer(text, files: ["keys.json": file])?.keys else {
                Issue.record("no keys by \(text)")
                continue
            }
            #expect(keys.key(id: id) != nil)
        }
    }

    @Test func fetchesKeysFromIssuerAddressOrURL() {
        #expect(location("discovery: true")?.base.description == "https://ci.test/")
        #expect(location("discovery: true")?.keySet == nil)
        #expect(location("discovery: true, address: \"http://idp:8080\"")?.base.description == "http://idp:8080")
        #expect(location("jwksUri: \"https://keys.test/k\"")?.keySet?.description == "https://keys.test/k")
        let pem = Array("-----BEGIN CERTIFICATE-----\nMAA=\n-----END CERTIFICATE-----\n".utf8)
        let trusting = location("discovery: true, certificateAuthority: ca.pem", files: ["ca.pem": pem])
        #expect(trusting?.authorityPEM == pem)
    }

    @Test(
        "An issuer that an application trusts uses https, or http with a host name that cannot be forged",
        arguments: [
            ("https://a.test", true), ("http://localhost:8080/x", true), ("http://127.0.0.1:1", true),
            ("http://[::1]:8080", true), ("http://idp.localhost", true), ("http://understudy:8080", true),
            ("http://a.test", false), ("ftp://localhost", false), ("localhost", false),
        ])
    func acceptsHTTPSOrLocalIssuers(issuer: String, isAccepted: Bool) {
        let loaded = load(
            """
            tenants:
            - id: 11111111-1111-4111-8111-111111111111
              domains: [a.example]
              applications: [{appId: a, federatedIdentityCredentials: [{name: any, issuer: "\(issuer)", subject: s}]}]
            """)
        #expect(loaded.problems.isEmpty == isAccepted, "\(loaded.problems)")
    }

    @Test func comparesIssuersByBytes() {
        let directory = load("federatedIssuers: [{issuer: \"https://ci.test/\", discovery: true}]\ntenants: []")
            .configuration?.directory
        #expect(directory?.federatedIssuer("https://ci.test") == nil)
        #expect(directory?.federatedIssuer("https://CI.test/") == nil)
        #expect(directory?.fetchesKeys == true)
    }

    @Test(
        arguments: [
            ("issuer: x", "", "must have exactly one source of keys, not 0"),
            ("issuer: x, discovery: false", "", "must have exactly one source of keys, not 0"),
            ("issuer: x, discovery: true, jwks: {keys: []}", "", "one of jwks, jwksFile, discovery: true, jwksUri"),
            ("discovery: true", "", "issuer is missing"),
            ("issuer: x, discovery: true", ".issuer", "must be an http or https URL"),
            ("issuer: x, jwks: {keys: []}", ".jwks", "no RSA signing key"),
            ("issuer: x, jwks: [1]", ".jwks", "no RSA signing key"),
            ("issuer: x, jwksFile: none.json", ".jwksFile", "cannot be read"),
            ("issuer: x, jwksUri: \"ftp://x\"", ".jwksUri", "must be an http or https URL"),
            ("issuer: x, jwksUri: \"http://x\", address: \"http://y\"", ".address", "no effect without discovery"),
            (
                "issuer: \"http://x\", discovery: true, certificateAuthority: c.yaml", ".certificateAuthority",
                "no PEM certificate"
            ),
            ("issuer: x, discovery: yes please", ".discovery", "must be true or false"),
            ("issuer: x, discover: true", ".discover", "did you mean discovery?"),
        ])
    func reportsMistakes(_ entry: String, _ path: String, _ message: String) {
        let problems = load("federatedIssuers: [{\(entry)}]\ntenants: []").problems
        let found = problems.contains {
            $0.keyPath == "federatedIssuers[0]\(path)" && $0.line == 1 && $0.description.contains(message)
        }
        #expect(found, "\(problems.map(\.description))")
    }

    @Test("A missing key file is reported once")
    func reportsMissingKeyFileOnce() {
        let problems = load("federatedIssuers: [{issuer: x, jwksFile: none.json}]\ntenants: []").problems
        #expect(problems.map(\.keyPath) == ["federatedIssuers[0].jwksFile"])
        #expect(problems.first?.description.contains("none.json") == true, "\(problems.map(\.description))")
    }

    @Test func rejectsDuplicateIssuer() {
        let entry = "{issuer: \"https://ci.test\", discovery: true}"
        let problems = load("federatedIssuers: [\(entry), \(entry)]\ntenants: []").problems
        #expect(problems.first?.message.contains("used twice") == true)
    }
}
