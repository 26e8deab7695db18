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
