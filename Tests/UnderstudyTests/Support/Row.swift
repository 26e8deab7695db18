import Testing

/// A table row that has a name in test output.
protocol Row: Sendable, CustomTestStringConvertible {
    var name: String { get }
}

extension Row {
    var testDescription: String { name }
}
