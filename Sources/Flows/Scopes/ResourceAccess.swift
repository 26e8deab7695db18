package import Directory
import Entra
import Wire

/// What a request asks of one resource.
package final class ResourceAccess: Sendable {
    package let application: Application
    /// How the request named it first.
    package let name: ResourceName
    package let extent: Extent

    /// How much of the resource is asked for.
    package enum Extent: Sendable, Equatable {
        /// Nothing but to sign in.
        case signIn
        /// Permissions by name, each with the scope as asked.
        case named([RequestedScope])
        /// `.default`, with the scopes as asked.
        case everything(asked: [String])
    }

    package var isDefault: Bool {
        if case .everything = extent { true } else { false }
    }

    /// The permissions asked by name.
    package var scopes: [RequestedScope] {
        if case .named(let scopes) = extent { scopes } else { [] }
    }

    init(signInTo application: Application, as name: ResourceName) {
        self.application = application
        self.name = name
        extent = .signIn
    }

    /// `tokens` all name `application`; they are all `.default` or none is. Throws 90009, and for a permission that the
    /// application does not have 650053, or 28002 at the token endpoint (docs/reference/protocol.md#unknown-scopes).
    init(
        _ application: Application, _ tokens: [ScopeToken], _ client: Application, at place: ScopePlace
    ) throws(EntraError) {
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
            extent = .everything(asked: tokens.map(\.text))
            return
        }
        var scopes: [RequestedScope] = []
        scopes.reserveCapacity(tokens.count)
        let permissions = PermissionNames(application, wanted: tokens.map(\.permission))
        for token in tokens {
            guard let permission = permissions[token.permission] else {
                guard place.precedesConsent else { throw EntraError(.scopeNotValidForToken, [.scope: token.text]) }
                throw EntraError(
                    .unknownScope,
                    [.clientName: client.displayName, .scope: token.permission, .resource: application.appId])
            }
            scopes.append(RequestedScope(asked: token.text, permission: permission))
        }
        extent = .named(scopes)
    }
}

/// A permission that a request names.
package struct RequestedScope: Sendable, Equatable {
    /// As the request spells it; the response must repeat this.
    package let asked: String
    package let permission: PermissionScope
}

extension Application {
    /// `User.Read`, which consent to sign in includes in version 1 and beside `.default` (docs/reference/protocol.md#consent).
    var ownProfilePermission: PermissionScope? { PermissionNames(self, wanted: ["User.Read"])["User.Read"] }
}

/// The enabled delegated permissions of an application by name, ASCII case folded. Few names are looked for one by one, many in
/// one look through what the application has.
private struct PermissionNames {
    private static let few = 4

    private let all: [PermissionScope]
    /// Nil where few are wanted.
    private let found: [FoldedString: PermissionScope]?

    /// `names`: those that will be asked for.
    init(_ application: Application, wanted names: [String]) {
        all = application.oauth2PermissionScopes
        found = names.count > PermissionNames.few ? PermissionNames.found(names, in: all) : nil
    }

    subscript(name: String) -> PermissionScope? {
        if let found { return found[FoldedString(name)] }
        return all.first { $0.isEnabled && $0.value.isExactlyIgnoringASCIICase(name) }
    }

    private static func found(_ names: [String], in all: [PermissionScope]) -> [FoldedString: PermissionScope] {
        var wanted = Set(names.map(FoldedString.init))
        var found: [FoldedString: PermissionScope] = [:]
        for permission in all where permission.isEnabled {
            guard !wanted.isEmpty else { break }
            if let name = wanted.remove(FoldedString(permission.value)) { found[name] = permission }
        }
        return found
    }
}
