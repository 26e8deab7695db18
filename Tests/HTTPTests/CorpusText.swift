/// Decodes the rows and bytes of the corpus.
enum CorpusText {
    /// Returns the columns of a row, trimmed. `\|` does not separate columns.
    static func columns(_ row: String) -> [String] {
        var columns = [""]
        var isEscaped = false
        for character in row {
            if character == "|", !isEscaped {
                columns.append("")
            } else {
                columns[columns.count - 1].append(character)
            }
            isEscaped = character == "\\" && !isEscaped
        }
        return columns.map(trimmed)
    }

    /// Returns the frame with the text in place of `@`.
    static func fill(_ frame: String, with text: String) -> String {
        frame.split(separator: "@", omittingEmptySubsequences: false).joined(separator: text)
    }

    /// Returns the bytes of a text with escapes, or nil if it is malformed.
    static func decode(_ text: String) -> [UInt8]? {
        var rest = Array(text.utf8)[...]
        let bytes = decode(&rest, inBraces: false)
        return rest.isEmpty ? bytes : nil
    }

    private static func decode(_ rest: inout ArraySlice<UInt8>, inBraces: Bool) -> [UInt8]? {
        var bytes: [UInt8] = []
        while let byte = rest.popFirst() {
            if inBraces, byte == UInt8(ascii: "}") { return bytes }
            guard byte == UInt8(ascii: "\\") else {
                bytes.append(byte)
                continue
            }
            guard let escaped = escape(&rest) else { return nil }
            bytes += escaped
        }
        return inBraces ? nil : bytes
    }

    private static func escape(_ rest: inout ArraySlice<UInt8>) -> [UInt8]? {
        guard let kind = rest.popFirst() else { return nil }
        switch Character(UnicodeScalar(kind)) {
        case "r": return [0x0D]
        case "n": return [0x0A]
        case "t": return [0x09]
        case "s": return [0x20]
        case "0": return [0x00]
        case "\\", "|": return [kind]
        case "x":
            let digits = String(decoding: rest.prefix(2), as: UTF8.self)
            rest = rest.dropFirst(2)
            return UInt8(digits, radix: 16).map { [$0] }
        case "*":
            let digits = rest.prefix { $0 != UInt8(ascii: "{") }
            rest = rest.dropFirst(digits.count + 1)
            guard let count = Int(String(decoding: digits, as: UTF8.self)), let piece = decode(&rest, inBraces: true)
            else {
                return nil
            }
            return [[UInt8]](repeating: piece, count: count).flatMap { $0 }
        default: return nil
        }
    }

    private static func trimmed(_ text: String) -> String {
        var text = Substring(text)
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
