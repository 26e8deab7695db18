import Formats

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
