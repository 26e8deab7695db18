import Formats

extension FuzzTarget {
    /// Quoted text is read back as it was, shows every scalar to a reader, and ends where it must.
    static let quoting = FuzzTarget(name: "quoting") { input in
        demand(shellBytes(ShellWord.printf(input)[...], behind: "printf '") == input, "printf writes the bytes")
        let text = text(input)
        for literal in [StringLiteral.json, .javaScript] {
            let quoted = visible(literal.quoted(text))
            demand(JSONValue(parsing: Array(quoted.utf8))?.string?.isExactly(text) == true, "a literal: \(quoted)")
        }
        let yaml = Array("- \(visible(StringLiteral.yaml.quoted(text)))\n".utf8)
        let entries = try? YAMLValue.read(yaml) { $0.node }.json.array
        demand(entries?.first?.string?.isExactly(text) == true && entries?.count == 1, "a YAML scalar")
        let document = Array("<a b=\"\(visible(XMLText.escaped(text)))\"/>".utf8)
        if document.count <= XMLReader.maximumBytes {
            demand((try? XMLReader.read(document))?.attributes.count == 1, "an XML attribute")
        }
        guard !text.utf8.contains(0) else { return demand(ShellWord.quoted(text) == nil, "no argument holds NUL") }
        guard let word = ShellWord.quoted(text) else { return demand(false, "every other text is a word") }
        demand(word.utf8.first == UInt8(ascii: "'") ? read(word) == Array(text.utf8) : true, "a shell word: \(word)")
    }

    private static func visible(_ quoted: String) -> String {
        demand(!quoted.unicodeScalars.contains { $0.isHidden && $0 != "\u{FFFD}" }, "nothing is hidden: \(quoted)")
        return quoted
    }

    /// A word of single quotes and quotes behind a backslash.
    private static func read(_ word: String) -> [UInt8]? {
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

    /// What a format of `printf` writes.
    private static func shellBytes(_ command: Substring, behind start: String) -> [UInt8]? {
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
                if let next = rest.first, let meant = named[next] {
                    out.append(meant)
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
