package import Directory
import Entra

/// The place where delegated access is requested. The rules on several resources and on missing service principals differ by
/// place.
package enum ScopeEndpoint: Sendable, Equatable {
    /// The authorize endpoint, without an access token in the response. Consent may cover several resources.
    case authorizeForCode
    /// The authorize endpoint, with a `response_type` that includes `token`.
    case authorizeForToken
    /// The device authorization endpoint. The redemption of a device code counts as `codeRedemption`.
    case deviceAuthorization
    /// The token endpoint, for a code or a device code.
    case codeRedemption
    case refresh(SeveralResources)
    /// The grants whose request itself identifies the user: password, on-behalf-of and SAML bearer. Client credentials have the
    /// same rules.
    case directGrant

    /// The rule for a request that names more than one resource (docs/reference/protocol.md#several-resources,
    /// docs/reference/protocol.md#contradictions).
    enum SeveralResourcesRule {
        case allowed
        case firstOnly
        case rejected(AADSTS)
    }

    var severalResources: SeveralResourcesRule {
        switch self {
        case .authorizeForCode, .deviceAuthorization: .allowed
        case .authorizeForToken: .rejected(.severalResourcesForToken)
        case .codeRedemption, .directGrant, .refresh(.error): .rejected(.severalResources)
        case .refresh(.first): .firstOnly
        }
    }

    /// Whether the user can still consent. Only then do errors name a missing service principal or permission as such
    /// (docs/reference/protocol.md#unknown-scopes).
    var precedesConsent: Bool {
        switch self {
        case .authorizeForCode, .authorizeForToken, .deviceAuthorization: true
        case .codeRedemption, .refresh, .directGrant: false
        }
    }
}
