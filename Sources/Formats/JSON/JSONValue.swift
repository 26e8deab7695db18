/// A JSON value. Objects keep the order in which they were built or read.
package enum JSONValue: Sendable, Equatable {
    case null
    case bool(Bool)
    case integer(Int64)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([Member])

    /// The name and the value of a member.
    package struct Member: Sendable, Equatable {
        package let name: String
        package let value: JSONValue

        package init(_ name: String, _ value: JSONValue) {
            self.name = name
            self.value = value
        }

        package static func == (left: Member, right: Member) -> Bool {
            left.name.isExactly(right.name) && left.value == right.value
        }
    }

    /// Compares two values. Strings and names are compared by their bytes.
    package static func == (left: JSONValue, right: JSONValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let one), .bool(let two)): one == two
        case (.integer(let one), .integer(let two)): one == two
        case (.number(let one), .number(let two)): one == two
        case (.string(let one), .string(let two)): one.isExactly(two)
        case (.array(let one), .array(let two)): one == two
        case (.object(let one), .object(let two)): one == two
        default: false
        }
    }

    /// Reads JSON text strictly (RFC 8259). Returns nil if the text is not JSON, is nested more than 64 levels deep, or has an
    /// object with a duplicate member name. A number is an integer if it is written as one and fits 64 bits.
    package init?(parsing bytes: [UInt8]) {
        guard let value = JSONReader.read(bytes) else { return nil }
        self = value
    }

    /// Returns the value of the member with that name, compared by bytes, or nil if there is none or the value is not an object.
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

/// JSON Pointer (RFC 6901).
package enum JSONPointer {
    /// Returns a member name as one segment of a pointer.
    package static func segment(_ name: String) -> String {
        name.replacingExactly("~", with: "~0").replacingExactly("/", with: "~1")
    }
}
