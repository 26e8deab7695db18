package import Crypto
package import State

/// What reading the journal takes: the keys that open codes and refresh tokens, the store with the consents that were given
/// while running, and what may be shown.
package struct JournalReader: Sendable {
    package let sealing: SealingKeys
    package let mask: SecretMask
    /// Nil: nothing was consented to.
    let store: (any Store)?

    var showingSecrets: JournalReader { JournalReader(sealing: sealing, mask: SecretMask(isOff: true), store: store) }

    package init(sealing: SealingKeys, mask: SecretMask = SecretMask(), store: (any Store)? = nil) {
        self.sealing = sealing
        self.mask = mask
        self.store = store
    }
}
