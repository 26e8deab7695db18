package import Crypto
package import State

/// What reading the journal takes: the keys that open codes and refresh tokens, the store with the consents that were given
/// while running, and what may be shown.
package struct JournalReader: Sendable {
    package let sealing: SealingKeys
    /// Nil: nothing was consented to.
    let store: (any Store)?
    private let masks: SecretMasks
    private let showsSecrets: Bool

    package init(sealing: SealingKeys, masks: SecretMasks = SecretMasks(), store: (any Store)? = nil) {
        self.init(sealing: sealing, masks: masks, store: store, showsSecrets: false)
    }

    private init(sealing: SealingKeys, masks: SecretMasks, store: (any Store)?, showsSecrets: Bool) {
        self.sealing = sealing
        self.masks = masks
        self.store = store
        self.showsSecrets = showsSecrets
    }

    var showingSecrets: JournalReader {
        JournalReader(sealing: sealing, masks: masks, store: store, showsSecrets: true)
    }

    /// The mask of an entry. It knows the directory as it was at the exchange, and what the entry itself names as secrets: an error
    /// message repeats a code that was sent under its name.
    func mask(_ item: Journal.Item) -> SecretMask {
        guard !showsSecrets else { return masks.showingSecrets }
        return masks.mask(item.directory, sealing).adding(KnownSecrets(item.entry.namedSecrets))
    }
}
