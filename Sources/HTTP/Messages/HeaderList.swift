import Formats

/// Header fields in the order received or to be sent, with duplicates. Names keep their spelling and are compared without regard to
/// case.
///
/// One byte buffer stores every field as `Name: value`. Strings are created only on access.
package struct HeaderList: Sendable, Equatable {
    /// One field. Two fields are equal if their bytes are equal.
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

    /// The ranges of a field's name and value in `lines`. Both are valid UTF-8.
    struct Entry: Sendable {
        let name: Range<Int>
        let value: Range<Int>
    }

    /// The fields as consecutive lines, in order, each with its CRLF.
    package private(set) var lines: [UInt8]
    private(set) var entries: [Entry]

    package init(_ fields: [Field] = []) {
        lines = []
        entries = []
        guard !fields.isEmpty else { return }
        reserve(behind: fields.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count })
        for field in fields { append(field.name, field.value) }
    }

    /// Creates a list from names and values, the form in which pages declare fields.
    package init(pairs fields: [(name: String, value: String)]) { self.init(fields.map { Field($0.name, $0.value) }) }

    /// Creates a list with the fields of another list and memory for more.
    package init(beginningWith other: HeaderList) {
        lines = []
        entries = []
        reserve(behind: other.lines.count)
        append(contentsOf: other)
    }

    /// Reserves memory for `size` bytes of fields and for the fields that follow.
    private mutating func reserve(behind size: Int) {
        lines.reserveCapacity(size + HeaderList.usualSize)
        entries.reserveCapacity(HeaderList.usualCount)
    }

    /// The usual size of a response's fields. Reserving it avoids moving the fields when others are added.
    private static let usualSize = 512
    private static let usualCount = 16

    /// Takes the lines of a parsed head. Every range is in `lines`, with a name before its value.
    init(lines: [UInt8], entries: [Entry]) {
        self.lines = lines
        self.entries = entries
    }

    /// Parses the `lines` of a list. Text that is not a field is skipped.
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

    /// The number of bytes that the list stores.
    package var byteCount: Int { lines.count }

    package var fields: [Field] {
        entries.map { Field(text($0.name), text($0.value)) }
    }

    /// Returns the first value of that name, or nil if there is no such field.
    package subscript(_ name: String) -> String? {
        entries.first { isNamed($0, name) }.map { text($0.value) }
    }

    /// Whether the list has a field with that name.
    package func has(_ name: String) -> Bool {
        entries.contains { isNamed($0, name) }
    }

    /// Returns all values of that name, in order.
    package func values(_ name: String) -> [String] {
        entries.compactMap { isNamed($0, name) ? text($0.value) : nil }
    }

    /// Adds a field at the end. Control characters become spaces, so that no value can end its line and begin another (RFC 9110
    /// §5.5).
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

    /// Replaces all fields of that name with one field.
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
        // Allowed (lossy-text): `FieldLine` validated the text that was read; all other text came from strings.
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

extension HeaderList {
    /// Whether the `Accept` field names HTML explicitly, as browsers do and programs do not (RFC 9110 §12.5.1). `*/*` does not
    /// count, and neither does a range with the weight 0.
    package var acceptsHTML: Bool {
        let accepted = self["Accept"] ?? ""
        return accepted.utf8.split(separator: UInt8(ascii: ",")).contains { range in
            var parts = range.split(separator: UInt8(ascii: ";")).map { String(Substring($0.trimmed)) }[...]
            guard let type = parts.popFirst(), type.isExactlyIgnoringASCIICase("text/html") else { return false }
            return !parts.contains { parameter in
                ["q=0", "q=0.", "q=0.0", "q=0.00", "q=0.000"].contains(where: parameter.isExactlyIgnoringASCIICase)
            }
        }
    }
}

/// The Cookie request header (RFC 6265 §5.4): `name=value` pairs, without further decoding.
package enum Cookies {
    /// Returns the pairs of all Cookie fields, in order and with duplicates. Text without `=` or without a name is skipped.
    package static func parse(_ headers: HeaderList) -> [(name: String, value: String)] {
        headers.values("Cookie").flatMap { field in
            Array(field.utf8).pieces(separatedBy: UInt8(ascii: ";")).compactMap(pair)
        }
    }

    private static func pair(_ text: ArraySlice<UInt8>) -> (name: String, value: String)? {
        guard let equals = text.firstIndex(of: UInt8(ascii: "=")) else { return nil }
        let name = text[..<equals].trimmed
        guard !name.isEmpty else { return nil }
        // Allowed (lossy-text): parts of a string, cut at ASCII characters.
        return (String(decoding: name, as: UTF8.self), String(decoding: text[(equals + 1)...].trimmed, as: UTF8.self))
    }
}
