@testable import ControlPlane
import Entra
import Formats
@testable import Protocol
import Testing

/// Checks how the list of flows reads its conditions and which flows match.
struct FlowFilterTests {
    private static let now = Timestamp(seconds: 1_790_000_000)

    private func filter(_ query: String) throws -> FlowFilter {
        FlowFilter(try Form(parsing: query.utf8), now: Self.now)
    }

    private func summaries(_ entries: [JournalEntry]) throws -> [FlowSummary] {
        Flow.all(in: try Sample.journal(entries).items).map { FlowSummary($0, Sample.reader) }
    }

    @Test(arguments: [
        ("2026-09-21T14:00:00Z", "2026-09-21T14:00:00Z"), ("2026-09-21T14:00:00", "2026-09-21T14:00:00Z"),
        ("2026-09-21T14:00", "2026-09-21T14:00:00Z"), ("2026-09-21 14:00", "2026-09-21T14:00:00Z"),
        ("2026-09-20", "2026-09-20T00:00:00Z"), ("13:30", "2026-09-21T13:30:00Z"),
        ("2026-09-21T16:00:00+02:00", "2026-09-21T14:00:00Z"),
    ])
    func readsTimes(text: String, time: String) {
        #expect(FlowFilter.time(text, now: Self.now)?.iso8601 == time)
    }

    @Test(arguments: ["since=yesterday", "until=25:00", "outcome=perhaps"])
    func reportsIgnoredConditions(query: String) throws {
        #expect(try filter(query).problems.count == 1)
    }

    @Test
    func linksKeepConditions() throws {
        let filter = try filter("q=a%20b&user=&outcome=error&noise=show&page=3&other=x")
        #expect(
            filter.link(page: 2) == "/_understudy/?q=a+b&outcome=error&noise=show&page=2"
                || filter.link(page: 2)
                    == "/_understudy/?q=a%20b&outcome=error&noise=show&page=2"
        )
        #expect(!filter.link(showsNoise: false).contains("noise"))
        #expect(try self.filter("").link() == "/_understudy/")
    }

    @Test(arguments: [
        ("endpoint=token", true), ("endpoint=authorize", false), ("code=AADSTS7000215", true), ("code=7000215", true),
        ("code=401", true), ("code=50011", false), ("outcome=error", true), ("outcome=completed", false),
        ("application=daemon", true), ("application=aaaaaaaa-0000-4000-8000-000000000004", true),
        ("application=mobile", false), ("tenant=contoso.com", true), ("tenant=Contoso", true),
        ("tenant=fabrikam.com", false), ("correlation=MADE", true), ("correlation=other", false),
        ("since=2026-09-21T14:13:20", true), ("since=2026-09-21T14:13:21", false),
        ("until=2026-09-21T14:13:20", true), ("until=2026-09-21T14:13:19", false), ("q=orders", true),
        ("q=Invalid%20client%20secret", true), ("q=nowhere", false), ("user=alex", false),
    ])
    func matchesByCondition(query: String, matches: Bool) throws {
        let entry = try Sample.entry(
            form: [
                ("grant_type", "client_credentials"), ("client_id", "aaaaaaaa-0000-4000-8000-000000000004"),
                ("scope", "api://orders/.default"),
            ], status: 401,
            json: #"{"error":"invalid_client","error_description":"AADSTS7000215: Invalid client secret provided."}"#)
        let flow = try #require(try summaries([entry]).first)
        #expect(try filter(query).matches(flow) == matches)
    }

    @Test
    func conditionsMayHoldForDifferentEntries() throws {
        let flows = try summaries([
            try Sample.entry("authorize", query: [("login_hint", "alex@contoso.com")], status: 302),
            try Sample.entry(form: [("grant_type", "authorization_code")]),
        ])
        #expect(flows.count == 1, "one correlation ID")
        #expect(try filter("user=alex&endpoint=token").matches(try #require(flows.first)))
    }

    /// Successful documents of libraries are noise; an error is not.
    @Test(arguments: [("discovery", 200, true), ("keys", 200, true), ("discovery", 400, false), ("token", 200, false)])
    func hidesDocumentsThatLibrariesLoad(endpoint: String, status: Int, isNoise: Bool) throws {
        let flow = try #require(try summaries([try Sample.entry(endpoint, status: status)]).first)
        #expect(flow.isNoise == isNoise)
    }

    @Test(arguments: [
        (UInt64(0), "0 µs"), (999_999, "999 µs"), (1_000_000, "1.00 ms"), (1_050_000, "1.05 ms"),
        (12_340_000, "12.3 ms"),
        (999_000_000, "999 ms"), (1_500_000_000, "1.50 s"),
    ])
    func showsTimesSpent(nanoseconds: UInt64, text: String) {
        #expect(spent(nanoseconds) == text)
    }
}
