package import Wire

/// The claims of one token, by name. Written in the service's order: the registered names first, then the rest by name.
package struct ClaimSet: Sendable, Equatable {
    package private(set) var values: [String: JSONValue] = [:]

    package init() {}

    package subscript(_ name: String) -> JSONValue? {
        get { values[name] }
        set { values[name] = newValue }
    }

    /// Sets a text claim, or leaves it out when nil.
    package mutating func set(_ name: String, _ value: String?) {
        if let value { values[name] = .string(value) }
    }

    package mutating func set(_ name: String, _ value: Int64) {
        values[name] = .integer(value)
    }

    /// Sets a list, or leaves it out when empty.
    package mutating func set(_ name: String, _ list: [String]) {
        if !list.isEmpty { values[name] = .array(list.map(JSONValue.string)) }
    }

    private static let leading = ["aud", "iss", "iat", "nbf", "exp"]

    /// The payload as JSON.
    package var json: [UInt8] {
        JSONWriter.object { json in
            for name in ClaimSet.leading { if let value = values[name] { json.field(name, value) } }
            for name in values.keys.sorted() where !ClaimSet.leading.contains(name) {
                if let value = values[name] { json.field(name, value) }
            }
        }
    }
}
