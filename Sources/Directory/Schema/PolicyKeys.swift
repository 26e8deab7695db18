import Entra
import Formats

/// A Conditional Access policy in a file. References to users and applications are resolved after the whole file is read.
struct PolicyDraft: Sendable {
    struct References: Sendable {
        var users: [Marked<String>] = []
        var groups: [Marked<String>] = []
        var roles: [Marked<String>] = []
        var applications: [Marked<String>] = []
        /// The clients that send the request: a condition that only Understudy has.
        var clients: [Marked<String>] = []
    }

    enum FrequencyUnit: String, Sendable, CaseIterable {
        case hours
        case days
    }

    enum FrequencyInterval: String, Sendable, CaseIterable {
        case timeBased
        case everyTime
    }

    var policy = ConditionalAccessPolicy()
    let location: ConfigurationLocation
    var id: Marked<String>?
    var included = References()
    var excluded = References()
    var contexts: [Marked<String>] = []
    var grantOperator: ConditionalAccessPolicy.Operator?
    var frequencyValue: Int?
    var frequencyUnit: FrequencyUnit?
    var frequencyInterval = FrequencyInterval.timeBased
    var frequencyIsEnabled = true
    var persistentBrowser: ConditionalAccessPolicy.PersistentBrowser?
    var persistentBrowserIsEnabled = true
}

struct AuthenticationContextDraft: Sendable {
    var context = AuthenticationContext(id: "")
    let location: ConfigurationLocation
    var id: Marked<String>?
}

extension PolicyDraft {
    typealias Policy = ConditionalAccessPolicy

    static let keys = ObjectSpec<PolicyDraft>(
        "conditionalAccessPolicy", "A Conditional Access policy (Graph conditionalAccessPolicy).",
        unknownKeys: .kept(\.policy.other.policy),
        keys: [
            .key("id", \.id, .marked(.guid), "The policy's id. Default: derived from the tenant and the name."),
            .key("displayName", \.policy.displayName, .nonEmptyText, "The policy's name.").required,
            .key(
                "state", \.policy.state, .word,
                "Disabled and report-only policies have no effect. Default enabled."
            ).alwaysExported,
            .nested("conditions", conditions, "Which sign-ins the policy applies to.").required,
            .nested("grantControls", grantControls, "What a sign-in must satisfy before tokens are issued."),
            .nested("sessionControls", sessionControls, "How long a sign-in is valid."),
        ])

    static let value = keys.value { PolicyDraft(location: $0) }

    private static let names = ValueSpec<[Marked<String>]>.list(.marked(.nonEmptyText))

    private static let conditions = ObjectSpec<PolicyDraft>(
        "conditions", "Which sign-ins a policy applies to. Every condition must be met.", unknownKeys: .rejected,
        keys: [
            .nested("users", users, "The users who sign in.").required,
            .nested(
                "applications", applications, "The APIs, applications or authentication contexts that are requested."
            ).required,
            .nested(
                "clients", clients,
                "A condition that only Understudy has: the clients that send the request. Default: all."
            ).own,
            .key(
                "clientAppTypes", \.policy.clientAppTypes, .list(.word),
                "browser: web and single-page applications; mobileAppsAndDesktopClients: public clients. Default all."
            ).alwaysExported,
            .key(
                "signInRiskLevels", \.policy.signInRiskLevels, .list(.word),
                "The values of the user's signInRiskLevel. Default: any."),
            .key(
                "userRiskLevels", \.policy.userRiskLevels, .list(.word),
                "The values of the user's userRiskLevel. Default: any."),
            .stored(
                "locations", \.policy.other.conditions,
                "includeLocations and excludeLocations: All, AllTrusted, or ids of namedLocations."),
            .stored(
                "platforms", \.policy.other.conditions,
                "includePlatforms and excludePlatforms: all, android, iOS, windows, windowsPhone, macOS or linux."),
            .stored(
                "authenticationFlows", \.policy.other.conditions,
                "transferMethods: deviceCodeFlow or authenticationTransfer."),
            .stored(
                "clientApplications", \.policy.other.conditions,
                "The service principals that authenticate. Such a policy applies to no user, and is only stored."),
            .stored(
                "devices", \.policy.other.conditions,
                "deviceFilter: a rule about the device, which mode includes or excludes. A malformed rule matches no device."
            ),
            .stored(
                "insiderRiskLevels", \.policy.other.conditions,
                "No user has such a risk. A policy with the condition applies to nobody."),
            .stored(
                "servicePrincipalRiskLevels", \.policy.other.conditions,
                "No service principal has such a risk. A policy with the condition applies to nobody."),
            .unsupported("deviceStates"), .unsupported("times"), .unsupported("agentIdRiskLevels"),
        ])

    private static let users = ObjectSpec<PolicyDraft>(
        "policyUsers", "The users that a policy applies to.", unknownKeys: .rejected,
        keys: [
            .key(
                "includeUsers", \.included.users, names, "All, None, GuestsOrExternalUsers, or ids and names of users."),
            .key("includeGroups", \.included.groups, names, "Ids or display names of groups."),
            .key("includeRoles", \.included.roles, names, "Directory roles by name or template id."),
            .key("excludeUsers", \.excluded.users, names, "GuestsOrExternalUsers, or ids and names of users."),
            .key("excludeGroups", \.excluded.groups, names, "Ids or display names of groups."),
            .key("excludeRoles", \.excluded.roles, names, "Directory roles by name or template id."),
            .stored(
                "includeGuestsOrExternalUsers", \.policy.other.users,
                "guestOrExternalUserTypes, and externalTenants with the tenants of the guests."),
            .stored(
                "excludeGuestsOrExternalUsers", \.policy.other.users,
                "guestOrExternalUserTypes, and externalTenants with the tenants of the guests."),
        ])

    private static let applications = ObjectSpec<PolicyDraft>(
        "policyApplications", "The APIs and applications that a policy applies to.", unknownKeys: .rejected,
        keys: [
            .key(
                "includeApplications", \.included.applications, names, "All, None, or appIds of APIs and applications."),
            .key("excludeApplications", \.excluded.applications, names, "appIds of APIs and applications."),
            .key(
                "includeAuthenticationContextClassReferences", \.contexts, names,
                "Ids of authentication contexts, such as c1, instead of applications."),
            .stored(
                "includeUserActions", \.policy.other.applications,
                "Actions of users, such as urn:user:registersecurityinfo, instead of applications. No request is one."),
            .stored(
                "applicationFilter", \.policy.other.applications, "A rule on applications, which none matches."),
            .unsupported("networkAccess"), .unsupported("globalSecureAccess"),
        ])

    private static let clients = ObjectSpec<PolicyDraft>(
        "policyClients", "The clients that a policy applies to.", unknownKeys: .rejected,
        keys: [
            .key("includeApplications", \.included.clients, names, "All, None, or appIds of clients."),
            .key("excludeApplications", \.excluded.clients, names, "appIds of clients."),
        ])

    private static let grantControls = ObjectSpec<PolicyDraft>(
        "grantControls", "What a sign-in must satisfy before tokens are issued.", unknownKeys: .rejected,
        keys: [
            .key(
                "operator", \.grantOperator, .word,
                "AND: all controls are required. OR: one control is required. Default OR."),
            .key("builtInControls", \.policy.builtInControls, .list(.word), "The controls, combined by operator."),
            .key(
                "termsOfUse", \.policy.termsOfUse, .list(.nonEmptyText),
                "Names of terms of use that the user must accept."),
            .stored(
                "authenticationStrength", \.policy.other.grantControls,
                "The id of a built-in authentication strength, or allowedCombinations."),
            .stored(
                "customAuthenticationFactors", \.policy.other.grantControls, "Factors that no sign-in can meet."),
        ])

    /// Other session controls are only stored, because they do not decide whether a sign-in gets tokens. Unknown conditions and
    /// grant controls are rejected, because each would change that decision.
    private static let sessionControls = ObjectSpec<PolicyDraft>(
        "sessionControls", "How long a sign-in is valid.", unknownKeys: .kept(\.policy.other.sessionControls),
        keys: [
            .nested("signInFrequency", signInFrequency, "How often the user must sign in again."),
            .nested("persistentBrowser", persistentBrowser, "Whether the user stays signed in."),
        ])

    private static let signInFrequency = ObjectSpec<PolicyDraft>(
        "signInFrequency", "How often the user must sign in again.", unknownKeys: .kept(\.policy.other.signInFrequency),
        keys: [
            .key("value", \.frequencyValue, .integer(1...365), "The number of hours or days."),
            .key("type", \.frequencyUnit, .word, "The unit of value. Default hours."),
            .key(
                "frequencyInterval", \.frequencyInterval, .word,
                "timeBased: after the period in value. everyTime: at every request, except in the first five minutes after a sign-in. Default timeBased."
            ),
            .key("isEnabled", \.frequencyIsEnabled, .bool, "Whether the control applies. Default true."),
        ])

    private static let persistentBrowser = ObjectSpec<PolicyDraft>(
        "persistentBrowser", "Whether the user stays signed in.", unknownKeys: .ignored,
        keys: [
            .key(
                "mode", \.persistentBrowser, .word,
                "always or never. With either value, the page \"Stay signed in?\" does not appear."),
            .key("isEnabled", \.persistentBrowserIsEnabled, .bool, "Whether the control applies. Default true."),
        ])
}

extension KeySpec {
    /// Returns a key for a Graph property that would change the meaning of the object and is not supported. Null and empty
    /// values are allowed, because exports contain them.
    static func unsupported(_ name: String) -> KeySpec {
        sink(name, .anything, "Not supported; must be empty.") { _, value, location, findings in
            if !value.isEmpty { findings.error(location, "\(name) is not supported: leave it out or empty") }
        }
    }

    /// Returns a key whose value is stored as it was written, among the members that `property` returns, unless it is empty.
    static func stored(
        _ name: String,
        _ property: @autoclosure @escaping @Sendable () -> any WritableKeyPath<Draft, [JSONValue.Member]> & Sendable,
        _ help: String
    ) -> KeySpec {
        var key = sink(name, .anything, help) { draft, value, _, _ in
            if !value.isEmpty { draft[keyPath: property()].append(JSONValue.Member(name, value)) }
        }
        key.export = .unlessDefault { draft in
            draft[keyPath: property()].first { $0.name.isExactly(name) }?.value
        }
        return key
    }
}

extension JSONValue {
    /// Whether the value is null, or a list or an object without content.
    fileprivate var isEmpty: Bool {
        switch self {
        case .null: true
        case .array(let values): values.isEmpty
        case .object(let members): members.isEmpty
        default: false
        }
    }
}

extension AuthenticationContextDraft {
    static let keys = ObjectSpec<AuthenticationContextDraft>(
        "authenticationContextClassReference",
        "An authentication context, which an API can require with a claims challenge.", unknownKeys: .ignored,
        keys: [
            .key("id", \.id, .marked(.nonEmptyText), "The id, from c1 to c99.").required,
            .key("displayName", \.context.displayName, .text, "The name of the authentication context."),
            .key("description", \.context.description, .text, "What the authentication context is for."),
            .key(
                "isAvailable", \.context.isAvailable, .bool,
                "Whether applications may use the authentication context. Default true."),
        ])

    static let value = keys.value { AuthenticationContextDraft(location: $0) }
}
