import COpenSSL

/// A private key of one of two kinds: RSA-2048 for tokens, P-256 for the authority and the leaf certificates.
struct PrivateKey: Sendable {
    let handle: SharedHandle

    var pointer: OpaquePointer { handle.pointer }

    /// Takes ownership of one reference to an EVP_PKEY.
    init?(_ key: OpaquePointer?) {
        guard let handle = SharedHandle(key, release: EVP_PKEY_free) else { return nil }
        self.handle = handle
    }

    /// The kind of a key.
    enum Kind {
        case rsa
        case p256

        fileprivate var type: Int32 {
            switch self {
            case .rsa: EVP_PKEY_RSA
            case .p256: EVP_PKEY_EC
            }
        }
    }

    /// Parses a key from unencrypted PKCS #8, PKCS #1 or SEC 1 DER. If the kind is known, parsing takes a third of the time.
    init(der: [UInt8], _ kind: Kind? = nil) throws(CryptoFailure) {
        let key = der.withUnsafeBufferPointer { buffer in
            var cursor = buffer.baseAddress
            guard let kind else { return d2i_AutoPrivateKey(nil, &cursor, buffer.count) }
            return d2i_PrivateKey(kind.type, nil, &cursor, buffer.count)
        }
        guard let made = PrivateKey(key) else { throw .openSSL("the private key cannot be read") }
        self = made
    }

    /// Returns the key as an unencrypted PKCS #8 structure.
    func pkcs8() throws(CryptoFailure) -> [UInt8] {
        guard let info = EVP_PKEY2PKCS8(pointer) else { throw .openSSL("the private key cannot be written") }
        defer { PKCS8_PRIV_KEY_INFO_free(info) }
        return try DER.bytes(of: info, i2d_PKCS8_PRIV_KEY_INFO)
    }

    /// Whether the parts of the key match (EVP_PKEY_check).
    var isConsistent: Bool {
        let context = EVP_PKEY_CTX_new_from_pkey(nil, pointer, nil)
        defer {
            EVP_PKEY_CTX_free(context)
            ERR_clear_error()
        }
        return EVP_PKEY_check(context) == 1
    }

    var isRSA: Bool { EVP_PKEY_is_a(pointer, "RSA") == 1 }

    /// The number of bits of the modulus or of the curve's order.
    var bits: Int { Int(EVP_PKEY_get_bits(pointer)) }

    /// Returns one number of the key by OpenSSL's parameter name, or nil if the key has no such number.
    func number(_ name: String) -> BigNumber? {
        var raw: OpaquePointer?
        guard EVP_PKEY_get_bn_param(pointer, name, &raw) == 1, let raw, let copy = BigNumber() else { return nil }
        defer { BN_clear_free(raw) }
        return BN_copy(copy.pointer, raw) == nil ? nil : copy
    }
}
