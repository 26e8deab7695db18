/// The signing keys of a server: one key signs, all keys are published.
package struct KeyRing: Sendable {
    /// The key that signs.
    package let current: SigningKey
    /// The keys that are published but do not sign: future or previous keys.
    package let others: [SigningKey]

    package init(current: SigningKey, others: [SigningKey] = []) {
        self.current = current
        self.others = others
    }

    /// The keys in the order of the JWKS. As with Entra, the first key is not the signing key if there are several keys. A client
    /// that uses the first key instead of the key with the right `kid` fails.
    package var published: [SigningKey] {
        others + [current]
    }

    /// Returns every key and its certificate as DER, the signing key first.
    package func encoded() throws(CryptoFailure) -> [[UInt8]] { try blocks().map(\.bytes) }

    /// Reads the result of `encoded`.
    package init(encoded: [[UInt8]]) throws(CryptoFailure) {
        try self.init(
            blocks: encoded.enumerated().map { index, bytes in
                PEMBlock(label: index.isMultiple(of: 2) ? PEMBlock.privateKey : PEMBlock.certificate, bytes: bytes)
            })
    }

    /// Returns the published key with that ID, or nil if there is none.
    package func key(id: String) -> SigningKey? {
        published.first { $0.id.utf8.elementsEqual(id.utf8) }
    }
}
