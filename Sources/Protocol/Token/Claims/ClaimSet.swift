import Formats

/// The claims of one token, keyed by name. The JSON has the order of the service: first the registered names, then the other names
/// in byte order.
struct ClaimSet: Sendable, Equatable {
    private static let leading = ["aud", "iss", "iat", "nbf", "exp"]
    /// The 8-byte keys of the names in `leading`.
    private static let leadingStarts = leading.map(start)

    private struct Claim: Sendable, Equatable {
        /// The sort key of the claim. Only names with the same first eight bytes have the same key.
        let rank: UInt64
        let name: String
        var value: JSONValue
    }

    /// The claims in the order of the JSON. A list is faster than a table, because a token has some twenty claims.
    private var claims: [Claim] = []

    init() {
        claims.reserveCapacity(24)
    }

    subscript(_ name: String) -> JSONValue? {
        get {
            let rank = ClaimSet.rank(of: name)
            let index = index(of: name, rank)
            return hasClaim(name, rank, at: index) ? claims[index].value : nil
        }
        set {
            let rank = ClaimSet.rank(of: name)
            let index = index(of: name, rank)
            switch (hasClaim(name, rank, at: index), newValue) {
            case (true, let value?): claims[index].value = value
            case (true, nil): claims.remove(at: index)
            case (false, let value?): claims.insert(Claim(rank: rank, name: name, value: value), at: index)
            case (false, nil): break
            }
        }
    }

    /// Returns the first eight bytes of a name as a number, padded with zeros.
    private static func start(_ name: String) -> UInt64 {
        name.withBytes { bytes in
            if bytes.count >= 8 {
                return UInt64(bigEndian: UnsafeRawBufferPointer(bytes).loadUnaligned(as: UInt64.self))
            }
            return bytes.reduce(0) { $0 << 8 | UInt64($1) } << (8 * UInt64(8 - bytes.count))
        }
    }

    /// Returns the sort key of a name. The smallest keys are the names of `leading`, in their order.
    private static func rank(of name: String) -> UInt64 {
        let start = start(name)
        // Names of three bytes fit into the key, so equal keys mean equal names.
        guard name.utf8.count == 3, let index = leadingStarts.firstIndex(of: start) else {
            return max(start, UInt64(leading.count))
        }
        return UInt64(index)
    }

    /// Returns the index at which a name is stored or would be inserted.
    private func index(of name: String, _ rank: UInt64) -> Int {
        claims.firstIndex { $0.rank > rank || ($0.rank == rank && !$0.name.precedes(name)) } ?? claims.count
    }

    private func hasClaim(_ name: String, _ rank: UInt64, at index: Int) -> Bool {
        index < claims.count && claims[index].rank == rank && claims[index].name.isExactly(name)
    }

    /// Sets a text claim. A nil value changes nothing.
    mutating func set(_ name: String, _ value: String?) {
        if let value { self[name] = .string(value) }
    }

    mutating func set(_ name: String, _ value: Int64) {
        self[name] = .integer(value)
    }

    /// Sets a list claim. An empty list changes nothing.
    mutating func set(_ name: String, _ list: [String]) {
        if !list.isEmpty { self[name] = .array(list.map(JSONValue.string)) }
    }

    /// The claims about the user as JSON: all except the registered names and `aio`. The value of a list is its JSON text.
    var userInformation: [UInt8] {
        JSONWriter.object { json in
            for index in claims.indices
            where claims[index].rank >= UInt64(ClaimSet.leading.count) && !claims[index].name.isExactly("aio") {
                let value = claims[index].value
                if value.array == nil {
                    json.field(claims[index].name, value)
                } else {
                    // Allowed (lossy-text): the writer returns UTF-8.
                    json.field(claims[index].name, String(decoding: JSONWriter.value(value), as: UTF8.self))
                }
            }
        }
    }

    /// The payload as JSON.
    var json: [UInt8] {
        JSONWriter.object { json in
            // The loop uses indices, because iterating over the claims copies them.
            for index in claims.indices { json.field(claims[index].name, claims[index].value) }
        }
    }
}
