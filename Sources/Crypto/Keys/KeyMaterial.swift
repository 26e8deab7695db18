import Formats

/// The secrets of a server: its authority, its signing keys, its sealing keys, and the salt of pairwise subjects.
package final class KeyMaterial: Sendable {
    package let authority: CertificateAuthority
    package let signing: LazyKeyRing
    /// The keys of external tenants. `userFlowSigning` has the keys of the user flows of B2C tenants. As at Microsoft, both have
    /// separate keys.
    package let externalSigning: LazyKeyRing
    package let userFlowSigning: LazyKeyRing
    package let sealing: SealingKeys
    /// The key that derives pairwise `sub` values.
    package let pairwise: PairwiseKey
    /// The keys of the simulated identity provider, which signs in the users of federated domains and signs SAML assertions.
    package let identityProvider: LazyKeyRing

    static let pairwiseSaltSize = 32

    init(
        authority: CertificateAuthority, signing: LazyKeyRing, externalSigning: LazyKeyRing,
        userFlowSigning: LazyKeyRing, sealing: SealingKeys, pairwise: PairwiseKey, identityProvider: LazyKeyRing
    ) {
        self.authority = authority
        self.signing = signing
        self.externalSigning = externalSigning
        self.userFlowSigning = userFlowSigning
        self.sealing = sealing
        self.pairwise = pairwise
        self.identityProvider = identityProvider
    }

    /// Returns a copy with other token-signing keys.
    package func with(signing: LazyKeyRing, externalSigning: LazyKeyRing, userFlowSigning: LazyKeyRing) -> KeyMaterial {
        KeyMaterial(
            authority: authority, signing: signing, externalSigning: externalSigning,
            userFlowSigning: userFlowSigning, sealing: sealing, pairwise: pairwise,
            identityProvider: identityProvider)
    }

    /// The keys that sign tokens.
    package var tokenRings: [LazyKeyRing] { [signing, externalSigning, userFlowSigning] }

    /// The keys that are created on first use.
    package var lazyRings: [LazyKeyRing] { tokenRings + [identityProvider] }

    /// Creates new keys, which live as long as the process.
    package static func inMemory() throws(CryptoFailure) -> KeyMaterial {
        try make { _ in SystemRandom() }
    }

    /// Creates the keys of a seed, which are the same in every process and at every start.
    package static func seeded(_ seed: String) throws(CryptoFailure) -> KeyMaterial {
        try make { SeededStream(seed: seed, label: $0) }
    }

    /// Creates the keys. Each part has its own random stream, so that a change in one part does not affect the others.
    private static func make(
        _ random: @escaping @Sendable (String) -> any RandomSource
    ) throws(CryptoFailure) -> KeyMaterial {
        KeyMaterial(
            authority: try CertificateAuthority.make(random("authority")),
            signing: LazyKeyRing { () throws(CryptoFailure) in try .make(random) },
            externalSigning: LazyKeyRing { () throws(CryptoFailure) in try .make { random("external " + $0) } },
            userFlowSigning: LazyKeyRing { () throws(CryptoFailure) in try .make { random("user flow " + $0) } },
            sealing: SealingKeys.make(random("sealing")),
            pairwise: PairwiseKey(salt: random("pairwise salt").bytes(pairwiseSaltSize)),
            identityProvider: LazyKeyRing { () throws(CryptoFailure) in
                KeyRing(current: try SigningKey.make(random("identity provider key")))
            })
    }
}

extension KeyRing {
    /// Creates two keys. One key signs; the other is only published, so that clients must select the key by its `kid`.
    static func make(_ random: (String) -> any RandomSource) throws(CryptoFailure) -> KeyRing {
        KeyRing(
            current: try SigningKey.make(random("signing key 1")),
            others: [try SigningKey.make(random("signing key 2"))])
    }
}
