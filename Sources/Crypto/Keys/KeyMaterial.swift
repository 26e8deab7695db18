import Wire

/// Every secret a server holds: its authority, signing keys, sealing keys, and the salt of pairwise subjects.
package final class KeyMaterial: Sendable {
    package let authority: CertificateAuthority
    package let signing: LazyKeyRing
    /// Of external tenants, and of the user flows of b2c tenants: keys of their own, as at Microsoft.
    package let externalSigning: LazyKeyRing
    package let userFlowSigning: LazyKeyRing
    package let sealing: SealingKeys
    /// Makes pairwise `sub` values.
    package let pairwise: PairwiseKey
    /// Of the stand-in that signs in the users of federated domains: signs its SAML assertions.
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

    /// The same with other keys that sign tokens.
    package func with(signing: LazyKeyRing, externalSigning: LazyKeyRing, userFlowSigning: LazyKeyRing) -> KeyMaterial {
        KeyMaterial(
            authority: authority, signing: signing, externalSigning: externalSigning,
            userFlowSigning: userFlowSigning, sealing: sealing, pairwise: pairwise,
            identityProvider: identityProvider)
    }

    /// The keys that sign tokens.
    package var tokenRings: [LazyKeyRing] { [signing, externalSigning, userFlowSigning] }

    /// Every key that is made when it is first needed.
    package var lazyRings: [LazyKeyRing] { tokenRings + [identityProvider] }

    /// New keys that live as long as the process.
    package static func inMemory() throws(CryptoFailure) -> KeyMaterial {
        try make { _ in SystemRandom() }
    }

    /// The keys of a seed: the same in every process and at every start.
    package static func seeded(_ seed: String) throws(CryptoFailure) -> KeyMaterial {
        try make { SeededStream(seed: seed, label: $0) }
    }

    /// Each part has a stream of its own, so that a change in one leaves the others as they are.
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
    /// Two new keys: one signs, one is only published, because clients must look for the `kid`.
    static func make(_ random: (String) -> any RandomSource) throws(CryptoFailure) -> KeyRing {
        KeyRing(
            current: try SigningKey.make(random("signing key 1")),
            others: [try SigningKey.make(random("signing key 2"))])
    }
}
