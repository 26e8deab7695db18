package import Entra
package import Formats

/// A policy of a tenant, or a named location, with the properties that it has in Microsoft Graph. The kinds differ in what their
/// rules mean; the server stores all of them in the same way.
package struct DirectoryPolicy: Sendable {
    /// The kinds, with the names of their collections in Microsoft Graph and in the configuration.
    package enum Kind: String, Sendable, CaseIterable {
        case claimsMapping = "claimsMappingPolicies"
        case tokenLifetime = "tokenLifetimePolicies"
        case tokenIssuance = "tokenIssuancePolicies"
        case homeRealmDiscovery = "homeRealmDiscoveryPolicies"
        case activityBasedTimeout = "activityBasedTimeoutPolicies"
        case appManagement = "appManagementPolicies"
        case namedLocation = "namedLocations"
        case defaultAppManagement = "defaultAppManagementPolicy"
        case authorization = "authorizationPolicy"
        case securityDefaults = "identitySecurityDefaultsEnforcementPolicy"

        /// The ID of the only policy of the kind, or nil if a tenant may have any number of policies of the kind.
        package var onlyID: ObjectID? {
            switch self {
            case .defaultAppManagement: ObjectID("00000000-0000-0000-0000-000000000000")
            case .authorization: ObjectID("authorizationPolicy")
            case .securityDefaults: ObjectID("00000000-0000-0000-0000-000000000005")
            default: nil
            }
        }

        /// The name of the only member of a definition, or nil if the policies of the kind have no `definition`.
        package var definitionMember: String? {
            switch self {
            case .claimsMapping: "ClaimsMappingPolicy"
            case .tokenLifetime: "TokenLifetimePolicy"
            case .tokenIssuance: "TokenIssuancePolicy"
            case .homeRealmDiscovery: "HomeRealmDiscoveryPolicy"
            case .activityBasedTimeout: "ActivityBasedTimeoutPolicy"
            case .appManagement, .namedLocation, .defaultAppManagement, .authorization, .securityDefaults: nil
            }
        }

        /// The name of the type in Microsoft Graph.
        package var typeName: String {
            switch self {
            case .defaultAppManagement: "tenantAppManagementPolicy"
            case .authorization, .securityDefaults: rawValue
            case .namedLocation: "namedLocation"
            default: String(rawValue.unicodeScalars.dropLast("ies".utf8.count)) + "y"
            }
        }

        /// Whether one policy of the kind can apply to every application of the tenant (`isOrganizationDefault`).
        package var hasDefault: Bool {
            self == .tokenLifetime || self == .homeRealmDiscovery || self == .activityBasedTimeout
        }
    }

    package let kind: Kind
    package var id: ObjectID
    package var displayName: String
    /// The rules as JSON text, as Microsoft Graph has them.
    package var definition: [String] { didSet { rules = PolicyRules(kind, definition) } }
    package var isOrganizationDefault = false
    /// The applications and service principals to which the policy is assigned, by object ID.
    package var appliesTo: [ObjectID] = []
    /// The other properties, as they were written.
    package var otherProperties: [JSONValue.Member] = []
    /// The rules of the definition, or nil if the definition is not valid.
    package private(set) var rules: PolicyRules?

    package init(_ kind: Kind, id: ObjectID, displayName: String = "", definition: [String] = []) {
        self.kind = kind
        self.id = id
        self.displayName = displayName
        self.definition = definition
        rules = PolicyRules(kind, definition)
    }

    /// Returns one of the other properties, or nil if the policy does not have the property.
    package subscript(_ name: String) -> JSONValue? {
        otherProperties.first { $0.name.isExactly(name) }?.value
    }
}

/// The part of a policy's definition that the server acts on.
package enum PolicyRules: Sendable {
    case claimsMapping(ClaimsMappingPolicy)
    /// The lifetime of access tokens and id_tokens in seconds, or nil for the usual one.
    case tokenLifetime(Int64?)
    case homeRealmDiscovery(HomeRealmDiscovery)
    /// The server only stores policies of the kind.
    case stored

    /// The lifetimes of access tokens that a policy may set, in seconds.
    package static let lifetimes: ClosedRange<Int64> = 600...86_400
    /// The largest number of bytes of a definition.
    package static let maximumDefinition = 8_192

    /// Reads a definition: one JSON object with one member. Returns nil for anything else, and for rules that are not valid.
    init?(_ kind: DirectoryPolicy.Kind, _ definition: [String]) {
        guard let name = kind.definitionMember else {
            guard definition.isEmpty else { return nil }
            self = .stored
            return
        }
        guard definition.count == 1, let text = definition.first, text.utf8.count <= PolicyRules.maximumDefinition,
            let members = JSONValue(parsing: Array(text.utf8))?.object, members.count == 1, let member = members.first,
            member.name.isExactly(name), member.value.object != nil
        else { return nil }
        let value = member.value
        if kind != .homeRealmDiscovery {
            guard value["Version"]?.integer == 1 else { return nil }
        }
        switch kind {
        case .claimsMapping:
            guard let policy = ClaimsMappingPolicy(definition: value) else { return nil }
            self = .claimsMapping(policy)
        case .tokenLifetime:
            guard let text = value["AccessTokenLifetime"] else {
                self = .tokenLifetime(nil)
                return
            }
            guard let seconds = text.string.flatMap(PolicyRules.seconds), PolicyRules.lifetimes.contains(seconds)
            else { return nil }
            self = .tokenLifetime(seconds)
        case .homeRealmDiscovery:
            guard let rules = HomeRealmDiscovery(value) else { return nil }
            self = .homeRealmDiscovery(rules)
        default: self = .stored
        }
    }

    /// Reads a duration of the form `dd.hh:mm:ss` or `hh:mm:ss`.
    static func seconds(_ text: String) -> Int64? {
        let parts = text.pieces(separatedBy: ":", keepingEmpty: true)
        guard parts.count == 3 else { return nil }
        let first = parts[0].pieces(separatedBy: ".", keepingEmpty: true)
        let numbers = (first.count == 1 ? ["0"] : []) + first + parts.dropFirst()
        let values = numbers.compactMap { $0.isEmpty ? nil : ASCII.decimal($0.utf8) }
        guard values.count == 4, values[0] <= 1_000, values[1] < 24, values[2] < 60, values[3] < 60 else { return nil }
        return Int64(((values[0] * 24 + values[1]) * 60 + values[2]) * 60 + values[3])
    }
}

/// The rules of a policy on the sign-in of federated users (Graph `homeRealmDiscoveryPolicy`).
package struct HomeRealmDiscovery: Sendable, Equatable {
    /// Whether a sign-in without a user name goes to the identity provider of a federated domain at once.
    package var acceleratesToFederatedDomain = false
    /// The domain of the identity provider, or nil for the only federated domain of the tenant.
    package var preferredDomain: String?
    /// Whether federated users may use the passwords that are synchronized to the tenant, in the flow without a browser.
    package var allowsCloudPasswordValidation = false

    init?(_ value: JSONValue) {
        for member in value.object ?? [] {
            switch member.name {
            case "AccelerateToFederatedDomain":
                guard let flag = HomeRealmDiscovery.flag(member.value) else { return nil }
                acceleratesToFederatedDomain = flag
            case "AllowCloudPasswordValidation":
                guard let flag = HomeRealmDiscovery.flag(member.value) else { return nil }
                allowsCloudPasswordValidation = flag
            case "PreferredDomain":
                guard let domain = member.value.string else { return nil }
                preferredDomain = domain.isEmpty ? nil : domain
            case "Version", "AlternateIdLogin", "DomainHintPolicy": continue
            default: return nil
            }
        }
    }

    private static func flag(_ value: JSONValue) -> Bool? {
        if let flag = value.bool { return flag }
        guard let text = value.string else { return nil }
        if text.isExactlyIgnoringASCIICase("true") { return true }
        return text.isExactlyIgnoringASCIICase("false") ? false : nil
    }
}
