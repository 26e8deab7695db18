import Formats

extension FuzzTarget {
    /// Quoted text. It parses to the original text, contains no hidden scalars, and ends at its closing quote.
    static let quoting = FuzzTarget(name: "quoting") { input in
        require(shellBytes(ShellWord.printf(input)[...], after: "printf '") == input, "printf writes the bytes")
        let text = text(input)
        for literal in [StringLiteral.json, .javaScript] {
            let quoted = visible(literal.quoted(text))
            require(JSONValue(parsing: Array(quoted.utf8))?.string?.isExactly(text) == true, "a literal: \(quoted)")
        }
        let document = Array("<a b=\"\(visible(XMLText.escaped(text)))\"/>".utf8)
        if document.count <= XMLReader.maximumBytes {
            require((try? XMLReader.read(document))?.attributes.count == 1, "an XML attribute")
        }
        guard !text.utf8.contains(0) else { return require(ShellWord.quoted(text) == nil, "no argument contains NUL") }
        guard let word = ShellWord.quoted(text) else { return require(false, "every text without NUL can be quoted") }
        require(
            word.utf8.first == UInt8(ascii: "'") ? unquoted(word) == Array(text.utf8) : true, "a shell word: \(word)")
    }

    private static func visible(_ quoted: String) -> String {
        require(!quoted.unicodeScalars.contains { $0.isHidden && $0 != "\u{FFFD}" }, "nothing is hidden: \(quoted)")
        return quoted
    }

    /// Returns the text of a shell word in single quotes with escaped quotes.
    private static func unquoted(_ word: String) -> [UInt8]? {
        var out: [UInt8] = []
        var rest = Array(word.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "\\"), let escaped = rest.popFirst() {
                out.append(escaped)
            } else if byte == UInt8(ascii: "'"), let end = rest.firstIndex(of: byte) {
                out += rest[..<end]
                rest = rest[(end + 1)...]
            } else {
                return nil
            }
        }
        return out
    }

    /// Returns the bytes that `printf` writes for the format after `start`.
    private static func shellBytes(_ command: Substring, after start: String) -> [UInt8]? {
        var rest = Array(command.utf8)[...]
        guard rest.starts(with: start.utf8), rest.popLast() == UInt8(ascii: "'") else { return nil }
        rest = rest.dropFirst(start.utf8.count)
        let named: [UInt8: UInt8] = [
            UInt8(ascii: "n"): 10, UInt8(ascii: "r"): 13, UInt8(ascii: "t"): 9, UInt8(ascii: "\\"): UInt8(ascii: "\\"),
        ]
        var out: [UInt8] = []
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "'"): return nil
            case UInt8(ascii: "%"):
                guard rest.popFirst() == byte else { return nil }
                out.append(byte)
            case UInt8(ascii: "\\"):
                if let next = rest.first, let value = named[next] {
                    out.append(value)
                    rest = rest.dropFirst()
                } else {
                    guard let value = UInt8(text(rest.prefix(3)), radix: 8), rest.count >= 3 else { return nil }
                    out.append(value)
                    rest = rest.dropFirst(3)
                }
            default: out.append(byte)
            }
        }
        return out
    }
}
