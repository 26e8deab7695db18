import Directory
import Entra
import Formats
import Store

/// Evaluates Conditional Access as a pure function of the policies and the situation
/// (docs/reference/protocol.md#conditional-access).
struct PolicyEvaluation: Sendable {
    let policies: [ConditionalAccessPolicy]
    let situation: PolicyContext

    /// The requirements that are not met, in the order in which errors report them. The list is empty if the sign-in satisfies all
    /// policies.
    var unmet: [UnmetRequirement] {
        var result: [UnmetRequirement] = []
        for policy in applicable {
            for requirement in unmet(policy) {
                if let known = result.firstIndex(where: { $0.requirement == requirement }) {
                    result[known].policies.append(policy)
                } else {
                    result.append(UnmetRequirement(requirement: requirement, policies: [policy]))
                }
            }
        }
        return result.sorted { $0.requirement.order < $1.requirement.order }
    }

    /// The policies' decision on staying signed in, or nil if there is none. `never` takes precedence.
    var persistentBrowser: ConditionalAccessPolicy.PersistentBrowser? {
        let modes = applicable.compactMap(\.persistentBrowser)
        return modes.contains(.never) ? .never : modes.first
    }

    /// Returns the tenant's authentication contexts that the sign-in satisfies. A context without a policy is satisfied.
    static func satisfiedContexts(_ situation: PolicyContext) -> [String] {
        situation.tenant.authenticationContexts.filter(\.isAvailable).map(\.id).filter { id in
            var contextSituation = situation
            contextSituation.contexts = [ByteString(id)]
            contextSituation.contextsOfIDToken = []
            let policies = situation.tenant.conditionalAccessPolicies.filter { policy in
                policy.authenticationContexts.contains(id)
            }
            return PolicyEvaluation(policies: policies, situation: contextSituation).unmet.isEmpty
        }
    }

    private var applicable: [ConditionalAccessPolicy] {
        policies.filter { policy in
            let conditions = PolicyConditions(policy: policy, situation: situation)
            return applies(conditions.resolved) && conditions.areMet
        }
    }

    private func applies(_ policy: ConditionalAccessPolicy) -> Bool {
        policy.state == .enabled && isAbout(policy) && policy.clients.contains(situation.client.clientID)
            && policy.users.contain(
                situation.tenant.withTransitiveGroups(situation.user), in: situation.tenant.id)
            && policy.clientAppTypes.contains(where: isClient)
            && (policy.userRiskLevels.isEmpty || policy.userRiskLevels.contains(situation.user.userRiskLevel))
            && (policy.signInRiskLevels.isEmpty || policy.signInRiskLevels.contains(situation.user.signInRiskLevel))
    }

    private func isAbout(_ policy: ConditionalAccessPolicy) -> Bool {
        situation.named.contains(policy.id) || situation.targets.contains(where: policy.includes)
            || !policy.authenticationContexts.isDisjoint(with: situation.contexts)
            || !policy.authenticationContexts.isDisjoint(with: situation.contextsOfIDToken)
    }

    private func isClient(_ type: ConditionalAccessPolicy.ClientAppType) -> Bool {
        switch type {
        case .all: true
        case .browser: situation.platform == .web || situation.platform == .spa
        case .mobileAppsAndDesktopClients: situation.platform == .publicClient || situation.platform == nil
        case .exchangeActiveSync, .other: false
        }
    }

    private func unmet(_ policy: ConditionalAccessPolicy) -> [Requirement] {
        let demanded =
            policy.builtInControls.map(Requirement.init) + policy.termsOfUse.map(Requirement.termsOfUse)
            + policy.otherRequirements
        var unmet = demanded.filter { !isMet($0) }
        if policy.grantOperator == .or, !demanded.isEmpty {
            let easiest = unmet.min { $0.order < $1.order }
            unmet = unmet.count < demanded.count ? [] : [easiest].compactMap(\.self)
        }
        if let frequency = policy.signInFrequency, !isFresh(frequency) { unmet.append(.signInFrequency) }
        return unmet
    }

    private func isMet(_ requirement: Requirement) -> Bool {
        switch requirement {
        case .block, .passwordChange, .approvedApplication, .signInFrequency, .customFactor: false
        case .mfa: situation.hasMultipleFactors
        case .authenticationStrength(let combinations):
            situation.combinations.contains { combinations.containsExactly($0) }
        case .compliantDevice: situation.device?.isCompliant ?? false
        case .domainJoinedDevice: situation.device?.isDomainJoined ?? false
        case .compliantApplication: situation.isAppProtected
        case .termsOfUse(let name): situation.user.acceptedTermsOfUse.contains { $0.isExactly(name) }
        }
    }

    private func isFresh(_ frequency: ConditionalAccessPolicy.SignInFrequency) -> Bool {
        situation.now - situation.authentication.time <= frequency.maximumAge
    }
}

extension ConditionalAccessPolicy {
    /// Whether the policy applies to a target by its ID or by a group of applications.
    fileprivate func includes(_ target: ClientID) -> Bool {
        let groups = ApplicationGroup.allCases.filter { $0.members.contains(target) }.map(\.id)
        guard !applications.excluded.contains(where: groups.contains) else { return false }
        return applications.contains(target)
            || !applications.excluded.contains(target) && applications.included.contains(where: groups.contains)
    }

    /// The grant controls in the form of Microsoft Graph.
    fileprivate var otherRequirements: [Requirement] {
        other.grantControls.compactMap { member in
            guard member.value != .null, member.value.array?.isEmpty != true else { return nil }
            guard member.name.isExactly("authenticationStrength") else { return .customFactor }
            return .authenticationStrength(AuthenticationStrength.combinations(of: member.value))
        }
    }
}

extension ConditionalAccessPolicy.SignInFrequency {
    /// The maximum age of a sign-in, in seconds. "Every time" allows five minutes, as in the service, so that one sign-in yields
    /// its tokens.
    var maximumAge: Int64 {
        switch self {
        case .everyTime: 300
        case .within(let seconds): seconds
        }
    }
}

/// The input of Conditional Access: the user, the sign-in, the client and the requested APIs.
struct PolicyContext: Sendable {
    var user: User
    let tenant: Tenant
    let client: Application
    /// The platform of the redirect URI, or nil if the request used none.
    let platform: ClientPlatform?
    /// The requested APIs, and the client itself if an id_token is requested.
    let targets: Set<ClientID>
    /// The authentication contexts that are requested for the access token.
    var contexts: Set<ByteString> = []
    /// The authentication contexts that are requested for the id_token.
    var contextsOfIDToken: Set<ByteString> = []
    /// The policies that apply whatever their targets, because the request names them.
    var named: Set<ObjectID> = []
    var authentication: Authentication
    /// Whether the application is enrolled in Intune app protection.
    let isAppProtected: Bool
    /// The way in which the client can prove its device.
    var deviceProof = DeviceProofMethod.none
    /// The numeric address of the client.
    let address: String
    /// The operating system of the client, or nil if the request does not name one.
    let system: ClientSystem?
    /// The current time, in seconds since 1970 UTC.
    let now: Int64

    var device: Device? {
        authentication.deviceID.flatMap { tenant.device($0) }.flatMap { $0.accountEnabled ? $0 : nil }
    }

    var hasMultipleFactors: Bool { authentication.methods.containsExactly("mfa") }

    /// Returns the `acrs` of an access token for an API.
    func authenticationContexts(of resource: Application) -> [String] {
        satisfiedContexts(resource.optionalClaims.accessToken, requested: contexts)
    }

    /// The `acrs` of an id_token.
    var authenticationContextsOfIDToken: [String] {
        satisfiedContexts(client.optionalClaims.idToken, requested: contextsOfIDToken)
    }

    /// Returns the satisfied contexts if the manifest lists the optional claim `acrs`. Without that, only the requested ones of
    /// them are in the token (docs/reference/protocol.md#claim-acrs).
    private func satisfiedContexts(_ optional: [OptionalClaims.Claim], requested: Set<ByteString>) -> [String] {
        let isOptedIn = optional.contains { $0.name.isExactly("acrs") }
        guard isOptedIn || !requested.isEmpty else { return [] }
        return PolicyEvaluation.satisfiedContexts(self).filter { isOptedIn || requested.contains($0) }
    }
}

/// The way in which the client of a request can prove its device. The error for a device that is not proved depends on it
/// (docs/reference/protocol.md#conditional-access-device).
enum DeviceProofMethod: Sendable {
    case none
    /// The client answers PKeyAuth challenges.
    case pkeyAuth
    /// The user signs in for another device, by a device code. No proof is possible.
    case deviceCode
}

/// A requirement of a policy.
enum Requirement: Hashable, Sendable {
    case block
    case signInFrequency
    case mfa
    /// One of the combinations of methods.
    case authenticationStrength([String])
    case passwordChange
    case compliantDevice
    case domainJoinedDevice
    case approvedApplication
    case compliantApplication
    case termsOfUse(String)
    /// A factor of another provider (`customAuthenticationFactors`), which no sign-in can have.
    case customFactor

    init(_ control: ConditionalAccessPolicy.BuiltInControl) {
        self =
            switch control {
            case .block: .block
            case .mfa: .mfa
            case .compliantDevice: .compliantDevice
            case .domainJoinedDevice: .domainJoinedDevice
            case .approvedApplication: .approvedApplication
            case .compliantApplication: .compliantApplication
            case .passwordChange: .passwordChange
            }
    }

    /// The precedence of the requirement in errors: first a requirement that the user cannot meet, then requirements that a page
    /// can meet, then the others.
    var order: Int {
        switch self {
        case .block: 0
        case .signInFrequency: 1
        case .mfa, .authenticationStrength: 2
        case .passwordChange: 3
        case .termsOfUse: 4
        case .compliantApplication: 5
        case .approvedApplication: 6
        case .compliantDevice: 7
        case .domainJoinedDevice: 8
        case .customFactor: 9
        }
    }
}

/// A requirement that is not met, and the policies that demand it.
struct UnmetRequirement: Sendable {
    let requirement: Requirement
    var policies: [ConditionalAccessPolicy]
}
