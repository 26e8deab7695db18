import Directory
import Entra
import State
import Wire

/// What Conditional Access judges: who signs in how, through which client, for what.
struct PolicySituation: Sendable {
    var user: User
    let tenant: Tenant
    let client: Application
    /// nil where no redirect URI was used.
    let platform: ClientPlatform?
    /// The APIs asked for, and the client itself where an id_token is.
    let targets: Set<ClientID>
    /// Authentication contexts asked for of the access token.
    var contexts: Set<ExactString> = []
    /// Those asked for of the id_token.
    var contextsOfIDToken: Set<ExactString> = []
    /// Policies that count whatever they are about.
    var named: Set<ObjectID> = []
    var authentication: Authentication
    /// Enrolled in Intune app protection.
    let isAppProtected: Bool
    /// Seconds since 1970 UTC.
    let now: Int64

    var device: Device? {
        authentication.deviceID.flatMap(tenant.device).flatMap { $0.accountEnabled ? $0 : nil }
    }

    var hasMultipleFactors: Bool { authentication.methods.containsExactly("mfa") }

    /// The `acrs` of an access token for an API: what the sign-in satisfies, where the API's manifest or the client asks to be
    /// told.
    func authenticationContexts(of resource: Application) -> [String] {
        let isWanted =
            !contexts.isEmpty || resource.optionalClaims.accessToken.contains { $0.name.isExactly("acrs") }
        return isWanted ? PolicyEvaluation.satisfiedContexts(self) : []
    }

    /// That of an id_token: where the client asks for it, in its manifest or in the request.
    var authenticationContextsOfIDToken: [String] {
        let isWanted =
            !contextsOfIDToken.isEmpty || client.optionalClaims.idToken.contains { $0.name.isExactly("acrs") }
        return isWanted ? PolicyEvaluation.satisfiedContexts(self) : []
    }
}

/// One thing a policy can demand.
enum Requirement: Hashable, Sendable {
    case block
    case signInFrequency
    case mfa
    case passwordChange
    case compliantDevice
    case domainJoinedDevice
    case approvedApplication
    case compliantApplication
    case termsOfUse(String)

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

    /// What the user is told of first: what nothing helps against, then what a page can do something about.
    var order: Int {
        switch self {
        case .block: 0
        case .signInFrequency: 1
        case .mfa: 2
        case .passwordChange: 3
        case .termsOfUse: 4
        case .compliantApplication: 5
        case .approvedApplication: 6
        case .compliantDevice: 7
        case .domainJoinedDevice: 8
        }
    }
}

/// A requirement that is not met, and the policies that demand it.
struct UnmetRequirement: Sendable {
    let requirement: Requirement
    var policies: [ConditionalAccessPolicy]
}
