package import Entra
import Formats

/// The `scope` parameter after parsing and before the lookup (RFC 6749 §3.3, docs/reference/protocol.md#scope-resource).
package struct ScopeRequest: Sendable, Equatable {
    /// The maximum length of the parameter, in bytes.
    package static let maximumLength = 8192
    /// The maximum number of scopes, including repeated scopes.
    package static let maximumCount = 200

    /// The parameter as received, which error messages quote.
    package let text: String
    package let oidc: OIDCScopes
    /// The scopes in the order of the request. A repeated scope, in any case, appears once, with its first spelling.
    package let permissions: [ScopeToken]

    /// Parses the parameter. Throws AADSTS28003 if there is no scope, and 70011 for a malformed scope, for `.default` next to a
    /// named permission, and above the limits.
    package static func parse(_ text: String) throws(EntraError) -> ScopeRequest {
        guard text.utf8.count <= maximumLength else { throw invalid(text, "The scope is too long.") }
        let words = text.pieces(separatedBy: " ")
        guard !words.isEmpty else { throw EntraError(.emptyScope) }
        guard words.count <= maximumCount else { throw invalid(text, "The scope contains too many entries.") }

        var oidc: OIDCScopes = []
        var permissions: [ScopeToken] = []
        for scope in words {
            if let reserved = OIDCScopes(name: scope) {
                oidc.insert(reserved)
                continue
            }
            if let illegal = scope.unicodeScalars.first(where: { !isScopeScalar($0) }) {
                throw EntraError(
                    .invalidScope,
                    [
                        .scope: scope, .reason: shapeHint, .parameter: Parameter.scope,
                        .value: String(illegal),
                    ])
            }
            guard let token = ScopeToken(parsing: scope) else { throw invalid(scope, shapeHint) }
            let isRepeated = permissions.contains { $0.text.isExactlyIgnoringASCIICase(token.text) }
            if !isRepeated { permissions.append(token) }
        }
        let defaults = permissions.count(where: \.isDefault)
        guard defaults == 0 || defaults == permissions.count else {
            throw invalid(text, ".default scope can't be combined with resource-specific scopes.")
        }
        return ScopeRequest(text: text, oidc: oidc, permissions: permissions)
    }

    /// Parses the parameter of a request that begins a sign-in or a consent. Throws AADSTS900144 if the parameter is missing or
    /// blank, because 28003 is about redemptions (docs/reference/protocol.md#authorize-parameters,
    /// docs/reference/protocol.md#unknown-scopes). Also throws the errors of `parse(_:)`.
    package static func parse(required text: String?) throws(EntraError) -> ScopeRequest {
        guard let text, !text.utf8.allSatisfy({ $0 == ASCII.space }) else {
            throw EntraError(.missingParameter, [.parameter: Parameter.scope])
        }
        return try parse(text)
    }

    static func invalid(_ scope: String, _ reason: String = shapeHint) -> EntraError {
        EntraError(.invalidScope, [.scope: scope, .reason: reason])
    }

    private static let shapeHint =
        "A scope is a URI and a permission (https://example/scope) or a GUID and a permission."

    /// Whether RFC 6749 §3.3 allows the character (`NQCHAR`). Separators that clients use by mistake instead of a space are
    /// excluded.
    private static func isScopeScalar(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\"", "\\", ",", "+", "|": false
        case "!"..."~": true
        default: false
        }
    }
}

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

    /// The names in the order of the claim `scp`.
    package var names: [String] {
        OIDCScopes.table.filter { contains($0.scope) }.map(\.name)
    }

    /// The names in the order in which token responses list them, after the permissions
    /// (docs/reference/protocol.md#scope-letter-case).
    package var namesInResponse: [String] {
        ["profile", "openid", "email"].filter(names.containsExactly)
    }
}
