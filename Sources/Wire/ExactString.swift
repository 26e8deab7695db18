private import Platform

/// A string that is compared and hashed by its UTF-8 bytes.
///
/// Swift's `String` compares by canonical equivalence ("K" equals U+212A), which is wrong for everything a protocol
/// compares: redirect URIs, client ids, secrets, codes. Every such value is an `ExactString` or wraps one.
package struct ExactString: Hashable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
    package let string: String

    package init(_ string: String) {
        self.string = string
    }

    package init(stringLiteral value: String) {
        self.string = value
    }

    package var description: String { string }

    package static func == (left: ExactString, right: ExactString) -> Bool {
        left.string.isExactly(right.string)
    }

    package func hash(into hasher: inout Hasher) {
        string.utf8.withContiguousStorageIfAvailable { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
            ?? Array(string.utf8).withUnsafeBytes { hasher.combine(bytes: $0) }
    }
}

extension String {
    /// Byte-for-byte equality, in place of the canonical equivalence of `==`. Not constant-time: see `Crypto` for secrets.
    @inlinable
    public func isExactly(_ other: String) -> Bool {
        utf8.count == other.utf8.count && hasBytes(of: other)
    }

    /// Of strings of one length.
    @usableFromInline
    func hasBytes(of other: String) -> Bool {
        bothUTF8(self, other) { left, right in
            guard let one = left.baseAddress, let two = right.baseAddress else { return true }
            // Allowed (memory-comparison): not for secrets, which ConstantTime compares.
            return memcmp(one, two, left.count) == 0
        }
    }

    /// Equality with ASCII letters folded; every other byte must be the same.
    package func isExactlyIgnoringASCIICase(_ other: String) -> Bool {
        utf8.count == other.utf8.count
            && bothUTF8(self, other) { left, right in
                guard let one = left.baseAddress, let two = right.baseAddress else { return true }
                // Allowed (memory-comparison): not for secrets; most are spelled alike, or differ at once.
                return memcmp(one, two, left.count) == 0
                    || left.elementsEqual(right) { ASCII.lowercased($0) == ASCII.lowercased($1) }
            }
    }

    /// Whether it stands before the other in the order of their bytes.
    package func precedes(_ other: String) -> Bool {
        bothUTF8(self, other) { left, right in
            let count = min(left.count, right.count)
            guard count > 0, let one = left.baseAddress, let two = right.baseAddress else {
                return left.count < right.count
            }
            // Allowed (memory-comparison): to sort, and never for secrets.
            let order = memcmp(one, two, count)
            return order == 0 ? left.count < right.count : order < 0
        }
    }

    /// The string with `A`…`Z` lowered and every other byte kept.
    package var asciiLowercased: String {
        guard utf8.withContiguousStorageIfAvailable(ASCII.hasUppercase) ?? true else { return self }
        // Allowed (lossy-text): of a string, in which only ASCII letters changed.
        return String(decoding: utf8.map(ASCII.lowercased), as: UTF8.self)
    }

    /// The string with `a`…`z` raised and every other byte kept.
    package var asciiUppercased: String {
        // Allowed (lossy-text): of a string, in which only ASCII letters changed.
        String(decoding: utf8.map { ASCII.isLetter($0) ? $0 & 0xDF : $0 }, as: UTF8.self)
    }
}

extension String? {
    /// Byte-for-byte equality of texts that may be missing: none is like none only. Not constant-time.
    package func isExactly(_ other: String?) -> Bool {
        guard let self, let other else { return self == nil && other == nil }
        return self.isExactly(other)
    }
}

extension String {
    /// Runs `body` on the UTF-8 in place. Public, as only what is public is inlined in other modules.
    @inlinable @inline(__always)
    public func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
        // A string that came from elsewhere may be of another storage.
        var copy = self
        return copy.withUTF8(body)
    }
}

/// Runs `body` on the UTF-8 of both strings in place: comparing two buffers is many times faster than two views.
private func bothUTF8(
    _ left: String, _ right: String, _ body: (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) -> Bool
) -> Bool {
    left.withBytes { one in right.withBytes { body(one, $0) } }
}
