import Wire

extension PolicyDraft {
    typealias Policy = ConditionalAccessPolicy

    static let keys = ObjectSpec<PolicyDraft>(
        "conditionalAccessPolicy", "A Conditional Access policy (Graph conditionalAccessPolicy).",
        unknownKeys: .ignored,
        keys: [
            .key("id", \.id, .marked(.guid), "The policy's id. Derived from the tenant and the name when left out."),
            .key("displayName", \.policy.displayName, .nonEmptyText, "The policy's name.").required,
            .key("state", \.policy.state, .word, "Default enabled. Report-only policies demand nothing."),
            .nested("conditions", conditions, "Whom and what the policy is about.").required,
            .nested("grantControls", grantControls, "What must be so before tokens are issued."),
            .nested("sessionControls", sessionControls, "How long a sign-in lasts."),
        ])

    private static let names = ValueSpec<[Marked<String>]>.list(.marked(.nonEmptyText))

    private static let conditions = ObjectSpec<PolicyDraft>(
        "conditions", "Whom and what a policy is about: every condition must hold.", unknownKeys: .refused,
        keys: [
            .nested("users", users, "Who signs in.").required,
            .nested("applications", applications, "What is asked for.").required,
            .nested("clients", clients, "Which clients ask. All of them when left out.").own,
            .key(
                "clientAppTypes", \.policy.clientAppTypes, .list(.word),
                "browser: web and single-page applications; mobileAppsAndDesktopClients: public clients. Default all."),
            .key(
                "signInRiskLevels", \.policy.signInRiskLevels, .list(.word),
                "The user's signInRiskLevel. Left out: any."),
            .key("userRiskLevels", \.policy.userRiskLevels, .list(.word), "The user's userRiskLevel. Left out: any."),
            .unsupported("servicePrincipalRiskLevels"), .unsupported("insiderRiskLevels"), .unsupported("platforms"),
            .unsupported("locations"), .unsupported("devices"), .unsupported("deviceStates"),
            .unsupported("clientApplications"), .unsupported("authenticationFlows"), .unsupported("times"),
            .unsupported("agentIdRiskLevels"),
        ])

    private static let users = ObjectSpec<PolicyDraft>(
        "policyUsers", "Users of a policy.", unknownKeys: .refused,
        keys: [
            .key(
                "includeUsers", \.included.users, names, "All, None, GuestsOrExternalUsers, or ids and names of users."),
            .key("excludeUsers", \.excluded.users, names, "GuestsOrExternalUsers, or ids and names of users."),
            .key("includeGroups", \.included.groups, names, "Ids or display names of groups."),
            .key("excludeGroups", \.excluded.groups, names, "Ids or display names of groups."),
            .key("includeRoles", \.included.roles, names, "Directory roles by name or template id."),
            .key("excludeRoles", \.excluded.roles, names, "Directory roles by name or template id."),
            .unsupported("includeGuestsOrExternalUsers"), .unsupported("excludeGuestsOrExternalUsers"),
        ])

    private static let applications = ObjectSpec<PolicyDraft>(
        "policyApplications", "Applications of a policy.", unknownKeys: .refused,
        keys: [
            .key(
                "includeApplications", \.included.applications, names, "All, None, or appIds of APIs and applications."),
            .key("excludeApplications", \.excluded.applications, names, "appIds of APIs and applications."),
            .key(
                "includeAuthenticationContextClassReferences", \.contexts, names,
                "Ids of authentication contexts, such as c1, instead of applications."),
            .unsupported("includeUserActions"), .unsupported("applicationFilter"), .unsupported("networkAccess"),
            .unsupported("globalSecureAccess"),
        ])

    private static let clients = ObjectSpec<PolicyDraft>(
        "policyClients", "Clients of a policy.", unknownKeys: .refused,
        keys: [
            .key("includeApplications", \.included.clients, names, "All, None, or appIds of clients."),
            .key("excludeApplications", \.excluded.clients, names, "appIds of clients."),
        ])

    private static let grantControls = ObjectSpec<PolicyDraft>(
        "grantControls", "What must be so before tokens are issued.", unknownKeys: .refused,
        keys: [
            .key("operator", \.policy.grantOperator, .word, "AND: all controls. OR: one of them. Default OR."),
            .key("builtInControls", \.policy.builtInControls, .list(.word), "What is demanded."),
            .key("termsOfUse", \.policy.termsOfUse, .list(.nonEmptyText), "Names of agreements to be accepted."),
            .unsupported("customAuthenticationFactors"), .unsupported("authenticationStrength"),
        ])

    private static let sessionControls = ObjectSpec<PolicyDraft>(
        "sessionControls", "How long a sign-in lasts.", unknownKeys: .ignored,
        keys: [
            .nested("signInFrequency", signInFrequency, "How often the user must sign in again."),
            .nested("persistentBrowser", persistentBrowser, "Whether the user stays signed in."),
        ])

    private static let signInFrequency = ObjectSpec<PolicyDraft>(
        "signInFrequency", "How often the user must sign in again.", unknownKeys: .ignored,
        keys: [
            .key("value", \.frequencyValue, .integer(1...365), "How many hours or days."),
            .key("type", \.frequencyUnit, .word, "The unit of value. Default hours."),
            .key("frequencyInterval", \.frequencyInterval, .word, "everyTime: at every request. Default timeBased."),
            .key("isEnabled", \.frequencyIsEnabled, .bool, "Whether the control applies. Default true."),
        ])

    private static let persistentBrowser = ObjectSpec<PolicyDraft>(
        "persistentBrowser", "Whether the user stays signed in.", unknownKeys: .ignored,
        keys: [
            .key("mode", \.persistentBrowser, .word, "always or never; the user is not asked."),
            .key("isEnabled", \.persistentBrowserIsEnabled, .bool, "Whether the control applies. Default true."),
        ])
}

extension KeySpec {
    /// A property of Graph's that would change what the object means here, and cannot be honoured: only empty values pass, as
    /// exports write them.
    static func unsupported(_ name: String) -> KeySpec {
        sink(name, .anything, "Not supported; must be empty.") { _, value, place, findings in
            let isEmpty =
                switch value {
                case .null: true
                case .array(let values): values.isEmpty
                case .object(let members): members.isEmpty
                default: false
                }
            if !isEmpty { findings.error(place, "\(name) is not supported") }
        }
    }
}

extension AuthenticationContextDraft {
    static let keys = ObjectSpec<AuthenticationContextDraft>(
        "authenticationContextClassReference", "What an API can demand by a claims challenge.", unknownKeys: .ignored,
        keys: [
            .key("id", \.id, .marked(.nonEmptyText), "c1 to c99.").required,
            .key("displayName", \.context.displayName, .text, "Its name."),
            .key("isAvailable", \.context.isAvailable, .bool, "Whether applications may use it. Default true."),
        ])
}
