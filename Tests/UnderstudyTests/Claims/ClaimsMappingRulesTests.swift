import Entra
import Formats
import Testing

/// These tests cover the rules of claims-mapping policies in reference-claims-customization.md
/// (docs/reference/protocol.md#claims-mapping-properties).
@Suite struct ClaimsMappingRulesTests {
    @Test(
        "An invalid policy is rejected in the configuration",
        arguments: [
            "{Value: a, JwtClaimType: sub}", "{Value: a, JwtClaimType: aud}", "{Value: a}", "{JwtClaimType: x}",
            "{Source: user, JwtClaimType: x}", "{Source: moon, ID: a, JwtClaimType: x}",
            "{Source: user, ID: a, Value: b, JwtClaimType: x}",
            "{Source: user, ID: a, ExtensionID: b, JwtClaimType: x}",
            "{Source: user, Id: a, JwtClaimType: x}", "{Source: transformation, ID: a, JwtClaimType: x}",
            "{Source: transformation, ID: a, TransformationId: none, JwtClaimType: x}",
            "{Source: user, ID: a, TransformationId: t, JwtClaimType: x}",
            // reference-claims-customization.md § JSON Web Token (JWT) restricted claim set
            "{Value: a, JwtClaimType: email}", "{Value: a, JwtClaimType: upn}", "{Value: a, JwtClaimType: roles}",
            "{Value: a, JwtClaimType: role}", "{Value: a, JwtClaimType: login_hint}", "{Value: a, JwtClaimType: ztdid}",
            "{Value: a, JwtClaimType: preferred_username}", "{Value: a, JwtClaimType: unique_name}",
            "{Value: a, JwtClaimType: onprem_sid}", "{Value: a, JwtClaimType: CloudAssignedMdmId}",
            "{Value: a, JwtClaimType: xms_st}", "{Value: a, JwtClaimType: xms_anything}",
            "{Value: a, JwtClaimType: extn.color}",
            // § SAML restricted claim set
            "{Value: a, SamlClaimType: 'http://schemas.microsoft.com/identity/claims/tenantid'}",
            "{Value: a, SamlClaimType: 'http://schemas.microsoft.com/claims/groups.link'}",
            "{Value: a, SamlClaimType: 'http://schemas.xmlsoap.org/ws/2009/09/identity/claims/actor'}",
            // § Claim schema entry elements
            "{Value: a, JwtClaimType: x, SAMLNameForm: uri}", "{Source: user, ID: bogus, JwtClaimType: x}",
            "{Source: company, ID: displayname, JwtClaimType: x}", "{Source: resource, ID: appid, JwtClaimType: x}",
        ])
    func rejectsInvalidPolicy(_ entry: String) throws {
        #expect(throws: MockEntra.Unusable.self) {
            try ClaimsMappingTests.site(client: ClaimsMappingTests.policy(entry))
        }
    }

    @Test("A policy can read the app roles of the user") func mapsAssignedRoles() throws {
        let policy = ClaimsMappingTests.policy("{Source: user, ID: assignedroles, JwtClaimType: x}")
        let site = try ClaimsMappingTests.site(client: "\(ClaimsMappingTests.accepted)\n        \(policy)")
        let token = try Token(ClaimsMappingTests.tokens(site, as: "none@contoso.com")["id_token"])
        #expect(token.list("x") == ["Reader"])
    }

    // reference-claims-customization.md § Claims transformation: the ID must be unique for each transformation.
    @Test("Transformations with the same ID are rejected in the configuration") func rejectsRepeatedTransformation() {
        let two = "{ID: t, TransformationMethod: ToLowercase}, {ID: t, TransformationMethod: ToUppercase}"
        #expect(throws: MockEntra.Unusable.self) {
            try ClaimsMappingTests.site(
                client: ClaimsMappingTests.policy("{Value: a, JwtClaimType: x}", "ClaimsTransformations: [\(two)], "))
        }
    }

    // MARK: - Transformations

    struct Case: Row {
        let name: String
        let method: String
        /// The properties that are inputs, with the names of the inputs.
        let inputs: [(id: String, name: String)]
        let parameters: [(id: String, value: String)]
        var isMultiValued = false
        let value: JSONValue
    }

    /// The methods and the examples of reference-claims-customization.md § Claims transformation and
    /// jwt-claims-customization.md § Regex-based claims transformation. `CreateStringClaim` is in the example of Graph's page
    /// claimsmappingpolicy-post-claimsmappingpolicies.
    static let transformations: [Case] = [
        Case(
            name: "a part is replaced", method: "RegexReplace", inputs: [("userprincipalname", "sourceClaim")],
            parameters: [("regex", "@(?<domain>.+)"), ("replacement", "@company.com")],
            value: .string("alex@company.com")),
        Case(
            name: "groups and other inputs", method: "RegexReplace",
            inputs: [("userprincipalname", "sourceClaim"), ("department", "dept")],
            parameters: [
                ("regex", #"(?'domain'^.*?)(?i)(\\@CONTOSO\\.com)$"#), ("replacement", "{dept}.{domain}@xyz.com"),
            ], value: .string("Sales.alex@xyz.com")),
        Case(
            name: "no match", method: "RegexReplace", inputs: [("userprincipalname", "sourceClaim")],
            parameters: [("regex", "^x"), ("replacement", "y")], value: .string("alex@contoso.com")),
        Case(
            name: "the first of several values", method: "ExtractMailPrefix", inputs: [("othermail", "mail")],
            parameters: [], value: .string("alex")),
        Case(
            name: "all of several values", method: "ExtractMailPrefix", inputs: [("othermail", "mail")],
            parameters: [], isMultiValued: true, value: .array([.string("alex"), .string("a")])),
        Case(
            name: "a constant", method: "CreateStringClaim", inputs: [], parameters: [("value", "sandbox")],
            value: .string("sandbox")),
    ]

    @Test("A policy sets claims from transformations with their inputs", arguments: transformations)
    func setsTransformedClaims(_ row: Case) throws {
        let schema = row.inputs.map { "{\"Source\":\"user\",\"ID\":\"\($0.id)\"}," }.joined()
        let inputs = row.inputs.map {
            "{\"ClaimTypeReferenceId\":\"\($0.id)\",\"TransformationClaimType\":\"\($0.name)\","
                + "\"TreatAsMultiValue\":\(row.isMultiValued)}"
        }
        let parameters = row.parameters.map {
            "{\"ID\":\"\($0.id)\",\"DataType\":\"string\",\"Value\":\"\($0.value)\"}"
        }
        let policy =
            "claimsMappingPolicy: {\"Version\":1,\"ClaimsSchema\":[\(schema)"
            + "{\"Source\":\"transformation\",\"ID\":\"o\",\"TransformationId\":\"t\",\"JwtClaimType\":\"x\"}],"
            + "\"ClaimsTransformations\":[{\"ID\":\"t\",\"TransformationMethod\":\"\(row.method)\","
            + "\"InputClaims\":[\(inputs.joined(separator: ","))],"
            + "\"InputParameters\":[\(parameters.joined(separator: ","))]}]}"
        let site = try ClaimsMappingTests.site(client: "\(ClaimsMappingTests.accepted)\n        \(policy)")
        #expect(try Token(ClaimsMappingTests.tokens(site)["id_token"]).claims["x"] == row.value)
    }

    @Test(
        "A transformation with a wrong or missing constant is rejected",
        arguments: [
            "{ID: t, TransformationMethod: RegexReplace}",
            "{ID: t, TransformationMethod: RegexReplace, InputParameters: [{ID: regex, Value: a}]}",
            "{ID: t, TransformationMethod: RegexReplace, "
                + "InputParameters: [{ID: regex, Value: '('}, {ID: replacement, Value: a}]}",
            "{ID: t, TransformationMethod: CreateStringClaim}",
        ])
    func rejectsWrongConstants(_ transformation: String) {
        #expect(throws: MockEntra.Unusable.self) {
            try ClaimsMappingTests.site(
                client: ClaimsMappingTests.policy(
                    "{Value: a, JwtClaimType: x}", "ClaimsTransformations: [\(transformation)], "))
        }
    }

    // MARK: - Groups

    /// reference-claims-customization.md § Group Filter: a filter, and the groups of a member of `Staff`, which has the Windows
    /// name `STAFF`, and of `Cloud`.
    static let filters: [(String, [String]?)] = [
        ("{MatchOn: displayname, Type: prefix, Value: Sta}", ["Staff"]),
        ("{MatchOn: displayname, Type: suffix, Value: ud}", ["Cloud"]),
        ("{MatchOn: displayname, Type: contains, Value: a}", ["Staff"]),
        ("{MatchOn: displayname, Type: contains, Value: A}", nil),
        ("{MatchOn: samaccountname, Type: prefix, Value: S}", ["Staff"]),
    ]

    @Test("A policy filters the groups of a token", arguments: filters)
    func filtersGroups(_ filter: String, _ groups: [String]?) throws {
        let policy = ClaimsMappingTests.policy("{Value: a, JwtClaimType: x}", "GroupFilter: \(filter), ")
        let site = try ClaimsMappingTests.site(
            client: """
                \(ClaimsMappingTests.accepted)
                        groupMembershipClaims: SecurityGroup
                        optionalClaims: {idToken: [{name: groups, additionalProperties: [cloud_displayname]}]}
                        \(policy)
                """)
        #expect(try Token(ClaimsMappingTests.tokens(site)["id_token"]).list("groups") == groups)
    }

    @Test("A filter reduces the groups before the limit") func filtersBeforeLimit() throws {
        let policy = ClaimsMappingTests.policy(
            "{Value: a, JwtClaimType: x}", "GroupFilter: {MatchOn: displayname, Type: suffix, Value: \"00\"}, ")
        let site = try ClaimsMappingTests.site(
            client: """
                \(ClaimsMappingTests.accepted)
                        groupMembershipClaims: SecurityGroup
                        optionalClaims: {idToken: [{name: groups, additionalProperties: [cloud_displayname]}]}
                        \(policy)
                """)
        let token = try Token(ClaimsMappingTests.tokens(site, as: "many@contoso.com")["id_token"])
        #expect(token.list("groups") == ["g100", "g200"])
    }

    @Test(
        "A wrong filter is rejected",
        arguments: [
            "{MatchOn: mail, Type: prefix, Value: a}", "{MatchOn: displayname, Type: equals, Value: a}",
            "{MatchOn: displayname, Type: prefix}",
        ])
    func rejectsWrongFilter(_ filter: String) {
        #expect(throws: MockEntra.Unusable.self) {
            try ClaimsMappingTests.site(
                client: ClaimsMappingTests.policy("{Value: a, JwtClaimType: x}", "GroupFilter: \(filter), "))
        }
    }

    // MARK: - SAML

    // reference-claims-customization.md § Claim schema entry elements.
    @Test("A SAML assertion has the claims of the policy", arguments: ["saml1", "saml2"])
    func mapsSAMLClaims(_ version: String) throws {
        let api = "aaaaaaaa-0000-4000-8000-0000000003a1"
        let soap = "http://schemas.xmlsoap.org/ws/2005/05/identity/claims"
        let basic = "urn:oasis:names:tc:SAML:2.0:attrname-format:basic"
        let site = try MockEntra(
            yaml: """
                settings: {consent: automatic}
                tenants:
                  - id: \(Seed.contoso)
                    domains: [contoso.com]
                    users: [{userPrincipalName: alex@contoso.com, password: Understudy!1, surname: Wilber, department: Sales}]
                    applications:
                      - {appId: \(Client.mobile.id), publicClient: {redirectUris: ["http://localhost"]}}
                      - {appId: \(Lab.middle.id), identifierUris: ["api://middle"], passwordCredentials: [{secretText: middle-secret}],
                         api: {oauth2PermissionScopes: [{value: access}]}}
                      - appId: \(api)
                        identifierUris: ["https://saml.contoso.com"]
                        api: {oauth2PermissionScopes: [{value: read}]}
                        claimsMappingPolicy: {Version: 1, IncludeBasicClaimSet: false, ClaimsSchema: [
                          {Source: user, ID: department, SamlClaimType: department, SAMLNameForm: '\(basic)'},
                          {Value: x, SamlClaimType: '\(soap)/name'}, {Value: hidden, JwtClaimType: jwt}]}
                    oauth2PermissionGrants:
                      - {clientId: \(Lab.middle.id), resourceId: \(api), consentType: AllPrincipals, scope: read}
                """
        ).site
        let response = try site.token(
            OnBehalfOfTests.request(Lab.middle, OnBehalfOfTests.callersToken(site)).with([
                "requested_token_type": "urn:ietf:params:oauth:token-type:\(version)",
                "scope": "https://saml.contoso.com/.default",
            ]), tenant: "contoso.com")
        let bytes = try #require(response["access_token"].flatMap { Base64.decodeURL($0.utf8) }, "\(response.text)")
        let assertion = String(decoding: bytes, as: UTF8.self)
        let department =
            version == "saml1"
            ? "AttributeName=\"department\" AttributeNamespace=\"\"" : "Name=\"department\" NameFormat=\"\(basic)\""
        for part in [department, ">Sales<", ">x<", "objectidentifier"] { #expect(assertion.contains(part), "\(part)") }
        for part in ["Wilber", "hidden"] { #expect(!assertion.contains(part), "\(part)") }
    }
}
