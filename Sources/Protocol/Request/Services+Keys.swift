package import Crypto
package import Directory
package import Entra

extension Services {
    /// Returns the keys that sign a tenant's tokens. External and b2c tenants have keys of their own, which no other document lists
    /// (docs/reference/protocol.md#b2c-and-ciam-urls). A nil tenant means the authorities of many tenants. Throws AADSTS50000 if
    /// OpenSSL fails.
    package func signingKeys(of tenant: Tenant?) throws(EntraError) -> KeyRing {
        do {
            return try lazyKeys(of: tenant).get()
        } catch {
            throw EntraError(.serviceFailure, detail: error.reason)
        }
    }

    /// Returns the keys that sign a tenant's tokens, without creating them.
    package func lazyKeys(of tenant: Tenant?) -> LazyKeyRing {
        switch tenant?.kind {
        case .external: keys.externalSigning
        case .b2c: keys.userFlowSigning
        case .workforce, .consumers, nil: keys.signing
        }
    }
}

extension Tenant {
    /// Whether the tenant has other keys than `common`.
    var hasKeysOfItsOwn: Bool { kind == .external || kind == .b2c }
}
