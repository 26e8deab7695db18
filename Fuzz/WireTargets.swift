import Formats

extension FuzzTarget {
    /// A form. A parsed form round-trips through its encoding.
    static let form = FuzzTarget(name: "form") { input in
        if let form = try? Form(parsing: input) {
            require(form.fields.count <= Form.maximumFields, "the number of fields is bounded")
            require((try? Form(parsing: Array(form.encoded.utf8))) == form, "a form round-trips")
        }
    }

    /// Percent-encoded text. The decoder agrees with a second implementation of RFC 3986, and text round-trips.
    static let percent = FuzzTarget(name: "percent") { input in
        let bytes = unescaped(input)
        let decoded = Percent.decode(input)
        require(decoded.map { Array($0.utf8) } == bytes, "escapes become their bytes: \(decoded ?? "none")")
        require(Percent.decode(input.lazy.map(\.self)).map { Array($0.utf8) } == bytes, "any collection is decoded")
        let spaced = input.flatMap { $0 == UInt8(ascii: "+") ? Array("%20".utf8) : [$0] }
        let form = Percent.decode(input, plusIsSpace: true)
        require(form.map { Array($0.utf8) } == unescaped(spaced), "a plus is a space")
        guard let decoded else { return }
        let encoded = Percent.encode(decoded)
        require(encoded.utf8.allSatisfy { ASCII.isUnreserved($0) || $0 == UInt8(ascii: "%") }, "encoded text is plain")
        require(Percent.decode(encoded.utf8)?.isExactly(decoded) == true, "text round-trips")
        require(
            Percent.decode(encoded.utf8, plusIsSpace: true)?.isExactly(decoded) == true, "text round-trips in a form")
    }

    /// Returns the decoded bytes by a second implementation: the text is split at each `%`, and each part except the first starts
    /// with a number of two digits.
    private static func unescaped(_ bytes: [UInt8]) -> [UInt8]? {
        let parts = bytes.split(separator: UInt8(ascii: "%"), omittingEmptySubsequences: false)
        var out = Array(parts.first ?? [])
        for part in parts.dropFirst() {
            let digits = part.prefix(2)
            guard digits.count == 2, digits.allSatisfy({ "0123456789abcdefABCDEF".utf8.contains($0) }),
                let byte = UInt8(text(digits), radix: 16)
            else { return nil }
            out.append(byte)
            out += part.dropFirst(2)
        }
        return String(validating: out, as: UTF8.self).map { Array($0.utf8) }
    }

    /// Base64 text. Every value has exactly one encoding, and only that decodes.
    static let base64url = FuzzTarget(name: "base64url") { input in
        if let bytes = Base64.decodeURL(input) {
            require(Base64.urlBytes(bytes) == input, "base64url is canonical")
        }
        let unpadded = Array(input.prefix { $0 != UInt8(ascii: "=") })
        if let bytes = Base64.decodeURL(input, padding: .tolerated) {
            require(Base64.urlBytes(bytes) == unpadded, "padded base64url is canonical")
        }
        if let bytes = Base64.decodeStandard(input) {
            require(Base64.standard(bytes).utf8.starts(with: unpadded), "base64 is canonical")
        }
    }

    static let yaml = FuzzTarget(name: "yaml") { input in
        let (parsed, skipped) = (outcome(input) { $0.node }, outcome(input) { _ in })
        require(parsed.failure == skipped.failure, "skipped values follow the same rules")
        guard let node = parsed.value else { return }
        _ = YAMLValue(node).description
        let json = JSONWriter.value(node.json)
        require(JSONValue(parsing: json) != nil, "every document can be written as JSON: \(text(json))")
    }

    /// Returns the value of a document, or the error.
    private static func outcome<Value>(
        _ input: [UInt8], _ body: (YAMLValue) -> Value
    ) -> (value: Value?, failure: YAMLError?) {
        do throws(YAMLError) {
            return (try YAMLValue.read(input, body), nil)
        } catch {
            return (nil, error)
        }
    }

    static let timestamp = FuzzTarget(name: "timestamp") { input in
        guard let time = Timestamp(iso8601: text(input)) else { return }
        require(Timestamp(iso8601: time.iso8601) == time, "a time round-trips: \(time.iso8601)")
        require(!time.httpDate.isEmpty, "every time has an HTTP date")
    }
}
