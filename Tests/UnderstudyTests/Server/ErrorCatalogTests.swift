import Entra
import Formats
import HTTP
import TestTags
import Testing
@testable import Understudy

/// The catalog explains every error code on a page and as JSON.
@Suite struct ErrorCatalogTests {
    @Test("The catalog lists every row that the sources declare, and the codes that only a stub returns")
    func listsEveryDeclaredRow() throws {
        let declared = try SourceScan().declaredCodes + (AADSTS.stubOnlyRows + AADB2C.stubOnlyRows).map(\.name)
        #expect(AADSTS.all.map(\.name).sorted() == declared.sorted())
    }

    @Test("A code has a cause exactly if the sources raise the code")
    func namesCauseExactlyForRaisedCodes() throws {
        let raised = try SourceScan().raisedCodes
        for row in AADSTS.all {
            #expect(raised.contains(row.name) == (row.cause != nil), "\(row)")
        }
    }

    @Test("The page of a code shows its texts and a stub recipe without placeholders", .tags(.slow))
    func pageShowsTextsAndStubRecipe() throws {
        let site = try MockEntra().site
        for row in AADSTS.all { try check(row, site.get("/error?code=\(row.name)")) }
    }

    private func check(_ row: AADSTS, _ page: TestResponse) throws {
        let name = row.name
        #expect(page.status == 200 && page.header("Content-Type") == "text/html; charset=utf-8")
        var html = HTMLWriter()
        for text in [name, row.meaning, row.fix, row.cause ?? "only as a stub"] { html.text(text); html.text("|") }
        for text in String(decoding: html.bytes, as: UTF8.self).split(separator: "|") {
            #expect(page.text.contains(text))
        }
        #expect(
            page.text.contains("/_understudy/responses") && page.text.contains("&quot;error&quot;: &quot;\(name)&quot;")
        )
        for placeholder in AADSTS.Placeholder.allCases { #expect(!page.text.contains("{\(placeholder.rawValue)}")) }
        #expect(!page.text.contains("Request Id"))
    }

    @Test("Without a code, the page lists and searches all codes")
    func listsAndSearchesAllCodes() throws {
        let site = try MockEntra().site
        let all = try site.get("/error")
        #expect(all.status == 200)
        for code in AADSTS.all { #expect(all.text.contains(">\(code.name)</a>")) }
        let found = try site.get("/error?search=redirect+uri+registered")
        #expect(found.text.contains(">AADSTS50011</a>") && !found.text.contains(">AADSTS50126</a>"))
        let none = try site.get("/error?search=%3Cscript%3E")
        #expect(none.status == 200 && !none.text.contains("<script>"))
    }

    @Test("An unknown code returns 404 with the codes that contain its digits")
    func suggestsCodesForUnknownCode() throws {
        let page = try MockEntra().site.get("/error?code=5001")
        #expect(page.status == 404)
        #expect(page.text.contains("no code 5001") && page.text.contains(">AADSTS50011</a>"))
    }

    @Test("The same texts are available as JSON without a control token")
    func servesCatalogAsJSONWithoutToken() throws {
        let site = try MockEntra(settings: ServerSettings(controlToken: "secret")).site
        let all = try #require(try site.get("/_understudy/errors").json?["errors"]?.array)
        #expect(all.count == AADSTS.all.count)
        for code in ["50011", "AADSTS50011", "aadsts50011"] {
            let found = try #require(try site.get("/_understudy/errors?code=\(code)").json?["errors"]?.array)
            #expect(found.count == 1)
            let row = AADSTS.redirectURIMismatch
            #expect(found[0]["code"]?.string == "AADSTS50011" && found[0]["error"]?.string == "invalid_client")
            #expect(found[0]["status"]?.integer == 400 && found[0]["template"]?.string == row.template)
            #expect(found[0]["meaning"]?.string == row.meaning && found[0]["fix"]?.string == row.fix)
            #expect(found[0]["causes"]?.array?.compactMap(\.string) == row.cause.map { [$0] })
        }
        let mfa = try site.get("/_understudy/errors?code=50076").json?["errors"]?.array?.first
        #expect(mfa?["errorAt"]?["token v1"]?.string == "interaction_required")
        #expect(mfa?["delivery"]?.string == "page unless prompt=none" && mfa?["b2c"] == nil)
        #expect(mfa?["evidence"]?["error"]?.string == "capture")
        let mismatch = try site.get("/_understudy/errors?code=50011").json?["errors"]?.array?.first
        #expect(mismatch?["errorAt"] == nil && mismatch?["delivery"]?.string == "page")
        #expect(mismatch?["b2c"]?.string == "AADB2C90006")
        #expect(try site.get("/_understudy/errors?code=AADB2C90118").json?["errors"]?.array?.count == 1)
        #expect(try site.get("/_understudy/errors?code=1").json?["errors"]?.array?.isEmpty == true)
        #expect(try site.get("/_understudy/errors?cod=1").status == 400)
    }

    @Test("The stub recipe of a page works")
    func stubRecipeRaisesError() throws {
        let site = try MockEntra().site
        let body = #"{"match": {"clientId": "\#(Client.mobile.id)"}, "responses": [{"error": "AADSTS50011"}]}"#
        #expect(try site.control("POST", "responses", body).status == 201)
        #expect(try site.token(["client_id": Client.mobile.id]).code == 50011)
    }
}
