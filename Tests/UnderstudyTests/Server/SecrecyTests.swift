import Directory
import Formats
import Logging
import Synchronization
import Testing

/// The log contains no secrets, and codes never repeat (docs/reference/security-checklist.md#rule-86).
@Suite struct SecrecyTests {
    private final class Lines: Sendable {
        let text = Mutex("")
    }

    private struct Recorder: LogHandler {
        let lines: Lines
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.trace

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            lines.text.withLock { $0 += "\(event.message) \(event.metadata ?? [:])\n" }
        }
    }

    @Test("The log contains no secret, code, token, password or cookie")
    func logOmitsSecretsAndTokens() throws {
        let lines = Lines()
        let recorder = Recorder(lines: lines)
        let entra = try MockEntra(
            directory: Configuration.load(.seed).directory, logger: Logger(label: "test") { _ in recorder })
        let site = entra.site
        let response = try site.signIn()
        let code = try #require(response.fields["code"])
        let tokens = try site.token(Client.mobile.redemption(code))
        _ = try site.token(Client.mobile.redemption(code))
        _ = try site.token(Client.web.redemption(code))
        _ = try site.token(Client.mobile.refresh(tokens["refresh_token"] ?? "", ["scope": "Mail.Read"]))
        _ = try site.token(
            ["grant_type": "client_credentials", "client_id": Client.daemon.id, "client_secret": "hush"],
            tenant: "contoso.com")
        _ = try site.get("/a%0d%0ab/oauth2/v2.0/authorize?code=\(code)")
        let text = lines.text.withLock { $0 }
        #expect(text.contains("AADSTS54005"))
        for secret in [
            code, tokens["access_token"], tokens["refresh_token"], "Understudy!1", "hush", "understudy-web-secret",
            response.header("Set-Cookie"),
        ] {
            #expect(!text.contains(try #require(secret)))
        }
    }

    /// Sends wrong values for everything that applications, users and identity providers keep confidential, so that every request
    /// fails and is logged.
    @Test("The log contains no confidential input of any endpoint")
    func logOmitsConfidentialInputOfEveryEndpoint() throws {
        let lines = Lines()
        let recorder = Recorder(lines: lines)
        let entra = try MockEntra(
            directory: Configuration.load(.seed).directory, logger: Logger(label: "test") { _ in recorder })
        let site = entra.site
        let mark = "Conf1dence"
        let jwt = "\(mark).\(mark).\(mark)"
        let secrets = [
            "client_secret", "client_assertion", "assertion", "password", "refresh_token", "code", "code_verifier",
            "device_code", "req_cnf", "key_id", "claims", "requested_token_use", "requested_token_type",
        ]
        let grants = [
            "authorization_code", "refresh_token", "client_credentials", "password", "srv_challenge",
            "urn:ietf:params:oauth:grant-type:device_code", "urn:ietf:params:oauth:grant-type:jwt-bearer",
            "urn:ietf:params:oauth:grant-type:saml1_1-bearer", "urn:ietf:params:oauth:grant-type:saml2-bearer",
        ]
        var failures = 0
        for client in [Client.mobile, .web, .daemon] {
            for grant in grants {
                for secret in secrets {
                    let response = try site.token(
                        client.credentials.with([
                            "grant_type": grant, "username": "alex@contoso.com", "scope": "openid", secret: jwt,
                        ]), tenant: "contoso.com")
                    failures += response.status >= 400 ? 1 : 0
                }
            }
        }
        #expect(failures > 250)
        let request = "\(Site.path("authorize", "contoso.com"))?\(Client.mobile.request().encoded)"
        for field in ["otc", "passwd", "currentPassword", "newPassword", "reenterPassword", "newProof", "flowToken"] {
            _ = try site.post(request, ["loginfmt": "alex@contoso.com", field: jwt])
            _ = try site.post("/adfs/ls/?wa=wsignin1.0&wtrealm=urn:federation:MicrosoftOnline", [field: jwt])
            _ = try site.post("/devicelogin", ["otc": jwt, field: jwt])
        }
        _ = try site.post("/login.srf", ["wctx": jwt, "wresult": "<a>\(jwt)</a>"])
        _ = try site.securityToken(SecurityTokenMessage(password: jwt))
        _ = try site.get("/contoso.com/oauth2/v2.0/logout?id_token_hint=\(jwt)")
        for path in [
            "/oidc/userinfo", "/contoso.com/openid/userinfo", "/arc/metadata/identity/oauth2/token?resource=x",
        ] {
            _ = try site.get(path, headers: ["Authorization": "Bearer \(jwt)", "Metadata": "true"])
            _ = try site.get(path, headers: ["Authorization": "Basic \(jwt)", "Metadata": "true"])
        }
        _ = try site.get("/msi/token?api-version=2019-08-01&resource=x", headers: ["X-IDENTITY-HEADER": jwt])
        _ = try site.get(request, headers: ["Authorization": "PKeyAuth AuthToken=\"\(jwt)\", Context=\"\(jwt)\""])
        let text = lines.text.withLock { $0 }
        #expect(text.contains(#""endpoint": token"#) && text.contains(#""endpoint": federation"#))
        #expect(!text.contains(mark))
    }

    @Test("Authorization codes never repeat")
    func authorizationCodesNeverRepeat() throws {
        let site = try MockEntra().site
        let codes = try (0..<200).map { _ in try site.code() }
        #expect(Set(codes).count == codes.count)
        #expect(codes.allSatisfy { $0.hasPrefix("1.A") })
    }
}
