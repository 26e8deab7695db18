import Platform

extension KeyMaterial {
    /// The keys kept in `<directory>/keys`: `ca.pem`, `sealing.pem`, `pairwise.pem`, `signing.pem`, and when they are first
    /// needed `identity-provider.pem`, `signing-external.pem` and `signing-userflow.pem`. A file that is missing is
    /// made; one that cannot be read, or is damaged, is an error that names it and stays as it is.
    ///
    /// Where tokens are to be signed, `signing.pem` is still being read, or made, when this returns: that takes as long as all the
    /// rest of a start. Before anything is served, `check` tells of damage in it.
    package static func stored(in directory: String, isToSign: Bool = true) throws(CryptoFailure) -> KeyMaterial {
        let folder = try KeyFolder(directory)
        let signing = lazyRing("signing.pem", folder)
        guard isToSign else { return try stored(in: folder, signing) }
        signing.prepare()
        do throws(CryptoFailure) {
            return try stored(in: folder, signing)
        } catch {
            // Who is told may end the process, and no file that is being written is to be left half-way.
            _ = try? signing.get()
            throw error
        }
    }

    /// Whether a folder has keys under which something may have been issued: those that sign are made by who serves.
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

    /// Waits for the signing keys of a folder. Throws what is wrong with their file.
    package func check() throws(CryptoFailure) { _ = try signing.get() }

    private static func lazyRing(_ name: String, _ folder: KeyFolder) -> LazyKeyRing {
        LazyKeyRing { () throws(CryptoFailure) in
            try folder.value(name) { () throws(CryptoFailure) in try KeyRing.make { _ in SystemRandom() } }
        }
    }
}

extension KeyFolder {
    /// The value of a file: read when the file is there, else made and written. Two processes that start at once on one
    /// folder end up with the same value, the one written first.
    func value<Value: KeyFileContent>(
        _ name: String, make: () throws(CryptoFailure) -> Value
    ) throws(CryptoFailure) -> Value {
        if let text = try read(name) { return try parse(name, text) }
        let made = try make()
        if try create(name, Array(PEM.text(try made.blocks()).utf8)) { return made }
        guard let text = try read(name) else { throw failure(name, "was removed while the server started") }
        return try parse(name, text)
    }

    private func parse<Value: KeyFileContent>(_ name: String, _ text: [UInt8]) throws(CryptoFailure) -> Value {
        do throws(CryptoFailure) {
            let blocks = try PEM.blocks(text)
            // Reading PEM skips what it does not know; in these files that is what a cut or an overwrite leaves.
            guard PEM.text(blocks).utf8.elementsEqual(text) else { throw CryptoFailure("is damaged") }
            return try Value(blocks: blocks)
        } catch {
            throw failure(name, error.reason)
        }
    }
}
