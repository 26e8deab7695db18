import ControlPlane
import Crypto
import Directory
import Protocol
import Store

/// The keys that sign tokens.
public struct KeyControl: Sendable {
    let control: ControlCalls

    /// Returns the published keys, each with whether it signs.
    ///
    /// - Throws: ``ControlError`` if the server does not return the keys.
    public func list() throws(ControlError) -> [PublishedKey] {
        PublishedKey.list(control.services.keys)
    }

    /// Creates a new key, which signs from now on.
    ///
    /// - Parameters:
    ///   - kind: The kind of tenants whose key is replaced.
    ///   - grace: The time for which the previous key stays published, or nil for no limit.
    /// - Returns: The published keys after the rotation.
    /// - Throws: ``ControlError`` of status 400 for a negative time.
    @discardableResult
    public func rotate(
        _ kind: TenantKind = .workforce, grace: Duration? = nil
    ) throws(ControlError) -> [PublishedKey] {
        try control.call { (server) throws(ProblemDocument) in
            PublishedKey.list(try KeyRotation(checking: kind.ring, grace: grace).rotate(server.controls))
        }
    }

    /// Removes a key that no longer signs from the published keys.
    ///
    /// - Parameter id: The `kid` of the key.
    /// - Throws: ``ControlError`` of status 404 for an unknown key, and 409 for the key that signs.
    public func drop(_ id: String) throws(ControlError) {
        try control.call { (server) throws(ProblemDocument) in try SigningKeys.drop(id, server.controls) }
    }
}

/// A published key, which verifies tokens.
public struct PublishedKey: Sendable, Hashable {
    /// The `kid` of the key.
    public let id: String
    /// The kind of tenants whose tokens the key verifies.
    public let kind: TenantKind
    /// Whether the key signs new tokens.
    public let signs: Bool

    static func list(_ material: KeyMaterial) -> [PublishedKey] {
        SigningKeys.published(material).map { PublishedKey(id: $0.id, kind: TenantKind($0.ring), signs: $0.signs) }
    }
}

/// The kinds of tenants.
public enum TenantKind: String, Sendable, CaseIterable {
    /// A tenant for an organization's employees and guests.
    case workforce
    /// A tenant for customers (Entra External ID).
    case external
    /// A tenant for customers (Azure AD B2C).
    case b2c

    init(_ ring: KeyStore.Ring) {
        self =
            switch ring {
            case .workforce: .workforce
            case .external: .external
            case .b2c: .b2c
            }
    }

    var ring: KeyStore.Ring {
        switch self {
        case .workforce: .workforce
        case .external: .external
        case .b2c: .b2c
        }
    }

    var kind: Tenant.Kind {
        switch self {
        case .workforce: .workforce
        case .external: .external
        case .b2c: .b2c
        }
    }
}
