import Directory
import Entra
import Formats
import Testing

/// An application for all accounts gets no tokens of version 1 over `common`
/// (docs/reference/protocol.md#token-version-over-common; the sample `active-directory-dotnet-native-aspnetcore-v2`).
@Suite struct TokenVersionTests {
    struct Case: Row {
        let name: String
        var client = Client.mobile
        var scope = "https://legacy.contoso.com//user_impersonation"
        var tenant = "common"
        var isRejected = false
    }

    static let cases: [Case] = [
        Case(name: "an API of version 1 over common", isRejected: true),
        Case(
            name: "an API of version 1 among others", scope: "User.Read https://legacy.contoso.com//user_impersonation",
            isRejected: true),
        Case(name: "an API of version 1 over organizations", tenant: "organizations"),
        Case(name: "an API of version 1 at its tenant", tenant: "contoso.com"),
        Case(name: "an API of version 1, and an application for organizations", client: Lab.organizations),
        Case(name: "an API of version 2 over common", scope: "api://orders/Orders.Read"),
        Case(name: "Microsoft Graph over common", scope: "User.Read"),
        Case(name: "the sign-in alone", scope: "openid"),
    ]

    @Test("Over common, an API of version 1 is rejected for an application for all accounts", arguments: cases)
    func decides(_ row: Case) throws {
        let response = try Lab.entra().site.signIn(row.client, ["scope": row.scope], tenant: row.tenant)
        if row.isRejected {
            #expect(response.outcome == .errorPage(90129))
            #expect(Page.unescape(response.text).contains("(Legacy API) has a configured token version of '1'"))
        } else {
            #expect(response.redirect?.fields["code"] != nil, "\(response.outcome)")
        }
    }
}
