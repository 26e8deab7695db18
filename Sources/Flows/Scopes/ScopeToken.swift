package import Directory
import Entra
import Wire

/// How a request names a resource. It decides how the response spells scopes, and `aud` of a version 1 token.
package enum ResourceName: Sendable, Equatable {
    /// A permission that names no resource belongs to Microsoft Graph.
    case microsoftGraph
    /// An App ID URI, application id or service principal name, spelled as asked; a trailing slash counts.
    case identifier(String)

    /// What stands for the resource where an identifier is needed.
    package var identifier: String {
        switch self {
        case .microsoftGraph: ClientID.microsoftGraph.description
        case .identifier(let text): text
        }
    }

    /// A permission of this resource in the same form: `User.Read` or `api://orders/Orders.Read`.
    package func spelling(of permission: String) -> String {
        switch self {
        case .microsoftGraph: permission
        case .identifier(let text): "\(text)/\(permission)"
        }
    }

    /// `aud` of an access token for `resource`: the identifier as asked in version 1, the application id in version 2. The
    /// version is the resource's choice, not the endpoint's (docs/reference/protocol.md#resource-parameter).
    package func audience(for resource: Application) -> String {
        resource.requestedAccessTokenVersion == 2 ? resource.appId : identifier
    }
}

/// One scope that is a permission: `{resource}/{permission}`, split at the last slash (docs/reference/protocol.md#scope-resource).
package struct ScopeToken: Sendable, Equatable {
    /// The permission that means "everything configured or granted" (docs/reference/protocol.md#default-scope).
    package static let defaultPermission = ".default"

    package let resource: ResourceName
    /// Spelled as asked, but `.default` always in lower case.
    package let permission: String
    /// The scope as the response must spell it.
    package let text: String

    package var isDefault: Bool { permission.isExactly(ScopeToken.defaultPermission) }

    init(_ resource: ResourceName, _ permission: String, text: String? = nil) {
        self.resource = resource
        self.permission = permission
        self.text = text ?? resource.spelling(of: permission)
    }

    /// Nil when resource or permission is empty, or when the last slash is part of `://`, as in `api://orders`.
    init?(parsing text: String) {
        let pieces = text.cutAtLast("/")
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
