import Formats

/// Reads the command line and the environment as text. Text that is not UTF-8 stops the start, because a setting that is silently
/// dropped, such as `--control-token`, would leave the server open.
package enum ProcessText {
    /// Returns the arguments as text. Throws `.usage` for the first argument that is not UTF-8. The message has only its number and
    /// the invalid byte, because the argument may be a secret.
    package static func arguments(_ arguments: [[UInt8]]) throws(StartFailure) -> [String] {
        var texts: [String] = []
        for (position, bytes) in arguments.enumerated() {
            guard let text = String(utf8: bytes) else {
                throw .usage("argument \(position + 1) is not UTF-8: \(invalidByte(in: bytes))")
            }
            texts.append(text)
        }
        return texts
    }

    /// Returns the environment variables whose names begin with `UNDERSTUDY_`, by name. The name of an entry ends at the first `=`.
    /// Throws `.usage` for an entry that is not UTF-8, has no value, or occurs twice with different values.
    package static func settings(_ environment: [[UInt8]]) throws(StartFailure) -> [String: String] {
        var settings: [ByteString: String] = [:]
        for entry in environment where entry.starts(with: OptionSources.prefix.utf8) {
            let nameEnd = entry.firstIndex(of: UInt8(ascii: "=")) ?? entry.endIndex
            guard let name = String(utf8: entry[..<nameEnd]) else {
                let byte = invalidByte(in: Array(entry[..<nameEnd]))
                throw .usage("the name of a variable that begins with \(OptionSources.prefix) is not UTF-8: \(byte)")
            }
            guard nameEnd < entry.endIndex else { throw .usage("\(name) has no value: = is missing after the name") }
            let bytes = entry[(nameEnd + 1)...]
            guard let value = String(utf8: bytes) else {
                throw .usage("\(name) is not UTF-8: \(invalidByte(in: Array(bytes)))")
            }
            if let other = settings.updateValue(value, forKey: ByteString(name)), !other.isExactly(value) {
                throw .usage("\(name) is set twice, with different values")
            }
        }
        // Allowed (character): known names are ASCII, and any other name is an error, whichever of two spellings is kept.
        return Dictionary(settings.map { ($0.key.string, $0.value) }) { first, _ in first }
    }

    /// Returns the first byte that is not valid UTF-8, and its offset.
    private static func invalidByte(in bytes: [UInt8]) -> String {
        var decoder = UTF8()
        var rest = bytes.makeIterator()
        var offset = 0
        while case .scalarValue(let scalar) = decoder.decode(&rest) { offset += UTF8.width(scalar) }
        let byte = offset < bytes.count ? "0x\(ASCII.hex([bytes[offset]]).asciiUppercased)" : "its end"
        return "byte \(byte) at offset \(offset)"
    }
}
