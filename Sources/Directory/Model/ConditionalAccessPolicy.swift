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
    package var persistentBrowser: PersistentBrowser?

    package init() {}
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
    package var included: Set<Member> = []
    package var excluded: Set<Member> = []

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
        package var guests = false
        /// The IDs of users and groups.
        package var ids: Set<ObjectID> = []
        package var roles: Set<PermissionID> = []

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
