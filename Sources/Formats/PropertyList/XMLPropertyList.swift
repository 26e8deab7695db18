/// Reads the XML form: UTF-8 and the elements of Apple's property list DTD. Other features of XML, such as custom entities, are
/// rejected.
struct XMLPropertyList {
    private let bytes: [UInt8]
    private let limits: PropertyListLimits
    private var position = 0
    private var remaining: Int

    init(_ bytes: [UInt8], _ limits: PropertyListLimits) {
        self.bytes = bytes
        self.limits = limits
        remaining = limits.values
    }

    /// An opening tag: `<dict>`, or `<dict/>` for an empty element.
    private struct Tag {
        let name: String
        let isEmpty: Bool
    }

    mutating func document() throws(PropertyListError) -> PropertyList {
        if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) {
            throw failure("is UTF-16; save it as UTF-8")
        }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
        try skipProlog()
        guard let root = try opening(), root.name == "plist", !root.isEmpty else {
            throw failure("has no <plist> element")
        }
        guard let tag = try opening() else { throw failure("has an empty <plist>") }
        let value = try value(tag, depth: limits.depth)
        try close("plist")
        try skipBlank()
        guard position == bytes.count else { throw failure("has content after </plist>") }
        return value
    }

    // MARK: Values

    private mutating func value(_ tag: Tag, depth: Int) throws(PropertyListError) -> PropertyList {
        guard remaining > 0 else { throw failure("has more than \(limits.values) values") }
        remaining -= 1
        switch tag.name {
        case "dict": return .dictionary(tag.isEmpty ? [] : try dictionary(depth))
        case "array": return .array(tag.isEmpty ? [] : try array(depth))
        case "true", "false":
            if !tag.isEmpty { try close(tag.name) }
            return .bool(tag.name == "true")
        case "string": return .string(try content(tag))
        case "integer": return .integer(try number(tag, XMLPropertyList.integer))
        case "real": return .real(try number(tag) { Double($0) })
        case "date": return .date(try number(tag) { Timestamp(iso8601: $0) })
        case "data":
            let text = try content(tag).utf8.filter { !XMLPropertyList.isBlank($0) }
            guard let data = Base64.decodeStandard(text) else { throw failure("has <data> that is not base64") }
            return .data(data)
        default: throw failure("has the element <\(tag.name)>, which is not valid in a property list")
        }
    }

    private mutating func dictionary(_ depth: Int) throws(PropertyListError) -> [PropertyList.Entry] {
        guard depth > 0 else { throw failure("is nested deeper than \(limits.depth) levels") }
        var entries = PropertyListEntries()
        while let tag = try opening() {
            guard tag.name == "key" else { throw failure("has <\(tag.name)> where <key> is expected") }
            let key = try content(tag)
            guard let next = try opening(), next.name != "key" else {
                throw failure("has the key \(key) without a value")
            }
            let value = try value(next, depth: depth - 1)
            guard entries.add(key, value) else { throw failure("has the key \(key) twice") }
        }
        try close("dict")
        return entries.list
    }

    private mutating func array(_ depth: Int) throws(PropertyListError) -> [PropertyList] {
        guard depth > 0 else { throw failure("is nested deeper than \(limits.depth) levels") }
        var values: [PropertyList] = []
        while let tag = try opening() { values.append(try value(tag, depth: depth - 1)) }
        try close("array")
        return values
    }

    private mutating func number<Number>(
        _ tag: Tag, _ read: (String) -> Number?
    ) throws(PropertyListError) -> Number {
        let text = try content(tag)
        guard let number = read(text) else { throw failure("has <\(tag.name)> with the invalid value \"\(text)\"") }
        return number
    }

    /// Reads a decimal number, or a hexadecimal number after `0x`.
    private static func integer(_ text: String) -> Int64? {
        text.dropping(prefix: "0x").map { Int64($0, radix: 16) } ?? Int64(text)
    }

    // MARK: Tags and text

    /// Reads the next opening tag, or returns nil before a closing tag or at the end of the file.
    private mutating func opening() throws(PropertyListError) -> Tag? {
        try skipBlank()
        guard position < bytes.count, !starts(with: "</") else { return nil }
        guard take("<") else { throw failure("has text between its elements") }
        let start = position
        while position < bytes.count, ASCII.isLetter(bytes[position]) { position += 1 }
        // Allowed (lossy-text): ASCII letters, checked one by one above.
        let name = String(decoding: bytes[start..<position], as: UTF8.self)
        guard !name.isEmpty else { throw failure("has a < that does not begin an element") }
        guard let end = bytes[position...].firstIndex(of: UInt8(ascii: ">")) else { throw failure("is cut off") }
        let rest = bytes[position..<end]
        position = end + 1
        let isEmpty = rest.last == UInt8(ascii: "/")
        // Apple's DTD has only one attribute, the version of <plist>.
        let attributes = (isEmpty ? rest.dropLast() : rest).drop { XMLPropertyList.isBlank($0) }
        guard attributes.isEmpty || (name == "plist" && attributes.starts(with: "version".utf8)) else {
            throw failure("has <\(name)> with attributes")
        }
        return Tag(name: name, isEmpty: isEmpty)
    }

    private mutating func close(_ name: String) throws(PropertyListError) {
        try skipBlank()
        guard !"</\(name)>".utf8.starts(with: bytes[position...]) || starts(with: "</\(name)>") else {
            throw failure("is cut off: </\(name)> is missing")
        }
        guard take("</\(name)") else { throw failure("has other content where </\(name)> is expected") }
        while position < bytes.count, XMLPropertyList.isBlank(bytes[position]) { position += 1 }
        guard take(">") else { throw failure("has a malformed </\(name)>") }
    }

    /// Reads the text of an element, up to and including its closing tag.
    private mutating func content(_ tag: Tag) throws(PropertyListError) -> String {
        guard !tag.isEmpty else { return "" }
        var text: [UInt8] = []
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "&"): text.append(contentsOf: try reference())
            case UInt8(ascii: "<"):
                if take("<![CDATA[") {
                    text.append(contentsOf: try upTo("]]>"))
                } else if take("<!--") {
                    _ = try upTo("-->")
                } else {
                    try close(tag.name)
                    guard let string = String(utf8: text) else { throw failure("is not UTF-8") }
                    return string
                }
            case let byte:
                guard byte >= ASCII.space || XMLPropertyList.isBlank(byte) else {
                    throw failure("has a control character, which XML does not allow")
                }
                text.append(byte)
                position += 1
            }
        }
        throw failure("is cut off: </\(tag.name)> is missing")
    }

    private static let entities: [(name: String, text: String)] = [
        ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"),
    ]

    private mutating func reference() throws(PropertyListError) -> [UInt8] {
        for entity in XMLPropertyList.entities where take(entity.name) { return Array(entity.text.utf8) }
        guard take("&#") else { throw failure("has an & that does not begin a known entity; write &amp;") }
        let isHexadecimal = take("x")
        // Allowed (lossy-text): anything but hexadecimal digits is rejected below.
        let digits = String(decoding: try upTo(";"), as: UTF8.self)
        let hasOnlyDigits = digits.utf8.allSatisfy { ASCII.hexValue($0) != nil }
        guard hasOnlyDigits, let value = UInt32(digits, radix: isHexadecimal ? 16 : 10),
            let scalar = Unicode.Scalar(value), XMLPropertyList.isCharacter(scalar)
        else { throw failure("has a character reference that is not a valid character") }
        return Array(String(scalar).utf8)
    }

    /// Whether XML allows the character, which also applies to character references (XML 1.0 §2.2, Char; §4.1, Legal Character).
    private static func isCharacter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x9, 0xA, 0xD: true
        case ..<0x20, 0xFFFE, 0xFFFF: false
        default: true
        }
    }

    // MARK: Prolog and white space

    /// Skips `<?xml …?>` and `<!DOCTYPE plist …>`, each of which may occur once. A document type with its own declarations is
    /// rejected.
    private mutating func skipProlog() throws(PropertyListError) {
        try skipBlank()
        if take("<?xml") {
            // Allowed (lossy-text): searched for ASCII words only.
            let declaration = String(decoding: try upTo("?>"), as: UTF8.self).asciiLowercased
            if declaration.containsExactly("encoding"), !declaration.containsExactly("utf-8") {
                throw failure("is not UTF-8; save it as UTF-8")
            }
        }
        try skipBlank()
        if take("<!DOCTYPE") {
            guard try !upTo(">").contains(UInt8(ascii: "[")) else {
                throw failure("declares entities, which is not allowed in a property list")
            }
        }
    }

    /// Skips white space and comments.
    private mutating func skipBlank() throws(PropertyListError) {
        while position < bytes.count {
            if XMLPropertyList.isBlank(bytes[position]) {
                position += 1
            } else if take("<!--") {
                _ = try upTo("-->")
            } else {
                return
            }
        }
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == ASCII.space || byte == ASCII.tab || byte == ASCII.lineFeed || byte == ASCII.carriageReturn
    }

    private func starts(with text: String) -> Bool { bytes[position...].starts(with: text.utf8) }

    private mutating func take(_ text: String) -> Bool {
        guard starts(with: text) else { return false }
        position += text.utf8.count
        return true
    }

    /// Returns the bytes before `end`, and advances past `end`.
    private mutating func upTo(_ end: String) throws(PropertyListError) -> ArraySlice<UInt8> {
        let start = position
        while position < bytes.count {
            let found = position
            if take(end) { return bytes[start..<found] }
            position += 1
        }
        throw failure("is cut off: \(end) is missing")
    }

    private func failure(_ message: String) -> PropertyListError {
        let line = 1 + bytes.prefix(position).count { $0 == ASCII.lineFeed }
        return PropertyListError(message, line: line)
    }
}
