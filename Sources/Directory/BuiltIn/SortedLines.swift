import Formats

/// A text of the program whose lines have fields between tabs and are sorted by their first fields in ASCII lower case. A search
/// reads a few lines, so that a program that needs one fact does not pay for the others.
struct SortedLines {
    let bytes: UnsafeBufferPointer<UInt8>

    /// Returns the key of the lines that begin with the fields, or nil if a field contains a tab and so is in no line.
    static func key(_ fields: String...) -> [UInt8]? {
        var key: [UInt8] = []
        for field in fields {
            guard !field.utf8.contains(UInt8(ascii: "\t")) else { return nil }
            key += field.utf8.map(ASCII.lowercased)
            key.append(UInt8(ascii: "\t"))
        }
        return key
    }

    /// Returns the first line with the key.
    func line(_ key: [UInt8]?) -> Line? {
        guard let key else { return nil }
        let range = lines(key)
        return range.isEmpty ? nil : line(at: range.lowerBound)
    }

    /// Returns the positions of the lines with the key.
    func lines(_ key: [UInt8]) -> Range<Int> {
        let first = boundary { order($0, key) < 0 }
        return first..<max(first, boundary { order($0, key) <= 0 })
    }

    /// Calls `body` with each line in a range of positions.
    func forEach(in range: Range<Int>, _ body: (Line) -> Void) {
        var position = range.lowerBound
        while position < range.upperBound {
            let line = line(at: position)
            body(line)
            position = line.range.upperBound + 1
        }
    }

    func line(at position: Int) -> Line { Line(bytes: bytes, range: position..<end(position)) }

    /// One line, without its end.
    struct Line {
        fileprivate let bytes: UnsafeBufferPointer<UInt8>
        /// The positions of the line's bytes in the text.
        let range: Range<Int>

        /// The fields of the line.
        var fields: [String] {
            var fields: [String] = []
            var start = range.lowerBound
            for position in range where bytes[position] == UInt8(ascii: "\t") {
                fields.append(text(start..<position))
                start = position + 1
            }
            fields.append(text(start..<range.upperBound))
            return fields
        }

        /// The field at a position, which the line must have. Only this field becomes a text.
        subscript(position: Int) -> String {
            var (position, start) = (position, range.lowerBound)
            for index in range where bytes[index] == UInt8(ascii: "\t") {
                if position == 0 { return text(start..<index) }
                (position, start) = (position - 1, index + 1)
            }
            return text(start..<range.upperBound)
        }

        private func text(_ range: Range<Int>) -> String {
            // Allowed (lossy-text): the text of the program is UTF-8.
            String(decoding: bytes[range], as: UTF8.self)
        }
    }

    /// Returns the position of the first line that does not come before the searched lines.
    private func boundary(_ comesBefore: (Int) -> Bool) -> Int {
        var (low, high) = (0, bytes.count)
        while low < high {
            var line = (low + high) / 2
            while line > low, bytes[line - 1] != UInt8(ascii: "\n") { line -= 1 }
            if comesBefore(line) { low = min(end(line) + 1, high) } else { high = line }
        }
        return low
    }

    private func end(_ position: Int) -> Int {
        var end = position
        while end < bytes.count, bytes[end] != UInt8(ascii: "\n") { end += 1 }
        return end
    }

    /// Returns whether the line at a position begins with the key (0), or comes before (-1) or after (1) such a line.
    private func order(_ position: Int, _ key: [UInt8]) -> Int {
        for (offset, byte) in key.enumerated() {
            guard position + offset < bytes.count else { return -1 }
            let own = ASCII.lowercased(bytes[position + offset])
            if own != byte { return own < byte ? -1 : 1 }
        }
        return 0
    }
}
