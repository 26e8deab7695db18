import Crypto
import Entra
import Formats
import Store
import Testing
@testable import Understudy

/// Tests PKeyAuth, by which a client proves its device (docs/reference/wire.md#pkeyauth).
@Suite struct DeviceChallengeTests {
    private static let phone = "dddddddd-0000-4000-8000-000000000001"
    static let client = Client(id: "aaaaaaaa-0000-4000-8000-000000000001", redirectURI: "http://localhost")
    static let capable: [(String, String)] = [("x-ms-PkeyAuth+", "1.0")]
    private static let scope = "openid offline_access https://graph.microsoft.com/User.Read"

    private static func entra(
        _ device: String = "", mode: String = "pkeyAuth", policies: String = ""
    ) throws -> MockEntra {
        try MockEntra(
            yaml: """
                tenants:
                  - id: \(Seed.contoso)
                    domains: [contoso.com]
                    settings: {deviceChallenge: \(mode)}
                    users: [{userPrincipalName: alex@contoso.com, password: Understudy!1}]
                    devices:
                      - {deviceId: \(phone), displayName: Phone, key: "\(Assertion.certificate)"\(device)}
                    conditionalAccessPolicies: [\(policies)]
                    applications:
                      - {appId: \(client.id), signInAudience: AzureADMultipleOrgs, publicClient: {redirectUris: ["http://localhost"]}}
                """)
    }

    /// A challenge from a header or from a redirect.
    struct Challenge {
        let fields: [String: String]

        init(_ text: String) throws {
            let parameters = try #require(text.hasPrefix("PKeyAuth ") ? text.dropFirst(9) : nil)
            fields = Dictionary(
                uniqueKeysWithValues: parameters.split(separator: ", ").map { part in
                    let pair = part.split(separator: "=", maxSplits: 1)
                    return (String(pair[0]), String(pair[1].dropFirst().dropLast()))
                })
        }

        init(location: String) throws {
            let parts = location.split(separator: "?", maxSplits: 1)
            #expect(parts.first == "urn:http-auth:PKeyAuth")
            let form = try Form(parsing: Array(parts[1].utf8))
            fields = Dictionary(uniqueKeysWithValues: form.fields.map { ($0.name, $0.value) })
        }

        var context: String { fields["Context"] ?? "" }
        var address: String { String((fields["SubmitUrl"] ?? "").prefix { $0 != "?" }) }

        /// The response of Apple's library without a certificate, including its two spaces.
        var withoutDevice: String { "PKeyAuth  Context=\"\(context)\", Version=\"1.0\"" }

        func response(
            header: KeyValuePairs<String, JSONValue?> = [:], claims: KeyValuePairs<String, JSONValue?> = [:],
            by key: SigningKey? = nil
        ) throws -> String {
            var token = try Assertion(DeviceChallengeTests.client)
            token.header = [
                .init("alg", .string("RS256")), .init("typ", .string("JWT")),
                .init("x5c", .array([.string(Assertion.certificate)])),
            ]
            token.claims = [
                .init("aud", .string(address)), .init("nonce", .string(fields["nonce"] ?? "")),
                .init("iat", .string(String(MockEntra.start.seconds))),
            ]
            let signed = try token.with(header: header, claims: claims).signed(by: key)
            return "PKeyAuth AuthToken=\"\(signed)\", Context=\"\(context)\", Version=\"1.0\""
        }
    }

    private static func path(_ more: Parameters = [:], tenant: String = "contoso.com") -> String {
        "\(Site.path("authorize", tenant))?\(client.request(["scope": scope]).with(more).encoded)"
    }

    private static func refreshToken(_ site: Site) throws -> String {
        try #require(try site.tokens(client, ["scope": scope], tenant: "contoso.com")["refresh_token"])
    }

    private static func refresh(_ site: Site, _ token: String, _ headers: [(String, String)]) throws -> TestResponse {
        try site.token(client.refresh(token, ["scope": scope]), tenant: "contoso.com", headers: headers)
    }

    private static func device(of token: String?, _ entra: MockEntra) throws -> String? {
        let sealed = try #require(token)
        let opened = try #require(RefreshToken(sealed: sealed, keys: entra.server.keys.sealing))
        return opened.grant.authentication.deviceID?.description
    }

    // MARK: - Token endpoint

    @Test("A refresh is challenged, and the signed response returns tokens")
    func challengesRefreshAndAcceptsAnswer() throws {
        let entra = try DeviceChallengeTests.entra()
        let token = try DeviceChallengeTests.refreshToken(entra.site)
        #expect(try DeviceChallengeTests.device(of: token, entra) == nil)
        let challenged = try DeviceChallengeTests.refresh(entra.site, token, DeviceChallengeTests.capable)
        #expect(challenged.outcome == .jsonError(401, "interaction_required", 50097))
        let challenge = try Challenge(#require(challenged.header("WWW-Authenticate")))
        #expect(challenge.fields["Version"] == "1.0")
        #expect(challenge.fields["TenantId"] == Seed.contoso)
        #expect(challenge.fields["SubmitUrl"] == "\(MockEntra.origin)/contoso.com/oauth2/v2.0/token")
        let authorization = [("Authorization", try challenge.response())]
        let response = try DeviceChallengeTests.refresh(entra.site, token, DeviceChallengeTests.capable + authorization)
        #expect(response.status == 200)
        #expect(try DeviceChallengeTests.device(of: response["refresh_token"], entra) == DeviceChallengeTests.phone)
        let again = try DeviceChallengeTests.refresh(entra.site, token, authorization)
        #expect(again.outcome == .jsonError(400, "invalid_grant", 50155), "a challenge is answered once")
        #expect(again["suberror"] == "device_authentication_failed")
    }

    @Test("A response without a device continues the refresh")
    func continuesRefreshWithoutDevice() throws {
        let entra = try DeviceChallengeTests.entra()
        let token = try DeviceChallengeTests.refreshToken(entra.site)
        let challenged = try DeviceChallengeTests.refresh(entra.site, token, DeviceChallengeTests.capable)
        let challenge = try Challenge(#require(challenged.header("WWW-Authenticate")))
        let response = try DeviceChallengeTests.refresh(
            entra.site, token, DeviceChallengeTests.capable + [("Authorization", challenge.withoutDevice)])
        #expect(response.status == 200)
        #expect(try DeviceChallengeTests.device(of: response["refresh_token"], entra) == nil)
    }

    @Test(
        "A client that does not support PKeyAuth is not challenged, nor is any if the setting is none",
        arguments: [("pkeyAuth", []), ("none", capable)] as [(String, [(String, String)])])
    func skipsChallengeWhenUnsupportedOrDisabled(_ mode: String, _ headers: [(String, String)]) throws {
        let site = try DeviceChallengeTests.entra(mode: mode).site
        let token = try DeviceChallengeTests.refreshToken(site)
        #expect(try DeviceChallengeTests.refresh(site, token, headers).status == 200)
        let page = try site.send("GET", DeviceChallengeTests.path(), headerList: headers)
        #expect(page.status == 200)
    }

    @Test("An invalid token request is rejected without a challenge")
    func rejectsInvalidTokenRequestWithoutChallenge() throws {
        let site = try DeviceChallengeTests.entra().site
        let request = DeviceChallengeTests.client.refresh("x", ["scope": DeviceChallengeTests.scope])
        func code(_ more: Parameters, tenant: String = "contoso.com") throws -> Int? {
            try site.token(request.with(more), tenant: tenant, headers: DeviceChallengeTests.capable).code
        }
        #expect(try code(["client_secret": "x"]) == 700025)
        #expect(try code([:], tenant: "nowhere.test") == 90002)
        #expect(try code(["client_id": "aaaaaaaa-0000-4000-8000-00000000ffff"]) == 700016)
        #expect(try code([:]) == 50097)
        #expect(try code(["refresh_token": nil]) == 900144)
        #expect(try code(["grant_type": "authorization_code"]) == 900144)
        #expect(try code(["grant_type": "authorization_code", "code": "x"]) == 50097)
        let password: Parameters = ["grant_type": "password", "username": "alex@contoso.com"]
        #expect(try code(password) == 900144)
        #expect(try code(password.with(["password": "Understudy!1"])) == 50097)
        let twice = try site.post(
            Site.path("token", "contoso.com"), encoded: request.encoded + "&scope=openid",
            headers: DeviceChallengeTests.capable)
        #expect(twice.header("WWW-Authenticate") == nil)
    }

    @Test(
        "An invalid authorization request is rejected without a challenge",
        arguments: [
            (["client_id": "aaaaaaaa-0000-4000-8000-00000000ffff"], 700016),
            (["redirect_uri": "https://elsewhere.test"], 50011),
        ] as [(Parameters, Int)])
    func rejectsInvalidAuthorizationRequestWithoutChallenge(_ more: Parameters, _ code: Int) throws {
        let response = try DeviceChallengeTests.entra().site.send(
            "GET", DeviceChallengeTests.path(more), headerList: DeviceChallengeTests.capable)
        #expect(response.outcome == .errorPage(code), "\(response.text)")
    }

    struct Wrong: Row {
        let name: String
        var device = ""
        var code = 50155
        var wait: Int64 = 0
        let response: @Sendable (Challenge) throws -> String
    }

    static let wrong: [Wrong] = [
        Wrong(name: "no context") { _ in "PKeyAuth Context=\"x\", Version=\"1.0\"" },
        Wrong(name: "too late", wait: 300) { $0.withoutDevice },
        Wrong(name: "no JWS") { "PKeyAuth AuthToken=\"a.b.c\", Context=\"\($0.context)\"" },
        Wrong(name: "signed by another key") { try $0.response(by: Assertion.otherKey.get()) },
        Wrong(name: "another certificate", code: 700003) { challenge in
            let other = try Assertion.otherKey.get()
            let chain = JSONValue.array([.string(other.jwk.x5c.first ?? "")])
            return try challenge.response(header: ["x5c": chain], by: other)
        },
        Wrong(name: "no certificate") { try $0.response(header: ["x5c": nil]) },
        Wrong(name: "another algorithm") { try $0.response(header: ["alg": .string("none")]) },
        Wrong(name: "another address") { try $0.response(claims: ["aud": .string($0.address + "/")]) },
        Wrong(name: "another nonce") { try $0.response(claims: ["nonce": .string($0.context)]) },
        Wrong(name: "no time") { try $0.response(claims: ["iat": nil]) },
        Wrong(name: "an old token") {
            try $0.response(claims: ["iat": .string(String(MockEntra.start.seconds - 301))])
        },
        Wrong(name: "a time beyond numbers") { try $0.response(claims: ["iat": .integer(.min)]) },
        Wrong(name: "a disabled device", device: ", accountEnabled: false") { try $0.response() },
    ]

    @Test("An invalid response ends the request without another challenge", arguments: wrong)
    func rejectsInvalidAnswerWithoutNewChallenge(_ row: Wrong) throws {
        let entra = try DeviceChallengeTests.entra(row.device)
        let token = try DeviceChallengeTests.refreshToken(entra.site)
        let challenged = try DeviceChallengeTests.refresh(entra.site, token, DeviceChallengeTests.capable)
        let challenge = try Challenge(#require(challenged.header("WWW-Authenticate")))
        let authorization = try row.response(challenge)
        entra.clock.advance(seconds: row.wait)
        let response = try DeviceChallengeTests.refresh(
            entra.site, token, DeviceChallengeTests.capable + [("Authorization", authorization)])
        #expect(response.status == 400)
        #expect(response.code == row.code)
        #expect(response.header("WWW-Authenticate") == nil)
    }

    // MARK: - Device policies

    static let compliancePolicy =
        "{displayName: Compliant, conditions: {users: {includeUsers: [All]}, applications: {includeApplications: [All]}}, "
        + "grantControls: {builtInControls: [compliantDevice]}}"

    @Test("A refresh whose response proves a compliant device satisfies the policy", arguments: [true, false])
    func appliesDevicePolicyToAnswerOfRefresh(isCompliant: Bool) throws {
        let entra = try DeviceChallengeTests.entra(
            ", isCompliant: \(isCompliant)", policies: DeviceChallengeTests.compliancePolicy)
        let issued = try DeviceChallengeTests.signedInOnDevice(entra)
        guard isCompliant else {
            #expect(issued.code == 53000)
            return
        }
        let code = try #require(issued.fields["code"])
        let tokens = try entra.site.token(DeviceChallengeTests.client.redemption(code), tenant: "contoso.com")
        let sealed = try #require(tokens["refresh_token"])
        var token = try #require(RefreshToken(sealed: sealed, keys: entra.server.keys.sealing))
        let known = token.grant.authentication
        token.grant.authentication = Authentication(
            home: known.home, time: known.time, methods: known.methods, sessionID: known.sessionID,
            order: known.order)
        let tokenWithoutDevice = token.sealed(with: entra.server.keys.sealing)
        #expect(try DeviceChallengeTests.refresh(entra.site, tokenWithoutDevice, []).code == 530003)
        let challenged = try DeviceChallengeTests.refresh(entra.site, tokenWithoutDevice, DeviceChallengeTests.capable)
        let challenge = try Challenge(#require(challenged.header("WWW-Authenticate")))
        let headers = DeviceChallengeTests.capable + [("Authorization", try challenge.response())]
        #expect(try DeviceChallengeTests.refresh(entra.site, tokenWithoutDevice, headers).status == 200)
    }

    /// Responds to the challenge in a web view and returns the cookie.
    private static func deviceCookie(_ entra: MockEntra) throws -> (String, String) {
        let redirect = try entra.site.send("GET", path(), headerList: capable)
        let challenge = try Challenge(location: #require(redirect.header("Location")))
        let page = try entra.site.send(
            "GET", path(), headerList: capable + [("Authorization", try challenge.response())])
        return ("Cookie", try #require(page.header("Set-Cookie")?.split(separator: ";").first.map(String.init)))
    }

    /// Signs in with a web view that responded to the challenge before.
    private static func signedInOnDevice(_ entra: MockEntra) throws -> TestResponse {
        try entra.site.post(
            path(), ["loginfmt": "alex@contoso.com", "passwd": "Understudy!1", "consent": "accept"],
            headers: capable + [try deviceCookie(entra)])
    }

    @Test("A device code sign-in ignores the browser's device for policies and tokens")
    func ignoresBrowserDeviceForDeviceCode() throws {
        for (policies, isRejected) in [(DeviceChallengeTests.compliancePolicy, true), ("", false)] {
            let entra = try DeviceChallengeTests.entra(", isCompliant: true", policies: policies)
            let (client, site) = (DeviceChallengeTests.client, entra.site)
            let browser = [try DeviceChallengeTests.deviceCookie(entra)]
            let started = try site.startDevice(client, ["scope": DeviceChallengeTests.scope], tenant: "contoso.com")
            let response = try site.approveDevice(started, headers: browser)
            guard !isRejected else {
                // azure-cli#27919: a device code cannot prove a device.
                #expect(response.code == 530033)
                continue
            }
            #expect(response.page.kind == .deviceApproved)
            let tokens = try site.pollDevice(started, client, tenant: "contoso.com")
            #expect(try DeviceChallengeTests.device(of: tokens["refresh_token"], entra) == nil)
        }
    }

    @Test("A device that proves itself after the sign-in counts for the session")
    func addsProvenDeviceToSession() throws {
        let entra = try DeviceChallengeTests.entra(
            ", isCompliant: true", policies: DeviceChallengeTests.compliancePolicy)
        let target = DeviceChallengeTests.path()
        let form: Parameters = ["loginfmt": "alex@contoso.com", "passwd": "Understudy!1", "consent": "accept"]
        let rejected = try entra.site.post(target, form)
        #expect(rejected.code == 530003)
        func cookie(_ response: TestResponse) throws -> (String, String) {
            ("Cookie", try #require(response.header("Set-Cookie")?.split(separator: ";").first.map(String.init)))
        }
        let session = [try cookie(rejected)]
        let redirect = try entra.site.send("GET", target, headerList: session + DeviceChallengeTests.capable)
        let challenge = try Challenge(location: #require(redirect.header("Location")))
        let response = try entra.site.send(
            "GET", target,
            headerList: session + DeviceChallengeTests.capable + [("Authorization", try challenge.response())])
        #expect(response.page.kind == .consent)
    }

    // MARK: - Authorize endpoint

    @Test(
        "A web view is challenged, and the sign-in records the device",
        arguments: [("x-ms-PkeyAuth+", "1.0"), ("x-ms-PkeyAuth", "1.0"), ("User-Agent", "Mozilla/5.0 PKeyAuth/1.0")])
    func challengesWebViewAndRecordsDevice(_ name: String, _ value: String) throws {
        let entra = try DeviceChallengeTests.entra()
        let target = DeviceChallengeTests.path()
        let redirect = try entra.site.send("GET", target, headerList: [(name, value)])
        #expect(redirect.status == 302)
        let challenge = try Challenge(location: #require(redirect.header("Location")))
        #expect(challenge.fields["SubmitUrl"] == MockEntra.origin + target)
        #expect(challenge.fields["TenantId"] == Seed.contoso)
        let page = try entra.site.send(
            "GET", target, headerList: [(name, value), ("Authorization", try challenge.response())])
        #expect(page.status == 200)
        let cookie = try #require(page.header("Set-Cookie")?.split(separator: ";").first.map(String.init))
        let signedIn = try entra.site.post(
            target, ["loginfmt": "alex@contoso.com", "passwd": "Understudy!1", "consent": "accept"],
            headers: [(name, value), ("Cookie", cookie)])
        let code = try #require(signedIn.fields["code"])
        let tokens = try entra.site.token(DeviceChallengeTests.client.redemption(code), tenant: "contoso.com")
        #expect(try DeviceChallengeTests.device(of: tokens["refresh_token"], entra) == DeviceChallengeTests.phone)
        let again = try entra.site.send(
            "GET", target, headerList: [(name, value), ("Authorization", try challenge.response())])
        #expect(again.outcome == .errorPage(50155), "a challenge is answered once")
    }

    @Test("A browser session without a device is challenged once an hour")
    func challengesBrowserWithoutDeviceHourly() throws {
        let entra = try DeviceChallengeTests.entra()
        let target = DeviceChallengeTests.path()
        let redirect = try entra.site.send("GET", target, headerList: DeviceChallengeTests.capable)
        let challenge = try Challenge(location: #require(redirect.header("Location")))
        let page = try entra.site.send(
            "GET", target, headerList: DeviceChallengeTests.capable + [("Authorization", challenge.withoutDevice)])
        #expect(page.status == 200)
        let cookie = try #require(page.header("Set-Cookie")?.split(separator: ";").first.map(String.init))
        let headers = DeviceChallengeTests.capable + [("Cookie", cookie)]
        #expect(try entra.site.send("GET", target, headerList: headers).status == 200)
        entra.clock.advance(seconds: 3_600)
        #expect(try entra.site.send("GET", target, headerList: headers).status == 302)
    }

    @Test("A form that is posted without an earlier page is not challenged")
    func skipsChallengeForOneShotPost() throws {
        let site = try DeviceChallengeTests.entra().site
        let code = try site.signIn(
            DeviceChallengeTests.client, ["scope": DeviceChallengeTests.scope], tenant: "contoso.com",
            headers: DeviceChallengeTests.capable)
        #expect(code.fields["code"] != nil)
    }

    @Test("If no tenant is known, the challenge names the certificate issuer")
    func namesCertificateIssuerWithoutTenant() throws {
        let target = DeviceChallengeTests.path(tenant: "organizations")
        let redirect = try DeviceChallengeTests.entra().site.send(
            "GET", target, headerList: DeviceChallengeTests.capable)
        let challenge = try Challenge(location: #require(redirect.header("Location")))
        #expect(challenge.fields["CertAuthorities"]?.contains("MS-Organization-Access") == true)
        #expect(challenge.fields["TenantId"] == nil)
    }
}
