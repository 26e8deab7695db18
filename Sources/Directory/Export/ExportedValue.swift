import Formats

/// A value of the configuration that can be exported.
protocol ExportedValue {
    /// The value as the configuration has it.
    var exported: JSONValue { get }
}

extension Bool: ExportedValue {
    var exported: JSONValue { .bool(self) }
}

extension Int: ExportedValue {
    var exported: JSONValue { .integer(Int64(self)) }
}

extension String: ExportedValue {
    var exported: JSONValue { .string(self) }
}

/// A range of one number is exported as the number.
extension ClosedRange<Int>: ExportedValue {
    var exported: JSONValue { count == 1 ? .integer(Int64(lowerBound)) : .string("\(lowerBound)..\(upperBound)") }
}

/// The words of an enumeration are exported as the configuration spells them.
extension ExportedValue where Self: RawRepresentable, RawValue == String {
    var exported: JSONValue { .string(rawValue) }
}
