package import Entra
package import Wire

/// What a tenant demands of a sign-in (Microsoft Graph `conditionalAccessPolicy`): whom and what it is about, and what must
/// be so before tokens are issued.
package struct ConditionalAccessPolicy: Sendable {
    package enum State: String, Sendable, CaseIterable {
        case enabled
        case disabled
        /// Report-only: demands nothing.
        case reporting = "enabledForReportingButNotEnforced"
    }

    package enum Operator: String, Sendable, CaseIterable {
        case and = "AND"
        case or = "OR"
    }

    /// Graph's `builtInControls`.
    package enum BuiltInControl: String, Sendable, CaseIterable {
        case block
        case mfa
        case compliantDevice
        case domainJoinedDevice
        case approvedApplication
        /// Intune app protection.
        case compliantApplication
        case passwordChange
    }

    /// Graph's `clientAppTypes`; the last two are protocols that this server does not speak.
    package enum ClientAppType: String, Sendable, CaseIterable {
        case all
        case browser
        case mobileAppsAndDesktopClients
        case exchangeActiveSync
        case other
    }

    /// How often the user must sign in anew.
    package enum SignInFrequency: Sendable, Equatable {
        /// Seconds.
        case within(Int64)
        case everyTime
    }

    package enum PersistentBrowser: String, Sendable, CaseIterable {
        case always
        case never
    }

    /// Named by claims challenges (`capolids`).
    package var id = ObjectID("")
    package var displayName = ""
    package var state = State.enabled
    package var users = PolicyUsers()
    /// The APIs and applications that are asked for.
    package var applications = Selection<ClientID>()
    /// Authentication contexts (`c1`…`c99`) instead of applications.
    package var authenticationContexts: Set<ExactString> = []
    /// The clients that ask; all of them unless given.
    package var clients = Selection<ClientID>(includesAll: true)
    package var clientAppTypes: [ClientAppType] = [.all]
    /// Empty: whatever the risk.
    package var signInRiskLevels: [RiskLevel] = []
    /// Empty: whatever the risk.
    package var userRiskLevels: [RiskLevel] = []
    package var grantOperator = Operator.or
    package var builtInControls: [BuiltInControl] = []
    /// Names of the agreements that must be accepted.
    package var termsOfUse: [String] = []
    package var signInFrequency: SignInFrequency?
    package var persistentBrowser: PersistentBrowser?

    package init() {}
}

/// How likely it is that a sign-in is not the user's, or that the account is in other hands.
package enum RiskLevel: String, Sendable, CaseIterable {
    case none
    case low
    case medium
    case high
}

/// Some, or all, but not those.
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

/// The users of a policy: by id, by group, by directory role, or as guests.
package struct PolicyUsers: Sendable {
    package struct Names: Sendable {
        package var all = false
        package var guests = false
        /// Users and groups.
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
