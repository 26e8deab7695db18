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
}
