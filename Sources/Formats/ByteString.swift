private import Platform

/// A string that is compared and hashed by its UTF-8 bytes.
///
/// Swift's `String` compares by canonical equivalence ("K" equals U+212A). Canonical equivalence is wrong for the values that a
/// protocol compares: redirect URIs, client IDs, secrets, codes. Each such value is an `ByteString` or wraps one.
package struct ByteString: Hashable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
    package let string: String

    package init(_ string: String) {
        self.string = string
    }

    package init(stringLiteral value: String) {
        self.string = value
    }

    package var description: String { string }

    package static func == (left: ByteString, right: ByteString) -> Bool {
        left.string.isExactly(right.string)
    }

    package func hash(into hasher: inout Hasher) {
        string.utf8.withContiguousStorageIfAvailable { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
            ?? Array(string.utf8).withUnsafeBytes { hasher.combine(bytes: $0) }
    }
}

extension String {
    /// Whether two strings have the same bytes, unlike the canonical equivalence of `==`. Not constant-time: `Crypto` compares
    /// secrets.
    @inlinable
    public func isExactly(_ other: String) -> Bool {
        utf8.count == other.utf8.count && hasBytes(of: other)
    }

    /// Compares the bytes of two strings of equal length.
    @usableFromInline
    func hasBytes(of other: String) -> Bool {
        bothUTF8(self, other) { left, right in
            guard let one = left.baseAddress, let two = right.baseAddress else { return true }
            // Allowed (memory-comparison): not for secrets, which ConstantTime compares.
            return memcmp(one, two, left.count) == 0
        }
    }

    /// Whether two strings have the same bytes if the case of ASCII letters is ignored.
    package func isExactlyIgnoringASCIICase(_ other: String) -> Bool {
        utf8.count == other.utf8.count
            && bothUTF8(self, other) { left, right in
                guard let one = left.baseAddress, let two = right.baseAddress else { return true }
                // Allowed (memory-comparison): not for secrets; most values are spelled alike or differ in their first bytes.
                return memcmp(one, two, left.count) == 0
                    || left.elementsEqual(right) { ASCII.lowercased($0) == ASCII.lowercased($1) }
            }
    }

    /// Whether this string comes before the other string in byte order.
    package func precedes(_ other: String) -> Bool {
        bothUTF8(self, other) { left, right in
            let count = min(left.count, right.count)
            guard count > 0, let one = left.baseAddress, let two = right.baseAddress else {
                return left.count < right.count
            }
            // Allowed (memory-comparison): for sorting, never for secrets.
            let order = memcmp(one, two, count)
            return order == 0 ? left.count < right.count : order < 0
        }
    }

    /// The string with `A`…`Z` in lower case and every other byte unchanged.
    package var asciiLowercased: String {
        guard utf8.withContiguousStorageIfAvailable(ASCII.hasUppercase) ?? true else { return self }
        // Allowed (lossy-text): the bytes of a string, in which only ASCII letters changed.
        return String(decoding: utf8.map(ASCII.lowercased), as: UTF8.self)
    }

    /// The string with `a`…`z` in upper case and every other byte unchanged.
    package var asciiUppercased: String {
        // Allowed (lossy-text): the bytes of a string, in which only ASCII letters changed.
        String(decoding: utf8.map { ASCII.isLetter($0) ? $0 & 0xDF : $0 }, as: UTF8.self)
    }
}

extension String? {
    /// Whether two optional strings have the same bytes or are both nil. Not constant-time.
    package func isExactly(_ other: String?) -> Bool {
        guard let self, let other else { return self == nil && other == nil }
        return self.isExactly(other)
    }
}

extension String {
    /// Runs `body` on the UTF-8 bytes in place. Public, because Swift inlines only public functions in other modules.
    @inlinable @inline(__always)
    public func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
        // A bridged string can have storage that is not contiguous.
        var copy = self
        return copy.withUTF8(body)
    }
}

/// Runs `body` on the UTF-8 bytes of both strings in place. Comparing two buffers is many times faster than comparing two views.
private func bothUTF8(
    _ left: String, _ right: String, _ body: (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) -> Bool
) -> Bool {
    left.withBytes { one in right.withBytes { body(one, $0) } }
}

/// A string that is compared and hashed by its UTF-8 bytes, without regard to the case of ASCII letters.
package struct CaseInsensitiveString: Hashable, Sendable {
    package let string: String

    package init(_ string: String) {
        self.string = string
    }

    package static func == (left: CaseInsensitiveString, right: CaseInsensitiveString) -> Bool {
        left.string.isExactlyIgnoringASCIICase(right.string)
    }

    /// Hashes the lower-case bytes. Names are many and short, so they are lowercased in a temporary buffer on the stack.
    package func hash(into hasher: inout Hasher) {
        string.withBytes { bytes in
            withUnsafeTemporaryAllocation(of: UInt8.self, capacity: bytes.count) { folded in
                for position in bytes.indices { folded[position] = ASCII.lowercased(bytes[position]) }
                hasher.combine(bytes: UnsafeRawBufferPointer(folded))
            }
        }
    }
}

extension Collection {
    /// Returns the first element for every key, in the original order.
    package func firstOfEach<Key: Hashable>(_ key: (Element) -> Key) -> [Element] {
        guard count > 1 else { return Array(self) }
        var seen: Set<Key> = []
        return filter { seen.insert(key($0)).inserted }
    }
}

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

extension String {
    /// Creates a string from UTF-8 bytes, or returns nil for invalid UTF-8. Nearly all texts are ASCII, for which this initializer
    /// is several times faster than the generic validation of the standard library.
    package init?(utf8 bytes: UnsafeBufferPointer<UInt8>) {
        // The loop has no early exit, so that the compiler can process many bytes at once.
        guard bytes.reduce(0, |) < 0x80 else {
            self.init(validating: bytes, as: UTF8.self)
            return
        }
        self.init(decoding: bytes, as: UTF8.self)
    }

    package init?(utf8 bytes: [UInt8]) { self.init(utf8: bytes[...]) }

    package init?(utf8 bytes: ArraySlice<UInt8>) {
        guard let text = bytes.withUnsafeBufferPointer({ String(utf8: $0) }) else { return nil }
        self = text
    }
}
