import Entra
import Formats
import FoundationEssentials
import TestTags
import Testing

/// Every public AADSTS code can be stubbed by its number, and has the form that is known of the real service. The facts are in
/// `Tests/Fixtures/errors/aadsts-codes.json`.
@Suite struct StubbedCodeTests {
    /// What is publicly known about a code. A nil member is not known.
    struct Fact: Sendable, CustomTestStringConvertible {
        let code: Int
        let tokenErrors: [String]?
        let statuses: [Int]?
        let redirectErrors: [String]?
        let forms: [String]?

        var testDescription: String { String(code) }

        init?(_ json: JSONValue) {
            func texts(_ name: String) -> [String]? { json[name]?.array?.compactMap(\.string) }
            guard let code = json["code"]?.integer else { return nil }
            self.code = Int(code)
            tokenErrors = texts("token")
            statuses = json["statuses"]?.array?.compactMap(\.integer).map(Int.init)
            redirectErrors = texts("redirect")
            forms = texts("authorize")
        }
    }

    static func facts() throws -> [Fact] {
        let file = SourceScan.root.appending(path: "Tests/Fixtures/errors/aadsts-codes.json")
        let json = try #require(JSONValue(parsing: Array(Data(contentsOf: file))))
        return try #require(json["codes"]?.array).compactMap(Fact.init)
    }

    private static func stub(_ code: Int, _ endpoint: String, at site: Site) throws {
        try site.stub(#"{"endpoint":"\#(endpoint)"}"#, #"{"error":\#(code)}"#)
    }

    private static func authorize(_ site: Site, silent: Bool) throws -> TestResponse {
        let request = Client.mobile.request(["scope": "openid", "prompt": silent ? "none" : nil])
        return try site.get("\(Site.path("authorize", "contoso.com"))?\(request.encoded)")
    }

    @Test("The token endpoint returns every code with its OAuth error and status", .tags(.slow))
    func tokenEndpointReturnsEveryCode() throws {
        let site = try MockEntra().site
        for fact in try StubbedCodeTests.facts() {
            var errors: [String] = []
            for version in [EndpointVersion.v1, .v2] {
                try StubbedCodeTests.stub(fact.code, "token", at: site)
                let response = try site.token(["grant_type": "x"], tenant: "contoso.com", version)
                #expect(response.code == fact.code)
                #expect(response["error_description"]?.hasPrefix("AADSTS\(fact.code): ") == true)
                #expect(response.json?["error_codes"] == .array([.integer(Int64(fact.code))]))
                if let statuses = fact.statuses { #expect(statuses.contains(response.status), "\(fact.code)") }
                errors.append(response["error"] ?? "")
            }
            if let known = fact.tokenErrors {
                #expect(errors.contains(where: known.contains), "\(fact.code): \(errors), known are \(known)")
            }
        }
    }

    @Test("The authorization endpoint returns every code in its form, with the state of the request", .tags(.slow))
    func authorizationEndpointReturnsEveryCode() throws {
        let site = try MockEntra().site
        for fact in try StubbedCodeTests.facts() {
            var forms: Set<String> = []
            for isSilent in [false, true] {
                try StubbedCodeTests.stub(fact.code, "authorize", at: site)
                let response = try StubbedCodeTests.authorize(site, silent: isSilent)
                #expect(response.code == fact.code)
                guard let redirect = response.redirect else {
                    #expect(response.outcome == .errorPage(fact.code))
                    forms.insert("page")
                    continue
                }
                #expect(redirect.fields["state"] == "s1")
                forms.insert("redirect")
                if let known = fact.redirectErrors {
                    #expect(known.contains(redirect.fields["error"] ?? ""), "\(fact.code): known are \(known)")
                }
            }
            if let known = fact.forms {
                #expect(!forms.isDisjoint(with: known), "\(fact.code): \(forms.sorted()), known are \(known)")
            }
        }
    }

    @Test("Codes that only a stub returns are in the catalog with their evidence")
    func stubOnlyCodesAreInCatalog() throws {
        let site = try MockEntra().site
        let entry = try site.get("/_understudy/errors?code=AADSTS80002").json?["errors"]?.array?.first
        #expect(entry?["causes"] == .array([]))
        #expect(entry?["error"]?.string == "invalid_grant")
        #expect(entry?["evidence"]?["error"]?.string == "inferred")
        let confirmed = try site.get("/_understudy/errors?code=500011").json?["errors"]?.array?.first
        #expect(confirmed?["evidence"]?["error"]?.string == "capture")
        #expect(AADSTS.stubOnlyRows.count > 600)
    }
}
