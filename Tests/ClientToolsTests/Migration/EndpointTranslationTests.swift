import ClientTools
import Testing

struct EndpointTranslationTests {
    private static let host = "https://login.microsoftonline.com"

    /// Paths without parameters, which translate both ways.
    static let paths: [(v1: String, v2: String)] = [
        ("/common/oauth2/authorize", "/common/oauth2/v2.0/authorize"),
        ("/contoso.com/oauth2/token", "/contoso.com/oauth2/v2.0/token"),
        ("/organizations/oauth2/devicecode", "/organizations/oauth2/v2.0/devicecode"),
        ("/common/oauth2/logout", "/common/oauth2/v2.0/logout"),
        (
            "/11111111-1111-4111-8111-111111111111/.well-known/openid-configuration",
            "/11111111-1111-4111-8111-111111111111/v2.0/.well-known/openid-configuration"
        ),
        ("/common/discovery/keys", "/common/discovery/v2.0/keys"),
        ("/contoso.com/adminconsent", "/contoso.com/v2.0/adminconsent"),
    ]

    @Test(arguments: paths)
    func translatesPathsBothWays(_ v1: String, v2: String) throws {
        #expect(
            try EndpointTranslation.url(EndpointTranslationTests.host + v1).to == EndpointTranslationTests.host + v2)
        #expect(
            try EndpointTranslation.url(EndpointTranslationTests.host + v2).to == EndpointTranslationTests.host + v1)
    }

    static let forward: [(from: String, to: String)] = [
        (
            "/common/oauth2/authorize?client_id=a&response_type=code&resource=https%3A%2F%2Fgraph.microsoft.com&state=x%20y",
            "/common/oauth2/v2.0/authorize?client_id=a&response_type=code"
                + "&scope=openid%20profile%20offline_access%20https%3A%2F%2Fgraph.microsoft.com%2F.default&state=x%20y"
        ),
        (
            "/common/oauth2/authorize?resource=api%3A%2F%2Forders&scope=openid",
            "/common/oauth2/v2.0/authorize?scope=openid%20profile%20offline_access%20api%3A%2F%2Forders%2F.default"
        ),
        (
            "/t.com/oauth2/token?grant_type=client_credentials&resource=https://legacy.contoso.com/",
            "/t.com/oauth2/v2.0/token?grant_type=client_credentials&scope=https%3A%2F%2Flegacy.contoso.com%2F%2F.default"
        ),
        (
            "/t.com/oauth2/token?grant_type=refresh_token&resource=api%3A%2F%2Forders",
            "/t.com/oauth2/v2.0/token?grant_type=refresh_token"
                + "&scope=openid%20profile%20offline_access%20api%3A%2F%2Forders%2F.default"
        ),
        (
            "/t.com/oauth2/devicecode?api-version=1.0&client_id=a&resource=b",
            "/t.com/oauth2/v2.0/devicecode?client_id=a&scope=openid%20profile%20offline_access%20b%2F.default"
        ),
        (
            "/common/oauth2/authorize?client_id=a&response_type=code&resource=b&prompt=admin_consent&redirect_uri=c",
            "/organizations/v2.0/adminconsent?client_id=a&scope=openid%20profile%20offline_access%20b%2F.default"
                + "&redirect_uri=c"
        ),
        ("/Common/adminconsent?client_id=a", "/organizations/v2.0/adminconsent?client_id=a"),
        ("/organizations/adminconsent", "/organizations/v2.0/adminconsent"),
        (
            "/common/oauth2/authorize?resource=b&prompt=refresh_session",
            "/common/oauth2/v2.0/authorize?scope=openid%20profile%20offline_access%20b%2F.default"
        ),
        (
            "/common/oauth2/authorize?resource=b&prompt=attempt_none",
            "/common/oauth2/v2.0/authorize?scope=openid%20profile%20offline_access%20b%2F.default&prompt=none"
        ),
        ("/common/oauth2/authorize?client_id=a&flag", "/common/oauth2/v2.0/authorize?client_id=a&flag"),
        (
            "/common/oauth2/logout?post_logout_redirect_uri=https%3A%2F%2Fa",
            "/common/oauth2/v2.0/logout?post_logout_redirect_uri=https%3A%2F%2Fa"
        ),
        ("/Common/OAuth2/Token", "/Common/oauth2/v2.0/token"),
    ]

    @Test(arguments: forward)
    func translatesParametersToV2(_ from: String, to: String) throws {
        #expect(
            try EndpointTranslation.url(EndpointTranslationTests.host + from).to == EndpointTranslationTests.host + to)
    }

    @Test func notesThatOnlyV1AdminConsentAcceptsCommon() throws {
        for (tenant, isNoted) in [("common", true), ("organizations", false), ("contoso.com", false)] {
            let translation = try EndpointTranslation.url("\(EndpointTranslationTests.host)/\(tenant)/adminconsent")
            #expect(translation.notes.contains { $0.contains("only v1 accepts common") } == isNoted)
        }
    }

    static let backward: [(from: String, to: String)] = [
        (
            "/common/oauth2/v2.0/authorize?client_id=a&scope=openid+User.Read&state=1",
            "/common/oauth2/authorize?client_id=a&resource=https%3A%2F%2Fgraph.microsoft.com&state=1"
        ),
        (
            "/t.com/oauth2/v2.0/token?scope=https%3A%2F%2Flegacy.contoso.com%2F%2F.default",
            "/t.com/oauth2/token?resource=https%3A%2F%2Flegacy.contoso.com%2F"
        ),
        (
            "/common/oauth2/v2.0/authorize?prompt=create&scope=openid",
            "/common/oauth2/authorize?resource=https%3A%2F%2Fgraph.microsoft.com"
        ),
        ("/t.com/v2.0/adminconsent?client_id=a&scope=api%3A%2F%2Fa%2F.default", "/t.com/adminconsent?client_id=a"),
    ]

    @Test(arguments: backward)
    func translatesParametersToV1(_ from: String, to: String) throws {
        #expect(
            try EndpointTranslation.url(EndpointTranslationTests.host + from).to == EndpointTranslationTests.host + to)
    }

    @Test func translatesUserinfoToGraph() throws {
        let moved = try EndpointTranslation.url("\(EndpointTranslationTests.host)/contoso.com/openid/userinfo")
        #expect(moved.to == "https://graph.microsoft.com/oidc/userinfo")
        #expect(try EndpointTranslation.url(moved.to).to == "\(EndpointTranslationTests.host)/common/openid/userinfo")
    }

    @Test func keepsHostAndPort() throws {
        #expect(
            try EndpointTranslation.url("http://localhost:8080/common/oauth2/token").to
                == "http://localhost:8080/common/oauth2/v2.0/token")
    }

    static let rejected: [(String, isMalformed: Bool)] = [
        ("", true), ("common/oauth2/token", true), ("https://", true), ("https://login.microsoftonline.com/", true),
        ("https://login.microsoftonline.com/common", true), ("https://login.microsoftonline.com/common/login", true),
        ("https://login.microsoftonline.com/oauth2/token", true), ("ftp://a/common/oauth2/token", true),
        ("https://fs.contoso.com/adfs/oauth2/authorize", false),
        ("https://a.b2clogin.com/a.onmicrosoft.com/B2C_1_x/oauth2/v2.0/token", false),
        ("https://localhost/tfp/a.onmicrosoft.com/B2C_1_x/oauth2/v2.0/authorize", false),
        ("https://a.ciamlogin.com/a.onmicrosoft.com/oauth2/v2.0/token", false),
        ("https://login.microsoftonline.com/t/oauth2/v2.0/token?scope=api%3A%2F%2Fa%2Fx+User.Read", false),
        ("https://login.microsoftonline.com/t/oauth2/token?resource=a%20b", true),
    ]

    @Test(arguments: rejected)
    func rejectsURLsWithoutEquivalent(_ url: String, isMalformed: Bool) {
        #expect {
            try EndpointTranslation.url(url)
        } throws: { error in
            switch error as? TranslationFailure {
            case .malformed: isMalformed
            case .noEqual: !isMalformed
            case nil: false
            }
        }
    }
}
