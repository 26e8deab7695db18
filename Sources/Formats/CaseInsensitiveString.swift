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
