import Wire

/// Header fields in the order received or to be sent, duplicates kept, names spelled as given and compared without case.
package struct HeaderList: Sendable, Equatable {
    package struct Field: Sendable, Equatable {
        package let name: String
        package let value: String

        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    package private(set) var fields: [Field]

    package init(_ fields: [Field] = []) {
        self.fields = fields
    }

    /// The first value of that name.
    package subscript(_ name: String) -> String? {
        fields.first { $0.name.isExactlyIgnoringASCIICase(name) }?.value
    }

    /// Every value of that name, in order.
    package func values(_ name: String) -> [String] {
        fields.filter { $0.name.isExactlyIgnoringASCIICase(name) }.map(\.value)
    }

    package mutating func append(_ name: String, _ value: String) {
        fields.append(Field(name, value))
    }

    /// Puts one field in place of all of that name.
    package mutating func set(_ name: String, _ value: String) {
        fields.removeAll { $0.name.isExactlyIgnoringASCIICase(name) }
        append(name, value)
    }
}
