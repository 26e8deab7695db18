import Wire

/// Header fields in the order received or to be sent, duplicates kept, names spelled as given and compared without case.
///
/// One byte buffer holds every field as `Name: value`; strings are made only when asked for.
package struct HeaderList: Sendable, Equatable {
    /// One field; equal byte for byte.
    package struct Field: Sendable, Equatable {
        package let name: String
        package let value: String

        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }

        package static func == (left: Field, right: Field) -> Bool {
            left.name.isExactly(right.name) && left.value.isExactly(right.value)
        }
    }

    /// Where a field's name and value stand in `bytes`; valid UTF-8 each.
    struct Entry: Sendable {
        let name: Range<Int>
        let value: Range<Int>
    }

    private(set) var bytes: [UInt8]
    private(set) var entries: [Entry]

    package init(_ fields: [Field] = []) {
        bytes = []
        entries = []
        for field in fields { append(field.name, field.value) }
    }

    /// Takes over a parsed head: every range lies in `bytes`, names before values with a colon between.
    init(bytes: [UInt8], entries: [Entry]) {
        self.bytes = bytes
        self.entries = entries
    }

    /// How many bytes it keeps.
    package var byteCount: Int { bytes.count }

    package var fields: [Field] {
        entries.map { Field(text($0.name), text($0.value)) }
    }

    /// The first value of that name.
    package subscript(_ name: String) -> String? {
        entries.first { isNamed($0, name) }.map { text($0.value) }
    }

    /// Whether there is a field of that name.
    package func has(_ name: String) -> Bool {
        entries.contains { isNamed($0, name) }
    }

    /// Every value of that name, in order.
    package func values(_ name: String) -> [String] {
        entries.filter { isNamed($0, name) }.map { text($0.value) }
    }

    /// Adds a field at the end. Control characters become spaces: no value can end its line and start another
    /// (RFC 9110 §5.5).
    package mutating func append(_ name: String, _ value: String) {
        let nameRange = appendSanitized(name)
        bytes.append(UInt8(ascii: ":"))
        bytes.append(ASCII.space)
        let valueRange = appendSanitized(value)
        entries.append(Entry(name: nameRange, value: valueRange))
    }

    /// Adds the fields of another list at the end, in one copy.
    package mutating func append(contentsOf other: HeaderList) {
        let shift = bytes.count
        bytes.append(contentsOf: other.bytes)
        entries.reserveCapacity(entries.count + other.entries.count)
        for entry in other.entries {
            entries.append(
                Entry(
                    name: entry.name.lowerBound + shift..<entry.name.upperBound + shift,
                    value: entry.value.lowerBound + shift..<entry.value.upperBound + shift))
        }
    }

    /// Puts one field in place of all of that name.
    package mutating func set(_ name: String, _ value: String) {
        entries = entries.filter { !isNamed($0, name) }
        append(name, value)
    }

    package static func == (left: HeaderList, right: HeaderList) -> Bool {
        left.fields == right.fields
    }

    func isNamed(_ entry: Entry, _ name: String) -> Bool {
        name.utf8.count == entry.name.count
            && bytes[entry.name].elementsEqual(name.utf8) { ASCII.lowercased($0) == ASCII.lowercased($1) }
    }

    /// Writes one field as a line.
    func appendLine(_ entry: Entry, to out: inout [UInt8]) {
        out.append(contentsOf: bytes[entry.name.lowerBound..<entry.value.upperBound])
        out.append("\r\n")
    }

    private func text(_ range: Range<Int>) -> String {
        // Allowed (lossy-text): `FieldLine` validated what was read; the rest came from strings.
        String(decoding: bytes[range], as: UTF8.self)
    }

    private mutating func appendSanitized(_ text: String) -> Range<Int> {
        let start = bytes.count
        var text = text
        text.withUTF8 { text in
            if text.contains(where: HeaderList.isControl) {
                bytes.append(contentsOf: text.lazy.map { HeaderList.isControl($0) ? ASCII.space : $0 })
            } else {
                bytes.append(contentsOf: text)
            }
        }
        return start..<bytes.count
    }

    private static func isControl(_ byte: UInt8) -> Bool { byte < ASCII.space || byte == 0x7F }
}
