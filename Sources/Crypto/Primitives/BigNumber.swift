import COpenSSL

/// An OpenSSL BIGNUM, which is erased when it is freed. Not shared between threads.
final class BigNumber: Equatable {
    let pointer: OpaquePointer

    /// Creates a zero, or returns nil if memory is exhausted.
    init?() {
        guard let pointer = BN_new() else { return nil }
        self.pointer = pointer
    }

    /// Creates a number from big-endian bytes.
    init?(_ bytes: [UInt8]) {
        guard let count = Int32(exactly: bytes.count), let pointer = BN_bin2bn(bytes, count, nil) else { return nil }
        self.pointer = pointer
    }

    deinit {
        BN_clear_free(pointer)
    }

    static func == (left: BigNumber, right: BigNumber) -> Bool { BN_cmp(left.pointer, right.pointer) == 0 }

    /// Returns the number as big-endian bytes, padded with zeros to `size` bytes, or nil if the number is larger.
    func bytes(size: Int) -> [UInt8]? {
        guard let width = Int32(exactly: size) else { return nil }
        var out = [UInt8](repeating: 0, count: size)
        return BN_bn2binpad(pointer, &out, width) == width ? out : nil
    }

    /// The number as big-endian bytes without leading zeros, as JWK requires for `n` and `e` (RFC 7518 §6.3.1).
    var minimalBytes: [UInt8] {
        bytes(size: (Int(BN_num_bits(pointer)) + 7) / 8) ?? []
    }
}

/// Scratch space for BIGNUM arithmetic.
final class BigNumberContext {
    let pointer: OpaquePointer

    init?() {
        guard let pointer = BN_CTX_new() else { return nil }
        self.pointer = pointer
    }

    deinit {
        BN_CTX_free(pointer)
    }
}
