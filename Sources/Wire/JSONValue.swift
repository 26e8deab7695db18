import FoundationEssentials

/// Any JSON value. Objects keep the order in which they were built; one that was read has its members sorted by name.
package enum JSONValue: Sendable, Equatable {
    case null
    case bool(Bool)
    case integer(Int64)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([Member])

    package struct Member: Sendable, Equatable {
        package let name: String
        package let value: JSONValue

        package init(_ name: String, _ value: JSONValue) {
            self.name = name
            self.value = value
        }
    }

    /// Reads JSON text by Foundation's decoder (depth limit 512). Nil when it is not valid JSON.
    package init?(parsing bytes: [UInt8]) {
        guard let value = try? JSONDecoder().decode(JSONValue.self, from: Data(bytes)) else { return nil }
        self = value
    }

    package subscript(_ name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name.isExactly(name) }?.value
    }

    package var string: String? {
        if case .string(let value) = self { value } else { nil }
    }

    package var integer: Int64? {
        if case .integer(let value) = self { value } else { nil }
    }

    package var bool: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    package var array: [JSONValue]? {
        if case .array(let values) = self { values } else { nil }
    }

    package var object: [Member]? {
        if case .object(let members) = self { members } else { nil }
    }
}

extension JSONValue: Decodable {
    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    package init(from decoder: any Decoder) throws {
        if let container = try? decoder.container(keyedBy: Key.self) {
            let members = try container.allKeys.map {
                Member($0.stringValue, try container.decode(JSONValue.self, forKey: $0))
            }
            self = .object(members.sorted { $0.name < $1.name })
        } else if var container = try? decoder.unkeyedContainer() {
            var values: [JSONValue] = []
            while !container.isAtEnd { values.append(try container.decode(JSONValue.self)) }
            self = .array(values)
        } else {
            let container = try decoder.singleValueContainer()
            if container.decodeNil() {
                self = .null
            } else if let value = try? container.decode(Bool.self) {
                self = .bool(value)
            } else if let value = try? container.decode(Int64.self) {
                self = .integer(value)
            } else if let value = try? container.decode(Double.self) {
                self = .number(value)
            } else {
                self = .string(try container.decode(String.self))
            }
        }
    }
}
