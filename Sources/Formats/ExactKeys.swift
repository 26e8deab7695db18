/// Sets and dictionaries that are keyed by the bytes of a text and queried with a `String`. A `String` key would treat two
/// spellings of one character as the same key.
extension Set<ByteString> {
    package init(exactly texts: some Sequence<String>) { self.init(texts.lazy.map { ByteString($0) }) }

    package func contains(_ text: String) -> Bool { contains(ByteString(text)) }
}

extension Dictionary where Key == ByteString {
    package subscript(_ text: String) -> Value? {
        get { self[ByteString(text)] }
        set { self[ByteString(text)] = newValue }
    }

    package subscript(_ text: String, default value: @autoclosure () -> Value) -> Value {
        get { self[ByteString(text), default: value()] }
        set { self[ByteString(text)] = newValue }
    }

    @discardableResult
    package mutating func removeValue(forKey text: String) -> Value? { removeValue(forKey: ByteString(text)) }
}

/// The order of two strings by their bytes.
extension ByteString: Comparable {
    package static func < (left: ByteString, right: ByteString) -> Bool { left.string.precedes(right.string) }
}
