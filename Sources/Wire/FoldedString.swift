/// A string that is compared and hashed by its UTF-8 bytes, ASCII letters folded.
package struct FoldedString: Hashable, Sendable {
    package let string: String

    package init(_ string: String) {
        self.string = string
    }

    package static func == (left: FoldedString, right: FoldedString) -> Bool {
        left.string.isExactlyIgnoringASCIICase(right.string)
    }

    /// Names are many and short: they are folded without a copy that outlives the call.
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
    /// The first element of every key, in their order.
    package func firstOfEach<Key: Hashable>(_ key: (Element) -> Key) -> [Element] {
        guard count > 1 else { return Array(self) }
        var seen: Set<Key> = []
        return filter { seen.insert(key($0)).inserted }
    }
}
