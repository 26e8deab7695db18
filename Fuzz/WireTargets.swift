import Formats

extension FuzzTarget {
    /// What was parsed is written and parsed to the same again.
    static let form = FuzzTarget(name: "form") { input in
        if let form = try? Form(parsing: input) {
            demand(form.fields.count <= Form.maximumFields, "the number of fields is bounded")
            demand((try? Form(parsing: Array(form.encoded.utf8))) == form, "a form survives encoding")
        }
    }

    /// Decoding does what a second reading of RFC 3986 does, takes nothing for text that is none, and undoes encoding.
    static let percent = FuzzTarget(name: "percent") { input in
        let bytes = unescaped(input)
        let decoded = Percent.decode(input)
        demand(decoded.map { Array($0.utf8) } == bytes, "escapes stand for their bytes: \(decoded ?? "none")")
        demand(Percent.decode(input.lazy.map(\.self)).map { Array($0.utf8) } == bytes, "of any collection")
        let spaced = input.flatMap { $0 == UInt8(ascii: "+") ? Array("%20".utf8) : [$0] }
        let form = Percent.decode(input, plusIsSpace: true)
        demand(form.map { Array($0.utf8) } == unescaped(spaced), "a plus is a space")
        guard let decoded else { return }
        let encoded = Percent.encode(decoded)
        demand(encoded.utf8.allSatisfy { ASCII.isUnreserved($0) || $0 == UInt8(ascii: "%") }, "encoded text is plain")
        demand(Percent.decode(encoded.utf8)?.isExactly(decoded) == true, "text survives percent-encoding")
        demand(Percent.decode(encoded.utf8, plusIsSpace: true)?.isExactly(decoded) == true, "and so in a form")
    }

    /// Written apart from the decoder: the text cut at each `%`, the first two bytes of every part but the first a number.
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

    /// There is one spelling of every value: what decodes is what encoding gives.
    static let base64url = FuzzTarget(name: "base64url") { input in
        if let bytes = Base64.decodeURL(input) {
            demand(Base64.urlBytes(bytes) == input, "base64url is canonical")
        }
        let bare = Array(input.prefix { $0 != UInt8(ascii: "=") })
        if let bytes = Base64.decodeURL(input, padding: .tolerated) {
            demand(Base64.urlBytes(bytes) == bare, "padded base64url is canonical")
        }
        if let bytes = Base64.decodeStandard(input) {
            demand(Base64.standard(bytes).utf8.starts(with: bare), "base64 is canonical")
        }
    }

    static let yaml = FuzzTarget(name: "yaml") { input in
        let (whole, over) = (outcome(input) { $0.node }, outcome(input) { _ in })
        demand(whole.failure == over.failure, "what is read over is held to the same rules")
        guard let node = whole.value else { return }
        _ = YAMLValue(node).description
        let json = JSONWriter.value(node.json)
        demand(JSONValue(parsing: json) != nil, "every document can be written as JSON: \(text(json))")
    }

    /// What came of reading a document: a value, or why there is none.
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
        demand(Timestamp(iso8601: time.iso8601) == time, "a time survives writing: \(time.iso8601)")
        demand(!time.httpDate.isEmpty, "every time has an HTTP date")
    }
}
