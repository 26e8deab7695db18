import Formats
import Testing
@testable import Understudy

/// The journal records what grants each issued permission.
@Suite struct JournalConsentTests {
    private static let api = "aaaaaaaa-0000-4000-8000-0000000000d1"

    private static let yaml = """
        tenants:
          - id: \(Seed.contoso)
            domains: [contoso.com]
            users: [{id: \(Seed.alex), userPrincipalName: alex@contoso.com, password: Understudy!1}]
            applications:
              - {appId: \(Client.mobile.id), publicClient: {redirectUris: ["http://localhost"]}}
              - appId: \(api)
                identifierUris: ["api://letters"]
                api:
                  oauth2PermissionScopes: [{value: A}, {value: B}, {value: C}, {value: D}]
                  preAuthorizedApplications: [{appId: \(Client.mobile.id), delegatedPermissionIds: [A]}]
            oauth2PermissionGrants:
              - {clientId: \(Client.mobile.id), resourceId: \(api), consentType: AllPrincipals, scope: b}
              - {clientId: \(Client.mobile.id), resourceId: \(api), consentType: Principal, principalId: \(Seed.alex),
                 scope: B C}
        """

    @Test("The journal names the source of each granted permission")
    func recordsSourceOfEachPermission() throws {
        let site = try MockEntra(yaml: JournalConsentTests.yaml).site
        let scope = ["A", "B", "C", "D"].map { "api://letters/\($0)" }.joined(separator: " ")
        _ = try site.tokens(.mobile, ["scope": scope], tenant: "contoso.com")
        let entry = try #require(try site.get("/_understudy/requests").json?["requests"]?.array?.last)
        let permissions = try #require(entry["decision"]?["consent"]?["permissions"]?.array)
        #expect(
            permissions.map { $0["by"]?.string } == [
                "preAuthorizedApplications of the API", "oauth2PermissionGrants, for everyone",
                "oauth2PermissionGrants, for the user", "consent at run time",
            ])
    }
}
