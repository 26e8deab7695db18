package import Wire

/// The RSA keys by which an issuer's tokens are verified (RFC 7517 §5), as its key document lists them.
package struct JSONWebKeySet: Sendable, Hashable {
    /// One key: its id and the numbers of RFC 7518 §6.3.1, big-endian.
    package struct Key: Sendable, Hashable {
        package let id: String
        package let modulus: [UInt8]
        package let exponent: [UInt8]
    }

    /// More keys than this are not looked at.
    package static let maximumCount = 64

    package let keys: [Key]

    /// Reads the document. Keys that cannot verify a token are passed over: of another type, for encryption, or without an id.
    /// Nil when it is no key set, or has none that can.
    package init?(_ document: JSONValue) {
        guard let entries = document["keys"]?.array else { return nil }
        keys = entries.prefix(JSONWebKeySet.maximumCount).compactMap(Key.init)
        guard !keys.isEmpty else { return nil }
    }

    /// The document with what was read of it.
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

    /// The key of that id, compared by bytes.
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
