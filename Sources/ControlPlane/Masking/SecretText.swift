import Formats

/// The remaining budget for decoding the encodings of one text. Content beyond the budget is masked without being decoded.
final class SecretWork {
    private static let maximumDepth = 4
    /// The largest size of all decoded texts, in bytes.
    private static let maximumBytes = 4 << 20

    private var depth = 0
    private var bytes = SecretWork.maximumBytes

    /// Runs `look` on a decoded text of `count` bytes. `isDone` is false if the budget is exhausted.
    func within(_ count: Int, _ look: () -> [UInt8]?) -> (isDone: Bool, masked: [UInt8]?) {
        guard depth < SecretWork.maximumDepth, count <= bytes else { return (false, nil) }
        bytes -= count
        depth += 1
        defer { depth -= 1 }
        return (true, look())
    }
}

/// Finds the secrets of one text, and returns the text with the secrets replaced.
struct SecretText {
    private struct Cut {
        let range: Range<Int>
        let replacement: [UInt8]
    }

    private let bytes: [UInt8]
    private let mask: SecretMask
    private let work: SecretWork
    private var cuts: [Cut] = []
    /// The ranges of structured parameter values that are already masked, in order.
    private var seen: [Range<Int>] = []
    /// The end of the last value that is masked because of its name. No further names are searched before this position.
    private var decided = 0

    /// Returns the text with its secrets masked, or nil if the text has none.
    static func masked(_ bytes: [UInt8], _ mask: SecretMask, _ work: SecretWork) -> [UInt8]? {
        guard !bytes.isEmpty else { return nil }
        if isJSON(bytes), let json = JSONValue(parsing: bytes) {
            let masked = SecretJSON(mask: mask, work: work).masked(json)
            return masked == json ? nil : JSONWriter.value(masked)
        }
        var text = SecretText(bytes: bytes, mask: mask, work: work)
        text.findKnown()
        if !mask.isOff {
            for range in SecretShape.blocks(bytes) { text.hide(range) }
            text.findPairs()
        }
        text.findWords()
        return text.written
    }

    private init(bytes: [UInt8], mask: SecretMask, work: SecretWork) {
        self.bytes = bytes
        self.mask = mask
        self.work = work
    }

    private static func isJSON(_ bytes: [UInt8]) -> Bool {
        let first = bytes.first { $0 > ASCII.space }
        let last = bytes.last { $0 > ASCII.space }
        return first == UInt8(ascii: "{") && last == UInt8(ascii: "}")
            || first == UInt8(ascii: "[") && last == UInt8(ascii: "]")
    }

    // MARK: - Cuts

    private mutating func hide(_ range: Range<Int>) {
        guard !range.isEmpty else { return }
        cuts.append(Cut(range: range, replacement: Array(mask.hidden(bytes[range]).utf8)))
    }

    /// The text with every cut made, or nil without cuts. Overlapping cuts are merged.
    private var written: [UInt8]? {
        guard !cuts.isEmpty else { return nil }
        var merged: [Cut] = []
        for cut in cuts.sorted(by: {
            ($0.range.lowerBound, $1.range.upperBound) < ($1.range.lowerBound, $0.range.upperBound)
        }) {
            guard let last = merged.last, cut.range.lowerBound < last.range.upperBound else {
                merged.append(cut)
                continue
            }
            guard cut.range.upperBound > last.range.upperBound else { continue }
            let range = last.range.lowerBound..<cut.range.upperBound
            merged[merged.count - 1] = Cut(range: range, replacement: Array(SecretMask.text.utf8))
        }
        var out: [UInt8] = []
        var position = 0
        for cut in merged {
            out += bytes[position..<cut.range.lowerBound]
            out += cut.replacement
            position = cut.range.upperBound
        }
        return out + bytes[position...]
    }

    // MARK: - Known secrets

    private mutating func findKnown() {
        for (range, isToken) in mask.own.ranges(in: bytes) {
            let text = isToken ? mask.tokenStandIn : SecretMask.text
            cuts.append(Cut(range: range, replacement: Array(text.utf8)))
        }
        guard !mask.isOff else { return }
        for known in mask.known { for range in known.ranges(in: bytes) { hide(range) } }
    }

    // MARK: - Names with values

    /// Finds `name=value`, as in URLs, forms and lists of attributes, and JSON members `"name": "value"` inside of a text.
    private mutating func findPairs() {
        for position in bytes.indices where position >= decided {
            switch bytes[position] {
            case UInt8(ascii: "="): pair(at: position)
            case UInt8(ascii: ":"): member(at: position)
            default: break
            }
        }
    }

    /// The largest length of a name, in bytes.
    private static let maximumName = 256

    private mutating func pair(at equals: Int) {
        let start = bytes[..<equals].suffix(SecretText.maximumName).reversed().prefix(while: SecretText.isOfName).count
        let spelled = Array(bytes[(equals - start)..<equals])
        guard let name = String(utf8: SecretText.decoded(spelled[...]) ?? spelled) else { return }
        let value = value(from: equals + 1)
        guard !value.isEmpty else { return }
        if SecretNames.isSecret(name) { return decide(value) }
        guard SecretMask.isStructured(name) else { return }
        let raw = Array(bytes[value])
        guard let text = String(utf8: SecretText.decoded(raw[...]) ?? raw) else { return }
        let (isDone, masked) = work.within(raw.count) { mask.content(of: name, text, work).map { Array($0.utf8) } }
        guard isDone else { return decide(value) }
        seen.append(value)
        decided = value.upperBound
        if let masked { cuts.append(Cut(range: value, replacement: encoded(masked))) }
    }

    private mutating func decide(_ secret: Range<Int>) {
        hide(secret)
        decided = secret.upperBound
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        ASCII.isTokenCharacter(byte) && byte != UInt8(ascii: "'") && byte != UInt8(ascii: "&")
            && byte != UInt8(ascii: "#")
            || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "]") || byte >= 0x80
    }

    /// Returns the range of a value, which ends at the next parameter, the next word, or the closing quotation mark.
    private func value(from start: Int) -> Range<Int> {
        guard start < bytes.count else { return start..<start }
        if bytes[start] == UInt8(ascii: "\"") { return quoted(from: start + 1) }
        let end = bytes[start...].firstIndex { $0 <= ASCII.space || "&#\"<>".utf8.contains($0) } ?? bytes.count
        return start..<end
    }

    private func quoted(from start: Int) -> Range<Int> {
        var position = start
        while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
            position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
        }
        return start..<min(position, bytes.count)
    }

    /// Masks a JSON member in a text that is not valid JSON, because it is truncated or embedded in other text.
    private mutating func member(at colon: Int) {
        let quote = UInt8(ascii: "\"")
        let before = bytes[..<colon].suffix(SecretText.maximumName)
        guard let end = before.lastIndex(where: { $0 > ASCII.space }), bytes[end] == quote,
            let start = before[..<end].lastIndex(of: quote)
        else { return }
        let escapes = bytes[..<end].reversed().prefix { $0 == UInt8(ascii: "\\") }.count
        guard let name = String(utf8: bytes[(start + 1)..<(end - escapes)]), SecretNames.isSecret(name),
            let first = bytes[(colon + 1)...].firstIndex(where: { $0 > ASCII.space && $0 != UInt8(ascii: "\\") })
        else { return }
        if bytes[first] == quote { return decide(quoted(from: first + 1)) }
        decide(first..<(bytes[first...].firstIndex { $0 <= ASCII.space || ",}]".utf8.contains($0) } ?? bytes.count))
    }

    // MARK: - Words

    /// The bytes that separate words. None of them occurs in a token, in Base64 or in percent-encoding.
    private static let separators: [Bool] = (0...255).map { (byte: Int) in
        byte <= 0x20 || byte == 0x7F || "\"'<>(){}[],;&?#=|\\^`".utf8.contains { Int($0) == byte }
    }

    private mutating func findWords() {
        var start = 0
        var values = seen[...]
        while start < bytes.count {
            let end = bytes[start...].firstIndex { SecretText.separators[Int($0)] } ?? bytes.count
            while let value = values.first, value.upperBound <= start { _ = values.popFirst() }
            if start < end, values.first?.contains(start) != true { word(start..<end) }
            start = end + 1
        }
    }

    private mutating func word(_ range: Range<Int>) {
        if let plain = SecretText.decoded(bytes[range]) {
            let (isDone, masked) = work.within(plain.count) { SecretText.masked(plain, mask, work) }
            if !isDone { return hide(range) }
            if let masked { cuts.append(Cut(range: range, replacement: encoded(masked))) }
        }
        if !mask.isOff {
            for part in SecretShape.tokens(bytes, range, mask.sealing) { hide(part) }
        }
        for part in SecretShape.base64(bytes, range) {
            guard let plain = SecretShape.decodedText(bytes[part]) else { continue }
            let (isDone, masked) = work.within(plain.count) { SecretText.masked(plain, mask, work) }
            guard !isDone || masked != nil else { continue }
            let padding = bytes[part.upperBound...].prefix { $0 == UInt8(ascii: "=") }.count
            let standIn = mask.isOff ? mask.tokenStandIn : SecretMask.text
            cuts.append(Cut(range: part.lowerBound..<(part.upperBound + padding), replacement: Array(standIn.utf8)))
        }
    }

    // MARK: - Percent-encoding

    /// Returns the text with percent-encoding and `+` decoded, or nil if there is nothing to decode. Broken escapes stay unchanged.
    private static func decoded(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        guard text.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }) else { return nil }
        var out: [UInt8] = []
        out.reserveCapacity(text.count)
        var position = text.startIndex
        while position < text.endIndex {
            let byte = text[position]
            if byte == UInt8(ascii: "%"), position + 2 < text.endIndex, let high = ASCII.hexValue(text[position + 1]),
                let low = ASCII.hexValue(text[position + 2])
            {
                out.append(high << 4 | low)
                position += 3
            } else {
                out.append(byte == UInt8(ascii: "+") ? ASCII.space : byte)
                position += 1
            }
        }
        return out.elementsEqual(text) ? nil : out
    }

    /// Returns the percent-encoded text. Replacements of secrets stay unchanged.
    private func encoded(_ text: [UInt8]) -> [UInt8] {
        let standIns = [SecretMask.text, mask.tokenStandIn].map { Array($0.utf8) }
        var out: [UInt8] = []
        var position = 0
        while position < text.count {
            if let standIn = standIns.first(where: { text[position...].starts(with: $0) }) {
                out += standIn
                position += standIn.count
            } else {
                if ASCII.isUnreserved(text[position]) {
                    out.append(text[position])
                } else {
                    out += Array("%\(ASCII.hex([text[position]]).asciiUppercased)".utf8)
                }
                position += 1
            }
        }
        return out
    }
}
