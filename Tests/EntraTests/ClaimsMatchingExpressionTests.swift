import Entra
import Formats
import Testing

/// Checks the expression language of flexible federated identity credentials (docs/reference/protocol.md#fic-flexible).
@Suite struct ClaimsMatchingExpressionTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let expression: String
        let claims: [String: String]
        let isSatisfied: Bool

        init(_ expression: String, _ claims: [String: String], _ isSatisfied: Bool) {
            self.expression = expression
            self.claims = claims
            self.isSatisfied = isSatisfied
        }

        var testDescription: String { "\(expression) of \(claims)" }
    }

    private static let branch = "claims['sub'] matches 'repo:contoso/contoso-repo:ref:refs/heads/*'"
    private static let both = "claims['sub'] eq 'a' and claims['job_workflow_ref'] matches 'foo-org/*@refs/heads/main'"

    /// The examples are from workload-identities-flexible-federated-identity-credentials.
    static let cases: [Case] = [
        Case(branch, ["sub": "repo:contoso/contoso-repo:ref:refs/heads/main"], true),
        Case(branch, ["sub": "repo:contoso/contoso-repo:ref:refs/heads/a/b:c"], true),
        Case(branch, ["sub": "repo:contoso/contoso-repo:ref:refs/heads/"], true),
        Case(branch, ["sub": "repo:contoso/contoso-repo:ref:refs/tags/v1"], false),
        Case(branch, ["sub": "xrepo:contoso/contoso-repo:ref:refs/heads/main"], false),
        Case(branch, ["sub": "repo:Contoso/contoso-repo:ref:refs/heads/main"], false),
        Case(branch, ["other": "repo:contoso/contoso-repo:ref:refs/heads/main"], false),
        Case(
            "claims['sub'] matches 'repo:contoso/r-*:ref:refs/heads/????'",
            ["sub": "repo:contoso/r-1:ref:refs/heads/main"], true),
        Case(
            "claims['sub'] matches 'repo:contoso/r-*:ref:refs/heads/????'",
            ["sub": "repo:contoso/r-1:ref:refs/heads/dev"], false),
        Case("claims['sub'] matches '?'", ["sub": "ü"], true),
        Case("claims['sub'] matches '?'", ["sub": ""], false),
        Case("claims['sub'] matches '*'", ["sub": ""], true),
        Case("claims['sub'] matches '*a*b*'", ["sub": "xxaxxbxx"], true),
        Case("claims['sub'] matches '*a*b*'", ["sub": "xxbxxaxx"], false),
        Case("claims['sub'] eq 'a*'", ["sub": "a*"], true),
        Case("claims['sub'] eq 'a*'", ["sub": "ab"], false),
        Case("claims['sub'] eq 'it''s'", ["sub": "it's"], true),
        Case("claims['sub'] matches '.*'", ["sub": "x"], false),
        Case(both, ["sub": "a", "job_workflow_ref": "foo-org/bar/.github/workflows/x@refs/heads/main"], true),
        Case(both, ["sub": "a", "job_workflow_ref": "foo-org/bar@refs/heads/dev"], false),
        Case(both, ["sub": "a"], false),
        Case("claims['sub'] eq ' and claims[''x'']'", ["sub": " and claims['x']"], true),
    ]

    @Test("An expression is satisfied by exactly the claims that it describes", arguments: cases)
    func comparesClaims(_ row: Case) throws {
        let claims = JSONValue.object(row.claims.map { JSONValue.Member($0.key, .string($0.value)) })
        #expect(try ClaimsMatchingExpression(row.expression).isSatisfied(by: claims) == row.isSatisfied)
    }

    @Test("Letter case counts", arguments: ["claims['sub'] eq 'repo:x'", "claims['sub'] matches 'repo:?'"])
    func comparesCase(_ text: String) throws {
        let claims = JSONValue.object([.init("sub", .string("Repo:X"))])
        #expect(try !ClaimsMatchingExpression(text).isSatisfied(by: claims))
    }

    static let problems: [(String, Int, String)] = [
        ("", 0, "claims['NAME']"), ("sub eq 'a'", 0, "claims['NAME']"), ("claims[\"sub\"] eq 'a'", 0, "claims['NAME']"),
        ("claims[''] eq 'a'", 8, "name of a claim"), ("claims['sub']  eq 'a'", 14, "eq or matches"),
        ("claims['sub'] equals 'a'", 14, "eq or matches"), ("claims['sub'] EQ 'a'", 14, "eq or matches"),
        ("claims['sub'] eq a", 16, "single quotes"), ("claims['sub'] eq \"a\"", 16, "single quotes"),
        ("claims['sub'] eq 'a", 19, "single quote at the end"), ("claims['sub'] eq ''", 19, "not empty"),
        ("claims['sub'] eq 'a' or claims['sub'] eq 'b'", 20, "' and '"), ("claims['sub'] eq 'a' ", 20, "' and '"),
        ("claims['sub'] eq 'a' and ", 25, "claims['NAME']"), ("claims['sub'] eq 'a'.", 20, "' and '"),
    ]

    @Test("A syntax error has its position and says what is expected", arguments: problems)
    func reportsPosition(_ text: String, _ offset: Int, _ expected: String) {
        do throws(ClaimsMatchingExpression.Problem) {
            _ = try ClaimsMatchingExpression(text)
            Issue.record("The expression is valid.")
        } catch {
            #expect(error.offset == offset)
            #expect(error.message.contains(expected))
        }
    }

    @Test("An expression has at most 600 bytes")
    func limitsLength() throws {
        let text = "claims['sub'] eq '\(String(repeating: "a", count: 581))'"
        #expect(text.utf8.count == 600)
        _ = try ClaimsMatchingExpression(text)
        #expect(throws: ClaimsMatchingExpression.Problem.self) { try ClaimsMatchingExpression(text + "x") }
    }

    @Test("A pattern of many wildcards is compared in bounded time")
    func boundsTime() throws {
        let pattern = String(repeating: "*a", count: 280) + "b"
        let claims = JSONValue.object([.init("sub", .string(String(repeating: "a", count: 16_000)))])
        let expression = try ClaimsMatchingExpression("claims['sub'] matches '\(pattern)'")
        #expect(!expression.isSatisfied(by: claims))
    }

    @Test(
        "Expressions are supported for the documented issuers",
        arguments: [
            (
                "https://token.actions.githubusercontent.com",
                ["sub", "job_workflow_ref", "repository_id", "repository_owner_id"]
            ),
            ("https://gitlab.com", ["sub", "project_id"]), ("https://gitlab.example.com", ["sub", "project_id"]),
            ("https://gitlab.example.ca", ["sub", "project_id"]), ("https://app.terraform.io", ["sub"]),
            ("https://app.eu.terraform.io", ["sub"]), ("https://gitlab.example.org", nil),
            ("https://gitlab..com", nil), ("https://gitlab.a.b.com", nil), ("https://gitlab.evil.com/x.com", nil),
            ("http://gitlab.com", nil), ("https://gitlab.com/", nil), ("https://tfe.example.com", nil),
            ("https://token.actions.githubusercontent.com/", nil),
        ] as [(String, [String]?)])
    func knowsIssuers(_ issuer: String, _ claims: [String]?) {
        #expect(ClaimsMatchingExpression.rules(of: issuer)?.claims.map(\.name) == claims)
    }

    private static let gitHub = "https://token.actions.githubusercontent.com"
    private static let gitLab = "https://gitlab.com"

    /// An issuer, an expression, and the reason of the service for the rejection of a new credential. The sources are
    /// terraform-provider-azuread#1901, git-bug#1584 and the pages about flexible credentials of 2026-08 and 2026-09.
    static let rules: [(String, String, String?)] = [
        (gitHub, "claims['sub'] matches 'repo:a/b:*' and claims['repository_id'] eq '1'", nil),
        (gitHub, "claims['repository_owner_id'] eq '1' and claims['sub'] eq 'repo:a/b:pull_request'", nil),
        (gitHub, "claims['sub'] matches 'repo:a/b:*'", "must also compare claims['repository_id'] or"),
        (gitHub, "claims['sub'] matches 'repo:a@1/b@2:*'", "must also compare claims['repository_id'] or"),
        (
            gitHub, "claims['sub'] eq 'a' and claims['job_workflow_ref'] matches 'b/*'",
            "must also compare claims['repository_id'] or"
        ),
        (gitHub, "claims['repository_id'] eq '1'", "must also compare claims['sub']"),
        (
            gitHub, "claims['sub'] eq 'a' and claims['repository_id'] matches '*'",
            "cannot compare the claim 'repository_id' by matches"
        ),
        (
            gitHub, "claims['sub'] eq 'a' and claims['repository_id'] eq '1' and claims['event_name'] eq 'push'",
            "cannot use the claim 'event_name'"
        ),
        (gitLab, "claims['sub'] matches 'project_path:a/b:*' and claims['project_id'] eq '1'", nil),
        (gitLab, "claims['sub'] matches 'project_id:1:*'", nil),
        (gitLab, "claims['sub'] matches 'project_path:a/b:*'", "must also compare claims['project_id']"),
        ("https://gitlab.a.ca", "claims['sub'] eq 'project_path:a/b'", "must also compare claims['project_id']"),
        ("https://app.terraform.io", "claims['sub'] matches 'organization:a:*'", nil),
    ]

    @Test("A new expression compares the claims that the service requires for the issuer", arguments: rules)
    func requiresClaimsOfIssuer(_ issuer: String, _ text: String, _ reason: String?) throws {
        let expression = try ClaimsMatchingExpression(text)
        let found = expression.problem(at: issuer) ?? expression.missingComparison(at: issuer)
        #expect(found?.prefix(reason?.count ?? 0) == reason.map { $0[...] }, "\(found ?? "")")
    }
}
