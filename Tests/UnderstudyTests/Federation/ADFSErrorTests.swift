import Formats
import Entra
import Testing

/// Tests the errors that an application gets from AD FS during and after a sign-in (docs/reference/protocol.md#adfs-errors).
@Suite struct ADFSErrorTests {
    struct Case: Row {
        let name: String
        let parameters: Parameters
        let error: String
        /// The number of the message.
        let number: Int
    }

    /// Tests/Captures/reports.yaml has the redirect for a resource that the client may not use.
    static let cases: [Case] = [
        Case(
            name: "an unknown resource", parameters: ["resource": "api://nowhere"], error: "invalid_resource",
            number: 9602),
        Case(
            name: "an unknown scope", parameters: ["scope": "openid api://orders/Nowhere"], error: "invalid_scope",
            number: 9603),
    ]

    private static func path(_ parameters: Parameters) -> String {
        "\(Site.path("authorize", "adfs", .v1))?\(Client.mobile.request(parameters).encoded)"
    }

    @Test("A redirect has the error and the text of AD FS", arguments: cases)
    func redirectsWithErrorsOfADFS(_ row: Case) throws {
        let fields = try Federated.entra().site.get(ADFSErrorTests.path(row.parameters)).fields
        #expect(fields.fields.map(\.name) == ["error", "error_description", "state"])
        #expect(fields["error"] == row.error)
        #expect(fields["error_description"]?.hasPrefix("MSIS\(row.number): ") == true)
        #expect(fields["state"] == "s1")
    }

    /// The source is a recording in the tests of source-academy/cadet.
    @Test("A code that is redeemed with another redirect URI gets MSIS9609")
    func reportsOtherRedirectURI() throws {
        let site = try Federated.entra().site
        let browser = Browser(site)
        try browser.open(ADFSErrorTests.path(["resource": "api://orders"]))
        try browser.enter("fred@federated.contoso.com", "Under & <study>!")
        if browser.page.kind == .staySignedIn { try browser.press() }
        let code = try #require(browser.response?.fields["code"])
        let response = try site.token(
            Client.mobile.redemption(code, ["redirect_uri": "http://localhost/other"]), tenant: "adfs", .v1)
        #expect(response.status == 400)
        #expect(response.error == "invalid_request")
        #expect(response["error_description"]?.hasPrefix("MSIS9609: ") == true, "\(response.text)")
    }
}
