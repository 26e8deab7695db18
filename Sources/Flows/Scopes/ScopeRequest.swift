package import Entra
import Wire

/// The `scope` parameter, read but not yet looked up (RFC 6749 §3.3, docs/reference/protocol.md#scope-resource).
package struct ScopeRequest: Sendable, Equatable {
    /// Bytes of the whole parameter.
    package static let maximumLength = 8192
    /// Scopes in it, repeated ones counted.
    package static let maximumCount = 200

    /// As received; error messages quote it.
    package let text: String
    package let oidc: OIDCScopes
    /// In the order asked. A scope that is repeated, in whatever case, stands once, as first spelled.
    package let permissions: [ScopeToken]

    /// Throws 28003 when no scope is there, and 70011 for a scope of bad shape, for `.default` beside a named permission,
    /// and above the limits.
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
            guard scope.withBytes({ $0.allSatisfy(isScopeByte) }), let token = ScopeToken(parsing: scope) else {
                throw invalid(scope, shapeHint)
            }
            let isRepeated = permissions.contains { $0.text.isExactlyIgnoringASCIICase(token.text) }
            if !isRepeated { permissions.append(token) }
        }
        let defaults = permissions.count(where: \.isDefault)
        guard defaults == 0 || defaults == permissions.count else {
            throw invalid(text, ".default scope can't be combined with resource-specific scopes.")
        }
        return ScopeRequest(text: text, oidc: oidc, permissions: permissions)
    }

    /// The parameter of a request that begins a sign-in or a consent: there it must be, and not blank. Throws AADSTS900144
    /// for one that is missing or blank, since 28003 is about what is redeemed (docs/reference/protocol.md#authorize-parameters,
    /// docs/reference/protocol.md#unknown-scopes), and as above.
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

    /// RFC 6749 §3.3 `NQCHAR`, without the separators that people try in place of a space.
    private static func isScopeByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: ","), UInt8(ascii: "+"), UInt8(ascii: "|"): false
        case 0x21...0x7E: true
        default: false
        }
    }
}
