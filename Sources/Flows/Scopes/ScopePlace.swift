package import Directory
import Entra

/// Where delegated access is asked for. The rules on several resources and on missing service principals differ by place.
package enum ScopePlace: Sendable, Equatable {
    /// Authorize without an access token in the response: consent may cover several resources.
    case authorizeForCode
    /// Authorize with a `response_type` that includes `token`.
    case authorizeForToken
    /// The device authorization endpoint. Its redemption counts as `codeRedemption`.
    case deviceAuthorization
    /// The token endpoint, for a code or device code whose request named a scope.
    case codeRedemption
    case refresh(SeveralResources)
    /// Grants that bring the user along: password, on-behalf-of, SAML bearer.
    case directGrant

    /// What happens to a request that names more than one resource (docs/reference/protocol.md#several-resources,
    /// docs/reference/protocol.md#contradictions).
    enum SeveralResourcesRule {
        case allowed
        case firstOnly
        case refused(AADSTS)
    }

    var severalResources: SeveralResourcesRule {
        switch self {
        case .authorizeForCode, .deviceAuthorization: .allowed
        case .authorizeForToken: .refused(.severalResourcesForToken)
        case .codeRedemption, .directGrant, .refresh(.error): .refused(.severalResources)
        case .refresh(.first): .firstOnly
        }
    }

    /// Whether consent could still be given: only then is what is missing, a service principal or a permission, named as such
    /// (docs/reference/protocol.md#unknown-scopes).
    var precedesConsent: Bool {
        switch self {
        case .authorizeForCode, .authorizeForToken, .deviceAuthorization: true
        case .codeRedemption, .refresh, .directGrant: false
        }
    }
}
