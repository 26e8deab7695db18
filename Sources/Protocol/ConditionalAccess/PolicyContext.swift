import Directory
import Entra
import Formats
import Store

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
    /// The current time, in seconds since 1970 UTC.
    let now: Int64

    var device: Device? {
        authentication.deviceID.flatMap(tenant.device).flatMap { $0.accountEnabled ? $0 : nil }
    }

    var hasMultipleFactors: Bool { authentication.methods.containsExactly("mfa") }

    /// Returns the `acrs` of an access token for an API: the satisfied contexts, if the API's manifest or the client requests
    /// them.
    func authenticationContexts(of resource: Application) -> [String] {
        let isWanted =
            !contexts.isEmpty || resource.optionalClaims.accessToken.contains { $0.name.isExactly("acrs") }
        return isWanted ? PolicyEvaluation.satisfiedContexts(self) : []
    }

    /// The `acrs` of an id_token: the satisfied contexts, if the client requests them in its manifest or in the request.
    var authenticationContextsOfIDToken: [String] {
        let isWanted =
            !contextsOfIDToken.isEmpty || client.optionalClaims.idToken.contains { $0.name.isExactly("acrs") }
        return isWanted ? PolicyEvaluation.satisfiedContexts(self) : []
    }
}

/// A requirement of a policy.
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

    /// The precedence of the requirement in errors: first a requirement that the user cannot meet, then requirements that a page
    /// can meet, then the others.
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
