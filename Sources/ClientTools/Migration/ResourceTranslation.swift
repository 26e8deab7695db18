import Entra
import Formats

/// The translation between `resource` of v1 and `scope` of v2 (docs/reference/protocol.md#default-scope,
/// docs/reference/protocol.md#scope-trailing-slash, docs/reference/protocol.md#resource-parameter;
/// docs/reference/wire.md#client-scopes).
package enum ResourceTranslation {
    /// The scopes that belong to no resource.
    static let oidcScopes = ["openid", "profile", "email", "offline_access"]

    /// Returns the scope that means the same as the resource: the whole identifier and `/.default`. Throws `malformed` for a text
    /// that is not a resource.
    package static func scope(of resource: String) throws(TranslationFailure) -> Translation {
        guard !resource.isEmpty, resource.utf8.allSatisfy({ $0 > ASCII.space && $0 != 0x7F }) else {
            throw .malformed(
                "\"\(resource)\" is not a resource, which is one identifier such as https://graph.microsoft.com")
        }
        guard !resource.hasExactSuffix("/.default") else {
            throw .malformed("\(resource) is already a scope; use --scope to translate a scope to a resource")
        }
        var notes = [String]()
        if let single = resource.dropping(suffix: "/") {
            notes.append(
                "The double slash is correct: the identifier of the resource ends with /, and /.default follows the "
                    + "whole identifier. A version 1 token then has aud \(resource). With a single slash, aud is "
                    + "\(single), which an API that compares aud literally rejects.")
        }
        if isAzureADGraph(resource) {
            notes.append("Azure AD Graph is retired: use https://graph.microsoft.com/.default instead.")
        }
        notes += [
            "/.default requests the permissions that the registration lists, as a resource in v1 does. A request can "
                + "combine /.default with openid, profile and offline_access, but not with other scopes of a resource.",
            "The API's registration, not the endpoint, selects the version of the access token.",
        ]
        return Translation("resource", resource, to: "\(resource)/.default", notes: notes)
    }

    /// Returns the resource of a list of scopes. Throws `malformed` for a text without a valid scope, and `noEqual` for scopes of
    /// several resources.
    package static func resource(of scopes: String) throws(TranslationFailure) -> Translation {
        let tokens = scopes.pieces(separatedBy: " ")
        guard !tokens.isEmpty else { throw .malformed("\"\(scopes)\" contains no scope") }
        let named = tokens.filter { token in !oidcScopes.contains { $0.isExactly(token) } }
        var resources: [String] = []
        for scope in named {
            let resource = try resource(ofScope: scope)
            if !resources.contains(where: { $0.isExactly(resource) }) { resources.append(resource) }
        }
        guard resources.count <= 1 else {
            throw .noEqual(
                "a v1 request has one resource, but these scopes belong to \(resources.count): "
                    + resources.joined(separator: ", "))
        }
        var notes: [String] = []
        if named.isEmpty {
            notes.append("Without a scope of a resource, v2 returns a token for Microsoft Graph.")
        } else if !named.allSatisfy({ $0.hasExactSuffix("/.default") || $0 == ".default" }) {
            notes.append(
                "v1 cannot request single permissions: the token contains all granted permissions, and consent covers "
                    + "all permissions of the registration at once.")
        }
        return Translation("scope", scopes, to: resources.first ?? graph, notes: notes)
    }

    /// Returns the text before the last slash, or Microsoft Graph for a bare name. Throws `malformed` for an identifier alone: a
    /// GUID, or a URI whose slashes all belong to the identifier.
    private static func resource(ofScope scope: String) throws(TranslationFailure) -> String {
        let bytes = Array(scope.utf8)
        let slash = bytes.lastIndex(of: UInt8(ascii: "/")) ?? 0
        let resource = String(decoding: bytes[..<slash], as: UTF8.self)
        let uri = URIText(resource)
        let isCut = uri.scheme != nil && uri.host == nil && (uri.path.isEmpty || uri.path == "/")
        guard !isCut, bytes.last != UInt8(ascii: "/"), slash > 0 || GUID(scope.asciiLowercased) == nil else {
            throw .malformed(
                "\(scope) is not a scope, because it has no permission: use \(scope)/.default, or the option --resource"
            )
        }
        return slash > 0 ? resource : graph
    }

    private static let graph = "https://\(Cloud.global.microsoftGraphHost)"

    private static func isAzureADGraph(_ resource: String) -> Bool {
        URIText(resource).host?.isExactlyIgnoringASCIICase(Cloud.global.azureADGraphHost) == true
            || ClientID(resource) == .azureADGraph
    }
}
