import Directory
package import Formats
import Protocol

/// The kind of a value in a control request: the expected form, and the conversion.
package struct FieldKind<Value>: Sendable {
    typealias Read = @Sendable (JSONValue, _ pointer: String, inout [ProblemDocument.Cause]) -> Value?

    /// Returns the value that replaces an absent or invalid value while the rest is read.
    let placeholder: @Sendable () -> Value
    /// Reads a value. A result of nil means that an error was reported.
    let read: Read
    /// Returns the problem of a value that a program passes without JSON, or nil for a valid value.
    let problem: @Sendable (Value) -> String?

    init(
        placeholder: @escaping @Sendable () -> Value, problem: @escaping @Sendable (Value) -> String? = { _ in nil },
        read: @escaping Read
    ) {
        self.placeholder = placeholder
        self.problem = problem
        self.read = read
    }

    /// Creates a kind for one JSON value. `expectation` completes the sentence "Must be …". `convert` returns nil for a value of
    /// another form, and `isValid` decides about the converted value.
    package init(
        _ expectation: String, placeholder: @escaping @autoclosure @Sendable () -> Value,
        where isValid: @escaping @Sendable (Value) -> Bool = { _ in true },
        _ convert: @escaping @Sendable (JSONValue) -> Value?
    ) {
        let detail = "Must be \(expectation)."
        self.init(placeholder: placeholder, problem: { isValid($0) ? nil : detail }) { value, pointer, causes in
            if let converted = convert(value), isValid(converted) { return converted }
            causes.append(.init(pointer: pointer, detail: detail))
            return nil
        }
    }
}

extension FieldKind where Value == String {
    package static var text: FieldKind { FieldKind("text", placeholder: "", \.string) }

    package static var nonEmptyText: FieldKind {
        FieldKind("text that is not empty", placeholder: "", where: { !$0.isEmpty }, \.string)
    }

    /// The largest length of a text that is compared with requests or sent in a header, in bytes.
    package static var maximumShortText: Int { 4096 }

    package static var shortText: FieldKind {
        FieldKind(
            "text of 1 to \(maximumShortText) bytes", placeholder: "",
            where: { (1...maximumShortText).contains($0.utf8.count) }, \.string)
    }
}

extension FieldKind where Value == Bool {
    package static var boolean: FieldKind { FieldKind("true or false", placeholder: false, \.bool) }
}

extension FieldKind where Value == Int {
    package static func integer(_ range: ClosedRange<Int>) -> FieldKind {
        FieldKind(
            "a whole number from \(range.lowerBound) to \(range.upperBound)", placeholder: range.lowerBound,
            where: range.contains
        ) { $0.integer.flatMap(Int.init(exactly:)) }
    }
}

extension FieldKind where Value == Timestamp {
    /// A time in the form of RFC 3339, such as `2030-01-01T00:00:00Z`.
    package static var time: FieldKind {
        FieldKind("a time such as \"2030-01-01T00:00:00Z\"", placeholder: .distantPast) { value in
            value.string.flatMap(Timestamp.init(iso8601:))
        }
    }
}

extension FieldKind where Value == Duration {
    /// A duration in the form of ISO 8601, such as `PT2H` or `-PT30S`.
    package static var duration: FieldKind {
        FieldKind("a duration such as \"PT2H\" or \"-PT30S\"", placeholder: .zero, where: \.isInRange) { value in
            value.string.flatMap(Duration.init(iso8601:))
        }
    }
}

extension FieldKind where Value == JSONValue {
    package static var anything: FieldKind { FieldKind("a value", placeholder: .null) { $0 } }
}

extension FieldKind where Value == [JSONValue.Member] {
    /// Returns an object with any members, in their order.
    package static func members(atMost limit: Int = 1_000) -> FieldKind {
        FieldKind("an object of at most \(limit) members", placeholder: [], where: { $0.count <= limit }, \.object)
    }
}

extension FieldKind where Value: RawRepresentable & CaseIterable & Sendable, Value.RawValue == String {
    /// Returns a raw value of an enumeration, in the exact spelling.
    package static func word(placeholder: Value) -> FieldKind {
        .named(Value.allCases.map { ($0.rawValue, [], $0) }, placeholder: placeholder)
    }
}

extension FieldKind where Value: Sendable {
    /// Returns a value by its name or by one of its older names, in the exact spelling. Messages list the names only.
    package static func named(
        _ values: [(name: String, aliases: [String], value: Value)], placeholder: Value
    ) -> FieldKind {
        FieldKind(placeholder: { placeholder }) { value, pointer, causes in
            if let text = value.string,
                let found = values.first(where: { $0.name.isExactly(text) || $0.aliases.containsExactly(text) })
            {
                return found.value
            }
            let words = values.map(\.name)
            let near = value.string.flatMap { Suggestion.nearest(to: $0, among: words) }
            let detail = "Must be one of \(words.joined(separator: ", "))\(near.map { ": did you mean \($0)?" } ?? ".")"
            causes.append(.init(pointer: pointer, detail: detail))
            return nil
        }
    }
}

extension FieldKind where Value == TokenFault.Kind {
    /// A token fault, by its name or by an older name.
    static var tokenFault: FieldKind {
        .named(TokenFault.Kind.all.map { ($0.name, $0.aliases, $0) }, placeholder: .expired)
    }
}

extension FieldKind {
    /// Returns an object whose members `content` reads.
    package static func object(_ content: @escaping @Sendable (inout ControlBody) -> Value) -> FieldKind {
        let read: Read = { value, pointer, causes in
            let found = causes.count
            let read = ControlBody.read(value, at: pointer, &causes, content)
            return causes.count == found ? read : nil
        }
        return FieldKind(
            placeholder: {
                var ignored: [ProblemDocument.Cause] = []
                return ControlBody.read(.object([]), at: "#", &ignored, content)
            }, read: read)
    }

    /// Returns a list of values of one kind.
    package static func list<Element>(
        _ element: FieldKind<Element>, atLeast least: Int = 0, atMost limit: Int = 1_000
    ) -> FieldKind where Value == [Element] {
        let size = least == 0 ? "at most \(limit)" : "\(least) to \(limit)"
        return FieldKind(
            placeholder: { [] },
            problem: { values in
                guard (least...limit).contains(values.count) else { return "Must be a list of \(size) items." }
                return values.lazy.compactMap(element.problem).first
            }
        ) { value, pointer, causes in
            guard let values = value.array, (least...limit).contains(values.count) else {
                let expectation = value.array == nil && least == 0 ? "a list" : "a list of \(size) items"
                causes.append(.init(pointer: pointer, detail: "Must be \(expectation)."))
                return nil
            }
            return values.enumerated().compactMap { element.read($1, "\(pointer)/\($0)", &causes) }
        }
    }

    /// Returns an object as a map from any names to values of one kind, in their order.
    package static func map<Element>(_ element: FieldKind<Element>, atMost limit: Int = 1_000) -> FieldKind
    where Value == [(name: String, value: Element)] {
        FieldKind(placeholder: { [] }) { value, pointer, causes in
            guard let members = value.object, members.count <= limit else {
                let size = value.object == nil ? "" : " of at most \(limit) members"
                causes.append(.init(pointer: pointer, detail: "Must be an object\(size)."))
                return nil
            }
            return members.compactMap { member in
                element.read(member.value, ControlBody.pointer(pointer, member.name), &causes)
                    .map { (member.name, $0) }
            }
        }
    }

    /// Returns the first of two kinds that accepts the value. `expectation` completes the sentence "Must be …".
    package static func either(
        _ expectation: String, _ first: FieldKind, _ second: FieldKind
    ) -> FieldKind {
        FieldKind(placeholder: first.placeholder) { value, pointer, causes in
            var ignored: [ProblemDocument.Cause] = []
            if let read = first.read(value, pointer, &ignored) ?? second.read(value, pointer, &ignored) { return read }
            causes.append(.init(pointer: pointer, detail: "Must be \(expectation)."))
            return nil
        }
    }
}
