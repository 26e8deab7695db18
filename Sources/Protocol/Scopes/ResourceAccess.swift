package import Directory
import Entra
import Formats

/// The requested access to one resource.
package final class ResourceAccess: Sendable {
    package let application: Application
    /// The first name of the resource in the request.
    package let name: ResourceName
    package let extent: Extent

    /// The extent of the requested access.
    package enum Extent: Sendable, Equatable {
        /// The sign-in alone.
        case signIn
        /// The permissions that the request names, each with the scope as requested.
        case named([RequestedScope])
        /// The permission `.default`, with the scopes as requested.
        case everything(scopes: [String])
    }

    package var isDefault: Bool {
        if case .everything = extent { true } else { false }
    }

    /// The permissions that the request names.
    package var scopes: [RequestedScope] {
        if case .named(let scopes) = extent { scopes } else { [] }
    }

    init(signInTo application: Application, as name: ResourceName) {
        self.application = application
        self.name = name
        extent = .signIn
    }

    /// Creates the access from scopes that all name `application` and that are either all `.default` or all named permissions.
    /// Throws AADSTS90009 for `.default` of the client itself by URI. For a permission that the application does not have, throws
    /// 650053, or 65001 at the token endpoint (docs/reference/protocol.md#unknown-scopes).
    init(
        _ application: Application, _ tokens: [ScopeToken], at endpoint: ScopeEndpoint, by resolver: ResourceResolver
    ) throws(EntraError) {
        let client = resolver.client
        self.application = application
        name = tokens.first?.resource ?? .identifier(application.appId)
        guard !tokens.contains(where: \.isDefault) else {
            let isByGUID = ClientID(name.identifier) == client.clientID
            guard application.clientID != client.clientID || isByGUID else {
                throw EntraError(
                    .tokenForItself,
                    [
                        .clientID: client.appId, .clientName: client.displayName,
                        .scope: tokens.first(where: \.isDefault)?.text ?? name.identifier,
                    ])
            }
            extent = .everything(scopes: tokens.map(\.text))
            return
        }
        var scopes: [RequestedScope] = []
        scopes.reserveCapacity(tokens.count)
        let permissions = PermissionNames(application, names: tokens.map(\.permission))
        for token in tokens {
            guard let permission = permissions[token.permission] else {
                guard endpoint.precedesConsent else { throw resolver.missingPermission(token, of: application) }
                throw EntraError(
                    .unknownScope,
                    [.clientName: client.displayName, .scope: token.permission, .resource: application.appId])
            }
            scopes.append(
                RequestedScope(text: token.resource.spelling(of: permission.value), permission: permission))
        }
        extent = .named(scopes)
    }
}

/// A permission that a request names.
package struct RequestedScope: Sendable, Equatable {
    /// The scope with the resource as the request names it and the permission in its registered letter case. The response has
    /// this spelling (docs/reference/protocol.md#scope-letter-case).
    package let text: String
    package let permission: PermissionScope
}

extension Application {
    /// The permission `User.Read`, which consent to the sign-in includes in version 1 and next to `.default`
    /// (docs/reference/protocol.md#consent).
    var ownProfilePermission: PermissionScope? { PermissionNames(self, names: ["User.Read"])["User.Read"] }
}

/// The enabled delegated permissions of an application by name, without regard to ASCII case. A few names are searched one by one,
/// many names in a single pass over the permissions. Microsoft's APIs have an index of their own.
private struct PermissionNames {
    private static let maximumLinearSearches = 4

    private let application: Application
    /// The permissions that match the names, or nil if the names are few.
    private let found: [CaseInsensitiveString: PermissionScope]?

    /// Creates the table for the names that the caller will look up.
    init(_ application: Application, names: [String]) {
        self.application = application
        found =
            names.count > PermissionNames.maximumLinearSearches && application.microsoft == nil
            ? PermissionNames.found(names, in: application.oauth2PermissionScopes) : nil
    }

    subscript(name: String) -> PermissionScope? {
        if let found { return found[CaseInsensitiveString(name)] }
        return application.scope(named: name).flatMap { $0.isEnabled ? $0 : nil }
    }

    private static func found(_ names: [String], in all: [PermissionScope]) -> [CaseInsensitiveString: PermissionScope]
    {
        var remaining = Set(names.map(CaseInsensitiveString.init))
        var found: [CaseInsensitiveString: PermissionScope] = [:]
        for permission in all where permission.isEnabled {
            guard !remaining.isEmpty else { break }
            if let name = remaining.remove(CaseInsensitiveString(permission.value)) { found[name] = permission }
        }
        return found
    }
}
