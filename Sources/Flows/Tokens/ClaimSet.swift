import Wire

/// The claims of one token, by name. Written in the service's order: the registered names first, then the rest by name.
struct ClaimSet: Sendable, Equatable {
    private static let leading = ["aud", "iss", "iat", "nbf", "exp"]
    /// What the names of `leading` begin with.
    private static let leadingStarts = leading.map(start)

    private struct Claim: Sendable, Equatable {
        /// Tells the place among the claims, but for names that begin with the same eight bytes.
        let rank: UInt64
        let name: String
        var value: JSONValue
    }

    /// In the order in which they are written. A token has some twenty claims: a list is faster than a table.
    private var claims: [Claim] = []

    init() {
        claims.reserveCapacity(24)
    }

    subscript(_ name: String) -> JSONValue? {
        get {
            let rank = ClaimSet.rank(of: name)
            let place = place(of: name, rank)
            return isThere(name, rank, at: place) ? claims[place].value : nil
        }
        set {
            let rank = ClaimSet.rank(of: name)
            let place = place(of: name, rank)
            switch (isThere(name, rank, at: place), newValue) {
            case (true, let value?): claims[place].value = value
            case (true, nil): claims.remove(at: place)
            case (false, let value?): claims.insert(Claim(rank: rank, name: name, value: value), at: place)
            case (false, nil): break
            }
        }
    }

    /// The first eight bytes of a name as a number, filled up with zeros.
    private static func start(_ name: String) -> UInt64 {
        name.withBytes { bytes in
            if bytes.count >= 8 {
                return UInt64(bigEndian: UnsafeRawBufferPointer(bytes).loadUnaligned(as: UInt64.self))
            }
            return bytes.reduce(0) { $0 << 8 | UInt64($1) } << (8 * UInt64(8 - bytes.count))
        }
    }

    /// The smallest numbers stand for the names of `leading`, in their order.
    private static func rank(of name: String) -> UInt64 {
        let start = start(name)
        // Of three bytes each: where the start is the same, all is.
        guard name.utf8.count == 3, let place = leadingStarts.firstIndex(of: start) else {
            return max(start, UInt64(leading.count))
        }
        return UInt64(place)
    }

    /// Where a name stands, or belongs.
    private func place(of name: String, _ rank: UInt64) -> Int {
        claims.firstIndex { $0.rank > rank || ($0.rank == rank && !$0.name.precedes(name)) } ?? claims.count
    }

    private func isThere(_ name: String, _ rank: UInt64, at place: Int) -> Bool {
        place < claims.count && claims[place].rank == rank && claims[place].name.isExactly(name)
    }

    /// Sets a text claim, or leaves it out when nil.
    mutating func set(_ name: String, _ value: String?) {
        if let value { self[name] = .string(value) }
    }

    mutating func set(_ name: String, _ value: Int64) {
        self[name] = .integer(value)
    }

    /// Sets a list, or leaves it out when empty.
    mutating func set(_ name: String, _ list: [String]) {
        if !list.isEmpty { self[name] = .array(list.map(JSONValue.string)) }
    }

    /// The payload as JSON.
    var json: [UInt8] {
        JSONWriter.object { json in
            // Each in its place: to go through the claims themselves copies them.
            for place in claims.indices { json.field(claims[place].name, claims[place].value) }
        }
    }
}
