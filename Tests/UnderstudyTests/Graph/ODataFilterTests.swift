@testable import ControlPlane
import Formats
@testable import Protocol
import Testing

@Suite struct ODataFilterTests {
    @Test(
        "A filter is parsed and formatted in canonical form",
        arguments: [
            ("appId eq 'x'", "appId eq 'x'"),
            ("  appId  EQ  'x' ", "appId eq 'x'"),
            ("displayName eq 'O''Neil'", "displayName eq 'O''Neil'"),
            ("displayName eq ''", "displayName eq ''"),
            ("accountEnabled eq true", "accountEnabled eq true"),
            ("mail eq null", "mail eq null"),
            (
                "resourceId eq 8e881353-1735-45af-af21-ee1344582a4d",
                "resourceId eq 8e881353-1735-45af-af21-ee1344582a4d"
            ),
            ("createdDateTime ge 2024-01-01T00:00:00Z", "createdDateTime ge 2024-01-01T00:00:00Z"),
            ("startsWith(displayName, 'A')", "startswith(displayName,'A')"),
            ("startswith(displayName,'A') eq true", "startswith(displayName,'A')"),
            ("a eq '1' and b eq '2' or c eq '3'", "(a eq '1' and b eq '2') or c eq '3'"),
            ("a eq '1' and (b eq '2' or c eq '3')", "a eq '1' and (b eq '2' or c eq '3')"),
            ("not (a eq '1')", "not a eq '1'"),
            ("not startswith(a,'1')", "not startswith(a,'1')"),
            ("id in ('1', '2')", "id in ('1','2')"),
            ("identifierUris/any(u:u eq 'api://x')", "identifierUris/any(x:x eq 'api://x')"),
            ("appRoles/any(r:r/value eq 'x' and r/id eq 'y')", "appRoles/any(x:x/value eq 'x' and x/id eq 'y')"),
            ("web/homePageUrl eq 'x'", "web/homePageUrl eq 'x'"),
            ("isOf( 'microsoft.graph.user' ) or id eq 'x'", "isof('microsoft.graph.user') or id eq 'x'"),
            ("assignedLicenses/$count eq 0", "assignedLicenses/$count eq 0"),
            ("NOT(tags/All(t:endsWith(t,'x')))", "not tags/all(x:endswith(x,'x'))"),
            ("a/any(r:r/b eq 'x' or startsWith(r/c,'y'))", "a/any(x:x/b eq 'x' or startswith(x/c,'y'))"),
        ])
    func parsesAndFormatsFilter(_ text: String, _ written: String) throws {
        let filter = try #require(ODataFilterParser.parse(text))
        #expect(filter.text == written)
        #expect(ODataFilterParser.parse(written) == filter)
    }

    @Test(
        "A malformed filter is rejected",
        arguments: [
            "", " ", "appId", "appId eq", "eq 'x'", "appId eq 'x", "appId eq 'x' and", "appId is 'x'", "(appId eq 'x'",
            "appId eq 'x')", "appId eq 'x' 'y'", "'x' eq appId", "startswith(displayName)",
            "startswith('A',displayName)",
            "length(displayName) eq 1", "startswith(a,'b') eq false", "id in 'x'", "id in ()", "a/any(u:v eq 'x')",
            "isof(microsoft.graph.user)", "isof('a','b')", "isof()", "a/any(u:isof('x'))",
            "a/any(u:u eq 'x'", "a/any(u:u/b/any(v:v eq 'x'))", "a/ eq 'x'", "appId eq \"x\"", "appId eq 'x'\u{0}",
            String(repeating: "(", count: 40) + "a eq 'x'" + String(repeating: ")", count: 40),
            "a eq '" + String(repeating: "x", count: 9_000) + "'",
        ])
    func rejectsMalformedFilter(_ text: String) {
        #expect(ODataFilterParser.parse(text) == nil)
    }

    @Test(
        "A key is accepted in parentheses or as a path segment",
        arguments: [
            ("/users/a", "/users/a"),
            ("/users('a')", "/users/'a'"),
            ("//users//a", "/users/a"), ("/users/", "/users/"), ("/users//", "/users/"), ("", ""), ("/", "/"),
            ("/applications(appId='a')/owners", "/applications/appId='a'/owners"),
            (
                "/applications(appId='a')/federatedIdentityCredentials(name='b')",
                "/applications/appId='a'/federatedIdentityCredentials/name='b'"
            ),
            ("/x()", "/x"), ("/)", "/)"), ("/()", "/"),
        ])
    func acceptsKeysInParenthesesOrSegments(_ sent: String, _ path: String) {
        #expect(ODataAddress(sent).path == path)
    }

    @Test(
        "A key has an optional property name and a value",
        arguments: [
            ("a", nil, "a"), ("'a'", nil, "a"), ("'O''Neil'", nil, "O'Neil"), ("appId='a'", "appId", "a"),
            ("appId=a", nil, "appId=a"), ("'", nil, "'"), ("x=y@contoso.com", nil, "x=y@contoso.com"),
        ] as [(String, String?, String)])
    func parsesKeyWithOptionalProperty(_ segment: String, _ property: String?, _ value: String) {
        let key = ODataKey(segment)
        #expect(key.property == property)
        #expect(key.value == value)
    }
}

@Suite struct ODataQueryTests {
    @Test("The query options are parsed") func parsesQueryOptions() throws {
        let form = try Form(
            parsing: Array("$filter=a%20eq%20'1'&$select=id,%20appId&$top=5&$count=true&$skiptoken=x&other=1".utf8))
        let query = try ODataQuery(form)
        #expect(query.filter?.text == "a eq '1'")
        #expect(query.select == ["id", "appId"])
        #expect(query.top == 5)
        #expect(query.count)
        #expect(query.skipToken == "x")
    }

    @Test(
        "An invalid option is reported by name",
        arguments: [
            ("$filter=x", .malformed("$filter")), ("$top=0", .pageSize("0")), ("$top=1000", .pageSize("1000")),
            ("$top=-1", .malformed("$top")), ("$top=x", .malformed("$top")), ("$count=1", .malformed("$count")),
            ("$select=", .malformed("$select")), ("$select=a,,b", .malformed("$select")),
            ("$top=1&$top=1", .twice("$top")),
            ("$orderby=a%20b", .malformed("$orderby")), ("$orderby=", .malformed("$orderby")),
            ("$orderby=a,,b", .malformed("$orderby")), ("$expand=", .malformed("$expand")),
            ("$expand=a(", .malformed("$expand")), ("$expand=a($select)", .malformed("$expand")),
            ("$expand=a,", .malformed("$expand")), ("$search=a", .malformed("$search")),
            ("$search=%22a%22", .malformed("$search")), ("$search=%22a:b%22%20or%20%22a:c%22", .malformed("$search")),
            ("$search=(%22a:b%22", .malformed("$search")), ("$skip=1", .unsupported("$skip")),
            ("$what=1", .unknown("$what")),
        ] as [(String, ODataQuery.Problem)])
    func reportsInvalidOptionByName(_ text: String, _ problem: ODataQuery.Problem) throws {
        let form = try Form(parsing: Array(text.utf8))
        #expect(throws: problem) { try ODataQuery(form) }
    }
}

@Suite struct ODataOptionTests {
    @Test(
        "A search, an order and an expansion are parsed and formatted in canonical form",
        arguments: [
            ("$search", #""displayName:Box""#, #""displayName:Box""#),
            ("$search", #" "a:x" AND ("b:y" OR "c:z") "#, #""a:x" AND ("b:y" OR "c:z")"#),
            ("$search", #""a:x" OR "b:y" AND "c:z""#, #""a:x" OR ("b:y" AND "c:z")"#),
            ("$search", #""a:say \"hi\" \\ there""#, #""a:say \"hi\" \\ there""#),
            ("$orderby", "displayName", "displayName"), ("$orderby", " displayName  asc ", "displayName"),
            ("$orderby", "displayName desc,mail", "displayName desc,mail"),
            ("$expand", "owners", "owners"),
            ("$expand", "owners( $select=id , mail ), members", "owners($select=id,mail),members"),
        ])
    func parsesAndFormatsOption(_ name: String, _ text: String, _ written: String) throws {
        let query = try ODataQuery(Form([.init(name, text)]))
        #expect(query.fields[name] == written)
        #expect(try ODataQuery(Form([.init(name, written)])) == query)
    }

    @Test("Nesting of a search is limited") func limitsNesting() {
        let text = String(repeating: "(", count: 40) + #""a:b""# + String(repeating: ")", count: 40)
        #expect(throws: ODataQuery.Problem.malformed("$search")) { try ODataQuery(Form([.init("$search", text)])) }
    }
}

@Suite struct GraphPageTests {
    private func page(_ ids: [String], top: Int? = nil, token: String? = nil) throws -> GraphPage {
        var query = ODataQuery()
        query.top = top
        query.skipToken = token
        return try GraphPage(of: ids.count, query.top ?? GraphPage.defaultSize, after: query.skipToken) { ids[$0] }
    }

    @Test("Each page continues where the previous one ends") func continuesPagesByToken() throws {
        let ids = ["a", "b", "c", "d", "e"]
        let first = try page(ids, top: 2)
        #expect(first.range == 0..<2)
        let second = try page(ids, top: 2, token: first.next)
        #expect(second.range == 2..<4)
        let third = try page(ids, top: 2, token: second.next)
        #expect(third.range == 4..<5)
        #expect(third.next == nil)
    }

    @Test(
        "No object is skipped when objects are added or removed",
        arguments: [
            (["b", "c", "d"], 1..<3), (["x", "a", "b", "c"], 3..<4), (["c", "d"], 1..<2), ([], 0..<0), (["a"], 1..<1),
        ] as [([String], Range<Int>)])
    func skipsNothingWhenObjectsChange(_ later: [String], _ range: Range<Int>) throws {
        let token = try page(["a", "b", "c", "d"], top: 2).next
        #expect(try page(later, token: token).range == range)
    }

    @Test("A page that becomes too large is cut, and the next page continues there")
    func cutsLargePageAndContinuesThere() throws {
        let ids = ["a", "b", "c", "d"]
        var first = try page(ids, top: 3)
        first.end(at: 3) { ids[$0] }
        #expect(first == (try page(ids, top: 3)))
        first.end(at: 1) { ids[$0] }
        #expect(first.range == 0..<1)
        #expect(try page(ids, token: first.next).range == 1..<4)
    }

    @Test("An invalid skip token is rejected", arguments: ["", "x", "!!", "MA", "Ojph", "LTE6YQ"])
    func rejectsInvalidSkipToken(_ token: String) {
        #expect(throws: (any Error).self) { try page(["a"], token: token) }
    }
}
