import Testing

/// A table row that is named in test output.
protocol Row: Sendable, CustomTestStringConvertible {
    var name: String { get }
}

extension Row {
    var testDescription: String { name }
}
