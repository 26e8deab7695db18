import Directory
import Formats

/// A directory with a policy for each control of Conditional Access. Each policy applies to its own API.
enum PolicyLab {
    static let app = Client(id: "aaaaaaaa-0000-4000-8000-000000000101", redirectURI: "https://app.test/cb")
    static let web = Client(
        id: "aaaaaaaa-0000-4000-8000-000000000102", redirectURI: "https://web.test/cb", secret: "web-secret")
    static let throttled = Client(
        id: "aaaaaaaa-0000-4000-8000-000000000103", redirectURI: "https://slow.test/cb", secret: "slow-secret")
    static let tenant = "11111111-1111-4111-8111-111111111111"
    static let tenantName = "contoso.com"
    static let mfaPolicy = "99999999-0000-4000-8000-000000000001"

    /// The APIs, named after the control of their policy. The API `free` has no policy.
    static let apis = [
        "free", "mfa", "block", "compliant", "joined", "approved", "protected", "terms", "hourly", "always", "risky",
        "password", "either", "both", "reporting", "browser", "mobile", "persistent", "riskyblock",
        "strength2", "strength3", "strength4", "custom", "unknown", "pushed",
    ]

    static func entra() throws -> MockEntra { try MockEntra(directory: directory.get()) }

    /// Returns a server with the settings.
    static func entra(settings: String) throws -> MockEntra { try MockEntra(yaml: "settings: {\(settings)}\n\(yaml)") }

    static func scope(_ api: String) -> Parameters { ["scope": "openid offline_access api://\(api)/do"] }

    /// Signs in with one post. `fields` contains the values that policies require in addition to the password.
    static func post(_ site: Site, _ api: String, as user: String, _ fields: Parameters) throws -> TestResponse {
        try site.post(
            "\(Site.path("authorize", tenantName))?\(app.request(scope(api)).encoded)",
            (["loginfmt": "\(user)@contoso.com", "passwd": "Understudy!1"] as Parameters).with(fields))
    }

    private static let directory = Result { try MockEntra.directory(yaml) }

    static func appId(_ api: String) -> String {
        let number = (apis.firstIndex(of: api) ?? 0) + 200
        return "aaaaaaaa-0000-4000-8000-000000000\(number)"
    }

    private static func policy(_ api: String, _ controls: String, conditions: String = "") -> String {
        "{displayName: \(api), conditions: {users: {includeUsers: [All], excludeUsers: [exempt@contoso.com]}, "
            + "applications: {includeApplications: [\(appId(api))]}\(conditions)}, \(controls)}"
    }

    private static func strength(_ members: String) -> String {
        "grantControls: {operator: OR, authenticationStrength: {\(members)}}"
    }

    private static let policies = [
        "{id: \(mfaPolicy), displayName: Second factor, conditions: {users: {includeGroups: [Staff], "
            + "includeRoles: [Global Administrator], includeUsers: [GuestsOrExternalUsers]}, "
            + "applications: {includeApplications: [\(appId("mfa"))]}}, grantControls: {builtInControls: [mfa]}}",
        policy("block", "grantControls: {builtInControls: [block]}"),
        policy("compliant", "grantControls: {builtInControls: [compliantDevice]}"),
        policy("joined", "grantControls: {builtInControls: [domainJoinedDevice]}"),
        policy("approved", "grantControls: {builtInControls: [approvedApplication]}"),
        policy("protected", "grantControls: {builtInControls: [compliantApplication]}"),
        policy("terms", "grantControls: {termsOfUse: [House rules]}"),
        policy("hourly", "sessionControls: {signInFrequency: {value: 1, type: hours}}"),
        policy("always", "sessionControls: {signInFrequency: {frequencyInterval: everyTime}}"),
        policy("risky", "grantControls: {builtInControls: [mfa]}", conditions: ", signInRiskLevels: [medium, high]"),
        policy(
            "password", "grantControls: {operator: AND, builtInControls: [passwordChange]}",
            conditions: ", userRiskLevels: [high]"),
        policy("either", "grantControls: {operator: OR, builtInControls: [mfa, compliantDevice]}"),
        policy(
            "both",
            "grantControls: {operator: AND, builtInControls: [mfa], termsOfUse: [House rules]}, "
                + "sessionControls: {signInFrequency: {value: 1, type: hours}}"),
        policy("reporting", "state: enabledForReportingButNotEnforced, grantControls: {builtInControls: [block]}"),
        policy("browser", "grantControls: {builtInControls: [block]}", conditions: ", clientAppTypes: [browser]"),
        policy(
            "mobile", "grantControls: {builtInControls: [block]}",
            conditions: ", clients: {includeApplications: [\(app.id)]}"),
        policy("persistent", "sessionControls: {persistentBrowser: {mode: always}}"),
        policy("riskyblock", "grantControls: {builtInControls: [block]}", conditions: ", userRiskLevels: [high]"),
        policy("strength2", strength("id: 00000000-0000-0000-0000-000000000002")),
        policy("strength3", strength("id: 00000000-0000-0000-0000-000000000003")),
        policy("strength4", strength("id: 00000000-0000-0000-0000-000000000004")),
        policy("custom", strength("id: c, allowedCombinations: [\"password,sms\", fido2]")),
        policy("unknown", strength("id: c")),
        policy("pushed", strength("id: p, allowedCombinations: [\"password,microsoftAuthenticatorPush\"]")),
        "{displayName: Step up, conditions: {users: {includeUsers: [All]}, applications: "
            + "{includeAuthenticationContextClassReferences: [c1]}}, grantControls: {builtInControls: [mfa]}}",
    ]

    private static let applications = apis.map {
        "{appId: \(appId($0)), displayName: API \($0), identifierUris: [\"api://\($0)\"], "
            + "api: {requestedAccessTokenVersion: \($0 == "mfa" ? 1 : 2), oauth2PermissionScopes: [{value: do}]}, "
            + "optionalClaims: {accessToken: [{name: xms_cc}\($0 == "free" ? ", {name: acrs}" : "")]}}"
    }

    /// Returns a registration. The `platformKeys` are next to the redirect URIs, and the `keys` are in the registration itself.
    private static func client(
        _ client: Client, _ platform: String, _ more: String = "", platformKeys: String = "", keys: String = ""
    ) -> String {
        "{appId: \(client.id), displayName: Client, "
            + "\(platform): {redirectUris: [\"\(client.redirectURI)\"]\(platformKeys)}, "
            + "settings: {consent: automatic\(more)}, requiredResourceAccess: [\(required)]\(keys)"
            + (client.secret.map { ", passwordCredentials: [{secretText: \($0)}]" } ?? "") + "}"
    }

    /// A client that also receives tokens from the authorize endpoint. Its id_token lists the satisfied contexts.
    private static let webClient = client(
        web, "web",
        platformKeys: ", implicitGrantSettings: {enableAccessTokenIssuance: true, enableIdTokenIssuance: true}",
        keys: ", optionalClaims: {idToken: [{name: acrs}]}")

    private static let required = apis.map {
        "{resourceAppId: \(appId($0)), resourceAccess: [{id: do, type: Scope}]}"
    }.joined(separator: ", ")

    /// Consent to every API, so that only policies can withhold tokens from a client.
    private static let grants = [app, web].flatMap { client in
        apis.map { "{clientId: \(client.id), resourceId: \(appId($0)), consentType: AllPrincipals, scope: do}" }
    }

    private static func user(_ name: String, _ more: String) -> String {
        "{userPrincipalName: \(name)@contoso.com, displayName: \(name), password: Understudy!1\(more)}"
    }

    private static let users = [
        user("alex", ", groups: [Staff], mfa: \"123456\""),
        user("totp", ", groups: [Staff], mfa: \"totp:GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ\""),
        user("mail", ", groups: [Staff], mfa: mail@contoso.com"),
        user("phone", ", groups: [Staff], mfa: \"+41 44 555 01 00\", oneTimeCode: \"424242\""),
        user("none", ", groups: [Staff]"),
        user(
            "push",
            ", groups: [Staff], mfa: \"push:Pixel\", "
                + "otherMfa: [\"totp:GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ\", \"+41 44 555 01 20\"]"),
        user("plain", ", groups: [Staff], mfa: push"),
        user("keyless", ", groups: [Staff], mfa: push, phoneSignIn: true"),
        user("desk", ", groups: [Staff], otherPhones: [\"office:+41 44 555 02 00\"]"),
        user("admin", ", roles: [Global Administrator], mfa: \"123456\""),
        user("exempt", ""),
        user("risky", ", signInRiskLevel: high, userRiskLevel: high, groups: [Staff]"),
        user("expired", ", passwordProfile: {forceChangePasswordNextSignIn: true}"),
        user("synced", ", passwordProfile: {forceChangePasswordNextSignIn: true}, onPremisesSyncEnabled: true"),
    ]

    private static let yaml = """
        tenants:
          - id: \(tenant)
            displayName: Contoso
            domains: [contoso.onmicrosoft.com, contoso.com]
            settings: {staySignedInPage: false}
            groups: [{displayName: Staff}]
            devices:
              - {deviceId: dddddddd-0000-4000-8000-000000000001, displayName: Good, isCompliant: true, trustType: ServerAd}
              - {deviceId: dddddddd-0000-4000-8000-000000000002, displayName: Bad}
              - {deviceId: dddddddd-0000-4000-8000-000000000003, displayName: Off, isCompliant: true, accountEnabled: false}
            authenticationContextClassReferences: [{id: c1}, {id: c2}, {id: c3, isAvailable: false}]
            users:
        \(users.map { "      - " + $0 }.joined(separator: "\n"))
            applications:
        \((applications + [client(app, "publicClient"), webClient,
            client(throttled, "web", ", throttle: {requests: 2, per: 30}")])
            .map { "      - " + $0 }.joined(separator: "\n"))
            oauth2PermissionGrants:
        \(grants.map { "      - " + $0 }.joined(separator: "\n"))
            conditionalAccessPolicies:
        \(policies.map { "      - " + $0 }.joined(separator: "\n"))
          - id: 22222222-2222-4222-8222-222222222222
            displayName: Fabrikam
            domains: [fabrikam.com]
            users:
              - {userPrincipalName: guest@fabrikam.com, password: Understudy!1, userRiskLevel: high, mfa: "123456",
                 guestOf: [contoso.com]}
        """
}
