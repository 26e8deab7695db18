package import Entra
package import Formats

/// A tenant's demands on a sign-in (Microsoft Graph `conditionalAccessPolicy`): the users and applications to which the policy
/// applies, and the conditions for issuing tokens.
package struct ConditionalAccessPolicy: Sendable {
    package enum State: String, Sendable, CaseIterable {
        case enabled
        case disabled
        /// The policy is report-only and demands nothing.
        case reporting = "enabledForReportingButNotEnforced"
    }

    package enum Operator: String, Sendable, CaseIterable {
        case and = "AND"
        case or = "OR"
    }

    /// The values of Graph's `builtInControls`.
    package enum BuiltInControl: String, Sendable, CaseIterable {
        case block
        case mfa
        case compliantDevice
        case domainJoinedDevice
        case approvedApplication
        /// The application must enforce Intune app protection.
        case compliantApplication
        case passwordChange
    }

    /// The values of Graph's `clientAppTypes`. The last two are protocols that this server does not support.
    package enum ClientAppType: String, Sendable, CaseIterable {
        case all
        case browser
        case mobileAppsAndDesktopClients
        case exchangeActiveSync
        case other
    }

    /// The frequency with which the user must sign in again.
    package enum SignInFrequency: Sendable, Equatable {
        /// The user must sign in again after this duration, in seconds.
        case within(Int64)
        case everyTime
    }

    package enum PersistentBrowser: String, Sendable, CaseIterable {
        case always
        case never
    }

    /// The ID, which claims challenges name (`capolids`).
    package var id = ObjectID("")
    package var displayName = ""
    package var state = State.enabled
    package var users = PolicyUsers()
    /// The APIs and applications that a request must name.
    package var applications = Selection<ClientID>()
    /// The authentication contexts (`c1` to `c99`), in place of applications.
    package var authenticationContexts: Set<ByteString> = []
    /// The requesting clients. By default the policy applies to all clients.
    package var clients = Selection<ClientID>(includesAll: true)
    package var clientAppTypes: [ClientAppType] = [.all]
    /// The risk levels of the sign-in. An empty list means any level.
    package var signInRiskLevels: [RiskLevel] = []
    /// The risk levels of the user. An empty list means any level.
    package var userRiskLevels: [RiskLevel] = []
    package var grantOperator = Operator.or
    package var builtInControls: [BuiltInControl] = []
    /// The names of the agreements that the user must accept.
    package var termsOfUse: [String] = []
    package var signInFrequency: SignInFrequency?
    /// Whether the frequency is in hours. A frequency is the same in days, but administrators read what they wrote.
    package var countsFrequencyInHours = false
    package var persistentBrowser: PersistentBrowser?
    /// The properties, conditions and controls in the form of Microsoft Graph.
    package var other = OtherPolicyParts()

    package init() {}
}

/// The properties of a policy that the server keeps as they were written, by the object of Microsoft Graph that contains them.
/// `PolicyConditions` evaluates the conditions among them.
package struct OtherPolicyParts: Sendable, Equatable {
    package var policy: [JSONValue.Member] = []
    package var conditions: [JSONValue.Member] = []
    package var users: [JSONValue.Member] = []
    package var applications: [JSONValue.Member] = []
    package var grantControls: [JSONValue.Member] = []
    package var sessionControls: [JSONValue.Member] = []
    package var signInFrequency: [JSONValue.Member] = []

    package init() {}
}

extension ConditionalAccessPolicy {
    /// The names of locations in the condition `locations`: words, and IDs of named locations. Both lists are empty without the
    /// condition.
    package var locations: (included: [String], excluded: [String]) {
        let condition = other.conditions.first { $0.name.isExactly("locations") }?.value
        return (condition?.texts("includeLocations") ?? [], condition?.texts("excludeLocations") ?? [])
    }
}

extension PolicyUsers.Names {
    /// The words and the IDs of users, as policies list them.
    package var listedUsers: [String] {
        (all ? ["All"] : []) + (none ? ["None"] : []) + (guests ? ["GuestsOrExternalUsers"] : [])
            + users.map(\.description)
    }
}

extension Selection<ClientID> {
    /// The words and the IDs of included applications, as policies list them.
    package var listedIncluded: [String] {
        (includesAll ? ["All"] : []) + (listsNone ? ["None"] : []) + included.map { ApplicationGroup.text(of: $0) }
    }
}

extension ObjectID {
    /// The address ranges of the older multifactor settings, which a policy may name as a location.
    package static let trustedRanges = "00000000-0000-0000-0000-000000000000"

    /// Whether the name of a location is an ID that the tenant must have.
    package static func isNamedLocation(_ name: String) -> Bool {
        GUID(name) != nil && !name.isExactly(trustedRanges)
    }
}

extension JSONValue {
    /// Returns the texts of a member that is a list, or an empty list.
    package func texts(_ member: String) -> [String] { self[member]?.array?.compactMap(\.string) ?? [] }
}

/// The groups of applications that a policy may name in place of an application's ID.
package enum ApplicationGroup: String, Sendable, CaseIterable {
    case office365 = "Office365"
    case adminPortals = "MicrosoftAdminPortals"

    package var id: ClientID { ClientID(rawValue) }

    package var members: Set<ClientID> {
        switch self {
        case .office365: ApplicationGroup.office365Members
        case .adminPortals: ApplicationGroup.adminPortalMembers
        }
    }

    /// Returns the ID as policies spell it: the name of a group, or an appId.
    package static func text(of id: ClientID) -> String {
        allCases.first { $0.id == id }?.rawValue ?? id.description
    }
}

/// The probability that a sign-in is not the user's, or that another person controls the account.
package enum RiskLevel: String, Sendable, CaseIterable {
    case none
    case low
    case medium
    case high
}

/// A selection of some or all members, minus the excluded members.
package struct Selection<Member: Hashable & Sendable>: Sendable {
    package var includesAll: Bool
    /// Whether the policy lists the word `None`, which has no effect.
    package var listsNone = false
    /// The members in the order in which the policy lists them.
    package var included: [Member] = []
    package var excluded: [Member] = []

    package init(includesAll: Bool = false) {
        self.includesAll = includesAll
    }

    package func contains(_ member: Member) -> Bool {
        !excluded.contains(member) && (includesAll || included.contains(member))
    }
}

/// The users of a policy: by ID, by group, by directory role, or as guests.
package struct PolicyUsers: Sendable {
    package struct Names: Sendable {
        package var all = false
        /// Whether the policy lists the word `None`, which has no effect.
        package var none = false
        package var guests = false
        /// The users in the order in which the policy lists them.
        package var users: [ObjectID] = [] { didSet { ids = Set(users + groups) } }
        package var groups: [ObjectID] = [] { didSet { ids = Set(users + groups) } }
        /// The IDs of users and groups.
        private(set) var ids: Set<ObjectID> = []
        package var roles: [PermissionID] = []

        fileprivate func contain(_ user: User, in tenant: TenantID) -> Bool {
            all || (guests && user.isGuest(in: tenant)) || ids.contains(user.id)
                || user.groups.contains(where: ids.contains) || user.directoryRoles.contains(where: roles.contains)
        }
    }

    package var included = Names()
    package var excluded = Names()

    package init() {}

    package func contain(_ user: User, in tenant: TenantID) -> Bool {
        included.contain(user, in: tenant) && !excluded.contain(user, in: tenant)
    }
}

/// A condition of a sign-in that an API can demand in a claims challenge (Microsoft Graph `authenticationContextClassReference`).
package struct AuthenticationContext: Sendable {
    /// The ID, `c1` to `c99`, which is the value of `acrs`.
    package var id: String
    package var displayName = ""
    package var description = ""
    /// Whether applications may use the context.
    package var isAvailable = true

    package init(id: String) {
        self.id = id
    }

    /// Returns whether the text is one of the 99 valid IDs.
    package static func isID(_ text: String) -> Bool {
        let digits = text.utf8.dropFirst()
        guard text.utf8.first == UInt8(ascii: "c"), digits.first != UInt8(ascii: "0"),
            let number = ASCII.decimal(digits)
        else { return false }
        return (1...99).contains(number)
    }
}
