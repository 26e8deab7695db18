package import Formats

/// The RSA keys that verify an issuer's tokens, as the issuer's key document lists them (RFC 7517 §5).
package struct JSONWebKeySet: Sendable, Hashable {
    /// A key: its ID, and the numbers of RFC 7518 §6.3.1 as big-endian bytes.
    package struct Key: Sendable, Hashable {
        package let id: String
        package let modulus: [UInt8]
        package let exponent: [UInt8]
    }

    /// The maximum number of entries that are read. Further entries are ignored.
    package static let maximumCount = 64

    package let keys: [Key]

    /// Parses a key document. Keys that cannot verify a token are ignored: keys of another type, keys for encryption, and keys
    /// without an ID. Returns nil if the document is not a key set or has no usable key.
    package init?(_ document: JSONValue) {
        guard let entries = document["keys"]?.array else { return nil }
        keys = entries.prefix(JSONWebKeySet.maximumCount).compactMap(Key.init)
        guard !keys.isEmpty else { return nil }
    }

    /// The key document with the keys that were read.
    package var document: JSONValue {
        .object([
            .init(
                "keys",
                .array(
                    keys.map { key in
                        .object([
                            .init("kty", .string("RSA")), .init("kid", .string(key.id)),
                            .init("n", .string(Base64.url(key.modulus))), .init("e", .string(Base64.url(key.exponent))),
                        ])
                    }))
        ])
    }

    /// Returns the key with the ID, compared byte by byte.
    package func key(id: String) -> Key? {
        keys.first { $0.id.isExactly(id) }
    }
}

extension JSONWebKeySet.Key {
    fileprivate init?(_ entry: JSONValue) {
        guard entry["kty"]?.string == "RSA", entry["use"]?.string ?? "sig" == "sig", let id = entry["kid"]?.string,
            let modulus = entry["n"]?.string.flatMap({ Base64.decodeURL($0.utf8) }), !modulus.isEmpty,
            let exponent = entry["e"]?.string.flatMap({ Base64.decodeURL($0.utf8) }), !exponent.isEmpty
        else { return nil }
        self.init(id: id, modulus: modulus, exponent: exponent)
    }
}
