import Formats
import Platform

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
    /// Creates two keys, on a thread each. One key signs; the other is only published, so that clients must select the key by its
    /// `kid`.
    static func make(_ random: @escaping @Sendable (String) -> any RandomSource) throws(CryptoFailure) -> KeyRing {
        let other = BackgroundComputation {
            Result { () throws(CryptoFailure) in try SigningKey.make(random("signing key 2")) }
        }
        let current = Result { () throws(CryptoFailure) in try SigningKey.make(random("signing key 1")) }
        // The other thread must end even if this one fails.
        let published = other.value()
        return KeyRing(current: try current.get(), others: [try published.get()])
    }
}

extension KeyMaterial {
    /// Reads the keys in `<directory>/keys`: `ca.pem`, `sealing.pem`, `pairwise.pem`, `signing.pem`, and on first use
    /// `identity-provider.pem`, `signing-external.pem` and `signing-userflow.pem`. A missing file is created. A file that is
    /// unreadable or damaged stays unchanged and causes an error that names the file.
    ///
    /// If `needsSigningKey` is true, `signing.pem` is still being read or created when this function returns, because that takes
    /// as long as the rest of the start. The caller must call `check` before it serves requests, to report damage in that file.
    package static func stored(in directory: String, needsSigningKey: Bool = true) throws(CryptoFailure) -> KeyMaterial
    {
        let folder = try KeyFolder(directory)
        let signing = lazyRing("signing.pem", folder)
        guard needsSigningKey else { return try stored(in: folder, signing) }
        signing.prepare()
        do throws(CryptoFailure) {
            return try stored(in: folder, signing)
        } catch {
            // The caller may end the process, which must not leave a file half-written.
            _ = try? signing.get()
            throw error
        }
    }

    /// Whether a folder has keys that may have issued tokens. A server that issues tokens creates `signing.pem`.
    package static func isStored(in directory: String) -> Bool { access("\(directory)/keys/signing.pem", F_OK) == 0 }

    private static func stored(in folder: KeyFolder, _ signing: LazyKeyRing) throws(CryptoFailure) -> KeyMaterial {
        let random = SystemRandom()
        return KeyMaterial(
            authority: try folder.value("ca.pem") { () throws(CryptoFailure) in try CertificateAuthority.make(random) },
            signing: signing,
            externalSigning: lazyRing("signing-external.pem", folder),
            userFlowSigning: lazyRing("signing-userflow.pem", folder),
            sealing: try folder.value("sealing.pem") { SealingKeys.make(random) },
            pairwise: PairwiseKey(
                salt: try folder.value("pairwise.pem") { PairwiseSalt(bytes: random.bytes(pairwiseSaltSize)) }.bytes),
            identityProvider: LazyKeyRing { () throws(CryptoFailure) in
                try folder.value("identity-provider.pem") { () throws(CryptoFailure) in
                    KeyRing(current: try SigningKey.make(random))
                }
            })
    }

    /// Waits for the signing keys of a folder. Throws if their file is damaged or cannot be written.
    package func check() throws(CryptoFailure) { _ = try signing.get() }

    private static func lazyRing(_ name: String, _ folder: KeyFolder) -> LazyKeyRing {
        LazyKeyRing { () throws(CryptoFailure) in
            try folder.value(name) { () throws(CryptoFailure) in try KeyRing.make { _ in SystemRandom() } }
        }
    }
}

extension KeyFolder {
    /// Returns the value of a file: read if the file exists, else created and written. Two processes that start at the same time on
    /// one folder get the same value, the one that was written first.
    func value<Value: KeyFileContent>(
        _ name: String, make: () throws(CryptoFailure) -> Value
    ) throws(CryptoFailure) -> Value {
        if let text = try read(name) { return try parse(name, text) }
        let created = try make()
        if try create(name, Array(PEM.text(try created.blocks()).utf8)) { return created }
        guard let text = try read(name) else { throw failure(name, "was removed while the server started") }
        return try parse(name, text)
    }

    private func parse<Value: KeyFileContent>(_ name: String, _ text: [UInt8]) throws(CryptoFailure) -> Value {
        do throws(CryptoFailure) {
            let blocks = try PEM.blocks(text)
            // The PEM parser skips unknown text. In these files, such text is left by a truncation or an overwrite.
            guard PEM.text(blocks).utf8.elementsEqual(text) else { throw CryptoFailure("is damaged") }
            return try Value(blocks: blocks)
        } catch {
            throw failure(name, error.reason)
        }
    }
}
