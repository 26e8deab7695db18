import Wire

/// The claims of one token, by name. Written in the service's order: the registered names first, then the rest by name.
struct ClaimSet: Sendable, Equatable {
    private static let leading = ["aud", "iss", "iat", "nbf", "exp"]

    /// The values of `leading`.
    private var registered = [JSONValue?](repeating: nil, count: ClaimSet.leading.count)
    /// All others in the order of their names. A token has some twenty claims: a list is faster than a table.
    private var others: [JSONValue.Member] = []

    subscript(_ name: String) -> JSONValue? {
        get {
            if let place = ClaimSet.leading.firstIndex(where: name.isExactly) { return registered[place] }
            let place = place(of: name)
            return isOther(name, at: place) ? others[place].value : nil
        }
        set {
            if let place = ClaimSet.leading.firstIndex(where: name.isExactly) {
                registered[place] = newValue
                return
            }
            let place = place(of: name)
            switch (isOther(name, at: place), newValue) {
            case (true, let value?): others[place] = JSONValue.Member(name, value)
            case (true, nil): others.remove(at: place)
            case (false, let value?): others.insert(JSONValue.Member(name, value), at: place)
            case (false, nil): break
            }
        }
    }

    /// Where a name stands among the others, or belongs.
    private func place(of name: String) -> Int {
        var (low, high) = (0, others.count)
        while low < high {
            let middle = (low + high) / 2
            if others[middle].name.precedes(name) { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private func isOther(_ name: String, at place: Int) -> Bool {
        place < others.count && others[place].name.isExactly(name)
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
            for (name, value) in zip(ClaimSet.leading, registered) {
                if let value { json.field(name, value) }
            }
            for member in others { json.field(member.name, member.value) }
        }
    }
}
