import Formats

/// A JSON object of an export during its construction. Values that the configuration implies are left out: nil, empty lists and
/// objects, and defaults.
struct ExportedObject {
    private(set) var members: [JSONValue.Member] = []

    var value: JSONValue { .object(members) }

    mutating func set(_ name: String, _ value: JSONValue?) {
        if let value { members.append(JSONValue.Member(name, value)) }
    }

    mutating func set(_ name: String, _ text: String?) { set(name, text.map(JSONValue.string)) }

    mutating func set(_ name: String, _ number: Int?) { set(name, number.map { .integer(Int64($0)) }) }

    mutating func set(_ name: String, _ flag: Bool, unless usual: Bool) {
        if flag != usual { set(name, .bool(flag)) }
    }

    mutating func set(_ name: String, _ time: Timestamp?) { set(name, time?.iso8601) }

    mutating func set(_ name: String, _ words: [some CustomStringConvertible]) {
        set(name, words.map { JSONValue.string($0.description) })
    }

    mutating func set(_ name: String, _ values: [JSONValue]) {
        if !values.isEmpty { set(name, .array(values)) }
    }

    /// Adds a nested object unless the object is empty.
    mutating func nested(_ name: String, _ fill: (inout ExportedObject) -> Void) {
        let object = JSONValue.exported(fill)
        if object != .object([]) { set(name, object) }
    }

    mutating func append(_ others: [JSONValue.Member]) { members += others }
}

extension JSONValue {
    static func exported(_ fill: (inout ExportedObject) -> Void) -> JSONValue {
        var object = ExportedObject()
        fill(&object)
        return object.value
    }
}
