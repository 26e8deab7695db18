import Wire

extension UserFlowDraft {
    static let keys = ObjectSpec<UserFlowDraft>(
        "policy", "A user flow of a b2c or external tenant.", unknownKeys: .refused,
        keys: [
            .key("id", \.id, .marked(.nonEmptyText), "Its name: B2C_1_name or B2C_1A_name in a b2c tenant.").required,
            .key("kind", \.kind, .word, "What it is for. Taken from the name when left out."),
            .key(
                "attributes", \.attributes, .list(.word),
                "What sign-up and profile edit ask for. Left out: displayName."),
            .key(
                "claims", \.claims, .list(.word),
                "Claims about the user that tokens of a b2c tenant have. Left out: all."),
            .key(
                "identityProviders", \.identityProviders, .list(.nonEmptyText),
                "Sign-in with Google, Facebook and others: a stand-in page lets the tester choose an identity."),
            .key(
                "credential", \.credential, .word,
                "What local accounts sign in with; emailOneTimeCode is for external tenants."),
            .key(
                "resetsPassword", \.resetsPassword, .bool,
                "Whether \"Forgot your password?\" is answered here; else the application gets AADB2C90118."),
        ])

    /// A name alone, or the object.
    static let value: ValueSpec<UserFlowDraft> = {
        let object = keys.value { UserFlowDraft(place: $0) }
        return ValueSpec(.either([.text, object.shape])) { node, place, findings in
            guard case .scalar = node.content else { return object.read(node, place, &findings) }
            return ValueSpec<Marked<String>>.marked(.nonEmptyText).read(node, place, &findings).map {
                UserFlowDraft(place: place, id: $0)
            }
        }
    }()
}
