import COpenSSL

/// Reads the private keys that the server itself has written: PKCS #8 (RFC 5958) with an RSA key (RFC 8017 §A.1.2) or a P-256 key
/// with its public point (RFC 5915).
///
/// OpenSSL 3.0 collects the decoders of all its providers anew for each key, which took an eighth of the instructions of a start.
enum StoredPrivateKey {
    /// Returns the key, or nil if the bytes have another form. The caller must check the numbers.
    static func key(_ der: [UInt8], _ kind: PrivateKey.Kind) -> PrivateKey? {
        guard let contents = contents(der, of: kind) else { return nil }
        return switch kind {
        case .rsa: rsaKey(contents)
        case .p256: p256Key(contents)
        }
    }

    /// Returns the key inside PKCS #8, or nil if the algorithm is another one.
    private static func contents(_ der: [UInt8], of kind: PrivateKey.Kind) -> ArraySlice<UInt8>? {
        guard var info = sequence(der[...]), info.next(Tag.integer)?.elementsEqual([0]) == true,
            info.next(Tag.sequence)?.elementsEqual(algorithm(kind)) == true, let key = info.next(Tag.octetString),
            info.isAtEnd
        else { return nil }
        return key
    }

    private static func rsaKey(_ der: ArraySlice<UInt8>) -> PrivateKey? {
        guard var key = sequence(der), key.next(Tag.integer)?.elementsEqual([0]) == true else { return nil }
        var numbers: [BigNumber] = []
        while let number = key.next(Tag.integer).flatMap({ BigNumber(Array($0)) }) { numbers.append(number) }
        return key.isAtEnd ? RSANumbers.key(numbers) : nil
    }

    private static func p256Key(_ der: ArraySlice<UInt8>) -> PrivateKey? {
        guard var key = sequence(der), key.next(Tag.integer)?.elementsEqual([1]) == true,
            let scalar = key.next(Tag.octetString).flatMap({ BigNumber(Array($0)) }),
            let publicKey = key.next(Tag.publicKey), key.isAtEnd
        else { return nil }
        var bits = DERReader(publicKey)
        // The first byte of a bit string is the number of unused bits.
        guard let point = bits.next(Tag.bitString), point.first == 0, bits.isAtEnd else { return nil }
        return P256.key(scalar, publicPoint: Array(point.dropFirst()))
    }

    private static func sequence(_ der: ArraySlice<UInt8>) -> DERReader? {
        var reader = DERReader(der)
        guard let contents = reader.next(Tag.sequence), reader.isAtEnd else { return nil }
        return DERReader(contents)
    }

    /// The contents of the AlgorithmIdentifier: rsaEncryption with NULL (RFC 8017 §A.1), or id-ecPublicKey with prime256v1
    /// (RFC 5480 §2.1.1).
    private static func algorithm(_ kind: PrivateKey.Kind) -> [UInt8] {
        switch kind {
        case .rsa: DER.element(0x06, [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01]) + DER.element(0x05, [])
        case .p256:
            DER.element(0x06, [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01])
                + DER.element(0x06, [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07])
        }
    }

    private enum Tag {
        static let integer: UInt8 = 0x02
        static let bitString: UInt8 = 0x03
        static let octetString: UInt8 = 0x04
        static let sequence: UInt8 = 0x30
        /// The public key of an ECPrivateKey, `[1]`.
        static let publicKey: UInt8 = 0xA1
    }
}

/// Reads the elements of DER one after another (X.690 §8.1).
private struct DERReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) {
        rest = bytes
    }

    var isAtEnd: Bool { rest.isEmpty }

    /// Returns the contents of the next element, or nil if the element has another tag or is cut off.
    mutating func next(_ tag: UInt8) -> ArraySlice<UInt8>? {
        guard rest.count >= 2, rest.first == tag else { return nil }
        var contents = rest.dropFirst(2)
        var count = Int(rest[rest.startIndex + 1])
        if count >= 0x80 {
            let digits = contents.prefix(count & 0x7F)
            guard (1...3).contains(count & 0x7F), digits.count == count & 0x7F else { return nil }
            contents = contents.dropFirst(digits.count)
            count = digits.reduce(0) { $0 << 8 | Int($1) }
        }
        guard contents.count >= count else { return nil }
        rest = contents.dropFirst(count)
        return contents.prefix(count)
    }
}
