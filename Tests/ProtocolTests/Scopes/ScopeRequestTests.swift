import Entra
import Protocol
import Testing

/// Checks how a `scope` parameter is parsed, before any directory lookup.
@Suite struct ScopeRequestTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let scope: String
        /// `{resource}permission` for each scope, after the reserved ones; or the error.
        let expected: String

        init(_ name: String, _ scope: String, _ expected: String) {
            self.name = name
            self.scope = scope
            self.expected = expected
        }

        var testDescription: String { name }
    }

    static let invalid = "AADSTS70011 invalid_scope"
    static let longScope = "api://orders/" + String(repeating: "x", count: ScopeRequest.maximumLength)
    static let manyScopes = (0...ScopeRequest.maximumCount).map { "s\($0)" }.joined(separator: " ")
    static let mostScopes = (0..<ScopeRequest.maximumCount).map { _ in "s" }.joined(separator: " ")

    static let rows: [Row] = [
        Row(
            "reserved scopes name no resource", "openid profile email offline_access",
            "openid profile email offline_access"),
        Row("reserved scopes come in any order", "offline_access openid", "openid offline_access"),
        Row("reserved scopes fold case", "OpenID", "openid"),
        Row("address and phone are not reserved", "address phone", "{graph}address {graph}phone"),
        Row("a bare name is Microsoft Graph's", "User.Read", "{graph}User.Read"),
        Row("a bare .default is Microsoft Graph's", ".default", "{graph}.default"),
        Row(
            "a URI names the resource", "https://graph.microsoft.com/User.Read",
            "{https://graph.microsoft.com}User.Read"),
        Row(
            "a GUID names the resource", "\(ScopeFixture.ordersID)/Orders.Read", "{\(ScopeFixture.ordersID)}Orders.Read"
        ),
        Row(
            "the own client id with .default", "\(ScopeFixture.mobileID)/.default", "{\(ScopeFixture.mobileID)}.default"
        ),
        Row("the last slash separates", "api://contoso/orders/v2/Orders.Read", "{api://contoso/orders/v2}Orders.Read"),
        Row("a urn names the resource", "urn:contoso:orders/read", "{urn:contoso:orders}read"),
        Row(
            "a double slash keeps the slash", "https://management.azure.com//.default",
            "{https://management.azure.com/}.default"),
        Row(
            "a double slash before a name", "https://legacy.contoso.com//user_impersonation",
            "{https://legacy.contoso.com/}user_impersonation"),
        Row("spelling is kept", "API://Orders/orders.READ", "{API://Orders}orders.READ"),
        Row(".default folds case", "api://x/.DEFAULT", "{api://x}.default"),
        Row("order is kept", "b a api://x/c", "{graph}b {graph}a {api://x}c"),
        Row("a repeated scope appears once", "User.Read User.Read", "{graph}User.Read"),
        Row("a repeated scope folds case, first spelling kept", "User.Read user.read", "{graph}User.Read"),
        Row(
            "two spellings of a permission both remain", "User.Read https://graph.microsoft.com/User.Read",
            "{graph}User.Read {https://graph.microsoft.com}User.Read"),
        Row("several spaces separate like one", "  openid   User.Read ", "openid {graph}User.Read"),
        Row(
            "reserved scopes next to .default", "api://x/.default openid offline_access",
            "openid offline_access {api://x}.default"),
        Row("two .default may be read", "api://x/.default api://y/.default", "{api://x}.default {api://y}.default"),
        Row("as many scopes as the limit", mostScopes, "{graph}s"),
        Row("empty", "", "AADSTS28003 invalid_request"),
        Row("blank", "   ", "AADSTS28003 invalid_request"),
        Row(".default with a name of the same resource", "api://orders/.default api://orders/read", invalid),
        Row(".default with a name of another resource", "api://orders/.default User.Read", invalid),
        Row("a name before .default", "User.Read https://graph.microsoft.com/.default", invalid),
        Row("commas", "openid,profile", invalid),
        Row("comma and space", "User.Read, Mail.Read", invalid),
        Row("a literal plus", "openid+profile", invalid),
        Row("a bar", "User.Read|Mail.Read", invalid),
        Row("a tab", "openid\tprofile", invalid),
        Row("a line feed", "User.Read\nMail.Read", invalid),
        Row("NUL", "User.Read\0", invalid),
        Row("DEL", "User.Read\u{7F}", invalid),
        Row("a quotation mark", "\"User.Read\"", invalid),
        Row("a backslash", "api:\\\\orders\\read", invalid),
        Row("not ASCII", "api://bestellungen/lés", invalid),
        Row("a sign that folds to ASCII elsewhere", "\u{212A}", invalid),
        Row("no permission", "foo bar/", invalid),
        Row("no resource", "/.default", invalid),
        Row("an App ID URI alone", "api://orders", invalid),
        Row("a host alone", "https://graph.microsoft.com", invalid),
        Row("a slash alone", "/", invalid),
        Row("too long", longScope, invalid),
        Row("too many", manyScopes, invalid),
    ]

    @Test(arguments: rows) func parsesScopeByGrammar(row: Row) {
        let result = outcome { () throws(EntraError) in
            let request = try ScopeRequest.parse(row.scope)
            let permissions = request.permissions.map { token in
                token.resource == .microsoftGraph
                    ? "{graph}\(token.permission)" : "{\(token.resource.identifier)}\(token.permission)"
            }
            return (request.oidc.names + permissions).joined(separator: " ")
        }
        #expect(result == row.expected)
    }

    @Test func keepsRequestedSpellingOfScope() throws {
        let request = try ScopeRequest.parse("API://Orders/orders.READ https://legacy.contoso.com//x user.read")
        #expect(
            request.permissions.map(\.text) == [
                "API://Orders/orders.READ", "https://legacy.contoso.com//x", "user.read",
            ])
    }

    @Test func errorQuotesInvalidScope() {
        let error = #expect(throws: EntraError.self) { try ScopeRequest.parse("openid foo/") }
        #expect(error?.message.contains("The scope foo/ is not valid.") == true)
    }
}
