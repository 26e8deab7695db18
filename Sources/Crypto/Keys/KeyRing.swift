/// The signing keys of a server: one signs, all are published.
package struct KeyRing: Sendable {
    /// The key that signs.
    package let current: SigningKey
    /// Keys that are published but do not sign: the next or the previous ones.
    package let others: [SigningKey]

    package init(current: SigningKey, others: [SigningKey] = []) {
        self.current = current
        self.others = others
    }

    /// Every key in the order of the JWKS. As with Entra the first is not the one that signs, when there is another:
    /// a client that takes the first key instead of looking for the `kid` is to fail here too.
    package var published: [SigningKey] {
        others + [current]
    }

    /// Every key and its certificate, DER, the one that signs first.
    package func encoded() throws(CryptoFailure) -> [[UInt8]] { try blocks().map(\.bytes) }

    /// Reads what `encoded` gives.
    package init(encoded: [[UInt8]]) throws(CryptoFailure) {
        try self.init(
            blocks: encoded.enumerated().map { index, bytes in
                PEMBlock(label: index.isMultiple(of: 2) ? PEMBlock.privateKey : PEMBlock.certificate, bytes: bytes)
            })
    }

    /// The published key of that id; nil when there is none.
    package func key(id: String) -> SigningKey? {
        published.first { $0.id.utf8.elementsEqual(id.utf8) }
    }
}
