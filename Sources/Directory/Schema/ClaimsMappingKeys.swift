import Wire

extension ClaimsMappingPolicy {
    static let keys = ObjectSpec<ClaimsMappingPolicy>(
        "claimsMappingPolicy",
        "Claims in tokens for this application, as the definition of a Graph claimsMappingPolicy has them.",
        unknownKeys: .refused,
        keys: [
            .sink("Version", .integer(1...1), "The policy's format.") { _, _, _, _ in },
            .key(
                "IncludeBasicClaimSet", \.includeBasicClaimSet, .bool,
                "false: leave out the claims that a token has without a policy. Default true."),
            .key("ClaimsSchema", \.claimsSchema, .list(Claim.value), "The claims."),
        ])
}

extension ClaimsMappingPolicy.Claim {
    private static let keys = ObjectSpec<ClaimsMappingPolicy.Claim>(
        "claimsSchemaEntry", "A claim, with a fixed value or one from a property.", unknownKeys: .refused,
        keys: [
            .key("Source", \.source, .word, "What the value is taken from."),
            .key("ID", \.id, .nonEmptyText, "The property, such as department or employeeid."),
            .key("ExtensionID", \.extensionID, .nonEmptyText, "A directory extension in place of ID."),
            .key("JwtClaimType", \.jwtClaimType, claimName, "The claim's name.").required,
            .sink("SamlClaimType", .text, "The name in SAML tokens, which there are none of.") { _, _, _, _ in },
            .key("Value", \.value, .text, "A fixed value, in place of Source and ID."),
        ])

    /// Names that tell for whom a token is, by whom and how long cannot be mapped.
    private static let claimName = ValueSpec<String>(.pattern(".", called: "a claim name")) { given, place, findings in
        guard let name = ValueSpec<String>.nonEmptyText.read(given, place, &findings) else { return nil }
        guard !ClaimsMappingPolicy.restrictedClaims.contains(name) else {
            findings.error(place, "the claim \(name) cannot be mapped")
            return nil
        }
        return name
    }

    static let value: ValueSpec<ClaimsMappingPolicy.Claim> = {
        let object = keys.value { _ in ClaimsMappingPolicy.Claim() }
        return ValueSpec(object.shape) { given, place, findings in
            guard let claim = object.read(given, place, &findings) else { return nil }
            let isFromProperty = claim.source != nil && (claim.id != nil) != (claim.extensionID != nil)
            guard (claim.value != nil) != isFromProperty else {
                findings.error(place, "needs a Value, or a Source with an ID or an ExtensionID")
                return nil
            }
            return claim
        }
    }()
}
