import Wire

extension FuzzTarget {
    /// What was parsed is written and parsed to the same again.
    static let form = FuzzTarget(name: "form") { input in
        if let form = try? Form(parsing: input) {
            demand(form.fields.count <= Form.maximumFields, "the number of fields is bounded")
            demand((try? Form(parsing: Array(form.encoded.utf8))) == form, "a form survives encoding")
        }
        if let decoded = Percent.decode(input) {
            let again = Percent.decode(Percent.encode(decoded).utf8)
            demand(again?.isExactly(decoded) == true, "text survives percent-encoding")
        }
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
        guard let node = try? YAMLNode.parse(input) else { return }
        _ = node.description
        let json = JSONWriter.value(node.json)
        demand(JSONValue(parsing: json) != nil, "every document can be written as JSON: \(text(json))")
    }

    static let timestamp = FuzzTarget(name: "timestamp") { input in
        guard let time = Timestamp(iso8601: text(input)) else { return }
        demand(Timestamp(iso8601: time.iso8601) == time, "a time survives writing: \(time.iso8601)")
        demand(!time.httpDate.isEmpty, "every time has an HTTP date")
    }
}
