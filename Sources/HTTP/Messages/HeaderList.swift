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

    /// Where a field's name and value stand in `lines`; valid UTF-8 each.
    struct Entry: Sendable {
        let name: Range<Int>
        let value: Range<Int>
    }

    /// The fields as lines, each with its CRLF, in order and without anything between.
    package private(set) var lines: [UInt8]
    private(set) var entries: [Entry]

    package init(_ fields: [Field] = []) {
        lines = []
        entries = []
        guard !fields.isEmpty else { return }
        reserve(behind: fields.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count })
        for field in fields { append(field.name, field.value) }
    }

    /// The fields as names and values, as pages declare them.
    package init(pairs fields: [(name: String, value: String)]) { self.init(fields.map { Field($0.name, $0.value) }) }

    /// With the same fields, and others to come.
    package init(beginningWith other: HeaderList) {
        lines = []
        entries = []
        reserve(behind: other.lines.count)
        append(contentsOf: other)
    }

    /// Makes room for what is there, so many bytes, and for what comes.
    private mutating func reserve(behind size: Int) {
        lines.reserveCapacity(size + HeaderList.usualSize)
        entries.reserveCapacity(HeaderList.usualCount)
    }

    /// Of an answer: what is added later need not have what is there moved.
    private static let usualSize = 512
    private static let usualCount = 16

    /// Takes over a parsed head's lines; every range lies in `lines`, a name before its value.
    init(lines: [UInt8], entries: [Entry]) {
        self.lines = lines
        self.entries = entries
    }

    /// Takes over the `lines` of a list. What is no field is passed over.
    package init(lines: [UInt8]) {
        self.lines = lines
        entries = []
        entries.reserveCapacity(HeaderList.usualCount)
        var start = 0
        var colon: Int?
        for (index, byte) in lines.enumerated() {
            switch byte {
            case UInt8(ascii: ":") where colon == nil: colon = index
            case ASCII.carriageReturn:
                if let colon {
                    let value = lines[(colon + 1)..<index].trimmed
                    entries.append(Entry(name: start..<colon, value: value.startIndex..<value.endIndex))
                }
                colon = nil
            case ASCII.lineFeed: start = index + 1
            default: break
            }
        }
    }

    /// How many bytes it keeps.
    package var byteCount: Int { lines.count }

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
        entries.compactMap { isNamed($0, name) ? text($0.value) : nil }
    }

    /// Adds a field at the end. Control characters become spaces: no value can end its line and start another
    /// (RFC 9110 §5.5).
    package mutating func append(_ name: String, _ value: String) {
        let nameRange = appendSanitized(name)
        lines.append(": ")
        let valueRange = appendSanitized(value)
        lines.append("\r\n")
        entries.append(Entry(name: nameRange, value: valueRange))
    }

    /// Adds the fields of another list at the end, in one copy.
    package mutating func append(contentsOf other: HeaderList) {
        let shift = lines.count
        lines.append(contentsOf: other.lines)
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
        if has(name) {
            self = HeaderList(entries.filter { !isNamed($0, name) }.map { Field(text($0.name), text($0.value)) })
        }
        append(name, value)
    }

    package static func == (left: HeaderList, right: HeaderList) -> Bool {
        left.fields == right.fields
    }

    func isNamed(_ entry: Entry, _ name: String) -> Bool {
        name.utf8.count == entry.name.count
            && lines[entry.name].elementsEqual(name.utf8) { ASCII.lowercased($0) == ASCII.lowercased($1) }
    }

    /// Writes one field as a line.
    func appendLine(_ entry: Entry, to out: inout [UInt8]) {
        out.append(contentsOf: lines[entry.name.lowerBound..<entry.value.upperBound])
        out.append("\r\n")
    }

    private func text(_ range: Range<Int>) -> String {
        // Allowed (lossy-text): `FieldLine` validated what was read; the rest came from strings.
        String(decoding: lines[range], as: UTF8.self)
    }

    private mutating func appendSanitized(_ text: String) -> Range<Int> {
        let start = lines.count
        text.withBytes { text in
            if ByteWord.any(text, \.controls) {
                lines.append(contentsOf: text.lazy.map { HeaderList.isControl($0) ? ASCII.space : $0 })
            } else {
                lines.append(contentsOf: text)
            }
        }
        return start..<lines.count
    }

    private static func isControl(_ byte: UInt8) -> Bool { byte < ASCII.space || byte == 0x7F }
}
