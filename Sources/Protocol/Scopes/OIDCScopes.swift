import Formats

/// The reserved scopes of OpenID Connect (OIDC Core §5.4 and §11; docs/reference/protocol.md#scope-resource). The scopes name no
/// resource, and the data that they release belongs to Microsoft Graph.
package struct OIDCScopes: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let openid = OIDCScopes(rawValue: 1)
    package static let profile = OIDCScopes(rawValue: 2)
    package static let email = OIDCScopes(rawValue: 4)
    package static let offlineAccess = OIDCScopes(rawValue: 8)

    /// The scopes that tokens and responses list. `offline_access` is never listed (docs/reference/protocol.md#granted-scopes).
    package static let listed: OIDCScopes = [.openid, .profile, .email]

    private static let table: [(name: String, scope: OIDCScopes)] = [
        ("openid", .openid), ("profile", .profile), ("email", .email), ("offline_access", .offlineAccess),
    ]

    /// Creates the scope with a name, or nil for any other name. Like all permission names, the name is compared without regard to
    /// ASCII case.
    package init?(name: String) {
        guard let row = OIDCScopes.table.first(where: { $0.name.isExactlyIgnoringASCIICase(name) }) else { return nil }
        self = row.scope
    }

    /// The names in the order in which responses list them.
    package var names: [String] {
        OIDCScopes.table.filter { contains($0.scope) }.map(\.name)
    }
}
