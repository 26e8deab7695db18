package import Crypto
package import Directory
package import Entra

/// What reading the journal takes: the keys that open codes and refresh tokens, the consents that were given while running,
/// and what may be shown.
package struct JournalReader: Sendable {
    package let sealing: SealingKeys
    package let mask: SecretMask
    /// The consents of a client in a tenant that were given while running.
    let grants: @Sendable (ClientID, TenantID) -> [PermissionGrant]

    var showingSecrets: JournalReader { JournalReader(sealing: sealing, mask: SecretMask(isOff: true), grants: grants) }

    package init(
        sealing: SealingKeys, mask: SecretMask = SecretMask(),
        grants: @escaping @Sendable (ClientID, TenantID) -> [PermissionGrant] = { _, _ in [] }
    ) {
        self.sealing = sealing
        self.mask = mask
        self.grants = grants
    }
}
