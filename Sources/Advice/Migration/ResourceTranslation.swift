import Entra
import Wire

/// `resource` of v1 and `scope` of v2 (docs/reference/protocol.md#default-scope, docs/reference/protocol.md#scope-trailing-slash,
/// docs/reference/protocol.md#resource-parameter; docs/reference/wire.md#client-scopes).
package enum ResourceTranslation {
    /// The scopes that belong to no resource.
    static let oidcScopes = ["openid", "profile", "email", "offline_access"]

    /// The scope that means the same as the resource: its identifier, whole, and `/.default`.
    package static func scope(of resource: String) throws(TranslationFailure) -> Translation {
        guard !resource.isEmpty, resource.utf8.allSatisfy({ $0 > ASCII.space && $0 != 0x7F }) else {
            throw .malformed(
                "\"\(resource)\" is no resource: it is one identifier, such as https://graph.microsoft.com")
        }
        guard !resource.hasExactSuffix("/.default") else {
            throw .malformed("\(resource) is a scope already; --scope translates it back")
        }
        var notes = [String]()
        if let single = resource.before("/") {
            notes.append(
                "The double slash is meant: the resource's own name ends with /, and /.default comes behind it whole. A "
                    + "version 1 token then has aud \(resource); with a single slash aud is "
                    + "\(single), which an API that compares literally refuses.")
        }
        if isAzureADGraph(resource) {
            notes.append("Azure AD Graph is retired: https://graph.microsoft.com/.default is what comes after it.")
        }
        notes += [
            "/.default asks for the permissions that the registration lists, as a resource did; it cannot stand beside "
                + "scopes of a resource by name, beside openid, profile and offline_access it can.",
            "The version of the access token follows the API's registration, not the endpoint: it stays what it was.",
        ]
        return Translation("resource", resource, to: "\(resource)/.default", notes: notes)
    }

    /// The resource that a list of scopes addresses.
    package static func resource(of scopes: String) throws(TranslationFailure) -> Translation {
        let tokens = scopes.pieces(separatedBy: " ")
        guard !tokens.isEmpty else { throw .malformed("there is no scope in \"\(scopes)\"") }
        let named = tokens.filter { token in !oidcScopes.contains { $0.isExactly(token) } }
        var resources: [String] = []
        for scope in named {
            let resource = try resource(ofScope: scope)
            if !resources.contains(where: { $0.isExactly(resource) }) { resources.append(resource) }
        }
        guard resources.count <= 1 else {
            throw .noEqual(
                "a request of v1 names one resource, and these are \(resources.count): "
                    + resources.joined(separator: ", "))
        }
        var notes: [String] = []
        if named.isEmpty {
            notes.append("Without a scope of a resource, v2 gives a token for Microsoft Graph.")
        } else if !named.allSatisfy({ $0.hasExactSuffix("/.default") || $0 == ".default" }) {
            notes.append(
                "v1 cannot ask for single permissions: the token has all that were granted, and what the registration "
                    + "lists is consented to at once.")
        }
        return Translation("scope", scopes, to: resources.first ?? graph, notes: notes)
    }

    /// Everything before the last slash; a bare name is Microsoft Graph's. Throws `malformed` for an identifier alone: a GUID,
    /// or a URI whose slashes are all its own.
    private static func resource(ofScope scope: String) throws(TranslationFailure) -> String {
        let bytes = Array(scope.utf8)
        let slash = bytes.lastIndex(of: UInt8(ascii: "/")) ?? 0
        let resource = String(decoding: bytes[..<slash], as: UTF8.self)
        let uri = URIText(resource)
        let isCut = uri.scheme != nil && uri.host == nil && (uri.path.isEmpty || uri.path == "/")
        guard !isCut, bytes.last != UInt8(ascii: "/"), slash > 0 || GUID(scope.asciiLowercased) == nil else {
            throw .malformed(
                "\(scope) is no scope: it names an API and no permission, as \(scope)/.default would; --resource translates it"
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
