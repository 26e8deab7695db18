extension String {
    /// Nil for bytes that are not UTF-8. Nearly all texts are ASCII, and are made several times faster than by the
    /// library's own validation, which is generic.
    package init?(utf8 bytes: UnsafeBufferPointer<UInt8>) {
        // Without a way out of the loop, it is done many bytes at a time.
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
