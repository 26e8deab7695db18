import Crypto
import Formats
import Testing

/// Microsoft Graph limits registrations by the accounts that can sign in (docs/reference/protocol.md#registration-limits), and
/// identifier URIs by the policy of the organization (docs/reference/protocol.md#identifier-uri-policy).
@Suite struct GraphRegistrationLimitTests {
    struct Registration: Row {
        let name: String
        let body: String
        /// The status and the code of the expected error, or nil if the application is created.
        let error: String?
        var detail: String?
    }

    private static func text(_ length: Int) -> String { String(repeating: "x", count: length) }

    private static func list(_ count: Int, _ element: (Int) -> String) -> String {
        "[" + (0..<count).map(element).joined(separator: ",") + "]"
    }

    private static func id(_ number: Int) -> String { "0aaa0005-0000-4000-8000-\(100_000_000_000 + number)" }

    private static func scopes(_ count: Int) -> String {
        list(count) { #"{"id":"\#(id($0))","value":"s\#($0)"}"# }
    }

    private static func graph(_ count: Int) -> String {
        let permissions = list(count) { #"{"id":"\#(id($0))","type":"Scope"}"# }
        return #"{"resourceAppId":"\#(Seed.graph)","resourceAccess":\#(permissions)}"#
    }

    private static func invalid(_ name: String, _ body: String) -> Registration {
        Registration(name: name, body: body, error: "400 Request_BadRequest", detail: "InvalidValue")
    }

    private static let work = #""signInAudience":"AzureADMyOrg","api":{"requestedAccessTokenVersion":1}"#
    private static let workV2 = #""signInAudience":"AzureADMyOrg","api":{"requestedAccessTokenVersion":2}"#
    private static let multiV2 = #""signInAudience":"AzureADMultipleOrgs","api":{"requestedAccessTokenVersion":2}"#
    private static let both = #""signInAudience":"AzureADandPersonalMicrosoftAccount""#
    private static let personal = #""signInAudience":"PersonalMicrosoftAccount""#
    private static let role =
        #""appRoles":[{"id":"0aaa0005-0000-4000-8000-000000000009","value":"r","displayName":"r","description":"r","allowedMemberTypes":["User"]}]"#

    static let registrations: [Registration] = [
        invalid("display name of 121 characters", #"\#(work),"displayName":"\#(text(121))""#),
        invalid("display name of 91 characters, personal", #"\#(personal),"displayName":"\#(text(91))""#),
        Registration(
            name: "display name of 120 characters", body: #"\#(work),"displayName":"\#(text(120))""#, error: nil),
        invalid("wildcard", #"\#(workV2),"identifierUris":["api://*.a"]"#),
        invalid("urn, personal", #"\#(both),"identifierUris":["urn://orders"]"#),
        Registration(name: "urn", body: #"\#(workV2),"identifierUris":["urn://orders"]"#, error: nil),
        invalid("query, personal", #"\#(both),"identifierUris":["api://orders2?a"]"#),
        invalid("51 identifier URIs, personal", #"\#(both),"identifierUris":\#(list(51) { "\"api://a\($0)\"" })"#),
        invalid("101 scopes, personal", #"\#(both),"api":{"oauth2PermissionScopes":\#(scopes(101))}"#),
        Registration(
            name: "101 scopes",
            body: #""signInAudience":"AzureADMyOrg","api":{"oauth2PermissionScopes":\#(scopes(101))}"#, error: nil),
        invalid(
            "101 pre-authorized clients, personal",
            #"\#(both),"api":{"preAuthorizedApplications":\#(list(101) { #"{"appId":"c\#($0)","delegatedPermissionIds":[]}"# })}"#
        ),
        invalid("app role, personal alone", #"\#(personal),\#(role)"#),
        Registration(name: "app role, both kinds of accounts", body: #"\#(both),\#(role)"#, error: nil),
        // howto-add-app-roles-in-apps.md, 2026-09
        Registration(
            name: "700 scopes",
            body: #""signInAudience":"AzureADMyOrg","api":{"oauth2PermissionScopes":\#(scopes(700))}"#, error: nil),
        Registration(
            name: "700 scopes, one role",
            body: #"\#(role),"signInAudience":"AzureADMyOrg","api":{"oauth2PermissionScopes":\#(scopes(700))}"#,
            error: "400 Request_BadRequest"),
        invalid("http logout URL", #"\#(work),"web":{"logoutUrl":"http://localhost/out"}"#),
        invalid("wildcard in a logout URL, personal", #"\#(both),"web":{"logoutUrl":"https://a.test/*"}"#),
        invalid("tag with a space", #"\#(work),"tags":["a b"]"#), invalid("empty tag", #"\#(work),"tags":[""]"#),
        invalid("tag twice", #"\#(work),"tags":["a","a"]"#),
        invalid("51 APIs", #"\#(work),"requiredResourceAccess":\#(list(51) { _ in graph(1) })"#),
        invalid("401 permissions", #"\#(work),"requiredResourceAccess":[\#(graph(401))]"#),
        invalid("31 permissions of an API, personal", #"\#(both),"requiredResourceAccess":[\#(graph(31))]"#),
        // azure-cli#22701, openshift-azure#1932, microsoft-graph-docs#21469
        Registration(
            name: "11 APIs of other tenants",
            body:
                #"\#(work),"requiredResourceAccess":\#(list(11) { #"{"resourceAppId":"\#(id($0))","resourceAccess":[]}"# })"#,
            error: "403 Directory_ResourceSizeExceeded"),
        // terraform-provider-azuread#928, #1728, msgraph-sdk-powershell#2113
        Registration(
            name: "trailing slash", body: #"\#(workV2),"identifierUris":["https://app.contoso.com/"]"#,
            error: "400 IdentifierUrisEndsWithSlash", detail: "IdentifierUrisEndsWithSlash"),
        // Azure/Industrial-IoT#1432, dotnet/sign#423
        Registration(
            name: "foreign domain", body: #"\#(work),"identifierUris":["https://elsewhere.test"]"#,
            error: "400 HostNameNotOnVerifiedDomain", detail: "HostNameNotOnVerifiedDomain"),
        Registration(
            name: "foreign domain before a query",
            body: #"\#(work),"identifierUris":["https://elsewhere.test?.contoso.com"]"#,
            error: "400 HostNameNotOnVerifiedDomain", detail: "HostNameNotOnVerifiedDomain"),
        Registration(
            name: "foreign domain, multitenant", body: #"\#(multiV2),"identifierUris":["https://elsewhere.test"]"#,
            error: "400 HostNameNotOnVerifiedDomain", detail: "HostNameNotOnVerifiedDomain"),
        // azure-docs#120355: single-tenant applications with version 2 tokens are exempt.
        Registration(
            name: "foreign domain, version 2", body: #"\#(workV2),"identifierUris":["https://elsewhere.test"]"#,
            error: nil),
        Registration(
            name: "subdomain", body: #"\#(work),"identifierUris":["https://app.contoso.com/orders"]"#, error: nil),
        // entra-docs identifier-uri-restrictions.md
        Registration(
            name: "api://string, version 1", body: #"\#(work),"identifierUris":["api://made"]"#,
            error: "400 Request_BadRequest"),
        Registration(name: "api://string, version 2", body: #"\#(workV2),"identifierUris":["api://made"]"#, error: nil),
        Registration(
            name: "api://tenant/string", body: #"\#(work),"identifierUris":["api://\#(Seed.contoso)/made"]"#, error: nil
        ),
        Registration(
            name: "api://domain/string", body: #"\#(work),"identifierUris":["api://shop.contoso.com/made"]"#, error: nil
        ),
        invalid("api:// with a foreign GUID", #"\#(workV2),"identifierUris":["api://\#(id(1))"]"#),
    ]

    @Test("A new registration keeps to the limits of its audience", arguments: registrations)
    func limitsRegistrationByAudience(_ row: Registration) throws {
        let graph = try GraphLab().automation()
        let name = row.body.contains("displayName\":\"x") ? "" : #","displayName":"Made""#
        let response = try graph.post("/applications", "{\(row.body)\(name)}")
        #expect(response.graph == row.error ?? "201", "\(response.text)")
        #expect(response.detail == row.detail)
    }

    @Test("An identifier URI that the policy blocks can be added with the application's ID, or if the policy is off")
    func appliesPolicyToNewIdentifierURIs() throws {
        let graph = try GraphLab().automation()
        let created = try graph.application()
        let path = "/applications/\(try #require(created["id"]))"
        let blocked = try graph.patch(path, #"{"identifierUris":["api://made"]}"#)
        #expect(blocked.graph == "400 Request_BadRequest")
        #expect(blocked.text.contains("Failed to add identifier URI api://made. All newly added URIs must contain"))
        let own = #"{"identifierUris":["api://\#(try #require(created["appId"]))"]}"#
        #expect(try graph.patch(path, own).status == 204)
        let lax = try GraphLab(settings: "{uriAdditionWithoutUniqueTenantIdentifier: allowed}").automation()
        let other = "/applications/\(try #require(try lax.application()["id"]))"
        #expect(try lax.patch(other, #"{"identifierUris":["api://made"]}"#).status == 204)
    }

    @Test("A change of the audience is rejected while a property exceeds the limits of the new audience")
    func limitsChangeOfAudience() throws {
        let graph = try GraphLab().automation()
        let path = "/applications/\(try #require(try graph.application()["id"]))"
        #expect(try graph.patch(path, #"{"displayName":"\#(GraphRegistrationLimitTests.text(120))"}"#).status == 204)
        let audience = #"{"signInAudience":"PersonalMicrosoftAccount","api":{"requestedAccessTokenVersion":2}}"#
        #expect(try graph.patch(path, audience).detail == "InvalidValue")
        #expect(try graph.patch(path, #"{"displayName":"Short"}"#).status == 204)
        #expect(try graph.patch(path, audience).status == 204)
    }

    @Test("An application opens to other organizations only if its identifier URIs are of its own domains")
    func checksHostsWhenAudienceOpens() throws {
        let graph = try GraphLab().automation()
        let path = "/applications/\(try #require(try graph.application()["id"]))"
        let uri = #"{"identifierUris":["https://elsewhere.test"],"api":{"requestedAccessTokenVersion":2}}"#
        #expect(try graph.patch(path, uri).status == 204)
        let audience = #"{"signInAudience":"AzureADMultipleOrgs"}"#
        #expect(try graph.patch(path, audience).graph == "400 HostNameNotOnVerifiedDomain")
        #expect(try graph.patch(path, #"{"identifierUris":["https://app.contoso.com"]}"#).status == 204)
        #expect(try graph.patch(path, audience).status == 204)
    }

    // entra-docs howto-authenticate-service-principal-powershell.md, "Change credentials": -EndDate $cert.NotAfter
    @Test("The entry of a certificate ends with the certificate or earlier")
    func limitsEndOfCertificate() throws {
        let graph = try GraphLab().automation()
        let path = "/applications/\(try #require(try graph.application()["id"]))"
        let certificate = try ClientCertificate(der: #require(Base64.decodeStandard(Assertion.certificate.utf8)))
        for (end, expected) in [
            (certificate.notAfter, "204"),
            (certificate.notAfter.adding(seconds: 1), "400 KeyCredentialsInvalidEndDate"),
        ] {
            let entry = #"{"usage":"Verify","key":"\#(Assertion.certificate)","endDateTime":"\#(end.iso8601)"}"#
            #expect(try graph.patch(path, #"{"keyCredentials":[\#(entry)]}"#).graph == expected)
        }
    }
}
