package import Directory
import Entra
import Formats

/// The name of a resource in a request. The name determines the spelling of scopes in the response, and `aud` of a version 1
/// token.
package enum ResourceName: Sendable, Equatable {
    /// A permission without a resource belongs to Microsoft Graph.
    case microsoftGraph
    /// An App ID URI, application ID or service principal name, as spelled in the request. A trailing slash is significant.
    case identifier(String)

    /// The identifier of the resource for messages and lookups.
    package var identifier: String {
        switch self {
        case .microsoftGraph: ClientID.microsoftGraph.description
        case .identifier(let text): text
        }
    }

    /// Returns the scope for a permission of this resource in the same form: `User.Read` or `api://orders/Orders.Read`.
    package func spelling(of permission: String) -> String {
        switch self {
        case .microsoftGraph: permission
        case .identifier(let text): "\(text)/\(permission)"
        }
    }

    /// Returns the `aud` of an access token for `resource`: the identifier of the request in version 1, the application ID in
    /// version 2. The resource determines the version, not the endpoint (docs/reference/protocol.md#resource-parameter).
    package func audience(for resource: Application) -> String {
        resource.requestedAccessTokenVersion == 2 ? resource.appId : identifier
    }
}

/// A scope that is a permission: `{resource}/{permission}`, split at the last slash (docs/reference/protocol.md#scope-resource).
package struct ScopeToken: Sendable, Equatable {
    /// The permission that means "everything configured or granted" (docs/reference/protocol.md#default-scope).
    package static let defaultPermission = ".default"

    package let resource: ResourceName
    /// The permission as spelled in the request, except that `.default` is always in lower case.
    package let permission: String
    /// The scope in the form of the response, with the permission as spelled in the request.
    package let text: String

    package var isDefault: Bool { permission.isExactly(ScopeToken.defaultPermission) }

    init(_ resource: ResourceName, _ permission: String, text: String? = nil) {
        self.resource = resource
        self.permission = permission
        self.text = text ?? resource.spelling(of: permission)
    }

    /// Parses a scope. Returns nil if the resource or the permission is empty, or if the last slash is part of `://`, as in
    /// `api://orders`. The split at the last slash keeps the trailing slash of a resource: `https://host//.default` asks for the
    /// resource `https://host/` (docs/reference/protocol.md#scope-trailing-slash).
    init?(parsing text: String) {
        let pieces = text.splitAtLast("/")
        let name = pieces?.after ?? text
        guard !name.isEmpty else { return nil }
        let isDefault = name.isExactlyIgnoringASCIICase(ScopeToken.defaultPermission)
        let permission = isDefault ? ScopeToken.defaultPermission : name
        guard let identifier = pieces?.before else {
            self.init(.microsoftGraph, permission)
            return
        }
        guard !identifier.isEmpty, !identifier.utf8.suffix(2).elementsEqual(":/".utf8) else { return nil }
        self.init(.identifier(identifier), permission)
    }
}
