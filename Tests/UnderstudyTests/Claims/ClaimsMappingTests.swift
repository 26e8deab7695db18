import Entra
import Formats
import Testing

/// These tests cover claims-mapping policies, and the optional claims and group formats that other suites do not cover
/// (docs/reference/protocol.md#token-claims to docs/reference/protocol.md#optional-claims).
@Suite struct ClaimsMappingTests {
    private static let client = Client(
        id: "aaaaaaaa-0000-4000-8000-000000000301", redirectURI: "https://mapped.test/cb", secret: "secret")
    private static let api = "aaaaaaaa-0000-4000-8000-000000000302"

    /// Returns more groups than a token contains, each in the format of `entry`.
    private static func many(_ entry: (String) -> String) -> String {
        (1...201).map { entry("g\($0)") }.joined(separator: ", ")
    }

    /// Returns a server with further members for the two applications.
    static func site(client more: String = "", api apiMore: String = "") throws -> Site {
        try MockEntra(
            yaml: """
                settings: {consent: automatic}
                tenants:
                  - id: \(Seed.contoso)
                    domains: [contoso.onmicrosoft.com, contoso.com]
                    countryLetterCode: CH
                    groups: [{id: bbbbbbbb-0000-4000-8000-000000000001, displayName: Staff, onPremisesSamAccountName: STAFF,
                        onPremisesDomainName: corp.contoso.com, onPremisesNetBiosName: CORP},
                      {id: bbbbbbbb-0000-4000-8000-000000000002, displayName: Cloud},
                      {displayName: Mail, securityEnabled: false}, \(many { "{displayName: \($0)}" })]
                    users: [{id: \(Seed.alex), userPrincipalName: alex@contoso.com, displayName: Alex Wilber, surname: Wilber,
                      password: Understudy!1, employeeId: "4711", department: Sales, otherMails: [alex@home.example, a@contoso.com],
                      preferredDataLocation: EUR, onPremisesExtensionAttributes: {extensionAttribute1: one, extensionAttribute15: last},
                      lastPasswordChangeDateTime: "2020-01-02T03:04:05Z", groups: [Staff, Cloud], extension_f00d_color: green},
                      {userPrincipalName: mailed@contoso.com, password: Understudy!1, groups: [Staff, Cloud, Mail]},
                      {userPrincipalName: none@contoso.com, password: Understudy!1},
                      {userPrincipalName: many@contoso.com, password: Understudy!1,
                        groups: [\(many { $0 })]}]
                    appRoleAssignments:
                      - {principalId: none@contoso.com, resourceId: \(client.id), appRole: Reader}
                      - {principalId: many@contoso.com, resourceId: \(client.id), appRole: Reader}
                      - {principalId: mailed@contoso.com, resourceId: \(client.id), appRole: Retired}
                    applications:
                      - appId: \(client.id)
                        displayName: Mapped
                        tags: [one, two]
                        appRoles: [{value: Reader, displayName: Reader, allowedMemberTypes: [User]},
                          {value: Retired, displayName: Retired, isEnabled: false, allowedMemberTypes: [User]}]
                        web: {redirectUris: ["https://mapped.test/cb"], implicitGrantSettings: {enableIdTokenIssuance: true}}
                        passwordCredentials: [{secretText: secret}]
                        \(more)
                      - appId: \(api)
                        displayName: Mapped API
                        identifierUris: ["api://mapped"]
                        api: {requestedAccessTokenVersion: 2, acceptMappedClaims: true, oauth2PermissionScopes: [{value: read}]}
                        \(apiMore)
                  - id: \(Seed.fabrikam)
                    domains: [fabrikam.com]
                    users: [{userPrincipalName: megan@fabrikam.com, password: Understudy!1, guestOf: [contoso.com]}]
                """
        ).site
    }

    private static let scope: Parameters = ["scope": "openid profile api://mapped/read"]
    static let accepted = "api: {acceptMappedClaims: true}"

    static func policy(_ entries: String, _ more: String = "") -> String {
        "claimsMappingPolicy: {Version: 1, \(more)ClaimsSchema: [\(entries)]}"
    }

    static func tokens(_ site: Site, as user: String = "alex@contoso.com") throws -> TestResponse {
        try site.tokens(client, scope, as: user, tenant: "contoso.com")
    }

    struct Case: Row {
        let name: String
        let entry: String
        let value: JSONValue?
    }

    static let cases: [Case] = [
        Case(name: "fixed", entry: "{Value: prod, JwtClaimType: x}", value: .string("prod")),
        Case(
            name: "a modelled property", entry: "{Source: user, ID: surname, JwtClaimType: x}", value: .string("Wilber")
        ),
        Case(
            name: "any Graph property", entry: "{Source: user, ID: employeeid, JwtClaimType: x}", value: .string("4711")
        ),
        Case(
            name: "the first of a list", entry: "{Source: user, ID: othermail, JwtClaimType: x}",
            value: .string("alex@home.example")),
        Case(
            name: "a directory extension", entry: "{Source: user, ExtensionID: extension_f00d_color, JwtClaimType: x}",
            value: .string("green")),
        Case(
            name: "an attribute that the user does not have", entry: "{Source: user, ID: state, JwtClaimType: x}",
            value: nil),
        // reference-claims-customization.md § Claim schema entry elements, the table of properties
        Case(
            name: "an extension attribute", entry: "{Source: user, ID: extensionattribute15, JwtClaimType: x}",
            value: .string("last")),
        Case(
            name: "a flag", entry: "{Source: user, ID: accountEnabled, JwtClaimType: x}", value: .bool(true)),
        Case(
            name: "another flag", entry: "{Source: user, ID: onpremisessyncenabled, JwtClaimType: x}",
            value: .bool(false)),
        Case(
            name: "a time", entry: "{Source: user, ID: lastpasswordchangedatetime, JwtClaimType: x}",
            value: .string("2020-01-02T03:04:05Z")),
        Case(
            name: "no roles", entry: "{Source: user, ID: assignedroles, JwtClaimType: x}", value: nil),
        Case(
            name: "the SAML claim that a signing key allows",
            entry:
                "{Value: a, JwtClaimType: x, SamlClaimType: \"http://schemas.microsoft.com/ws/2008/06/identity/claims/role\"}",
            value: .string("a")),
        Case(
            name: "of the client", entry: "{Source: application, ID: displayname, JwtClaimType: x}",
            value: .string("Mapped")),
        // reference-claims-customization.md: othermails and tags are multi-valued, but only one value is emitted.
        Case(
            name: "the first of a list of the client", entry: "{Source: application, ID: tags, JwtClaimType: x}",
            value: .string("one")),
        Case(
            name: "of the tenant", entry: "{Source: company, ID: tenantcountry, JwtClaimType: x}", value: .string("CH")),
        Case(
            name: "only the input of a transformation", entry: "{Source: user, ID: surname}", value: nil),
    ]

    /// The examples of claims-customization-powershell.md, and the methods of reference-claims-customization.md.
    static let transformations: [Case] = [
        Case(
            name: "Join",
            entry:
                #""ClaimsSchema":[{"Source":"user","ID":"extensionattribute1"},{"Source":"transformation","ID":"DataJoin","TransformationId":"JoinTheData","JwtClaimType":"x"}],"ClaimsTransformations":[{"ID":"JoinTheData","TransformationMethod":"Join","InputClaims":[{"ClaimTypeReferenceId":"extensionattribute1","TransformationClaimType":"string1"}], "InputParameters": [{"ID":"string2","Value":"ext"},{"ID":"separator","Value":"-"}],"OutputClaims":[{"ClaimTypeReferenceId":"DataJoin","TransformationClaimType":"outputClaim"}]}]"#,
            value: .string("one-ext")),
        Case(
            name: "Join of a missing property",
            entry:
                #""ClaimsSchema":[{"Source":"user","ID":"state"},{"Source":"transformation","ID":"Joined","TransformationId":"J","JwtClaimType":"x"}],"ClaimsTransformation":[{"ID":"J","TransformationMethod":"Join","InputClaims":[{"ClaimTypeReferenceId":"state","TransformationClaimType":"string1"}], "InputParameters": [{"ID":"string2","Value":"ext"}]}]"#,
            value: nil),
        Case(
            name: "ExtractMailPrefix", entry: one("ExtractMailPrefix", "userprincipalname"), value: .string("alex")),
        Case(
            name: "ExtractMailPrefix without an at sign", entry: one("ExtractMailPrefix", "surname"),
            value: .string("Wilber")),
        Case(name: "ToLowercase", entry: one("ToLowercase", "surname"), value: .string("wilber")),
        Case(name: "ToUppercase", entry: one("ToUppercase", "surname"), value: .string("WILBER")),
    ]

    private static func one(_ method: String, _ property: String) -> String {
        #""ClaimsSchema":[{"Source":"user","ID":"\#(property)"},{"Source":"transformation","ID":"o","TransformationId":"t","JwtClaimType":"x"}],"#
            + #""ClaimsTransformations":[{"ID":"t","TransformationMethod":"\#(method)","InputClaims":[{"ClaimTypeReferenceId":"\#(property)","TransformationClaimType":"mail"}]}]"#
    }

    @Test("A policy sets claims from transformations", arguments: transformations)
    func policySetsTransformedClaims(_ row: Case) throws {
        let policy = #"claimsMappingPolicy: {"Version":1,"IncludeBasicClaimSet":"true",\#(row.entry)}"#
        let site = try ClaimsMappingTests.site(client: "\(ClaimsMappingTests.accepted)\n        \(policy)")
        #expect(try Token(ClaimsMappingTests.tokens(site)["id_token"]).claims["x"] == row.value)
    }

    @Test("A policy of the client sets claims of its ID token only", arguments: cases)
    func clientPolicyMapsIDTokenClaims(_ row: Case) throws {
        let policy = ClaimsMappingTests.policy(row.entry)
        let site = try ClaimsMappingTests.site(
            client: "\(ClaimsMappingTests.accepted)\n        \(policy)")
        let tokens = try ClaimsMappingTests.tokens(site)
        #expect(try Token(tokens["id_token"]).claims["x"] == row.value)
        #expect(try Token(tokens["access_token"]).claims["x"] == nil)
    }

    @Test("A policy of the API sets claims of its access tokens, including app-only ones")
    func apiPolicyMapsAccessTokenClaims() throws {
        let site = try ClaimsMappingTests.site(
            api: ClaimsMappingTests.policy(
                "{Source: user, ID: department, JwtClaimType: dept}, {Source: resource, ID: displayname, JwtClaimType: api}"
            ))
        let tokens = try ClaimsMappingTests.tokens(site)
        let access = try Token(tokens["access_token"])
        #expect(access["dept"] == "Sales" && access["api"] == "Mapped API" && access["name"] == "Alex Wilber")
        #expect(try Token(tokens["id_token"])["dept"] == nil)
        let own = try site.token(
            ClaimsMappingTests.client.credentials.with([
                "grant_type": "client_credentials", "scope": "api://mapped/.default",
            ]), tenant: "contoso.com")
        #expect(try Token(own["access_token"])["api"] == "Mapped API")
        #expect(try Token(own["access_token"])["dept"] == nil)
    }

    @Test("A policy can replace a claim and omit the basic claims")
    func policyReplacesOrOmitsBasicClaims() throws {
        let entry = "{Source: user, ID: employeeid, JwtClaimType: name}"
        func names(_ more: String) throws -> Token {
            let policy = ClaimsMappingTests.policy(entry, more)
            return try Token(
                ClaimsMappingTests.tokens(
                    ClaimsMappingTests.site(
                        client: "\(ClaimsMappingTests.accepted)\n        \(policy)"))["id_token"])
        }
        let with = try names("")
        #expect(with["name"] == "4711" && with["preferred_username"] == "alex@contoso.com")
        let reduced = try names("IncludeBasicClaimSet: false, ")
        #expect(reduced["name"] == "4711" && reduced["preferred_username"] == nil && reduced["oid"] == Seed.alex)
    }

    /// Redeems a code for the client. The request also raises AADSTS50146 in other tests.
    static func redeemWithoutAcceptance(_ site: Site) throws -> TestResponse {
        let code = try site.code(client, scope, tenant: "contoso.com")
        return try site.token(client.redemption(code), tenant: "contoso.com")
    }

    /// Redeems a code for an API with version 1 tokens, a policy and `api://mapped` as its only name.
    static func redeemForUnverifiedAudience() throws -> TestResponse {
        try mapped(["api://mapped"], scope: "api://mapped/read")
    }

    /// Redeems a code for an API with version 1 tokens, a policy, and the App ID URIs.
    private static func mapped(_ uris: [String], scope: String) throws -> TestResponse {
        let list = uris.map { "\"\($0)\"" }.joined(separator: ", ")
        let site = try MockEntra(
            yaml: """
                settings: {consent: automatic}
                tenants:
                  - id: \(Seed.contoso)
                    domains: [contoso.onmicrosoft.com, contoso.com]
                    users: [{userPrincipalName: alex@contoso.com, password: Understudy!1}]
                    applications:
                      - {appId: \(client.id), web: {redirectUris: ["https://mapped.test/cb"]},
                         passwordCredentials: [{secretText: secret}]}
                      - appId: \(api)
                        identifierUris: [\(list)]
                        acceptMappedClaims: true
                        api: {acceptMappedClaims: true, oauth2PermissionScopes: [{value: read}]}
                        \(policy("{Value: a, JwtClaimType: x}"))
                """
        ).site
        let code = try site.code(client, ["scope": scope], tenant: "contoso.com")
        return try site.token(client.redemption(code), tenant: "contoso.com")
    }

    /// An identifier of the API, and whether it may be the audience of mapped claims.
    static let audiences: [(String, Bool)] = [
        ("api://mapped", false), ("api://\(api)", false), ("https://other.example/api", false),
        ("https://evilcontoso.com/api", false), ("https://contoso.com.evil.example/api", false),
        ("urn:contoso.com", false), ("https://contoso.com/my-api", true), ("https://api.contoso.com", true),
        ("https://CONTOSO.com/my-api", true), ("api://contoso.onmicrosoft.com/mapped", true),
    ]

    @Test("Mapped claims need an audience in a verified domain, or the application ID", arguments: audiences)
    func requiresVerifiedAudienceForMappedClaims(_ uri: String, _ isAllowed: Bool) throws {
        // reference-error-codes, AADSTS501461; the application ID as audience is always allowed.
        let response = try ClaimsMappingTests.mapped([uri], scope: "\(uri)/read")
        #expect(
            response.outcome == (isAllowed ? .json : .jsonError(400, "invalid_request", 501461)), "\(response.text)")
        let byID = try ClaimsMappingTests.mapped([uri], scope: "\(ClaimsMappingTests.api)/read")
        #expect(try Token(byID["access_token"])["x"] == "a")
    }

    static func siteWithoutAcceptance() throws -> Site {
        try site(client: policy("{Value: a, JwtClaimType: x}"))
    }

    @Test("A policy without acceptMappedClaims requires its own signing key")
    func requiresAcceptMappedClaims() throws {
        let response = try ClaimsMappingTests.redeemWithoutAcceptance(ClaimsMappingTests.siteWithoutAcceptance())
        #expect(response.outcome == .jsonError(400, "invalid_request", 50146))
        let older = try ClaimsMappingTests.site(
            client: "acceptMappedClaims: true\n        "
                + ClaimsMappingTests.policy("{Value: a, JwtClaimType: x}"))
        #expect(try ClaimsMappingTests.redeemWithoutAcceptance(older).status == 200)
    }

    // MARK: - Optional claims and groups

    struct GroupForm: Row {
        let name: String
        let properties: String
        let claim: String
        let values: [String]
    }

    private static let cloudID = "bbbbbbbb-0000-4000-8000-000000000002"

    static let groupForms: [GroupForm] = [
        GroupForm(
            name: "ids", properties: "", claim: "groups", values: ["bbbbbbbb-0000-4000-8000-000000000001", cloudID]),
        GroupForm(
            name: "Windows names", properties: "sam_account_name", claim: "groups", values: ["STAFF", cloudID]),
        GroupForm(
            name: "with the domain", properties: "dns_domain_and_sam_account_name", claim: "groups",
            values: ["corp.contoso.com\\STAFF", cloudID]),
        GroupForm(
            name: "with the short domain", properties: "netbios_domain_and_sam_account_name", claim: "groups",
            values: ["CORP\\STAFF", cloudID]),
        GroupForm(name: "display names", properties: "cloud_displayname", claim: "groups", values: ["Staff", "Cloud"]),
        GroupForm(
            name: "Windows names, else display names", properties: "sam_account_name, cloud_displayname",
            claim: "groups", values: ["STAFF", "Cloud"]),
        GroupForm(
            name: "as roles", properties: "sam_account_name, emit_as_roles", claim: "roles", values: ["STAFF", cloudID]),
    ]

    @Test("Groups have the format that the manifest requests", arguments: groupForms)
    func formatsGroupsByManifest(_ row: GroupForm) throws {
        let site = try ClaimsMappingTests.site(
            client: """
                groupMembershipClaims: SecurityGroup
                        optionalClaims: {idToken: [{name: groups, additionalProperties: [\(row.properties)]}]}
                """)
        let token = try Token(ClaimsMappingTests.tokens(site)["id_token"])
        #expect(token.list(row.claim) == row.values)
        #expect(token.names.isDisjoint(with: Set(["groups", "roles"]).subtracting([row.claim])))
    }

    @Test(
        "The value All includes groups without security and directory roles",
        arguments: [("All", ["Staff", "Cloud", "Mail"]), ("SecurityGroup", ["Staff", "Cloud"])])
    func allIncludesMailGroupsAndDirectoryRoles(_ word: String, _ names: [String]) throws {
        let site = try ClaimsMappingTests.site(
            client: """
                groupMembershipClaims: \(word)
                        optionalClaims: {idToken: [{name: groups, additionalProperties: [cloud_displayname]}]}
                """)
        let token = try Token(ClaimsMappingTests.tokens(site, as: "mailed@contoso.com")["id_token"])
        #expect(token.list("groups") == names)
        #expect((token.list("wids") != nil) == (word == "All"))
    }

    @Test(
        "Groups as roles replace assigned roles, with no group and with too many",
        arguments: ["none@contoso.com", "many@contoso.com"])
    func groupsAsRolesReplaceAssignedRoles(_ user: String) throws {
        let site = try ClaimsMappingTests.site(
            client: """
                groupMembershipClaims: SecurityGroup
                        optionalClaims: {idToken: [{name: groups, additionalProperties: [emit_as_roles]}]}
                """)
        let token = try Token(ClaimsMappingTests.tokens(site, as: user)["id_token"])
        #expect(token.list("roles") == nil)
        let plain = try ClaimsMappingTests.site(client: "groupMembershipClaims: SecurityGroup")
        #expect(try Token(ClaimsMappingTests.tokens(plain, as: user)["id_token"]).list("roles") == ["Reader"])
    }

    // azure-docs#111697, entra-docs#1405
    @Test("A disabled role stays in the tokens of users who still have it") func keepsDisabledRole() throws {
        let site = try ClaimsMappingTests.site()
        let token = try Token(ClaimsMappingTests.tokens(site, as: "mailed@contoso.com")["id_token"])
        #expect(token.list("roles") == ["Retired"])
    }

    @Test("Roles of a token request to the control plane replace groups as roles")
    func requestedRolesReplaceGroupsAsRoles() throws {
        let site = try ClaimsMappingTests.site(
            api: """
                groupMembershipClaims: SecurityGroup
                        optionalClaims: {accessToken: [{name: groups, additionalProperties: [emit_as_roles]}]}
                """)
        let order = #"{"user":"alex@contoso.com","resource":"\#(ClaimsMappingTests.api)","roles":["Admin"]}"#
        let minted = try site.control("POST", "tokens", order).value["token"]?.string
        #expect(try Token(minted).list("roles") == ["Admin"])
    }

    @Test("Optional claims contain verified secondary addresses, the data location and a guest's name without hash")
    func returnsVerifiedMailAndDataLocation() throws {
        let site = try ClaimsMappingTests.site(
            client: """
                optionalClaims: {idToken: [{name: verified_secondary_email}, {name: xms_pdl},
                          {name: upn, additionalProperties: [include_externally_authenticated_upn_without_hash]}]}
                """)
        let token = try Token(ClaimsMappingTests.tokens(site)["id_token"])
        #expect(token.list("verified_secondary_email") == ["a@contoso.com"])
        #expect(token["xms_pdl"] == "EUR" && token["upn"] == "alex@contoso.com")
        let guest = try Token(ClaimsMappingTests.tokens(site, as: "megan@fabrikam.com")["id_token"])
        #expect(guest["upn"] == "megan_fabrikam.com_EXT_@contoso.onmicrosoft.com")
        #expect(guest["verified_secondary_email"] == nil && guest["xms_pdl"] == nil)
    }
}
