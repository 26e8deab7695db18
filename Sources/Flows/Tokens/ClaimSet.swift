import Wire

/// The claims of one token, by name. Written in the service's order: the registered names first, then the rest by name.
struct ClaimSet: Sendable, Equatable {
    /// Each name once, in the order set. A token has some twenty claims: a list is faster than a table.
    private(set) var members: [JSONValue.Member] = []

    subscript(_ name: String) -> JSONValue? {
        get { members.first { $0.name.isExactly(name) }?.value }
        set {
            let position = members.firstIndex { $0.name.isExactly(name) }
            switch (position, newValue) {
            case (let position?, let value?): members[position] = JSONValue.Member(name, value)
            case (let position?, nil): members.remove(at: position)
            case (nil, let value?): members.append(JSONValue.Member(name, value))
            case (nil, nil): break
            }
        }
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

    private static let leading = ["aud", "iss", "iat", "nbf", "exp"]

    /// The payload as JSON.
    var json: [UInt8] {
        JSONWriter.object { json in
            for name in ClaimSet.leading { if let value = self[name] { json.field(name, value) } }
            for member in members.sorted(by: { $0.name < $1.name }) where !ClaimSet.leading.contains(member.name) {
                json.field(member.name, member.value)
            }
        }
    }
}
