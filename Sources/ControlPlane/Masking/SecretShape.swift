import Crypto
import Formats
import Protocol
import Store

/// The secrets that are recognized by their form: JSON Web Tokens, values sealed by this server, client secrets of Entra, private
/// keys, and SAML assertions.
enum SecretShape {
    // MARK: - Blocks

    /// Returns the ranges of private keys in PEM (RFC 7468), and of XML from an assertion or a password to the end.
    static func blocks(_ text: [UInt8]) -> [Range<Int>] {
        privateKeys(text) + assertions(text)
    }

    private static let keyBegin = Array("-----BEGIN ".utf8)
    private static let keyEnd = Array("-----END ".utf8)
    private static let dashes = Array("-----".utf8)
    private static let privateKey = Array("PRIVATE KEY".utf8)

    private static func privateKeys(_ text: [UInt8]) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var position = 0
        while let begin = text.firstRange(of: keyBegin, from: position) {
            position = begin.upperBound
            guard let label = text.firstRange(of: dashes, from: begin.upperBound),
                Array(text[begin.upperBound..<label.lowerBound]).firstRange(of: privateKey, from: 0) != nil
            else { continue }
            // A truncated key reaches to the end of the text.
            let end = text.firstRange(of: keyEnd, from: label.upperBound)
                .flatMap { text.firstRange(of: dashes, from: $0.upperBound) }
            position = end?.upperBound ?? text.count
            ranges.append(begin.lowerBound..<position)
        }
        return ranges
    }

    private static let secretElements = Set(
        ["Assertion", "EncryptedAssertion", "RequestedSecurityToken", "BinarySecurityToken", "Password"].map {
            Array($0.utf8)
        })

    private static func assertions(_ text: [UInt8]) -> [Range<Int>] {
        for start in text.indices where text[start] == UInt8(ascii: "<") {
            let name = text[(start + 1)...].prefix { ASCII.isTokenCharacter($0) || $0 == UInt8(ascii: ":") }
            let local = name.suffix(while: { $0 != UInt8(ascii: ":") })
            if secretElements.contains(local) { return [start..<text.count] }
        }
        return []
    }

    // MARK: - Tokens

    /// Returns the parts of a word that are tokens, sealed values or client secrets.
    static func tokens(_ text: [UInt8], _ word: Range<Int>, _ sealing: SealingKeys?) -> [Range<Int>] {
        runs(text, word) { isBase64URL($0) || $0 == UInt8(ascii: ".") }.compactMap { run in
            webToken(text, run) ?? (isSealed(text[run], sealing) ? run : nil)
        } + clientSecrets(text, word)
    }

    /// Returns the range of a JSON Web Token (RFC 7515 §7.1, RFC 7516 §7.1), or nil. A token consists of base64url parts separated
    /// by dots, and the first part is a JSON object.
    private static func webToken(_ text: [UInt8], _ run: Range<Int>) -> Range<Int>? {
        let dot = UInt8(ascii: ".")
        guard let firstDot = text[run].firstIndex(of: dot) else { return nil }
        // Other letters may directly precede a token.
        guard let start = (run.lowerBound..<firstDot).first(where: { beginsJSON(text[$0..<firstDot]) }) else {
            return nil
        }
        let rest = text[(firstDot + 1)..<run.upperBound]
        return rest.contains(dot) || beginsJSON(rest) ? start..<run.upperBound : nil
    }

    /// Whether base64url decodes to the start of a JSON object.
    private static func beginsJSON(_ text: ArraySlice<UInt8>) -> Bool {
        // A first byte `{` is encoded as `e`, followed by `w`, `x`, `y`, `z`, a digit, `-` or `_`.
        guard text.first == UInt8(ascii: "e"), text.count >= 8, let bytes = Base64.decodeURL(text.prefix(8)) else {
            return false
        }
        let next = bytes.dropFirst().first { !"\t\n\r ".utf8.contains($0) }
        return bytes.first == UInt8(ascii: "{")
            && (next == nil || next == UInt8(ascii: "\"") || next == UInt8(ascii: "}"))
    }

    /// The prefixes of sealed values, which name their kind.
    private static let sealedPrefixes = [
        AuthorizationCode.prefix, DeviceCode.prefix, ContinuationToken.prefix, OpaqueAccessToken.prefix,
    ].map { Array($0.utf8) }
    /// The length of the shortest sealed value, in characters: version, key ID, nonce and tag.
    private static let minimumSealed = 44

    /// Whether a text has the form of `SealedValue.sealed`. A value with a prefix is recognized by its form, and a value without a
    /// prefix by its key ID.
    private static func isSealed(_ text: ArraySlice<UInt8>, _ sealing: SealingKeys?) -> Bool {
        let isLong = { (text: ArraySlice<UInt8>) in text.count >= minimumSealed && text.allSatisfy(isBase64URL) }
        if let sealing, isLong(text), sealing.canOpen(text) { return true }
        return sealedPrefixes.contains { prefix in
            let rest = text.dropFirst(prefix.count)
            return text.starts(with: prefix) && isLong(rest) && SealingKeys.isSealedValue(rest)
        }
    }

    /// Returns the ranges of client secrets as Entra creates them: three characters, a digit, `Q~`, and at least 31 characters.
    private static func clientSecrets(_ text: [UInt8], _ word: Range<Int>) -> [Range<Int>] {
        runs(text, word) { ASCII.isUnreserved($0) }.filter { run in
            guard run.count >= 37 else { return false }
            return (run.lowerBound + 3..<run.upperBound - 33).contains { position in
                ASCII.isDigit(text[position]) && text[position + 1] == UInt8(ascii: "Q")
                    && text[position + 2] == UInt8(ascii: "~")
            }
        }
    }

    // MARK: - Base64

    /// The length of the shortest Base64 text that is decoded, in characters.
    private static let minimumBase64 = 6
    /// The number of characters that are decoded first. Their bytes already distinguish most words from the Base64 of a text.
    private static let probe = 8

    /// Returns the parts of a word that may be Base64 in either alphabet.
    static func base64(_ text: [UInt8], _ word: Range<Int>) -> [Range<Int>] {
        let url = runs(text, word, where: isBase64URL)
        let standard = runs(text, word) {
            ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "/")
        }
        return Set(url + standard).filter { $0.count >= minimumBase64 }.sorted { $0.lowerBound < $1.lowerBound }
    }

    /// Returns the text that is encoded in Base64, or nil if the decoded bytes are not text.
    static func decodedText(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        let start = text.prefix(probe)
        let isOfText = { (byte: UInt8) in byte >= ASCII.space && byte != 0x7F || "\t\n\r".utf8.contains(byte) }
        if start.count == probe {
            guard let bytes = Base64.decodeURL(start) ?? Base64.decodeStandard(start), bytes.allSatisfy(isOfText),
                // A UTF-8 continuation byte cannot start a text.
                bytes.first.map({ $0 & 0xC0 != 0x80 }) == true
            else { return nil }
        }
        guard let bytes = Base64.decodeURL(text) ?? Base64.decodeStandard(text), String(utf8: bytes) != nil,
            bytes.allSatisfy(isOfText)
        else { return nil }
        return bytes
    }

    private static func isBase64URL(_ byte: UInt8) -> Bool {
        ASCII.isLetter(byte) || ASCII.isDigit(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }

    private static func runs(_ text: [UInt8], _ word: Range<Int>, where isPart: (UInt8) -> Bool) -> [Range<Int>] {
        text[word].split { !isPart($0) }.map { $0.startIndex..<$0.endIndex }
    }
}

extension ArraySlice<UInt8> {
    /// Returns the last bytes that all meet a condition.
    fileprivate func suffix(while predicate: (UInt8) -> Bool) -> [UInt8] {
        Array(suffix(reversed().prefix(while: predicate).count))
    }
}
