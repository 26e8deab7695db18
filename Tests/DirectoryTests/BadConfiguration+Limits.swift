private let app = "tenants[0].applications[0]"

/// An application of the audience that also has the text. The text starts on line 7.
private func of(_ audience: String, _ text: String) -> String { application("signInAudience: \(audience)\n\(text)") }

private func list(_ count: Int, _ element: (Int) -> String) -> String {
    "[" + (0..<count).map(element).joined(separator: ", ") + "]"
}

private func letters(_ length: Int) -> String { String(repeating: "x", count: length) }

/// Returns APIs of other tenants, and an application that requires permissions of all of them.
private func foreignAPIs(_ count: Int) -> String {
    application("requiredResourceAccess: " + list(count) { "{resourceAppId: api\($0)}" })
        + "- id: 22222222-2222-4222-8222-222222222222\n  applications: "
        + list(count) { "{appId: api\($0), signInAudience: AzureADMultipleOrgs}" }
}

private let work = ["AzureADMyOrg", "AzureADMultipleOrgs"]
private let personal = ["AzureADandPersonalMicrosoftAccount", "PersonalMicrosoftAccount"]

/// The rows of "Validation differences by supported account types (signInAudience)" (entra-docs, supported-accounts-validation),
/// and of the limits of federated identity credentials (entra-docs, federated-credential-configuration-considerations).
extension BadConfiguration {
    static let limits: [BadConfiguration] =
        work.flatMap(ofWork) + personal.flatMap(ofPersonal) + (work + personal).flatMap(ofAll) + others

    private static func ofWork(_ audience: String) -> [BadConfiguration] {
        [
            .init(
                "long identifier URI, \(audience)", of(audience, "identifierUris: ['api://\(letters(250))']"), 7,
                "\(app).identifierUris[0]", "at most 255 characters"),
            .init(
                "long display name, \(audience)", of(audience, "displayName: \(letters(121))"), 5, app,
                "121 characters in displayName; at most 120"),
            .init(
                "401 permissions, \(audience)",
                of(audience, "requiredResourceAccess: " + list(14) { graph($0 < 13 ? 30 : 11) }), 7,
                "\(app).requiredResourceAccess[13]", "401 permissions in requiredResourceAccess; at most 400"),
        ]
    }

    private static func ofPersonal(_ audience: String) -> [BadConfiguration] {
        [
            .init(
                "urn identifier URI, \(audience)", of(audience, "identifierUris: ['urn://orders']"), 7,
                "\(app).identifierUris[0]", "must not have the scheme urn"),
            .init(
                "query of an identifier URI, \(audience)", of(audience, "identifierUris: ['api://orders?a=b']"), 7,
                "\(app).identifierUris[0]", "query or a fragment"),
            .init(
                "fragment of an identifier URI, \(audience)", of(audience, "identifierUris: ['api://orders#a']"),
                7, "\(app).identifierUris[0]", "query or a fragment"),
            .init(
                "long identifier URI, \(audience)", of(audience, "identifierUris: ['api://\(letters(115))']"), 7,
                "\(app).identifierUris[0]", "at most 120 characters"),
            .init(
                "51 identifier URIs, \(audience)", of(audience, "identifierUris: " + list(51) { "'api://a\($0)'" }),
                7, "\(app).identifierUris[50]", "51 identifier URIs; at most 50"),
            .init(
                "long display name, \(audience)", of(audience, "displayName: \(letters(91))"), 5, app,
                "91 characters in displayName; at most 90"),
            .init(
                "long scope, \(audience)", of(audience, "api: {oauth2PermissionScopes: [{value: \(letters(41))}]}"), 7,
                "\(app).api.oauth2PermissionScopes[0].value", "at most 40 characters"),
            .init(
                "101 scopes, \(audience)",
                of(audience, "api: {oauth2PermissionScopes: " + list(101) { "{value: s\($0)}" } + "}"), 7,
                "\(app).api.oauth2PermissionScopes[100]", "101 scopes; at most 100"),
            .init(
                "101 pre-authorized clients, \(audience)",
                of(audience, "api: {preAuthorizedApplications: " + list(101) { "{appId: c\($0)}" } + "}"), 5, app,
                "101 pre-authorized clients; at most 100"),
            .init(
                "31 scopes of a pre-authorized client, \(audience)",
                of(
                    audience,
                    "api: {oauth2PermissionScopes: " + list(31) { "{value: s\($0)}" }
                        + ", preAuthorizedApplications: [{appId: c, delegatedPermissionIds: "
                        + list(31) { "s\($0)" } + "}]}"), 5, app,
                "31 scopes of one pre-authorized client; at most 30"),
            .init(
                "501 scopes of pre-authorized clients, \(audience)",
                of(
                    audience,
                    "api: {oauth2PermissionScopes: [{value: s}], preAuthorizedApplications: "
                        + list(21) { "{appId: c\($0), delegatedPermissionIds: \(list(25) { _ in "s" })}" } + "}"),
                5, app, "525 scopes of pre-authorized clients; at most 500"),
            .init(
                "201 permissions, \(audience)",
                of(audience, "requiredResourceAccess: " + list(7) { graph($0 < 6 ? 29 : 27) }), 7,
                "\(app).requiredResourceAccess[6]", "201 permissions in requiredResourceAccess; at most 200"),
            .init(
                "31 permissions of an API, \(audience)", of(audience, "requiredResourceAccess: [\(graph(31))]"), 7,
                "\(app).requiredResourceAccess[0]", "31 permissions of one API in requiredResourceAccess"),
            .init(
                "wildcard in a logout URL, \(audience)", of(audience, "web: {logoutUrl: 'https://a.test/*'}"), 5,
                app, "the logout URL must not contain a wildcard"),
            .init(
                "national cloud, \(audience)",
                tenant("cloud: usGovernment\napplications: [{appId: a, signInAudience: \(audience)}]"),
                5, app, "must not be \(audience) in a tenant of a national cloud"),
        ]
    }

    private static func ofAll(_ audience: String) -> [BadConfiguration] {
        [
            .init(
                "wildcard in an identifier URI, \(audience)", of(audience, "identifierUris: ['api://*.orders']"), 7,
                "\(app).identifierUris[0]", "must not contain a wildcard"),
            .init(
                "logout URL under http, \(audience)", of(audience, "web: {logoutUrl: 'http://localhost/out'}"), 5,
                app, "must be an https URL"),
            .init(
                "51 APIs, \(audience)",
                of(audience, "requiredResourceAccess: " + list(51) { _ in graph(1) }), 7,
                "\(app).requiredResourceAccess[50]", "51 APIs in requiredResourceAccess; at most 50"),
            .init(
                "empty tag, \(audience)", of(audience, "tags: ['']"), 5, app, "1 to 256 characters"),
            .init(
                "long tag, \(audience)", of(audience, "tags: [\(letters(257))]"), 5, app, "1 to 256 characters"),
            .init(
                "tag with a space, \(audience)", of(audience, "tags: ['a b']"), 5, app, "white space"),
            .init(
                "tag twice, \(audience)", of(audience, "tags: [a, b, a]"), 5, app, "the tag \"a\" occurs twice"),
        ]
    }

    private static let others: [BadConfiguration] = [
        .init(
            "app role for personal accounts alone",
            of("PersonalMicrosoftAccount", "appRoles: [{value: r, allowedMemberTypes: [User]}]"), 7,
            "\(app).appRoles[0]", "must have no app roles"),
        .init(
            "11 APIs of other tenants", foreignAPIs(11), 6, "\(app).requiredResourceAccess[10]",
            "11 APIs of other tenants in requiredResourceAccess; at most 10"),
        .init(
            "long description of a federated credential",
            trusts("{name: one, issuer: 'https://a.test', subject: s, description: \(letters(601))}"), 6,
            "\(app).federatedIdentityCredentials[0]", "description is not valid: must have at most 600"),
        .init(
            "wildcard in a federated subject",
            trusts("{name: one, issuer: 'https://a.test', subject: 'repo:contoso/*'}"), 6,
            "\(app).federatedIdentityCredentials[0]", "subject is not valid: must not contain a wildcard"),
        .init(
            "wildcard in a federated issuer", trusts("{name: one, issuer: 'https://a.test/*', subject: s}"), 6,
            "\(app).federatedIdentityCredentials[0]", "issuer is not valid: must not contain a wildcard"),
        .init(
            "wildcard in a federated audience",
            trusts("{name: one, issuer: 'https://a.test', subject: s, audiences: ['api://*']}"), 6,
            "\(app).federatedIdentityCredentials[0]", "audiences is not valid: must not contain a wildcard"),
    ]

    private static func trusts(_ entry: String) -> String { application("federatedIdentityCredentials: [\(entry)]") }

    /// Returns an entry that requires the same permission of Microsoft Graph several times.
    private static func graph(_ count: Int) -> String {
        "{resourceAppId: 00000003-0000-0000-c000-000000000000, resourceAccess: "
            + list(count) { _ in "{id: User.Read, type: Scope}" } + "}"
    }

    /// What the same page allows, which must stay without a problem.
    static let withinLimits: [Allowed] =
        work.flatMap(allowedForWork) + personal.flatMap(allowedForPersonal) + otherAllowed

    typealias Allowed = (name: String, text: String)

    private static func allowedForWork(_ audience: String) -> [Allowed] {
        [
            (
                "identifier URI of 255 characters, \(audience)",
                of(audience, "identifierUris: ['api://\(letters(249))']")
            ),
            ("urn with query and fragment, \(audience)", of(audience, "identifierUris: ['urn://orders?a=b#c']")),
            ("51 identifier URIs, \(audience)", of(audience, "identifierUris: " + list(51) { "'api://a\($0)'" })),
            (
                "scope of 120 characters, \(audience)",
                of(audience, "api: {oauth2PermissionScopes: [{value: \(letters(120))}]}")
            ),
            (
                "101 scopes, \(audience)",
                of(audience, "api: {oauth2PermissionScopes: " + list(101) { "{value: s\($0)}" } + "}")
            ),
            (
                "101 pre-authorized clients, \(audience)",
                of(audience, "api: {preAuthorizedApplications: " + list(101) { "{appId: c\($0)}" } + "}")
            ),
            ("three secrets, \(audience)", of(audience, "passwordCredentials: " + list(3) { "{secretText: s\($0)}" })),
            ("400 permissions, \(audience)", of(audience, "requiredResourceAccess: " + list(10) { _ in graph(40) })),
            ("display name of 120 characters, \(audience)", of(audience, "displayName: \(letters(120))")),
        ]
    }

    private static func allowedForPersonal(_ audience: String) -> [Allowed] {
        [
            (
                "identifier URI of 120 characters, \(audience)",
                of(audience, "identifierUris: ['api://\(letters(114))']")
            ),
            ("50 identifier URIs, \(audience)", of(audience, "identifierUris: " + list(50) { "'api://a\($0)'" })),
            ("display name of 90 characters, \(audience)", of(audience, "displayName: \(letters(90))")),
            ("https logout URL on localhost, \(audience)", of(audience, "web: {logoutUrl: 'https://localhost/out'}")),
        ]
    }

    private static let otherAllowed: [Allowed] = [
        // A work account of such an application can be assigned a role: the acceptance tests of terraform-provider-azuread
        // create an application with this audience and with app roles in the real service (`complete`,
        // `completeFromTemplate` in application_resource_test.go), although the page says "Not supported".
        (
            "app role for both kinds of accounts",
            of("AzureADandPersonalMicrosoftAccount", "appRoles: [{value: r, allowedMemberTypes: [User]}]")
        ),
        ("tags", of("AzureADMyOrg", "tags: [\(letters(256)), HideApp, hideapp]")),
        ("10 APIs of other tenants", foreignAPIs(10)),
        (
            "description of 600 characters",
            trusts("{name: one, issuer: 'https://a.test', subject: s, description: '*\(letters(599))'}")
        ),
        (
            "logout URL under http by setting",
            application("web: {logoutUrl: 'http://localhost:5000/out'}\nsettings: {logoutUrlScheme: httpOnLoopback}")
        ),
        (
            "personal accounts in the public cloud",
            tenant("cloud: public\napplications: [{appId: a, signInAudience: PersonalMicrosoftAccount}]")
        ),
    ]
}
