import Formats
import HTTP
import Protocol
import Testing
@testable import ControlPlane

/// Checks how requests count, verify and list the six entries of a journal.
@Suite struct JournalRequestsTests {
    private let requests: JournalRequests

    init() throws {
        let journal = try Sample.journal([
            Sample.entry("discovery"),
            Sample.entry("authorize", query: [("client_id", "app"), ("scope", "openid")], time: 1_790_000_100),
            Sample.entry(
                form: [("client_id", "app"), ("grant_type", "authorization_code"), ("scope", "openid")],
                json: #"{"access_token":"x"}"#, time: 1_790_000_200),
            Sample.entry(
                form: [
                    ("client_id", "app"), ("grant_type", "refresh_token"), ("scope", "openid"), ("refresh_token", "r"),
                ],
                status: 400,
                json: #"{"error":"invalid_grant","error_description":"AADSTS70008: Expired.","suberror":"bad_token"}"#,
                time: 1_790_000_300),
            Sample.entry(
                tenant: "fabrikam.com", form: [("client_id", "other"), ("grant_type", "client_credentials")],
                json: "{}", time: 1_790_000_400),
            Sample.entry("keys", time: 1_790_000_500),
        ])
        requests = JournalRequests(journal, Sample.reader)
    }

    private func object(_ response: HTTPResponse) throws -> JSONValue {
        try #require(JSONValue(parsing: response.body))
    }

    private func count(_ body: String) throws -> HTTPResponse {
        try requests.count(JournalCount(parsing: Array(body.utf8)))
    }

    private func ids(_ query: String) throws -> [Int64] {
        let found = try object(requests.list(Form(parsing: Array(query.utf8))))["requests"]?.array ?? []
        return found.compactMap { $0["id"]?.integer }
    }

    @Test(
        "Each filter narrows the list",
        arguments: [
            ("", [1, 2, 3, 4, 5, 6]), ("clientId=APP", [2, 3, 4]), ("tenant=fabrikam.com", [5]),
            ("endpoint=token", [3, 4, 5]),
            ("grantType=refresh_token", [4]), ("outcome=error", [4]), ("outcome=success", [1, 2, 3, 5, 6]),
            ("outcome=AADSTS70008", [4]), ("outcome=70008", [4]), ("outcome=invalid_grant", [4]),
            ("outcome=bad_token", [4]), ("outcome=400", [4]), ("since=4", [5, 6]), ("before=3", [1, 2]),
            ("since=1&before=3", [2]), ("since=2026-09-21T14:20:00Z", [5, 6]), ("scope=openid", [2, 3, 4]),
            ("parameter=grant_type:refresh_token", [4]), ("limit=2", [5, 6]), ("since=1&limit=2", [2, 3]),
            ("limit=0", []),
            ("clientRequestId=made-up&endpoint=keys", [6]),
        ])
    func eachFilterNarrowsList(_ query: String, _ found: [Int64]) throws {
        #expect(try ids(query) == found)
    }

    @Test("The list pages forward and backward")
    func pagesForwardAndBackward() throws {
        let last = try object(requests.list(Form(parsing: Array("limit=2".utf8))))
        #expect(last["total"]?.integer == 6 && last["previous"]?.integer == 5 && last["next"] == nil)
        #expect(try ids("limit=2&before=5") == [3, 4])
        let first = try object(requests.list(Form(parsing: Array("since=0&limit=4".utf8))))
        #expect(first["next"]?.integer == 4 && first["previous"] == nil)
        #expect(try ids("since=4&limit=4") == [5, 6])
    }

    @Test(
        "The list rejects unknown parameters and values",
        arguments: [
            ("limit=-1", "limit"), ("limit=501", "limit"),
            ("since=yesterday", "since"), ("before=x", "before"), ("secrets=1", "secrets"), ("view=all", "view"),
            ("endpoint=tokn", "did you mean token?"),
        ])
    func rejectsUnknownQueryParameters(_ query: String, _ words: String) throws {
        do {
            _ = try requests.list(Form(parsing: Array(query.utf8)))
            Issue.record("taken: \(query)")
        } catch let problem as ProblemDocument {
            #expect(problem.status == 400 && problem.detail.contains(words), "\(problem.detail)")
        }
    }

    @Test("The count covers the matching entries")
    func countsMatchingEntries() throws {
        #expect(try object(count(#"{"match":{"clientId":"app"}}"#))["count"]?.integer == 3)
        #expect(try object(count("{}"))["count"]?.integer == 6)
        #expect(throws: ProblemDocument.self) { try count("[]") }
    }

    @Test(
        "A verification checks counts and orders",
        arguments: [
            #"{"match":{"clientId":"app"},"count":3}"#, #"{"match":{"clientId":"app"}}"#,
            #"{"match":{"clientId":"app"},"count":{"atLeast":2}}"#,
            #"{"match":{"clientId":"app"},"count":{"atMost":3,"atLeast":1}}"#,
            #"{"match":{"clientId":"none"},"count":0}"#,
            #"{"match":{"outcome":"70008","since":2},"count":{"exactly":1}}"#,
            #"{"order":[{"endpoint":"discovery"},{"endpoint":"authorize"},{"grantType":"refresh_token"},{"endpoint":"keys"}]}"#,
            #"{"order":[{"endpoint":"token"},{"endpoint":"token"},{"endpoint":"token"}]}"#,
        ])
    func verifiesCountsAndOrders(_ body: String) throws {
        let members = try requests.verify(JournalVerification(parsing: Array(body.utf8)))
        #expect(JSONValue.object(members)["verified"] == .bool(true))
    }

    @Test(
        "A failed verification explains in words what is missing",
        arguments: [
            (
                #"{"match":{"clientId":"app","endpoint":"token","scope":"email"}}"#,
                "Expected at least 1 matching request, found none. The nearest miss, #4 (POST token), differs in scope "
                    + "(\"openid\" instead of \"email\")."
            ),
            (
                #"{"match":{"clientId":"app","grantType":"password","tenant":"contoso.com"},"count":1}"#,
                "Expected exactly 1 matching request, found none. The nearest miss, #4 (POST token), differs in "
                    + "grantType (\"refresh_token\" instead of \"password\")."
            ),
            (
                #"{"match":{"parameter":{"refresh_token":"q"},"endpoint":"token","grantType":"refresh_token"}}"#,
                "parameter.refresh_token (\"***\" instead of \"q\")."
            ),
            (#"{"match":{"clientId":"app"},"count":2}"#, "Expected exactly 2 matching requests, found 3."),
            (
                #"{"match":{"clientId":"other","outcome":"error"}}"#,
                "#5 (POST token), differs in outcome (\"success\" instead of \"error\")."
            ),
            // Entry 4 is later, but it belongs to another endpoint.
            (#"{"match":{"endpoint":"authorize","outcome":"error"}}"#, "authorize), differs in outcome ("),
            (
                #"{"order":[{"endpoint":"keys"},{"endpoint":"token"}]}"#,
                "No request after #6 matches order[1]. The earlier request #3 does."
            ),
            (#"{"order":[{"endpoint":"keys"},{"endpoint":"logout"}]}"#, "No request after #6 matches order[1]."),
            (
                #"{"order":[{"endpoint":"discovery"},{"endpoint":"logout"}]}"#,
                "No request after #1 matches order[1]. The nearest miss"
            ),
        ])
    func explainsFailedVerification(_ body: String, _ words: String) throws {
        do {
            _ = try requests.verify(JournalVerification(parsing: Array(body.utf8)))
            Issue.record("verified: \(body)")
        } catch {
            #expect(error.status == 422 && error.detail.contains(words), "\(error.detail)")
            #expect(error.extensions.contains { $0.name == "verified" && $0.value == .bool(false) })
        }
    }

    @Test("A failed verification reports that the journal is empty")
    func failedVerificationReportsEmptyJournal() throws {
        let none = JournalRequests(try Sample.journal([]), Sample.reader)
        do {
            _ = try none.verify(JournalVerification(parsing: Array("{}".utf8)))
            Issue.record("verified")
        } catch {
            #expect(error.detail == "Expected at least 1 matching request, found none. The request journal is empty.")
        }
    }

    @Test(
        "The server rejects a malformed verification",
        arguments: [
            "", "[]", #"{"mach":{}}"#, #"{"count":-1}"#, #"{"count":{"atLeast":3,"atMost":2}}"#,
            #"{"count":{"least":1}}"#,
            #"{"count":"1"}"#, #"{"order":[]}"#, #"{"order":[{}],"count":1}"#, #"{"order":{}}"#,
            #"{"match":{"clientID":"x"}}"#,
            #"{"count":{}}"#, #"{"count":{"exactly":1,"atLeast":1}}"#, #"{"match":{"outcome":7}}"#,
            #"{"match":{"since":"x"}}"#,
        ])
    func rejectsMalformedVerification(_ body: String) throws {
        do {
            _ = try requests.verify(JournalVerification(parsing: Array(body.utf8)))
            Issue.record("taken: \(body)")
        } catch {
            #expect(error.status == 400 && !error.detail.isEmpty)
        }
    }

    @Test("A deletion removes only the matching entries")
    func deletesOnlyMatchingEntries() throws {
        #expect(try object(requests.delete(Form([.init("tenant", "fabrikam.com")])))["deleted"]?.integer == 1)
        #expect(try ids("") == [1, 2, 3, 4, 6])
        #expect(try object(requests.delete(Form()))["deleted"]?.integer == 5)
        #expect(try ids("") == [])
    }

    @Test("An entry is found by its ID, and an unknown ID gives 404")
    func findsEntryByID() throws {
        #expect(try object(requests.entry("3", Form()))["endpoint"]?.string == "token")
        for id in ["0", "7", "x", "-1", "99999999999999999999"] {
            do {
                _ = try requests.entry(id, Form())
                Issue.record("found \(id)")
            } catch {
                #expect(error.status == 404)
            }
        }
    }

    @Test("An entry shows its secrets only on request")
    func showsSecretsOnRequest() throws {
        let masked = try object(requests.entry("4", Form()))
        #expect(masked["request"]?["form"]?["refresh_token"]?.string == "***")
        let shown = try object(requests.entry("4", Form([.init("secrets", "true")])))
        #expect(shown["request"]?["form"]?["refresh_token"]?.string == "r")
        #expect(try object(requests.entry("3", Form()))["response"]?["json"]?["access_token"]?.string == "***")
    }
}
