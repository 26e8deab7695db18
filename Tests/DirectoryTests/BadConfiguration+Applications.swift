private let app = "tenants[0].applications[0]"

private let objectID = "aaaaaaaa-1111-4000-8000-000000000001"

/// Redirect URIs of one platform. The first one is on line 8.
private func redirect(_ platform: String, _ uris: String..., audience: String = "AzureADMyOrg") -> String {
    application(
        "signInAudience: \(audience)\n\(platform):\n  redirectUris:\n"
            + uris.map { "  - \"\($0)\"\n" }.joined())
}

/// Rows with mistakes in applications and in references to them.
extension BadConfiguration {
    static let applications: [BadConfiguration] = [
        .init("no appId", tenant("applications:\n- displayName: x"), 5, app, "appId is missing"),
        .init("empty appId", tenant("applications:\n- appId: ''"), 5, "\(app).appId", "must not be empty"),
        .init("appId a number", tenant("applications:\n- appId: 12345"), 5, "\(app).appId", "write it in quotes"),
        .init("appId twice", application("") + "  - appId: APP", 6, "tenants[0].applications[1].appId", "used twice"),
        .init(
            "secret of a built-in API",
            tenant(
                "applications:\n- appId: 00000003-0000-0000-C000-000000000000\n  passwordCredentials: [{secretText: s}]"
            ),
            5, app, "built-in"),
        .init(
            "audience", application("signInAudience: AzureADMyOrgs"), 6, "\(app).signInAudience",
            "PersonalMicrosoftAccount"
        ),
        .init(
            "own key", application("nativeAuthentification: true"), 6, "\(app).nativeAuthentification",
            "did you mean nativeAuthentication?"),
        .init("object id", application("id: x"), 6, "\(app).id", "not a GUID"),
        .init(
            "object id twice",
            application("id: \(objectID)") + "  - appId: other\n    id: \(objectID)", 8,
            "tenants[0].applications[1].id",
            "used twice"),
        .init(
            "service principal id", application("servicePrincipalId: x"), 6, "\(app).servicePrincipalId", "not a GUID"),
        .init(
            "redirectUris no list", application("web: {redirectUris: http://localhost}"), 6, "\(app).web.redirectUris",
            "must be a list"),
        .init("web no mapping", application("web: []"), 6, "\(app).web", "must be a mapping"),
        .init(
            "http host", redirect("web", "http://app.example/cb"), 9, "\(app).web.redirectUris[0]",
            "only allowed for localhost"),
        .init(
            "http host, public", redirect("publicClient", "http://app.example/cb"), 9,
            "\(app).publicClient.redirectUris[0]", "use https"),
        .init(
            "http of a lookalike", redirect("spa", "http://localhost.example/"), 9, "\(app).spa.redirectUris[0]",
            "only allowed for localhost"),
        .init(
            "http behind user info", redirect("web", "http://localhost@evil.example/"), 9, "\(app).web.redirectUris[0]",
            "user information"),
        .init("IPv6 loopback", redirect("web", "http://[::1]:8080/"), 9, "\(app).web.redirectUris[0]", "IPv6 loopback"),
        .init(
            "custom scheme on web", redirect("web", "myapp://auth"), 9, "\(app).web.redirectUris[0]",
            "under publicClient"),
        .init(
            "custom scheme on spa", redirect("spa", "msauth.com.a.b://auth"), 9, "\(app).spa.redirectUris[0]",
            "under publicClient"),
        .init(
            "javascript", redirect("publicClient", "javascript:alert"), 9, "\(app).publicClient.redirectUris[0]",
            "scheme that is not allowed"),
        .init(
            "data", redirect("publicClient", "DATA:text/html"), 9, "\(app).publicClient.redirectUris[0]",
            "scheme that is not allowed"),
        .init("fragment", redirect("web", "https://a.example/#x"), 9, "\(app).web.redirectUris[0]", "fragment"),
        .init("no scheme", redirect("web", "a.example/cb"), 9, "\(app).web.redirectUris[0]", "no scheme"),
        .init("no host", redirect("web", "https:///cb"), 9, "\(app).web.redirectUris[0]", "no host"),
        .init("space", redirect("web", "https://a.example/a b"), 9, "\(app).web.redirectUris[0]", "a space"),
        .init(
            "international host", redirect("web", "https://é.example/"), 9, "\(app).web.redirectUris[0]", "non-ASCII"),
        .init(
            "unsupported character", redirect("web", "https://a.example/(x)"), 9, "\(app).web.redirectUris[0]",
            "characters ! $"),
        .init(
            "too long", redirect("web", "https://a.example/" + String(repeating: "x", count: 240)), 9,
            "\(app).web.redirectUris[0]", "longer than 256"),
        .init(
            "nothing after the scheme", redirect("publicClient", "myapp:"), 9, "\(app).publicClient.redirectUris[0]",
            "nothing after"),
        .init(
            "query with personal accounts",
            redirect("web", "https://a.example/?x=1", audience: "AzureADandPersonalMicrosoftAccount"), 9,
            "\(app).web.redirectUris[0]", "has a query, which is not allowed"),
        .init(
            "wildcard with personal accounts",
            redirect("web", "https://*.a.example/", audience: "PersonalMicrosoftAccount"), 9,
            "\(app).web.redirectUris[0]", "has a wildcard, which is not allowed"),
        .init(
            "two wildcards", redirect("web", "https://*.*.a.example/"), 9, "\(app).web.redirectUris[0]", "first label"),
        .init(
            "registered twice", redirect("web", "https://a.example/", "https://a.example/"), 10,
            "\(app).web.redirectUris[1]", "registered twice"),
        .init(
            "under two platforms",
            application("web: {redirectUris: ['https://a.example/']}\nspa: {redirectUris: ['https://a.example/']}"), 7,
            "\(app).spa.redirectUris[0]", "already registered under web"),
        .init(
            "more than 100 with personal accounts",
            application(
                "signInAudience: AzureADandPersonalMicrosoftAccount\nweb: {redirectUris: ["
                    + (0...100).map { "https://a.example/\($0)" }.joined(separator: ", ") + "]}"), 5, app, "at most 100"
        ),
        .init(
            "more than 256",
            application(
                "web: {redirectUris: [" + (0...256).map { "https://a.example/\($0)" }.joined(separator: ", ") + "]}"),
            5, app, "at most 256"),
        .init("identifier URI", application("identifierUris: ['a b']"), 6, "\(app).identifierUris[0]", "is not a URI"),
        .init(
            "identifier URI twice", application("identifierUris: [api://a, API://a]"), 6, "\(app).identifierUris[1]",
            "used twice"),
        .init(
            "Microsoft's identifier URI", application("identifierUris: ['https://graph.microsoft.com']"), 6,
            "\(app).identifierUris[0]", "built-in"),
        .init(
            "long identifier URI with personal accounts",
            application(
                "signInAudience: PersonalMicrosoftAccount\nidentifierUris: [\"api://"
                    + String(repeating: "x", count: 120)
                    + "\"]"), 7,
            "\(app).identifierUris[0]", "at most 120 characters"),
        .init(
            "version 1 with personal accounts",
            application("signInAudience: PersonalMicrosoftAccount\napi: {requestedAccessTokenVersion: 1}"), 5,
            app, "requestedAccessTokenVersion must be 2"),
        .init(
            "version 3", application("api: {requestedAccessTokenVersion: 3}"), 6,
            "\(app).api.requestedAccessTokenVersion",
            "from 1 to 2"),
        .init(
            "three secrets with personal accounts",
            application(
                "signInAudience: PersonalMicrosoftAccount\npasswordCredentials:\n- secretText: a\n- secretText: b\n- secretText: c"
            ), 10,
            "\(app).passwordCredentials[2]", "at most 2"),
        .init(
            "time", application("passwordCredentials: [{endDateTime: soon}]"), 6,
            "\(app).passwordCredentials[0].endDateTime", "ISO 8601"),
        .init(
            "certificate file", application("keyCredentials: [{certificate: no.pem}]"), 6,
            "\(app).keyCredentials[0].certificate", "No such file"),
        .init(
            "certificate without PEM", application("keyCredentials: [{certificate: c.yaml}]"), 6,
            "\(app).keyCredentials[0].certificate", "no PEM certificate"),
        .init(
            "key not base64", application("keyCredentials: [{key: '%%'}]"), 6, "\(app).keyCredentials[0].key",
            "in base64"),
        .init(
            "usage of a key in another case", application("keyCredentials: [{key: MAA=, usage: verify}]"), 6,
            "\(app).keyCredentials[0].usage", "unknown value \"verify\" (did you mean Verify?)"),
        .init(
            "usage of a key", application("keyCredentials: [{key: MAA=, usage: authenticate}]"), 6,
            "\(app).keyCredentials[0].usage", "one of Verify, Sign, Encrypt"),
        .init(
            "federated credential",
            application("federatedIdentityCredentials: [{name: abc, issuer: 'https://a.test'}]"),
            6, "\(app).federatedIdentityCredentials[0]", "subject is not valid: must have a value"),
        .init(
            "federated credential with subject and expression",
            flexible("claims['sub'] eq 'a'", more: ", subject: a"), 6, "\(app).federatedIdentityCredentials[0]",
            "subject is not valid: must be null"),
        .init(
            "expression with an unknown operator", flexible("claims['sub'] like 'a'"), 6,
            "\(app).federatedIdentityCredentials[0].claimsMatchingExpression.value",
            "at character 15: expected eq or matches"),
        .init(
            "expression without quotes", flexible("claims['sub'] eq a"), 6,
            "\(app).federatedIdentityCredentials[0].claimsMatchingExpression.value", "at character 17"),
        .init(
            "expression with an unknown claim", flexible("claims['repository'] eq 'a'"), 6,
            "\(app).federatedIdentityCredentials[0]", "cannot use the claim 'repository'"),
        .init(
            "expression for an issuer without expressions",
            flexible("claims['sub'] eq 'a'", issuer: "https://ci.test"), 6, "\(app).federatedIdentityCredentials[0]",
            "is not supported for the issuer https://ci.test"),
        .init(
            "expression of another language", flexible("claims['sub'] eq 'a'", version: "2"), 6,
            "\(app).federatedIdentityCredentials[0].claimsMatchingExpression.languageVersion", "1"),
        .init(
            "expression as a text",
            trusts(["{name: one, issuer: 'https://gitlab.com', claimsMatchingExpression: 'claims[x]'}"]), 6,
            "\(app).federatedIdentityCredentials[0].claimsMatchingExpression", "must be"),
        .init(
            "federated credential's name", trusts(["{name: a b, issuer: 'https://a.test', subject: s}"]), 6,
            "\(app).federatedIdentityCredentials[0]", "3 to 120 letters"),
        .init(
            "federated credential's short name", trusts(["{name: ab, issuer: 'https://a.test', subject: s}"]), 6,
            "\(app).federatedIdentityCredentials[0]", "3 to 120 letters"),
        .init(
            "federated credential's name twice",
            trusts([
                "{name: one, issuer: 'https://a.test', subject: s}",
                "{name: one, issuer: 'https://b.test', subject: s}",
            ]), 6, "\(app).federatedIdentityCredentials[1]", "name 'one' already exists"),
        .init(
            "federated credential's issuer and subject twice",
            trusts([
                "{name: one, issuer: 'https://a.test', subject: s}",
                "{name: two, issuer: 'https://a.test', subject: s}",
            ]), 6, "\(app).federatedIdentityCredentials[1]", "Issuer and subject combination already exists"),
        .init(
            "federated credential of two audiences",
            trusts(["{name: one, issuer: 'https://a.test', subject: s, audiences: ['api://a', 'api://b']}"]), 6,
            "\(app).federatedIdentityCredentials[0]", "must have exactly one element"),
        .init(
            "federated credential's issuer over http", trusts(["{name: one, issuer: 'http://a.test', subject: s}"]), 6,
            "\(app).federatedIdentityCredentials[0]", "must be an https URL"),
        .init(
            "more than 20 federated credentials",
            trusts((0...20).map { "{name: a\($0), issuer: 'https://a.test', subject: s\($0)}" }), 5, app, "at most 20"),
        .init(
            "group claims", application("groupMembershipClaims: Security"), 6, "\(app).groupMembershipClaims",
            "SecurityGroup"),
        .init(
            "claims mapping of another version", application("claimsMappingPolicy: {Version: 0}"), 6,
            "\(app).claimsMappingPolicy.Version", "must be 1, not 0"),
        .init(
            "optional claim without name", application("optionalClaims: {idToken: [{}]}"), 6,
            "\(app).optionalClaims.idToken[0]", "name is missing"),
    ]

    static let references: [BadConfiguration] = [
        .init(
            "scope without value", application("api: {oauth2PermissionScopes: [{type: User}]}"), 6,
            "\(app).api.oauth2PermissionScopes[0]", "value is missing"),
        .init(
            "scope that begins with a dot", application("api: {oauth2PermissionScopes: [{value: .default}]}"), 6,
            "\(app).api.oauth2PermissionScopes[0].value", "begin with a dot"),
        .init(
            "role that begins with a dot", application("appRoles: [{value: .x}]"), 6, "\(app).appRoles[0].value",
            "begin with a dot"),
        .init(
            "scope with a quote", application("api: {oauth2PermissionScopes: [{value: 'a\"b'}]}"), 6,
            "\(app).api.oauth2PermissionScopes[0].value", "any of / \\ \" < >"),
        .init(
            "role with a backslash", application("appRoles: [{value: 'a\\b'}]"), 6, "\(app).appRoles[0].value",
            "any of / \\ \" < >"),
        .init(
            "scope type", application("api: {oauth2PermissionScopes: [{value: a, type: Any}]}"), 6,
            "\(app).api.oauth2PermissionScopes[0].type", "User, Admin"),
        .init(
            "scope id", application("api: {oauth2PermissionScopes: [{value: a, id: b}]}"), 6,
            "\(app).api.oauth2PermissionScopes[0].id", "not a GUID"),
        .init(
            "scope twice", application("api: {oauth2PermissionScopes: [{value: a}, {value: A}]}"), 6,
            "\(app).api.oauth2PermissionScopes[1].value", "used twice"),
        .init(
            "scope with a slash", application("api: {oauth2PermissionScopes: [{value: a/b}]}"), 6,
            "\(app).api.oauth2PermissionScopes[0].value", "any of /"),
        .init(
            "role members", application("appRoles: [{value: a, allowedMemberTypes: [Group]}]"), 6,
            "\(app).appRoles[0].allowedMemberTypes[0]", "User, Application"),
        .init(
            "family a number", application("familyId: 1"), 6, "\(app).familyId", "write it in quotes: \"1\""),
        .init(
            "role without anything", application("appRoles: [{displayName: a}]"), 6, "\(app).appRoles[0]",
            "value is missing"),
        .init(
            "preauthorized for an unknown scope",
            application("api: {preAuthorizedApplications: [{appId: b, delegatedPermissionIds: [x]}]}"), 6,
            "\(app).api.preAuthorizedApplications[0].delegatedPermissionIds[0]", "no scope x"),
        .init(
            "unknown API", application("requiredResourceAccess: [{resourceAppId: x}]"), 6,
            "\(app).requiredResourceAccess[0].resourceAppId", "no API"),
        .init(
            "unknown permission",
            application(
                "requiredResourceAccess: [{resourceAppId: 00000003-0000-0000-c000-000000000000, resourceAccess: [{id: User.Raed, type: Scope}]}]"
            ),
            6, "\(app).requiredResourceAccess[0].resourceAccess[0].id", "did you mean User.Read?"),
        .init(
            "permission of the other type",
            application(
                "requiredResourceAccess: [{resourceAppId: 00000003-0000-0000-c000-000000000000, resourceAccess: [{id: User.Read, type: Role}]}]"
            ),
            6, "\(app).requiredResourceAccess[0].resourceAccess[0].id", "User.Read is a permission of type Scope"),
        .init(
            "API of another tenant that admits only it",
            application("requiredResourceAccess: [{resourceAppId: other}]")
                + "- id: 22222222-2222-4222-8222-222222222222\n  applications: [{appId: other}]",
            6, "\(app).requiredResourceAccess[0].resourceAppId", "no API"),
        .init(
            "grant of an unknown client",
            tenant(
                "oauth2PermissionGrants:\n- {clientId: x, resourceId: 00000003-0000-0000-c000-000000000000, consentType: AllPrincipals, scope: User.Read}"
            ),
            5, "tenants[0].oauth2PermissionGrants[0].clientId", "no application x"),
        .init(
            "grant of an unknown scope",
            application("")
                + "  oauth2PermissionGrants:\n  - {clientId: app, resourceId: 00000003-0000-0000-c000-000000000000, consentType: AllPrincipals, scope: User.Read Mail.Reed}",
            7, "tenants[0].oauth2PermissionGrants[0].scope", "did you mean Mail.Read?"),
        .init(
            "grant to nobody",
            application("")
                + "  oauth2PermissionGrants:\n  - {clientId: app, resourceId: 00000003-0000-0000-c000-000000000000, consentType: Principal, scope: User.Read}",
            7, "tenants[0].oauth2PermissionGrants[0]", "principalId is missing"),
        .init(
            "grant to an unknown user",
            application("")
                + "  oauth2PermissionGrants:\n  - {clientId: app, resourceId: 00000003-0000-0000-c000-000000000000, consentType: Principal, principalId: x, scope: User.Read}",
            7, "tenants[0].oauth2PermissionGrants[0].principalId", "no user x"),
        .init(
            "grant type",
            application("")
                + "  oauth2PermissionGrants:\n  - {clientId: app, resourceId: app, consentType: All, scope: a}",
            7,
            "tenants[0].oauth2PermissionGrants[0].consentType", "Principal, AllPrincipals"),
        .init(
            "assignment to nobody",
            application("appRoles: [{value: r}]")
                + "  appRoleAssignments:\n  - {principalId: x, resourceId: app, appRole: r}", 8,
            "tenants[0].appRoleAssignments[0].principalId", "no user, group or application x"),
        .init(
            "assignment to a group's name",
            application("appRoles: [{value: r}]")
                + "  groups: [{displayName: Staff}]\n"
                + "  appRoleAssignments:\n  - {principalId: Staff, resourceId: app, appRole: r}", 9,
            "tenants[0].appRoleAssignments[0].principalId", "refer to the group by its id"),
        .init(
            "assignment of an unknown role",
            application("") + "  appRoleAssignments:\n  - {principalId: app, resourceId: app, appRole: r}", 7,
            "tenants[0].appRoleAssignments[0].appRole", "no app role r"),
        .init(
            "assignment of a users' role to a client",
            application("appRoles: [{value: r, allowedMemberTypes: [User]}]")
                + "  appRoleAssignments:\n  - {principalId: app, resourceId: app, appRole: r}",
            8, "tenants[0].appRoleAssignments[0].appRole", "cannot be assigned to an application"),
        .init(
            "assignment without a role",
            application("") + "  appRoleAssignments:\n  - {principalId: app, resourceId: app}",
            7,
            "tenants[0].appRoleAssignments[0]", "appRoleId or appRole is missing"),
        .init(
            "assignment key",
            application("") + "  appRoleAssignments:\n  - {principalId: app, resourceId: app, apRole: r}",
            7,
            "tenants[0].appRoleAssignments[0].apRole", "did you mean appRole?"),
    ]

    private static func flexible(
        _ expression: String, issuer: String = "https://token.actions.githubusercontent.com", version: String = "1",
        more: String = ""
    ) -> String {
        trusts([
            "{name: one, issuer: '\(issuer)', "
                + "claimsMatchingExpression: {value: \"\(expression)\", languageVersion: \(version)}\(more)}"
        ])
    }

    private static func trusts(_ entries: [String]) -> String {
        application("federatedIdentityCredentials: [\(entries.joined(separator: ", "))]")
    }
}
