import Formats
import Protocol

/// The submitted form of a stub: the typed values, the JSON of the stub, and the problems of the fields.
struct StubForm: Sendable {
    let form: Form

    init(_ form: Form) {
        self.form = form
    }

    /// Whether no field has a value.
    var isEmpty: Bool { StubField.all.allSatisfy { self[$0.name] == nil } }

    /// Returns the typed value of a field, or nil for an empty one. A chosen error code comes before a typed one.
    subscript(_ name: String) -> String? {
        if name.isExactly("error"), let pick = form["pick"] { return pick }
        return form[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The body of `POST /_understudy/responses` for the form.
    var json: JSONValue {
        let times = self["times"].map { JSONValue.Member("times", StubForm.number($0)) }
        return .object(
            [
                JSONValue.Member("match", match),
                JSONValue.Member("responses", .array([.object(members(StubField.response))])),
            ] + (times.map { [$0] } ?? []))
    }

    /// The `match` of the stub.
    var match: JSONValue { .object(members(StubField.match)) }

    private func members(_ fields: [StubField]) -> [JSONValue.Member] {
        fields.compactMap { field in
            self[field.name].map { JSONValue.Member(field.name, StubForm.value($0, of: field.name)) }
        }
    }

    /// Returns the value of a member for the typed text. A text that does not have the form of the member stays a text, and the
    /// reader of the request reports it.
    private static func value(_ text: String, of name: String) -> JSONValue {
        switch name {
        case "status": number(text)
        case "delay", "duration": .string(duration(text))
        case "header": .object(lines(text).map(headerCondition))
        case "parameter", "headers": .object(lines(text).map(pair))
        case "notEndpoint": .array(text.pieces(separatedBy: ",").map { .string(trimmed($0)) })
        case "body":
            JSONValue(parsing: Array(text.utf8)).flatMap { $0.object == nil && $0.array == nil ? nil : $0 }
                ?? .string(text)
        default: .string(text)
        }
    }

    private static func number(_ text: String) -> JSONValue {
        ASCII.decimal(text.utf8).map { .integer(Int64($0)) } ?? .string(text)
    }

    /// Returns the duration in the form of ISO 8601 for a number of seconds, and any other text unchanged.
    private static func duration(_ text: String) -> String {
        let isNumber = text.utf8.allSatisfy { ASCII.isDigit($0) || $0 == UInt8(ascii: ".") }
        return isNumber ? "PT\(text)S" : text
    }

    /// Returns the lines of a text area, which a browser separates with CR LF, without blank ones.
    private static func lines(_ text: String) -> [String] {
        text.pieces(separatedBy: "\n").map(trimmed).filter { !$0.isEmpty }
    }

    private static func trimmed(_ text: String) -> String {
        let isSpace = { (byte: UInt8) in byte == ASCII.space || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
        }
        let bytes = Array(text.utf8)
        let start = bytes.firstIndex { !isSpace($0) } ?? bytes.endIndex
        let end = bytes.lastIndex { !isSpace($0) }.map { $0 + 1 } ?? start
        return String(utf8: bytes[start..<end]) ?? text
    }

    /// Returns the member for a line `name: value`.
    private static func pair(_ line: String) -> JSONValue.Member {
        let parts = line.pieces(separatedBy: ":", atMost: 2, keepingEmpty: true)
        return JSONValue.Member(trimmed(parts.first ?? ""), .string(parts.count > 1 ? trimmed(parts[1]) : ""))
    }

    /// Returns the condition for a line: `name: value`, `name ^= prefix`, `name` for any value, `!name` for an absent header.
    private static func headerCondition(_ line: String) -> JSONValue.Member {
        if let name = line.dropping(prefix: "!") { return JSONValue.Member(trimmed(name), .bool(false)) }
        if let mark = Array(line.utf8).firstRange(of: Array("^=".utf8), from: 0) {
            let bytes = Array(line.utf8)
            let (name, prefix) = (String(utf8: bytes[..<mark.lowerBound]), String(utf8: bytes[mark.upperBound...]))
            return JSONValue.Member(
                trimmed(name ?? ""), .object([JSONValue.Member("prefix", .string(trimmed(prefix ?? "")))]))
        }
        return line.utf8.contains(UInt8(ascii: ":")) ? pair(line) : JSONValue.Member(line, .bool(true))
    }
}

/// The problems of a stub by the fields of its form.
struct StubProblems: Sendable {
    /// The problems that belong to no field: of the match, and of the response.
    let match: [String]
    let response: [String]
    private let fields: [(name: String, detail: String)]

    /// The problems of a valid stub.
    static let none = StubProblems(match: [], response: [], fields: [])

    private init(match: [String], response: [String], fields: [(name: String, detail: String)]) {
        self.match = match
        self.response = response
        self.fields = fields
    }

    /// Sorts the causes of a problem by their JSON pointers.
    init(_ problem: ProblemDocument) {
        guard !problem.causes.isEmpty else {
            self.init(match: [], response: [problem.detail], fields: [])
            return
        }
        let causes = problem.causes.map { (place: StubProblems.place($0.pointer), detail: $0.detail) }
        self.init(
            match: causes.filter { $0.place.isMatch && $0.place.field == nil }.map(\.detail),
            response: causes.filter { !$0.place.isMatch && $0.place.field == nil }.map(\.detail),
            fields: causes.compactMap { cause in
                cause.place.field.map { ($0, cause.place.inner.map { "\($0): \(cause.detail)" } ?? cause.detail) }
            })
    }

    /// Returns the field of a JSON pointer such as `#/match/header/x-a` or `#/responses/0/error`, or nil for the whole match or
    /// response. `inner` is the name inside the field.
    private static func place(_ pointer: String) -> (isMatch: Bool, field: String?, inner: String?) {
        let parts = pointer.pieces(separatedBy: "/")
        let isMatch = parts.count > 1 && parts[1].isExactly("match")
        guard parts.count > 1, !parts[1].isExactly(StubField.times.name) else {
            return (false, parts.count > 1 ? StubField.times.name : nil, nil)
        }
        let position = isMatch ? 2 : 3
        return (
            isMatch, parts.count > position ? parts[position] : nil,
            parts.count > position + 1 ? parts[position + 1] : nil
        )
    }

    /// Returns the problem of a field, or nil.
    subscript(_ name: String) -> String? {
        let own = fields.filter { $0.name.isExactly(name) }.map(\.detail)
        return own.isEmpty ? nil : own.joined(separator: " ")
    }

    var isEmpty: Bool { match.isEmpty && response.isEmpty && fields.isEmpty }
}
