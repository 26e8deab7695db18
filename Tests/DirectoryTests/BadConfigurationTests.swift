import Directory
import Testing

/// A configuration that is wrong in one place, and what must be said of it.
struct BadConfiguration: Sendable, CustomTestStringConvertible {
    let name: String
    let text: String
    let line: Int
    let path: String
    /// A part of the message or of the hint.
    let says: String

    init(_ name: String, _ text: String, _ line: Int, _ path: String, _ says: String) {
        self.name = name
        self.text = text
        self.line = line
        self.path = path
        self.says = says
    }

    var testDescription: String { name }
}

private let app = "tenants[0].applications[0]"
private let user = "tenants[0].users[0]"

/// Redirect URIs of one platform, the first one on line 8.
private func redirect(_ platform: String, _ uris: String..., audience: String = "AzureADMyOrg") -> String {
    application(
        "signInAudience: \(audience)\n\(platform):\n  redirectUris:\n"
            + uris.map { "  - \"\($0)\"\n" }.joined())
}

private func user(_ lines: String) -> String {
    tenant(
        "users:\n- userPrincipalName: alex@contoso.com\n" + lines.split(separator: "\n").map { "  \($0)\n" }.joined())
}

private let ownKeys: [BadConfiguration] = [
    .init("not YAML", "tenants: [", 2, "", "not valid YAML"),
    .init("empty", "", 1, "", "is empty"),
    .init("a list", "- a", 1, "", "must be a mapping, not a list"),
    .init("two documents", "tenants: []\n---\n", 2, "", "a second document"),
    .init("duplicate key", "tenants: []\ntenants: []", 2, "", "stands twice"),
    .init("unknown top key", "tenant: []", 1, "tenant", "did you mean tenants?"),
    .init("unknown top key, nothing near", "foo: 1", 1, "foo", "server, settings, tenants"),
    .init("unknown server key", "server:\n  htpPort: 1", 2, "server.htpPort", "did you mean httpPort?"),
    .init("config in the file", "server: {config: x}", 1, "server.config", "unknown key"),
    .init("port too large", "server: {httpPort: 65536}", 1, "server.httpPort", "0 to 65535, or off"),
    .init("port negative", "server: {httpPort: -1}", 1, "server.httpPort", "0 to 65535"),
    .init("port list for http", "server: {httpPort: [1, x]}", 1, "server.httpPort", "0 to 65535"),
    .init("port twice", "server: {httpsPort: [443, 443]}", 1, "server.httpsPort", "twice"),
    .init("ports empty", "server: {httpsPort: []}", 1, "server.httpsPort", "not a list"),
    .init("host is a name", "server: {host: example.com}", 1, "server.host", "IPv4 or IPv6"),
    .init(
        "origin with a path", "server: {publicOrigin: 'https://a.example/x'}", 1, "server.publicOrigin", "nothing more"),
    .init(
        "origin without scheme", "server: {publicOrigin: a.example}", 1, "server.publicOrigin", "http:// or https://"),
    .init("workers 0", "server: {workers: 0}", 1, "server.workers", "from 1 to 256"),
    .init("seed a number", "server: {seed: 12}", 1, "server.seed", "write it in quotes: \"12\""),
    .init("log level", "server: {logLevel: loud}", 1, "server.logLevel", "trace, debug, info"),
    .init("log format", "server: {logFormat: xml}", 1, "server.logFormat", "auto, text, json"),
    .init("trustProxy", "server: {trustProxy: maybe}", 1, "server.trustProxy", "true or false"),
    .init("tls without key", "server:\n  tls: {certificate: a.pem}", 2, "server.tls", "key is missing"),
    .init("unknown setting", "settings:\n  signin: automatic", 2, "settings.signin", "did you mean signIn?"),
    .init("setting's word", "settings: {signIn: auto}", 1, "settings.signIn", "one of interactive, automatic"),
    .init(
        "setting's type", "settings: {staySignedInPage: 1}", 1, "settings.staySignedInPage",
        "true or false, not the number 1"),
    .init("settings no mapping", "settings: []", 1, "settings", "must be a mapping"),
    .init("lifetime 0", "settings: {accessTokenLifetime: 0}", 1, "settings.accessTokenLifetime", "from 1 to 100800"),
    .init(
        "lifetime reversed", "settings: {accessTokenLifetime: 5..4}", 1, "settings.accessTokenLifetime",
        "is no lifetime"),
    .init(
        "lifetime range too long", "settings: {accessTokenLifetime: 1..999999}", 1, "settings.accessTokenLifetime",
        "to 100800 seconds"),
    .init("lifetime text", "settings: {idTokenLifetime: 1h}", 1, "settings.idTokenLifetime", "whole number"),
    .init("lifetime fraction", "settings: {sessionLifetime: 1.5}", 1, "settings.sessionLifetime", "not the number 1.5"),
    .init(
        "setting of a tenant", tenant("settings: {consents: prompt}"), 4, "tenants[0].settings.consents",
        "did you mean consent?"),
    .init(
        "setting of an application", application("settings: {consent: x}"), 6, "\(app).settings.consent",
        "prompt, automatic"),
    .init("top manifests without a tenant", "applicationsFrom: ['*.json']", 1, "applicationsFrom[0]", "no tenant"),
    .init(
        "manifest not there", tenant("applicationsFrom: [x.json]"), 4, "tenants[0].applicationsFrom[0]", "No such file"),
]

private let tenants: [BadConfiguration] = [
    .init("tenants no list", "tenants: {}", 1, "tenants", "must be a list, not a mapping"),
    .init("tenant no mapping", "tenants: [x]", 1, "tenants[0]", "must be a mapping, not text"),
    .init("no id", "tenants:\n- domains: [a.example]", 2, "tenants[0]", "id is missing"),
    .init("null id", "tenants:\n- id:\n  domains: []", 2, "tenants[0]", "id is missing"),
    .init("id no GUID", "tenants:\n- id: contoso", 2, "tenants[0].id", "is not a GUID"),
    .init("tenant key", tenant("aplications: []"), 4, "tenants[0].aplications", "did you mean applications?"),
    .init("kind", tenant("kind: workfoce"), 4, "tenants[0].kind", "workforce, external, b2c"),
    .init(
        "domain", tenant("").replacing("contoso.com", with: "common"), 3, "tenants[0].domains[0]", "not a domain name"),
    .init(
        "domain with a label too many dots", tenant("").replacing("contoso.com", with: "a..b"), 3,
        "tenants[0].domains[0]", "not a domain name"),
    .init("domain a number", tenant("").replacing("contoso.com", with: "1.5"), 3, "tenants[0].domains[0]", "in quotes"),
    .init(
        "tenant twice", tenant("") + "- id: 11111111-1111-4111-8111-111111111111", 4, "tenants[1].id",
        "used twice (first at c.yaml:2)"),
    .init(
        "domain twice", tenant("") + "- id: 22222222-2222-4222-8222-222222222222\n  domains: [CONTOSO.com]", 5,
        "tenants[1].domains[0]", "used twice"),
    .init(
        "personal domain", tenant("").replacing("contoso.com", with: "outlook.com"), 3, "tenants[0].domains[0]",
        "personal accounts"),
    .init("kind of consumers", "tenants:\n- id: consumers\n  kind: b2c", 3, "tenants[0].kind", "no kind"),
    .init(
        "consumers twice", "tenants:\n- id: consumers\n- id: 9188040D-6c67-4c5b-b112-36a304b66dad", 3, "tenants[1].id",
        "used twice"),
    .init(
        "subdomain of a workforce tenant", tenant("subdomain: contoso"), 4, "tenants[0].subdomain", "external or b2c"),
    .init("subdomain", tenant("kind: external\nsubdomain: a.b"), 5, "tenants[0].subdomain", "host label"),
    .init("policies of a workforce tenant", tenant("policies: [B2C_1_x]"), 4, "tenants[0].policies[0]", "kind: b2c"),
    .init("policy name", tenant("kind: b2c\npolicies: [signin]"), 5, "tenants[0].policies[0]", "B2C_1_name"),
    .init("policy twice", tenant("kind: b2c\npolicies: [B2C_1_x, b2c_1_X]"), 5, "tenants[0].policies[1]", "used twice"),
]

private let users: [BadConfiguration] = [
    .init("no name", tenant("users:\n- displayName: x"), 5, user, "userPrincipalName is missing"),
    .init("name without @", tenant("users:\n- userPrincipalName: alex"), 5, "\(user).userPrincipalName", "user@domain"),
    .init("name a number", tenant("users:\n- userPrincipalName: 7"), 5, "\(user).userPrincipalName", "in quotes"),
    .init("id no GUID", user("id: '7'"), 6, "\(user).id", "is not a GUID"),
    .init("own key", user("pasword: x"), 6, "\(user).pasword", "did you mean password?"),
    .init("own key's case", user("Password: x"), 6, "\(user).Password", "did you mean password?"),
    .init("password a boolean", user("password: true"), 6, "\(user).password", "not the boolean true"),
    .init("group", user("groups: [Staff]"), 6, "\(user).groups[0]", "no group Staff"),
    .init(
        "group, near", user("groups: [Staf]") + "  groups: [{displayName: Staff}]", 6, "\(user).groups[0]",
        "did you mean Staff?"),
    .init("role", user("roles: [Global Admin]"), 6, "\(user).roles[0]", "unknown directory role"),
    .init(
        "role, near", user("roles: [Global Administratr]"), 6, "\(user).roles[0]", "did you mean Global Administrator?"),
    .init("guest nowhere", user("guestOf: [fabrikam.com]"), 6, "\(user).guestOf[0]", "unknown tenant fabrikam.com"),
    .init("guest at home", user("guestOf: [contoso.com]"), 6, "\(user).guestOf[0]", "cannot be a guest"),
    .init("guest of personal accounts", user("guestOf: [outlook.com]"), 6, "\(user).guestOf[0]", "cannot be a guest"),
    .init("guest key", user("guestOf: [{tenat: x}]"), 6, "\(user).guestOf[0].tenat", "did you mean tenant?"),
    .init(
        "name twice", user("") + "  - userPrincipalName: ALEX@contoso.com", 6, "tenants[0].users[1].userPrincipalName",
        "used twice (first at c.yaml:5)"),
    .init(
        "user id twice",
        user("id: 00000000-0000-4000-8000-000000000001")
            + "  - userPrincipalName: b@contoso.com\n    id: 00000000-0000-4000-8000-000000000001",
        8, "tenants[0].users[1].id", "used twice"),
    .init(
        "personal id",
        "tenants:\n- id: consumers\n  users:\n  - userPrincipalName: a@live.com\n    id: 11111111-1111-4111-8111-111111111111",
        5, "\(user).id", "16 hexadecimal digits"),
    .init(
        "group without name", tenant("groups:\n- id: 00000000-0000-4000-8000-000000000001"), 5, "tenants[0].groups[0]",
        "displayName is missing"),
    .init(
        "group twice", tenant("groups:\n- displayName: a\n- displayName: a"), 6, "tenants[0].groups[1]", "used twice"),
]

private let applications: [BadConfiguration] = [
    .init("no appId", tenant("applications:\n- displayName: x"), 5, app, "appId is missing"),
    .init("empty appId", tenant("applications:\n- appId: ''"), 5, "\(app).appId", "must not be empty"),
    .init("appId a number", tenant("applications:\n- appId: 12345"), 5, "\(app).appId", "write it in quotes"),
    .init("appId twice", application("") + "  - appId: APP", 6, "tenants[0].applications[1].appId", "used twice"),
    .init(
        "built-in appId", tenant("applications:\n- appId: 00000003-0000-0000-C000-000000000000"), 5, "\(app).appId",
        "built-in"),
    .init(
        "audience", application("signInAudience: AzureADMyOrgs"), 6, "\(app).signInAudience", "PersonalMicrosoftAccount"
    ),
    .init(
        "own key", application("nativeAuthentification: true"), 6, "\(app).nativeAuthentification",
        "did you mean nativeAuthentication?"),
    .init("service principal id", application("servicePrincipalId: x"), 6, "\(app).servicePrincipalId", "not a GUID"),
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
        "only allowed for localhost"),
    .init("IPv6 loopback", redirect("web", "http://[::1]:8080/"), 9, "\(app).web.redirectUris[0]", "IPv6 loopback"),
    .init(
        "custom scheme on web", redirect("web", "myapp://auth"), 9, "\(app).web.redirectUris[0]", "under publicClient"),
    .init(
        "custom scheme on spa", redirect("spa", "msauth.com.a.b://auth"), 9, "\(app).spa.redirectUris[0]",
        "under publicClient"),
    .init(
        "javascript", redirect("publicClient", "javascript:alert"), 9, "\(app).publicClient.redirectUris[0]",
        "javascript: is not allowed"),
    .init(
        "data", redirect("publicClient", "DATA:text/html"), 9, "\(app).publicClient.redirectUris[0]",
        "data: is not allowed"),
    .init("fragment", redirect("web", "https://a.example/#x"), 9, "\(app).web.redirectUris[0]", "fragment"),
    .init("no scheme", redirect("web", "a.example/cb"), 9, "\(app).web.redirectUris[0]", "no scheme"),
    .init("no host", redirect("web", "https:///cb"), 9, "\(app).web.redirectUris[0]", "no host"),
    .init("space", redirect("web", "https://a.example/a b"), 9, "\(app).web.redirectUris[0]", "a space"),
    .init("international host", redirect("web", "https://é.example/"), 9, "\(app).web.redirectUris[0]", "non-ASCII"),
    .init(
        "unsupported character", redirect("web", "https://a.example/(x)"), 9, "\(app).web.redirectUris[0]",
        "the character ("),
    .init(
        "too long", redirect("web", "https://a.example/" + String(repeating: "x", count: 240)), 9,
        "\(app).web.redirectUris[0]", "longer than 256"),
    .init(
        "nothing after the scheme", redirect("publicClient", "myapp:"), 9, "\(app).publicClient.redirectUris[0]",
        "nothing after"),
    .init(
        "query with personal accounts",
        redirect("web", "https://a.example/?x=1", audience: "AzureADandPersonalMicrosoftAccount"), 9,
        "\(app).web.redirectUris[0]", "a query is not allowed"),
    .init(
        "wildcard with personal accounts",
        redirect("web", "https://*.a.example/", audience: "PersonalMicrosoftAccount"), 9,
        "\(app).web.redirectUris[0]", "a wildcard is not allowed"),
    .init(
        "wildcard in the path", redirect("web", "https://a.example/*"), 9, "\(app).web.redirectUris[0]", "first label"),
    .init("two wildcards", redirect("web", "https://*.*.a.example/"), 9, "\(app).web.redirectUris[0]", "first label"),
    .init(
        "registered twice", redirect("web", "https://a.example/", "https://a.example/"), 10,
        "\(app).web.redirectUris[1]", "registered twice"),
    .init(
        "under two platforms",
        application("web: {redirectUris: ['https://a.example/']}\nspa: {redirectUris: ['https://a.example/']}"), 7,
        "\(app).spa.redirectUris[0]", "stands under web already"),
    .init(
        "more than 100 with personal accounts",
        application(
            "signInAudience: AzureADandPersonalMicrosoftAccount\nweb: {redirectUris: ["
                + (0...100).map { "https://a.example/\($0)" }.joined(separator: ", ") + "]}"), 5, app, "at most 100"),
    .init(
        "more than 256",
        application(
            "web: {redirectUris: [" + (0...256).map { "https://a.example/\($0)" }.joined(separator: ", ") + "]}"),
        5, app, "at most 256"),
    .init("identifier URI", application("identifierUris: [orders]"), 6, "\(app).identifierUris[0]", "is not a URI"),
    .init(
        "identifier URI twice", application("identifierUris: [api://a, API://a]"), 6, "\(app).identifierUris[1]",
        "used twice"),
    .init(
        "Microsoft's identifier URI", application("identifierUris: ['https://graph.microsoft.com']"), 6,
        "\(app).identifierUris[0]", "built-in"),
    .init(
        "long identifier URI with personal accounts",
        application(
            "signInAudience: PersonalMicrosoftAccount\nidentifierUris: [\"api://" + String(repeating: "x", count: 120)
                + "\"]"), 7,
        "\(app).identifierUris[0]", "longer than 120"),
    .init(
        "version 1 with personal accounts",
        application("signInAudience: PersonalMicrosoftAccount\napi: {requestedAccessTokenVersion: 1}"), 5,
        app, "requestedAccessTokenVersion must be 2"),
    .init(
        "version 3", application("api: {requestedAccessTokenVersion: 3}"), 6, "\(app).api.requestedAccessTokenVersion",
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
        "\(app).keyCredentials[0].certificate", "no certificate"),
    .init(
        "key not base64", application("keyCredentials: [{key: '%%'}]"), 6, "\(app).keyCredentials[0].key", "in base64"),
    .init(
        "federated credential", application("federatedIdentityCredentials: [{name: a, issuer: b}]"), 6,
        "\(app).federatedIdentityCredentials[0]", "subject is missing"),
    .init(
        "group claims", application("groupMembershipClaims: Security"), 6, "\(app).groupMembershipClaims",
        "SecurityGroup"),
    .init(
        "optional claim without name", application("optionalClaims: {idToken: [{}]}"), 6,
        "\(app).optionalClaims.idToken[0]", "name is missing"),
]

private let references: [BadConfiguration] = [
    .init(
        "scope without value", application("api: {oauth2PermissionScopes: [{type: User}]}"), 6,
        "\(app).api.oauth2PermissionScopes[0]", "value is missing"),
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
        "\(app).api.oauth2PermissionScopes[0].value", "slash"),
    .init(
        "role members", application("appRoles: [{value: a, allowedMemberTypes: [Group]}]"), 6,
        "\(app).appRoles[0].allowedMemberTypes[0]", "User, Application"),
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
        6, "\(app).requiredResourceAccess[0].resourceAccess[0].id", "it is of type Scope"),
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
        application("") + "  oauth2PermissionGrants:\n  - {clientId: app, resourceId: app, consentType: All, scope: a}",
        7,
        "tenants[0].oauth2PermissionGrants[0].consentType", "Principal, AllPrincipals"),
    .init(
        "assignment to nobody",
        application("appRoles: [{value: r}]")
            + "  appRoleAssignments:\n  - {principalId: x, resourceId: app, appRole: r}", 8,
        "tenants[0].appRoleAssignments[0].principalId", "no user, group or application x"),
    .init(
        "assignment of an unknown role",
        application("") + "  appRoleAssignments:\n  - {principalId: app, resourceId: app, appRole: r}", 7,
        "tenants[0].appRoleAssignments[0].appRole", "no app role r"),
    .init(
        "assignment of a users' role to a client",
        application("appRoles: [{value: r, allowedMemberTypes: [User]}]")
            + "  appRoleAssignments:\n  - {principalId: app, resourceId: app, appRole: r}",
        8, "tenants[0].appRoleAssignments[0].appRole", "not for applications"),
    .init(
        "assignment without a role", application("") + "  appRoleAssignments:\n  - {principalId: app, resourceId: app}",
        7,
        "tenants[0].appRoleAssignments[0]", "appRoleId or appRole is missing"),
    .init(
        "assignment key", application("") + "  appRoleAssignments:\n  - {principalId: app, resourceId: app, apRole: r}",
        7,
        "tenants[0].appRoleAssignments[0].apRole", "did you mean appRole?"),
]

@Suite struct BadConfigurationTests {
    @Test(
        "a mistake is reported at its line and key path",
        arguments: ownKeys + tenants + users + applications + references)
    func reported(row: BadConfiguration) {
        let problems = load(row.text).problems
        let found = problems.first { $0.keyPath == row.path && $0.line == row.line }
        #expect(found?.description.contains(row.says) == true, "\(problems.map(\.description))")
    }

    @Test func everyProblemIsCollected() {
        let text = """
            settings: {signIn: x}
            tenants:
            - id: a
              users:
              - userPrincipalName: b
              applications:
              - appId: c
                web: {redirectUris: [d, 'ftp://e']}
              oauth2PermissionGrants: [{clientId: f, resourceId: c, consentType: AllPrincipals, scope: g}]
            """
        let lines = load(text).problems.map(\.line)
        #expect(lines == [1, 3, 5, 8, 8, 9, 9])
    }

    @Test func aProblemPrintsAsFileLinePathMessageHint() {
        let problem = load("settings:\n  signin: automatic\n").problems.first
        #expect(problem?.description == "c.yaml:2: settings.signin: unknown key (did you mean signIn?)")
    }

    @Test func whatTheFileHoldsDoesNotBreakTheLine() {
        let long = String(repeating: "x", count: 100_000)
        let problems = load("\"a\\nb\": 1\ntenants: [{id: \"\\e[31m\\n\(long)\"}]").problems
        #expect(problems.map(\.keyPath) == ["a b", "tenants[0].id"])
        for problem in problems {
            #expect(problem.description.utf8.count < 2000)
            #expect(problem.description.utf8.allSatisfy { $0 >= 0x20 })
        }
    }

    @Test func aMissingFileIsNamed() {
        let error = #expect(throws: Configuration.Problems.self) { try Configuration.load(.file("no/such/file.yaml")) }
        #expect(error?.problems.first?.description == "no/such/file.yaml:1: cannot be read: No such file or directory")
    }

    @Test func aFolderIsNoFile() {
        let error = #expect(throws: Configuration.Problems.self) { try Configuration.load(.file("/")) }
        #expect(error?.problems.first?.message.contains("directory") == true)
    }
}
