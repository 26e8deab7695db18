/// Writes JSON straight to bytes, in the order of the calls. The order of fields is part of Entra's responses, and this type is on
/// the hot path.
///
/// Use: `JSONWriter.object { $0.field("error", "invalid_grant"); $0.field("error_codes", [54005]) }`.
package struct JSONWriter {
    package private(set) var bytes: [UInt8] = []
    private var needsComma = false

    private init() {
        bytes.reserveCapacity(1024)
    }

    /// Returns the bytes of one object.
    package static func object(_ body: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter()
        writer.open("{", "}", body)
        return writer.bytes
    }

    /// Returns the bytes of one value.
    package static func value(_ value: JSONValue) -> [UInt8] {
        var writer = JSONWriter()
        writer.append(value)
        return writer.bytes
    }

    package mutating func field(_ name: String, _ value: String) {
        key(name)
        append(value)
    }

    package mutating func field(_ name: String, _ value: Int64) {
        key(name)
        append(value)
    }

    package mutating func field(_ name: String, _ value: Int) {
        field(name, Int64(value))
    }

    package mutating func field(_ name: String, _ value: Bool) {
        key(name)
        bytes.append(contentsOf: (value ? "true" : "false").utf8)
    }

    package mutating func field(_ name: String, _ values: [String]) {
        array(name) { for value in values { $0.element(value) } }
    }

    package mutating func field(_ name: String, _ value: JSONValue) {
        key(name)
        append(value)
    }

    package mutating func null(_ name: String) {
        key(name)
        bytes.append(contentsOf: "null".utf8)
    }

    package mutating func object(_ name: String, _ body: (inout JSONWriter) -> Void) {
        key(name)
        open("{", "}", body)
    }

    package mutating func array(_ name: String, _ body: (inout JSONWriter) -> Void) {
        key(name)
        open("[", "]", body)
    }

    package mutating func element(_ value: String) {
        comma()
        append(value)
    }

    package mutating func element(_ value: JSONValue) {
        comma()
        append(value)
    }

    package mutating func objectElement(_ body: (inout JSONWriter) -> Void) {
        comma()
        open("{", "}", body)
    }

    private mutating func open(_ start: StaticString, _ end: StaticString, _ body: (inout JSONWriter) -> Void) {
        bytes.append(start.utf8Start.pointee)
        needsComma = false
        body(&self)
        bytes.append(end.utf8Start.pointee)
        needsComma = true
    }

    private mutating func comma() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    private mutating func key(_ name: String) {
        comma()
        append(name)
        bytes.append(UInt8(ascii: ":"))
    }

    private mutating func append(_ value: JSONValue) {
        switch value {
        case .null: bytes.append(contentsOf: "null".utf8)
        case .bool(let bool): bytes.append(contentsOf: (bool ? "true" : "false").utf8)
        case .integer(let number): append(number)
        case .number(let number): bytes.append(contentsOf: (number.isFinite ? String(number) : "null").utf8)
        case .string(let string): append(string)
        case .array(let values): open("[", "]") { for value in values { $0.element(value) } }
        case .object(let members): open("{", "}") { for member in members { $0.field(member.name, member.value) } }
        }
    }

    /// Writes the digits one by one, which avoids a temporary string for each number.
    private mutating func append(_ number: Int64) {
        if number < 0 { bytes.append(UInt8(ascii: "-")) }
        // 2^63 has 19 digits.
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 19) { digits in
            var first = digits.endIndex
            var rest = number.magnitude
            repeat {
                first -= 1
                digits[first] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            } while rest > 0
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: digits[first...]))
        }
    }

    /// Writes a string by RFC 8259 §7: quotes, backslashes and controls are escaped, everything else is UTF-8. Nearly every text
    /// needs no escape and is copied whole.
    private mutating func append(_ string: String) {
        bytes.append(UInt8(ascii: "\""))
        string.withBytes { text in
            if JSONWriter.needsEscape(text) {
                appendEscaped(text)
            } else {
                bytes.append(contentsOf: text)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private static func needsEscape(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        ByteWord.any(text) {
            $0.below(0x20) | $0.equal(to: UInt8(ascii: "\"")) | $0.equal(to: UInt8(ascii: "\\"))
        }
    }

    private mutating func appendEscaped(_ text: UnsafeBufferPointer<UInt8>) {
        for byte in text {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(byte)
            case 0x20...: bytes.append(byte)
            case ASCII.lineFeed: bytes.append(contentsOf: #"\n"#.utf8)
            case ASCII.carriageReturn: bytes.append(contentsOf: #"\r"#.utf8)
            case ASCII.tab: bytes.append(contentsOf: #"\t"#.utf8)
            default:
                bytes.append(contentsOf: #"\u00"#.utf8)
                bytes.append(ASCII.lowerHexDigits[Int(byte >> 4)])
                bytes.append(ASCII.lowerHexDigits[Int(byte & 15)])
            }
        }
    }
}
