private let device = "tenants[0].devices[0]"
private let policy = "tenants[0].conditionalAccessPolicies[0]"

/// A policy whose first line is line 5. The given lines follow from line 6.
private func policy(_ lines: String) -> String {
    tenant(
        "conditionalAccessPolicies:\n- displayName: p\n"
            + lines.split(separator: "\n").map { "  \($0)\n" }.joined())
}

private let everyone = "conditions: {users: {includeUsers: [All]}, applications: {includeApplications: [All]}}\n"

/// Rows with mistakes in devices and policies.
extension BadConfiguration {
    static let devices: [BadConfiguration] = [
        .init("device without a name", tenant("devices:\n- isCompliant: true"), 5, device, "displayName is missing"),
        .init(
            "device id", tenant("devices:\n- displayName: d\n  deviceId: d1"), 6, "\(device).deviceId", "is not a GUID"),
        .init(
            "trust type", tenant("devices:\n- displayName: d\n  trustType: Joined"), 6, "\(device).trustType",
            "AzureAd, ServerAd, Workplace"),
        .init(
            "owner", tenant("devices:\n- displayName: d\n  registeredOwners: [sam@contoso.com]"), 6,
            "\(device).registeredOwners[0]", "no user sam@contoso.com"),
        .init(
            "device certificate file", tenant("devices:\n- displayName: d\n  certificate: no.pem"), 6,
            "\(device).certificate", "No such file"),
        .init(
            "device certificate in base64", tenant("devices:\n- displayName: d\n  key: AAAA"), 6, "\(device).key",
            "is not a certificate in base64"),
        .init(
            "device id twice", tenant("devices:\n- displayName: d\n- displayName: d"), 6, "tenants[0].devices[1]",
            "the device id"),
        .init(
            "device certificate twice",
            tenant("devices:\n- {displayName: d, key: MAA=}\n- {displayName: e, key: MAA=}"), 6,
            "tenants[0].devices[1]", "same certificate"),
    ]

    static let policies: [BadConfiguration] = [
        .init("policy without conditions", policy("state: enabled"), 5, policy, "conditions is missing"),
        .init("policy state", policy("state: true\n" + everyone), 6, "\(policy).state", "must be text"),
        .init(
            "policy state's word", policy("state: enforced\n" + everyone), 6, "\(policy).state",
            "enabled, disabled, enabledForReportingButNotEnforced"),
        .init("policy demands nothing", policy(everyone), 5, policy, "has no controls"),
        .init(
            "policy user", policy("conditions: {users: {includeUsers: [sam]}, applications: {}}"), 6,
            "\(policy).conditions.users.includeUsers[0]", "no user sam"),
        .init(
            "policy group", policy("conditions: {users: {includeGroups: [Staff]}, applications: {}}"), 6,
            "\(policy).conditions.users.includeGroups[0]", "no group Staff"),
        .init(
            "policy application", policy("conditions: {users: {}, applications: {includeApplications: [x]}}"), 6,
            "\(policy).conditions.applications.includeApplications[0]", "no application x"),
        .init(
            "policy condition", policy("conditions: {users: {}, applications: {}, location: [x]}"), 6,
            "\(policy).conditions.location", "did you mean locations?"),
        .init(
            "policy condition not supported",
            policy("conditions: {users: {}, applications: {}, times: {includedTimes: [all]}}"), 6,
            "\(policy).conditions.times", "not supported"),
        .init(
            "policy context",
            policy(
                "conditions: {users: {}, applications: {includeAuthenticationContextClassReferences: [c1]}}"), 6,
            "\(policy).conditions.applications.includeAuthenticationContextClassReferences[0]",
            "no authentication context c1"),
        .init(
            "policy control", policy(everyone + "grantControls: {builtInControls: [MFA]}"), 7,
            "\(policy).grantControls.builtInControls[0]", "block, mfa, compliantDevice"),
        .init(
            "block with others", policy(everyone + "grantControls: {builtInControls: [block, mfa]}"), 5, policy,
            "block cannot be combined"),
        .init(
            "password change without risk", policy(everyone + "grantControls: {builtInControls: [passwordChange]}"), 5,
            policy, "requires the condition userRiskLevels"),
        .init(
            "sign-in frequency", policy(everyone + "sessionControls: {signInFrequency: {value: 0}}"), 7,
            "\(policy).sessionControls.signInFrequency.value", "from 1 to 365"),
        .init(
            "policy twice",
            policy(everyone + "grantControls: {builtInControls: [mfa]}")
                + "  - {displayName: p, conditions: {users: {}, applications: {}}, "
                + "grantControls: {builtInControls: [mfa]}}", 8, "tenants[0].conditionalAccessPolicies[1]",
            "the policy id"),
        .init(
            "context id", tenant("authenticationContextClassReferences: [{id: c100}]"), 4,
            "tenants[0].authenticationContextClassReferences[0].id", "c1 to c99"),
        .init(
            "context id with a zero", tenant("authenticationContextClassReferences: [{id: c01}]"), 4,
            "tenants[0].authenticationContextClassReferences[0].id", "c1 to c99"),
        .init(
            "mfa method", tenant("users:\n- userPrincipalName: alex@contoso.com\n  mfa: phone"), 6,
            "tenants[0].users[0].mfa", "is not a code of 6 to 10 digits"),
        .init(
            "mfa secret", tenant("users:\n- userPrincipalName: alex@contoso.com\n  mfa: 'totp:1'"), 6,
            "tenants[0].users[0].mfa", "totp:SECRET"),
        .init(
            "risk", tenant("users:\n- userPrincipalName: alex@contoso.com\n  userRiskLevel: bad"), 6,
            "tenants[0].users[0].userRiskLevel", "none, low, medium, high"),
        .init(
            "throttle", tenant("settings: {throttle: {per: 1}}"), 4, "tenants[0].settings.throttle",
            "requests is missing"),
        .init(
            "outage", tenant("settings: {outage: {status: 429}}"), 4, "tenants[0].settings.outage.status",
            "from 500 to 599"),
    ]
}
