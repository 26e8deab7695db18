import Directory
import Entra
import Formats
import Logging
import Synchronization
import Testing
@testable import Understudy

/// Each request produces one log line, which can be found by its IDs and contains no secrets.
@Suite struct RequestLogTests {
    private struct Line: Sendable {
        let level: Logger.Level
        let message: String
        let fields: [String: String]
    }

    private final class Lines: Sendable {
        let list = Mutex<[Line]>([])
    }

    private struct Recorder: LogHandler {
        let lines: Lines
        var metadata: Logger.Metadata = [:]
        var logLevel: Logger.Level

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let fields = (event.metadata ?? [:]).mapValues { "\($0)" }
            lines.list.withLock { $0.append(Line(level: event.level, message: "\(event.message)", fields: fields)) }
        }
    }

    private static func lines(
        _ level: Logger.Level = .trace, settings: ServerSettings = ServerSettings(), _ body: (Site) throws -> Void
    ) throws -> [Line] {
        try lines(of: Configuration.load(.seed).directory, level, settings: settings) { try body($0.site) }
    }

    private static func lines(
        of directory: Directory, _ level: Logger.Level, settings: ServerSettings = ServerSettings(),
        _ body: (MockEntra) throws -> Void
    ) throws -> [Line] {
        let lines = Lines()
        let entra = try MockEntra(
            directory: directory, settings: settings,
            logger: Logger(label: "test") { _ in Recorder(lines: lines, logLevel: level) })
        try body(entra)
        return lines.list.withLock { $0 }
    }

    private static let correlation = "0f0e0d0c-0000-4000-8000-000000000001"
    private static let token = "/contoso.com/oauth2/v2.0/token"

    @Test("A failed request is logged with its IDs, client and error")
    func logsErrorWithIDsAndClient() throws {
        let lines = try RequestLogTests.lines { site in
            _ = try site.post(
                RequestLogTests.token,
                [
                    "grant_type": "client_credentials", "client_id": Client.daemon.id, "client_secret": "hush-hush",
                    "scope": "api://orders/.default",
                ],
                headers: [("client-request-id", RequestLogTests.correlation)])
        }
        let line = try #require(lines.first)
        #expect(lines.count == 1)
        #expect(line.level == .info)
        #expect(line.message == "request")
        #expect(line.fields["correlation_id"] == RequestLogTests.correlation)
        #expect(line.fields["trace_id"].flatMap { GUID($0) } != nil)
        #expect(line.fields["endpoint"] == "token")
        #expect(line.fields["method"] == "POST")
        #expect(line.fields["path"] == RequestLogTests.token)
        #expect(line.fields["status"] == "401")
        #expect(line.fields["code"] == "AADSTS7000215")
        #expect(line.fields["error"] == "invalid_client")
        #expect(line.fields["client_id"] == Client.daemon.id)
        #expect(line.fields["milliseconds"].flatMap { Double($0) } != nil)
        #expect(!line.fields.values.contains { $0.contains("hush") })
    }

    @Test("Each request of any kind produces one log line")
    func logsOneLinePerRequest() throws {
        let targets = [
            "/contoso.com/v2.0/.well-known/openid-configuration", "/nowhere/at/all/of/it", "/%zz",
            "/_understudy/health",
            "/_understudy/nothing", RequestLogTests.token,
        ]
        let lines = try RequestLogTests.lines { site in for target in targets { _ = try site.get(target) } }
        #expect(lines.map { $0.fields["path"] } == targets)
        #expect(lines.map(\.level) == [.debug, .info, .info, .debug, .info, .info])
        #expect(Set(lines.compactMap { $0.fields["trace_id"] }).count == targets.count)
    }

    @Test("At the info level only errors are logged, including redirects with an error")
    func logsOnlyErrorsAtInfoLevel() throws {
        let lines = try RequestLogTests.lines(.info) { site in
            _ = try site.get("/_understudy/health")
            _ = try site.get(
                "/common/oauth2/v2.0/authorize?"
                    + Client.mobile.request(["scope": usualScope, "prompt": "none"]).encoded)
        }
        #expect(lines.map { $0.fields["status"] } == ["302"])
        #expect(lines.first?.fields["code"]?.hasPrefix("AADSTS") == true)
    }

    @Test("The log contains no query, form field, header or malformed client ID")
    func omitsSecretsFromLog() throws {
        let secrets = ["qqq-secret", "fff-secret", "hhh-secret", "iii-secret"]
        let settings = ServerSettings(controlToken: "ttt-secret")
        let lines = try RequestLogTests.lines(settings: settings) { site in
            _ = try site.get("/common/oauth2/v2.0/authorize?code=qqq-secret&id_token_hint=qqq-secret")
            _ = try site.post(
                RequestLogTests.token,
                [
                    "grant_type": "password", "client_id": "iii-secret", "password": "fff-secret",
                    "username": "x@contoso.com",
                ],
                headers: [("Authorization", "Bearer hhh-secret"), ("Cookie", "ESTSAUTH=hhh-secret")])
            _ = try site.get("/_understudy/metrics", headers: ["Authorization": "Bearer ttt-secret"])
        }
        #expect(lines.count == 3)
        for value in lines.flatMap(\.fields.values) {
            #expect(!(secrets + ["ttt-secret"]).contains { value.contains($0) }, "\(value)")
        }
    }

    @Test("A long path is truncated in the log")
    func truncatesLongPath() throws {
        let path = "/" + String(repeating: "a", count: 4_000)
        let lines = try RequestLogTests.lines { _ = try $0.get(path) }
        #expect(try #require(lines.first?.fields["path"]).utf8.count <= 203)
    }

    @Test("A value for which a pattern needs too many steps is rejected, and logged without the value")
    func logsPatternThatNeedsTooManySteps() throws {
        let pattern = "^(a{1,30}){1,30}b$"
        let city = String(repeating: "a", count: 200) + "bc"
        let yaml = NativeLab.yaml.replacingExactly("^[A-Z][a-z]+$", with: pattern).replacingExactly(
            "{id: Sign up, ", with: "{id: Sign up, identityProviders: [Google], ")
        let lines = try RequestLogTests.lines(of: MockEntra.directory(yaml), .info) { entra in
            let attributes = #"{"displayName": "Zoë", "city": "\#(city)"}"#
            let response = try NativeApp(entra).send(
                .signUpStart,
                ["username": "zoe@woodgrove.example", "password": "Understudy!1", "attributes": attributes])
            #expect(response.outcome == .jsonError(400, "invalid_grant", 1_002_027))
            let browser = Browser(entra.site)
            try browser.open(.woodgrove, ["scope": "openid"], tenant: Seed.woodgrove)
            try browser.press("GoogleExchange")
            let filling = ["loginfmt": "gil@gmail.com", "attribute.displayName": "Gil", "attribute.city": city]
            try browser.press("continue", filling: filling)
            #expect(browser.page.element(id: "userFlowError")?.text == "City is not valid.")
        }
        #expect(lines.count == 2)
        for line in lines {
            #expect(line.fields["detail"]?.contains(pattern) == true)
            #expect(!line.fields.values.contains { $0.contains(String(repeating: "a", count: 20)) })
        }
    }

    @Test("A stubbed response is logged with the ID of its stub")
    func logsStubOfResponse() throws {
        let lines = try RequestLogTests.lines { site in
            let stub = "{\"match\":{\"endpoint\":\"token\"},\"responses\":[{\"status\":503}]}"
            let id = try site.send(
                "POST", "/_understudy/responses", headers: ["Content-Type": "application/json"], body: stub)["id"]
            _ = try site.post(RequestLogTests.token, ["grant_type": "password"])
            #expect(id != nil)
        }
        #expect(lines.last?.fields["script"] != nil)
        #expect(lines.last?.level == .info)
    }
}
