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

    /// Parses a key of a known kind from the PKCS #8 that `pkcs8` returns, or from another form that OpenSSL can read.
    init(stored der: [UInt8], _ kind: Kind) throws(CryptoFailure) {
        if let key = StoredPrivateKey.key(der, kind) {
            self = key
        } else {
            ERR_clear_error()
            try self.init(der: der, kind)
        }
    }

    /// Parses a key from unencrypted PKCS #8, PKCS #1 or SEC 1 DER. If the kind is known, parsing takes a third of the time.
    init(der: [UInt8], _ kind: Kind? = nil) throws(CryptoFailure) {
        let key = der.withUnsafeBufferPointer { buffer in
            var cursor = buffer.baseAddress
            guard let kind else { return d2i_AutoPrivateKey(nil, &cursor, buffer.count) }
            return d2i_PrivateKey(kind.type, nil, &cursor, buffer.count)
        }
        guard let parsed = PrivateKey(key) else { throw .openSSL("the private key cannot be read") }
        self = parsed
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

/// The named numbers of a key, from which OpenSSL builds the key (EVP_PKEY_fromdata).
struct KeyParameters {
    private enum Value {
        case text(String)
        case bytes([UInt8])
        case number(BigNumber)
    }

    private var values: [(name: String, value: Value)] = []

    mutating func text(_ name: String, _ value: String) { values.append((name, .text(value))) }
    mutating func bytes(_ name: String, _ value: [UInt8]) { values.append((name, .bytes(value))) }
    mutating func number(_ name: String, _ value: BigNumber) { values.append((name, .number(value))) }

    /// Returns a new EVP_PKEY of the named type, which the caller owns, or nil if OpenSSL rejects the numbers.
    func makeKey(_ type: String, _ selection: Int32) -> OpaquePointer? {
        guard let builder = OSSL_PARAM_BLD_new() else { return nil }
        defer { OSSL_PARAM_BLD_free(builder) }
        // The builder keeps the addresses of the values until `to_param`, and the addresses of the names permanently. Both are C
        // copies here.
        var copies: [UnsafeMutablePointer<UInt8>] = []
        defer { for copy in copies { copy.deallocate() } }
        func copy(_ source: [UInt8]) -> UnsafeMutablePointer<UInt8> {
            let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: max(source.count, 1))
            copy.initialize(from: source, count: source.count)
            copies.append(copy)
            return copy
        }
        for (name, value) in values {
            let key = UnsafeRawPointer(copy(Array(name.utf8) + [0])).assumingMemoryBound(to: CChar.self)
            let status: Int32
            switch value {
            case .number(let number): status = OSSL_PARAM_BLD_push_BN(builder, key, number.pointer)
            case .bytes(let bytes): status = OSSL_PARAM_BLD_push_octet_string(builder, key, copy(bytes), bytes.count)
            case .text(let text):
                let value = UnsafeRawPointer(copy(Array(text.utf8) + [0])).assumingMemoryBound(to: CChar.self)
                status = OSSL_PARAM_BLD_push_utf8_string(builder, key, value, 0)
            }
            guard status == 1 else { return nil }
        }
        guard let parameters = OSSL_PARAM_BLD_to_param(builder) else { return nil }
        defer { OSSL_PARAM_free(parameters) }
        let context = EVP_PKEY_CTX_new_from_name(nil, type, nil)
        defer { EVP_PKEY_CTX_free(context) }
        var key: OpaquePointer?
        guard EVP_PKEY_fromdata_init(context) == 1, EVP_PKEY_fromdata(context, &key, selection, parameters) == 1 else {
            return nil
        }
        return key
    }
}
