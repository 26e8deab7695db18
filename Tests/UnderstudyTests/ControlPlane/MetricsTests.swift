import ControlPlane
import Entra
import Formats
import HTTP
import Testing
@testable import Understudy

/// `GET /_understudy/metrics` returns metrics in the Prometheus text format 0.0.4.
@Suite struct MetricsTests {
    private static func metrics(_ entra: MockEntra) throws -> [Substring] {
        let response = try entra.site.get("/_understudy/metrics")
        #expect(response.status == 200)
        #expect(response.header("Content-Type") == "text/plain; version=0.0.4; charset=utf-8")
        return response.text.split(separator: "\n")
    }

    @Test("The metrics count requests by endpoint and status, errors by code and tokens by grant")
    func countsRequestsErrorsAndTokens() throws {
        let entra = try MockEntra()
        let site = entra.site
        let code = try #require(site.signIn().fields["code"])
        #expect(try site.token(Client.mobile.redemption(code)).status == 200)
        #expect(try site.token(Client.mobile.redemption(code)).status == 400)
        _ = try site.get("/contoso.com/v2.0/.well-known/openid-configuration")
        _ = try site.get("/nowhere/at/all/of/it")
        let lines = try MetricsTests.metrics(entra)
        for line in [
            "understudy_build_info{version=\"\(Version.text)\"} 1",
            "understudy_requests_total{endpoint=\"token\",status=\"2xx\"} 1",
            "understudy_requests_total{endpoint=\"token\",status=\"4xx\"} 1",
            "understudy_requests_total{endpoint=\"discovery\",status=\"2xx\"} 1",
            "understudy_requests_total{endpoint=\"unknown\",status=\"4xx\"} 1",
            "understudy_errors_total{code=\"AADSTS54005\"} 1",
            "understudy_tokens_issued_total{grant=\"authorization_code\"} 1",
            "understudy_tokens_issued_total{grant=\"refresh_token\"} 0",
            "understudy_request_duration_seconds_count{endpoint=\"token\"} 2", "understudy_scripts 0",
            "understudy_journal_entries \(entra.server.journal.size.entries)",
        ] {
            #expect(lines.contains(Substring(line)), "\(line)")
        }
        #expect(
            try MetricsTests.metrics(entra).contains("understudy_requests_total{endpoint=\"metrics\",status=\"2xx\"} 1")
        )
    }

    @Test("A managed identity token counts as an issued token, a nonce does not")
    func countsManagedIdentityTokensButNotNonces() throws {
        let entra = try MockEntra()
        let path = "/metadata/identity/oauth2/token?api-version=2018-02-01&resource=api://orders"
        #expect(try entra.site.get(path, headers: ["Metadata": "true"]).status == 200)
        #expect(try entra.site.post("/common/oauth2/token", ["grant_type": "srv_challenge"]).status == 200)
        let lines = try MetricsTests.metrics(entra).filter { $0.hasPrefix("understudy_tokens_issued_total") }
        #expect(
            lines.filter { !$0.hasSuffix(" 0") } == ["understudy_tokens_issued_total{grant=\"managed_identity\"} 1"])
        #expect(lines.count == IssuedTokens.grants.count)
    }

    @Test(
        "Tokens in an authorization response count under the implicit grant, a code alone does not count",
        arguments: [
            ("id_token", "fragment", 1), ("id_token token", "form_post", 1), ("code id_token", "fragment", 1),
            ("code", "form_post", 0),
        ])
    func countsAuthorizationResponseTokensAsImplicit(_ type: String, _ mode: String, _ count: Int) throws {
        let entra = try Lab.entra()
        let request: Parameters = [
            "response_type": type, "response_mode": mode, "nonce": "n", "scope": "openid",
        ]
        let fields = try entra.site.signIn(Lab.implicit, request, tenant: "contoso.com").fields
        #expect(fields["error"] == nil)
        #expect(
            try MetricsTests.metrics(entra).contains(
                "understudy_tokens_issued_total{grant=\"implicit\"} \(count)"))
    }

    @Test("Native authentication tokens count under the names of their grants")
    func countsNativeAuthenticationGrantsByName() throws {
        let app = try NativeLab.app()
        try app.send(.initiate, ["username": "casey@woodgrove.example"])
        try app.send(.challenge)
        #expect(try app.send(.token, ["grant_type": "password", "password": "Understudy!1"]).status == 200)
        let lines = try MetricsTests.metrics(app.entra)
        #expect(lines.contains("understudy_tokens_issued_total{grant=\"password\"} 1"))
        for grant in ["oob", "mfa_oob", "continuation_token"] {
            #expect(lines.contains("understudy_tokens_issued_total{grant=\"\(grant)\"} 0"))
        }
    }

    @Test("The metrics describe the process, and each metric family occurs once")
    func reportsProcessMetricsAndUniqueFamilies() throws {
        let lines = try MetricsTests.metrics(MockEntra())
        let families = lines.filter { $0.hasPrefix("# TYPE ") }.map { $0.split(separator: " ")[2] }
        #expect(Set(families).count == families.count)
        for name in [
            "process_start_time_seconds", "process_cpu_seconds_total", "process_resident_memory_bytes",
            "process_virtual_memory_bytes", "process_open_fds", "process_max_fds",
        ] {
            let value = lines.first { $0.hasPrefix("\(name) ") }?.split(separator: " ").last.flatMap { Double($0) }
            #expect(try #require(value, "\(name)") > 0)
        }
        let resident = lines.first { $0.hasPrefix("process_resident_memory_bytes ") }?.split(separator: " ").last
        #expect(try #require(resident.flatMap { Int($0) }) > 1 << 20)
    }

    @Test("The metrics endpoint requires the control token")
    func requiresControlToken() throws {
        let entra = try MockEntra(settings: ServerSettings(controlToken: "secret"))
        #expect(try entra.site.get("/_understudy/metrics").status == 401)
    }
}
