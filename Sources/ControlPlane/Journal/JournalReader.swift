package import Crypto
package import Store

/// The context for reading the journal: the keys that open codes and refresh tokens, the store with the consents given at run time,
/// and whether secrets may be shown.
package struct JournalReader: Sendable {
    package let sealing: SealingKeys
    /// The store, or nil if no consents were given at run time.
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

    /// Returns the mask for an entry. The mask covers the secrets of the directory at the time of the request, and the secrets that
    /// the entry itself contains under secret names. For example, an error message repeats a code from the request.
    func mask(_ item: Journal.Item) -> SecretMask {
        guard !showsSecrets else { return masks.showingSecrets }
        return masks.mask(item.directory, sealing).adding(KnownSecrets(item.entry.namedSecrets))
    }
}
