import Formats

/// A field of a form that changes the directory. The value becomes a property in the body of an operation, so the operation alone
/// decides which values are valid.
struct DirectoryField: Sendable {
    enum Kind: Sendable {
        /// One line of text. Empty text is no value.
        case text
        /// One line that the page does not show. The field is always empty at first.
        case secret
        /// One of several values.
        case choice([Choice])
        /// Any number of values, as a list.
        case several([Choice])
        /// A list of texts, one on each line.
        case lines
        /// Text of several lines, such as a certificate.
        case block
        /// A JSON object whose members are the body.
        case json
        case toggle
    }

    /// A value of a choice, with the text that the page shows.
    struct Choice: Sendable {
        let json: JSONValue
        let text: String

        init(_ json: JSONValue, _ text: String) {
            self.json = json
            self.text = text
        }

        init(_ word: String) { self.init(.string(word), word) }

        /// The value in the form, which is empty for null.
        var value: String { json.fieldText }
    }

    let label: String
    /// The path of the property in the body, such as `web.logoutUrl`.
    let name: String
    let kind: Kind
    var hint: String?
    var isRequired = false
    /// Whether the value becomes a property of the body. The form reads other values by their names.
    var isProperty = true
    /// The value before anything is typed, if the form creates an object.
    var initial = JSONValue.null
    /// The property that an error names if the value becomes a part of a list.
    var list: String?

    init(
        _ label: String, _ name: String, _ kind: Kind = .text, hint: String? = nil, isRequired: Bool = false,
        isProperty: Bool = true, initial: JSONValue = .null, list: String? = nil
    ) {
        self.label = label
        self.name = name
        self.kind = kind
        self.hint = hint
        self.isRequired = isRequired
        self.isProperty = isProperty
        self.initial = initial
        self.list = list
    }

    /// Whether a problem is about the value of the field.
    func isCause(of problem: DirectoryProblem) -> Bool {
        problem.concerns(name) || list.map { problem.concerns($0) } ?? false
    }

    /// Returns the value that a submitted form has for the field.
    func value(in form: Form) -> JSONValue {
        let texts = form.fields.filter { $0.name.isExactly(name) }.map(\.value)
        let text = texts.first ?? ""
        switch kind {
        case .text, .secret, .block: return text.isEmpty ? .null : .string(text)
        case .json: return JSONValue(parsing: Array(text.utf8)) ?? .null
        case .choice(let choices): return choices.first { $0.value.isExactly(text) }?.json ?? .string(text)
        case .several(let choices):
            return .array(choices.filter { texts.containsExactly($0.value) }.map(\.json))
        case .lines: return .array(DirectoryField.lines(of: text).map { .string($0) })
        case .toggle: return .bool(!text.isEmpty)
        }
    }

    /// Returns the lines of a text that are not empty, without spaces at their ends.
    private static func lines(of text: String) -> [String] {
        text.utf8.split { $0 == ASCII.lineFeed || $0 == UInt8(ascii: "\r") }.map { line in
            let rest = line.drop { $0 == ASCII.space }
            let end = rest.lastIndex { $0 != ASCII.space }.map(rest.index(after:)) ?? rest.startIndex
            return String(Substring(rest[..<end]))
        }.filter { !$0.isEmpty }
    }

    /// Whether the value is the same as that of the object before the change. An absent value equals an empty one.
    private func isUnchanged(_ value: JSONValue, _ before: JSONValue) -> Bool {
        switch (value, before) {
        case (.null, .string("")), (.array([]), .null), (.bool(false), .null): true
        default: value == before
        }
    }

    /// Returns the body for a submitted form: for a new object the values that are not empty, and for a change the values that
    /// differ from those of `before`.
    static func body(_ fields: [DirectoryField], _ form: Form, before: JSONValue?) -> [JSONValue.Member] {
        var members: [JSONValue.Member] = []
        for field in fields where field.isProperty {
            let value = field.value(in: form)
            if case .json = field.kind {
                members += value.object ?? []
                continue
            }
            if let before {
                if case .secret = field.kind, value == .null { continue }
                guard !field.isUnchanged(value, before.at(field.name)) else { continue }
            } else {
                guard value != .null, value != .array([]) else { continue }
            }
            members.set(value, at: field.name.pieces(separatedBy: "."))
        }
        return members
    }
}

extension JSONValue {
    /// Returns the value at a path of names separated by dots, or null.
    func at(_ path: String) -> JSONValue {
        path.pieces(separatedBy: ".").reduce(self) { value, name in value[name] ?? .null }
    }

    /// The value as the text of a form's field.
    var fieldText: String {
        switch self {
        case .null: ""
        case .string(let text): text
        case .array(let values): values.map(\.fieldText).joined(separator: "\n")
        case .object: indented
        // Allowed (lossy-text): the writer of JSON writes UTF-8.
        case .bool, .integer, .number: String(decoding: JSONWriter.value(self), as: UTF8.self)
        }
    }
}

extension [JSONValue.Member] {
    /// Sets the value at a path, and creates the objects on the way.
    fileprivate mutating func set(_ value: JSONValue, at path: [String]) {
        guard let name = path.first else { return }
        let position = firstIndex { $0.name.isExactly(name) }
        var inner = position.flatMap { self[$0].value.object } ?? []
        let rest = Array<String>(path.dropFirst())
        if !rest.isEmpty { inner.set(value, at: rest) }
        let member = JSONValue.Member(name, rest.isEmpty ? value : .object(inner))
        if let position {
            self[position] = member
        } else {
            append(member)
        }
    }
}
