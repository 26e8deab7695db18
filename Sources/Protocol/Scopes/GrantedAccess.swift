package import Directory
package import Entra
import Formats

/// The access that a token for a user carries, and the form of that access in the response
/// (docs/reference/protocol.md#granted-scopes, docs/reference/protocol.md#token-response-scope).
package struct GrantedAccess: Sendable {
    package let resource: Application
    /// The `aud` claim of the access token.
    package let audience: String
    /// The bare names of the `scp` claim.
    package let scopes: [String]
    /// The `scope` of the response: the requested scopes, the other granted scopes on the resource in the same form, and the
    /// OpenID Connect scopes. Permissions have their registered letter case (docs/reference/protocol.md#scope-letter-case).
    package let responseScopes: [String]

    package var scp: String { scopes.joined(separator: " ") }
    package var responseScope: String { responseScopes.joined(separator: " ") }

    /// The rule for a requested permission that is not granted.
    package enum MissingScopes: Sendable {
        /// The user must consent first (AADSTS65001).
        case consentRequired
        /// The token omits permissions that the consent page offered and the user declined. Any other missing permission leads to
        /// AADSTS65001. The rule applies to the response to the authorize request with that access, and to the redemption of its
        /// code.
        case declined(RequestedAccess)
        /// The token omits permissions that are not granted, if at least one is granted. The rule applies to B2C policies
        /// (docs/reference/protocol.md#b2c-partial-scopes).
        case omitted
    }

    /// Returns the access to the first resource of `access`, in the form of an endpoint. Version 1 has bare permission names.
    /// Throws AADSTS65001, 65002 for two applications of Microsoft, or 70000 for a personal account, if nothing that was requested
    /// on the resource is granted, or if `missing` does not allow the omission of a permission.
    package static func issue(
        _ access: RequestedAccess, to client: Application, for user: ObjectID, on grants: ConsentGrants,
        missing: MissingScopes, at endpoint: EndpointVersion
    ) throws(EntraError) -> GrantedAccess {
        let requested = access.resource
        var granted = grants.permissions(of: requested.application, to: client.clientID, for: user)
        if access.version == .v1, requested.extent == .signIn, let profile = requested.application.ownProfilePermission
        {
            granted = (granted + [profile]).firstOfEach(\.self)
        }
        let isGranted = SmallSet(granted).contains
        let isConsented =
            switch requested.extent {
            case .signIn: grants.tenant.kind == .b2c || grants.hasAny(to: client.clientID, for: user)
            case .everything:
                requested.application.clientID == client.clientID
                    || grants.hasAny(on: requested.application, to: client.clientID, for: user)
            case .named(let scopes): isCovered(scopes, isGranted, of: requested, missing)
            }
        guard isConsented else {
            if grants.tenant.kind == .consumers { throw EntraError.unauthorizedScopeOfPersonalAccount }
            throw EntraError.missingConsent(of: client, to: requested.application)
        }

        let named = requested.scopes.filter { isGranted($0.permission) }
        let namedPermissions = named.map(\.permission).firstOfEach(\.self)
        let isNamed = SmallSet(namedPermissions).contains
        let others = granted.filter { !isNamed($0) }
        let oidc = oidcScopes(of: access, to: client, for: user, on: grants)
        let scopes = oidc.names + (namedPermissions + others).map(\.value)
        return GrantedAccess(
            resource: requested.application,
            audience: requested.name.audience(for: requested.application),
            scopes: scopes,
            responseScopes: endpoint == .v1
                ? scopes
                : named.map(\.text) + others.map { requested.name.spelling(of: $0.value) } + oidc.namesInResponse
                    + requested.defaultSpellings)
    }

    private static func isCovered(
        _ scopes: [RequestedScope], _ isGranted: (PermissionScope) -> Bool, of requested: ResourceAccess,
        _ missing: MissingScopes
    ) -> Bool {
        let ungranted = scopes.map(\.permission).filter { !isGranted($0) }
        guard !ungranted.isEmpty else { return true }
        switch missing {
        case .consentRequired: return false
        case .omitted: return ungranted.count < scopes.count
        case .declined(let offer):
            let offered = Set(
                offer.resources
                    .filter { $0.application.clientID == requested.application.clientID }
                    .flatMap { $0.scopes.map(\.permission) })
            return ungranted.count < scopes.count && ungranted.allSatisfy(offered.contains)
        }
    }

    /// Returns the OpenID Connect scopes that a token for Microsoft Graph lists. A request for one of them lists all of them.
    /// Tokens for other resources list none.
    private static func oidcScopes(
        of access: RequestedAccess, to client: Application, for user: ObjectID, on grants: ConsentGrants
    ) -> OIDCScopes {
        guard access.resource.application.clientID == .microsoftGraph else { return [] }
        let isRequested = !access.oidc.isDisjoint(with: .listed)
        return isRequested ? .listed : grants.oidcScopes(to: client.clientID, for: user).intersection(.listed)
    }
}

extension ResourceAccess {
    /// The `.default` scopes as requested, which the response repeats.
    fileprivate var defaultSpellings: [String] {
        if case .everything(let scopes) = extent { scopes } else { [] }
    }
}
