import Formats

extension ClaimsMappingPolicy {
    static let keys = ObjectSpec<ClaimsMappingPolicy>(
        "claimsMappingPolicy",
        "The claims in tokens for this application, as in the definition of a Graph claimsMappingPolicy.",
        unknownKeys: .rejected,
        keys: [
            .ignored("Version", .integer(1...1), "The version of the policy format."),
            .key(
                "IncludeBasicClaimSet", \.includeBasicClaimSet, .bool,
                "false: tokens omit the basic claims about the user, such as name and upn, unless ClaimsSchema sets them. Default true."
            ).alwaysExported,
            .key("ClaimsSchema", \.claimsSchema, .list(Claim.value), "The claims."),
        ])
}

extension ClaimsMappingPolicy.Claim {
    private static let keys = ObjectSpec<ClaimsMappingPolicy.Claim>(
        "claimsSchemaEntry", "A claim with a fixed value or with the value of a property.", unknownKeys: .rejected,
        keys: [
            .key("Source", \.source, .word, "The object that has the property."),
            .key("ID", \.id, .nonEmptyText, "The property, such as department or employeeid."),
            .key("ExtensionID", \.extensionID, .nonEmptyText, "A directory extension, instead of ID."),
            .key("JwtClaimType", \.jwtClaimType, claimName, "The claim's name.").required,
            .ignored("SamlClaimType", .text, "Has no effect: the policy applies to JWTs only."),
            .key("Value", \.value, .text, "A fixed value, instead of Source and ID."),
        ])

    /// The name of a claim. Claims such as iss, aud and exp cannot be mapped.
    private static let claimName = ValueSpec<String>(.pattern(".", called: "a claim name")) {
        input, location, findings in
        guard let name = ValueSpec<String>.nonEmptyText.read(input, location, &findings) else { return nil }
        guard !ClaimsMappingPolicy.restrictedClaims.contains(name) else {
            findings.error(location, "the claim \(name) cannot be mapped")
            return nil
        }
        return name
    }

    static let value: ValueSpec<ClaimsMappingPolicy.Claim> = {
        let object = keys.value { _ in ClaimsMappingPolicy.Claim() }
        return ValueSpec(object.shape, export: object.export) { input, location, findings in
            guard let claim = object.read(input, location, &findings) else { return nil }
            let hasOneProperty = (claim.id != nil) != (claim.extensionID != nil)
            let isFromProperty = claim.source != nil && hasOneProperty
            let isFixed = claim.value != nil
            guard isFixed != isFromProperty else {
                findings.error(location, "must have a Value, or a Source with an ID or an ExtensionID")
                return nil
            }
            return claim
        }
    }()
}
