import Formats

/// Parses `method SP request-target SP HTTP-version` (RFC 9112 §3) with single spaces.
struct RequestLine {
    let method: String
    /// The path, which starts with `/` or is `*` (for OPTIONS only).
    let path: String
    let query: String
    /// The authority of an absolute-form target, or nil for other targets.
    let authority: String?
    /// The minor version, 0 or 1. A higher minor version is treated as 1.1 (RFC 9110 §2.5).
    let minorVersion: Int

    /// Parses a line. Throws 400 for a malformed line, 501 for CONNECT, and 505 for another major version.
    init(parsing line: Span<UInt8>) throws(Rejection) {
        guard let methodEnd = line.firstIndex(of: ASCII.space), methodEnd > 0,
            line.extracting(0..<methodEnd).allSatisfy(ASCII.isTokenCharacter)
        else { throw Rejection(400, "malformed method") }
        guard let targetEnd = line.firstIndex(of: ASCII.space, from: methodEnd + 1), targetEnd > methodEnd + 1 else {
            throw Rejection(400, "malformed request line")
        }
        minorVersion = try RequestLine.version(line.extracting((targetEnd + 1)..<line.count))
        method = line.extracting(0..<methodEnd).string
        let target = line.extracting((methodEnd + 1)..<targetEnd)
        // A target has no fragment. All other printable characters are accepted, because browsers send them.
        guard !target.withUnsafeBufferPointer({ ByteWord.any($0, RequestLine.unprintable) }) else {
            throw Rejection(400, "malformed target")
        }
        guard !method.isExactly("CONNECT") else {
            throw Rejection(501, "CONNECT is not supported: this server is not a proxy")
        }
        (path, query, authority) = try RequestLine.split(target, isOptions: method.isExactly("OPTIONS"))
    }

    private static func unprintable(_ word: ByteWord) -> UInt64 {
        word.below(0x21) | word.equal(to: 0x7F) | word.nonASCII | word.equal(to: UInt8(ascii: "#"))
    }

    /// Returns the minor version of `HTTP/1.DIGIT`.
    private static func version(_ text: Span<UInt8>) throws(Rejection) -> Int {
        let isVersion =
            text.count == 8 && text.extracting(0..<5).string.isExactly("HTTP/")
            && ASCII.isDigit(text[5]) && text[6] == UInt8(ascii: ".") && ASCII.isDigit(text[7])
        guard isVersion else { throw Rejection(400, "malformed version") }
        guard text[5] == UInt8(ascii: "1") else { throw Rejection(505, "only HTTP/1.0 and HTTP/1.1 are supported") }
        return text[7] == UInt8(ascii: "0") ? 0 : 1
    }

    private static func split(
        _ target: Span<UInt8>, isOptions: Bool
    ) throws(Rejection) -> (path: String, query: String, authority: String?) {
        if target[0] == UInt8(ascii: "/") {
            let (path, query) = pathAndQuery(target)
            return (path, query, nil)
        }
        if target.count == 1, target[0] == UInt8(ascii: "*"), isOptions { return ("*", "", nil) }
        guard let start = authorityStart(target) else { throw Rejection(400, "malformed target") }
        var end = start
        while end < target.count, target[end] != UInt8(ascii: "/"), target[end] != UInt8(ascii: "?") { end += 1 }
        let authority = target.extracting(start..<end)
        guard authority.withUnsafeBufferPointer({ Authority.isValid($0) }) else {
            throw Rejection(400, "malformed authority in target")
        }
        let (path, query) = pathAndQuery(target.extracting(end..<target.count))
        // RFC 9112 §3.2.4: an empty path stands for `*` in OPTIONS.
        let isEmpty = end == target.count
        return (path.isEmpty ? (isOptions && isEmpty ? "*" : "/") : path, query, authority.string)
    }

    /// Returns the length of a leading `http://` or `https://`, or nil if there is none.
    private static func authorityStart(_ target: Span<UInt8>) -> Int? {
        if target.count > 7, target.extracting(0..<7).isExactlyIgnoringASCIICase("http://") { return 7 }
        if target.count > 8, target.extracting(0..<8).isExactlyIgnoringASCIICase("https://") { return 8 }
        return nil
    }

    private static func pathAndQuery(_ text: Span<UInt8>) -> (path: String, query: String) {
        guard let mark = text.firstIndex(of: UInt8(ascii: "?")) else { return (text.string, "") }
        return (text.extracting(0..<mark).string, text.extracting((mark + 1)..<text.count).string)
    }
}

/// The grammar of Host and of an absolute-form target's authority: `uri-host [ ":" port ]`, without user information (RFC 9110
/// §4.2.4, RFC 3986 §3.2).
enum Authority {
    /// Whether the bytes are a non-empty host with an optional port 0…65535.
    static func isValid(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = bytes.first else { return false }
        if first == UInt8(ascii: "[") {
            guard let end = bytes.firstIndex(of: UInt8(ascii: "]")) else { return false }
            let inside = bytes[bytes.index(after: bytes.startIndex)..<end]
            return inside.count >= 2 && inside.allSatisfy(isAddressCharacter)
                && isPortSuffix(bytes[bytes.index(after: end)...])
        }
        let end = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
        return end > bytes.startIndex && bytes[..<end].allSatisfy(isNameCharacter) && isPortSuffix(bytes[end...])
    }

    /// Whether the bytes are empty, or `:` and digits. The grammar allows an empty port.
    private static func isPortSuffix(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        guard let colon = bytes.first else { return true }
        guard colon == UInt8(ascii: ":") else { return false }
        let digits = UnsafeBufferPointer(rebasing: bytes.dropFirst())
        return digits.isEmpty || ASCII.decimal(digits).map { $0 <= 65_535 } ?? false
    }

    /// Whether a byte may occur in the text of an IPv6 address without a zone.
    private static func isAddressCharacter(_ byte: UInt8) -> Bool {
        ASCII.hexValue(byte) != nil || byte == UInt8(ascii: ":") || byte == UInt8(ascii: ".")
    }

    /// Whether a byte may occur in a `reg-name` without percent-encoding, which no host name in practice needs.
    private static func isNameCharacter(_ byte: UInt8) -> Bool {
        if ASCII.isUnreserved(byte) { return true }
        switch byte {
        case 0x21, 0x24, 0x26...0x2C, 0x3B, 0x3D: return true
        default: return false
        }
    }
}
