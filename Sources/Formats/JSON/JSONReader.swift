/// Reads one JSON text strictly by RFC 8259. Foundation's reader accepts `[1,]`, keeps the first of two members with the same name,
/// and treats canonically equivalent names as one name. A signed claim set must not have two readings.
struct JSONReader {
    /// The maximum nesting depth of arrays and objects. The limit protects the stack, because the reader is recursive.
    static let maximumDepth = 64

    private let bytes: [UInt8]
    private let depthLimit: Int
    private var position = 0

    private init(_ bytes: [UInt8], depthLimit: Int) {
        self.bytes = bytes
        self.depthLimit = depthLimit
    }

    /// Returns the value, or nil if the text is not JSON, is nested too deeply, or has an object with a duplicate member name.
    static func read(_ bytes: [UInt8], depthLimit: Int = maximumDepth) -> JSONValue? {
        var reader = JSONReader(bytes, depthLimit: min(depthLimit, maximumDepth))
        guard let value = reader.value(depth: 0) else { return nil }
        reader.skipSpace()
        return reader.position == bytes.count ? value : nil
    }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipSpace() {
        while let byte = next,
            byte == ASCII.space || byte == ASCII.lineFeed || byte == ASCII.carriageReturn || byte == ASCII.tab
        {
            position += 1
        }
    }

    /// Whether `byte` is the next byte. If so, the reader advances past it.
    private mutating func take(_ byte: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: byte) else { return false }
        position += 1
        return true
    }

    private mutating func value(depth: Int) -> JSONValue? {
        skipSpace()
        guard let first = next else { return nil }
        switch first {
        case UInt8(ascii: "{"): return depth < depthLimit ? object(depth: depth) : nil
        case UInt8(ascii: "["): return depth < depthLimit ? array(depth: depth) : nil
        case UInt8(ascii: "\""): return string().map { .string($0) }
        case UInt8(ascii: "t"): return literal("true", .bool(true))
        case UInt8(ascii: "f"): return literal("false", .bool(false))
        case UInt8(ascii: "n"): return literal("null", .null)
        default: return number()
        }
    }

    private mutating func literal(_ word: String, _ value: JSONValue) -> JSONValue? {
        guard bytes[position...].starts(with: word.utf8) else { return nil }
        position += word.utf8.count
        return value
    }

    private mutating func object(depth: Int) -> JSONValue? {
        var members: [JSONValue.Member] = []
        let isComplete = list("{", "}") { reader in
            reader.skipSpace()
            guard let name = reader.string() else { return false }
            reader.skipSpace()
            guard reader.take(":"), let value = reader.value(depth: depth + 1) else { return false }
            members.append(JSONValue.Member(name, value))
            return true
        }
        return isComplete && JSONReader.areDistinct(members) ? .object(members) : nil
    }

    /// The largest number of members that are compared pair by pair. For so few members, building a set takes longer.
    private static let linearSearchLimit = 8

    /// Whether all members have different names.
    private static func areDistinct(_ members: [JSONValue.Member]) -> Bool {
        guard members.count > linearSearchLimit else {
            return members.indices.allSatisfy { index in
                !members[..<index].contains { $0.name.isExactly(members[index].name) }
            }
        }
        var names = Set<ByteString>(minimumCapacity: members.count)
        return members.allSatisfy { names.insert(ByteString($0.name)).inserted }
    }

    private mutating func array(depth: Int) -> JSONValue? {
        var values: [JSONValue] = []
        let isComplete = list("[", "]") { reader in
            guard let value = reader.value(depth: depth + 1) else { return false }
            values.append(value)
            return true
        }
        return isComplete ? .array(values) : nil
    }

    /// Reads elements separated by commas, with no element missing. `element` reads one element and returns false if the element is
    /// invalid.
    private mutating func list(
        _ start: Unicode.Scalar, _ end: Unicode.Scalar, _ element: (inout JSONReader) -> Bool
    ) -> Bool {
        guard take(start) else { return false }
        skipSpace()
        if take(end) { return true }
        repeat {
            guard element(&self) else { return false }
            skipSpace()
        } while take(",")
        return take(end)
    }

    private mutating func string() -> String? {
        guard take("\"") else { return nil }
        let start = position
        skipPlain()
        guard next == UInt8(ascii: "\"") else { return string(startingWith: bytes[start..<position]) }
        defer { position += 1 }
        return String(utf8: bytes[start..<position])
    }

    /// Returns the rest of a string of which `text` is already read. The next byte is an escape or a byte that no string may
    /// contain.
    private mutating func string(startingWith text: ArraySlice<UInt8>) -> String? {
        var text = Array(text)
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                position += 1
                return String(utf8: text)
            case UInt8(ascii: "\\"):
                guard let scalar = escape() else { return nil }
                text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            case ..<ASCII.space: return nil
            default:
                let start = position
                skipPlain()
                text += bytes[start..<position]
            }
        }
        return nil
    }

    /// Skips the bytes that stand for themselves: all but quotes, backslashes and control characters.
    private mutating func skipPlain() {
        position = bytes.withUnsafeBufferPointer { bytes in
            ByteWord.firstIndex(in: bytes, from: position) { word in
                word.equal(to: UInt8(ascii: "\"")) | word.equal(to: UInt8(ascii: "\\")) | word.below(ASCII.space)
            } ?? bytes.count
        }
    }

    private static let escapes: [UInt8: Unicode.Scalar] = [
        UInt8(ascii: "\""): "\"", UInt8(ascii: "\\"): "\\", UInt8(ascii: "/"): "/", UInt8(ascii: "b"): "\u{8}",
        UInt8(ascii: "f"): "\u{C}", UInt8(ascii: "n"): "\n", UInt8(ascii: "r"): "\r", UInt8(ascii: "t"): "\t",
    ]

    /// Returns the scalar that an escape represents, or nil if the escape is invalid. Half of a surrogate pair is invalid.
    private mutating func escape() -> Unicode.Scalar? {
        if let code = JSONSurrogates.pair(bytes, at: position) {
            position += 12
            return Unicode.Scalar(code)
        }
        if let code = JSONSurrogates.unit(bytes, at: position) {
            position += 6
            return Unicode.Scalar(code)
        }
        guard position + 1 < bytes.count, let scalar = JSONReader.escapes[bytes[position + 1]] else { return nil }
        position += 2
        return scalar
    }

    /// Reads a number. A number with a fraction or an exponent, or beyond 64 bits, is a floating-point number. An infinite number
    /// is rejected.
    private mutating func number() -> JSONValue? {
        let start = position
        _ = take("-")
        let isZero = next == UInt8(ascii: "0")
        guard let count = digits(), !isZero || count == 1 else { return nil }
        var isInteger = true
        if take(".") {
            guard digits() != nil else { return nil }
            isInteger = false
        }
        if take("e") || take("E") {
            _ = take("+") || take("-")
            guard digits() != nil else { return nil }
            isInteger = false
        }
        if isInteger, position - start <= JSONReader.safeDigits { return .integer(integer(from: start)) }
        // Allowed (lossy-text): digits, signs, points and exponents, checked one by one above.
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        if isInteger, let value = Int64(text) { return .integer(value) }
        return Double(text).flatMap { $0.isFinite ? .number($0) : nil }
    }

    /// The number of characters up to which an integer always fits 64 bits.
    private static let safeDigits = 18

    /// Returns the value of the digits since `start`, with or without a sign before them.
    private func integer(from start: Int) -> Int64 {
        let isNegative = bytes[start] == UInt8(ascii: "-")
        let value = bytes[(isNegative ? start + 1 : start)..<position].reduce(0 as Int64) { value, digit in
            value * 10 + Int64(digit & 0x0F)
        }
        return isNegative ? -value : value
    }

    /// Skips digits and returns their number, or nil if there are none.
    private mutating func digits() -> Int? {
        let start = position
        while let byte = next, ASCII.isDigit(byte) { position += 1 }
        return position > start ? position - start : nil
    }
}

/// The surrogate pairs of JSON. JSON writes a character beyond U+FFFF as two escapes, `\uD83D\uDE00`; YAML accepts only one escape,
/// `\U0001F600`.
enum JSONSurrogates {
    /// Returns a JSON text (a text that begins with a brace or bracket) with each surrogate pair rewritten for YAML, and any other
    /// text unchanged.
    static func joined(_ text: [UInt8]) -> [UInt8] {
        guard let first = text.first(where: { $0 > ASCII.space }),
            first == UInt8(ascii: "{") || first == UInt8(ascii: "["),
            text.contains(UInt8(ascii: "\\"))
        else { return text }
        var out: [UInt8] = []
        out.reserveCapacity(text.count)
        var position = 0
        while position < text.count {
            if text[position] == UInt8(ascii: "\\") {
                if let code = pair(text, at: position) {
                    out.append(contentsOf: escape(code))
                    position += 12
                } else {
                    // The byte after the backslash is copied too, so that the second of two backslashes does not begin an escape.
                    out.append(contentsOf: text[position..<min(position + 2, text.count)])
                    position += 2
                }
            } else {
                out.append(text[position])
                position += 1
            }
        }
        return out
    }

    /// Returns the code point of the surrogate pair at a position, or nil if there is no pair.
    static func pair(_ text: [UInt8], at position: Int) -> UInt32? {
        guard let high = unit(text, at: position), 0xD800..<0xDC00 ~= high,
            let low = unit(text, at: position + 6), 0xDC00..<0xE000 ~= low
        else { return nil }
        return 0x10000 + (high - 0xD800) << 10 + (low - 0xDC00)
    }

    /// Returns the value of `\uXXXX` at a position, or nil if there is no such escape.
    static func unit(_ text: [UInt8], at position: Int) -> UInt32? {
        guard position + 6 <= text.count, text[position] == UInt8(ascii: "\\"), text[position + 1] == UInt8(ascii: "u")
        else { return nil }
        var value: UInt32 = 0
        for byte in text[position + 2..<position + 6] {
            guard let digit = ASCII.hexValue(byte) else { return nil }
            value = value << 4 | UInt32(digit)
        }
        return value
    }

    private static func escape(_ code: UInt32) -> [UInt8] {
        var out = Array("\\U".utf8)
        for shift in stride(from: UInt32(28), through: 0, by: -4) {
            out.append(ASCII.lowerHexDigits[Int(code >> shift & 15)])
        }
        return out
    }
}
