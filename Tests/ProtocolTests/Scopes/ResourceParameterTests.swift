import Directory
import Entra
import Protocol
import Testing

/// Checks the `resource` parameter of version 1, which works like `.default`.
@Suite struct ResourceParameterTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let resource: String?
        var endpoint = ScopeEndpoint.authorizeForCode
        var runtime: [PermissionGrant] = []
        let expected: String

        var testDescription: String { name }
    }

    static let mobile = ScopeFixture.mobileID
    static let unlisted = "AADSTS650057 invalid_client"

    static let rows: [Row] = [
        Row(name: "a listed API by URI", resource: "api://orders", expected: "Orders API<api://orders>: *"),
        Row(
            name: "a listed API by GUID", resource: ScopeFixture.ordersID,
            expected: "Orders API<\(ScopeFixture.ordersID)>: *"),
        Row(
            name: "a listed API with a slash", resource: "https://graph.microsoft.com/",
            expected: "Microsoft Graph<https://graph.microsoft.com/>: *"),
        Row(
            name: "a listed API by service principal name", resource: "spn:\(ScopeFixture.ordersID)",
            expected: "Orders API<spn:\(ScopeFixture.ordersID)>: *"),
        Row(
            name: "another resource at refresh", resource: "api://orders", endpoint: .refresh(.first),
            expected: "Orders API<api://orders>: *"),
        Row(name: "unknown", resource: "https://nobody.example", expected: "AADSTS500011 invalid_resource"),
        Row(name: "not a URI", resource: "orders", expected: "AADSTS500011 invalid_resource"),
        Row(name: "empty", resource: "", expected: "AADSTS500011 invalid_resource"),
        Row(name: "control characters", resource: "api://orders\r\n", expected: "AADSTS500011 invalid_resource"),
        Row(
            name: "of another tenant before consent", resource: "api://shipping",
            expected: "AADSTS650052 invalid_client"),
        Row(
            name: "of another tenant at refresh", resource: "api://shipping", endpoint: .refresh(.first),
            expected: "AADSTS500011 invalid_resource"),
        Row(name: "not listed", resource: "https://vault.azure.net", expected: unlisted),
        Row(
            name: "not listed, at refresh", resource: "https://vault.azure.net", endpoint: .refresh(.first),
            expected: unlisted),
        Row(
            name: "not listed, but granted", resource: "https://vault.azure.net",
            runtime: [ScopeFixture.granted(ScopeFixture.vault, "user_impersonation")],
            expected: "Key Vault<https://vault.azure.net>: *"),
        Row(name: "not listed, but pre-authorized", resource: "api://locked", expected: "Locked<api://locked>: *"),
        Row(name: "the client itself", resource: mobile, expected: "Contoso Mobile<\(mobile)>: *"),
        Row(name: "none", resource: nil, expected: "Azure AD Graph<\(ScopeFixture.aadGraphID)>: sign-in"),
    ]

    @Test(arguments: rows) func resourceParameterRequestsListedAPI(row: Row) throws {
        let resolver = try resolver(runtime: row.runtime)
        let result = outcome { () throws(EntraError) in
            describe(try RequestedAccess.fromResource(row.resource, at: row.endpoint, by: resolver))
        }
        #expect(result == row.expected)
    }

    @Test func rejectsClientItselfAsResourceURI() throws {
        var client = ScopeFixture.mobile()
        client.identifierUris = ["api://mobile"]
        let resolver = try resolver(for: client)
        let result = outcome { () throws(EntraError) in
            describe(try RequestedAccess.fromResource("api://mobile", at: .authorizeForCode, by: resolver))
        }
        #expect(result == "AADSTS90009 invalid_request")
    }
}
