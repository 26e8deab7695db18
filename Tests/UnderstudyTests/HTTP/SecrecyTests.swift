import Directory
import Logging
import Synchronization
import Testing
import Wire

/// What is written down, and how often anything repeats (robustness §4 row 86).
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

    @Test("the log holds no secret, code, token, password or cookie")
    func log() throws {
        let lines = Lines()
        let recorder = Recorder(lines: lines)
        let entra = try MockEntra(
            directory: Configuration.load(.seed).directory, logger: Logger(label: "test") { _ in recorder })
        let site = entra.site
        let answer = try site.signIn()
        let code = try #require(answer.response["code"])
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
            answer.header("Set-Cookie"),
        ] {
            #expect(!text.contains(try #require(secret)))
        }
    }

    @Test("no code repeats")
    func codes() throws {
        let site = try MockEntra().site
        let browser = Browser(site)
        try browser.open(.mobile)
        try browser.enter("alex@contoso.com")
        try browser.press("idBtn_Back")
        try browser.press()
        let codes = try (0..<200).map { _ in try #require(browser.open(.mobile).response["code"]) }
        #expect(Set(codes).count == codes.count)
        #expect(codes.allSatisfy { $0.hasPrefix("1.A") })
    }
}
