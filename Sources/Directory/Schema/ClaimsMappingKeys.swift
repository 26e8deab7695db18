import Formats

extension ClaimsMappingPolicy {
    private static let keys = ObjectSpec<ClaimsMappingPolicy>(
        "claimsMappingPolicy",
        "The claims in tokens for this application, as in the definition of a Graph claimsMappingPolicy.",
        unknownKeys: .rejected,
        keys: [
            .ignored("Version", .integer(1...1), "The version of the policy format."),
            .key(
                "IncludeBasicClaimSet", \.includeBasicClaimSet, .boolOrText,
                "false: tokens omit the basic claims about the user, such as name and upn, unless ClaimsSchema sets them. Default true."
            ).alwaysExported,
            .key("ClaimsSchema", \.claimsSchema, .list(Claim.value), "The claims."),
            .key(
                "ClaimsTransformations", \.transformations, .list(Transformation.value),
                "The functions whose results are claims of the Source transformation."),
            .key(
                "ClaimsTransformation", \.transformations, .list(Transformation.value),
                "Another name of ClaimsTransformations."
            ).alias,
            .key(
                "GroupFilter", \.groupFilter, GroupFilter.spec,
                "The groups that the claim groups may contain. Default: all."),
            .ignored(
                "issuerWithApplicationId", .bool, "Has no effect without a signing key of the application."),
            .ignored(
                "audienceOverride", .text, "Has no effect without a signing key of the application."),
        ])

    /// A policy whose claims name existing transformations, and whose transformations name existing claims.
    static let value: ValueSpec<ClaimsMappingPolicy> = {
        let object = keys.value { _ in ClaimsMappingPolicy() }
        return ValueSpec(object.shape, export: object.export) { input, location, findings in
            guard let policy = object.read(input, location, &findings) else { return nil }
            let names = policy.transformations.map { ByteString($0.id) }
            if Set(names).count < names.count {
                findings.error(location, "every entry of ClaimsTransformations must have its own ID")
            }
            for name in policy.claimsSchema.compactMap(\.transformationID)
            where !policy.transformations.contains(where: { $0.id.isExactly(name) }) {
                findings.error(location, "ClaimsTransformations has no entry with the ID \(name)")
            }
            for name in policy.transformations.flatMap(\.inputs).map(\.claim)
            where !policy.claimsSchema.contains(where: { $0.id?.isExactlyIgnoringASCIICase(name) == true }
            ) {
                findings.error(location, "ClaimsSchema has no entry with the ID \(name)")
            }
            return policy
        }
    }()
}

extension ClaimsMappingPolicy {
    /// Reads the value of the member `ClaimsMappingPolicy` of a definition. Returns nil if the configuration would reject the
    /// value.
    init?(definition: JSONValue) {
        var findings = Findings()
        let value = ClaimsMappingPolicy.value.read(YAMLValue(YAMLNode(definition)), .none, &findings)
        guard let value, findings.errors.isEmpty else { return nil }
        self = value
    }
}

extension ClaimsMappingPolicy.GroupFilter {
    fileprivate static let spec = ObjectSpec<ClaimsMappingPolicy.GroupFilter>(
        "claimsMappingGroupFilter", "A filter on the groups in tokens, by their names.", unknownKeys: .rejected,
        keys: [
            .key("MatchOn", \.name, .word, "The name of the group.").required,
            .key("Type", \.comparison, .word, "How the name is compared with Value.").required,
            .key("Value", \.value, .nonEmptyText, "The text in the name, with the case of letters.").required,
        ]
    ).value { _ in ClaimsMappingPolicy.GroupFilter() }
}

extension ClaimsMappingPolicy.Claim {
    private static let keys = ObjectSpec<ClaimsMappingPolicy.Claim>(
        "claimsSchemaEntry",
        "A claim with a fixed value, the value of a property or the result of a transformation.",
        unknownKeys: .rejected,
        keys: [
            .key("Source", \.source, .word, "The object that has the property."),
            .key("ID", \.id, .nonEmptyText, "The property, such as department or employeeid."),
            .key("ExtensionID", \.extensionID, .nonEmptyText, "A directory extension, instead of ID."),
            .key(
                "TransformationId", \.transformationID, .nonEmptyText,
                "The ID of the transformation, for the Source transformation."),
            .key(
                "JwtClaimType", \.jwtClaimType, claimName,
                "The claim's name. An entry without a name is only the input of a transformation."),
            .key("SamlClaimType", \.samlClaimType, samlClaimName, "The claim's name in SAML assertions."),
            .key("SAMLNameForm", \.samlNameForm, .word, "The NameFormat of the claim in SAML assertions."),
            .key("Value", \.value, .text, "A fixed value, instead of Source and ID."),
        ])

    /// The name of a claim. Claims such as iss, aud and exp cannot be mapped.
    private static let claimName = name { ClaimsMappingPolicy.isRestricted($0) }

    private static let samlClaimName = name { ClaimsMappingPolicy.isRestricted(saml: $0) }

    private static func name(_ isRestricted: @escaping @Sendable (String) -> Bool) -> ValueSpec<String> {
        ValueSpec<String>(.pattern(".", called: "a claim name")) { input, location, findings in
            guard let name = ValueSpec<String>.nonEmptyText.read(input, location, &findings) else { return nil }
            guard !isRestricted(name) else {
                findings.error(location, "the claim \(name) cannot be mapped")
                return nil
            }
            return name
        }
    }

    fileprivate static let value: ValueSpec<ClaimsMappingPolicy.Claim> = {
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
            if let source = claim.source, let id = claim.id, !source.hasProperty(id) {
                findings.error(location, "the ID \(id) is not a property that the Source \(source.rawValue) has")
                return nil
            }
            guard !isFixed || claim.jwtClaimType != nil || claim.samlClaimType != nil else {
                findings.error(location, "JwtClaimType is missing")
                return nil
            }
            guard (claim.source == .transformation) == (claim.transformationID != nil) else {
                findings.error(
                    location, "must have a TransformationId if, and only if, the Source is transformation")
                return nil
            }
            return claim
        }
    }()
}

extension ClaimsMappingPolicy.Transformation {
    private static let keys = ObjectSpec<ClaimsMappingPolicy.Transformation>(
        "claimsTransformation", "A function of other claims and of constants.", unknownKeys: .rejected,
        keys: [
            .key("ID", \.id, .nonEmptyText, "The name that TransformationId refers to.").required,
            .key("TransformationMethod", \.method, .word, "The function.").required,
            .key(
                "InputClaims", \.inputs, .list(Input.value), "The entries of ClaimsSchema that are inputs."),
            .key(
                "InputParameters", \.parameters, .list(Parameter.value), "The inputs that are constants."),
            .ignored(
                "OutputClaims", .list(ValueSpec<JSONValue>.anything),
                "Has no effect: TransformationId names the result."),
        ])

    /// A transformation with the constants that its method needs.
    fileprivate static let value: ValueSpec<ClaimsMappingPolicy.Transformation> = {
        let object = keys.value { _ in ClaimsMappingPolicy.Transformation() }
        return ValueSpec(object.shape, export: object.export) { input, location, findings in
            guard let transformation = object.read(input, location, &findings) else { return nil }
            for name in transformation.method.constants where transformation.parameter(name) == nil {
                findings.error(location, "InputParameters has no entry with the ID \(name)")
            }
            if transformation.method == .regexReplace, let pattern = transformation.parameter("regex"),
                let problem = RegularExpression.problem(pattern)
            {
                findings.error(location, "the regex is not valid: \(problem)")
            }
            return transformation
        }
    }()
}

extension ClaimsMappingPolicy.Transformation.Method {
    /// The names of the constants that the method needs.
    fileprivate var constants: [String] {
        switch self {
        case .regexReplace: ["regex", "replacement"]
        case .createStringClaim: ["value"]
        case .join, .extractMailPrefix, .toLowercase, .toUppercase: []
        }
    }
}

extension ClaimsMappingPolicy.Transformation.Input {
    private static let keys = ObjectSpec<ClaimsMappingPolicy.Transformation.Input>(
        "claimsTransformationInput", "An entry of ClaimsSchema that is the input of a transformation.",
        unknownKeys: .rejected,
        keys: [
            .key("ClaimTypeReferenceId", \.claim, .nonEmptyText, "The ID of the entry.").required,
            .key(
                "TransformationClaimType", \.name, .nonEmptyText,
                "The name of the input: string1 or string2 for Join, sourceClaim or a name in the replacement for RegexReplace, and any name for the other methods."
            ).required,
            .key(
                "TreatAsMultiValue", \.isMultiValued, .boolOrText,
                "true: the function applies to all values, not only to the first. Default false."),
        ])

    fileprivate static let value = keys.value { _ in ClaimsMappingPolicy.Transformation.Input() }
}

extension ClaimsMappingPolicy.Transformation.Parameter {
    private static let keys = ObjectSpec<ClaimsMappingPolicy.Transformation.Parameter>(
        "claimsTransformationParameter", "A constant that is the input of a transformation.",
        unknownKeys: .rejected,
        keys: [
            .key(
                "ID", \.name, .nonEmptyText,
                "The name of the input: string1, string2 or separator for Join, regex or replacement for RegexReplace, value for CreateStringClaim."
            ).required,
            .key("Value", \.value, .text, "The constant.").required,
            .ignored("DataType", .text, "Has no effect: every constant is text."),
        ])

    fileprivate static let value = keys.value { _ in ClaimsMappingPolicy.Transformation.Parameter() }
}

extension ValueSpec where Value == Bool {
    /// A boolean, also as text: the examples of Microsoft's documentation have `"true"` and `"false"`.
    fileprivate static let boolOrText = ValueSpec(
        .either([.boolean, .words(["true", "false"])]), export: { .bool($0) }
    ) {
        input, location, findings in
        if case .scalar(let scalar) = input.kind {
            if case .bool(let value) = scalar.value { return value }
            if scalar.text.isExactlyIgnoringASCIICase("true") { return true }
            if scalar.text.isExactlyIgnoringASCIICase("false") { return false }
        }
        findings.error(location, "must be true or false, not \(input.description)")
        return nil
    }
}
