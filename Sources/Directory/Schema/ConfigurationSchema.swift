package import Formats

/// The configuration's JSON Schema (2020-12), created from the tables that read the configuration.
package enum ConfigurationSchema {
    /// The schema as JSON text.
    package static func json() -> [UInt8] { JSONWriter.value(value) }

    package static let value: JSONValue = {
        var definitions = Definitions()
        let root = definitions.body(FileDraft.keys.shape)
        let head: [JSONValue.Member] = [
            JSONValue.Member("$schema", .string("https://json-schema.org/draft/2020-12/schema")),
            JSONValue.Member("title", .string("Understudy configuration")),
        ]
        return .object(head + root + [JSONValue.Member("$defs", .object(definitions.members))])
    }()
}

/// The definitions of objects by name. Each object is defined once.
private struct Definitions {
    private(set) var members: [JSONValue.Member] = []

    /// Returns the keywords of one object.
    mutating func body(_ object: ObjectShape) -> [JSONValue.Member] {
        var names: [String] = []
        var properties: [JSONValue.Member] = []
        for key in object.keys where !names.contains(where: { $0.isExactly(key.name) }) {
            names.append(key.name)
            properties.append(JSONValue.Member(key.name, value(of: key)))
        }
        var body = [
            JSONValue.Member("description", .string(object.help)), JSONValue.Member("type", .string("object")),
            JSONValue.Member("properties", .object(properties)),
        ]
        let required = object.keys.filter(\.isRequired).map { JSONValue.string($0.name) }
        if !required.isEmpty { body.append(JSONValue.Member("required", .array(required))) }
        if object.isClosed {
            let annotations = JSONValue.object([JSONValue.Member(Annotation.pattern, .object([]))])
            body.append(JSONValue.Member("patternProperties", annotations))
            body.append(JSONValue.Member("additionalProperties", .bool(false)))
        } else if object.isOpen {
            body.append(JSONValue.Member("additionalProperties", .bool(true)))
        }
        return body
    }

    private mutating func value(of key: ObjectShape.Key) -> JSONValue {
        let description = JSONValue.Member("description", .string(key.help))
        if case .anything = key.shape { return .object([description]) }
        let null = key.isNullable ? [JSONValue.object([JSONValue.Member("type", .string("null"))])] : []
        return .object([description, JSONValue.Member("anyOf", .array(alternatives(key.shape) + null))])
    }

    private mutating func alternatives(_ shape: Shape) -> [JSONValue] {
        guard case .either(let shapes) = shape else { return [schema(shape)] }
        return shapes.flatMap { alternatives($0) }
    }

    private mutating func schema(_ shape: Shape) -> JSONValue {
        switch shape {
        case .text: return type("string")
        case .pattern(let pattern, _): return type("string", JSONValue.Member("pattern", .string(pattern)))
        case .boolean: return type("boolean")
        case .integer(let range):
            return type(
                "integer", JSONValue.Member("minimum", .integer(Int64(range.lowerBound))),
                JSONValue.Member("maximum", .integer(Int64(range.upperBound))))
        case .number(let range):
            return type(
                "number", JSONValue.Member("minimum", .number(range.lowerBound)),
                JSONValue.Member("maximum", .number(range.upperBound)))
        case .words(let words): return .object([JSONValue.Member("enum", .array(words.map { .string($0) }))])
        case .list(let element): return type("array", JSONValue.Member("items", schema(element)))
        case .map(let element): return type("object", JSONValue.Member("additionalProperties", schema(element)))
        case .object(let object): return reference(object)
        case .either: return .object([JSONValue.Member("anyOf", .array(alternatives(shape)))])
        case .anything: return .object([])
        }
    }

    private func type(_ name: String, _ keywords: JSONValue.Member...) -> JSONValue {
        .object([JSONValue.Member("type", .string(name))] + keywords)
    }

    private mutating func reference(_ object: ObjectShape) -> JSONValue {
        if !members.contains(where: { $0.name.isExactly(object.name) }) {
            let body = JSONValue.object(body(object))
            members.append(JSONValue.Member(object.name, body))
        }
        return .object([JSONValue.Member("$ref", .string("#/$defs/\(object.name)"))])
    }
}
