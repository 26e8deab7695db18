/// Sets and dictionaries that are keyed by the bytes of a text and queried with a `String`. A `String` key would treat two
/// spellings of one character as the same key.
extension Set<ExactString> {
    package init(exactly texts: some Sequence<String>) { self.init(texts.lazy.map { ExactString($0) }) }

    package func contains(_ text: String) -> Bool { contains(ExactString(text)) }
}

extension Dictionary where Key == ExactString {
    package subscript(_ text: String) -> Value? {
        get { self[ExactString(text)] }
        set { self[ExactString(text)] = newValue }
    }

    package subscript(_ text: String, default value: @autoclosure () -> Value) -> Value {
        get { self[ExactString(text), default: value()] }
        set { self[ExactString(text)] = newValue }
    }

    @discardableResult
    package mutating func removeValue(forKey text: String) -> Value? { removeValue(forKey: ExactString(text)) }
}

/// The order of two strings by their bytes.
extension ExactString: Comparable {
    package static func < (left: ExactString, right: ExactString) -> Bool { left.string.precedes(right.string) }
}
