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
    /// The `scope` of the response: first the scopes as requested, then the other granted scopes on the resource in the same form.
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
    }

    /// Returns the access to the first resource of `access`, in the form of an endpoint. Version 1 has bare permission names.
    /// Throws AADSTS65001 if nothing that was requested on the resource is granted, or if `missing` does not allow the omission of
    /// a permission.
    package static func issue(
        _ access: RequestedAccess, to client: Application, for user: ObjectID, on grants: ConsentGrants,
        missing: MissingScopes, at endpoint: EndpointVersion
    ) throws(EntraError) -> GrantedAccess {
        let asked = access.resource
        var granted = grants.permissions(of: asked.application, to: client.clientID, for: user)
        if access.version == .v1, asked.extent == .signIn, let profile = asked.application.ownProfilePermission {
            granted = (granted + [profile]).firstOfEach(\.self)
        }
        let isGranted = SmallSet(granted).contains
        let isConsented =
            switch asked.extent {
            case .signIn: grants.tenant.kind == .b2c || grants.hasAny(to: client.clientID, for: user)
            case .everything:
                asked.application.clientID == client.clientID
                    || grants.hasAny(on: asked.application, to: client.clientID, for: user)
            case .named(let scopes): isCovered(scopes, isGranted, of: asked, missing)
            }
        guard isConsented else {
            throw EntraError(.consentRequired, [.clientID: client.appId, .clientName: client.displayName])
        }

        let named = asked.scopes.filter { isGranted($0.permission) }
        let namedPermissions = named.map(\.permission).firstOfEach(\.self)
        let isNamed = SmallSet(namedPermissions).contains
        let others = granted.filter { !isNamed($0) }
        let bare = oidcNames(of: access, to: client, for: user, on: grants)
        let scopes = bare + (namedPermissions + others).map(\.value)
        return GrantedAccess(
            resource: asked.application,
            audience: asked.name.audience(for: asked.application),
            scopes: scopes,
            responseScopes: endpoint == .v1
                ? scopes
                : bare + named.map(\.asked) + others.map { asked.name.spelling(of: $0.value) } + asked.defaultSpellings)
    }

    private static func isCovered(
        _ scopes: [RequestedScope], _ isGranted: (PermissionScope) -> Bool, of asked: ResourceAccess,
        _ missing: MissingScopes
    ) -> Bool {
        let lacking = scopes.map(\.permission).filter { !isGranted($0) }
        guard !lacking.isEmpty else { return true }
        switch missing {
        case .consentRequired: return false
        case .declined(let offer):
            let offered = Set(
                offer.resources
                    .filter { $0.application.clientID == asked.application.clientID }
                    .flatMap { $0.scopes.map(\.permission) })
            return lacking.count < scopes.count && lacking.allSatisfy(offered.contains)
        }
    }

    /// Returns the OpenID Connect scopes that a token for Microsoft Graph lists. A request for one of them lists all of them.
    /// Tokens for other resources list none.
    private static func oidcNames(
        of access: RequestedAccess, to client: Application, for user: ObjectID, on grants: ConsentGrants
    ) -> [String] {
        guard access.resource.application.clientID == .microsoftGraph else { return [] }
        let isAsked = !access.oidc.isDisjoint(with: .listed)
        let recorded = grants.oidcScopes(to: client.clientID, for: user)
        return (isAsked ? .listed : recorded.intersection(.listed)).names
    }
}

extension ResourceAccess {
    /// The `.default` scopes as requested, which the response repeats.
    fileprivate var defaultSpellings: [String] {
        if case .everything(let asked) = extent { asked } else { [] }
    }
}
