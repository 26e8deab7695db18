private let user = "tenants[0].users[0]"
private let app = "tenants[0].applications[0]"

private func user(_ lines: String) -> String {
    tenant(
        "users:\n- userPrincipalName: alex@contoso.com\n" + lines.split(separator: "\n").map { "  \($0)\n" }.joined())
}

/// Rows with mistakes in the server, the settings, tenants and users.
extension BadConfiguration {
    static let ownKeys: [BadConfiguration] = [
        .init("not YAML", "tenants: [", 2, "", "not valid YAML"),
        .init("empty", "", 1, "", "is empty"),
        .init("a list", "- a", 1, "", "must be a mapping, not a list"),
        .init("two documents", "tenants: []\n---\n", 2, "", "a second YAML document"),
        .init("duplicate key", "tenants: []\ntenants: []", 2, "", "occurs twice"),
        .init("unknown top key", "tenant: []", 1, "tenant", "did you mean tenants?"),
        .init("unknown top key, nothing near", "foo: 1", 1, "foo", "server, settings, tenants"),
        .init("unknown server key", "server:\n  htpPort: 1", 2, "server.htpPort", "did you mean httpPort?"),
        .init("config in the file", "server: {config: x}", 1, "server.config", "unknown key"),
        .init("port too large", "server: {httpPort: 65536}", 1, "server.httpPort", "0 to 65535, or off"),
        .init("port negative", "server: {httpPort: -1}", 1, "server.httpPort", "0 to 65535"),
        .init("port list for http", "server: {httpPort: [1, x]}", 1, "server.httpPort", "0 to 65535"),
        .init("port twice", "server: {httpsPort: [443, 443]}", 1, "server.httpsPort", "twice"),
        .init("host is a name", "server: {host: example.com}", 1, "server.host", "IPv4 or IPv6"),
        .init(
            "origin with a path", "server: {publicOrigin: 'https://a.example/x'}", 1, "server.publicOrigin",
            "nothing more"),
        .init(
            "origin without scheme", "server: {publicOrigin: a.example}", 1, "server.publicOrigin",
            "http:// or https://"),
        .init("workers 0", "server: {workers: 0}", 1, "server.workers", "from 1 to 256"),
        .init("limit 0", "server: {maxHeaders: 0}", 1, "server.maxHeaders", "from 1 to 1000000"),
        .init("time with a unit", "server: {headerTimeout: 10s}", 1, "server.headerTimeout", "0.001 to 86400 seconds"),
        .init("no HTTPS port", "server: {httpsPort: []}", 1, "server.httpsPort", "must not be an empty list"),
        .init("a list of lists", "server: {httpsPort: [[1]]}", 1, "server.httpsPort", "a list of text or numbers"),
        .init("misspelt limit", "server: {maxHeader: 1}", 1, "server.maxHeader", "did you mean maxHeaders?"),
        .init(
            "token that YAML takes for a comment", "server:\n  controlToken: #secret", 2, "server.controlToken",
            "the control plane would be open"),
        .init(
            "token that YAML takes for an anchor", "server:\n  controlToken: &secret", 2, "server.controlToken",
            "in quotes"),
        .init("token null", "server: {controlToken: null}", 1, "server.controlToken", "has no value"),
        .init("seed a number", "server: {seed: 12}", 1, "server.seed", "write it in quotes: \"12\""),
        .init("log level", "server: {logLevel: loud}", 1, "server.logLevel", "trace, debug, info"),
        .init("log format", "server: {logFormat: xml}", 1, "server.logFormat", "auto, text, json"),
        .init("trustProxy", "server: {trustProxy: maybe}", 1, "server.trustProxy", "true or false"),
        .init("tls without key", "server:\n  tls: {certificate: a.pem}", 2, "server.tls", "key is missing"),
        .init("unknown setting", "settings:\n  signin: automatic", 2, "settings.signin", "did you mean signIn?"),
        .init(
            "permissions of Graph", "settings: {graphPermissions: none}", 1, "settings.graphPermissions",
            "one of enforced, anyToken"),
        .init("setting's word", "settings: {signIn: auto}", 1, "settings.signIn", "one of interactive, automatic"),
        .init(
            "setting's type", "settings: {staySignedInPage: 1}", 1, "settings.staySignedInPage",
            "true or false, not the number 1"),
        .init("ring", "settings: {speInfo: 'a,b'}", 1, "settings.speInfo", "1 to 16 letters or digits"),
        .init(
            "device challenge", "settings: {deviceChallenge: yes please}", 1, "settings.deviceChallenge",
            "none, pkeyAuth"),
        .init(
            "no header secret", "settings: {managedIdentityHeader: ''}", 1, "settings.managedIdentityHeader",
            "must not be empty"),
        .init(
            "code too short", "settings: {oneTimeCodeLength: 3}", 1, "settings.oneTimeCodeLength", "from 4 to 10"),
        .init(
            "code for ever", "settings: {oneTimeCodeLifetime: 86401}", 1, "settings.oneTimeCodeLifetime",
            "from 1 to 86400"),
        .init(
            "no attempts", "settings: {oneTimeCodeAttempts: 0}", 1, "settings.oneTimeCodeAttempts", "from 1 to 1000"),
        .init(
            "interval a text", "settings: {oneTimeCodeInterval: soon}", 1, "settings.oneTimeCodeInterval",
            "whole number"),
        .init("settings no mapping", "settings: []", 1, "settings", "must be a mapping"),
        .init(
            "lifetime 0", "settings: {accessTokenLifetime: 0}", 1, "settings.accessTokenLifetime", "from 1 to 100800"),
        .init(
            "lifetime reversed", "settings: {accessTokenLifetime: 5..4}", 1, "settings.accessTokenLifetime",
            "is not a lifetime"),
        .init(
            "lifetime range too long", "settings: {accessTokenLifetime: 1..999999}", 1, "settings.accessTokenLifetime",
            "to 100800 seconds"),
        .init("lifetime text", "settings: {idTokenLifetime: 1h}", 1, "settings.idTokenLifetime", "whole number"),
        .init(
            "lifetime fraction", "settings: {sessionLifetime: 1.5}", 1, "settings.sessionLifetime", "not the number 1.5"
        ),
        .init(
            "setting of a tenant", tenant("settings: {consents: prompt}"), 4, "tenants[0].settings.consents",
            "did you mean consent?"),
        .init(
            "setting of an application", application("settings: {consent: x}"), 6, "\(app).settings.consent",
            "prompt, automatic"),
        .init(
            "session of a tenant", tenant("settings: {sessionLifetime: 60}"), 4, "tenants[0].settings.sessionLifetime",
            "only valid under settings: at the top level"),
        .init(
            "persistent session of a tenant", tenant("settings: {persistentSessionLifetime: 60}"), 4,
            "tenants[0].settings.persistentSessionLifetime", "only valid under settings: at the top level"),
        .init(
            "key folder of a tenant", tenant("settings: {arcKeyFolder: /x}"), 4, "tenants[0].settings.arcKeyFolder",
            "only valid under settings: at the top level"),
        .init(
            "region of a tenant", tenant("settings: {azureRegion: x}"), 4, "tenants[0].settings.azureRegion",
            "only valid under settings: at the top level"),
        .init(
            "cross-origin calls of an application", application("settings: {nativeAuthCrossOrigin: true}"), 6,
            "\(app).settings.nativeAuthCrossOrigin", "only valid under settings: of a tenant"),
        .init(
            "header secret of an application", application("settings: {managedIdentityHeader: x}"), 6,
            "\(app).settings.managedIdentityHeader", "only valid under settings: of a tenant"),
        .init(
            "test contract of an application", application("settings: {nativeAuthTestContract: true}"), 6,
            "\(app).settings.nativeAuthTestContract", "only valid under settings: at the top level"),
        .init(
            "setting beside an application's settings", application("consent: automatic"), 6, "\(app).consent",
            "consent belongs under settings:"),
        .init("top manifests without a tenant", "applicationsFrom: ['*.json']", 1, "applicationsFrom[0]", "no tenant"),
        .init(
            "manifest not there", tenant("applicationsFrom: [x.json]"), 4, "tenants[0].applicationsFrom[0]",
            "No such file"),
    ]

    static let tenants: [BadConfiguration] = [
        .init("tenants no list", "tenants: {}", 1, "tenants", "must be a list, not a mapping"),
        .init("tenant no mapping", "tenants: [x]", 1, "tenants[0]", "must be a mapping, not text"),
        .init("no id", "tenants:\n- domains: [a.example]", 2, "tenants[0]", "id is missing"),
        .init("null id", "tenants:\n- id:\n  domains: []", 2, "tenants[0]", "id is missing"),
        .init("id no GUID", "tenants:\n- id: contoso", 2, "tenants[0].id", "is not a GUID"),
        .init("tenant key", tenant("aplications: []"), 4, "tenants[0].aplications", "did you mean applications?"),
        .init("kind", tenant("kind: workfoce"), 4, "tenants[0].kind", "workforce, external, b2c"),
        .init(
            "domain", tenant("").replacing("contoso.com", with: "common"), 3, "tenants[0].domains[0]",
            "not a domain name"),
        .init(
            "domain with a label too many dots", tenant("").replacing("contoso.com", with: "a..b"), 3,
            "tenants[0].domains[0]", "not a domain name"),
        .init(
            "domain a number", tenant("").replacing("contoso.com", with: "1.5"), 3, "tenants[0].domains[0]", "in quotes"
        ),
        .init(
            "tenant twice", tenant("") + "- id: 11111111-1111-4111-8111-111111111111", 4, "tenants[1].id",
            "used twice (first at c.yaml:2)"),
        .init(
            "domain twice", tenant("") + "- id: 22222222-2222-4222-8222-222222222222\n  domains: [CONTOSO.com]", 5,
            "tenants[1].domains[0]", "used twice"),
        .init(
            "personal domain", tenant("").replacing("contoso.com", with: "outlook.com"), 3, "tenants[0].domains[0]",
            "personal accounts"),
        .init(
            "kind of consumers", "tenants:\n- id: consumers\n  kind: b2c", 3, "tenants[0].kind", "must not have a kind"),
        .init(
            "consumers twice", "tenants:\n- id: consumers\n- id: 9188040D-6c67-4c5b-b112-36a304b66dad", 3,
            "tenants[1].id",
            "used twice"),
        .init(
            "subdomain of a workforce tenant", tenant("subdomain: contoso"), 4, "tenants[0].subdomain",
            "external or b2c"),
        .init(
            "country of a tenant", tenant("countryLetterCode: Austria"), 4, "tenants[0].countryLetterCode",
            "two letters"),
        .init("subdomain", tenant("kind: external\nsubdomain: a.b"), 5, "tenants[0].subdomain", "host label"),
        .init(
            "policies of a workforce tenant", tenant("policies: [B2C_1_x]"), 4, "tenants[0].policies[0]", "kind: b2c"),
        .init(
            "policy kind", tenant("kind: b2c\npolicies: [{id: B2C_1_x, kind: signup}]"), 5,
            "tenants[0].policies[0].kind", "signUpOrSignIn"),
        .init(
            "policy key", tenant("kind: b2c\npolicies: [{id: B2C_1_x, kinds: signUp}]"), 5,
            "tenants[0].policies[0].kinds", "kind"),
        .init(
            "policy without id", tenant("kind: b2c\npolicies: [{kind: signUp}]"), 5, "tenants[0].policies[0]",
            "id is missing"),
        .init(
            "policy attribute", tenant("kind: b2c\npolicies: [{id: B2C_1_x, attributes: [shoeSize]}]"), 5,
            "tenants[0].policies[0].attributes[0]", "displayName"),
        .init(
            "pattern of an attribute",
            tenant("kind: b2c\npolicies: [{id: B2C_1_x, attributes: [{name: city, pattern: 'a('}]}]"), 5,
            "tenants[0].policies[0].attributes[0].pattern",
            "is not a supported .NET regular expression: character 2: missing closing parenthesis"),
        .init(
            "pattern of another dialect",
            tenant("kind: b2c\npolicies: [{id: B2C_1_x, attributes: [{name: postalCode, pattern: '[[:alpha:]]'}]}]"), 5,
            "tenants[0].policies[0].attributes[0].pattern", "character 2: the classes of POSIX"),
        .init(
            "pattern that YAML takes for a comment",
            tenant("kind: b2c\npolicies:\n- id: B2C_1_x\n  attributes:\n  - name: city\n    pattern: #[0-9]"), 9,
            "tenants[0].policies[0].attributes[0].pattern", "any value would be accepted"),
        .init(
            "attribute twice",
            tenant("kind: b2c\npolicies: [{id: B2C_1_x, attributes: [city, {name: city, pattern: '^A'}]}]"), 5,
            "tenants[0].policies[0].attributes[1]", "the attribute city is used twice (first at c.yaml:5)"),
        .init(
            "65 attributes", tenant("kind: external\npolicies: [{id: x, attributes: [\(attributes(65))]}]"), 5,
            "tenants[0].policies[0]", "has 65 attributes; at most 64 are allowed"),
        .init(
            "policy with codes in b2c", tenant("kind: b2c\npolicies: [{id: B2C_1_x, credential: emailOneTimeCode}]"), 5,
            "tenants[0].policies[0]", "external"),
        .init(
            "two policies of an external tenant", tenant("kind: external\npolicies: [a, b]"), 5,
            "tenants[0].policies[1]", "several policies only if"),
        .init(
            "applications of a b2c policy",
            tenant("kind: b2c\npolicies: [{id: B2C_1_x, applications: [a]}]"), 5,
            "tenants[0].policies[0].applications", "has no effect"),
        .init(
            "claims of an external policy", tenant("kind: external\npolicies: [{id: x, claims: [name]}]"), 5,
            "tenants[0].policies[0].claims", "has no effect"),
        .init(
            "an element of an external policy", tenant("kind: external\npolicies: [{id: x, usernameElement: email}]"),
            5,
            "tenants[0].policies[0].usernameElement", "has no effect"),
        .init(
            "a reset where there are no passwords",
            tenant("kind: external\npolicies: [{id: x, credential: emailOneTimeCode, resetsPassword: true}]"), 5,
            "tenants[0].policies[0].resetsPassword", "has no effect"),
        .init("policy name", tenant("kind: b2c\npolicies: [signin]"), 5, "tenants[0].policies[0]", "B2C_1_name"),
        .init(
            "dot in a policy name", tenant("kind: b2c\npolicies: [B2C_1_a.b]"), 5, "tenants[0].policies[0]",
            "B2C_1_name"),
        .init(
            "policy twice", tenant("kind: b2c\npolicies: [B2C_1_x, b2c_1_X]"), 5, "tenants[0].policies[1]", "used twice"
        ),
    ]

    static let users: [BadConfiguration] = [
        .init("no name", tenant("users:\n- displayName: x"), 5, user, "userPrincipalName is missing"),
        .init(
            "name without @", tenant("users:\n- userPrincipalName: alex"), 5, "\(user).userPrincipalName", "user@domain"
        ),
        .init("name a number", tenant("users:\n- userPrincipalName: 7"), 5, "\(user).userPrincipalName", "in quotes"),
        .init("id no GUID", user("id: '7'"), 6, "\(user).id", "is not a GUID"),
        .init("own key", user("pasword: x"), 6, "\(user).pasword", "did you mean password?"),
        .init("own key's case", user("Password: x"), 6, "\(user).Password", "did you mean password?"),
        .init("short own key's case", user("MFA: '123456'"), 6, "\(user).MFA", "did you mean mfa?"),
        .init("short own key's first letter", user("Mfa: '123456'"), 6, "\(user).Mfa", "did you mean mfa?"),
        .init("password a boolean", user("password: true"), 6, "\(user).password", "not the boolean true"),
        .init("password that YAML takes for a comment", user("password: #1"), 6, "\(user).password", "in quotes"),
        .init("password that YAML takes for an anchor", user("password: &x"), 6, "\(user).password", "no password"),
        .init("password null", user("password: null"), 6, "\(user).password", "has no value"),
        .init("method that YAML takes for a comment", user("mfa: #1"), 6, "\(user).mfa", "no method"),
        .init("code null", user("oneTimeCode:"), 6, "\(user).oneTimeCode", "would be random"),
        .init("code of letters", user("oneTimeCode: abc"), 6, "\(user).oneTimeCode", "4 to 10 digits"),
        .init("code too short", user("oneTimeCode: '12'"), 6, "\(user).oneTimeCode", "4 to 10 digits"),
        .init(
            "passwordless with a password", user("passwordless: true\npassword: x"), 5, user,
            "leave out passwordless or password"
        ),
        .init(
            "guest without a password, with one",
            user("guestOf: [{tenant: fabrikam.com, account: {passwordless: true, password: x}}]")
                + "- id: 22222222-2222-4222-8222-222222222222\n  domains: [fabrikam.com]",
            6, "\(user).guestOf[0].account", "leave out passwordless or password"),
        .init("group", user("groups: [Staff]"), 6, "\(user).groups[0]", "no group Staff"),
        .init(
            "group, near", user("groups: [Staf]") + "  groups: [{displayName: Staff}]", 6, "\(user).groups[0]",
            "did you mean Staff?"),
        .init("role", user("roles: [Global Admin]"), 6, "\(user).roles[0]", "unknown directory role"),
        .init(
            "role, near", user("roles: [Global Administratr]"), 6, "\(user).roles[0]",
            "did you mean Global Administrator?"),
        .init("guest nowhere", user("guestOf: [fabrikam.com]"), 6, "\(user).guestOf[0]", "unknown tenant fabrikam.com"),
        .init("guest at home", user("guestOf: [contoso.com]"), 6, "\(user).guestOf[0]", "cannot be a guest"),
        .init(
            "guest of personal accounts", user("guestOf: [outlook.com]"), 6, "\(user).guestOf[0]", "cannot be a guest"),
        .init("guest key", user("guestOf: [{tenat: x}]"), 6, "\(user).guestOf[0].tenat", "did you mean tenant?"),
        .init(
            "name twice", user("") + "  - userPrincipalName: ALEX@contoso.com", 6,
            "tenants[0].users[1].userPrincipalName",
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
            "group without name", tenant("groups:\n- id: 00000000-0000-4000-8000-000000000001"), 5,
            "tenants[0].groups[0]",
            "displayName is missing"),
        .init(
            "group twice", tenant("groups:\n- displayName: a\n- displayName: a"), 6, "tenants[0].groups[1]",
            "groups without ids need different names: the group name a is used twice"),
        .init(
            "member", tenant("groups:\n- displayName: a\n  members: [nobody]"), 6, "tenants[0].groups[0].members[0]",
            "this tenant has no user, group, service principal or device nobody"),
        .init(
            "member with the name of two groups",
            tenant(
                "groups:\n- displayName: a\n  members: [b]\n- {displayName: b, id: 00000000-0000-4000-8000-000000000001}\n"
                    + "- displayName: b"), 6, "tenants[0].groups[0].members[0]", "2 groups have the name b"),
        .init(
            "group as owner", tenant("groups:\n- displayName: a\n  owners: [a]"), 6,
            "tenants[0].groups[0].owners[0]", "this tenant has no user or service principal a"),
        .init(
            "group in a Microsoft 365 group",
            tenant("groups:\n- displayName: a\n  members: [b]\n  groupTypes: [Unified]\n- displayName: b"), 6,
            "tenants[0].groups[0].members[0]", "only users can be members of a Microsoft 365 group"),
        .init(
            "Microsoft 365 group in a group",
            tenant("groups:\n- displayName: a\n  members: [b]\n- displayName: b\n  groupTypes: [Unified]"), 6,
            "tenants[0].groups[0].members[0]", "cannot be a member of another group"),
        .init(
            "group in a group with roles",
            tenant("groups:\n- displayName: a\n  members: [b]\n  isAssignableToRole: true\n- displayName: b"), 6,
            "tenants[0].groups[0].members[0]", "cannot contain groups"),
        .init(
            "device object id twice",
            tenant(
                "devices:\n- {displayName: a, id: 00000000-0000-4000-8000-000000000001}\n"
                    + "- {displayName: b, id: 00000000-0000-4000-8000-000000000001}"), 6,
            "tenants[0].devices[1].id", "used twice"),
    ]
}
