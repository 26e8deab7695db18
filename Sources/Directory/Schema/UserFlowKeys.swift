import Entra
import Formats

struct UserFlowDraft: Sendable {
    let location: ConfigurationLocation
    var id: Marked<String>?
    var kind: UserFlow.Kind?
    var attributes: [Marked<UserAttribute>]?
    var claims: Marked<[UserFlowClaim]>?
    var identityProviders: [String] = []
    var credential: UserFlow.Credential?
    var resetsPassword: Marked<Bool>?
    var usernameElement: Marked<UserFlow.UsernameElement>?
    var applications: Marked<[Marked<String>]>?

    /// Returns the user flow with the name. A missing kind follows from the name.
    func userFlow(named name: String) -> UserFlow {
        UserFlow(
            id: name, kind: kind ?? UserFlow.kind(ofName: name),
            attributes: attributes?.map(\.value) ?? [.displayName],
            claims: claims?.value, identityProviders: identityProviders.map(IdentityProvider.init),
            credential: credential ?? .password, resetsPassword: resetsPassword?.value ?? false,
            usernameElement: usernameElement?.value, applications: applications?.value.map { ClientID($0.value) })
    }
}

/// An attribute of a user flow with its rules.
struct UserAttributeDraft: Sendable {
    var name = ""
    var isRequired = true
    var pattern: String?
}

extension UserFlowDraft {
    static let keys = ObjectSpec<UserFlowDraft>(
        "policy", "A user flow of a b2c or external tenant.", unknownKeys: .rejected,
        keys: [
            .key(
                "id", \.id, .marked(.nonEmptyText), "The name of the policy: B2C_1_name or B2C_1A_name in a b2c tenant."
            ).required,
            .key("kind", \.kind, .word, "The purpose of the policy. Default: derived from the name."),
            .key(
                "attributes", \.attributes, .list(.marked(UserAttributeDraft.value)),
                "The attributes that sign-up and profile editing collect: names, or names with rules. Default: displayName."
            ),
            .key(
                "claims", \.claims, .marked(.list(.word)),
                "b2c: the claims about the user in tokens. Default: all."),
            .key(
                "identityProviders", \.identityProviders, .list(.nonEmptyText),
                "External providers such as Google or Facebook. A page that stands in for the provider lets the user choose an identity."
            ),
            .key(
                "credential", \.credential, .word,
                "The credential of local accounts. emailOneTimeCode is only valid in external tenants. Default password."
            ),
            .key(
                "resetsPassword", \.resetsPassword, .marked(.bool),
                "true: this policy handles \"Forgot your password?\". false: the application gets AADB2C90118; in an external "
                    + "tenant the link does not appear. Default false."),
            .key(
                "usernameElement", \.usernameElement, .marked(.word),
                "b2c: the id of the field for the user name on the sign-in page. Default: email in a user flow (B2C_1_name), "
                    + "signInName in a custom policy (B2C_1A_name)."),
            .key(
                "applications", \.applications, .marked(.list(.marked(.nonEmptyText))),
                "external: the appIds of the applications that use the policy. Default: every application of the tenant."
            ),
        ])

    /// A name alone, or an object.
    static let value: ValueSpec<UserFlowDraft> = {
        let object = keys.value { UserFlowDraft(location: $0) }
        return ValueSpec(.either([.text, object.shape]), export: object.export) { input, location, findings in
            guard case .scalar = input.kind else { return object.read(input, location, &findings) }
            return ValueSpec<Marked<String>>.marked(.nonEmptyText).read(input, location, &findings).map {
                UserFlowDraft(location: location, id: $0)
            }
        }
    }()
}

extension UserAttributeDraft {
    static let keys = ObjectSpec<UserAttributeDraft>(
        "attribute", "An attribute that a user flow collects.", unknownKeys: .rejected,
        keys: [
            .key("name", \.name, .attributeName, "A property of a Graph user, or extension_{appid}_{name}.").required,
            .key("required", \.isRequired, .bool, "Whether the user must enter the attribute. Default true."),
            .key(
                "pattern", \.pattern, .pattern,
                "The regular expression that a value must match, in the dialect of .NET."
            )
            .withValue(absence: "any value would be accepted"),
        ])

    /// A name alone, or an object. An attribute with the default rules is exported as its name.
    static let value: ValueSpec<UserAttribute> = {
        let object = keys.value { _ in UserAttributeDraft() }
        let export: ValueSpec<UserAttribute>.Export = { attribute in
            if attribute.isRequired, attribute.pattern == nil { return .string(attribute.name) }
            return object.export(
                UserAttributeDraft(
                    name: attribute.name, isRequired: attribute.isRequired, pattern: attribute.pattern))
        }
        return ValueSpec(.either([.text, object.shape]), export: export) { input, location, findings in
            guard case .scalar = input.kind else {
                return object.read(input, location, &findings).map {
                    UserAttribute($0.name, isRequired: $0.isRequired, pattern: $0.pattern)
                }
            }
            return ValueSpec<String>.attributeName.read(input, location, &findings).map { UserAttribute($0) }
        }
    }()
}

extension ValueSpec where Value == String {
    fileprivate static let attributeName = ValueSpec(.text) { input, location, findings in
        guard let text = ValueSpec.text.read(input, location, &findings) else { return nil }
        if UserAttribute.isName(text) { return text }
        findings.error(
            location, "unknown value \"\(text)\"",
            hint: "one of \(UserAttribute.names.joined(separator: ", ")), or extension_{appid without dashes}_{name}")
        return nil
    }

    fileprivate static let pattern = ValueSpec(.text) { input, location, findings in
        guard let text = ValueSpec.text.read(input, location, &findings) else { return nil }
        guard let problem = RegularExpression.problem(text) else { return text }
        findings.error(location, "\"\(text)\" is not a supported .NET regular expression: \(problem)")
        return nil
    }
}
