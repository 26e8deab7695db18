import Directory
import Entra
import Formats
import Protocol

/// The type of Conditional Access policies. The properties that decide about a sign-in are in the model, and the others are stored
/// as they were written.
extension GraphType where Entity == ConditionalAccessPolicy {
    static let conditionalAccessPolicy = GraphType(
        "conditionalAccessPolicy", set: "identity/conditionalAccess/policies", id: { $0.id.description },
        [
            .derived("id", .text) { $0.id.description }.filterable,
            .stored("templateId", \.other.policy, .anyText),
            .property("displayName", \.displayName, .nonEmptyText(upTo: 256)).required.filterable,
            .stored("createdDateTime", \.other.policy, .anyText).readOnly,
            .stored("modifiedDateTime", \.other.policy, .anyText).readOnly,
            .property("state", \.state, .word).required.filterable,
            .nested("conditions", conditions).required,
            .optional("grantControls", grantControls, isAbsent: \.hasNoGrantControls) { policy in
                policy.grantOperator = .or
                policy.builtInControls = []
                policy.termsOfUse = []
                policy.other.grantControls = []
            },
            .optional("sessionControls", sessionControls, isAbsent: \.hasNoSessionControls) { policy in
                policy.signInFrequency = nil
                policy.persistentBrowser = nil
                policy.other.sessionControls = []
                policy.other.signInFrequency = []
            },
        ])

    private typealias Property = GraphProperty<ConditionalAccessPolicy>

    private static let names = GraphValue<[String]>.list(.nonEmptyText)

    private static let conditions: [Property] = [
        .property("userRiskLevels", \.userRiskLevels, .list(.word)),
        .property("signInRiskLevels", \.signInRiskLevels, .list(.word)),
        .property("clientAppTypes", \.clientAppTypes, .list(.word)),
        .stored("platforms", \.other.conditions, .anyObject),
        .stored("locations", \.other.conditions, .anyObject),
        .stored("servicePrincipalRiskLevels", \.other.conditions, .anyList, absent: .array([])),
        .stored("insiderRiskLevels", \.other.conditions, .anyText),
        .stored("devices", \.other.conditions, .anyObject),
        .stored("clientApplications", \.other.conditions, .anyObject),
        .stored("authenticationFlows", \.other.conditions, .anyObject),
        .nested("applications", applications).required,
        .optional("users", users, isAbsent: \.isAboutWorkloads) { policy in
            policy.users = PolicyUsers()
            policy.other.users = []
        },
    ]

    private static let applications: [Property] = [
        .property("includeApplications", \.includedApplications, names),
        .property("excludeApplications", \.excludedApplications, names),
        .stored("includeUserActions", \.other.applications, .anyTexts, absent: .array([])),
        .property("includeAuthenticationContextClassReferences", \.includedContexts, names),
        .stored("applicationFilter", \.other.applications, .anyObject),
    ]

    private static let users: [Property] = [
        .property("includeUsers", \.users.included.listed, names),
        .property("excludeUsers", \.users.excluded.listed, names),
        .property("includeGroups", \.users.included.groups, .list(.guid)),
        .property("excludeGroups", \.users.excluded.groups, .list(.guid)),
        .property("includeRoles", \.users.included.roles, .list(.guid)),
        .property("excludeRoles", \.users.excluded.roles, .list(.guid)),
        .stored("includeGuestsOrExternalUsers", \.other.users, .anyObject),
        .stored("excludeGuestsOrExternalUsers", \.other.users, .anyObject),
    ]

    private static let grantControls: [Property] = [
        .property("operator", \.grantOperator, .word),
        .property("builtInControls", \.builtInControls, .list(.word)),
        .stored("customAuthenticationFactors", \.other.grantControls, .anyTexts, absent: .array([])),
        .property("termsOfUse", \.termsOfUse, names),
        .authenticationStrength,
    ]

    private static let sessionControls: [Property] = [
        .stored("disableResilienceDefaults", \.other.sessionControls, .anyFlag),
        .stored("applicationEnforcedRestrictions", \.other.sessionControls, .anyObject),
        .stored("cloudAppSecurity", \.other.sessionControls, .anyObject),
        .stored("continuousAccessEvaluation", \.other.sessionControls, .anyObject),
        .stored("secureSignInSession", \.other.sessionControls, .anyObject),
        .signInFrequency, .persistentBrowser,
    ]
}

extension GraphProperty where Entity == ConditionalAccessPolicy {
    /// Creates a property for an object that is null if the policy has none of its members. Writing null removes all of them.
    fileprivate static func optional(
        _ name: String, _ properties: [GraphProperty], isAbsent: any KeyPath<Entity, Bool> & Sendable,
        reset: @escaping @Sendable (inout Entity) -> Void
    ) -> GraphProperty {
        let nested = GraphProperty.nested(name, properties)
        return GraphProperty(name: name, kind: .complex) { policy in
            policy[keyPath: isAbsent] ? .null : nested.get(policy)
        } set: { (policy, json, path) throws(GraphError) in
            guard json != .null else {
                reset(&policy)
                return
            }
            try nested.set?(&policy, json, path)
        }
    }

    /// The strength that the policy demands: its ID in a request, and the whole strength in a response.
    fileprivate static var authenticationStrength: GraphProperty {
        let stored = GraphProperty.stored("authenticationStrength", \.other.grantControls, .anyObject)
        return GraphProperty(name: stored.name, kind: .complex) { policy in
            AuthenticationStrength(id: stored.get(policy)["id"]?.string ?? "")?.json ?? .null
        } set: { (policy, json, path) throws(GraphError) in
            guard json != .null else {
                try stored.set?(&policy, .null, path)
                return
            }
            guard let strength = AuthenticationStrength(id: json["id"]?.string ?? "") else { throw .invalidValue(path) }
            try stored.set?(&policy, .object([.init("id", .string(strength.id))]), path)
        }
    }

    fileprivate static var signInFrequency: GraphProperty {
        GraphProperty(name: "signInFrequency", kind: .complex) { policy in
            policy.frequency.map { .object($0) } ?? .null
        } set: { (policy, json, path) throws(GraphError) in
            policy.signInFrequency = nil
            policy.other.signInFrequency = []
            guard json != .null, json["isEnabled"]?.bool == true else { return }
            let interval = json["frequencyInterval"]?.string ?? "timeBased"
            if interval.isExactly("everyTime") {
                policy.signInFrequency = .everyTime
            } else {
                let isInDays = json["type"]?.string?.isExactly("days") == true
                guard interval.isExactly("timeBased"), let value = json["value"]?.integer, (1...365).contains(value),
                    isInDays || json["type"]?.string?.isExactly("hours") == true
                else { throw .invalidValue(path) }
                policy.signInFrequency = .within(value * (isInDays ? 86_400 : 3_600))
                policy.countsFrequencyInHours = !isInDays
            }
            let kind = json["authenticationType"]?.string ?? "primaryAndSecondaryAuthentication"
            policy.other.signInFrequency = [.init("authenticationType", .string(kind))]
        }
    }

    fileprivate static var persistentBrowser: GraphProperty {
        GraphProperty(name: "persistentBrowser", kind: .complex) { policy in
            policy.persistentBrowser.map {
                .object([.init("mode", .string($0.rawValue)), .init("isEnabled", .bool(true))])
            } ?? .null
        } set: { (policy, json, path) throws(GraphError) in
            policy.persistentBrowser = nil
            guard json != .null, json["isEnabled"]?.bool == true else { return }
            guard let mode = json["mode"] else { throw .invalidValue(path) }
            policy.persistentBrowser = try GraphValue<ConditionalAccessPolicy.PersistentBrowser>.word.read(
                mode, "\(path).mode")
        }
    }
}

extension GraphValue where Value == JSONValue {
    fileprivate static let anyFlag = GraphValue.parsed(.boolean, { $0 }) { value in
        value == .null || value.bool != nil ? value : nil
    }
}

extension ConditionalAccessPolicy {
    /// Whether the policy is about workload identities, and so about no user.
    var isAboutWorkloads: Bool { other.conditions.contains { $0.name.isExactly("clientApplications") && !$0.isVoid } }

    fileprivate var hasNoGrantControls: Bool {
        builtInControls.isEmpty && termsOfUse.isEmpty && other.grantControls.allSatisfy(\.isVoid)
    }

    fileprivate var hasNoSessionControls: Bool {
        signInFrequency == nil && persistentBrowser == nil && other.sessionControls.allSatisfy(\.isVoid)
    }

    fileprivate var frequency: [JSONValue.Member]? {
        let kind = other.signInFrequency.first { $0.name.isExactly("authenticationType") }?.value
        let (value, type): (JSONValue, JSONValue)
        switch signInFrequency {
        case nil: return nil
        case .everyTime: (value, type) = (.null, .null)
        case .within(let seconds):
            let isInDays = !countsFrequencyInHours && seconds % 86_400 == 0
            value = .integer(seconds / (isInDays ? 86_400 : 3_600))
            type = .string(isInDays ? "days" : "hours")
        }
        let interval = signInFrequency == .everyTime ? "everyTime" : "timeBased"
        return [
            .init("value", value), .init("type", type),
            .init("authenticationType", kind ?? .string("primaryAndSecondaryAuthentication")),
            .init("frequencyInterval", .string(interval)), .init("isEnabled", .bool(true)),
        ]
    }

    fileprivate var includedApplications: [String] {
        get { applications.listedIncluded }
        set {
            applications.includesAll = newValue.containsExactly("All")
            applications.listsNone = newValue.containsExactly("None")
            applications.included = newValue.filter { !["All", "None"].containsExactly($0) }.map { ClientID($0) }
        }
    }

    fileprivate var excludedApplications: [String] {
        get { applications.excluded.map { ApplicationGroup.text(of: $0) } }
        set { applications.excluded = newValue.map { ClientID($0) } }
    }

    fileprivate var includedContexts: [String] {
        get { authenticationContexts.sorted().map(\.string) }
        set { authenticationContexts = Set(newValue.map { ByteString($0) }) }
    }
}

extension PolicyUsers.Names {
    /// The words and IDs of users, as policies list them.
    fileprivate var listed: [String] {
        get { listedUsers }
        set {
            all = newValue.containsExactly("All")
            none = newValue.containsExactly("None")
            guests = newValue.containsExactly("GuestsOrExternalUsers")
            let words = ["All", "None", "GuestsOrExternalUsers"]
            users = newValue.filter { !words.containsExactly($0) }.map { ObjectID($0) }
        }
    }
}

extension JSONValue.Member {
    /// Whether the member has no effect, because its value is null or an empty list.
    var isVoid: Bool { value == .null || value.array?.isEmpty == true }
}
