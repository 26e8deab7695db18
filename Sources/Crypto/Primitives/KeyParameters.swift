import COpenSSL

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
            let pushed: Int32
            switch value {
            case .number(let number): pushed = OSSL_PARAM_BLD_push_BN(builder, key, number.pointer)
            case .bytes(let bytes): pushed = OSSL_PARAM_BLD_push_octet_string(builder, key, copy(bytes), bytes.count)
            case .text(let text):
                let value = UnsafeRawPointer(copy(Array(text.utf8) + [0])).assumingMemoryBound(to: CChar.self)
                pushed = OSSL_PARAM_BLD_push_utf8_string(builder, key, value, 0)
            }
            guard pushed == 1 else { return nil }
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
