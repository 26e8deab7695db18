/// The fields of `application/x-www-form-urlencoded` in the order received, with duplicates (WHATWG URL §5.1, RFC 6749 App. B).
package struct Form: Sendable, Equatable {
    /// One decoded field. Two fields are equal if their bytes are equal.
    package struct Field: Sendable, Equatable {
        package let name: String
        package let value: String

        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }

        package static func == (left: Field, right: Field) -> Bool {
            left.name.isExactly(right.name) && left.value.isExactly(right.value)
        }
    }

    /// The reason why a form is rejected.
    package enum Malformed: Error, Equatable {
        /// The form has an invalid `%` escape, decodes to bytes that are not UTF-8, or contains a NUL.
        case encoding
        /// The form has more than `maximumFields` fields.
        case tooManyFields
    }

    package static let maximumFields = 1000
    /// The number of fields for which memory is reserved initially.
    private static let initialCapacity = 16

    package private(set) var fields: [Field]

    package init(_ fields: [Field] = []) {
        self.fields = fields
    }

    /// Parses a query string or a form body. Empty pieces (`a=1&&b=2`) are skipped.
    package init(parsing bytes: some Collection<UInt8>) throws(Malformed) {
        let read =
            bytes.withContiguousStorageIfAvailable { Form.read($0) } ?? Array(bytes).withUnsafeBufferPointer(Form.read)
        fields = try read.get()
    }

    private static func read(_ bytes: UnsafeBufferPointer<UInt8>) -> Result<[Field], Malformed> {
        var fields: [Field] = []
        if !bytes.isEmpty { fields.reserveCapacity(Form.initialCapacity) }
        var start = 0
        while start < bytes.count {
            let end = ByteWord.firstIndex(of: UInt8(ascii: "&"), in: bytes, from: start) ?? bytes.count
            let piece = UnsafeBufferPointer(rebasing: bytes[start..<end])
            start = end + 1
            guard !piece.isEmpty else { continue }
            guard fields.count < Form.maximumFields else { return .failure(.tooManyFields) }
            guard let field = field(piece) else { return .failure(.encoding) }
            fields.append(field)
        }
        return .success(fields)
    }

    /// Decodes `name=value`, or a name without a value.
    private static func field(_ piece: UnsafeBufferPointer<UInt8>) -> Field? {
        let equals = ByteWord.firstIndex(of: UInt8(ascii: "="), in: piece) ?? piece.count
        guard let name = decoded(piece[..<equals]), let value = decoded(piece[equals...].dropFirst()) else {
            return nil
        }
        return Field(name, value)
    }

    private static func decoded(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> String? {
        Percent.decode(UnsafeBufferPointer(rebasing: text), plusIsSpace: true, rejectsNUL: true)
    }

    /// Returns the value of the first field with that name, or nil if no field has that name.
    package subscript(_ name: String) -> String? {
        fields.indices.first { fields[$0].name.isExactly(name) }.map { fields[$0].value }
    }

    /// Adds a field at the end.
    package mutating func append(_ name: String, _ value: String) {
        fields.append(Field(name, value))
    }

    /// Adds the fields of another form at the end.
    package mutating func append(contentsOf other: Form) {
        fields.append(contentsOf: other.fields)
    }

    /// Returns the first name that occurs more than once among the names for which `isIncluded` returns true, or nil if there is
    /// none. Most forms are short, so their names are compared pair by pair.
    package func firstDuplicate(where isIncluded: (String) -> Bool = { _ in true }) -> String? {
        if fields.count <= 24 {
            return fields.indices.first { index in
                fields[..<index].contains { $0.name.isExactly(fields[index].name) } && isIncluded(fields[index].name)
            }.map { fields[$0].name }
        }
        var seen: Set<ByteString> = []
        for field in fields where isIncluded(field.name) && !seen.insert(ByteString(field.name)).inserted {
            return field.name
        }
        return nil
    }

    /// The fields as a query string, with names and values percent-encoded (space as `%20`).
    package var encoded: String { encoded(by: Percent.append) }

    /// The fields as a query string in the form of an authorization response: a space as `+`, and hexadecimal digits in lower case
    /// (docs/reference/protocol.md#authorize-error-encoding).
    package var encodedForRedirect: String { encoded(by: Percent.appendForm) }

    private func encoded(by append: (String, inout [UInt8]) -> Void) -> String {
        var out: [UInt8] = []
        out.reserveCapacity(fields.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count + 8 })
        for (position, field) in fields.enumerated() {
            if position > 0 { out.append(UInt8(ascii: "&")) }
            append(field.name, &out)
            out.append(UInt8(ascii: "="))
            append(field.value, &out)
        }
        // Allowed (lossy-text): percent-encoded text is ASCII.
        return String(decoding: out, as: UTF8.self)
    }
}
